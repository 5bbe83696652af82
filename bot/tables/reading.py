"""Replay: the state of a table out of its log, by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from bot.core.log import OldRules, RefusedEntry, UnreadableLog
from bot.core.refusal import Illegal, Refused
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame


@contextmanager
def reading(
    rules: AnyGame, entries: Sequence[bytes], start: Any = None, first: int = 1
) -> Iterator[tuple[Any, Iterator[Any]]]:
    """The state that a log begins with, header first, and its actions, to be applied one after the other.

    Of a part of a log, `start` is the state before it and `first` the number of its first entry. All is played by the
    rules the log was written under. What they refuse of it is told as an `UnreadableLog` too.
    """
    number = first - 1

    def actions() -> Iterator[Any]:
        nonlocal number
        for entry in entries if start is not None else entries[1:]:
            number += 1
            yield rules.codec.action(entry)

    try:
        if start is None:
            number = 1
            if not entries:
                raise UnreadableLog("there is no log")
            yield rules.begun(entries[0]), actions()
        else:
            yield start, actions()
    except Refused as error:
        raise RefusedEntry(number, str(error)) from error


def replay(rules: AnyGame, entries: Sequence[bytes]) -> Any:
    """The state after a whole log, header first. Raises `UnreadableLog`."""
    with reading(rules, entries) as (start, actions):
        return reduce(rules.apply, actions, start)


def replay_lines(rules: AnyGame, lines: bytes) -> Any:
    """The state after a whole log, a line an entry. Raises `UnreadableLog`."""
    return replay(rules, lines.splitlines())


def unreadable(error: UnreadableLog) -> Illegal:
    """How a person is told that a table cannot be read."""
    match error:
        case RefusedEntry(number=number):
            return Illegal(TableTrouble.REFUSED_ENTRY, number=number)
        case OldRules():
            return Illegal(TableTrouble.OLD_RULES)
        case _:
            return Illegal(TableTrouble.NEWER)

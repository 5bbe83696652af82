"""The state of a table out of its log, by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from bot.backgammon import Illegal, Match, Question, Refused, Rules, Seat
from bot.backgammon import actions as two
from bot.backgammon import history as match_history
from bot.chouette import Options, Session
from bot.chouette import actions as many
from bot.chouette import history as session_history
from bot.chouette.history import Course
from bot.core.log import Codec, OldRules, RefusedEntry, UnreadableLog
from bot.tables import games
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame

State = Match | Session
Action = two.AnyAction | many.AnyAction
Finished = match_history.Finished | session_history.Finished


def game_of(options: Options | None) -> AnyGame:
    """The game of a table with these options of a chouette, None heads-up."""
    return games.HEADS_UP if options is None else games.CHOUETTE


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""
    return games.of(state).apply(state, action)


def followed(course: Course | None, before: State, action: Action, after: State) -> Course | None:
    """The course of the running game after an action; None heads-up, and as long as it is not known."""
    return games.of(after).followed(course, before, action, after)


def finished(state: State, course: Course | None) -> Finished | None:
    """What is kept of the last game; None while it is running, and of one whose course is not known."""
    return games.of(state).finished(state, course)


def history_from(state: State, actions: Iterable[Action]) -> tuple[Finished, ...]:
    """The games that these actions finish, from the state in which the first of them is set up."""
    return games.of(state).history_from(state, actions)


def questions(state: State) -> tuple[Question, ...]:
    """Everything the state asks, what all wait for first."""
    return games.of(state).questions(state)


def waited_for(state: State) -> tuple[Seat, ...]:
    """Everybody whom the table waits for."""
    return games.of(state).waited_for(state)


def over(state: State) -> bool:
    """Whether no game is running."""
    return games.of(state).over(state)


def codec(options: Options | None) -> Codec[Any, Any, Any, Any]:
    """How logs and states are written; `options` of a chouette, None heads-up."""
    return game_of(options).codec


def header(rules: Rules, state: State) -> bytes:
    """The first line of the log of a table that begins with this state."""
    return games.of(state).header(state)


@contextmanager
def reading(
    options: Options | None, entries: Sequence[bytes], start: State | None = None, first: int = 1
) -> Iterator[tuple[State, Iterator[Any]]]:
    """The state that a log begins with, header first, and its actions, to be applied one after the other.

    Of a part of a log, `start` is the state before it and `first` the number of its first entry. All is played by the
    rules the log was written under. What they refuse of it is told as an `UnreadableLog` too.
    """
    number = first - 1

    def actions() -> Iterator[Any]:
        nonlocal number
        read = codec(options).action
        for entry in entries if start is not None else entries[1:]:
            number += 1
            yield read(entry)

    try:
        if start is None:
            number = 1
            yield _start(options, entries), actions()
        else:
            yield start, actions()
    except Refused as error:
        raise RefusedEntry(number, str(error)) from error


def _start(options: Options | None, entries: Sequence[bytes]) -> State:
    if not entries:
        raise UnreadableLog("there is no log")
    return game_of(options).begun(entries[0])


def replay(options: Options | None, entries: Sequence[bytes]) -> State:
    """The state after a whole log, header first. Raises `UnreadableLog`."""
    with reading(options, entries) as (start, actions):
        return reduce(apply, actions, start)


def replay_lines(options: Options | None, lines: bytes) -> State:
    """The state after a whole log, a line an entry. Raises `UnreadableLog`."""
    return replay(options, lines.splitlines())


def unreadable(error: UnreadableLog) -> Illegal:
    """How a person is told that a table cannot be read."""
    match error:
        case RefusedEntry(number=number):
            return Illegal(TableTrouble.REFUSED_ENTRY, number=number)
        case OldRules():
            return Illegal(TableTrouble.OLD_RULES)
        case _:
            return Illegal(TableTrouble.NEWER)

"""Digests by which a finished game is known again, whichever file it comes from.

A digest stands for rules, players and moves. It is the same for what was played here and for what comes back from a
`.mat` or `.ogxm` of it: names count as `.mat` writes them, and of two dice the higher comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from msgspec import UNSET, json
from msgspec.structs import replace

from .mat import plain_name
from .record import Answered, Entry, Moved, Record, Turned, written_rules

_SIZE = 16


def game_digests(record: Record) -> tuple[str, ...]:
    """The digest of each finished game of a record, in order."""
    rules = written_rules(replace(record.rules, opening=UNSET))
    names = known_names(record.names)
    return tuple(
        blake2b(
            json.encode((rules, names, None if number else _opening(record), game.automatics, [*_told(game.entries)])),
            digest_size=_SIZE,
        ).hexdigest()
        for number, game in enumerate(record.games)
        if game.result
    )


def known_names(names: tuple[str, str]) -> tuple[str, str]:
    """The players as digests name them."""
    return plain_name(names[0]), plain_name(names[1])


def _opening(record: Record) -> str | None:
    """The position in which the first game begins, if not in the usual set-up."""
    return None if record.rules.opening is UNSET else written_rules(record.rules)


def _told(entries: tuple[Entry, ...]) -> Iterator[tuple[int, str]]:
    for entry in entries:
        match entry:
            case Moved(side, dice, play):
                yield side, f"{max(dice)}{min(dice)} {play or ''}"
            case Turned(side, _):
                yield side, "double"
            case Answered(side, taken):
                yield side, "take" if taken else "drop"

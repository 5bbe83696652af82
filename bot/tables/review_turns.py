"""Whose game is reviewed next, and how long the others wait: fair turns, by server, person and game. Pure.

The servers take turns, in a server those who have asked there, and a turn is one game. So whoever asks for much delays
nobody by more than a game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

_USUAL = 0.13
"""Seconds that a decision takes, until that is measured: on two cores an hour for 28,500."""
_ENOUGH = 200
"""Decisions after which what was measured before does not count any more."""


class Waiting(Struct, frozen=True):
    """A request of a server: the decisions of each of its games that are left, in their order."""

    name: str
    guild: int
    games: tuple[int, ...]


def turns(waiting: Sequence[Waiting], last: int) -> Iterator[tuple[str, int]]:
    """All games in the order in which they are reviewed: whose request, and how many decisions.

    `waiting`: those that have waited longest first. `last`: the server that had its turn last.
    """
    queues: dict[int, deque[tuple[str, deque[int]]]] = {}
    for each in waiting:
        queues.setdefault(each.guild, deque()).append((each.name, deque(each.games or (0,))))
    order = deque(sorted(queues, key=lambda guild: (guild <= last, guild)))
    while order:
        guild = order.popleft()
        name, games = queues[guild].popleft()
        yield name, games.popleft()
        if games:
            queues[guild].append((name, games))
        if queues[guild]:
            order.append(guild)


def until_done(waiting: Sequence[Waiting], last: int) -> dict[str, int]:
    """How many decisions are reviewed until each request is done, by its name; for the rest as `turns`."""
    done, found = 0, dict[str, int]()
    for name, decisions in turns(waiting, last):
        done += decisions
        found[name] = done
    return found


class Speed:
    """How long a decision takes, by those that were reviewed last."""

    def __init__(self) -> None:
        self._each = _USUAL

    def took(self, decisions: int, seconds: float) -> None:
        """So many were reviewed in this time."""
        if decisions > 0:
            self._each += (seconds / decisions - self._each) * min(1.0, decisions / _ENOUGH)

    def seconds(self, decisions: int) -> float:
        """How long so many will take."""
        return decisions * self._each

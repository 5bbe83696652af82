"""Fair scheduling of reviews: whose game is next, and how long the others wait, by server, member and game. Pure.

Servers take turns, in a server the requests in order, and a turn is one game. So a large request delays nobody by more
than a game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

_USUAL = 0.13
"""Assumed seconds per decision until measured: on two cores an hour for 28,500."""
_ENOUGH = 200
"""The weight of past measurements, in decisions."""


class Waiting(Struct, frozen=True):
    """A waiting request: the decisions of each of its games that are left, in order."""

    name: str
    guild: int
    games: tuple[int, ...]


def turns(waiting: Sequence[Waiting], last: int) -> Iterator[tuple[str, int]]:
    """All games in the order of review: whose request, and how many decisions.

    `waiting`: the longest waiting first. `last`: the server that had the last turn.
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
    """How many decisions are reviewed until each request is done, by its name; otherwise as `turns`."""
    done, found = 0, dict[str, int]()
    for name, decisions in turns(waiting, last):
        done += decisions
        found[name] = done
    return found


class Speed:
    """The measured time per decision, as a moving average."""

    def __init__(self) -> None:
        self._each = _USUAL

    def took(self, decisions: int, seconds: float) -> None:
        """Add a measurement."""
        if decisions > 0:
            self._each += (seconds / decisions - self._each) * min(1.0, decisions / _ENOUGH)

    def seconds(self, decisions: int) -> float:
        """The expected seconds for this many decisions."""
        return decisions * self._each

"""Fair scheduling of reviews: whose game is next, and how long the others wait, by group, member and game. Pure.

Groups take turns, in a group its requests, and a turn is one game. So a large request delays nobody by more than a
game. A group is a server; in direct messages with the bot, where there is none, everybody is one by themselves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count, islice
from operator import indexOf
from typing import Generic, TypeVar

_USUAL = 0.13
"""Assumed seconds per decision until measured: on two cores an hour for 28,500."""
_ENOUGH = 200
"""The weight of past measurements, in decisions."""
_MANY = 500
"""The length of a queue from which its requests are no longer counted one by one for an estimate."""

_T = TypeVar("_T")


class _Group(OrderedDict[_T, tuple[int, ...]]):
    """The waiting requests of a group in the order of their turns: the decisions of each game that is left.

    `games` and `decisions`: how many these are together. A request whose games are not known yet is expected to take a
    turn.
    """

    games = decisions = 0

    def put(self, request: _T, games: Sequence[int]) -> None:
        """Add a request behind the others, or change what is left of it."""
        if request in self:
            self._count(self[request], -1)
        self[request] = tuple(games) or (0,)
        self._count(self[request], 1)

    def drop(self, request: _T) -> None:
        self._count(self.pop(request), -1)

    def _count(self, games: tuple[int, ...], sign: int) -> None:
        self.games += sign * len(games)
        self.decisions += sign * sum(games)

    def in_turns(self, turns: int) -> int:
        """About how many decisions the first turns take."""
        return self.decisions if turns >= self.games else self.decisions * turns // self.games


class Turns(Generic[_T]):
    """Waiting requests. Whoever takes the next one, adds or drops one looks at the ends of the queue alone, however
    many wait.
    """

    def __init__(self) -> None:
        self._groups: OrderedDict[int, _Group[_T]] = OrderedDict()
        self._places: dict[_T, int] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, request: _T) -> bool:
        return request in self._places

    def put(self, request: _T, group: int, games: Sequence[int]) -> None:
        """Add a request behind the others of its group, with the decisions of each of its games, in order; or change
        what is left of one, in its place.
        """
        if self._places.get(request, group) != group:
            self.drop(request)
        self._places[request] = group
        self._groups.setdefault(group, _Group()).put(request, games)

    def drop(self, request: _T) -> None:
        """Remove a request, if it waits."""
        if (group := self._places.pop(request, None)) is not None:
            self._groups[group].drop(request)
            if not self._groups[group]:
                del self._groups[group]

    def take(self) -> _T:
        """Remove the next request; after its game it is put back, behind the others. Raises `StopIteration` if none
        waits.
        """
        group = next(iter(self._groups))
        request = next(iter(self._groups[group]))
        self._groups.move_to_end(group)
        self.drop(request)
        return request

    def __iter__(self) -> Iterator[_T]:
        """All requests in the order of their next turns."""
        left: Iterable[Iterator[_T]] = map(iter, self._groups.values())
        while True:
            going: list[Iterator[_T]] = []
            for each in left:
                if (request := next(each, None)) is not None:
                    yield request
                    going.append(each)
            if not going:
                return
            left = going

    def of(self, group: int) -> Iterator[_T]:
        """The waiting requests of a group, in the order of their next turns."""
        return iter(self._groups.get(group, ()))

    def until_done(self, request: _T) -> int:
        """About how many decisions are reviewed until a request is done. Of a group that has more games left than turns
        until then a share counts, and of a long queue every n-th request for its neighbours.
        """
        name = self._places[request]
        group = self._groups[name]
        own, place = group[request], indexOf(group, request)
        turns, decisions = len(own), sum(own)
        some, stands_for = _sample(group.values())
        for number, games in some:
            if number != place:
                share = games[: len(own) - (number > place)]
                turns += stands_for * len(share)
                decisions += stands_for * sum(share)
        place = indexOf(self._groups, name)
        others, stands_for = _sample(self._groups.values())
        for number, each in others:
            if number != place:
                decisions += stands_for * each.in_turns(turns - (number > place))
        return decisions


def _sample(values: Collection[_T]) -> tuple[Iterator[tuple[int, _T]], int]:
    """Values with their places, and for how many each stands: for itself, unless there are a great many."""
    stands_for = 1 + len(values) // _MANY
    return zip(count(0, stands_for), islice(values, 0, None, stands_for)), stands_for


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

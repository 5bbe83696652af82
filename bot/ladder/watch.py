"""Whom somebody's rating comes from: a fold of rated matches, by which farmed ratings are found."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.ladder.facts import Fact
from bot.ladder.fold import Book
from bot.ladder.rating import START

GAINED = 100.0
"""Rating points gained in a season from which on it is looked at whom they come from."""


class Source(Struct, frozen=True):
    """What somebody has gained against one opponent, in so many matches; `tables` of those, the last one first."""

    opponent: int
    gained: float
    tables: tuple[str, ...]


class Gain(Struct, frozen=True):
    """What a player has gained in a season, in one variant. `sources`: who alone gave more than half of it."""

    player: int
    variant: str
    gained: float
    sources: tuple[Source, ...]


class Watch:
    """Adds up what ratings have changed by in one season, by the two who played."""

    def __init__(self, season: str) -> None:
        self._season, self._book = season, Book()
        self._ratings: dict[tuple[int, str], float] = {}
        self._changes: dict[tuple[int, str], dict[int, list[tuple[float, str]]]] = {}

    def enter(self, fact: Fact, who: Sequence[int], season: str) -> None:
        """Count a game, as `Book.enter` does: those of all seasons, in the order of the list."""
        changed = self._book.enter(fact, who, "")
        for own, other in zip(changed, reversed(changed), strict=True):
            name = own.player, own.variant
            before, self._ratings[name] = self._ratings.get(name, START), own.rating
            if season == self._season:
                by_opponent = self._changes.setdefault(name, {})
                by_opponent.setdefault(other.player, []).append((own.rating - before, fact.table))

    def gains(self) -> tuple[Gain, ...]:
        """Those who have gained enough to be looked at, who has gained most first."""
        found: list[Gain] = []
        for (player, variant), by_opponent in self._changes.items():
            sources = [
                Source(opponent, sum(points for points, _ in changes), tuple(table for _, table in reversed(changes)))
                for opponent, changes in by_opponent.items()
            ]
            gained = sum(source.gained for source in sources)
            if gained >= GAINED:
                most = (source for source in sources if source.gained > gained / 2)
                found.append(Gain(player, variant, gained, tuple(sorted(most, key=lambda each: -each.gained))))
        return tuple(sorted(found, key=lambda each: (-each.gained, each.player, each.variant)))

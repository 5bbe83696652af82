"""Rating watch: where a member's gains come from, a fold of rated matches that reveals farmed ratings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.ladder.facts import Fact
from bot.ladder.fold import Book
from bot.ladder.rating import START

GAINED = 100.0
"""Rating points gained in a season from which the sources are examined."""


class Source(Struct, frozen=True):
    """The gain against one opponent, in this many matches; `tables` of those, the latest first."""

    opponent: int
    gained: float
    tables: tuple[str, ...]


class Gain(Struct, frozen=True):
    """A player's gain in a season, in one variant. `sources`: each opponent who gave more than half of it."""

    player: int
    variant: str
    gained: float
    sources: tuple[Source, ...]


class Watch:
    """Sums of rating changes in one season, by pair of players."""

    def __init__(self, season: str) -> None:
        self._season, self._book = season, Book()
        self._ratings: dict[tuple[int, str], float] = {}
        self._changes: dict[tuple[int, str], dict[int, list[tuple[float, str]]]] = {}

    def enter(self, fact: Fact, who: Sequence[int], season: str) -> None:
        """Count a game, as `Book.enter` does: pass the games of all seasons, in the order of the list."""
        changed = self._book.enter(fact, who, "")
        for own, other in zip(changed, reversed(changed), strict=True):
            name = own.player, own.variant
            before, self._ratings[name] = self._ratings.get(name, START), own.rating
            if season == self._season:
                by_opponent = self._changes.setdefault(name, {})
                by_opponent.setdefault(other.player, []).append((own.rating - before, fact.table))

    def gains(self) -> tuple[Gain, ...]:
        """Gains large enough to be examined, the largest first."""
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

"""Boards of a server's ladder as values: whom a board lists, in what order, and how certain its figures are.

A game contributes its boards (`Game.boards`); those shared by all games are here. Titles and the format of figures are
in `bot.screens`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from msgspec import Struct

from bot.ladder.performance import ENOUGH
from bot.ladder.players import RATING_KEY, Player
from bot.ladder.tallies import COMPUTER_KEY, Sum, Tally

ESTABLISHED = 1e6
"""Added to the order of established members to list them before provisional ones: more than any rating or sum."""


class Place(Struct, frozen=True):
    """The sort value of a member on a board. `provisional`: listed after all established ones."""

    value: Fraction | float
    provisional: bool = False

    @property
    def order(self) -> float:
        """The sort key, larger is higher; members of equal order share a rank."""
        return float(round(self.value, 2)) + (0 if self.provisional else ESTABLISHED)

    @classmethod
    def at(cls, order: float) -> Place:
        """The inverse of `order`, up to rounding."""
        provisional = order < ESTABLISHED / 2
        return cls(round(order if provisional else order - ESTABLISHED, 2), provisional)


class Board(Struct, frozen=True):
    """A board of all points won in games that count under its `key` (`Account.board`), which never changes.

    `current`: the form of the last games and the change of this week are shown as well.
    """

    key: str
    current: bool = False
    by_variant: ClassVar[bool] = False
    """Whether each variant of backgammon has a board of its own."""
    needs: ClassVar[int] = 0
    """The least number of games, bets, hands or decisions to be listed."""

    def variants(self, tally: Tally) -> Iterable[str]:
        """The variants in which a member may be listed; one empty name if the board is not by variant."""
        return ("",)

    def of(self, variant: str) -> str:
        return f"{self.key} {variant}" if self.by_variant else self.key

    def list_key(self, variant: str, season: str) -> str:
        """The key of the stored list of a season, or of all time ("")."""
        return f"board {self.of(variant)} {season}"

    def total(self, tally: Tally) -> Sum:
        """What counts on this board, in all roles."""
        return tally.total(self.key)

    def count(self, tally: Tally, variant: str) -> int:
        """The number of games, bets, hands or decisions that count."""
        return self.total(tally).count

    def place(self, tally: Tally, variant: str) -> Place | None:
        """A member's place by a tally of a season, or of all time; None if not listed."""
        total = self.total(tally)
        return Place(total.points) if total.count else None

    def figure(self, tally: Tally, place: Place) -> tuple[float, float | None]:
        """The figure to show at this place, and its standard error if it has one."""
        return float(place.value), None

    def now(self, player: Player, variant: str) -> float:
        """The current value, for the change of this week."""
        return float(self.total(player.tally).points)

    def since(self, player: Player, variant: str) -> tuple[int, float] | None:
        """The week in which `now` last changed, and its value before; None if it never has."""
        return player.since.get(self.of(variant))


class Average(Board, frozen=True):
    """A board of points per bet or hand. Below `few` of them a member is provisional."""

    few: int = 0

    def place(self, tally: Tally, variant: str) -> Place | None:
        total = self.total(tally)
        return Place(total.points / total.count, total.count < self.few) if total.count else None


class _Ratings(Board, frozen=True):
    by_variant: ClassVar[bool] = True

    def variants(self, tally: Tally) -> Iterable[str]:
        return tally.standings

    def count(self, tally: Tally, variant: str) -> int:
        names = ((name.partition(" "), record) for name, record in tally.records.items())
        return sum(record.won + record.lost for (of, _, length), record in names if of == variant and length != "0")

    def place(self, tally: Tally, variant: str) -> Place | None:
        standing = tally.standings.get(variant)
        return None if standing is None else Place(standing.rating, tally.provisional(variant))

    def now(self, player: Player, variant: str) -> float:
        return player.standing(variant).rating


class _Performances(Board, frozen=True):
    """Lower is better."""

    needs: ClassVar[int] = ENOUGH

    def count(self, tally: Tally, variant: str) -> int:
        return tally.performance.decisions

    def place(self, tally: Tally, variant: str) -> Place | None:
        found = tally.performance
        return None if found.rating is None or found.decisions < self.needs else Place(-found.rating)

    def figure(self, tally: Tally, place: Place) -> tuple[float, float | None]:
        return float(tally.performance.rating or 0), tally.performance.error


RATING = _Ratings(RATING_KEY, current=True)
"""Ratings of matches, and of money games if a server rates them."""
PERFORMANCE = _Performances("performance")
"""Performance ratings of analysed games."""
COMPUTER = Board(COMPUTER_KEY)
"""Points won from computers."""

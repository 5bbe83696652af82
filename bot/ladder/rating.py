"""Ratings of members by the FIBS formula, the standard of backgammon since 1992.

http://www.fibs.com/ratings.html. A longer match is worth more, and a player's first matches count up to five times as
much as later ones.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

START = 1500.0
"""The initial rating."""

ESTABLISHED = 50
"""The experience from which a rating is established, no longer provisional."""

MATCHES, OPPONENTS = 10, 5
"""Also required: this many rated matches, against this many opponents."""

FEWEST_PLAYS, PLAYS_A_POINT = 12, 4
"""Plays required for a match to be rated: at least the first number, and the second per point of its length."""

MOST_A_DAY = 20
"""Rated matches of one member on one day, against any opponents; those of leagues do not count."""

_NEWCOMERS = 5
_SETTLED_AFTER = 100


class Standing(Struct, frozen=True):
    """A rating in points, and the experience behind it: the summed lengths of the matches."""

    rating: float = START
    experience: int = 0

    @property
    def provisional(self) -> bool:
        """Whether the experience is too small to be listed among established members."""
        return self.experience < ESTABLISHED


class Opposed(Struct, frozen=True):
    """The number of rated matches and their opponents, of whom no more are stored than required."""

    matches: int = 0
    people: tuple[int, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether enough different opponents were met for the rating to be listed."""
        return self.matches >= MATCHES and len(self.people) >= OPPONENTS

    def met(self, opponent: int) -> Opposed:
        """The record after another match."""
        new = opponent not in self.people and len(self.people) < OPPONENTS
        return Opposed(self.matches + 1, (*self.people, opponent) if new else self.people)


def plays_needed(length: int) -> int:
    """Plays required for a match of this length (0: a money game) to be rated."""
    return max(FEWEST_PLAYS, PLAYS_A_POINT * length)


def upset_probability(difference: float, length: int) -> float:
    """Probability of winning a match of this length against an opponent rated this many points higher."""
    return 1 / (10 ** (difference * sqrt(length) / 2000) + 1)


def rated(winner: Standing, loser: Standing, length: int) -> tuple[Standing, Standing]:
    """Both standings after a match of this length (1 for a money game): the winner's, then the loser's.

    Raises `ValueError` for a length below 1.
    """
    if length < 1:
        raise ValueError(f"a match of length {length} cannot be rated")
    difference = winner.rating - loser.rating
    upset = upset_probability(abs(difference), length)
    surprise = upset if difference >= 0 else 1 - upset
    stake = 4 * sqrt(length) * surprise
    return (
        Standing(winner.rating + stake * _weight(winner, length), winner.experience + length),
        Standing(loser.rating - stake * _weight(loser, length), loser.experience + length),
    )


def _weight(standing: Standing, length: int) -> float:
    return max(1.0, _NEWCOMERS - (standing.experience + length) / _SETTLED_AFTER)

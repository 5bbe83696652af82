"""The rating of people who play against each other: that of FIBS, by which backgammon has been rated since 1992.

http://www.fibs.com/ratings.html. A match is worth more the longer it is, and somebody's first matches count for up to
five times as much as later ones.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

START = 1500.0
"""What everybody begins with."""

ESTABLISHED = 50
"""From this experience on a rating is no longer provisional."""

MATCHES, OPPONENTS = 10, 5
"""It takes so many rated matches, too, against so many people."""

FEWEST_PLAYS, PLAYS_A_POINT = 12, 4
"""Plays from which on a match is rated: that many, and for each point of its length."""

MOST_A_DAY = 20
"""Matches of one person on one day that are rated, whoever the opponents; those of leagues are not among them."""

_NEWCOMERS = 5
_SETTLED_AFTER = 100


class Standing(Struct, frozen=True):
    """How good somebody is taken to be, in rating points, and from how much: the summed lengths of the matches."""

    rating: float = START
    experience: int = 0

    @property
    def provisional(self) -> bool:
        """Whether the matches were too short, all together, for this person to be listed among the others."""
        return self.experience < ESTABLISHED


class Opposed(Struct, frozen=True):
    """In how many rated matches somebody has had which opponents, of whom no more are kept than have to be met."""

    matches: int = 0
    people: tuple[int, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether a rating says how good somebody is, and not only how good against one or two people."""
        return self.matches >= MATCHES and len(self.people) >= OPPONENTS

    def met(self, opponent: int) -> Opposed:
        """After another match."""
        new = opponent not in self.people and len(self.people) < OPPONENTS
        return Opposed(self.matches + 1, (*self.people, opponent) if new else self.people)


def plays_needed(length: int) -> int:
    """Plays that have to be made in a match of this length (0: a game for money) for it to be rated."""
    return max(FEWEST_PLAYS, PLAYS_A_POINT * length)


def upset_probability(difference: float, length: int) -> float:
    """Of winning a match of this length against somebody rated so much higher."""
    return 1 / (10 ** (difference * sqrt(length) / 2000) + 1)


def rated(winner: Standing, loser: Standing, length: int) -> tuple[Standing, Standing]:
    """Where both stand after a match of this length (a game for money is one of 1): the winner, then the loser.

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

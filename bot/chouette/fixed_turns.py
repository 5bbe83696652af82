"""Fixed turns: everybody is box equally often, whatever the results. The rules in words: `docs/chouette.md`.

Those who play are numbered as the first line was drawn. In each round every number is box once; the captain is a number
further on, which moves by one from round to round, and the crew follows from the captain on in drawn order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat

S = TypeVar("S")
#: A place in the first line, from 0.
Number = int

#: How many people may play fixed turns, and the most rounds.
FEWEST_PEOPLE, MOST_PEOPLE = 3, 6
MOST_ROUNDS = 10
#: Rounds of a full schedule, by the number of people.
_FULL = {3: 4, 4: 3, 5: 4, 6: 5}


def fixed_turns(line: Sequence[S], rounds: int = 0) -> tuple[tuple[S, ...], ...]:
    """The lines of all games of three to six people, box first; the last round as drawn, before any points.

    `rounds`: 0 is the full schedule. Raises `ValueError` for another number of people or rounds, or if somebody is
    named twice.
    """
    people = len(line)
    if not FEWEST_PEOPLE <= people <= MOST_PEOPLE or len(set(line)) < people:
        raise ValueError(f"fixed turns are for {FEWEST_PEOPLE} to {MOST_PEOPLE} people, each once")
    return tuple(
        tuple(line[number] for number in numbers_of(box, round_, people))
        for round_ in range(1, rounds_of(people, rounds) + 1)
        for box in range(people)
    )


def rounds_of(people: int, rounds: int) -> int:
    """How many rounds so many people play; `rounds` 0: a full schedule. Raises `ValueError` for others than 0 to 10."""
    if type(rounds) is not int or not 0 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"0 to {MOST_ROUNDS} rounds, not {rounds}")
    return rounds or _FULL[people]


def numbers_of(box: Number, round_: int, people: int) -> tuple[Number, ...]:
    """The numbers of a game in their order: the box, the captain and the crew. `round_` counts from 1."""
    ahead = (round_ - 1) % (people - 1) + 1
    team = ((box + ahead + step) % people for step in range(people))
    return (box, *(number for number in team if number != box))


class Turns(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The schedule of a session that runs.

    `people`: the seat of each number. `round`: the round that is played, from 1, of `rounds`. `left`: the numbers that
    have yet to be box in it, in order. Whose turn comes while they have left is struck from it then; who sits out comes
    behind the others, and is struck if nobody else is left. `won`: of two seats, the lower first, what that one has won
    of the other.
    """

    people: tuple[Seat, ...]
    rounds: int
    round: int = 1
    left: tuple[Number, ...]
    won: tuple[tuple[Seat, Seat, int], ...] = ()

    @classmethod
    def of(cls, line: Sequence[Seat], rounds: int) -> Turns:
        """The schedule of a first line. Raises `ValueError` as `fixed_turns`."""
        return cls(people=tuple(line), rounds=rounds_of(len(line), rounds), left=tuple(range(len(line))))

    @property
    def last_round(self) -> bool:
        return self.round == self.rounds

    def may_be_joined(self, *, running: bool) -> bool:
        """Whether a newcomer may still come in: before the last game of the first round is set up. `running`: the first
        that is left is being played.
        """
        return self.round == 1 and len(self.left) > int(running) and len(self.people) < MOST_PEOPLE

    def with_newcomer(self, seat: Seat, rounds: int) -> Turns:
        """The schedule with the next number for a seat; the same for one that has a number. `rounds` as of `of`: a full
        schedule is then that of so many people.
        """
        if seat in self.people:
            return self
        people, left = (*self.people, seat), (*self.left, len(self.people))
        return replace(self, people=people, left=left, rounds=rounds_of(len(people), rounds))

    def lines(self) -> Iterator[tuple[Seat, ...]]:
        """The lines of this round that are left, with everybody who has a number."""
        return (self._line(number) for number in self.left)

    def _line(self, box: Number) -> tuple[Seat, ...]:
        return tuple(self.people[number] for number in numbers_of(box, self.round, len(self.people)))

    def settled(self, there: Collection[Seat], resting: Collection[Seat]) -> Turns:
        """The schedule whose next box is there: without turns of those who have left, those of the `resting` behind.

        `there` are those who play the next game. Nothing is left in a round in which nobody there has yet to be box.
        """
        waiting: list[Number] = []
        for place, number in enumerate(self.left):
            seat = self.people[number]
            if seat in there:
                return replace(self, left=(*self.left[place:], *waiting))
            if seat in resting:
                waiting.append(number)
        return replace(self, left=())

    def next_line(self) -> tuple[Seat, ...]:
        """The line of the next game, with everybody who has a number; empty if no turn is left in this round."""
        return next(self.lines(), ())

    def played(self) -> Turns:
        """The schedule after a game that counted."""
        return replace(self, left=self.left[1:])

    def next_round(self, points: Sequence[int]) -> Turns:
        """The next round: in drawn order, the last one with the fewest points first. `points`: by seat."""
        order = list(range(len(self.people)))
        if self.round + 1 == self.rounds:
            order.sort(key=lambda number: points[self.people[number]])
        return replace(self, round=self.round + 1, left=tuple(order))

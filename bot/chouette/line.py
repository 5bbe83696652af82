"""The line, the order of box, captain and crew: how it is first found and how it changes after a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from bot.backgammon import Dice, Seat
from bot.core.shuffling import shuffled

from .options import JoinAt

__all__ = ["Line", "by_dice", "counted", "declined", "joined", "shuffled", "thrown", "turned"]

Line = tuple[Seat, ...]


def thrown(seats: Sequence[Seat], rolls: Iterable[Dice]) -> Iterator[tuple[tuple[Seat, int], ...]]:
    """The throws for the order, in rounds: one die for each seat, then again for each group of ties.

    Two seats share one roll; a die left over is not used. `rolls` must not run out.
    """
    supply = iter(rolls)

    def throw(group: Sequence[Seat]) -> Iterator[tuple[tuple[Seat, int], ...]]:
        dice: list[int] = []
        while len(dice) < len(group):
            dice += next(supply)
        fallen = tuple(zip(group, dice, strict=False))
        yield fallen
        for _, tied in _by_die(fallen):
            if len(tied) > 1:
                yield from throw(tied)

    return throw(seats)


def _by_die(fallen: Iterable[tuple[Seat, int]]) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """Groups of equal dice, the highest first; within a group the order is unchanged."""
    ordered = sorted(fallen, key=lambda each: -each[1])
    for die, group in groupby(ordered, key=lambda each: each[1]):
        yield die, tuple(seat for seat, _ in group)


def by_dice(seats: Sequence[Seat], rolls: Iterable[Dice]) -> Line:
    """The line by dice: the highest is the box, the next one captain, and so on."""
    rounds = thrown(seats, rolls)

    def order(group: Sequence[Seat]) -> Line:
        fallen = next(rounds)
        parts = [order(tied) if len(tied) > 1 else tied for _, tied in _by_die(fallen)]
        return tuple(seat for part in parts for seat in part)

    return order(seats)


def counted(find: Callable[[Iterable[Dice]], Line], roll: Callable[[int], Dice]) -> tuple[Line, tuple[Dice, ...]]:
    """The line that `find` makes of as many rolls as it needs, and these rolls; `roll` gives the n-th, from 1."""
    used: list[Dice] = []

    def supply() -> Iterator[Dice]:
        while True:
            used.append(roll(len(used) + 1))
            yield used[-1]

    return find(supply()), tuple(used)


def turned(line: Line, box: Seat, captain: Seat, winner: Seat) -> Line:
    """The line after a game of `box` against the team of `captain`, when `winner` has the box.

    All others keep their order, including those who did not play.
    """
    first, last = (winner,), () if captain == winner else (captain,)
    if box != winner:
        last = (*last, box)
    rest = tuple(seat for seat in line if seat not in (*first, *last))
    return (*first, *rest, *last)


def declined(line: Line, old_box: Seat, heir: Seat, newcomers: Collection[Seat] = ()) -> Line:
    """The line after its first seat, which has just won the box, declines it: `heir` has it, and the first seat moves
    just ahead of the old box.

    Those of the `newcomers` who stand there already come after it. If the old box has left or is the heir, the first
    seat moves to the end.
    """
    winner = line[0]
    rest = [seat for seat in line if seat not in (winner, heir)]
    place = rest.index(old_box) if old_box in rest else len(rest)
    while old_box in rest and place and rest[place - 1] in newcomers:
        place -= 1
    rest.insert(place, winner)
    return (heir, *rest)


def joined(line: Line, seat: Seat, where: JoinAt) -> Line:
    """The line with a new seat: after its last, the loser, or just before it."""
    return (*line, seat) if where is JoinAt.BEHIND_LOSER else (*line[:-1], seat, *line[-1:])

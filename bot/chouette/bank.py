"""Banks: what everybody has, what a game may cost them, and who can afford to be box.

Balances are whole numbers, never negative. Bets are played at full value; what is paid is found once, when the game is
over. The rules in words: `docs/chouette.md`, “A bank”.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

S = TypeVar("S", bound=Hashable)


def settled_with_bank(bank: Mapping[S, int], box: S, bets: Iterable[tuple[S, int]], line: Sequence[S]) -> dict[S, int]:
    """The balances after a game: nobody pays more than they had, or wins more than they risked.

    `bank`: the balances before it, also of those who only watch. `line`: who played, box first, then the captain and
    the others. `bets`: a member and the points the box won of them, negative if it lost, in any order, at most one a
    member. A bet is cut to what its member has. A box that cannot pay all collects everything and pays in the order of
    the line; one that would win more than it has pays everything and collects in that order until it has twice as much.

    Raises `ValueError` if this is no game: a balance negative or missing, a number not whole, a line that does not
    begin with the box or names somebody twice, a bet of the box or of somebody not in the line, two of one member.
    """
    won = dict(_once(bets))
    _check(bank, box, won, line)
    cut = {member: max(-bank[member], min(bank[member], won.get(member, 0))) for member in line[1:]}
    has, net = bank[box], sum(cut.values())
    if net < -has:
        cut = _shared_out(cut, has, pays=True)
    elif net > has:
        cut = _shared_out(cut, has, pays=False)
    after = dict(bank)
    for member, points in cut.items():
        after[member] -= points
        after[box] += points
    return after


def _once(bets: Iterable[tuple[S, int]]) -> Iterable[tuple[S, int]]:
    """The bets as they are. Raises `ValueError` for two of one member."""
    seen: set[S] = set()
    for member, points in bets:
        if member in seen:
            raise ValueError(f"two bets of {member}")
        seen.add(member)
        yield member, points


def _check(bank: Mapping[S, int], box: S, won: Mapping[S, int], line: Sequence[S]) -> None:
    if not all(type(number) is int for number in (*bank.values(), *won.values())):
        raise ValueError("balances and points are whole numbers")
    if any(balance < 0 for balance in bank.values()):
        raise ValueError("no balance is negative")
    if not line or line[0] != box or len(set(line)) < len(line):
        raise ValueError("the line begins with the box and names everybody once")
    if missing := [each for each in line if each not in bank]:
        raise ValueError(f"no balance of {missing}")
    members = {*line} - {box}
    if strange := [each for each in won if each not in members]:
        raise ValueError(f"bets of {strange}, who are no members")


def _shared_out(cut: Mapping[S, int], has: int, *, pays: bool) -> dict[S, int]:
    """The bets of a box that cannot pay all of them (`pays`), or cannot win all, each still as the box's points.

    First comes what goes in full, the other way; then, in the order of the line, what is left for it.
    """
    sign = -1 if pays else 1
    full = {member: points for member, points in cut.items() if points * sign <= 0}
    left = has - sign * sum(full.values())
    shared: dict[S, int] = {}
    for member, points in cut.items():
        part = min(left, points * sign) if member not in full else 0
        left -= part
        shared[member] = full.get(member, part * sign)
    return shared


def cover(start: int, people: int) -> int:
    """What a box needs for a game of so many people, box included, whose cubes begin at `start`."""
    return start * (people - 1)


def with_cover(line: Sequence[S], balances: Mapping[S, int], needed: Mapping[S, int]) -> tuple[S, ...]:
    """A line with a box and a captain who can afford to be box in front; the rest keeps its order.

    Box is the first who has cover, if nobody has the richest, of equals the first; captain the first of the others who
    has it, else the first. `needed`: what each would need as box.
    """
    if len(line) < 2:
        return tuple(line)
    richest = max(line, key=lambda each: balances[each])
    box = next((each for each in line if balances[each] >= needed[each]), richest)
    others = [each for each in line if each != box]
    captain = next((each for each in others if balances[each] >= needed[box]), others[0])
    return (box, captain, *(each for each in others if each != captain))

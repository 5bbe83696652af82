"""The numbers of every sentence about a play, recomputed without `bot.analysis` and without the moves of the rules.

Plays are found by trying every step in every order on plain lists. Each function below returns the numbers that its
sentence has to have, or fails if what the sentence says is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""Counts of the side that has played or plays (0 off, 25 bar), and of the other one, each by its own points."""


def turned(board: Board) -> Board:
    return board[1], board[0]


def _steps(board: Board, die: int) -> Iterator[Board]:
    own, other = board
    starts = [25] if own[25] else [point for point in range(1, 25) if own[point]]
    for start in starts:
        end = start - die
        if end <= 0:
            if any(own[7:]) or (end < 0 and any(own[start + 1 :])):
                continue
            end = 0
        elif other[25 - end] > 1:
            continue
        mine, theirs = list(own), list(other)
        mine[start] -= 1
        mine[end] += 1
        if end and theirs[25 - end]:
            theirs[25 - end] -= 1
            theirs[25] += 1
        yield tuple(mine), tuple(theirs)


@cache
def after(board: Board, dice: tuple[int, int]) -> frozenset[Board]:
    """All positions that a roll can lead to."""
    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    used: dict[int, set[Board]] = {}
    by_die: dict[int, set[Board]] = {}
    for order in orders:
        level = {board}
        for number, die in enumerate(order, 1):
            level = {each for one in level for each in _steps(one, die)}
            if not level:
                break
            used.setdefault(number, set()).update(level)
            if number == 1:
                by_die[die] = level
    if not used:
        return frozenset([board])
    if max(used) == 1 and dice[0] != dice[1]:
        return frozenset(by_die.get(max(dice)) or by_die[min(dice)])
    return frozenset(used[max(used)])


def rolls_with(board: Board, good: Callable[[Board], bool]) -> int:
    """In how many of the 36 rolls the side to play has a good play."""
    dice = product(range(1, 7), repeat=2)
    return sum(any(good(each) for each in after(board, (max(roll), min(roll)))) for roll in dice)


def pips(side: tuple[int, ...]) -> int:
    return sum(point * count for point, count in enumerate(side))


def contact(board: Board) -> bool:
    rear = [max((point for point in range(26) if side[point]), default=0) for side in board]
    return sum(rear) >= 25


def rear(side: tuple[int, ...]) -> int:
    return sum(side[19:])


def _if(holds: bool, *numbers: int) -> tuple[int, ...]:
    assert holds, "the condition of the sentence is false"
    return numbers


def _in_contact(count: Callable[[Board], int]) -> Callable[[Board], int]:
    return lambda board: count(board) if contact(board) else 0


def _hitting(board: Board) -> int:
    return rolls_with(board, lambda each: each[1][25] > board[1][25])


def _leaving(board: Board) -> int:
    return rolls_with(board, lambda each: rear(each[0]) < rear(board[0]))


def _making(points: tuple[int, ...]) -> Callable[[Board], int]:
    def count(board: Board) -> int:
        missing = [point for point in points if board[0][point] < 2]
        return rolls_with(board, lambda each: any(each[0][point] >= 2 for point in missing))

    return count


def _risk(board: Board) -> int:
    lost = 0
    for roll in product(range(1, 7), repeat=2):
        lost += max(pips(each[1]) - pips(board[1]) for each in after(board, (max(roll), min(roll))))
    return round(lost / 36)


def _entering(board: Board) -> int:
    return rolls_with(board, lambda each: each[0][25] < board[0][25])


def _anchoring(board: Board) -> int:
    return _making((18, 20, 21, 22))(board) if sum(board[0][18:]) > 1 else 0


def _row(board: Board) -> int:
    """The longest row of held points in front of a checker of the other side."""
    own, other = board
    behind = [25 - point for point in range(1, 26) if other[point]]
    rows = [
        length
        for length in range(1, 25)
        for first in range(1, 26 - length)
        if min(behind, default=25) < first and all(own[point] > 1 for point in range(first, first + length))
    ]
    return max(rows, default=0)


def _builders(board: Board) -> int:
    return sum(board[0][point] - 2 * (board[0][point] > 1) for point in range(7, 12))


def _keith(board: Board) -> int:
    own = board[0]
    extra = 2 * max(own[1] - 1, 0) + max(own[2] - 1, 0) + max(own[3] - 3, 0)
    return extra + sum(not own[point] for point in (4, 5, 6))


def _crossovers(board: Board) -> int:
    quarters = (range(7, 13), range(13, 19), range(19, 25), range(25, 26))
    return sum(number * board[0][point] for number, points in enumerate(quarters, 1) for point in points)


def _hits(before: Board, board: Board) -> int:
    return board[1][25] - before[1][25]


Check = Callable[[Board, Board, Board], tuple[int, ...]]


def _more(count: Callable[[Board], int]) -> Check:
    return lambda _, made, right: _if(count(made) > count(right), count(made), count(right))


def _fewer(count: Callable[[Board], int]) -> Check:
    return lambda _, made, right: _if(count(made) < count(right), count(made), count(right))


def _theirs(count: Callable[[Board], int]) -> Callable[[Board], int]:
    return lambda board: count(turned(board))


def _no_hit(before: Board, made: Board, right: Board) -> tuple[int, ...]:
    return _if(_hits(before, made) == 0 < _hits(before, right), pips(right[1]) - pips(made[1]))


def _held(points: tuple[int, ...], *, kept: bool, name: Callable[[int], int] = int) -> Callable[..., set[int]]:
    """The points that the sentence may name."""

    def may(before: Board, made: Board, right: Board) -> set[int]:
        return {
            name(point) for point in points if made[0][point] < 2 <= right[0][point] and (before[0][point] >= 2) is kept
        }

    return may


_OWN, _REAR = (*range(1, 12), 13), tuple(range(18, 25))
NAMING: dict[str, Callable[[Board, Board, Board], set[int]]] = {
    "point not made": _held(_OWN, kept=False),
    "point given up": _held(_OWN, kept=True),
    "anchor not made": _held(_REAR, kept=False, name=lambda point: 25 - point),
    "anchor given up": _held(_REAR, kept=True, name=lambda point: 25 - point),
    "no slot": lambda _, made, right: {
        point for point in (4, 5, 7) if right[0][point] == 1 and not made[0][point]
    },
}  # fmt: skip
"""Sentences that name one of several points."""

NUMBERS: dict[str, Check] = {
    "shots": _more(_theirs(_in_contact(_hitting))),
    "risk": _more(_theirs(_in_contact(_risk))),
    "no hit": _no_hit,
    "hits fewer": lambda before, made, right: _if(
        0 < _hits(before, made) < _hits(before, right), _hits(before, made), _hits(before, right)
    ),
    "enters": lambda before, made, right: _if(
        made[1][25] == right[1][25] > 0 and _entering(turned(made)) > _entering(turned(right)),
        _entering(turned(made)),
        _entering(turned(right)),
    ),
    "prime": lambda before, made, right: _if(_row(right) > max(2, _row(made)), _row(made), _row(right)),
    "they escape": _more(_theirs(_in_contact(_leaving))),
    "escapes": lambda before, made, right: _if(
        rear(made[0]) > 0 and _in_contact(_leaving)(made) < _in_contact(_leaving)(right),
        _in_contact(_leaving)(made),
        _in_contact(_leaving)(right),
    ),
    "aims": _fewer(_in_contact(_hitting)),
    "prepares": _fewer(_in_contact(_making((3, 4, 5, 6, 7)))),
    "they anchor": _more(_theirs(_in_contact(_anchoring))),
    "they make a point": _more(_theirs(_in_contact(_making((3, 4, 5, 6, 7))))),
    "buried": _more(lambda board: board[0][1] + board[0][2]),
    "stacked": _more(lambda board: max(board[0][1:25])),
    "races behind": lambda before, made, right: _if(
        not contact(made) and contact(right) and pips(made[0]) > pips(made[1]), pips(made[0]) - pips(made[1])
    ),
    "stays in contact": lambda before, made, right: _if(
        contact(made) and not contact(right) and pips(right[0]) < pips(right[1]), pips(right[1]) - pips(right[0])
    ),
    "back": _more(lambda board: rear(board[0])),
    "home blots": _more(lambda board: board[0][1:7].count(1)),
    "rear blots": _more(lambda board: board[0][19:25].count(1)),
    "builders": _fewer(_builders),
    "attackers": lambda before, made, right: _if(
        all(rear(each[1]) and max(each[1][point] for point in (18, 20, 21, 22)) < 2 for each in (made, right))
        and sum(made[0][1:13]) < sum(right[0][1:13]),
        sum(made[0][1:13]),
        sum(right[0][1:13]),
    ),
    "off": _fewer(lambda board: board[0][0]),
    "waste": lambda before, made, right: _if(
        not contact(made) and not contact(right) and _keith(made) > _keith(right), _keith(made), _keith(right)
    ),
    "outside": lambda before, made, right: _if(
        not contact(made) and not contact(right) and sum(made[0][7:]) > sum(right[0][7:]),
        sum(made[0][7:]),
        sum(right[0][7:]),
    ),
    "crossovers": lambda before, made, right: _if(
        not contact(made) and not contact(right) and _crossovers(made) > _crossovers(right),
        _crossovers(made),
        _crossovers(right),
    ),
}

"""Texts of `/pips` and `/fairness` facts: a race, the rolls of a game. Chances are in `odds_words`, topics in `topics`.

Tables are monospaced and narrow enough for a phone; column meanings are above them, because their length differs by
language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from bot import limits
from bot.backgammon import Dice, Illegal, Position, Side, Xgid
from bot.backgammon.odds import RaceFault, Thorp, thorp
from bot.screens.faces import board_face
from bot.screens.names import bold_names
from bot.screens.reference.faults import FactFault
from bot.screens.reference.figures import block, number
from bot.screens.refusal_words import refusal_words
from bot.tables.board_game import board_of
from bot.tables.table import Table
from bot.texts import Texts

#: Characters of a monospaced line on a phone.
WIDTH = 34

_ID = re.compile(r"([0-9a-z]{6})(?:-([1-9][0-9]{0,4}))?")


# A race


def race_words(table: Table, t: Texts) -> str:
    """Pip counts and, in a pure race, Thorp's counts and advice; else why there are none."""
    face, state = board_face(table), board_of(table.state)
    board = state.board
    names = bold_names(table)
    turn = board.turn or Side.WHITE
    who, other = names(face.sides(state)[turn]), names(face.sides(state)[turn.other])
    if state.over:
        return "\n".join([*_pips(board.position, who, other, t), t(RaceFault.OVER.value)])
    return _race(board.position, who, other, face.reservations(state, turn, names, t), t, rolled=board.dice is not None)


def position_race_words(xgid: Xgid, t: Texts) -> str:
    """The same of a position without a table."""
    position = xgid.position.mirrored() if xgid.turn is Side.BLACK else xgid.position
    who, other = f"**{t('the side on roll')}**", f"**{t('the other side')}**"
    heads = t("**On roll**"), t("**The other side**")
    return _race(position, who, other, (), t, rolled=xgid.dice is not None, heads=heads)


def _race(
    position: Position,
    who: str,
    other: str,
    beside: Sequence[str],
    t: Texts,
    *,
    rolled: bool,
    heads: tuple[str, str] | None = None,
) -> str:
    """Both counts of a race, `who` being on roll; `beside`: what else matters of the cube. `heads`: the sides as a line
    begins with them, if that is not as within one.
    """
    pips = _pips(position, *(heads or (who, other)), t)
    try:
        count = thorp(position)
    except Illegal as error:
        return "\n".join([*pips, refusal_words(error, t)])
    thorps = [t("Thorp count {count}", count=number(value, t)) for value in (count.roller, count.opponent)]
    lines = [f"{side}, {counted}" for side, counted in zip(pips, thorps, strict=True)]
    lines += [*_advice(count, who, other, t), *beside]
    if rolled:
        lines.append(t("It holds before the roll that lies on the board."))
    lines.append(
        t(
            "-# Pips, 2 more for each checker left and 1 for each on the ace point, 1 less for each occupied home "
            "point; of the side on turn a tenth more if that is above 30."
        )
    )
    return "\n".join(lines)


def _pips(position: Position, who: str, other: str, t: Texts) -> list[str]:
    return [
        t.many("{who}: {number} pip", "{who}: {number} pips", count, who=side)
        for side, count in zip((who, other), position.pips, strict=True)
    ]


def _advice(count: Thorp, who: str, other: str, t: Texts) -> list[str]:
    return [
        t("Cube in the middle: {who} should double.", who=who)
        if count.double
        else t("Cube in the middle: {who} should not double yet.", who=who),
        t("Cube with {who}: redouble.", who=who)
        if count.redouble
        else t("Cube with {who}: do not redouble yet.", who=who),
        t("If doubled, {who} should take.", who=other)
        if count.take
        else t("If doubled, {who} should drop.", who=other),
    ]


def parse_game(text: str) -> tuple[str, int | None]:
    """Table and number of the game, None for the whole table. Raises `Illegal` for an impossible id."""
    # Also a typed option of a list, or a table without a number yet.
    found = _ID.fullmatch(text.partition("·")[0].strip(" `").removesuffix("-").lower())
    if found is None:
        raise Illegal(FactFault.NOT_AN_ID, text=text)
    return found[1], int(found[2]) if found[2] else None


def rolls_words(table: str, game: int, rolls: Sequence[tuple[int, Dice]], t: Texts) -> list[str]:
    """All rolls of a game as a list, in as many messages as needed."""
    width = len(str(rolls[-1][0])) if rolls else 1
    cells = [f"{number:>{width}} {first}-{second}" for number, (first, second) in rolls]
    lines = ["  ".join(row) for row in _chunks(cells, (WIDTH + 2) // (width + 6))]
    caption = t(
        "**Rolls of game `{game}`**: number and dice, in an opening roll first the die of who sits at the bottom",
        game=f"{table}-{game}",
    )
    # Every line is at most `WIDTH` and a line break long; the caption and the fences take the rest.
    pages = _chunks(lines, (limits.MESSAGE - len(caption) - 10) // (WIDTH + 1))
    return [f"{caption}\n{block(page)}" if not number else block(page) for number, page in enumerate(pages)]


# Shared


_Item = TypeVar("_Item")


def _chunks(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    return [items[index : index + size] for index in range(0, len(items), size)]

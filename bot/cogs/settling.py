"""Offering a settlement, by command or behind More, with questions for missing details."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from math import isfinite

import discord

from bot.backgammon import Foreign, Illegal, Seat, TableFault
from bot.cogs.context import Context, moved_on, number_in
from bot.cogs.worth import with_worth
from bot.screens.buttons import Item, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.names import label_names
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.table import Table

#: Most characters of points, without a minus.
_DIGITS = 6
#: Points as they are typed, and in the buttons of a choice: sign, whole, half.
_POINTS = re.compile(r"(-)?(?=[\d½.])(\d*)(½|\.5)?(?:\.0)?")


async def settle(
    ctx: Context,
    table: Table,
    points: int | Fraction,
    whom: Collection[Seat] | None = None,
    winners: Collection[Seat] | None = None,
    question: int | None = None,
) -> None:
    """Offer to settle for this many points. Asks for the opponent, or the winner at zero, if they are needed and
    missing. Raises as `Desk.act`.
    """
    state, seat = table.state, table.seat_of(ctx.user)
    if state is not None and seat is not None:
        others = list(board_face(table).settles_with(state, seat) if whom is None else whom)
        number = question or state.table_question
        if whom is None and len(others) > 1:
            await _ask_with_whom(ctx, table, others, Press("settle_for", table.id, number, f"{float(points):g}"))
            return
        unnamed = not points and winners is None and len(others) == 1
        if unnamed and await _ask_who_won(ctx, table, seat, others[0], number):
            return
    intent = intents.settle(points, whom, winners)
    await ctx.act(await with_worth(ctx, table, intent), table=table.id, question=question)


async def _ask_with_whom(ctx: Context, table: Table, others: Collection[Seat], press: Press) -> None:
    names = label_names(table)
    options = [choice(label=names(each), value=str(each)) for each in others]
    asked = ctx.t("With whom do you settle?")
    await ctx.aside(asked, view([select(asked, press, options)]), passing=True)


async def _ask_who_won(ctx: Context, table: Table, seat: Seat, other: Seat, question: int) -> bool:
    """Ask for the winner of a settlement at zero; False where the rules need none."""
    names, winners = label_names(table), board_face(table).winners_at_nothing(table.state, seat, other)
    if not winners:
        return False
    items: list[Item] = [
        button(names(each), Press("settle_even", table.id, question, f"{other}-{each}")) for each in winners
    ]
    asked = ctx.t("Nobody pays. Who counts as having won? That may decide who has the box.")
    await ctx.aside(asked, view(items), passing=True)
    return True


async def press_settle_with(ctx: Context) -> None:
    """The button Settle with several possible opponents."""
    table = await ctx.table()
    seat = table.seat_of(ctx.user)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    others = board_face(table).settles_with(table.state, seat) if table.state else ()
    if not others:
        raise moved_on()
    await _ask_with_whom(ctx, table, others, Press("settle", table.id, ctx.press.question))


def settlement(ctx: Context) -> discord.ui.Modal:
    """The modal for the points of a settlement."""
    t = ctx.t
    field = discord.ui.TextInput(custom_id="points", max_length=_DIGITS, placeholder="2, -1 …")
    whom = ctx.press.extra or ctx.chosen
    asked = t("Points you receive (minus: you pay)")
    return form(t("Settle the game"), Press("settle", ctx.press.table, ctx.press.question, whom), asked, field)


async def take_settlement(ctx: Context) -> None:
    """Submit the points."""
    whom = (int(ctx.press.extra),) if ctx.press.extra.isdecimal() else None
    await settle(ctx, await ctx.table(), _points(ctx.typed), whom, question=ctx.press.question)


async def press_settle_for(ctx: Context) -> None:
    """An opponent was chosen for known points."""
    whom, table = number_in(ctx.chosen), await ctx.table()
    await settle(ctx, table, _points(ctx.press.extra), (whom,), question=ctx.press.question)


async def press_settle_even(ctx: Context) -> None:
    """Settle at zero, with opponent and winner."""
    other, _, winner = ctx.press.extra.partition("-")
    whom, winners = (number_in(other),), (number_in(winner),)
    await settle(ctx, await ctx.table(), 0, whom, winners, question=ctx.press.question)


def halves(points: float) -> int | Fraction:
    """Typed points. Raises `Illegal` for what is neither whole nor half; whether halves are allowed, a table knows."""
    if not isfinite(points) or 2 * points != int(2 * points):
        raise Illegal(TableTrouble.NOT_POINTS)
    return int(points) if points == int(points) else Fraction(points)


def _points(typed: str) -> int | Fraction:
    """Parse points, such as 2, −1½ or 0.5. Raises `Illegal`."""
    text = typed.strip().replace("−", "-").replace("–", "-").replace(",", ".").lstrip("+")
    found = _POINTS.fullmatch(text)
    if found is None or len(text.removeprefix("-")) > _DIGITS:
        raise Illegal(TableTrouble.NOT_POINTS)
    sign, whole, half = found.groups()
    points = Fraction(int(whole or 0)) + (Fraction(1, 2) if half else 0)
    return halves(float(-points if sign else points))

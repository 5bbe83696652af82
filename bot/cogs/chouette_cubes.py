"""Several cubes at once: the selects of the box and the lone taker."""

from __future__ import annotations

from collections.abc import Iterable

from bot.backgammon import Foreign, Illegal, Reply, Seat, TableFault
from bot.chouette import ChouetteFault, Session
from bot.cogs.acting import act_plainly
from bot.cogs.context import Context, moved_on
from bot.cogs.verbs import request
from bot.core.actions import BetIndex
from bot.tables.chouette import intents
from bot.tables.chouette.bets_meant import answerable

_LETTERS = {reply.value[0]: reply for reply in Reply}
#: Maximum digits of a seat or bet.
_DIGITS = 3


async def press_double_to(ctx: Context) -> None:
    """The box doubles the chosen members."""
    chosen = (each for value in ctx.all_chosen for each in value.split("."))
    seats = tuple(int(each) for each in chosen if _is_number(each))
    await act_plainly(ctx, request("double", seats), question=ctx.press.question)


async def press_answers(ctx: Context) -> None:
    """The box takes the chosen cubes and drops its others."""
    table = await ctx.table()
    session, seat = table.state, table.seat_of(ctx.user)
    if not isinstance(session, Session) or session.question != ctx.press.question:
        raise moved_on()
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    said = [
        (int(value[:-1]), _LETTERS[value[-1]])
        for value in ctx.all_chosen
        if _is_number(value[:-1]) and value[-1] in _LETTERS
    ]
    chosen, mine = dict(said), answerable(session, seat)
    if twice := tuple(bet for bet in mine if sum(bet == each for each, _ in said) > 1):
        raise Illegal(ChouetteFault.TWO_ANSWERS, names=_doublers(session, twice))
    replies = {bet: chosen.get(bet, Reply.DROP) for bet in mine}
    if not replies:
        raise Foreign(TableFault.NO_OFFER)
    await act_plainly(ctx, request("answers", replies), question=ctx.press.question)


def _doublers(session: Session, bets: Iterable[BetIndex]) -> tuple[Seat, ...]:
    """The seats whose cubes these are."""
    assert session.game.exchange is not None
    side = session.game.exchange.offer.answerer.other
    return tuple(session.game.bets[bet].seat(side) for bet in bets)


async def press_extras(ctx: Context) -> None:
    """The lone taker stays in, but refuses some extras, or drops some at once."""
    chosen = {value for value in ctx.all_chosen if _is_number(value[1:])}
    seats = (await ctx.table()).people.seats
    refused, dropped = (tuple(sorted(int(value[1:]) for value in chosen if value[0] == way)) for way in "rd")
    if twice := tuple(seat for seat in refused if seat in dropped and seat < len(seats)):
        raise Illegal(ChouetteFault.TWO_ANSWERS, names=twice)
    await ctx.act(intents.extras(True, refused, dropped), question=ctx.press.question)


async def turn_auto_pass(ctx: Context, table: str | None = None) -> None:
    """Toggle the automatic pass; the new state is told ephemerally. `table` as in `Context.acted`."""
    outcome = await ctx.acted(intents.auto_pass(), table=table, question=None if table else ctx.press.question)
    seat = outcome.table.seat_of(ctx.user)
    assert seat is not None
    if outcome.table.state_of(Session).players[seat].auto_pass:
        said = ctx.t("The captain need not wait for you; you may still double before the roll.")
    else:
        said = ctx.t("The captain waits for you wherever you may double.")
    await ctx.show(outcome, said)


async def press_paid(ctx: Context) -> None:
    """Mark a payment as made."""
    if not ctx.press.extra.isdecimal():
        raise Illegal(ChouetteFault.NOT_YOUR_PAYMENT)
    await ctx.act(intents.paid(int(ctx.press.extra)), question=ctx.press.question)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _DIGITS

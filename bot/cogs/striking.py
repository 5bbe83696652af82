"""`/ladder strike` and `/ladder restore`: whoever manages the server is asked once more, and then decides it."""

from __future__ import annotations

from bot.backgammon import Illegal
from bot.cogs.context import Context, moved_on
from bot.screens.ladder.strike_words import asked_view, asked_words, decided_words, reason_of
from bot.tables.faults import LadderFault
from bot.tables.judging import Case, Judge, checksum


async def ask(ctx: Context, table: str, game: int | None, reason: str, *, restoring: bool) -> None:
    """Which games are struck by that, or if `restoring`, count again? Nothing is stored before it is confirmed. Raises
    `Foreign` for who may not."""
    games, reason = await _found(ctx, table, game, restoring=restoring), " ".join(reason.split())
    if not reason:
        raise Illegal(LadderFault.NO_REASON)
    words = asked_words(games, reason, ctx.t, restoring=restoring)
    await ctx.aside(words, asked_view(games, game, ctx.t, restoring=restoring))


async def press_decided(ctx: Context) -> None:
    """It is confirmed."""
    if ctx.pressed is None:
        raise moved_on()
    table, game, reason = ctx.press.table, ctx.press.question or None, reason_of(ctx.pressed.content)
    restoring = ctx.press.verb == "restore"
    games = await _found(ctx, table, game, restoring=restoring)
    # Another one has ended, or somebody else has decided: these were not confirmed.
    if ctx.press.extra != checksum(games):
        await ask(ctx, table, game, reason, restoring=restoring)
        return
    ruling = await _judge(ctx, restoring).decide(ctx.guild, games, reason, ctx.user, ctx.services.now())
    await ctx.aside(decided_words(table, ruling, ctx.t, restoring=restoring))


async def _found(ctx: Context, table: str, game: int | None, *, restoring: bool) -> tuple[Case, ...]:
    ctx.check_manages(LadderFault.NOT_A_MANAGER)
    games = await _judge(ctx, restoring).games(ctx.guild, table, game, ctx.user)
    if not games:
        shown = table if game is None else f"{table}-{game}"
        raise Illegal(LadderFault.NOTHING_TO_RESTORE if restoring else LadderFault.NOTHING_TO_STRIKE, game=shown)
    return games


def _judge(ctx: Context, restoring: bool) -> Judge:
    services = ctx.services
    return Judge(services.store, services.ladders, services.leagues, restoring=restoring)

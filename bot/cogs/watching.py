"""`/ladder watch`: whom the ratings of this season come from, for whoever manages the server."""

from __future__ import annotations

from bot.cogs.context import Context
from bot.screens.ladder.watch_words import watch_words
from bot.tables.faults import LadderFault
from bot.tables.watching import gains_of


async def show_watch(ctx: Context) -> None:
    """Those who have gained most of it from one opponent. Raises `Foreign` for who may not see that."""
    ctx.check_manages(LadderFault.NOT_A_MANAGER)
    guild = ctx.guild
    way = await ctx.services.ladders.way(guild)
    season = way.season(ctx.services.now())
    async with ctx.lookup() as pool:
        gains = await gains_of(ctx.services.store, pool, guild, way, season)
    numbers = sorted({gain.player for gain in gains} | {each.opponent for gain in gains for each in gain.sources})
    people = dict(zip(numbers, await ctx.services.store.ladder.people(guild, numbers), strict=True))
    await ctx.aside(watch_words(gains, people, season, ctx.t))

"""`/ladder watch`: whom the ratings of this season come from, for whoever manages the server."""

from __future__ import annotations

from bot.cogs.ladder_pages import guild_of
from bot.cogs.services import Services
from bot.cogs.striking import check_manages
from bot.screens.answer import Answer
from bot.screens.ladder.watch_words import watch_words
from bot.tables.watching import gains_of


async def show_watch(services: Services, answer: Answer) -> None:
    """Those who have gained most of it from one opponent. Raises `Foreign` for who may not see that."""
    check_manages(answer)
    guild = guild_of(answer)
    way = await services.ladders.way(guild)
    season = way.season(services.now())
    async with services.lookups.turn(answer.interaction) as folder:
        gains = await gains_of(services.store, folder, guild, way, season)
    numbers = sorted({gain.player for gain in gains} | {each.opponent for gain in gains for each in gain.sources})
    people = dict(zip(numbers, await services.store.ladder.people(guild, numbers), strict=True))
    await answer.aside(watch_words(gains, people, season, answer.t))

"""Games against the computer in a direct message with the bot: the open ones, the way back to each, and the rest."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.cogs.all_games import all_games_items
from bot.cogs.context import Context
from bot.cogs.lookup import find_table
from bot.cogs.places import WITH_US
from bot.cogs.verbs import Verb
from bot.ladder.facts import Fact
from bot.screens.direct_words import direct_view, direct_words
from bot.screens.ladder.game_words import points
from bot.tables.ladder_pages import ROWS, GamePage, ListedGame


async def show_direct_games(ctx: Context, number: int = 0) -> None:
    """Send a page of one's finished games there, below those that are open."""
    games, user = ctx.services.direct_games, ctx.user
    running, ended = await games.open_ones(user), await games.ended(user)
    last = max(0, -(-len(ended) // ROWS) - 1)
    first = min(number, last) * ROWS
    found = await games.facts(ended[first:][:ROWS])
    page = GamePage(user, min(number, last), len(ended), tuple(map(_listed, found, range(len(found)))))
    zone = ZoneInfo((await ctx.settings()).time_zone)
    days = {game.number: datetime.fromtimestamp(game.fact.ended_at, zone).date() for game in page.games}
    whole = await all_games_items(ctx, page)
    await ctx.aside(direct_words(running, page, ctx.t), direct_view(running, page, days, ctx.t, whole))


def _listed(fact: Fact, number: int) -> ListedGame:
    computers = dict(fact.computers)
    (seat,) = {seat for seat, _ in fact.account.roles} - set(computers)
    return ListedGame(number=number, fact=fact, seat=seat, people=dict.fromkeys(computers))


async def direct_record(ctx: Context) -> tuple[int, int]:
    """How many of one's games there were won, and how many lost."""
    games = ctx.services.direct_games
    won = [points(_listed(fact, 0)) for fact in await games.facts(await games.ended(ctx.user))]
    return sum(each > 0 for each in won), sum(each < 0 for each in won)


async def press_go_on(ctx: Context) -> None:
    """Back to an open game: its board comes again at the bottom, and what is typed here is meant for it."""
    table = await find_table(ctx)
    await ctx.acknowledge()
    await ctx.post_again(await ctx.services.direct_games.go_on(ctx.user, table.channel, table.id))


VERBS = (Verb("direct_go", press=press_go_on, private=True, logged="board", where=WITH_US),)

"""`/profile` outside of servers: how one stands in training, and one's profile in a server of one's own."""

from __future__ import annotations

import asyncio

from bot import limits
from bot.cogs.context import Context, moved_on, number_in
from bot.cogs.direct import direct_record
from bot.cogs.ladder_pages import profile_message
from bot.cogs.places import BUT_GROUPS
from bot.cogs.training import today
from bot.cogs.verbs import Verb
from bot.screens.buttons import view
from bot.screens.discord_errors import attempt
from bot.screens.ladder.own_words import own_words, servers_item
from bot.tables.own_servers import own_servers


async def show_own_profile(ctx: Context) -> None:
    """Send what one has come to outside of servers, with one's servers to choose from."""
    servers = await _servers(ctx)
    kept = await ctx.services.training.read(ctx.user)
    words = own_words(kept, await today(ctx), await direct_record(ctx), ctx.t)
    await ctx.aside(words, view([servers_item(servers, ctx.t)] if servers else []))


async def press_server(ctx: Context) -> None:
    """A server was chosen: one's own profile there. Raises `Stale` for another one than one's own."""
    await ctx.acknowledge()
    guild, servers = number_in(ctx.chosen), await _servers(ctx)
    if guild not in servers:
        raise moved_on()
    words, file = await profile_message(ctx, guild, ctx.user, await ctx.theme(), ctx.t)
    await ctx.aside(f"**{servers[guild]}**\n{words}", view([servers_item(servers, ctx.t, guild)]), file)


async def _servers(ctx: Context) -> dict[int, str]:
    """The user's servers in which the bot is, with their names."""
    services = ctx.services
    guilds = (await own_servers(services.store, services.repository, services.preferences, ctx.user))[: limits.CHOICES]
    names = await asyncio.gather(*(_name(ctx, guild) for guild in guilds))
    return {guild: name for guild, name in zip(guilds, names, strict=True) if name}


async def _name(ctx: Context, guild: int) -> str:
    """The name of a server; empty if the bot is not there. Another process may serve it."""
    client = ctx.interaction.client
    known = client.get_guild(guild) or await attempt(lambda: client.fetch_guild(guild, with_counts=False))
    return known.name if known else ""


VERBS = (Verb("profile_in", press=press_server, private=True, logged="profile", where=BUT_GROUPS),)

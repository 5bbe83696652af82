"""`/waiting`: what waits for whoever asks, over all servers, and the way to the next of it."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs.context import Context, ServingCog, answered, number_in
from bot.cogs.places import BUT_GROUPS, WITH_US, usable
from bot.cogs.verbs import Verb
from bot.screens.waiting_words import next_screen, waiting_view, waiting_words
from bot.tables.table import Table


class WaitingCommands(ServingCog):
    """The list of what waits."""

    @app_commands.command(description=locale_str("What waits for you: games, matches of leagues, answers"))
    @usable(BUT_GROUPS)
    @answered
    async def waiting(self, ctx: Context) -> None:
        await show_waiting(ctx)


async def show_waiting(ctx: Context, number: int = 0) -> None:
    """A page of it, for nobody else."""
    page = await ctx.services.waiting.page(ctx.user, number)
    client = ctx.interaction.client

    def server(guild: int) -> str:
        known = client.get_guild(guild)
        return known.name if known else "" if guild else ctx.t("Direct message with me")

    here = ctx.guild if ctx.place in WITH_US else None
    words = waiting_words(page, here, server, ctx.t, await ctx.room())
    await ctx.aside(words, waiting_view(page, ctx.t))


async def press_waiting(ctx: Context) -> None:
    """Another page, or the same one as it is by now."""
    await show_waiting(ctx, number_in(ctx.press.extra.removeprefix("to")))


async def lead_on(ctx: Context, done: Table) -> None:
    """Somebody has played by the private message that was pressed: it leads to the next table that waits for them, or
    goes if none does."""
    following = await ctx.services.waiting.next_for(ctx.user, done.id)
    if following is None:
        await ctx.remove()
    else:
        await ctx.aside(*next_screen(following, ctx.t), passing=True)


VERBS = (Verb("waiting", press=press_waiting, private=True, where=BUT_GROUPS),)

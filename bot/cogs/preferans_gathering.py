"""Opening and gathering for a sheet of Preferans. The commands are in `preferans`."""

from __future__ import annotations

import asyncio

from bot.cogs.context import Context
from bot.cogs.gathering import Opening, check_may_begin_again, open_gathering, show_gathering, show_left
from bot.cogs.services import Services
from bot.cogs.table_setup import tell_word
from bot.preferans.sheet import Options
from bot.screens.preferans.option_words import title_words
from bot.tables.preferans.gathering import Gathering
from bot.tables.table import Stage, Table
from bot.texts import N_


def gathering(services: Services) -> Gathering:
    """The repository of gatherings; it is stateless."""
    return Gathering(services.store, services.repository, services.preferences, services.desk, services.now)


async def open_again(ctx: Context, before: Table) -> None:
    """Open another sheet with the same convention. Raises `Foreign` or `Illegal`."""
    check_may_begin_again(ctx, before)
    await open_sheet(ctx, before.setup_of(Options), thread=False)


async def open_sheet(ctx: Context, options: Options, *, thread: bool) -> None:
    """Open a sheet, here or in a thread."""
    people, t = gathering(ctx.services), await ctx.server_texts()
    opening = Opening(
        gatherings=people,
        opens=lambda channel, name: people.open(ctx.guild, channel, ctx.person, options, name, ctx.receipt),
        title=title_words(options, t),
        beside=N_("With `thread` you can open a sheet beside it."),
        there=N_("The sheet is in {thread}."),
        failed=N_("The sheet could not be posted: {reason}."),
    )
    await open_gathering(ctx, opening, thread=thread)


async def press_join(ctx: Context) -> None:
    """The button Join; with the last player the sheet begins."""
    outcome = await gathering(ctx.services).join(ctx.channel, ctx.press.table, ctx.person, ctx.receipt)
    joined = outcome.table
    if joined.stage is Stage.OPEN:
        await asyncio.gather(show_gathering(ctx, joined), ctx.serve(joined, apart=True))
        return
    # The message has the server's language until the sheet begins.
    rules = (await ctx.server_texts())("Rules")
    told = ctx.t("You have joined. The rules are under **{rules}**.", rules=rules)
    await show_gathering(ctx, joined, [told])


async def press_leave(ctx: Context) -> None:
    outcome = await gathering(ctx.services).leave(ctx.channel, ctx.press.table, ctx.person, ctx.receipt)
    await show_left(ctx, outcome, ctx.t("You are off the sheet."))


async def call_off(ctx: Context, table: str) -> None:
    """Call the gathering off."""
    outcome = await gathering(ctx.services).call_off(ctx.channel, table, ctx.person, ctx.moderates, ctx.receipt)
    await show_left(ctx, outcome, ctx.t("Done."))


async def take_word(ctx: Context) -> None:
    """Submit a word."""
    await gathering(ctx.services).give_word(ctx.channel, ctx.press.table, ctx.person, ctx.typed, ctx.receipt)
    await tell_word(ctx)

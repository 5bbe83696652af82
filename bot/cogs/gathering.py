"""The message of a gathering: posted, kept up to date, and answered for, in any game. Each game has its conditions in
modules of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import discord

from bot.cogs.context import Context
from bot.cogs.table_setup import missing_permissions, open_thread, publish
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal
from bot.screens.challenge_words import rules_pages
from bot.screens.discord_errors import attempt
from bot.screens.faces import face_of
from bot.screens.fitting import unbroken
from bot.tables.appointments import Appointment
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.gathering import Gatherings
from bot.tables.repository import Outcome
from bot.tables.table import Stage, Table

_NOBODY = discord.AllowedMentions.none()


class Opening(NamedTuple):
    """What a gathering opens: `opens` makes its table in a channel, under an id. `title` of a thread. Texts: `beside`
    offers a thread, `there` links to it, `failed` explains a failed post. `begins`: when it begins by itself.
    """

    gatherings: Gatherings
    opens: Callable[[int, str], Awaitable[Table]]
    title: str
    beside: str
    there: str
    failed: str
    begins: Appointment | None = None


def check_may_begin_again(ctx: Context, before: Table) -> None:
    """Check that the user has sat at a finished table and may begin again. Raises `Foreign` or `Illegal`."""
    if before.seat_of(ctx.user) is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)


async def open_gathering(ctx: Context, opening: Opening, *, thread: bool) -> None:
    """Open a gathering, here or in a thread."""
    if missing := missing_permissions(ctx, thread=thread):
        await ctx.say(missing)
        return
    channel, gatherings = ctx.channel, opening.gatherings
    try:
        name = await gatherings.admit(ctx.guild, ctx.person, ctx.receipt, None if thread else channel, opening.begins)
        if thread:
            await ctx.acknowledge()
            made = await open_thread(ctx, opening.title)
            if made is None:
                await gatherings.given_up(ctx.guild, ctx.person, name)
                return
            channel = made.id
        table = await opening.opens(channel, name)
    except Illegal as error:
        if error.reason is not ChallengeFault.HELD:
            raise
        await ctx.say(" ".join((ctx.t(ChallengeFault.HELD.value), ctx.t(opening.beside))))
        return
    # Without its message nobody can join.
    if await publish(ctx, table, opening.failed) and thread:
        await ctx.say(ctx.t(opening.there, thread=f"<#{channel}>"))


async def show_gathering(ctx: Context, table: Table, said: Sequence[str] = ()) -> None:
    """Update the message and answer the user who changed it; `said` is ephemeral.

    Concurrent updates are serialised, each with the current table, so that the last shown version is the newest.
    """
    if not ctx.pressed_public:
        for page in said:
            await ctx.say(page)
    # Once it has begun, the table's current message is the board.
    message = table.screen.message
    t, face = await ctx.server_texts(), face_of(table)
    async with ctx.services.presenter.lobby_turn(table.id):
        table = await ctx.services.repository.load(table.channel, table.id) or table
        words, buttons = face.gathering_words(table, t), face.gathering_buttons(table, t)
        if ctx.pressed_public:
            await ctx.change(words, buttons)
        elif message:
            await _edit(ctx, table, message, words, buttons)
    if ctx.pressed_public:
        for page in said:
            await ctx.say(page)


async def _edit(ctx: Context, table: Table, message: int, words: str, buttons: discord.ui.View) -> None:
    channel = ctx.interaction.client.get_partial_messageable(table.channel, guild_id=table.about.guild)
    gathered = channel.get_partial_message(message)
    await attempt(lambda: gathered.edit(content=unbroken(words), view=buttons, allowed_mentions=_NOBODY))


async def show_left(ctx: Context, outcome: Outcome, said: str) -> None:
    """Show that a player has left, or that the gathering is over."""
    await ctx.services.lifecycle.after(outcome.table)
    await show_gathering(ctx, outcome.table, [said])


async def tell_rules(ctx: Context, table: Table | None = None) -> None:
    """Send all rules of a table, by default that of the pressed button."""
    table = table or await ctx.table()
    for page in rules_pages(face_of(table).terms(table, ctx.t)):
        await ctx.say(page)

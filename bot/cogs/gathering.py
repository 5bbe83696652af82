"""The message under which people gather before they play: posted, kept up to date, and answered for, whatever the game
is. What each game asks of those who gather is in modules of its own.
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
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.gathering import Gatherings
from bot.tables.repository import Outcome
from bot.tables.table import Stage, Table

_NOBODY = discord.AllowedMentions.none()


class Opening(NamedTuple):
    """What people shall gather for: `opens` makes its table in a channel, under an id. `title` of a thread. Texts:
    `beside` says that it can be in one, `there` in which it is, `failed` why it could not be posted."""

    gatherings: Gatherings
    opens: Callable[[int, str], Awaitable[Table]]
    title: str
    beside: str
    there: str
    failed: str


def check_may_begin_again(ctx: Context, before: Table) -> None:
    """Who has sat at a table that is over may open another by its rules. Raises `Foreign` or `Illegal`."""
    if before.seat_of(ctx.user) is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)


async def open_gathering(ctx: Context, opening: Opening, *, thread: bool) -> None:
    """Have people gather, here or in a thread."""
    if missing := missing_permissions(ctx, thread=thread):
        await ctx.say(missing)
        return
    channel, gatherings = ctx.channel, opening.gatherings
    try:
        name = await gatherings.admit(ctx.guild, ctx.person, ctx.receipt, None if thread else channel)
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
    """Bring the message up to date and answer whoever has changed it; `said` is for them alone.

    Of several who change it at once each shows it in turn, as it is by then: so what is shown last is the newest.
    """
    if not ctx.pressed_public:
        for page in said:
            await ctx.say(page)
    # When it has begun, the message of the table as it is by then is the board.
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
    """Somebody has left, or nobody gathers any more."""
    await ctx.services.lifecycle.after(outcome.table)
    await show_gathering(ctx, outcome.table, [said])


async def tell_rules(ctx: Context, table: Table | None = None) -> None:
    """All rules of a table, for whoever asks: of the one under which they have pressed, or of a named one."""
    table = table or await ctx.table()
    for page in rules_pages(face_of(table).terms(table, ctx.t)):
        await ctx.say(page)

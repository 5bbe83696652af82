"""What `/help` and its buttons do: one private message, which turns from topic to topic."""

from __future__ import annotations

import discord

from bot.backgammon import Refused
from bot.cogs.context import Context, moved_on, number_in
from bot.screens.face import Shown
from bot.screens.reference.help_words import help_topics, help_view


async def show_help(ctx: Context) -> None:
    """The first topic, for whoever asks."""
    words, shown, file = await _topic(ctx, 0)
    await ctx.say(words, shown, file)


async def press_help(ctx: Context) -> None:
    """A button of it: another topic in the same message. Raises `Stale` for one that there is no more."""
    await ctx.change(*await _topic(ctx, number_in(ctx.press.extra)))


async def _shown(ctx: Context) -> Shown:
    """The languages of the buttons that are seen here: of a board those under the one there is, else those of a game of
    the reader's own, such as against the computer."""
    presenter = ctx.services.presenter
    try:
        table = await ctx.held()
    except Refused:  # of a newer bot, which has its own help
        table = None
    if table is not None and table.state is not None:
        board = await presenter.texts_at(table)
    else:
        board = await presenter.texts_among(ctx.guild, [ctx.user])
    return Shown(await ctx.server_texts(), board)


async def _topic(ctx: Context, number: int) -> tuple[str, discord.ui.View, discord.File]:
    topics = help_topics(await ctx.theme(), ctx.t, await _shown(ctx))
    if number >= len(topics):
        raise moved_on()
    topic = topics[number]
    file = await ctx.services.painter.file(topic.picture, f"help-{number}.png")
    return topic.words, help_view(topics, number, ctx.t), file

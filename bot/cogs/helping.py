"""What `/help` and its buttons do: one private message, which turns from topic to topic."""

from __future__ import annotations

import discord

from bot.backgammon import Refused, Stale
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.face import Shown
from bot.screens.reference.help_words import help_topics, help_view
from bot.tables.faults import TableTrouble


async def show_help(services: Services, answer: Answer) -> None:
    """The first topic, for whoever asks."""
    words, shown, file = await _topic(services, answer, 0)
    await answer.say(words, shown, file)


async def press_help(services: Services, answer: Answer, press: Press) -> None:
    """A button of it: another topic in the same message. Raises `Stale` for one that there is no more."""
    if not press.extra.isdecimal():
        raise Stale(TableTrouble.MOVED_ON)
    await answer.change(*await _topic(services, answer, int(press.extra)))


async def _shown(services: Services, answer: Answer, guild: int) -> Shown:
    """The languages of the buttons that are seen here: of a board those under the one there is, else those of a game of
    the reader's own, such as against the computer."""
    presenter, channel = services.presenter, answer.interaction.channel_id
    try:
        table = await services.repository.held(channel) if channel is not None else None
    except Refused:  # of a newer bot, which has its own help
        table = None
    if table is not None and table.state is not None:
        board = await presenter.texts_at(table)
    else:
        board = await presenter.texts_among(guild, [answer.interaction.user.id])
    return Shown(await presenter.texts_of(guild), board)


async def _topic(services: Services, answer: Answer, number: int) -> tuple[str, discord.ui.View, discord.File]:
    guild = answer.interaction.guild_id
    assert guild is not None
    theme = await services.preferences.theme(answer.interaction.user.id, guild)
    topics = help_topics(theme, answer.t, await _shown(services, answer, guild))
    if number >= len(topics):
        raise Stale(TableTrouble.MOVED_ON)
    topic = topics[number]
    file = await services.painter.file(topic.picture, f"help-{number}.png")
    return topic.words, help_view(topics, number, answer.t), file

"""What `/help` and its buttons do: one private message, which turns from topic to topic."""

from __future__ import annotations

import discord

from bot.backgammon import Stale
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
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


async def _topic(services: Services, answer: Answer, number: int) -> tuple[str, discord.ui.View, discord.File]:
    guild = answer.interaction.guild_id
    assert guild is not None
    theme = await services.preferences.theme(answer.interaction.user.id, guild)
    topics = help_topics(theme, answer.t, await services.presenter.texts_of(guild))
    if number >= len(topics):
        raise Stale(TableTrouble.MOVED_ON)
    topic = topics[number]
    file = await services.painter.file(topic.picture, f"help-{number}.png")
    return topic.words, help_view(topics, number, answer.t), file

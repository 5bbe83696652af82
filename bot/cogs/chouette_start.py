"""The start of a chouette at the time that its lobby names: by itself if enough are there, else it is said."""

from __future__ import annotations

import logging

import discord

from bot.cogs.services import Services
from bot.core.refusal import Refused
from bot.screens.chouette.lobby_words import begins_words, lobby_words, too_few_words
from bot.screens.computer_words import computer_name
from bot.screens.discord_errors import attempt
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of
from bot.screens.posted import NOBODY, Post, notifying
from bot.tables.repository import Outcome
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)


class TimedStarts:
    """Starts what is due, in the servers of `client`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client

    async def start(self, table: Table) -> Outcome | None:
        """The session that has begun; None if too few are there, who are told so. It mentions only who is in it."""
        lobby, presenter, guild = self._services.lobby, self._services.presenter, table.about.guild
        await lobby.drop_gone(table.channel, table.id)
        users = [each.user for each in table.people.seats if each.known]
        t = await presenter.texts_among(guild, users)
        try:
            outcome = await lobby.start_by_itself(table.channel, table.id, lambda level: computer_name(level, t))
        except Refused as error:
            _log.warning("the chouette %s does not begin by itself: %s", table.id, error)
            outcome = None
        now = await self._services.repository.load(table.channel, table.id) or table
        if outcome is None:
            if now.stage is Stage.CHALLENGE:
                await self._say(now, too_few_words(now, t), "few")
            return None
        await self._say(now, begins_words(now, t), "begins")
        channel = self._client.get_partial_messageable(table.channel, guild_id=guild)
        if table.screen.message:
            words, message = lobby_words(now, t), channel.get_partial_message(table.screen.message)
            await attempt(lambda: message.edit(content=unbroken(words), view=None, allowed_mentions=NOBODY))
        return outcome

    async def _say(self, table: Table, words: str, about: str) -> None:
        """Tell all who have joined."""
        guild, users = table.about.guild, [each.user for each in table.people.seats if each.known]
        wanted = [user for user in users if (await self._services.preferences.of_person(user)).mentions]
        post = Post(guild, table.channel, words, nonce_of(guild, table.id, about), mentions=notifying(wanted))
        await attempt(lambda: self._services.presenter.posts.put(post))

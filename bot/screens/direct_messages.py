"""Direct messages, to those who want them and are in the server that they are about. They name it and a table; never
what is played there, nor anything of a private channel.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord
from msgspec.structs import replace

from bot.core.refusal import Illegal
from bot.screens.buttons import message_link
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.names import MOST, plain
from bot.screens.nonces import nonce_of
from bot.store import StoreError
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.table import Table
from bot.texts import Texts, texts

_log = logging.getLogger(__name__)


class DirectMessages:
    """Sends them by `client`. `gone`: who has left a server."""

    def __init__(self, client: discord.Client, preferences: Preferences, gone: WhoIsGone = all_present) -> None:
        self._client, self._preferences, self._gone = client, preferences, gone

    async def open(self, table: Table) -> None:
        """Open the direct message of a table once more, without which Discord has been seen to refuse it
        (https://github.com/discord/discord-api-docs/issues/7666).
        """
        await attempt(lambda: self._client.http.start_private_message(table.owner))

    async def remind(self, table: Table, user: int, often: int) -> bool:
        """Tell somebody that a table waits for them, who has been reminded so `often`; whether they were told."""

        def words(server: str, t: Texts) -> str:
            link = message_link(table.about.guild, table.channel, table.screen.message)
            return t("**{server}**: a table waits for you. {link}", server=server, link=link)

        parts = "reminder", table.id, table.version, user, often
        return await self.tell(table.about.guild, user, words, *parts)

    async def remind_training(self, guild: int, user: int, day: int) -> bool:
        """Tell somebody who has asked for it in a server that there is something to train on a day; whether they were
        told.
        """

        def words(server: str, t: Texts) -> str:
            return t("**{server}**: there is something to train for you today. Type `/train` there.", server=server)

        return await self.tell(guild, user, words, "training", user, day, asked=True)

    async def tell(
        self, guild: int, user: int, words: Callable[[str, Texts], str], *parts: object, asked: bool = False
    ) -> bool:
        """Send a message to a member of a server, if they want any, or have `asked` for this kind; whether that was
        done.

        `words` are given the name of the server; `parts` identify the message, so that a repeated one is none.
        """
        place, wishes = self._client.get_guild(guild), await self._preferences.of_person(user)
        wanted = wishes.direct or (asked and not wishes.direct_refused)
        if not wanted or place is None or user in await self._gone(guild, [user]):
            return False
        text = words(plain(place.name, MOST), texts(wishes.answered_in or place.preferred_locale.value))

        async def send() -> None:
            opened = await self._client.http.start_private_message(user)
            await self._client.get_partial_messageable(int(opened["id"])).send(
                unbroken(text), allowed_mentions=discord.AllowedMentions.none(), nonce=nonce_of(guild, *parts)
            )

        try:
            await persist(send)
        except DISCORD_ERRORS as error:
            why = trouble(error)
            _log.info("a direct message is not sent: %s: %s", why.value, error)
            if why is Trouble.NO_DIRECT:
                await self._no_more(user)
            return False
        return True

    async def _no_more(self, user: int) -> None:
        """Somebody takes none: none is tried again until they switch that on."""
        try:
            wishes = await self._preferences.of_person(user)
            await self._preferences.keep_person(user, replace(wishes, direct=False, direct_refused=True))
        except (StoreError, Illegal) as error:
            _log.warning("that a user takes no direct messages is not noted: %s", error)

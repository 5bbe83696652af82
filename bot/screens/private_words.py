"""What people are told privately of what others did to them: by direct message those who want that, the others above
their next private answer. The words name the server and the table, nothing else of either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.screens.direct_messages import DirectMessages
from bot.screens.names import MOST, plain
from bot.store import Store, StoreError
from bot.supervision import in_background
from bot.tables.notices import Event, Notices, Taken, ToTell
from bot.tables.preferences import Preferences
from bot.texts import N_, Texts

_log = logging.getLogger(__name__)

#: Seconds for which an answer waits to learn what stands above it.
_PATIENCE = 1.0
#: Lines above one answer; others are left for the next.
_LINES = 5

_WORDS = {
    Event.TAKEN_OUT: N_("**{server}**: you were taken out of table `{table}` before the game began."),
    Event.CLAIMED: N_("**{server}**: at table `{table}` a game was claimed from you, as you had not acted."),
}


def private_words(told: ToTell, server: str, t: Texts) -> str:
    """What has happened, in a server of this name."""
    return t(_WORDS[told.event], server=server, table=told.table)


class PrivateWords:
    """Tells people, each of everything once. `now` returns seconds since 1970."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        preferences: Preferences,
        direct: DirectMessages,
        now: Callable[[], float],
    ) -> None:
        self._client, self._preferences, self._direct = client, preferences, direct
        self.notices = Notices(store, now)
        self._telling: set[asyncio.Task[None]] = set()

    def tell(self, user: int, name: str) -> None:
        """Tell somebody by direct message, if they want any, what is kept for them under this name."""
        telling = in_background(self._tell(user, name), "telling somebody by direct message")
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell(self, user: int, name: str) -> None:
        try:
            if not (await self._preferences.of_person(user)).direct:
                return
            await self._client.wait_until_ready()
            if (taken := await self.notices.take(user, name)) is None:
                return
            told = [each for each in taken.events if await self._sent(user, each)]
            await self.notices.settle(user, taken, told)
        except StoreError as error:
            _log.warning("what somebody was to be told by direct message stands above an answer: %s", error)

    async def _sent(self, user: int, told: ToTell) -> bool:
        return await self._direct.tell(
            told.guild, user, lambda server, t: private_words(told, server, t), "notice", told.name, user
        )

    async def idle(self) -> None:
        """Wait until nobody is being told."""
        while self._telling:
            await asyncio.wait(self._telling)

    def give_up(self) -> None:
        """Tell nobody any more: it stands above their next private answers."""
        for telling in self._telling:
            telling.cancel()

    def line(self, told: ToTell, t: Texts) -> str:
        """What has happened, as a line above an answer."""
        place = self._client.get_guild(told.guild)
        return private_words(told, plain(place.name, MOST) if place else t("Another server"), t)


class Above:
    """What stands above the first private answer to an interaction of a user; nothing where the store fails."""

    def __init__(self, words: PrivateWords, user: int) -> None:
        self._words, self._user = words, user
        self._asked = False
        self._taken: Taken | None = None
        self._text = ""

    async def look(self) -> None:
        """Find out before an answer is due whether anything may stand above it, which is seldom so."""
        try:
            async with asyncio.timeout(_PATIENCE):
                self._asked = not await self._words.notices.any(self._user)
        except (StoreError, TimeoutError) as error:
            _log.warning("nothing stands above an answer: %s", error)
            self._asked = True

    async def text(self, t: Texts) -> str:
        """What will stand there; empty if nothing. From then on nobody else tells it for some minutes."""
        if self._asked:
            return self._text
        self._asked = True
        try:
            async with asyncio.timeout(_PATIENCE):
                self._taken = await self._words.notices.take(self._user)
        except (StoreError, TimeoutError) as error:
            _log.warning("nothing stands above an answer: %s", error)
        self._text = "\n".join(self._words.line(each, t) for each in self._shown)
        return self._text

    @property
    def _shown(self) -> tuple[ToTell, ...]:
        return self._taken.events[:_LINES] if self._taken else ()

    async def given(self, t: Texts) -> str:
        """The same, for the answer above which it is going to stand; for others there is nothing from now on."""
        text, self._text = await self.text(t), ""
        return text

    async def settle(self, *, told: bool) -> None:
        """The answer was sent, or has no room; then it is told some other time."""
        taken, shown, self._taken = self._taken, self._shown, None
        if taken is None:
            return
        try:
            await self._words.notices.settle(self._user, taken, shown if told else ())
        except StoreError as error:
            _log.warning("what somebody was told may be told again: %s", error)

    def nothing(self) -> None:
        """The store is not to be asked."""
        self._asked = True

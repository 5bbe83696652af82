"""The podium of a season that is over, posted once in the channel that a server has chosen.

Which season is the next to be posted is kept, so after a pause of the bot it is posted late. It is looked for among the
last messages first, as the store may not have noted that it was posted. One that Discord refuses stays the next one
until it is given up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord
from discord.utils import MISSING

from bot.backgammon import Variant
from bot.cogs.ladder_pages import first_ten, found_page
from bot.cogs.services import Services
from bot.ladder.boards import Board
from bot.ladder.seasons import Seasons
from bot.permissions import Use
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.ladder.board_words import podium_title, podium_words
from bot.screens.nonces import nonce_of, posted_before
from bot.screens.refused_posts import known_lacking, refusal
from bot.store import StoreError
from bot.tables.refused_posts import PODIUM
from bot.texts import LANGUAGES, texts

_log = logging.getLogger(__name__)

_EVERY = 600.0
"""Seconds between two looks at the calendar."""


class Podiums:
    """Looks at the calendars of the servers of `client` that are `mine`."""

    def __init__(self, services: Services, client: discord.Client, mine: Callable[[int], bool]) -> None:
        self._services, self._client, self._mine = services, client, mine

    async def run(self) -> None:
        """From the moment the servers are known until it is cancelled."""
        await self._client.wait_until_ready()
        while True:
            await self.look_at_all()
            await asyncio.sleep(_EVERY)

    async def look_at_all(self) -> None:
        """Look at every server. One that fails is looked at again the next time, and keeps no other one waiting."""
        for guild in [each.id for each in self._client.guilds if self._mine(each.id)]:
            try:
                await self.look(guild, self._services.now())
            except StoreError as error:
                _log.warning("a podium is posted later: %s", error)
            except Exception:  # noqa: BLE001  whatever one server brings, the others have their podium
                _log.exception("the podium of server %s is posted later", guild)

    async def look(self, guild: int, now: float) -> None:
        """Post the podium of a season, if one has ended by now (seconds since 1970). Raises `StoreError`."""
        settings = await self._services.preferences.of_server(guild)
        ladder, season = self._services.store.ladder, (await self._services.ladders.way(guild)).season(now)
        if settings.seasons is Seasons.OFF or (waiting := await ladder.posted(guild)) == season:
            return
        # Else seasons were of another length then.
        if waiting is not None and len(waiting) == len(season) and settings.podium:
            if not await self._post(guild, settings.podium, waiting, now):
                return
        else:
            await self._services.refused.posted(guild, PODIUM)
        await ladder.note_posted(guild, season)

    async def _post(self, guild: int, channel: int, season: str, now: float) -> bool:
        """Whether that is done, or given up."""
        posts = self._services.refused
        before = await posts.find(guild, PODIUM)
        lacks = known_lacking(self._client, guild, channel, Use.PODIUM)
        if before and before.about == season and before.waits(now, lacks):
            return before.given_up
        t = await self._services.presenter.texts_of(guild)
        for board in Board:
            page = await found_page(self._services, guild, 0, board, Variant.BACKGAMMON.value, season, 0)
            if page.lines:
                break
        else:
            return True
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        nobody, nonce = discord.AllowedMentions.none(), nonce_of(guild, "podium", season)
        theme = (await self._services.preferences.of_server(guild)).theme
        file = await first_ten(self._services, guild, page, theme, t)

        async def send() -> None:
            if file is not None:
                file.reset()
            picture = file or MISSING
            await place.send(unbroken(podium_words(page, t)), file=picture, allowed_mentions=nobody, nonce=nonce)

        titles = tuple(_plain(podium_title(season, texts(language))) for language in LANGUAGES)
        try:
            if not await posted_before(self._client, place, lambda sent: _plain(sent.content).startswith(titles)):
                await persist(send)
        except DISCORD_ERRORS as error:
            if refused := refusal(error, self._client, guild, channel, Use.PODIUM):
                return (await posts.note(guild, PODIUM, season, channel, refused, now)).given_up
            _log.info("the podium of a season could not be posted: %s", trouble(error).value)
            return False
        await posts.posted(guild, PODIUM)
        return True


def _plain(text: str) -> str:
    """A text of which it does not matter where its lines may end."""
    return " ".join(text.split())

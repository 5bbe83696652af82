"""The podium of a season that is over, posted once in the channel that a server has chosen.

Which season is the next to be posted is kept, so after a pause of the bot it is posted late. It is looked for among the
last messages first, as the store may not have noted that it was posted. One that Discord refuses stays the next one
until it is given up.
"""

from __future__ import annotations

import logging

import discord
from discord.utils import MISSING

from bot.backgammon import Variant
from bot.cogs.ladder_pages import first_ten, found_page
from bot.cogs.services import Services
from bot.permissions import Use
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.ladder.board_words import podium_title, podium_words
from bot.screens.nonces import nonce_of, posted_before
from bot.screens.refused_posts import known_lacking, refusal
from bot.tables import games
from bot.tables.refused_posts import PODIUM
from bot.texts import LANGUAGES, texts

_log = logging.getLogger(__name__)

_LATER = 600.0
"""Seconds until another try of what could not be posted."""


class Podiums:
    """Posts the podiums of the servers of `client`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client

    async def look(self, guild: int, now: float) -> float | None:
        """Post the podium of a season, if one has ended by now, and say when to look again; None: no more.

        Times are seconds since 1970.
        """
        settings = await self._services.preferences.of_server(guild)
        ladder, way = self._services.store.ladder, await self._services.ladders.way(guild)
        season, waiting, ends = way.season(now), await ladder.posted(guild), way.season_ends(now)
        if not settings.podium or ends is None:
            await self._services.refused.posted(guild, PODIUM)
            await ladder.note_posted(guild, None)
            return None
        if waiting == season:
            return ends
        # Else seasons were of another length then.
        if waiting is not None and len(waiting) == len(season):
            if not await self._post(guild, settings.podium, waiting, now):
                return now + _LATER
        else:
            await self._services.refused.posted(guild, PODIUM)
        await ladder.note_posted(guild, season)
        return ends

    async def _post(self, guild: int, channel: int, season: str, now: float) -> bool:
        """Whether that is done, or given up."""
        posts = self._services.refused
        before = await posts.find(guild, PODIUM)
        lacks = known_lacking(self._client, guild, channel, Use.PODIUM)
        if before and before.about == season and before.waits(now, lacks):
            return before.given_up
        t = await self._services.presenter.texts_of(guild)
        for board in games.boards().values():
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

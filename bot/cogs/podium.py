"""The podium of a finished season, posted once in the channel chosen by the server.

The season to post next is stored, so a podium is posted late after downtime. The last messages are searched first,
because the store may not have noted the post. A refused one stays next until it is given up.
"""

from __future__ import annotations

import discord

from bot.cogs.ladder_pages import first_board, first_ten
from bot.cogs.services import Services
from bot.permissions import Use
from bot.screens.ladder.board_words import podium_title, podium_words
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, whole
from bot.screens.refused_posts import known_lacking
from bot.tables.refused_posts import PODIUM
from bot.texts import LANGUAGES, texts

_LATER = 600.0
"""Seconds until a retry."""


class Podiums:
    """Posts the podiums of the servers of `client`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client

    async def look(self, guild: int, now: float) -> float | None:
        """Post the podium of a season that has ended, and return when to look again; None: never.

        Times are seconds since 1970.
        """
        settings = await self._services.preferences.of_server(guild)
        ladder, rules = self._services.store.ladder, await self._services.ladders.rules(guild)
        season, waiting, ends = rules.season(now), await ladder.posted(guild), rules.season_ends(now)
        if not settings.podium or ends is None:
            await self._services.refused.posted(guild, PODIUM)
            await ladder.note_posted(guild, None)
            return None
        if waiting == season:
            return ends
        # Otherwise seasons had another length then.
        if waiting is not None and len(waiting) == len(season):
            if not await self._post(guild, settings.podium, waiting, now):
                return now + _LATER
        else:
            await self._services.refused.posted(guild, PODIUM)
        await ladder.note_posted(guild, season)
        return ends

    async def _post(self, guild: int, channel: int, season: str, now: float) -> bool:
        """Whether it is posted, or given up."""
        lacks = known_lacking(self._client, guild, channel, Use.PODIUM)
        done = await self._services.refused.tried(
            guild, PODIUM, season, channel, lambda: self._posted(guild, channel, season), now, lacks
        )
        return done is not False

    async def _posted(self, guild: int, channel: int, season: str) -> bool:
        t = await self._services.presenter.texts_of(guild)
        page = await first_board(self._services, guild, season)
        if page is None:
            return True
        theme = (await self._services.preferences.of_server(guild)).theme
        file = await first_ten(self._services, guild, page, theme, t)
        words, files = podium_words(page, t), [whole(file)] if file else []
        post = Post(guild, channel, words, nonce_of(guild, "podium", season), files=files)
        titles = tuple(_plain(podium_title(season, texts(language))) for language in LANGUAGES)
        done = await self._services.presenter.posts.once(
            post, Use.PODIUM, lambda sent: _plain(sent.content).startswith(titles)
        )
        return done is not None


def _plain(text: str) -> str:
    """A text with normalised white space, for comparison."""
    return " ".join(text.split())

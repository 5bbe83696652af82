"""Tells the club's week: one message a week, with one picture.

It is known again by the name of the picture, which says the week and is the same in every language.
"""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import partial

import discord

from bot.permissions import Use
from bot.screens.discord_errors import Trouble
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter
from bot.screens.posted import Post, whole
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking
from bot.screens.visibility import as_visible
from bot.screens.weeks.card import described_week, week_card
from bot.screens.weeks.words import week_words
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import PostRefused
from bot.tables.weeks import Report, Week
from render import draw_week

MOST_ASKED = 200
"""Threads of a week that Discord is asked about, as they are archived; nothing is told of further ones."""


class WeekPresenter:
    def __init__(
        self, client: discord.Client, preferences: Preferences, presenter: Presenter, painter: Painter
    ) -> None:
        self._client, self._preferences = client, preferences
        self._presenter, self._painter, self._posts = presenter, painter, presenter.posts

    async def visible(self, guild: int, places: Collection[int], channel: int) -> frozenset[int]:
        """Those of these channels and threads that everyone sees who sees `channel`."""
        known, asked, seen = self._client.get_guild(guild), 0, set[int]()
        for place in places:
            asked += known is None or known.get_channel_or_thread(place) is None
            if asked <= MOST_ASKED and await as_visible(self._client, guild, place, channel):
                seen.add(place)
        return frozenset(seen)

    def lacking(self, guild: int, channel: int) -> list[str] | None:
        """Discord's names of missing permissions in a channel for weeks; None if not known here."""
        return known_lacking(self._client, guild, channel, Use.WEEK)

    async def found(self, guild: int, channel: int, week: Week) -> bool | None:
        """Whether a week is told in a channel already; None if unknown for now.

        Raises `PostRefused` also if the bot lacks a permission there: where it cannot read, it might tell a week twice.
        """
        if lacking := self.lacking(guild, channel):
            raise PostRefused(Trouble.FORBIDDEN.name, lacking)

        def tells(message: discord.Message) -> bool:
            return any(each.filename == _file_name(week) for each in message.attachments)

        message = await self._posts.found(guild, channel, Use.WEEK, tells)
        return None if message is None else message > 0

    async def post(self, guild: int, channel: int, report: Report) -> bool:
        """Tell a week; False if that may work later. Raises `PostRefused`."""
        t, theme = await self._presenter.texts_of(guild), (await self._preferences.of_server(guild)).theme
        card = week_card(report, theme, t)
        picture = await self._painter.paint(partial(draw_week, card))
        file = discord.File(io.BytesIO(picture), _file_name(report.week), description=described_week(card, t))
        nonce = nonce_of(guild, "week", report.week.name, channel)
        post = Post(guild, channel, week_words(report, t), nonce, files=[whole(file)])
        return await self._posts.once(post, Use.WEEK, persistently=False) is not None


def _file_name(week: Week) -> str:
    return f"week-{week.name}.png"

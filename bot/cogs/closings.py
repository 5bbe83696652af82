"""Tables that were closed without their players: their channel is gone, or the bot was away from their server too long.

It is said in the channel of the table if there still is one, else in that of its league, or in another one that the
server has chosen for the bot's posts. Each is due until it is said.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord

from bot.backgammon import Refused
from bot.cogs.services import Services
from bot.permissions import Use
from bot.screens.discord_errors import knows_channel
from bot.screens.names import bold_names
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post
from bot.tables.absence_clock import GRACE
from bot.tables.desk import HOUR
from bot.tables.refused_posts import PostRefused
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: Seconds until a retry.
_LATER = 60.0


class Closings:
    """Tells of them in the servers of `client`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client

    async def look(self, guild: int, place: str) -> float | None:
        """Say that a table was closed; returns when to try again, in seconds since 1970: None if it is said, or there
        is nowhere to say it.
        """
        channel, _, name = place.partition(":")
        services, again = self._services, self._services.now() + _LATER
        try:
            table = await services.repository.load(int(channel), name)
        except Refused:
            return None
        if table is None:
            return None
        if table.stage is not Stage.CLOSED:  # not yet, or it turned out that there is no need
            return again if await services.presenter.gone(table) else None
        t = await services.presenter.texts_of(guild)
        async for where in self._places(table):
            here = where == table.channel
            if here:
                await services.presenter.show(table)
            post = Post(guild, where, closing_words(table, t, here=here), nonce_of(guild, table.id, "closed", where))
            try:
                return None if await services.presenter.posts.once(post, Use.BOARD) else again
            except PostRefused:
                continue
        return None

    async def _places(self, table: Table) -> AsyncIterator[int]:
        """Channels that there are, the nearest first."""
        guild, counts = table.about.guild, table.about.counts
        settings = await self._services.preferences.of_server(guild)
        league = await self._channel_of(guild, counts.league) if counts else 0
        for channel in dict.fromkeys((table.channel, league, settings.podium, settings.daily, settings.week)):
            if channel and knows_channel(self._client, guild, channel):
                yield channel

    async def _channel_of(self, guild: int, league: str) -> int:
        """Where a league is shown; 0 if that is not known."""
        try:
            return (await self._services.leagues.find(guild, league)).league.opened.channel
        except Refused:
            return 0


def closing_words(table: Table, t: Texts, *, here: bool) -> str:
    """What is said of a table that was closed. Elsewhere than `here`, its players are named only if it counts for a
    league: whoever reads it may not have seen the channel.
    """
    kept = t("The game that ran is void; what was finished before counts: `/replay game:{id}`.", id=table.id)
    if here:
        days = GRACE // (24 * HOUR)
        why = t("I was away from this server for more than {days} days, so this table is closed.", days=days)
    elif table.about.counts:
        names = " – ".join(map(bold_names(table), range(len(table.people.seats))))
        why = t("The channel of {names} is gone, so their table is closed.", names=names)
    else:
        why = t("The channel of a table is gone, so it is closed.")
    return f"{why}\n{kept}"

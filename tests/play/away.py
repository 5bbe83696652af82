"""A server from which the bot is removed, or into which it is invited again, with all that is there as it was."""

from __future__ import annotations

from typing import Any

from simcord.backend import serializers

from .bot import OneBot


def pass_time(bot: OneBot, seconds: float) -> None:
    """So much time passes on all clocks, and the bot has been well meanwhile."""
    bot.later(seconds)
    discord, outages = bot.services.desk.discord, bot.client._outages
    own = discord._own
    discord._own = lambda: own() + seconds
    if outages._last is not None:
        outages._last += round(1000 * seconds)


class Removal:
    """Takes the bot out of its server and brings it back; in between Discord lets it see nothing there."""

    def __init__(self, bot: OneBot) -> None:
        self._backend: Any = bot.env.backend
        self._guild = bot.guild.id
        self._kept: Any = None
        self._channels: dict[int, Any] = {}

    def out(self, *, unavailable: bool = False) -> None:
        """Without `unavailable` it was removed; with it, Discord says that the server is out of order."""
        backend = self._backend
        self._kept = backend.guilds.pop(self._guild)
        for channel in (*self._kept.channel_ids, *self._kept.thread_ids):
            self._channels[channel] = backend.channels.pop(channel)
        backend.emit("GUILD_DELETE", {"id": str(self._guild)} | ({"unavailable": True} if unavailable else {}))

    def back(self) -> None:
        backend = self._backend
        backend.guilds[self._guild] = self._kept
        backend.channels |= self._channels
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, self._kept))

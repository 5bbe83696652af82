"""The companions of all games: each is created with the first table of its game."""

from __future__ import annotations

import asyncio

import discord

from bot.screens.companion import Companion, Surroundings
from bot.screens.faces import face_of
from bot.tables.table import Table


class Companions:
    """One companion per game that provides it."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._made: dict[str, Companion | None] = {}

    def follow(self, table: Table) -> None:
        """A table has changed, or is resumed at the start."""
        game = table.game.name
        if game not in self._made:
            self._made[game] = face_of(table).companion(self._around)
        if companion := self._made[game]:
            companion.follow(table)

    def heard(self, message: discord.Message) -> None:
        """A message was received."""
        for companion in self._there():
            companion.heard(message)

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """A user has interacted in a channel."""
        for companion in self._there():
            companion.met(person, channel)

    async def rest(self, timeout: float) -> None:
        """Wait for running work, at most this many seconds; then cancel the rest."""
        await asyncio.gather(*(companion.rest(timeout) for companion in self._there()))

    def _there(self) -> list[Companion]:
        return [companion for companion in self._made.values() if companion]

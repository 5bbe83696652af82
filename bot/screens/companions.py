"""What follows tables beside their live messages, for all games: each game's is made with the first of its tables."""

from __future__ import annotations

import asyncio

import discord

from bot.screens.companion import Companion, Surroundings
from bot.screens.faces import face_of
from bot.tables.table import Table


class Companions:
    """One for each game that has such a thing."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._made: dict[str, Companion | None] = {}

    def follow(self, table: Table) -> None:
        """A table has changed, or is taken up at the start."""
        game = table.game.name
        if game not in self._made:
            self._made[game] = face_of(table).companion(self._around)
        if companion := self._made[game]:
            companion.follow(table)

    def heard(self, message: discord.Message) -> None:
        """Something has been written somewhere."""
        for companion in self._there():
            companion.heard(message)

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """Somebody has pressed or typed something in a channel."""
        for companion in self._there():
            companion.met(person, channel)

    async def rest(self, timeout: float) -> None:
        """Wait until nothing is being done any more, at most so many seconds; what is left is given up."""
        await asyncio.gather(*(companion.rest(timeout) for companion in self._there()))

    def _there(self) -> list[Companion]:
        return [companion for companion in self._made.values() if companion]

"""The first answer to an interaction: Discord takes one, and for three seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot import limits
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, persist, trouble

#: Seconds between tries of an answer: the second is made at once; after three seconds in all Discord's token has
#: expired (https://discord.com/developers/docs/interactions/receiving-and-responding).
PAUSES = (0.0, 0.3, 1.0)
_Result = TypeVar("_Result")


class FirstAnswer:
    """That of one interaction. `elsewhere`: the same press, delivered twice, was answered by somebody else."""

    def __init__(self, interaction: discord.Interaction[discord.Client]) -> None:
        self._interaction = interaction
        self._giving = asyncio.Lock()
        self._refused = False
        self.elsewhere = False

    @property
    def given(self) -> bool:
        return self._refused or self._interaction.response.is_done()

    async def give(
        self,
        first: Callable[[], Awaitable[_Result]],
        later: Callable[[], Awaitable[_Result]] | None = None,
        file: discord.File | None = None,
    ) -> _Result | None:
        """Give it; if there has been one, call `later` if given. Raises one of `DISCORD_ERRORS`."""
        async with self._giving:
            if not self.given:
                tries = 0

                async def tried() -> _Result:
                    nonlocal tries
                    tries += 1
                    return await first()

                try:
                    return await surely(tried, file)
                except DISCORD_ERRORS as error:
                    # An existing answer may be the first try of this one, or that of the same press delivered twice.
                    self._refused = trouble(error) is Trouble.ANSWERED
                    self.elsewhere = self._refused and tries == 1
                    raise
        return await later() if later else None


async def surely(call: Callable[[], Awaitable[_Result]], file: discord.File | None = None) -> _Result:
    """Answer, again after a broken connection: Discord takes only the first of several answers."""

    async def with_whole_file() -> _Result:
        if file:
            file.reset()
        return await call()

    return await persist(with_whole_file, PAUSES, limits.ANSWER)

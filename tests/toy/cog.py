"""The commands of the toy, and the rows of its verbs."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs.acting import act_plainly
from bot.cogs.challenging import challenge, challenged
from bot.cogs.context import Context, ServingCog, answered
from bot.cogs.verbs import Verb, plainly, request

from .game import throw
from .rules import Stakes

VERBS = (Verb("throw", does=plainly(throw())),)


class HighestRollCommands(ServingCog):
    """Who throws higher?"""

    @app_commands.command(description="Challenge somebody, or anybody: who throws higher wins")
    @answered
    async def highest_roll(
        self,
        ctx: Context,
        opponent: discord.User | None = None,
        points: app_commands.Range[int, 1, 9] = 1,
        thread: bool = False,
    ) -> None:
        await challenge(ctx, challenged(ctx, opponent), Stakes(points), thread=thread)

    @app_commands.command(description="Throw the dice")
    @answered
    async def throw(self, ctx: Context) -> None:
        await act_plainly(ctx, request("throw"))

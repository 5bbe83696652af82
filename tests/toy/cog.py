"""The commands of the toy, and the rows of its verbs."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.acting import act_plainly
from bot.cogs.challenging import challenge, challenged
from bot.cogs.services import Interaction, Services
from bot.cogs.verbs import Verb, plainly, request

from .game import throw
from .rules import Stakes

VERBS = (
    Verb(name="highest_roll", sealed=False),
    Verb(name="throw", sealed=False, does=plainly(throw())),
)


class HighestRollCommands(commands.Cog):
    """Who throws higher?"""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="Challenge somebody, or anybody: who throws higher wins")
    async def highest_roll(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        points: app_commands.Range[int, 1, 9] = 1,
        thread: bool = False,
    ) -> None:
        services = self._services
        await services.run(
            interaction,
            lambda answer: challenge(
                services, answer, challenged(interaction, opponent), Stakes(points), thread=thread
            ),
        )

    @app_commands.command(description="Throw the dice")
    async def throw(self, interaction: Interaction) -> None:
        services = self._services
        await services.run(interaction, lambda answer: act_plainly(services, answer, request("throw")))

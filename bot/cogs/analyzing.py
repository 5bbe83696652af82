"""`/analyze`: a game, a table or a file; what moderators may cancel."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal
from bot.cogs.analysis_requests import analyze, show_queue
from bot.cogs.imports import review_file
from bot.cogs.lookup import games_offered
from bot.cogs.services import Interaction, Services
from bot.screens.answer import Answer
from bot.tables.reviews import (
    ReviewFault,
)


class AnalysisCommands(commands.Cog):
    """The engine's review of games."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        description=locale_str("The engine's review of finished games: ratings, luck, the worst mistakes")
    )
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        file=locale_str("A match from elsewhere: .mat or .txt of any program, .sgf or .ogxm, of up to 1 MB"),
    )
    async def analyze(
        self, interaction: Interaction, game: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        await self._services.run(interaction, lambda answer: self._analyze(answer, game, file))

    async def _analyze(self, answer: Answer, game: str | None, file: discord.Attachment | None) -> None:
        if file is not None:
            await review_file(self._services, answer, file)
        elif game is not None:
            await analyze(self._services, answer, game)
        elif not await show_queue(self._services, answer):
            raise Illegal(ReviewFault.NOTHING_NAMED)

    @analyze.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(
            self._services, interaction, typed, lambda face: True, whole=lambda table: table.state is not None
        )

"""`/analyze`: a game, a table or a file; for moderators also the queue."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal
from bot.cogs.analysis_requests import analyze, show_queue
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.imports import review_file
from bot.cogs.lookup import games_offered
from bot.tables.reviews import ReviewFault


class AnalysisCommands(ServingCog):
    """Analyses of games by the engine."""

    @app_commands.command(
        description=locale_str("The engine's review of finished games: ratings, luck, the worst mistakes")
    )
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        file=locale_str("A match from elsewhere: .mat or .txt of any program, .xg, .sgf or .ogxm, of up to 1 MB"),
    )
    @answered
    async def analyze(self, ctx: Context, game: str | None = None, file: discord.Attachment | None = None) -> None:
        if file is not None:
            await review_file(ctx, file)
        elif game is not None:
            await analyze(ctx, game)
        elif not await show_queue(ctx):
            raise Illegal(ReviewFault.NOTHING_NAMED)

    @analyze.autocomplete("game")
    @completing
    async def _games(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(ctx, typed, lambda face: True, whole=lambda table: table.state is not None)

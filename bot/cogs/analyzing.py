"""`/analyze`: a game, a table, a file or a position; for moderators also the queue."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal
from bot.backgammon.typed_position import parse_situation
from bot.cogs.analysis_requests import analyze, show_queue, told_here
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.imports import review_files
from bot.cogs.lookup import board_offered, games_offered
from bot.cogs.places import BUT_GROUPS, usable
from bot.cogs.position import analyze_position
from bot.tables.reviews import ReviewFault


class AnalysisCommands(ServingCog):
    """Analyses of games by the engine."""

    @app_commands.command(
        description=locale_str("The engine's review of finished games: ratings, luck, the worst mistakes")
    )
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        file=locale_str("A match from elsewhere: .mat or .txt of any program, .xg, .sgf or .ogxm, of up to 1 MB"),
        position=locale_str("An XGID, Position ID or Match ID: best plays of its roll, or what to do with the cube"),
    )
    @usable(BUT_GROUPS)
    @answered
    async def analyze(
        self,
        ctx: Context,
        game: str | None = None,
        file: discord.Attachment | None = None,
        position: str | None = None,
    ) -> None:
        if file is not None:
            await review_files(ctx, [file])
        elif position is not None:
            await analyze_position(ctx, parse_situation(position))
        elif game is not None:
            await analyze(ctx, game)
        elif not await show_queue(ctx):
            raise Illegal(ReviewFault.NOTHING_NAMED)

    @analyze.autocomplete("position")
    @completing
    async def _running(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await board_offered(ctx, typed)

    @analyze.autocomplete("game")
    @completing
    async def _games(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(
            ctx, typed, lambda face: told_here(ctx, face.about), whole=lambda table: table.state is not None
        )

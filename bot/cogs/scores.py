"""`/scores`: the right cube action of a position at every score of a match, where the engine may be asked about it."""

from __future__ import annotations

import time

from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal, Xgid
from bot.backgammon.typed_position import parse_situation
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.engine_guard import check_may_be_told
from bot.cogs.lookup import board_here, board_offered
from bot.cogs.places import EVERYWHERE, usable
from bot.cogs.services import Services
from bot.cogs.showing import show_items
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import Owner, Unsupported
from bot.screens.buttons import view
from bot.screens.faces import board_face
from bot.screens.reference.score_table_words import of_scores, scores_progress, scores_words
from bot.tables.advice import HintFault, decision_in, known
from bot.tables.board_game import board_of
from bot.tables.cube_scores import CubeScores, ScoreAsked, ScoreFault, ScoreTables, asked_of
from bot.tables.faults import ChallengeFault

_APART = 2.0
"""Seconds between two reports of progress."""


class ScoreCommands(ServingCog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._tables = ScoreTables()

    @app_commands.command(
        description=locale_str("The right cube action at every score of a match, for a position without a roll")
    )
    @app_commands.describe(position=locale_str("An XGID, Position ID or Match ID; left out: this channel's board"))
    @usable(EVERYWHERE)
    @answered
    async def scores(self, ctx: Context, position: str | None = None) -> None:
        if position is None:
            await _tell_scores(ctx, await _xgid_here(ctx), self._tables)
        else:
            await _tell_scores(ctx, parse_situation(position).xgid, self._tables, typed=True)

    @scores.autocomplete("position")
    @completing
    async def _running(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await board_offered(ctx, typed)


async def _xgid_here(ctx: Context) -> Xgid:
    table = await board_here(ctx)
    if not known(board_of(table.state).rules):
        raise Illegal(HintFault.UNKNOWN_GAME)
    return board_face(table).xgid(table.state)


async def _tell_scores(ctx: Context, xgid: Xgid, tables: ScoreTables, *, typed: bool = False) -> None:
    """Send the table for a position; that of a `typed` one may be shown to everybody. Raises `Illegal` or `Stale` if
    the engine may not be asked, or does not answer.
    """
    decision = decision_in(xgid)
    if 15 in (decision.position.own[0], decision.position.opponent[0]):
        raise Illegal(ScoreFault.OVER)
    if decision.stakes.owner is Owner.OPPONENT:
        raise Illegal(ScoreFault.NOT_THEIR_CUBE)
    if not ctx.services.computers.thinker.available:
        raise Illegal(ChallengeFault.NO_ENGINE)
    await check_may_be_told(ctx, xgid.position)
    await ctx.acknowledge()
    async with ctx.lookup():
        scores = await _worked_out(ctx, asked_of(decision), tables)
    theme = await ctx.theme()
    file = await ctx.services.painter.file(of_scores(scores, decision.stakes.away, theme, ctx.t), "scores.png")
    shown = show_items(ctx, xgid.position) if typed else []
    await ctx.change(scores_words(xgid, scores, ctx.t), view(shown), file, shared=typed)


async def _worked_out(ctx: Context, asked: ScoreAsked, tables: ScoreTables) -> CubeScores:
    """The table, with progress in the answer."""
    last = time.monotonic()

    async def told(done: int, count: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _APART and done < count:
            last = time.monotonic()
            await ctx.reword(scores_progress(done, count, ctx.t))

    try:
        return await tables.of(ctx.services.computers.thinker, asked, told)
    except Unsupported as error:
        raise Illegal(HintFault.UNKNOWN_GAME) from error
    except EngineUnavailable as error:
        raise Illegal(HintFault.SILENT) from error

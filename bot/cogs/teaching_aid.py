"""The teaching aid of a first game: before a play that loses much it asks once, never at two plays running.

It is on at one table of a person against the computer, and only where hints are allowed; their preferences have which,
and at what question it has asked last. Whatever keeps the engine from answering, the play is made.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.analysis.why import why_play
from bot.backgammon import Draft, Play, Position, Refused, RefusedPlay, parse_play
from bot.cogs.context import Context
from bot.cogs.engine_guard import decision_for
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import Judged, Unsupported
from bot.screens.aid_words import aid_items, aid_words
from bot.screens.buttons import view
from bot.screens.composer import Composed
from bot.tables.advice import Decision
from bot.tables.board_game import board_of
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Table

MUCH = 0.15
"""What a play loses, in equity, before which it asks."""

_PLIES = 2
"""The depth of its search. A play that is not looked at so deep has lost more than `MUCH` by one ply already."""


async def teach_at(ctx: Context, table: str) -> None:
    """Switch it on at a table, and nowhere else."""
    await _keep(ctx, replace(await ctx.preferences(), aid_table=table, aid_asked=0))


async def stop_teaching(ctx: Context) -> None:
    """Switch it off."""
    await _keep(ctx, replace(await ctx.preferences(), aid_table="", aid_asked=0))


async def asks_typed(ctx: Context, text: str) -> bool:
    """Whether it has asked about a typed play instead of letting it be made. A text that is no play is left alone."""
    own = await ctx.preferences()
    table = await ctx.held() if own.aid_table else None
    if table is None or table.id != own.aid_table or table.state is None:
        return False
    board = board_of(table.state).board
    if board.dice is None or board_of(table.state).mover != table.seat_of(ctx.user):
        return False
    try:
        play = parse_play(text, board.position, board.dice)
    except RefusedPlay:
        return False
    draft = Draft(board.position, board.dice)
    return await asks(ctx, table, play, Composed().then(draft.towards(play).picks) if play.steps else Composed())


async def asks(ctx: Context, table: Table, play: Play, composed: Composed) -> bool:
    """Whether it has asked about a play, entered as `composed`, instead of letting it be made."""
    own, question = await ctx.preferences(), board_of(table.state).question
    if own.aid_table != table.id or not table.computers or own.aid_asked == question:
        return False
    if own.aid_asked:  # it asked at the last play
        await _keep(ctx, replace(own, aid_asked=0))
        return False
    found = await _judged(ctx, table)
    if not found:
        return False
    decision, plays = found
    made = next(each for each in plays if each.packed == play.packed)
    lost = plays[0].equity - made.equity
    if made.plies == plays[0].plies and lost <= MUCH:
        return False
    await _keep(ctx, replace(own, aid_asked=question))
    reasons = [
        each for each in why_play(decision.position, play.result, Position(plays[0].packed), lost) if each.numbers
    ]
    words = aid_words(play, reasons[0] if reasons else None, lost, ctx.t)
    await ctx.aside(words, view(aid_items(table.id, question, composed, ctx.t)), passing=True)
    return True


async def _judged(ctx: Context, table: Table) -> tuple[Decision, tuple[Judged, ...]] | None:
    """The decision with all its plays, the best first; None where the engine may not be asked, or does not answer."""
    try:
        decision = decision_for(ctx, table)
        if decision.dice is None:
            return None
        await ctx.acknowledge()
        async with ctx.lookup():
            plays = await ctx.services.computers.thinker.plays(
                decision.position, decision.dice, decision.stakes, _PLIES
            )
    except (Refused, EngineUnavailable, Unsupported):
        return None
    return decision, plays


async def _keep(ctx: Context, preferences: PersonPreferences) -> None:
    await ctx.services.preferences.keep_person(ctx.user, preferences)

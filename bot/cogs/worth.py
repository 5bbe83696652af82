"""The engine's number beside an offer to settle, where the rules want one and hints are allowed.

It goes into the log with the offer, so that both see the same one. Without an answer of the engine there is none.
"""

from __future__ import annotations

from bot.backgammon import Refused
from bot.cogs.context import Context
from bot.core.actions import Action, Seat
from bot.core.intent import Intent, Throw
from bot.core.state import TableState
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import Unsupported
from bot.tables.advice import known
from bot.tables.board_game import board_of, on_board
from bot.tables.intents import offered_action
from bot.tables.table import Table


async def with_worth(ctx: Context, table: Table, intent: Intent) -> Intent:
    """The same offer, with what the engine thinks it is worth."""
    state, seat = table.state, table.seat_of(ctx.user)
    if state is None or seat is None:
        return intent
    game, thinker, board = on_board(table.game), ctx.services.computers.thinker, board_of(state)
    allowed = board.values_offers and (table.about.hints or board.discussed)
    offered = offered_action(state, seat, intent) if allowed and known(board.rules) and thinker.available else None
    if offered is None:  # it may also be refused, which is told later
        return intent
    await ctx.acknowledge()
    try:
        async with ctx.lookup():
            valued = await game.valued(state, seat, offered, thinker)
    except (Refused, EngineUnavailable, Unsupported):
        return intent

    def act(now: TableState, seat: Seat, throw: Throw) -> Action:
        return valued if now == state else intent(now, seat, throw)

    return act

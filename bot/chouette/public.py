"""A session as everyone may see it, without sealed words.

Messages for a channel are made of this alone, so that none can leak a sealed word even by mistake.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Reply

from .options import Window
from .questions import spoken
from .round import Exchange
from .state import Session


def public(session: Session) -> Session:
    """The session without what is still sealed; where the window is open, unchanged.

    Left of the window: how many have spoken, as passes of the first in line, and who holds. Left of answers to offered
    cubes: which bets have one, each shown as a drop. Left of extras: whose giver has not answered.
    """
    if session.options.window is Window.OPEN:
        return session
    game = session.game
    there = game.window(session.options.cube)
    free = tuple(seat for seat in there if seat not in game.holding)
    game = replace(game, doubled=(), passed=free[: len(spoken(session))])
    if game.exchange is not None:
        game = replace(game, exchange=_sealed(game.exchange))
    before = session.before
    return replace(session, game=game, before=None if before is None else public(before))


def _sealed(exchange: Exchange) -> Exchange:
    extras = exchange.extras
    if extras is not None and extras.asked:
        extras = replace(extras, given=())
    return replace(exchange, replies=tuple((bet, Reply.DROP) for bet, _ in exchange.replies), extras=extras)

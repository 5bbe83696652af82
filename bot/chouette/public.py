"""A session as everybody may see it: what is sealed until all of it counts is not there.

Messages for a channel are made of this and of nothing else, so that none can tell a sealed word even by mistake.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Reply

from .options import Window
from .questions import spoken
from .round import Exchange
from .state import Session


def public(session: Session) -> Session:
    """The session without what nobody else may know yet; where the window is open, as it is.

    In the window that is how many have spoken, as if those had passed who come first, and who holds; of the answers to
    cubes on the table for which there is one, as if it were a drop; of the extras those whose giver has not been heard.
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

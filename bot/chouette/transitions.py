"""Basic transitions of a session that the others are made of."""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Phase
from bot.core.proposals import renumbered
from bot.core.timeline import stripped

from .round import Extras, Round
from .state import Session


def with_game(session: Session, game: Round, **changes: object) -> Session:
    return replace(session, game=game, **changes)


def said(session: Session, game: Round) -> Session:
    """A word about cubes was given; a new question only once all words take effect."""
    was = session.game.exchange
    now = game.exchange
    if game.phase is session.game.phase:
        same = was is None or now is None or (was.bets, was.offer, _step(was.extras)) == (
            now.bets, now.offer, _step(now.extras)
        )  # fmt: skip
        if same:
            return with_game(session, game)
    before = stripped(session) if session.game.phase is Phase.CUBE else None
    return renumbered(with_game(session, game, before=before))


def _step(extras: Extras | None) -> tuple[bool, bool]:
    """Whether extras are being discussed, and whether the droppers have not all been asked."""
    return extras is not None, extras is not None and bool(extras.asked)

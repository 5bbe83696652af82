"""Timeouts of a chouette: holds lapse, and at the pace `live` silence decides."""

from __future__ import annotations

from bot.backgammon import Phase
from bot.backgammon.actions import Claim
from bot.chouette import Pace, Session
from bot.chouette.actions import AnyAction, Lapse
from bot.chouette.play_time import is_timed, time_left
from bot.chouette.questions import awaited

_MINUTE = 60


def patience(session: Session, since: float) -> float | None:
    """When at the pace `live` silence decides, if nobody acts after `since` (seconds); None at the relaxed pace, and
    where time decides nothing. What is said under seal does not matter.
    """
    if session.options.pace is not Pace.LIVE or session.paused or session.closed:
        return None
    if session.phase in (Phase.PARTNER, Phase.CUBE, Phase.OFFER):
        return since + session.options.cube_timer
    if session.phase in (Phase.ROLL, Phase.PLAY):
        return since + _patience_with_roller(session)
    return None


def _patience_with_roller(session: Session) -> float:
    """Seconds that whoever rolls or plays has left since the last action."""
    if is_timed(session):
        return time_left(session) / 1000
    return session.options.forfeit_after * _MINUTE


def silence(session: Session, since: float, patience: float) -> tuple[float, AnyAction] | None:
    """The action caused by silence since `since`, and when (seconds); None if time alone decides nothing.

    `patience`: seconds after which a hold lapses at the relaxed pace.
    """
    game = session.game
    if session.paused or session.closed or game.phase is Phase.OVER:
        return None
    live = session.options.pace is Pace.LIVE
    if game.holding or awaited(session):
        return since + (session.options.cube_timer if live else patience), Lapse()
    if not live:
        return None
    if session.phase in (Phase.PARTNER, Phase.CUBE, Phase.OFFER):
        return since + session.options.cube_timer, Claim()
    if game.phase in (Phase.ROLL, Phase.PLAY):
        return since + _patience_with_roller(session), Claim()
    return None

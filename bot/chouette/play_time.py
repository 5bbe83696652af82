"""Time for rolls and plays: with `play_timer` each has so long free at the pace `live`, and what is over comes from a
reserve of `forfeit_after` minutes a person and game. Milliseconds.

The log has, as actions of the bot, how long somebody was waited for; that the time is up a clock decides.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Phase, Seat, Stale, TableFault

from .actions import Spent
from .options import Pace
from .state import Session

_SECOND = 1000


def is_timed(session: Session) -> bool:
    """Whether somebody's time for a roll or play runs."""
    options = session.options
    timed = options.house_rules.play_timer > 0 and options.pace is Pace.LIVE
    return timed and not session.paused and not session.partnering and session.game.phase in (Phase.ROLL, Phase.PLAY)


def spent_so_far(session: Session) -> int:
    """What is noted of the time for the open question."""
    question, spent = session.spent_now
    return spent if question == session.question else 0


def reserve_left(session: Session, seat: Seat) -> int:
    """What a player has left of the reserve in this game."""
    whole = 60 * _SECOND * session.options.forfeit_after
    return max(0, whole - dict(session.used).get(seat, 0))


def time_left(session: Session) -> int:
    """What whoever rolls or plays has left from the last action on: of the free time, and of the reserve."""
    assert session.game.on_roll is not None
    free = _SECOND * session.options.house_rules.play_timer - spent_so_far(session)
    return max(0, free) + reserve_left(session, session.game.on_roll)


def spent(session: Session, what: Spent) -> Session:
    """Somebody has been waited for: what is over the free time is taken from the reserve. Raises `Stale`."""
    if what.seat != session.game.on_roll or what.ms < 0:
        raise Stale(TableFault.NOT_ASKED)
    free = _SECOND * session.options.house_rules.play_timer
    was = spent_so_far(session)
    over = max(0, was + what.ms - free) - max(0, was - free)
    used = dict(session.used)
    used[what.seat] = used.get(what.seat, 0) + over
    kept = tuple((seat, each) for seat, each in sorted(used.items()) if each)
    return replace(session, used=kept, spent_now=(session.question, was + what.ms))


def to_note(session: Session, ms: int, *, done: bool) -> tuple[Spent, ...]:
    """What is noted before an action so long after the last one. `done`: it is the roll or play that was waited for,
    and nothing is noted if it came within the free time.
    """
    if not is_timed(session) or ms <= 0:
        return ()
    assert session.game.on_roll is not None
    free = _SECOND * session.options.house_rules.play_timer
    if done and spent_so_far(session) + ms <= free:
        return ()
    return (Spent(seat=session.game.on_roll, ms=ms),)

"""Newcomers: whether they may sit down, and their approval: with the option `join_approval`, who comes after the start
asks to be let in.

What has not been answered lapses when the next game is set up. Who was refused may ask again after ten minutes.
"""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from bot.backgammon import Illegal, Phase, Seat, Stale, TableFault

from .actions import Knock, LetIn, NotNow
from .faults import ChouetteFault
from .house import JoinApproval
from .state import Player, Session
from .units import full_bank

#: Seconds after which somebody who was refused may ask again.
AGAIN = 600.0


def is_new(session: Session, seat: Seat) -> bool:
    """Whether nobody has ever sat at a seat, as far as that matters: with a bank, or under fixed turns. Somebody may
    have asked for it.
    """
    if seat >= len(session.players):
        return True
    if session.turns is not None:
        return seat not in session.turns.people
    there = seat in session.line or seat in session.joining
    return session.banked and not there and session.players[seat].end is None


def may_be_new(session: Session) -> bool:
    """Whether somebody may still come who was never here: with a bank while nobody is out, under fixed turns before the
    last game of the first round.
    """
    if session.turns is not None:
        return session.turns.may_be_joined(running=session.game.phase is not Phase.OVER)
    return not session.broke


def may_sit_down(session: Session, seat: Seat) -> bool:
    """Whether a seat where nobody is may be taken, if there is room."""
    return may_be_new(session) if is_new(session, seat) else not session.is_broke(seat)


def asks_first(session: Session) -> bool:
    """Whether newcomers ask to be let in."""
    return session.options.house_rules.join_approval is not JoinApproval.NONE


def approver(session: Session) -> Seat:
    """Who lets newcomers in: the host, or the box, if that is a person at the table."""
    if session.options.house_rules.join_approval is JoinApproval.BOX:
        over = session.game.phase is Phase.OVER
        box = next(iter(session.playing), session.host) if over else session.game.box
        if box not in session.computers and not session.has_left(box):
            return box
    return session.host


def knocked(session: Session, what: Knock) -> Session:
    """Somebody asks to be let in. Raises `Illegal` after a refusal, for ten minutes."""
    seat = what.by
    assert seat is not None
    left = dict(session.refused).get(seat, what.at - AGAIN) + AGAIN - what.at
    if left > 0:
        raise Illegal(ChouetteFault.ASK_LATER, minutes=ceil(left / 60))
    if seat == len(session.players):
        session = replace(session, players=(*session.players, Player(bank=full_bank(session.options))))
    return replace(session, knocking=(*session.knocking, seat))


def answered(session: Session, what: LetIn | NotNow) -> Session:
    """The session without the wish of a newcomer, who is noted if refused. Raises `Stale`."""
    if what.seat not in session.knocking:
        raise Stale(TableFault.NOT_ASKED)
    session = replace(session, knocking=tuple(seat for seat in session.knocking if seat != what.seat))
    if isinstance(what, LetIn):
        return session
    others = tuple(each for each in session.refused if each[0] != what.seat)
    return replace(session, refused=(*others, (what.seat, what.at)))

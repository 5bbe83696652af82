"""Intents that exist only in a chouette. At any other table they are refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from bot.backgammon import Illegal, Reply, Seat, Stale
from bot.chouette import ChouetteFault, Session, actions
from bot.core.actions import Action, BetIndex
from bot.core.intent import Intent, Throw
from bot.core.state import TableState
from bot.tables.board_game import Whom


def _of_session(act: Callable[[Session, Seat], actions.AnyAction]) -> Intent:
    def intent(state: TableState, seat: Seat, throw: Throw) -> Action:
        if not isinstance(state, Session):
            raise Illegal(ChouetteFault.NOT_A_CHOUETTE)
        return act(state, seat)

    return intent


def plain(
    action: type[actions.Pass | actions.Hold | actions.DeclineBox | actions.End],
) -> Intent:
    """Any action whose only field is the seat."""
    return _of_session(lambda session, seat: action(by=seat))


# Cubes


def replies(answers: Mapping[BetIndex, Reply]) -> Intent:
    """Answers to several cubes at once, by bet."""
    given = tuple(sorted(answers.items(), key=lambda each: each[0]))
    return _of_session(lambda session, seat: actions.Answer(by=seat, replies=given))


def extra(give: bool) -> Intent:
    """Offer the lone taker an extra, or decline to."""

    def act(session: Session, seat: Seat) -> actions.GiveExtra:
        extras = session.game.exchange and session.game.exchange.extras
        own = [] if extras is None else [bet for bet in extras.asked if session.game.bets[bet].white == seat]
        if extras is not None and not own:
            own = [bet for bet in extras.asked if seat in session.deciders(session.game.bets[bet].white)]
        if not own:
            raise Stale(ChouetteFault.NO_EXTRA)
        return actions.GiveExtra(by=seat, bet=own[0], give=give)

    return _of_session(act)


def extras(stay: bool, refused: Collection[Seat] = (), dropped: Whom = ()) -> Intent:
    """The lone taker stays in and answers the extras, or changes to drop. `dropped` None: drops them all at once."""

    def act(session: Session, seat: Seat) -> actions.AnswerExtras:
        at_once = dropped
        if at_once is None:
            offered = session.game.exchange and session.game.exchange.extras
            at_once = () if offered is None else tuple(session.game.bets[bet].white for bet in offered.given)
        return actions.AnswerExtras(by=seat, stay=stay, refused=tuple(refused), dropped=tuple(at_once))

    return _of_session(act)


def auto_pass() -> Intent:
    return _of_session(lambda session, seat: actions.AutoPass(by=seat, on=not session.players[seat].auto_pass))


def delegate(to: Seat | None) -> Intent:
    """Appoint who decides one's cubes while away; None: no one."""
    return _of_session(lambda session, seat: actions.Delegate(by=seat, to=to))


# People


def share(agree: bool) -> Intent:
    """Ask for a partner in the box, or accept a share of it; or decline."""
    return _of_session(lambda session, seat: actions.Share(by=seat, agree=agree))


def stake(stake: int) -> Intent:
    """Play for this stake from the next game on."""
    return _of_session(lambda session, seat: actions.Stake(by=seat, stake=stake))


def sit_out() -> Intent:
    """Sit out from the next game on; again: return."""
    return _of_session(lambda session, seat: actions.SitOut(by=seat, out=not session.players[seat].out))


def leave() -> Intent:
    return _of_session(lambda session, seat: actions.Leave(by=seat))


def let_in(whom: Seat) -> Intent:
    """Let in somebody who has asked."""
    return _of_session(lambda session, seat: actions.LetIn(by=seat, seat=whom))


def not_now(whom: Seat, at: float) -> Intent:
    """Refuse somebody who has asked, at this time (seconds since 1970)."""
    return _of_session(lambda session, seat: actions.NotNow(by=seat, seat=whom, at=at))


def send_away(whom: Seat) -> Intent:
    return _of_session(lambda session, seat: actions.Leave(by=seat, seat=whom))


def pause(on: bool) -> Intent:
    """Stop or restart the clock."""
    return _of_session(lambda session, seat: session.rest(seat) if on else session.go_on(seat))


def paid(payment: int) -> Intent:
    return _of_session(lambda session, seat: actions.Paid(by=seat, payment=payment))

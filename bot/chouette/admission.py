"""Admission: an action must answer an open question, else it is refused."""

from __future__ import annotations

from bot.backgammon import Foreign, Illegal, Seat, Stale, TableFault
from bot.backgammon import bet as cube
from bot.backgammon.actions import OpeningRoll, Roll
from bot.core.actions import BetIndex
from bot.core.question import answered

from .actions import Answer, AnyAction, Double, GiveExtra, Gone, Paid, Resign, Settle
from .ending import decisive
from .faults import ChouetteFault
from .questions import questions, settlement_fault
from .reasons import refusal
from .round import Round
from .state import Session, bets_of
from .units import in_points


def admit(session: Session, action: AnyAction) -> None:
    """Raise unless the action answers an open question and names bets and players it can be about.

    Raises `Foreign`, `Stale` or `Illegal`.
    """
    if answered(questions(session), action) is None:
        raise refusal(session, action)
    game, seat = session.game, action.by
    match action:
        case Roll() | OpeningRoll() if not all(1 <= die <= 6 for die in action.dice):
            raise Illegal(TableFault.WRONG_DICE)
        case Double():
            side = game.board.turn
            assert side is not None
            for_whom = {game.bets[bet].seat(side) for bet in _known(session, action.bets)}
            if len(for_whom) > 1 or any(seat not in session.deciders(each) for each in for_whom):
                raise Foreign(ChouetteFault.NOT_YOUR_BET)
            if any(not game.held(each) for each in for_whom):
                raise Foreign(ChouetteFault.OUT_OF_GAME)
        case Answer():
            bets = tuple(bet for bet, _ in action.replies)
            exchange = game.exchange
            if not bets or exchange is None or any(bet not in exchange.bets for bet in _known(session, bets)):
                raise Illegal(ChouetteFault.NOT_OFFERED)
            if any(seat not in session.deciders(game.answerer(bet)) for bet in bets):
                raise Foreign(TableFault.NO_OFFER)
        case GiveExtra():
            extras = game.exchange and game.exchange.extras
            if extras is None or action.bet not in extras.asked:
                raise Stale(ChouetteFault.NO_EXTRA)
            if seat not in session.deciders(game.bets[action.bet].white):
                raise Foreign(ChouetteFault.NO_EXTRA)
        case Resign():
            _check_own_bets(session, seat, action.bets)
            resigned = {bet for each in session.proposed(Resign) for bet in bets_of(each)}
            if resigned.issuperset(action.bets):
                raise Illegal(TableFault.ALREADY_ASKED)
        case Settle():
            _check_own_bets(session, seat, action.bets)
            _check_settlement(session, action)
        case Gone() if action.seat not in session.missed:
            raise Stale(TableFault.NOT_ASKED)
        case Paid():
            _check_payment(session, seat, action.payment)
        case _:
            pass


def _known(session: Session, bets: tuple[BetIndex, ...]) -> tuple[BetIndex, ...]:
    if not all(0 <= bet < len(session.game.bets) for bet in bets):
        raise Illegal(ChouetteFault.NOT_YOUR_BET)
    return bets


def _check_own_bets(session: Session, seat: Seat | None, bets: tuple[BetIndex, ...]) -> None:
    held = () if seat is None else session.game.held(seat)
    if not bets or any(bet not in held for bet in _known(session, bets)):
        raise Illegal(ChouetteFault.NOT_YOUR_BET)


def _check_settlement(session: Session, action: Settle) -> None:
    game = session.game
    if abs(action.points) > cube.SETTLEMENT_LIMIT * game.unit:
        raise Illegal(TableFault.TOO_MANY_POINTS, most=cube.SETTLEMENT_LIMIT)
    for bet in action.bets:
        if fault := settlement_fault(session, bet):
            raise Illegal(fault)
        if game.balances and abs(action.points) > (most := most_settled(game, bet)):
            raise Illegal(ChouetteFault.SETTLE_WITHIN, most=str(in_points(most, game.unit)))
        if action.winner is not None and action.winner not in (game.bets[bet].white, game.bets[bet].black):
            raise Illegal(ChouetteFault.NOT_THE_WINNER)
        if action.points == 0 and action.winner is None and bet in decisive(game, session.options.retain):
            raise Illegal(ChouetteFault.NAME_THE_WINNER)


def most_settled(game: Round, bet: BetIndex) -> int:
    """The most that a bet may be settled for with a bank, in units: what each of the two has."""
    has = dict(zip(game.line, game.balances, strict=True))
    return min(has[game.bets[bet].white], has[game.bets[bet].black])


def _check_payment(session: Session, seat: Seat | None, index: int) -> None:
    if not 0 <= index < len(session.payments):
        raise Stale(TableFault.NOT_ASKED)
    payment = session.payments[index]
    if seat not in (payment.transfer.payer, payment.transfer.payee, session.host):
        raise Foreign(ChouetteFault.NOT_YOUR_PAYMENT)
    if payment.paid:
        raise Stale(ChouetteFault.PAID_ALREADY)

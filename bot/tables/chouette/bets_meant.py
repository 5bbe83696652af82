"""Which bets a player means who doubles, answers, resigns or settles, from the opponents named, if any."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from bot.backgammon import Illegal, Kind, Phase, Reply, Seat, TableFault
from bot.chouette import BOX, ChouetteFault, Session
from bot.chouette.actions import Answer, Double, Resign, Settle
from bot.chouette.units import in_units
from bot.core.actions import BetIndex
from bot.tables.board_game import Whom


def double(session: Session, seat: Seat, whom: Whom) -> Double:
    """The box doubles the members `whom`; a member doubles with their own cube, or with those of `whom` who have
    delegated to them.

    None: as `doubles_for` says.
    """
    game, rules, own = session.game, session.options.cube, doubles_for(session, seat)
    if own == game.box and game.board.turn is BOX:
        bets = game.accessible(own, rules) if whom is None else tuple(_bet_with(session, each) for each in whom)
        return Double(by=seat, bets=bets)
    doublers = [own] if whom is None else [each for each in whom if each != game.box] or [own]
    return Double(by=seat, bets=tuple(bet for each in doublers for bet in game.accessible(each, rules)))


def doubles_for(session: Session, seat: Seat) -> Seat:
    """The seat whose cube a player means: their own, or if it cannot be turned, that of the first delegator whose
    can.
    """
    game, rules = session.game, session.options.cube
    for whose in (seat, *(each for each in game.line if session.players[each].delegate == seat)):
        if game.accessible(whose, rules):
            return whose
    return seat


def reply(session: Session, seat: Seat, answer: Reply, whom: Whom) -> Answer:
    """The same answer to the cubes of `whom`; None: to all that still wait for this seat.

    If none does any longer, to all that the seat has answered and may answer anew.
    """
    bets = answerable(session, seat)
    if whom is not None:
        bets = tuple(bet for bet in bets if _concerns(session, bet, seat, whom))
    else:
        own = tuple(bet for bet in bets if seat in (session.game.bets[bet].white, session.game.bets[bet].black))
        bets = _unanswered(session, own or bets)
    return Answer(by=seat, replies=tuple((bet, answer) for bet in bets))


def _unanswered(session: Session, bets: tuple[BetIndex, ...]) -> tuple[BetIndex, ...]:
    exchange = session.game.exchange
    left = () if exchange is None or exchange.extras else exchange.unanswered
    return tuple(bet for bet in bets if bet in left) or bets


def answerable(session: Session, seat: Seat) -> tuple[BetIndex, ...]:
    """The offered cubes that a player may answer, for their own seat or as a delegate."""
    game, exchange = session.game, session.game.exchange
    if exchange is None or (exchange.extras and not exchange.extras.forced):
        return ()
    bets = (exchange.extras.bet,) if exchange.extras else exchange.bets
    return tuple(bet for bet in bets if seat in session.deciders(game.answerer(bet)))


def _concerns(session: Session, bet: BetIndex, seat: Seat, whom: Collection[Seat]) -> bool:
    """Whether an answer to these seats, or for them, is about this bet."""
    own = session.game.bets[bet]
    others = {own.white, own.black} - {seat}
    return bool(others & set(whom)) or (seat in whom and seat in (own.white, own.black))


def _bet_with(session: Session, member: Seat) -> BetIndex:
    bet = session.game.own_bet(member)
    if bet is None:
        raise Illegal(ChouetteFault.NOT_YOUR_BET)
    return bet


def resign(session: Session, seat: Seat, kind: Kind | None, whom: Whom) -> Resign:
    """A resignation to `whom`; None: in all one's bets."""
    if kind is None:
        raise Illegal(TableFault.NOT_A_MATCH)
    return Resign(by=seat, kind=kind, bets=_bets_with(session, seat, whom))


def settle(session: Session, seat: Seat, points: int | Fraction, whom: Whom, winners: Whom) -> Settle:
    """A settlement for this many points with `whom`, who may be omitted with a single bet, or if none can be settled
    now. Raises `Illegal`.
    """
    bets = _bets_with(session, seat, whom)
    if whom is None and len(bets) > 1 and session.game.phase in (Phase.CUBE, Phase.ROLL):
        raise Illegal(ChouetteFault.SETTLE_WITH_WHOM)
    if winners is None:
        return Settle(by=seat, points=in_units(points, session.unit), bets=bets)
    if len(winners) != 1:
        raise Illegal(ChouetteFault.NOT_THE_WINNER)
    return Settle(by=seat, points=in_units(points, session.unit), bets=bets, winner=next(iter(winners)))


def _bets_with(session: Session, seat: Seat, whom: Whom) -> tuple[BetIndex, ...]:
    """A player's open bets, or those with `whom`."""
    held = session.game.held(seat)
    if whom is None:
        return held
    bets = [session.game.bets[index] for index in held]
    return tuple(index for index, bet in zip(held, bets, strict=True) if {bet.white, bet.black} - {seat} <= set(whom))

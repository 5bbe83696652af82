"""Consequences of silence: claimed by a player, decided by the clock, or after a player has left in mid-game."""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Phase, Seat, Side
from bot.core.actions import BetIndex
from bot.core.proposals import renumbered

from . import cubes, people
from .actions import AnswerExtras
from .round import BOX, TEAM, Exchange, Round
from .state import Session
from .transitions import said, with_game


def claimed(session: Session, by_clock: bool) -> Session:
    """The players waited for have been silent for too long."""
    game = session.game
    if session.phase is Phase.PARTNER:
        return renumbered(people.shared(session, agree=False))
    if game.exchange:
        return _silent_about(session, _asked(game.exchange))
    if game.phase is Phase.CUBE and by_clock:
        return said(session, cubes.closed(game))
    roller = game.on_roll
    assert roller is not None
    away = (*game.away, roller) if roller not in game.away else game.away
    if game.phase is Phase.CUBE and game.board.turn is TEAM:
        return said(session, cubes.closed(replace(game, away=away)))
    return renumbered(with_game(session, replace(game, away=away)), session.proposals)


def _asked(exchange: Exchange) -> tuple[BetIndex, ...]:
    """The bets that wait for an answer."""
    extras = exchange.extras
    return exchange.unanswered if extras is None else extras.asked or (extras.bet,)


def silences(session: Session) -> Session:
    """Answer for players who are away: they drop; a side without anyone to roll for it loses."""
    while True:
        game = session.game
        if session.closed or game.phase is Phase.OVER:
            return session
        if session.partnering:
            asked = session.partnering.asked
            if not session.is_silent(game.box if asked is None else asked):
                return session
            session = renumbered(people.shared(session, agree=False))
        elif game.phase is Phase.OPENING:
            return session
        elif exchange := game.exchange:
            gone = tuple(bet for bet in _asked(exchange) if not _heard(session, _speaker(game, bet)))
            if not gone:
                return session
            session = _silent_about(session, gone)
        else:
            lost = _deserted(session)
            if lost is None:
                return session
            side, roller = lost
            session = renumbered(with_game(session, cubes.lost(game, game.held(roller), side), before=None))


def _deserted(session: Session) -> tuple[Side, Seat] | None:
    """The side without anyone to roll for it, and the seat that loses bets for it: the one on roll, or the team once
    all its members have gone. Nobody rolls for an absent box, even if an extra's holder plays on.
    """
    game = session.game
    assert game.board.turn is not None
    if game.board.turn is BOX and game.box in game.away and game.box in game.players(BOX):
        return BOX, game.box
    rollers = ((side, game.roller(side)) for side in (game.board.turn, TEAM))
    return next(((side, roller) for side, roller in rollers if roller is not None and roller in game.away), None)


def _speaker(game: Round, bet: BetIndex) -> Seat:
    """The seat that answers for a bet of the exchange."""
    assert game.exchange is not None
    return game.bets[bet].white if game.exchange.extras else game.answerer(bet)


def _heard(session: Session, seat: Seat) -> bool:
    """Whether anyone is there to decide a player's cubes."""
    return not all(session.is_silent(each) for each in session.deciders(seat))


def _silent_about(session: Session, bets: tuple[BetIndex, ...]) -> Session:
    """Answer for silent players: a drop, where not allowed a take, and no extra."""
    game, options = session.game, session.options
    assert game.exchange is not None
    extras = game.exchange.extras
    if extras is None or extras.forced:
        return said(session, cubes.silence(game, bets, options))
    if not extras.asked:
        return said(session, cubes.extras_answered(game, AnswerExtras(stay=False), options))
    for bet in bets:
        game = cubes.extra_given(game, bet, False, options)
    return said(session, game)

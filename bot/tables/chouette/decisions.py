"""The decisions of a chouette's game, out of its log: plays are those of whoever moved, cubes everybody's own.

Who has several bets that are alike, such as the box, decides once about all those it treats alike. What a delegate says
for somebody is neither's decision, what silence brings about is nobody's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.analysis.decisions import Decided, Played, Replied, Spoke
from bot.backgammon import Bet, Ending, OfferStage, Phase, Reply, Seat
from bot.backgammon import bet as cube
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.chouette.actions import Answer, AnswerExtras, AnyAction, Claim, Double
from bot.chouette.record import SessionStep
from bot.chouette.state import Session
from bot.core.actions import BetIndex
from bot.tables.chouette.computer import stakes_at

_BEAVER_OR_DROP = Reply.BEAVER, Reply.DROP
"""What a lone taker may answer under the rule of that name."""

_Heard = dict[BetIndex, tuple[Seat | None, Reply | None]]
"""Who has spoken last for each cube, and how it was answered."""


def decisions(steps: Sequence[SessionStep]) -> Iterator[Decided]:
    """What was decided, in its order; of those who were silent nothing."""
    rolls, heard = 0, _Heard()
    for before, action, after in steps:
        if before.game.line != after.game.line:
            continue
        heard |= _said(before, action)
        if before.game.phase is Phase.CUBE and after.game.phase is not Phase.CUBE:
            yield from _spoken(before, action, after, rolls + 1, heard)
            heard = {}
        asked, still = before.game.exchange, after.game.exchange
        if asked is not None and (still is None or still.offer != asked.offer):
            yield from _answered(before, after, rolls + 1, heard)
            heard = {}
        if isinstance(action, OpeningRoll | Roll) and after.rolls > before.rolls and after.game.board.dice:
            rolls += 1
        if isinstance(action, Move):
            yield _played(before, action, rolls)


def _said(before: Session, action: AnyAction) -> _Heard:
    """What an action says of cubes."""
    match action:
        case Double(by=seat, bets=bets):
            return dict.fromkeys(bets, (seat, None))
        case Answer(by=seat, replies=replies):
            return {bet: (seat, reply) for bet, reply in replies}
        case AnswerExtras(by=seat, stay=stay):
            exchange = before.game.exchange
            assert exchange is not None and exchange.extras is not None
            bet = exchange.extras.bet
            return {bet: (seat, exchange.reply(bet) if stay else Reply.DROP)}
        case _:
            return {}


def _played(before: Session, action: Move, rolls: int) -> Decided:
    """Who moves plays for the first of their open bets; how lucky the roll was is a matter of all."""
    game = before.game
    board, seat = game.board, game.on_roll
    assert board.turn is not None and board.dice is not None and seat is not None
    play = board.read(action.play, before.rules.max_on_point)
    return Decided(
        seat=seat,
        side=board.turn,
        turn=rolls,
        position=board.position.packed,
        stakes=stakes_at(before, game.bets[game.held(seat)[0]], board.turn),
        what=Played(board.dice, play.packed, rolls == 1),
        staked=sum(game.bets[index].value for index in game.held(seat)),
    )


def _spoken(before: Session, action: AnyAction, after: Session, turn: int, heard: _Heard) -> Iterator[Decided]:
    """The window has closed, by cubes that were turned or by the dice. Who is waited for in vain has not passed."""
    game, now = before.game, after.game
    turned = tuple(
        index for index in range(len(game.bets)) if _is_offered(now.bets[index], game.bets[index], index, after)
    )
    if not turned and not isinstance(action, Roll):
        return  # closed by an end that was agreed upon, or by silence
    side = game.board.turn
    assert side is not None
    for seat in game.players(side):
        silent = seat in game.away or (isinstance(action, Claim) and seat not in game.passed)
        there = [
            index
            for index in game.accessible(seat, before.options.cube)
            if (heard.get(index, (None, None))[0] == seat if index in turned else not silent)
        ]
        for index, doubled in _alike(before, there, turned):
            yield _decision(before, seat, index, turn, Spoke(doubled))


def _is_offered(now: Bet, was: Bet, index: int, after: Session) -> bool:
    """Whether a cube has been turned between two states; those who are away answer in the same moment."""
    exchange = after.game.exchange
    if exchange is not None and index in exchange.doubled:
        return True
    dropped = now.result is not None and was.result is None and now.result.ending is Ending.DROPPED
    return dropped or now.value > was.value


def _alike(session: Session, bets: Sequence[BetIndex], turned: Sequence[int]) -> list[tuple[BetIndex, bool]]:
    """Bets that were treated differently, or are played for something else: one of each kind."""
    side = session.game.board.turn
    assert side is not None
    found = {(stakes_at(session, session.game.bets[index], side), index in turned): index for index in reversed(bets)}
    return sorted((index, doubled) for (_, doubled), index in found.items())


def _answered(before: Session, after: Session, turn: int, heard: _Heard) -> Iterator[Decided]:
    """The answers that have just come to count."""
    game, exchange = before.game, before.game.exchange
    assert exchange is not None
    told: set[tuple[Seat, object, Reply]] = set()
    for index in exchange.bets:
        seat, bet = game.answerer(index), game.bets[index]
        reply = _reply(before, after, index)
        if reply is None or heard.get(index) != (seat, reply):
            continue
        side = game.board.turn
        assert side is not None
        if (seat, stakes_at(before, bet, side), reply) not in told:
            told.add((seat, stakes_at(before, bet, side), reply))
            forced = exchange.extras is not None and exchange.extras.forced and exchange.extras.bet == index
            ways = _BEAVER_OR_DROP if forced else cube.replies(bet, exchange.offer, before.options.cube)
            yield _decision(before, seat, index, turn, Replied(exchange.offer.stage, reply, ways))


def _reply(before: Session, after: Session, index: BetIndex) -> Reply | None:
    """What an answer came to; None if it came to nothing, because the game was given up."""
    exchange, was, now = before.game.exchange, before.game.bets[index], after.game.bets[index]
    assert exchange is not None
    if now.result is not None and now.result.ending is Ending.DROPPED:
        return Reply.DROP
    offer = exchange.offer
    further = after.game.exchange is not None and index in after.game.exchange.bets
    if now.value == offer.taken(was) and not further:
        return Reply.TAKE
    if further or now.value > offer.taken(was):
        return Reply.BEAVER if offer.stage is OfferStage.DOUBLE else Reply.RACCOON
    return None


def _decision(session: Session, seat: Seat, index: BetIndex, turn: int, what: Spoke | Replied) -> Decided:
    board = session.game.board
    assert board.turn is not None
    stakes = stakes_at(session, session.game.bets[index], board.turn)
    return Decided(seat, board.turn, turn, board.position.packed, stakes, what)

"""The decisions of a chouette's game, from its log: plays belong to the mover, cubes to each player.

A player with several similar bets, such as the box, makes one decision for all treated alike. A word given by a
delegate is nobody's decision, nor are the consequences of silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.analysis.decisions import Decided, Played, Replied, Spoke
from bot.backgammon import Bet, Ending, Offer, OfferStage, Phase, Reply, Seat
from bot.backgammon import bet as cube
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.chouette import apply
from bot.chouette.actions import Answer, AnswerExtras, AnyAction, Claim, Double
from bot.chouette.record import SessionStep
from bot.chouette.state import Session
from bot.core.actions import BetIndex
from bot.tables.chouette.computer import stakes_at, ways_at

SECONDS = 10.0
"""A player who was asked for this many seconds (or `cube_timer` if shorter) and stayed silent has decided not to
double.
"""

_Heard = dict[BetIndex, tuple[Seat | None, Reply | None]]
"""The last seat to speak for each cube, and its answer."""


class Watch:
    """Measures how long each window was open, by its question number, while the actions of a log are applied in order.

    `at`: when each was saved, in seconds; without that, waits are not known.
    """

    def __init__(self, at: Iterable[float]) -> None:
        self.open_for: dict[int, float] = {}
        self._at = iter(at)
        self._since = 0.0

    def apply(self, before: Session, action: AnyAction) -> Session:
        """The state after an action."""
        after, now = apply(before, action), next(self._at, None)
        if now is not None:
            if before.game.phase is Phase.CUBE:
                self.open_for[before.question] = now - self._since
            elif after.game.phase is Phase.CUBE:
                self._since = now
        return after


def decisions(steps: Sequence[SessionStep], open_for: Mapping[int, float]) -> Iterator[Decided]:
    """The decisions in order. `open_for`: seconds a window was open, by its question number; a silent player who was
    asked for a shorter time has decided nothing.
    """
    rolls, heard = 0, _Heard()
    for before, action, after in steps:
        if before.game.line != after.game.line:
            continue
        heard |= _said(before, action)
        if before.game.phase is Phase.CUBE and after.game.phase is not Phase.CUBE:
            long = open_for.get(before.question, 0.0) >= min(SECONDS, before.options.cube_timer)
            yield from _spoken(before, action, after, rolls + 1, heard, long=long)
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
    """The words of an action about cubes."""
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
    """A play, as a decision on the mover's first open bet; the luck of the roll concerns all their bets."""
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


def _spoken(
    before: Session, action: AnyAction, after: Session, turn: int, heard: _Heard, *, long: bool
) -> Iterator[Decided]:
    """The window has closed, with turned cubes or with the roll. A silent player has passed if it was open for `long`;
    not if they were waited for in vain.
    """
    game, now = before.game, after.game
    turned = tuple(
        index for index in range(len(game.bets)) if _is_offered(now.bets[index], game.bets[index], index, after)
    )
    if not turned and not isinstance(action, Roll):
        return  # closed by an agreed end, or by silence
    side = game.board.turn
    assert side is not None
    for seat in game.players(side):
        mine = game.accessible(seat, before.options.cube)
        own = {index for index in mine if heard.get(index, (None, None))[0] == seat}
        spoke = seat in game.passed or action.by == seat or bool(own)
        passed = seat not in game.away and (spoke or (long and not isinstance(action, Claim)))
        there = [index for index in mine if (index in own if index in turned else passed)]
        for index, doubled in _alike(before, there, turned):
            ways = cube.courses(game.bets[index], Offer(side), before.options.cube)
            yield _decision(before, seat, index, turn, Spoke(doubled, ways))


def _is_offered(now: Bet, was: Bet, index: int, after: Session) -> bool:
    """Whether a cube was turned between two states; players who are away are answered for at once."""
    exchange = after.game.exchange
    if exchange is not None and index in exchange.doubled:
        return True
    dropped = now.result is not None and was.result is None and now.result.ending is Ending.DROPPED
    return dropped or now.value > was.value


def _alike(session: Session, bets: Sequence[BetIndex], turned: Sequence[int]) -> list[tuple[BetIndex, bool]]:
    """Bets that were treated differently, or have different stakes: one of each kind."""
    side = session.game.board.turn
    assert side is not None
    found = {(stakes_at(session, session.game.bets[index], side), index in turned): index for index in reversed(bets)}
    return sorted((index, doubled) for (_, doubled), index in found.items())


def _answered(before: Session, after: Session, turn: int, heard: _Heard) -> Iterator[Decided]:
    """The answers that have just taken effect."""
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
            ways = ways_at(before, index)
            yield _decision(before, seat, index, turn, Replied(exchange.offer.stage, reply, ways))


def _reply(before: Session, after: Session, index: BetIndex) -> Reply | None:
    """An answer as it took effect; None if it did not, because the game was given up."""
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

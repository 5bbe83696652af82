"""What a session asks of whom, the question that all wait for first."""

from __future__ import annotations

from collections.abc import Collection

from bot.backgammon import Ask, Phase, Question, Seat
from bot.backgammon.actions import Abort, Accept, Action, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.core.question import asked_again

from .actions import (
    Answer,
    AnswerExtras,
    Arrange,
    AutoPass,
    DeclineBox,
    Delegate,
    Dismiss,
    Double,
    GiveExtra,
    Gone,
    Hold,
    Join,
    Lapse,
    Leave,
    Paid,
    Pass,
    Pause,
    Resign,
    Settle,
    Share,
    SitOut,
)
from .ending import next_box
from .options import FEWEST
from .state import Proposal, Session, bets_of

_PROPOSALS: dict[type[Action], Ask] = {
    Resign: Ask.RESIGNATION,
    Settle: Ask.SETTLEMENT,
    Undo: Ask.UNDO,
    Abort: Ask.ABORT,
}
#: What whoever is at the table may do about himself at any time.
_PERSONAL: tuple[type[Action], ...] = (Leave, SitOut, AutoPass, Delegate)


@asked_again
def questions(session: Session) -> tuple[Question, ...]:
    """Everything the state asks; of a closed session only the payments that are left."""
    if session.closed:
        left = [payment.transfer for payment in session.payments if not payment.paid]
        people = {seat for transfer in left for seat in (transfer.payer, transfer.payee)}
        of = tuple(sorted({*people, session.host}))
        free = tuple(seat for seat in of if seat not in people)
        return (Question(session.question, Ask.PAYMENT, of, (Paid,), free=free),) if left else ()
    return (*_main(session), *map(_proposal, session.proposals), _table(session))


def _main(session: Session) -> tuple[Question, ...]:
    game, number = session.game, session.question
    if not session.begun:
        return (Question(number, Ask.OPENING, (), (), (Arrange,)),)
    if session.partnering:
        asked = session.partnering.asked
        of = (game.box if asked is None else asked,)
        return (Question(number, Ask.PARTNER, of, (Share,)),)
    roller = () if game.on_roll is None else (game.on_roll,)
    match game.phase:
        case Phase.OPENING:
            return (Question(number, Ask.OPENING, (), (), (OpeningRoll,)),)
        case Phase.CUBE:
            return _window(session, roller)
        case Phase.OFFER:
            return (_exchange(session),)
        case Phase.ROLL:
            return (Question(number, Ask.ROLL, roller, (Roll,), (Roll,)),)
        case Phase.PLAY:
            forced = (Move,) if len(game.plays(session.rules)) == 1 else ()
            return (Question(number, Ask.PLAY, roller, (Move,), forced),)
        case Phase.OVER:
            of = () if session.ending else starters(session)
            return (Question(number, Ask.NEXT, of, (Next,) if len(of) >= FEWEST else (), (End,)),)


def starters(session: Session) -> tuple[Seat, ...]:
    """Who may begin the next game: its box and its captain."""
    return session.playing[:2]


def _window(session: Session, roller: tuple[Seat, ...]) -> tuple[Question, ...]:
    """The roll, and beside it what others of that side may say before it."""
    game, rules = session.game, session.options.cube
    number = session.question
    window = game.window(rules)
    if session.rules_version >= 3:
        window = tuple(seat for seat in window if not session.has_left(seat))
    own = game.accessible(game.box, rules) if roller == (game.box,) else ()
    ask, answers = (Ask.CUBE, (Double, Roll)) if own else (Ask.ROLL, (Roll,))
    main = Question(number, ask, roller, answers, bets=own)
    if not window:
        return (main,)
    bets = tuple(index for seat in game.window(rules) for index in game.accessible(seat, rules))
    waiting = awaited(session)
    free = tuple(seat for seat in window if seat not in waiting)
    return (main, Question(number, Ask.CUBE, window, (Double, Pass, Hold), bets=bets, free=free))


def others_speak(session: Session) -> bool:
    """Whether anybody but the roller may say in the window what he does; alone he doubles or rolls."""
    game = session.game
    there = game.window(session.options.cube)
    return any(seat != game.on_roll and seat not in session.leaving for seat in there)


def awaited(session: Session) -> tuple[Seat, ...]:
    """Whom the roller must wait for in the window, though they do not ask for it: they want to be asked every time."""
    game = session.game
    if game.phase is not Phase.CUBE:
        return ()
    silent = (seat for seat in game.window(session.options.cube) if seat not in (*spoken(session), *game.holding))
    return tuple(seat for seat in silent if not session.players[seat].auto_pass and seat not in game.away)


def spoken(session: Session) -> tuple[Seat, ...]:
    """Who has said in the window whether he doubles; who holds has not."""
    game = session.game
    side = game.board.turn
    if game.phase is not Phase.CUBE or side is None:
        return ()
    doubling = {game.bets[index].seat(side) for index in game.doubled}
    return tuple(seat for seat in game.window(session.options.cube) if seat in doubling or seat in game.passed)


def _exchange(session: Session) -> Question:
    game = session.game
    exchange = game.exchange
    assert exchange is not None
    number = session.question
    if extras := exchange.extras:
        asked = extras.asked or (extras.bet,)
        seats = tuple(game.bets[index].white for index in asked)
        of, free = _heard(session, seats, seats)
        if extras.asked:
            return Question(number, Ask.EXTRAS, of, (GiveExtra,), bets=extras.asked, free=free)
        if extras.forced:
            return Question(number, Ask.OFFER, of, (Answer,), bets=asked, free=free)
        return Question(number, Ask.EXTRAS, of, (AnswerExtras,), bets=extras.given, free=free)
    seats = tuple(dict.fromkeys(game.answerer(index) for index in exchange.bets))
    waiting = tuple(game.answerer(index) for index in exchange.unanswered)
    of, free = _heard(session, seats, waiting)
    return Question(number, Ask.OFFER, of, (Answer,), bets=exchange.bets, free=free)


def _heard(
    session: Session, seats: tuple[Seat, ...], waiting: Collection[Seat]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who answers for these seats: they themselves, and after them those who may do it for them. And who of them all is
    not waited for, though `waiting` are: a delegate is only where the one he speaks for has left.
    """
    heard = {seat: speakers(session, seat) for seat in seats}
    first = tuple(seat for seat in seats if seat in heard[seat])
    of = tuple(dict.fromkeys((*first, *(each for seat in seats for each in heard[seat]))))
    asked = {heard[seat][0] for seat in waiting if heard[seat]}
    return of, tuple(seat for seat in of if seat not in asked)


def speakers(session: Session, seat: Seat) -> tuple[Seat, ...]:
    """Those who decide somebody's cubes and are heard: he himself, else his delegate first."""
    there = session.deciders(seat)
    return there if session.rules_version < 3 else tuple(each for each in there if not session.is_silent(each))


def _proposal(proposal: Proposal) -> Question:
    ask = _PROPOSALS[type(proposal.what)]
    return Question(proposal.number, ask, proposal.of, (Accept, Decline), bets=bets_of(proposal))


def _table(session: Session) -> Question:
    """What may be done beside the main question. Who may do what exactly is found out when it is done."""
    game = session.game
    answers: list[type[Action]] = []
    running = game.phase not in (Phase.OVER, Phase.OPENING)
    if game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY):
        answers.append(Resign)
    if game.phase in (Phase.CUBE, Phase.ROLL) and session.options.settlements:
        answers.append(Settle)
    if session.before:
        answers.append(Undo)
    if game.phase is not Phase.OVER and session.begun:
        answers.append(Abort)
    if running or session.partnering:
        answers.append(Claim)
    if may_decline_box(session):
        answers.append(DeclineBox)
    bot = (Abort, Claim, Lapse, Gone, Dismiss)
    return Question(session.table_question, Ask.TABLE, session.line, (*answers, End, Join, Pause, *_PERSONAL), bot, ())


def may_decline_box(session: Session) -> bool:
    """Whether the captain who has just won the box may still refuse it."""
    game = session.game
    if game.phase is not Phase.OVER or game.void or not session.options.may_decline_box or not session.active:
        return False
    won = next_box(game, session.options.retain) == game.captain
    # Of two there is nobody else who would have it.
    third = len(session.playing) > 2 if session.rules_version < 3 else len(game.line) > 2 and len(session.playing) > 1
    return won and session.active[0] == game.captain and third

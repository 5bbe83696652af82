"""Who may do what now: every refusal that has to do with whose turn it is to speak."""

from __future__ import annotations

from bot.backgammon import Ask, Foreign, Illegal, Phase, Seat, Stale, TableFault
from bot.backgammon import bet as cube
from bot.backgammon.actions import Abort, Accept, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo

from .actions import (
    Answer,
    AnswerExtras,
    AnyAction,
    Arrange,
    AutoPass,
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
from .ending import decisive
from .faults import ChouetteFault
from .people import missed
from .questions import awaited, others_speak, questions, starters
from .state import Session, bets_of

#: What is about the table rather than about the running game.
_ABOUT_THE_TABLE = (Leave, SitOut, AutoPass, Delegate, Pause, End)


def admit(session: Session, action: AnyAction) -> None:
    """Refuse an action that is no answer to what the session asks now, with the most helpful reason.

    Raises `Foreign`, `Stale` or `Illegal`.
    """
    if session.closed and not isinstance(action, Paid):
        raise Stale(TableFault.CLOSED)
    if not session.begun and not isinstance(action, Arrange):
        raise Illegal(ChouetteFault.NOT_BEGUN)
    seat = action.by
    if seat is not None and not isinstance(action, Join) and not 0 <= seat < len(session.players):
        raise Foreign(TableFault.NOT_SEATED)
    if seat is not None and session.rules_version >= 3 and not isinstance(action, Join | Paid):
        _check_not_left(session, seat, action)
    match action:
        case Roll() | OpeningRoll() if not all(1 <= die <= 6 for die in action.dice):
            raise Illegal(TableFault.WRONG_DICE)
        case OpeningRoll():
            _by_bot(session, action, Phase.OPENING)
        case Roll():
            _check_roll(session, seat)
        case Move():
            _check_roller(session, seat)
            if session.game.phase is not Phase.PLAY:
                raise Illegal(TableFault.NOT_ROLLED)
            if seat is None and len(session.game.plays(session.rules)) != 1:
                raise Illegal(TableFault.CHOICE_IS_YOURS)
        case Double():
            _check_double(session, seat, action.bets)
        case Pass() | Hold():
            _check_window(session, seat)
            # He would ask himself to wait; alone he just rolls.
            needless = isinstance(action, Hold) or not others_speak(session)
            if seat == session.game.on_roll and needless and session.rules_version >= 3:
                raise Illegal(ChouetteFault.ROLLS_HIMSELF)
        case Lapse() if seat is not None or not (session.game.holding or awaited(session)):
            raise Stale(TableFault.NOT_ASKED)
        case Answer():
            _check_answer(session, seat, tuple(bet for bet, _ in action.replies))
        case GiveExtra() | AnswerExtras():
            _check_extras(session, action)
        case Resign():
            _check_running(session)
            _check_offer(session)
            _check_own_bets(session, seat, action.bets)
            resigned = {bet for each in session.proposed(Resign) for bet in bets_of(each)}
            if resigned.issuperset(action.bets) and session.rules_version >= 3:
                raise Illegal(TableFault.ALREADY_ASKED)
        case Settle():
            _check_settlement(session, action)
        case Accept() | Decline():
            _check_reply(session, seat, action.question)
        case Undo():
            if session.before is None:
                raise Illegal(TableFault.NOTHING_TO_UNDO)
            _check_player(session, seat)
            _check_not_asked_by(session, Undo, seat)
        case Abort():
            if session.game.phase is Phase.OVER:
                raise Stale(TableFault.GAME_OVER)
            if seat is not None:
                _check_player(session, seat)
                _check_not_asked_by(session, Abort, seat)
        case Claim():
            _check_claim(session, seat)
        case Share():
            asked = next((each for each in questions(session) if each.ask is Ask.PARTNER), None)
            if asked is None:
                raise Stale(ChouetteFault.NO_PARTNER)
            if seat not in asked.of:
                raise Foreign(TableFault.NOT_ASKED)
        case Next():
            if session.game.phase is not Phase.OVER:
                raise Stale(TableFault.GAME_RUNNING)
            if session.ending:
                raise Stale(ChouetteFault.LAST_GAME)
            if seat not in starters(session):
                raise Foreign(ChouetteFault.NOT_ROLLING_SOON, names=starters(session))
        case Gone() if seat is not None or action.seat not in missed(session):
            raise Stale(TableFault.NOT_ASKED)
        case Dismiss() if seat is not None or session.ending:
            raise Stale(ChouetteFault.LAST_GAME)
        case End() | Pause() if seat not in (None, session.host):
            raise Foreign(ChouetteFault.NOT_HOST, names=(session.host,))
        case End() if seat is None and session.game.phase is not Phase.OVER:
            raise Stale(TableFault.GAME_RUNNING)
        case Paid():
            _check_payment(session, seat, action.payment)
        case Arrange() if session.begun or seat is not None:
            raise Stale(ChouetteFault.BEGUN)
        case _:
            pass


def _check_not_left(session: Session, seat: Seat, action: AnyAction) -> None:
    """Somebody who is at the table, and for what happens in the running game has not left that."""
    if not session.is_seated(seat):
        raise Foreign(TableFault.NOT_SEATED)
    if seat in session.leaving and not isinstance(action, _ABOUT_THE_TABLE):
        raise Foreign(ChouetteFault.LEFT_GAME)


def _by_bot(session: Session, action: AnyAction, phase: Phase) -> None:
    if action.by is not None:
        raise Illegal(TableFault.BOT_ROLLS)
    if session.game.phase is not phase or session.partnering:
        raise Stale(TableFault.NOT_ASKED)


def _check_running(session: Session) -> None:
    phase = session.game.phase
    if phase is Phase.OVER:
        raise Stale(TableFault.GAME_OVER)
    if phase is Phase.OPENING:
        raise Illegal(TableFault.NOT_STARTED)


def _check_offer(session: Session) -> None:
    if session.game.exchange is not None:
        raise Illegal(TableFault.OFFER_OPEN)


def _check_player(session: Session, seat: Seat | None) -> None:
    """Somebody who plays this game."""
    if seat is None or seat not in (*session.game.line, session.game.partner):
        raise Foreign(TableFault.NOT_SEATED)


def _check_roller(session: Session, seat: Seat | None) -> None:
    """The bot may act for whoever rolls; anybody else is told who that is."""
    _check_running(session)
    _check_offer(session)
    game = session.game
    if seat in (None, game.on_roll):
        return
    side = game.board.turn
    assert side is not None and game.on_roll is not None
    if seat not in game.line or game.held(seat) == ():
        raise Foreign(ChouetteFault.OUT_OF_GAME if seat in game.line else TableFault.NOT_YOUR_TURN)
    if seat in game.players(side):
        raise Foreign(ChouetteFault.ONLY_ROLLER, names=(game.on_roll,))
    raise Foreign(TableFault.NOT_YOUR_TURN)


def _check_roll(session: Session, seat: Seat | None) -> None:
    _check_roller(session, seat)
    game = session.game
    if game.phase is Phase.PLAY:
        raise Stale(TableFault.ALREADY_ROLLED)
    if game.phase is not Phase.CUBE:
        return
    if seat is None:
        raise Illegal(TableFault.CHOICE_IS_YOURS)
    if holders := tuple(each for each in game.holding if each != seat):
        raise Illegal(ChouetteFault.HOLDS, names=holders)
    if silent := tuple(each for each in awaited(session) if each != seat):
        raise Illegal(ChouetteFault.WAITS_FOR, names=silent)


def _check_window(session: Session, seat: Seat | None) -> None:
    """Somebody who may speak in the window."""
    _check_running(session)
    _check_offer(session)
    _check_there(session, seat)
    game = session.game
    if game.phase is Phase.PLAY:
        raise Stale(TableFault.ALREADY_ROLLED)
    if seat is None or game.held(seat) == ():
        raise Foreign(ChouetteFault.OUT_OF_GAME if seat in game.line else TableFault.NOT_SEATED)
    side = game.board.turn
    assert side is not None
    if seat not in game.players(side):
        raise Foreign(TableFault.NOT_YOUR_TURN)
    if seat not in game.window(session.options.cube):
        raise Illegal(ChouetteFault.NO_ACCESS)


def _check_there(session: Session, seat: Seat | None) -> None:
    """Somebody who has not left."""
    if seat in session.leaving and session.rules_version >= 2:
        raise Foreign(TableFault.NOT_SEATED)


def _check_double(session: Session, seat: Seat | None, bets: tuple[int, ...]) -> None:
    game = session.game
    _check_running(session)
    _check_offer(session)
    _check_there(session, seat)
    if game.phase is Phase.PLAY:
        raise Stale(TableFault.ALREADY_ROLLED)
    side = game.board.turn
    assert side is not None
    for_whom = {game.bets[bet].seat(side) for bet in _known(session, bets)}
    if seat is None or len(for_whom) > 1 or any(seat not in session.deciders(each) for each in for_whom):
        turn = seat is not None and (seat in game.players(side) or seat not in game.line)
        raise Foreign(ChouetteFault.NOT_YOUR_BET if turn else TableFault.NOT_YOUR_TURN)
    if seat not in game.line or (for_whom and not game.held(next(iter(for_whom)))):
        raise Foreign(ChouetteFault.OUT_OF_GAME)
    if game.phase is Phase.ROLL:
        # A cube that could not be offered anyway is refused with its own reason.
        late = any(cube.double_fault(game.bets[bet], side, session.options.cube) is None for bet in bets)
        if late or not bets:
            raise Illegal(ChouetteFault.WINDOW_CLOSED if late else ChouetteFault.NO_ACCESS)


def _known(session: Session, bets: tuple[int, ...]) -> tuple[int, ...]:
    if not all(0 <= bet < len(session.game.bets) for bet in bets):
        raise Illegal(ChouetteFault.NOT_YOUR_BET)
    return bets


def _check_answer(session: Session, seat: Seat | None, bets: tuple[int, ...]) -> None:
    exchange = session.game.exchange
    if exchange is None or (exchange.extras and not exchange.extras.forced):
        raise Stale(TableFault.NO_OFFER)
    if seat is None or not bets or any(bet not in exchange.bets for bet in _known(session, bets)):
        raise Illegal(ChouetteFault.NOT_OFFERED)
    if any(seat not in session.deciders(session.game.answerer(bet)) for bet in bets):
        raise Foreign(TableFault.NO_OFFER)


def _check_extras(session: Session, action: GiveExtra | AnswerExtras) -> None:
    exchange = session.game.exchange
    extras = exchange and exchange.extras
    if extras is None or extras.forced or bool(extras.asked) != isinstance(action, GiveExtra):
        raise Stale(ChouetteFault.NO_EXTRA)
    bet = action.bet if isinstance(action, GiveExtra) else extras.bet
    if isinstance(action, GiveExtra) and bet not in extras.asked:
        raise Stale(ChouetteFault.NO_EXTRA)
    if action.by is None or action.by not in session.deciders(session.game.bets[bet].white):
        raise Foreign(ChouetteFault.NO_EXTRA)


def _check_own_bets(session: Session, seat: Seat | None, bets: tuple[int, ...]) -> None:
    """Open bets of his own, for none of which he has proposed the like."""
    held = () if seat is None else session.game.held(seat)
    if not held:
        raise Foreign(ChouetteFault.OUT_OF_GAME if seat in session.game.line else TableFault.NOT_SEATED)
    if not bets or any(bet not in held for bet in _known(session, bets)):
        raise Illegal(ChouetteFault.NOT_YOUR_BET)


def _check_settlement(session: Session, action: Settle) -> None:
    _check_running(session)
    _check_offer(session)
    game = session.game
    if not session.options.settlements:
        raise Illegal(TableFault.NO_SETTLEMENTS)
    if game.phase is Phase.PLAY:
        raise Illegal(TableFault.ALREADY_ROLLED)
    _check_own_bets(session, action.by, action.bets)
    if abs(action.points) > cube.SETTLEMENT_LIMIT:
        raise Illegal(TableFault.TOO_MANY_POINTS, most=cube.SETTLEMENT_LIMIT)
    for bet in action.bets:
        sides = (game.bets[bet].white, game.bets[bet].black)
        if game.settlements.count(bet) >= cube.SETTLEMENTS_A_TURN:
            raise Illegal(TableFault.SETTLED_ENOUGH)
        if any(bet in bets_of(each) for each in session.proposed(Settle)):
            raise Illegal(TableFault.ALREADY_ASKED)
        if action.winner is not None and action.winner not in sides:
            raise Illegal(ChouetteFault.NOT_THE_WINNER)
        if action.points == 0 and action.winner is None and bet in decisive(game, session.options.retain):
            raise Illegal(ChouetteFault.NAME_THE_WINNER)


def _check_reply(session: Session, seat: Seat | None, number: int) -> None:
    proposal = next((each for each in session.proposals if each.number == number), None)
    if proposal is None:
        raise Stale(TableFault.NOT_ASKED)
    if seat not in proposal.of:
        raise Foreign(TableFault.NOT_YOURS_TO_ANSWER)


def _check_not_asked_by(session: Session, kind: type[Undo | Abort], seat: Seat | None) -> None:
    for proposal in session.proposed(kind):
        if seat not in proposal.of:
            raise Illegal(TableFault.ALREADY_ASKED)


def _check_claim(session: Session, seat: Seat | None) -> None:
    if session.game.phase is Phase.OVER:
        raise Stale(TableFault.GAME_OVER)
    if session.game.phase is Phase.OPENING and not session.partnering:
        raise Illegal(TableFault.NOT_STARTED)
    if seat is None:
        return
    if session.paused:
        raise Illegal(ChouetteFault.PAUSED)
    _check_player(session, seat)
    waiting = {each for question in questions(session) if question.ask is not Ask.TABLE for each in question.waiting}
    if seat in waiting:
        raise Illegal(TableFault.YOUR_OWN_TURN)


def _check_payment(session: Session, seat: Seat | None, index: int) -> None:
    if not session.closed or not 0 <= index < len(session.payments):
        raise Stale(TableFault.NOT_ASKED)
    payment = session.payments[index]
    if seat not in (payment.transfer.payer, payment.transfer.payee, session.host):
        raise Foreign(ChouetteFault.NOT_YOUR_PAYMENT)
    if payment.paid:
        raise Stale(ChouetteFault.PAID_ALREADY)

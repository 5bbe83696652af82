"""Reasons for refusals in a session: the most helpful one for an action that no open question allows.

Whether an action is refused is decided in `admission`.
"""

from __future__ import annotations

from bot.backgammon import Ask, Foreign, Illegal, Phase, Refused, Seat, Stale, TableFault
from bot.backgammon import bet as cube
from bot.backgammon.actions import Abort, Accept, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.core.actions import BetIndex
from bot.core.proposals import unanswerable

from .actions import (
    AddComputer,
    Adopt,
    Answer,
    AnswerExtras,
    AnyAction,
    Arrange,
    AutoPass,
    DeclineBox,
    Delegate,
    Dismiss,
    Double,
    GiveExtra,
    Hold,
    Join,
    Knock,
    Leave,
    LetIn,
    NotNow,
    Paid,
    Pass,
    Pause,
    Resign,
    Settle,
    Share,
    SitOut,
    Stake,
)
from .approval import approver, asks_first
from .faults import ChouetteFault
from .limits import overdrawn
from .options import FEWEST, MOST_COMPUTERS
from .questions import awaited, cannot_agree, questions, settlement_fault, starters
from .state import Session

#: Actions about the table rather than the running game.
_ABOUT_THE_TABLE = (Leave, SitOut, AutoPass, Delegate, Stake, Pause, End)


def refusal(session: Session, action: AnyAction) -> Refused:
    """The most helpful reason why an action answers no open question."""
    seat = action.by
    if isinstance(action, Paid):
        return _of_payment(session, action)
    if session.closed:
        return Stale(TableFault.CLOSED)
    if isinstance(action, Arrange):
        return Stale(ChouetteFault.BEGUN)
    if not session.begun:
        return Illegal(ChouetteFault.NOT_BEGUN)
    if isinstance(action, Join | Knock):
        return _of_joining(session, action)
    if seat is not None and not 0 <= seat < len(session.players):
        return Foreign(TableFault.NOT_SEATED)
    if seat is not None:
        if not session.is_seated(seat):
            return Foreign(TableFault.NOT_SEATED)
        if seat in session.leaving and not isinstance(action, _ABOUT_THE_TABLE):
            return Foreign(ChouetteFault.LEFT_GAME)
    return _of_game(session, action) or Stale(TableFault.NOT_ASKED)


def _of_payment(session: Session, action: Paid) -> Refused:
    if not session.closed or not 0 <= action.payment < len(session.payments):
        return Stale(TableFault.NOT_ASKED)
    payment = session.payments[action.payment]
    if action.by not in (payment.transfer.payer, payment.transfer.payee, session.host):
        return Foreign(ChouetteFault.NOT_YOUR_PAYMENT)
    return Stale(ChouetteFault.PAID_ALREADY)


def _of_joining(session: Session, action: Join | Knock) -> Refused:
    seat = action.by
    if seat is None or not 0 <= seat <= len(session.players):
        return Foreign(TableFault.NOT_SEATED)
    if session.is_seated(seat):
        return Illegal(ChouetteFault.SEATED_ALREADY)
    if seat < len(session.players) and session.is_broke(seat):
        return Illegal(ChouetteFault.YOU_ARE_OUT)
    if isinstance(action, Join) and asks_first(session):
        return Illegal(ChouetteFault.ASK_TO_COME_IN)
    if seat in session.knocking:
        return Illegal(ChouetteFault.ASKED_ALREADY)
    if isinstance(action, Knock) and not asks_first(session):
        return Stale(TableFault.NOT_ASKED)
    if session.has_room:
        return Illegal(ChouetteFault.SOMEBODY_OUT if session.banked else ChouetteFault.TURNS_UNDER_WAY)
    return Illegal(ChouetteFault.FULL, most=session.options.room)


def _of_game(session: Session, action: AnyAction) -> Refused | None:
    """The reason that the running game or the table gives; None for actions of the bot alone."""
    seat, phase = action.by, session.game.phase
    match action:
        case OpeningRoll() if seat is not None:
            return Illegal(TableFault.BOT_ROLLS)
        case Roll():
            return _of_rolling(session, seat)
        case Move():
            reason = _of_roller(session, seat)
            return reason or Illegal(TableFault.CHOICE_IS_YOURS if phase is Phase.PLAY else TableFault.NOT_ROLLED)
        case Double():
            return _of_doubling(session, seat, action.bets)
        case Pass() | Hold():
            return _of_window(session, seat)
        case Answer():
            return _of_answer(session, action)
        case GiveExtra() | AnswerExtras():
            extras = session.game.exchange and session.game.exchange.extras
            open_now = extras and not extras.forced and bool(extras.asked) == isinstance(action, GiveExtra)
            return Foreign(ChouetteFault.NO_EXTRA) if open_now else Stale(ChouetteFault.NO_EXTRA)
        case Resign():
            reason = _of_board(session) or _of_own_bets(session, seat, action.bets)
            return reason or Illegal(TableFault.ALREADY_ASKED)
        case Settle():
            return _of_settlement(session, seat, action.bets)
        case Accept() | Decline():
            return unanswerable(session.proposals, action)
        case Undo():
            if session.before is None:
                return Illegal(TableFault.NOTHING_TO_UNDO)
            if reason := _of_player(session, seat):
                return reason
            missing = cannot_agree(session)
            return Illegal(ChouetteFault.CANNOT_AGREE, names=missing) if missing else Illegal(TableFault.ALREADY_ASKED)
        case Abort():
            if phase is Phase.OVER:
                return Stale(TableFault.GAME_OVER)
            return _of_player(session, seat) or Illegal(TableFault.ALREADY_ASKED)
        case Claim():
            return _of_claim(session, seat)
        case Share():
            asked = any(each.ask is Ask.PARTNER for each in questions(session))
            return Foreign(TableFault.NOT_ASKED) if asked else Stale(ChouetteFault.NO_PARTNER)
        case DeclineBox():
            known = session.options.may_decline_box
            return Illegal(ChouetteFault.CANNOT_DECLINE if known else ChouetteFault.DECLINE_OFF)
        case LetIn() | NotNow():
            there = session.knocking and seat != approver(session)
            return Foreign(ChouetteFault.NOT_APPROVER, names=(approver(session),)) if there else None
        case Next():
            return _of_next(session, seat)
        case Adopt():
            return Stale(TableFault.NOT_ASKED)
        case Dismiss():
            return Stale(ChouetteFault.LAST_GAME)
        case End() if seat is None:
            return Stale(TableFault.GAME_RUNNING)
        case AddComputer() if seat == session.host:
            return Illegal(ChouetteFault.COMPUTER_LATER, most=MOST_COMPUTERS)
        case End() | Pause() | AddComputer():
            return session.only_host()
        case Stake() if not session.options.house_rules.stakes:
            return Illegal(ChouetteFault.STAKES_OFF)
        case Stake() | Leave() | SitOut() | AutoPass() | Delegate():
            return Foreign(TableFault.NOT_SEATED)
        case _:
            return None


def _of_board(session: Session) -> Refused | None:
    """Why the board waits: no game is running, or cubes have to be answered first."""
    phase = session.game.phase
    if phase is Phase.OVER:
        return Stale(TableFault.GAME_OVER)
    if phase is Phase.OPENING:
        return Illegal(TableFault.NOT_STARTED)
    return None if session.game.exchange is None else Illegal(TableFault.OFFER_OPEN)


def _of_player(session: Session, seat: Seat | None) -> Refused | None:
    """The refusal for a seat that does not play this game."""
    playing = seat is not None and seat in (*session.game.line, session.game.partner)
    return None if playing else Foreign(TableFault.NOT_SEATED)


def _of_roller(session: Session, seat: Seat | None) -> Refused | None:
    """The refusal for a seat that is not on roll; it names the roller. None for the bot and the roller."""
    game = session.game
    if reason := _of_board(session):
        return reason
    if seat in (None, game.on_roll):
        return None
    side = game.board.turn
    assert side is not None and game.on_roll is not None
    if seat not in game.line or game.held(seat) == ():
        return Foreign(ChouetteFault.OUT_OF_GAME if seat in game.line else TableFault.NOT_YOUR_TURN)
    if seat in game.players(side):
        return Foreign(ChouetteFault.ONLY_ROLLER, names=(game.on_roll,))
    return Foreign(TableFault.NOT_YOUR_TURN)


def _of_rolling(session: Session, seat: Seat | None) -> Refused | None:
    game = session.game
    if reason := _of_roller(session, seat):
        return reason
    if game.phase is Phase.PLAY:
        return Stale(TableFault.ALREADY_ROLLED)
    if seat is None:
        return Illegal(TableFault.CHOICE_IS_YOURS)
    if holders := tuple(each for each in game.holding if each != seat):
        return Illegal(ChouetteFault.HOLDS, names=holders)
    return Illegal(ChouetteFault.WAITS_FOR, names=tuple(each for each in awaited(session) if each != seat))


def _of_window(session: Session, seat: Seat | None) -> Refused:
    """The refusal for a seat that may not speak in the window."""
    if reason := _of_board(session):
        return reason
    game = session.game
    if game.phase is Phase.PLAY:
        return Stale(TableFault.ALREADY_ROLLED)
    if seat is None or game.held(seat) == ():
        return Foreign(ChouetteFault.OUT_OF_GAME if seat in game.line else TableFault.NOT_SEATED)
    side = game.board.turn
    assert side is not None
    if seat not in game.players(side):
        return Foreign(TableFault.NOT_YOUR_TURN)
    # The roller need not ask to wait; alone, they just roll.
    there = seat in game.window(session.options.cube)
    return Illegal(ChouetteFault.ROLLS_HIMSELF if there else ChouetteFault.NO_ACCESS)


def _of_doubling(session: Session, seat: Seat | None, bets: tuple[BetIndex, ...]) -> Refused:
    if reason := _of_board(session):
        return reason
    game = session.game
    if game.phase is Phase.PLAY:
        return Stale(TableFault.ALREADY_ROLLED)
    side = game.board.turn
    assert side is not None
    if not all(0 <= bet < len(game.bets) for bet in bets):
        return Illegal(ChouetteFault.NOT_YOUR_BET)
    for_whom = {game.bets[bet].seat(side) for bet in bets}
    if seat is None or len(for_whom) > 1 or any(seat not in session.deciders(each) for each in for_whom):
        turn = seat is not None and (seat in game.players(side) or seat not in game.line)
        return Foreign(ChouetteFault.NOT_YOUR_BET if turn else TableFault.NOT_YOUR_TURN)
    if seat not in game.line or (for_whom and not game.held(next(iter(for_whom)))):
        return Foreign(ChouetteFault.OUT_OF_GAME)
    # A cube that could not be offered anyway is refused with its own reason.
    rules = session.options.cube
    faults = {bet: cube.double_fault(game.bets[bet], side, rules) for bet in bets}
    open_ones = [bet for bet, fault in faults.items() if fault is None]
    if open_ones:
        short = game.overdrawn(next(iter(for_whom)), {bet: 2 * game.bets[bet].value for bet in open_ones})
        return overdrawn(short, game.unit) if short else Illegal(ChouetteFault.WINDOW_CLOSED)
    capped = max((cap for bet in bets if (cap := cube.cap(game.bets[bet], rules)) is not None), default=None)
    return Illegal(next(filter(None, faults.values()), ChouetteFault.NO_ACCESS), cap=capped)


def _of_answer(session: Session, action: Answer) -> Refused:
    exchange = session.game.exchange
    if exchange is None or (exchange.extras and not exchange.extras.forced):
        return Stale(TableFault.NO_OFFER)
    bets = [bet for bet, _ in action.replies if bet in exchange.bets]
    others = any(action.by not in session.deciders(session.game.answerer(bet)) for bet in bets)
    if action.by is not None and others and len(bets) == len(action.replies):
        return Foreign(TableFault.NO_OFFER)
    return Illegal(ChouetteFault.NOT_OFFERED)


def _of_own_bets(session: Session, seat: Seat | None, bets: tuple[BetIndex, ...]) -> Refused | None:
    """The refusal for bets that are closed or not one's own."""
    held = () if seat is None else session.game.held(seat)
    if not held:
        return Foreign(ChouetteFault.OUT_OF_GAME if seat in session.game.line else TableFault.NOT_SEATED)
    return None if bets and {*bets} <= {*held} else Illegal(ChouetteFault.NOT_YOUR_BET)


def _of_settlement(session: Session, seat: Seat | None, bets: tuple[BetIndex, ...]) -> Refused:
    if reason := _of_board(session):
        return reason
    if not session.options.settlements:
        return Illegal(TableFault.NO_SETTLEMENTS)
    if session.game.phase is Phase.PLAY:
        return Illegal(TableFault.SETTLE_BEFORE_ROLL)
    reason = _of_own_bets(session, seat, bets)
    return reason or Illegal(settlement_fault(session, bets[0]) or TableFault.ALREADY_ASKED)


def _of_claim(session: Session, seat: Seat | None) -> Refused:
    if session.game.phase is Phase.OVER:
        return Stale(TableFault.GAME_OVER)
    if session.phase is Phase.OPENING:
        return Illegal(TableFault.NOT_STARTED)
    if session.paused:
        return Illegal(ChouetteFault.PAUSED)
    return _of_player(session, seat) or Illegal(TableFault.YOUR_OWN_TURN)


def _of_next(session: Session, seat: Seat | None) -> Refused:
    if session.game.phase is not Phase.OVER:
        return Stale(TableFault.GAME_RUNNING)
    if session.is_ending:
        return Stale(ChouetteFault.LAST_GAME)
    if seat not in starters(session):
        return Foreign(ChouetteFault.NOT_ROLLING_SOON, names=starters(session))
    if len(session.playing) >= FEWEST:
        return Stale(TableFault.NOT_ASKED)
    return Illegal(ChouetteFault.NOT_ENOUGH_LEFT)

"""Open questions of a match or money session, and why any other action is refused."""

from __future__ import annotations

from msgspec import UNSET

from bot.core.actions import BetIndex
from bot.core.proposals import Proposal, askers, unanswerable
from bot.core.question import Ask, Question, TableFault, about_the_table, answered, memoize_last
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.core.state import questions_of

from . import bet as cube
from .actions import (
    Abort,
    Accept,
    Action,
    AnyAction,
    Beaver,
    Claim,
    Decline,
    Double,
    Drop,
    End,
    Flag,
    Move,
    Next,
    OpeningRoll,
    Raccoon,
    Ready,
    Resign,
    Rest,
    Roll,
    Sat,
    Settle,
    Take,
    Undo,
)
from .bet import Reply, Seat
from .game import Phase
from .match_state import BOTH, Match

REPLIES: dict[type[Action], Reply] = {
    Take: Reply.TAKE,
    Drop: Reply.DROP,
    Beaver: Reply.BEAVER,
    Raccoon: Reply.RACCOON,
}
_REPLY_TYPES = {reply: kind for kind, reply in REPLIES.items()}
_CONSENTS: dict[type[Action], Ask] = {
    Resign: Ask.RESIGNATION,
    Settle: Ask.SETTLEMENT,
    Undo: Ask.UNDO,
    Abort: Ask.ABORT,
    Rest: Ask.REST,
}


@memoize_last
def questions(match: Match) -> tuple[Question, ...]:
    """Every open question, the main one first; none once the table is closed."""
    if match.closed:
        return ()
    asked = (consent(proposal, proposal.of) for proposal in match.proposals)
    return (_main_question(match), *asked, *_readiness(match), *_table_questions(match))


questions_of.register(Match, questions)


def admit(match: Match, action: AnyAction) -> None:
    """Raise unless the action answers an open question."""
    if action.by not in (None, *BOTH):
        raise Foreign(TableFault.NOT_SEATED)
    if isinstance(action, Flag):
        if action.by is not None or match.game.decider is None:
            raise Stale(TableFault.NOT_ASKED)
        return
    if answered(questions(match), action) is None:
        raise _refusal(match, action)
    if isinstance(action, Roll | OpeningRoll) and not all(1 <= die <= 6 for die in action.dice):
        raise Illegal(TableFault.WRONG_DICE)
    if isinstance(action, Resign) and action.kind is None and not match.rules.length:
        raise Illegal(TableFault.NOT_A_MATCH)
    if isinstance(action, Settle) and abs(action.points) > cube.SETTLEMENT_LIMIT:
        raise Illegal(TableFault.TOO_MANY_POINTS, most=cube.SETTLEMENT_LIMIT)
    if isinstance(action, Claim) and action.match and not _may_claim_match(match, action):
        raise Illegal(TableFault.NOT_CLAIMABLE)


def _may_claim_match(match: Match, claim: Claim) -> bool:
    return claim.by is not None and match.may_claim_match(claim.by, whole=claim.whole)


def _refusal(match: Match, action: AnyAction) -> Refused:
    """The most helpful reason why an action answers no open question."""
    game, seat, phase = match.game, action.by, match.game.phase
    my_turn = game.decider == seat
    if match.closed:
        return Stale(TableFault.CLOSED)
    match action:
        case _ if seat is None:
            choice = (isinstance(action, Roll) and phase is Phase.CUBE) or (
                isinstance(action, Move) and phase is Phase.PLAY
            )
            return Illegal(TableFault.CHOICE_IS_YOURS) if choice else Stale(TableFault.NOT_ASKED)
        case Accept() | Decline():
            return unanswerable(match.proposals, action)
        case Next() | End():
            if phase is not Phase.OVER:
                return Illegal(TableFault.GAME_RUNNING)
            return Illegal(TableFault.NOT_A_SESSION) if match.rules.length else Stale(TableFault.ALREADY_ANSWERED)
        case Undo():
            return Illegal(TableFault.ALREADY_ASKED if match.before else TableFault.NOTHING_TO_UNDO)
        case Ready():
            return Stale(TableFault.ALREADY_ANSWERED if match.paused else TableFault.NOT_RESTING)
        case Sat():
            return Illegal(TableFault.NO_PARTNER)
        case OpeningRoll():
            return Illegal(TableFault.BOT_ROLLS)
        case _ if phase is Phase.OVER:
            return Stale(TableFault.GAME_OVER)
        case Abort():
            return Illegal(TableFault.ALREADY_ASKED)
        case _ if phase is Phase.OPENING:
            return Illegal(TableFault.NOT_STARTED)
        case Rest():
            return Illegal(TableFault.RESTING_ALREADY if match.paused else TableFault.ALREADY_ASKED)
        case Claim():
            return Illegal(TableFault.RESTING if match.paused else TableFault.YOUR_OWN_TURN)
        case Take() | Drop() | Beaver() | Raccoon():
            if not game.offer:
                return Stale(TableFault.NO_OFFER)
            if not my_turn:
                return Foreign(TableFault.NO_OFFER)
            fault = cube.reply_fault(game.bet, game.offer, REPLIES[type(action)], match.rules.bet)
            assert fault is not None
            return Illegal(fault, cap=match.rules.bet.cube_cap)
        case _ if game.offer:
            return Illegal(TableFault.OFFER_OPEN)
        case Resign() | Settle() if match.proposed(type(action)):
            return Illegal(TableFault.ALREADY_ASKED)
        case Settle():
            if not _settling(match):
                return Illegal(TableFault.NO_SETTLEMENTS)
            return Illegal(TableFault.SETTLE_BEFORE_ROLL if phase is Phase.PLAY else TableFault.SETTLED_ENOUGH)
        case _ if not my_turn:
            return Foreign(TableFault.NOT_YOUR_TURN)
        case Double() | Roll() if phase is Phase.PLAY:
            return Stale(TableFault.ALREADY_ROLLED)
        case Double():
            assert game.board.turn is not None
            fault = cube.double_fault(game.bet, game.board.turn, match.rules.bet, game.score)
            assert fault is not None
            return Illegal(fault, cap=match.rules.bet.cube_cap)
        case _:
            return Illegal(TableFault.NOT_ROLLED)


def _main_question(match: Match) -> Question:
    game = match.game
    seat = () if game.decider is None else (game.bet.seat(game.decider),)
    money = not match.rules.length
    ask, of, answers, bot = Ask.OPENING, seat, (), ()
    match game.phase:
        case Phase.PARTNER:
            raise AssertionError("two need no partner")
        case Phase.OPENING:
            bot = (OpeningRoll,)
        case Phase.CUBE:
            ask, answers = Ask.CUBE, (Double, Roll)
        case Phase.OFFER:
            assert game.offer is not None
            options = cube.replies(game.bet, game.offer, match.rules.bet)
            ask, answers = Ask.OFFER, tuple(_REPLY_TYPES[reply] for reply in options)
        case Phase.ROLL:
            ask, answers, bot = Ask.ROLL, (Roll,), (Roll,)
        case Phase.PLAY:
            ask, answers, bot = Ask.PLAY, (Move,), (Move,) if game.plays_itself(match.rules) else ()
        case Phase.OVER:
            # Between the games of a match the next one follows; without both players the bot may end the match there.
            ask, bot = Ask.NEXT, (End,) if money or match.winner is not None else (Next, End)
            if money:
                of, answers = tuple(seat for seat in BOTH if seat not in match.ready), (Next,)
    return Question(match.question, ask, of, answers, bot)


def _readiness(match: Match) -> tuple[Question, ...]:
    """The question who is ready to go on; where people have agreed to rest, nobody is waited for."""
    if match.resting is UNSET:
        return ()
    number, unready = match.resting.number, match.resting.unready
    return (Question(number, Ask.READY, unready or BOTH, (Ready,), (Ready,), free=() if unready else BOTH),)


def consent(proposal: Proposal, of: tuple[Seat, ...], bets: tuple[BetIndex, ...] = (BetIndex(0),)) -> Question:
    """The question that asks for consent to a proposal."""
    ask = next(ask for kind, ask in _CONSENTS.items() if isinstance(proposal.what, kind))
    return Question(proposal.number, ask, of, (Accept, Decline), bets=bets)


def _table_questions(match: Match) -> tuple[Question, ...]:
    """Questions beside the main one."""
    game = match.game
    offered: dict[type[Action], tuple[Seat, ...]] = {}
    if game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY) and not match.proposed(Resign):
        offered[Resign] = BOTH
    settling = _settling(match) and game.settlements < cube.SETTLEMENTS_A_TURN and not match.proposed(Settle)
    if game.phase in (Phase.CUBE, Phase.ROLL) and settling:
        offered[Settle] = BOTH
    if match.before:
        offered[Undo] = askers(match.proposals, Undo, BOTH)
    if game.phase is not Phase.OVER:
        offered[Abort] = askers(match.proposals, Abort, BOTH)
        offered[Rest] = () if match.paused else askers(match.proposals, Rest, BOTH)
    if game.decider is not None and not match.paused:
        offered[Claim] = (game.bet.seat(game.decider.other),)
    if game.phase is Phase.OVER and not match.rules.length:
        offered[End] = BOTH
    if match.rules.sits is not UNSET:
        offered[Sat] = BOTH
    bot = () if game.phase is Phase.OVER else (Abort,) if match.paused else (Abort, Rest)
    return about_the_table(match.table_question, offered, bot)


def _settling(match: Match) -> bool:
    return match.rules.settlements and not match.rules.length

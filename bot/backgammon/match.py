"""A match or money session between two seats: the state that a table's log folds into.

`start` gives the first state, `apply` the next one after an action, `questions` what a state asks of whom. Here live
the score, Crawford, proposals (resignation, settlement, undo, abort), claims and the way from game to game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from . import bet as cube
from . import game as play
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
    Move,
    Next,
    OpeningRoll,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    Undo,
)
from .bet import Ending, Reply, Score, Seat
from .game import Game, Phase
from .position import Side
from .questions import Ask, Question, TableFault
from .refusal import Foreign, Illegal, Refused, Stale
from .rules import Rules

BOTH: tuple[Seat, Seat] = (0, 1)

_REPLIES: dict[type[Action], Reply] = {
    Take: Reply.TAKE,
    Drop: Reply.DROP,
    Beaver: Reply.BEAVER,
    Raccoon: Reply.RACCOON,
}
_REPLY_TYPES = {reply: kind for kind, reply in _REPLIES.items()}
_PROPOSAL_ASKS: dict[type[Action], Ask] = {
    Resign: Ask.RESIGNATION,
    Settle: Ask.SETTLEMENT,
    Undo: Ask.UNDO,
    Abort: Ask.ABORT,
}


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat has proposed and the other may accept or decline; `number` is its question."""

    number: int
    what: Resign | Settle | Undo | Abort


class Match(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, or with `rules.length` 0 a money session. Seat 0 is white, seat 1 black.

    `game` is the running or last game and `number` counts games from 1. `score` is (white, black): match points, or the
    balance of a money session, which sums to zero. `asked` is the last question number used and `rolls` the last roll;
    neither ever goes back. `ready`: who has pressed Next. `claims`: seat and number of games it has claimed in a row.
    `before`: the state to which an undo would return.
    """

    rules: Rules
    game: Game
    number: int = 1
    score: tuple[int, int] = (0, 0)
    crawford_played: bool = False
    question: int = 1
    table_question: int = 2
    asked: int = 2
    rolls: int = 0
    proposals: tuple[Proposal, ...] = ()
    ready: tuple[Seat, ...] = ()
    claims: tuple[Seat, int] | None = None
    closed: bool = False
    before: Match | None = None

    @property
    def winner(self) -> Seat | None:
        """Who has won the match; None while it is not won, and in a money session."""
        if not self.rules.length or max(self.score) < self.rules.length:
            return None
        return self.score.index(max(self.score))


def start(rules: Rules) -> Match:
    """The state before the first action."""
    return _with_new_game(Match(rules=rules, game=Game.start(rules, None)))


def replay(rules: Rules, actions: Iterable[AnyAction]) -> Match:
    """The state after all these actions."""
    return reduce(apply, actions, start(rules))


def questions(match: Match) -> tuple[Question, ...]:
    """Everything the state asks, the main question first; nothing once the table is closed."""
    if match.closed:
        return ()
    return (_main_question(match), *map(_proposal_question, match.proposals), _table_question(match))


def apply(match: Match, action: AnyAction) -> Match:
    """The state after an action.

    Raises `Foreign`, `Stale` or `Illegal`, each with a reason; the state given is unchanged whatever happens.
    """
    _admit(match, action)
    match action:
        case Resign() | Settle() | Undo() | Abort() if action.by is not None:
            return _proposed(match, action)
        case Decline():
            return replace(match, proposals=_without(match, action.question))
        case Accept():
            return _accepted(match, action)
        case Next() if action.by is not None and len(match.ready) == 0:
            return replace(match, ready=(action.by,))
        case _:
            return _advanced(match, action)


def _main_question(match: Match) -> Question:
    game = match.game
    seat = () if game.decider is None else (game.bet.seat(game.decider),)
    money = not match.rules.length
    ask, of, answers, bot = Ask.OPENING, seat, (), ()
    match game.phase:
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
            ask, answers, bot = Ask.PLAY, (Move,), (Move,) if len(game.plays(match.rules)) == 1 else ()
        case Phase.OVER:
            ask, bot = Ask.NEXT, (End,) if money else (Next,)
            if money:
                of, answers = tuple(seat for seat in BOTH if seat not in match.ready), (Next,)
    return Question(match.question, ask, of, answers, bot)


def _proposal_question(proposal: Proposal) -> Question:
    of = tuple(seat for seat in BOTH if seat != proposal.what.by)
    return Question(proposal.number, _PROPOSAL_ASKS[type(proposal.what)], of, (Accept, Decline))


def _table_question(match: Match) -> Question:
    """What both seats may do beside the main question."""
    game = match.game
    proposed = {type(proposal.what) for proposal in match.proposals}
    answers: list[type[Action]] = []
    if game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY):
        answers.append(Resign)
    if game.phase in (Phase.CUBE, Phase.ROLL) and _settling(match) and game.settlements < 2:
        answers.append(Settle)
    if match.before:
        answers.append(Undo)
    if game.phase is not Phase.OVER:
        answers.append(Abort)
    if game.decider is not None:
        answers.append(Claim)
    if game.phase is Phase.OVER and not match.rules.length:
        answers.append(End)
    bot = (Abort,) if game.phase is not Phase.OVER else ()
    return Question(match.table_question, Ask.TABLE, BOTH, tuple(kind for kind in answers if kind not in proposed), bot)


def _settling(match: Match) -> bool:
    return match.rules.settlements and not match.rules.length


def _admit(match: Match, action: AnyAction) -> None:
    """Refuse an action that is no answer to an open question."""
    if action.by not in (None, *BOTH):
        raise Foreign(TableFault.NOT_SEATED)
    kind = type(action)
    for question in questions(match):
        if isinstance(action, Accept | Decline) and action.question != question.number:
            continue
        if kind in question.bot if action.by is None else kind in question.answers and action.by in question.of:
            break
    else:
        raise _refusal(match, action)
    if isinstance(action, Roll | OpeningRoll) and not all(1 <= die <= 6 for die in action.dice):
        raise Illegal(TableFault.WRONG_DICE)
    if isinstance(action, Resign) and action.kind is None and not match.rules.length:
        raise Illegal(TableFault.NOT_A_MATCH)
    if isinstance(action, Claim):
        if match.game.decider == action.by:
            raise Illegal(TableFault.YOUR_OWN_TURN)
        if action.match and not _may_claim_match(match, action.by):
            raise Illegal(TableFault.NOT_CLAIMABLE)


def _may_claim_match(match: Match, seat: Seat | None) -> bool:
    if not match.rules.length or match.claims is None:
        return False
    claimant, games = match.claims
    return claimant == seat and games >= 2


def _refusal(match: Match, action: AnyAction) -> Refused:
    """The most helpful reason why an action answers no open question."""
    game, seat, phase = match.game, action.by, match.game.phase
    proposed = {type(proposal.what) for proposal in match.proposals}
    my_turn = game.decider == seat
    if match.closed:
        return Stale(TableFault.CLOSED)
    match action:
        case _ if seat is None:
            return Illegal(TableFault.CHOICE_IS_YOURS)
        case Accept() | Decline():
            return Stale(TableFault.NOT_ASKED)
        case Next() | End():
            if phase is not Phase.OVER:
                return Illegal(TableFault.GAME_RUNNING)
            return Stale(TableFault.NOT_A_SESSION if match.rules.length else TableFault.ALREADY_ANSWERED)
        case Undo():
            return Illegal(TableFault.ALREADY_ASKED if Undo in proposed else TableFault.NOTHING_TO_UNDO)
        case _ if phase is Phase.OVER:
            return Stale(TableFault.GAME_OVER)
        case Abort():
            return Illegal(TableFault.ALREADY_ASKED)
        case _ if phase is Phase.OPENING:
            return Illegal(TableFault.NOT_STARTED)
        case OpeningRoll():
            return Illegal(TableFault.CHOICE_IS_YOURS)
        case Take() | Drop() | Beaver() | Raccoon():
            if not game.offer:
                return Stale(TableFault.NO_OFFER)
            if not my_turn:
                return Foreign(TableFault.NO_OFFER)
            fault = cube.reply_fault(game.bet, game.offer, _REPLIES[type(action)], match.rules.bet)
            return Illegal(fault or TableFault.NO_OFFER, cap=match.rules.bet.cube_cap)
        case _ if game.offer:
            return Illegal(TableFault.OFFER_OPEN)
        case Resign() | Settle() if type(action) in proposed:
            return Illegal(TableFault.ALREADY_ASKED)
        case Settle():
            if not _settling(match):
                return Illegal(TableFault.NO_SETTLEMENTS)
            return Illegal(TableFault.ALREADY_ROLLED if phase is Phase.PLAY else TableFault.SETTLED_ENOUGH)
        case _ if not my_turn:
            return Foreign(TableFault.NOT_YOUR_TURN)
        case Double() | Roll() if phase is Phase.PLAY:
            return Stale(TableFault.ALREADY_ROLLED)
        case Double():
            assert game.board.turn is not None
            fault = cube.double_fault(game.bet, game.board.turn, match.rules.bet, game.score)
            return Illegal(fault or TableFault.ALREADY_TURNED, cap=match.rules.bet.cube_cap)
        case _:
            return Illegal(TableFault.NOT_ROLLED)


def _proposed(match: Match, action: Resign | Settle | Undo | Abort) -> Match:
    number = match.asked + 1
    game = match.game
    if isinstance(action, Settle):
        game = replace(game, settlements=game.settlements + 1)
    return replace(match, game=game, asked=number, proposals=(*match.proposals, Proposal(number, action)))


def _without(match: Match, number: int) -> tuple[Proposal, ...]:
    return tuple(proposal for proposal in match.proposals if proposal.number != number)


def _accepted(match: Match, action: Accept) -> Match:
    """Carry out what was proposed."""
    what = next(proposal.what for proposal in match.proposals if proposal.number == action.question)
    assert what.by is not None
    proposer = Side(what.by)
    match what:
        case Undo():
            assert match.before is not None
            return replace(
                match.before,
                rolls=match.rolls,
                question=match.asked + 1,
                table_question=match.asked + 2,
                asked=match.asked + 2,
                proposals=(),
            )
        case Abort():
            return _renumbered(replace(match, game=play.voided(match.game), before=None))
        case Settle():
            game = play.decided(match.game, proposer, what.points, Ending.SETTLED)
        case Resign():
            game = play.decided(match.game, proposer.other, _resigned(match, what), Ending.RESIGNED)
    return _renumbered(_scored(replace(match, game=game, before=_stripped(match))))


def _resigned(match: Match, what: Resign) -> int:
    """Points of an accepted resignation: what the board would pay, or all the winner needs for the match."""
    game = match.game
    if what.kind is None:
        assert game.score is not None and what.by is not None
        return game.score.away[1 - what.by]
    return cube.worth(game.bet, what.kind, match.rules.bet, game.bet.turned)


def _advanced(match: Match, action: AnyAction) -> Match:
    """Answer the main question, or end it for good: claim, abort by the bot, end of the session."""
    game, rules = match.game, match.rules
    after = match
    lasting: tuple[Proposal, ...] = ()
    match action:
        case OpeningRoll():
            after = replace(
                match, game=play.opening_roll(game, action.dice, rules.bet), rolls=match.rolls + 1, before=None
            )
        case Roll():
            after = replace(match, game=play.roll(game, action.dice), rolls=match.rolls + 1)
            lasting = tuple(proposal for proposal in match.proposals if isinstance(proposal.what, Resign))
        case Move():
            after = replace(match, game=play.move(game, action.play, rules))
        case Double():
            after = replace(match, game=play.double(game, rules.bet))
        case Take() | Drop() | Beaver() | Raccoon():
            after = replace(match, game=play.reply(game, _REPLIES[type(action)], rules.bet), before=None)
        case Claim():
            assert action.by is not None
            points = game.score.away[action.by] if action.match and game.score else game.bet.value
            after = replace(match, game=play.decided(game, Side(action.by), points, Ending.CLAIMED))
        case Abort():
            after = replace(match, game=play.voided(game), before=None)
        case Next():
            number = match.asked + 1
            after = replace(match, number=match.number + 1, ready=(), table_question=number, asked=number)
            after = _with_new_game(after)
        case End():
            after = replace(match, closed=True, before=None)
        case _:
            raise AssertionError(action)
    over = after.game.phase is Phase.OVER and game.phase is not Phase.OVER
    if over and after.game.bet.result:
        after = _scored(after, claimant=action.by if isinstance(action, Claim) else None)
    if action.by is not None and (isinstance(action, Move | Double) or (over and after.game.bet.result)):
        after = replace(after, before=_stripped(match))
    return _renumbered(after, lasting)


def _stripped(match: Match) -> Match:
    return replace(match, before=None)


def _renumbered(match: Match, proposals: tuple[Proposal, ...] = ()) -> Match:
    """The main question has changed: it gets a new number, and what lapses with the old one is gone."""
    number = match.asked + 1
    if match.closed:
        return replace(match, proposals=(), before=None)
    return replace(match, question=number, asked=number, proposals=proposals)


def _scored(match: Match, claimant: Seat | None = None) -> Match:
    """Enter the result of the game that has just ended."""
    result = match.game.bet.result
    assert result is not None
    white, black = match.score
    claims = None
    if claimant is not None:
        claims = (claimant, match.claims[1] + 1 if match.claims and match.claims[0] == claimant else 1)
    if not match.rules.length:
        return replace(match, score=(white + result.points, black - result.points), claims=claims)
    score = (white + max(result.points, 0), black + max(-result.points, 0))
    crawford_played = match.crawford_played or bool(match.game.score and match.game.score.crawford)
    closed = max(score) >= match.rules.length
    return replace(match, score=score, claims=claims, crawford_played=crawford_played, closed=closed)


def _with_new_game(match: Match) -> Match:
    """Set up the board for the next game."""
    length = match.rules.length
    score = None
    if length:
        at_match_point = length > 1 and max(match.score) == length - 1
        crawford = match.rules.crawford and at_match_point and not match.crawford_played
        score = Score((length - match.score[0], length - match.score[1]), crawford)
    return replace(match, game=Game.start(match.rules, score))

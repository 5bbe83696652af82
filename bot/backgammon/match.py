"""How a match or money session goes on: the fold of its log.

`start` gives the first state, `apply` the next one after an action. Here live the score, Crawford, what becomes of
proposals, claims, and the way from game to game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec import UNSET
from msgspec.structs import replace

from bot.core.proposals import agreed_to, others, renumbered
from bot.core.timeline import stripped, taken_back

from . import bet as cube
from . import game as play
from .actions import (
    Abort,
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
from .bet import Ending, Score, Seat
from .game import Game, Phase
from .match_questions import REPLIES, admit
from .match_state import Match, Proposal, Resting
from .position import Side
from .rules import RULES_VERSION, Rules, Sits


def start(
    rules: Rules,
    rules_version: int = RULES_VERSION,
    *,
    score: tuple[int, int] = (0, 0),
    crawford_played: bool = False,
) -> Match:
    """The state before the first action; a record may begin in the middle of a match, with the score there. Rules with
    an opening tell the score themselves.
    """
    opening = rules.opening
    if opening is not UNSET:
        score, crawford_played = opening.score, opening.crawford_played
    state = Match(
        rules=rules,
        game=Game.start(rules, None),
        rules_version=rules_version,
        score=score,
        crawford_played=crawford_played,
    )
    state = _with_new_game(state)
    return state if opening is UNSET else replace(state, game=play.placed(state.game, opening, rules))


def replay(rules: Rules, actions: Iterable[AnyAction], rules_version: int = RULES_VERSION) -> Match:
    """The state after all these actions."""
    return reduce(apply, actions, start(rules, rules_version))


def apply(match: Match, action: AnyAction) -> Match:
    """The state after an action.

    Raises `Foreign`, `Stale` or `Illegal`, each with a reason; the state given is unchanged whatever happens.
    """
    admit(match, action)
    if proposal := agreed_to(match.proposals, action):
        return _carried_out(match, proposal)
    match action:
        case Resign() | Settle() | Undo() | Abort() | Rest() if action.by is not None:
            return _proposed(match, action)
        case Rest():
            return _resting(match, action.of)
        case Ready():
            return _ready(match, action.by)
        case Sat():
            return _sat(match, action)
        case Decline():
            return replace(match, proposals=others(match.proposals, action.question))
        case Next() if action.by is not None and len(match.ready) == 0:
            return replace(match, ready=(action.by,))
        case _:
            return _advanced(match, action)


def _proposed(match: Match, action: Resign | Settle | Undo | Abort | Rest) -> Match:
    number = match.asked + 1
    game = match.game
    if isinstance(action, Settle):
        game = replace(game, settlements=game.settlements + 1)
    return replace(match, game=game, asked=number, proposals=(*match.proposals, Proposal(number, action)))


def _resting(match: Match, unready: tuple[Seat, ...] = ()) -> Match:
    """The match at rest, until all of these seats are ready, or with none of them either is."""
    number = match.asked + 1
    lasting = tuple(each for each in match.proposals if not isinstance(each.what, Rest))
    return replace(match, asked=number, proposals=lasting, resting=Resting(number, unready))


def _ready(match: Match, seat: Seat | None) -> Match:
    """A seat is ready, or with None all are: who must act is asked anew once the match goes on."""
    after = _woken(match, seat)
    return after if after.paused else renumbered(after, match.proposals)


def _woken(match: Match, seat: Seat | None) -> Match:
    """The match when a seat is ready, or with None all are."""
    if match.resting is UNSET:
        return match
    left = tuple(each for each in match.unready if seat not in (None, each))
    return replace(match, resting=Resting(match.resting.number, left) if left else UNSET)


def _sat(match: Match, action: Sat) -> Match:
    """The match once the other one of two who share a seat sits there; the side is asked anew."""
    assert action.by is not None
    before = match.changed or ()
    changed = tuple(sorted({*before} ^ {action.by}))
    return renumbered(replace(match, changed=changed or UNSET), match.proposals)


def _carried_out(match: Match, proposal: Proposal) -> Match:
    """Carry out a proposal that all agreed to."""
    what = proposal.what
    assert what.by is not None
    proposer = Side(what.by)
    match what:
        case Undo():
            assert match.before is not None
            undone = taken_back(match, match.before)
            if undone.number == match.number:  # who has sat down meanwhile stays
                undone = replace(undone, changed=match.changed)
            number = undone.asked + 1
            return _woken(replace(undone, table_question=number, asked=number), None)
        case Abort():
            return _woken(renumbered(replace(match, game=play.voided(match.game), before=None, claims=None)), None)
        case Rest():
            return _resting(match)
        case Settle():
            game = play.decided(match.game, proposer, what.points, Ending.SETTLED)
        case Resign():
            game = play.decided(match.game, proposer.other, resigned_points(match, what), Ending.RESIGNED)
    return _woken(renumbered(_scored(replace(match, game=game, before=stripped(match)))), None)


def resigned_points(match: Match, what: Resign) -> int:
    """The points a resignation pays once accepted: by the board, or all that the winner still needs for the match."""
    game = match.game
    if what.kind is None:
        assert game.score is not None and what.by is not None
        return game.score.away[1 - what.by]
    return cube.worth(game.bet, what.kind, match.rules.bet, game.bet.turned)


def resigned_price(match: Match, what: Resign) -> int:
    """The points a resignation is worth to the winner: never more than still needed for the match."""
    points, score = resigned_points(match, what), match.game.score
    return points if score is None or what.by is None else min(points, score.away[1 - what.by])


def forfeited_points(match: Match, loser: Side) -> int:
    """Points that a side loses whose time is up: as if it made no move any more. A gammon needs gammons to count."""
    game = match.game
    white = game.board.seen_by_white
    kind = (white if loser is Side.BLACK else white.mirrored()).kind_lost
    return cube.worth(game.bet, kind, match.rules.bet, game.bet.turned)


def _advanced(match: Match, action: AnyAction) -> Match:
    """Answer the main question, or end the game for good: claim, abort by the bot, end of the session."""
    if match.paused and action.by is not None:  # whoever acts is ready
        match = _woken(match, action.by)
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
            after = replace(match, game=play.reply(game, REPLIES[type(action)], rules.bet), before=None)
        case Claim():
            assert action.by is not None
            winner = Side(action.by)
            points = game.bet.value if action.whole is not True else forfeited_points(match, winner.other)
            points = game.score.away[winner] if action.match and game.score else points
            after = replace(match, game=play.decided(game, winner, points, Ending.CLAIMED))
        case Flag():
            assert game.decider is not None
            winner = game.decider.other
            points = game.score.away[winner] if game.score else forfeited_points(match, game.decider)
            after = replace(match, game=play.decided(game, winner, points, Ending.FLAGGED), before=None)
        case Abort():
            after = replace(match, game=play.voided(game), before=None, claims=None)
        case Next():
            number = match.asked + 1
            changed = UNSET if match.rules.sits is Sits.GAME else match.changed
            after = replace(
                match, number=match.number + 1, ready=(), table_question=number, asked=number, changed=changed
            )
            after = _with_new_game(after)
        case End():
            after = replace(match, closed=True, before=None)
        case _:
            raise AssertionError(action)
    over = after.game.phase is Phase.OVER and game.phase is not Phase.OVER
    if over and after.game.bet.result:
        after = _scored(after, claimant=action.by if isinstance(action, Claim) else None)
    if action.by is not None and (over or isinstance(action, Move | Double)):
        after = replace(after, before=stripped(match))
    if over or after.closed:
        after = _woken(after, None)
    return replace(after, proposals=()) if after.closed else renumbered(after, lasting)


def _scored(match: Match, claimant: Seat | None = None) -> Match:
    """Add the result of the game that has just ended."""
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
    return replace(match, score=score, claims=claims, crawford_played=crawford_played)


def _with_new_game(match: Match) -> Match:
    score = opening_score(match.rules, match.score, match.crawford_played)
    return replace(match, game=Game.start(match.rules, score))


def opening_score(rules: Rules, score: tuple[int, int], crawford_played: bool) -> Score | None:
    """The score as a game sees it: points each side needs and whether it is the Crawford game; None for money."""
    length = rules.length
    if not length:
        return None
    at_match_point = length > 1 and max(score) == length - 1
    crawford = rules.crawford and at_match_point and not crawford_played
    return Score((length - score[0], length - score[1]), crawford)

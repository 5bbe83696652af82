"""How a session goes on: the fold of its log.

`start` gives the first state, `apply` the next one after an action. Here is what goes with turns, proposals and
undo; cubes are in `cubes`, what silence brings in `silence`, the way from game to game in `people` and `ending`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Bet, Ending, Illegal, Kind, Phase, Seat, Side
from bot.backgammon import bet as cube
from bot.backgammon.actions import Abort, Accept, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.core.actions import BetIndex
from bot.core.proposals import agreed_to, others, renumbered
from bot.core.timeline import stripped, taken_back
from bot.core.transfers import fewest_transfers

from . import cubes, people
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
    Gone,
    Hold,
    Join,
    Knock,
    Lapse,
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
    Spent,
    Stake,
    TimedNext,
)
from .admission import admit
from .approval import answered, knocked
from .exclusions import excluding
from .faults import ChouetteFault
from .house import StartCube
from .line import by_dice, shuffled
from .options import FEWEST_TO_START, RULES_VERSION, Options, Order, SessionEnd
from .play_time import spent
from .questions import awaited, is_last_game, touched
from .round import Round
from .silence import claimed, silences
from .stakes import with_stakes
from .state import NO_HOST, Computers, Payment, Player, Proposal, Session, bets_of
from .transitions import said, with_game
from .units import full_bank


def start(
    options: Options,
    players: int,
    host: Seat = 0,
    rules_version: int = RULES_VERSION,
    computers: tuple[Seat, ...] = (),
    *,
    balances: Sequence[int] | None = None,
    since: float = 0.0,
) -> Session:
    """The state before the first action, with this many seated, some of them perhaps computers.

    `balances`: with a bank what everybody sits down with by seat, in units, if that is not a full one. `since`: from
    when the minutes of a start cube count, in seconds since 1970; else from the first line on. Raises `Illegal` for too
    few or too many, and `ValueError` for options that exclude each other or balances that cannot be.
    """
    if both := excluding(options):
        raise ValueError(f"{both} exclude each other")
    if players < 2:
        raise Illegal(ChouetteFault.TOO_FEW, fewest=FEWEST_TO_START)
    if players > options.room:
        raise Illegal(ChouetteFault.FULL, most=options.room)
    if options.fixed_turns and players < FEWEST_TO_START:
        raise Illegal(ChouetteFault.TOO_FEW, fewest=FEWEST_TO_START)
    game = Round.start(tuple(range(players)), None, options.rules)
    banks = [full_bank(options)] * players if balances is None else balances
    if balances is not None and (not full_bank(options) or len(balances) != players or min(balances) <= 0):
        raise ValueError("with a bank everybody sits down with a balance of their own")
    seated = tuple(Player(auto_pass=seat not in computers, bank=bank) for seat, bank in enumerate(banks))
    session = Session(options=options, players=seated, host=host, game=game, since=since, rules_version=rules_version)
    return replace(session, with_computers=Computers(seats=computers)) if computers else session


def replay(
    options: Options,
    players: int,
    actions: Iterable[AnyAction],
    host: Seat = 0,
    rules_version: int = RULES_VERSION,
) -> Session:
    """The state after all these actions."""
    return reduce(apply, actions, start(options, players, host, rules_version))


def apply(session: Session, action: AnyAction) -> Session:
    """The state after an action.

    Raises `Foreign`, `Stale` or `Illegal`, each with a reason; the state given is unchanged whatever happens.
    """
    admit(session, action)
    applied = _applied(session, action)
    after = silences(applied)
    phases = (session.game.phase, applied.game.phase)
    if after.game.phase is Phase.OVER and phases != (Phase.OVER, Phase.OVER):
        # A result that was taken back, and stands again because no player is left to continue, cannot be undone again.
        # Nor does an undo bring back who has ended it by leaving, since rules 5.
        was = applied if isinstance(action, Leave) and session.rules_version >= 5 else session
        before = None if session.game.phase is Phase.OVER else stripped(was)
        after = people.finished(replace(after, proposals=(), before=before))
        after = _ending(renumbered(after))
    deserted = session.begun and not {*after.line} - {*after.computers} and not after.closed
    return _closed(after) if deserted else after


def _applied(session: Session, action: AnyAction) -> Session:
    game, options, seat = session.game, session.options, action.by
    match action:
        case Accept() | Undo() | Abort() if proposal := agreed_to(session.proposals, action):
            return _agreed(session, proposal, seat)
        case Arrange():
            return _begun(session, action)
        case OpeningRoll():
            return renumbered(with_game(session, _opened(game, action, options), rolls=session.rolls + 1, before=None))
        case Roll():
            return _rolled(session, action)
        case Move():
            return _moved(session, action)
        case Double():
            side = game.board.turn
            assert side is not None
            who = game.bets[action.bets[0]].seat(side) if action.bets else seat
            assert who is not None
            return said(session, cubes.doubled(game, who, action.bets, options))
        case Pass() | Hold():
            assert seat is not None
            return with_game(session, (cubes.passed if isinstance(action, Pass) else cubes.holding)(game, seat))
        case Lapse():
            return with_game(session, replace(game, holding=(), passed=(*game.passed, *awaited(session))))
        case Answer():
            return said(_answered(session), cubes.answered(game, action.replies, options))
        case GiveExtra():
            return said(session, cubes.extra_given(game, action.bet, action.give, options))
        case AnswerExtras():
            return said(session, cubes.extras_answered(game, action, options))
        case Resign() | Settle():
            return _offered(session, action)
        case Undo() | Abort():
            return _asked(session, action)
        case Accept():
            raise AssertionError(f"admitted, though nothing is proposed: {action}")
        case Decline():
            return replace(session, proposals=others(session.proposals, action.question))
        case Claim():
            return claimed(session, by_clock=seat is None)
        case Share():
            return renumbered(people.shared(session, action.agree))
        case DeclineBox():
            return renumbered(replace(people.box_declined(session), before=session.before))
        case Join():
            return people.joined(session, action)
        case Knock():
            return knocked(session, action)
        case LetIn():
            return people.let_in(session, action)
        case NotNow():
            return answered(session, action)
        case AddComputer():
            return people.computer_joined(session)
        case Leave():
            return people.left(session, action)
        case Gone():
            return people.gone(session, action)
        case SitOut() | AutoPass() | Delegate() | Stake():
            return people.switched(session, action)
        case Spent():
            return spent(session, action)
        case Pause():
            return replace(session, paused=action.on)
        case Next():
            at = action.at if isinstance(action, TimedNext) else 0.0
            return renumbered(people.next_game(session, at))
        case End() | Dismiss():
            return _closed(session) if game.phase is Phase.OVER else replace(session, ending=True)
        case Adopt():
            return replace(session, host=NO_HOST)
        case Paid():
            paid = replace(session.payments[action.payment], paid=True)
            payments = (*session.payments[: action.payment], paid, *session.payments[action.payment + 1 :])
            return replace(session, payments=payments)


def _begun(session: Session, action: Arrange) -> Session:
    seats = tuple(range(len(session.players)))
    if action.stakes is not UNSET and session.options.house_rules.stakes:
        session = with_stakes(session, action.stakes)
    options = session.options
    rolls = len(action.dice)
    match options.order:
        case Order.MANUAL:
            line = action.line
        case Order.ROLL:
            line = by_dice(seats, action.dice)
        case Order.SHUFFLE:
            line = shuffled(seats, action.dice)
    if sorted(line) != list(seats):
        raise ValueError("the first line names everybody once")
    ends_at = action.at + 60 * options.session_limit if options.session_end is SessionEnd.MINUTES else None
    begun = replace(session, rolls=rolls, ends_at=ends_at)
    if options.house_rules.start_cube is StartCube.MINUTES:
        begun = replace(begun, since=session.since or action.at, at=action.at)
    return renumbered(people.first_game(begun, line))


def _opened(game: Round, action: OpeningRoll, options: Options) -> Round:
    """One die for the team, one for the box: white comes first, as in every game."""
    if action.dice[0] != action.dice[1]:
        return replace(game, board=game.board.opened(*action.dice), phase=Phase.PLAY)
    bets = tuple(cube.automatic(bet, options.cube, game.automatics) for bet in game.bets)
    return replace(game, bets=bets, automatics=game.automatics + (bets != game.bets))


def _rolled(session: Session, action: Roll) -> Session:
    """Roll: the window closes; after a double the dice are not used."""
    game = session.game
    if game.phase is Phase.CUBE and game.doubled:
        return said(session, cubes.closed(game))
    board = game.board.rolled(action.dice)
    rolled = replace(game.with_window_closed(Phase.PLAY), board=board)
    return renumbered(with_game(session, rolled, rolls=session.rolls + 1), session.proposed(Resign))


def _moved(session: Session, action: Move) -> Session:
    game, rules = session.game, session.rules
    board = game.board.played(game.board.read(action.play, rules.max_on_point))
    before = stripped(session) if action.by is not None else session.before
    game = replace(game, board=board)
    if victory := board.won_by:
        winner, kind = victory
        changed = [(index, _paid_out(session, index, winner, kind, Ending.PLAYED)) for index in game.open_bets]
        return with_game(session, game.with_bets(changed), before=before)
    return renumbered(with_game(session, cubes.turn_begun(game, rules.bet), before=before))


def _paid_out(session: Session, index: BetIndex, winner: Side, kind: Kind, ending: Ending) -> Bet:
    """A bet won by what the board would pay."""
    bet = session.game.bets[index]
    return cube.won(bet, winner, cube.worth(bet, kind, session.options.cube, session.game.any_turned), ending)


def _offered(session: Session, action: Resign | Settle) -> Session:
    """Propose a resignation or settlement of each bet separately."""
    game = session.game
    proposals = list(session.proposals)
    asked = session.asked
    offer = asked + 1
    assert action.by is not None
    for place, bet in enumerate(action.bets):
        if isinstance(action, Resign) and any(bet in bets_of(each) for each in session.proposed(Resign)):
            continue
        asked += 1
        other = game.bets[bet].seat(game.side(bet, action.by).other)
        what = replace(action, bets=(bet,))
        if isinstance(what, Settle) and what.engine is not UNSET:
            what = replace(what, engine=what.engine[place : place + 1])
        proposals.append(Proposal(number=asked, what=what, of=(other,), offer=offer))
    if isinstance(action, Settle):
        game = replace(game, settlements=(*game.settlements, *action.bets))
    return with_game(session, game, proposals=tuple(proposals), asked=asked)


def _answered(session: Session) -> Session:
    """The session after answers to cubes: consent to an undo must not take the answer of another player back."""
    kept = tuple(each for each in session.proposals if not isinstance(each.what, Undo))
    return replace(session, before=None, proposals=kept)


def _asked(session: Session, action: Undo | Abort) -> Session:
    """Propose an undo or to void the game. The bot voids at once."""
    if action.by is None:
        return _voided(session)
    undone = session.before if isinstance(action, Undo) else None
    was = undone.game if undone else session.game
    needed = {seat for seat in (was.acting_box, was.acting_captain) if seat is not None}
    if undone:
        needed |= touched(session)
    if any(map(session.has_left, needed)):
        now = session.game
        needed |= {seat for seat in (now.acting_box, now.acting_captain) if seat is not None}
    needed = {seat for seat in needed if not session.has_left(seat)}
    of = tuple(sorted(needed - {action.by}))
    if not of:
        return _carried_out(session, Proposal(number=0, what=action, of=()))
    number = session.asked + 1
    proposal = Proposal(number=number, what=action, of=of, offer=number)
    return replace(session, asked=number, proposals=(*session.proposals, proposal))


def _agreed(session: Session, proposal: Proposal, seat: Seat | None) -> Session:
    """Add a consent; with the last one the proposal is carried out."""
    left = tuple(each for each in proposal.of if each != seat)
    proposals = others(session.proposals, proposal.number)
    if left:
        return replace(session, proposals=(*proposals, replace(proposal, of=left)))
    return _carried_out(replace(session, proposals=proposals), proposal)


def _carried_out(session: Session, proposal: Proposal) -> Session:
    what = proposal.what
    if isinstance(what, Abort):
        return _voided(session)
    if isinstance(what, Undo):
        assert session.before is not None
        return taken_back(session, people.restored(session.before, session))
    assert what.by is not None
    (index,) = what.bets
    game, side = session.game, session.game.side(index, what.by)
    if isinstance(what, Settle):
        winner = game.side(index, what.winner) if what.winner is not None else None
        bet = cube.won(game.bets[index], side, what.points, Ending.SETTLED)
        assert bet.result is not None
        bet = replace(bet, result=replace(bet.result, named=winner))
    else:
        assert what.kind is not None
        bet = _paid_out(session, index, side.other, what.kind, Ending.RESIGNED)
    before = stripped(session)
    game = cubes.decided(game, ((index, bet),), proposal.agreed, session.options.cube)
    alive = set(game.open_bets)
    agreed = (*proposal.agreed, bet.white)
    lasting = tuple(
        replace(each, agreed=agreed) if each.offer == proposal.offer else each
        for each in session.proposals
        if isinstance(each.what, Resign | Settle) and set(each.what.bets) <= alive
    )
    after = with_game(session, game, before=before, proposals=lasting)
    return after if game.on_roll == session.game.on_roll else renumbered(after, lasting)


def _voided(session: Session) -> Session:
    return with_game(session, replace(session.game.with_window_closed(Phase.OVER), void=True))


def _ending(session: Session) -> Session:
    """A game is over: close the session if it was the last one."""
    return replace(session, ending=True) if is_last_game(session) else session


def _closed(session: Session) -> Session:
    balances = {
        seat: player.points - session.apart.get(seat, 0)
        for seat, player in enumerate(session.players)
        if seat not in session.computers
    }
    # A bank is a contest and no debt, and a night is settled up once, at its end.
    transfers = () if session.banked or session.host == NO_HOST else fewest_transfers(balances)
    payments = tuple(Payment(transfer) for transfer in transfers)
    return replace(renumbered(session), closed=True, before=None, payments=payments)

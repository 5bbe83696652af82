"""Open questions of a session, the main one first."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.backgammon import Ask, Phase, Question, Seat, TableFault
from bot.backgammon import bet as cube
from bot.backgammon.actions import Abort, Action, Claim, End, Move, Next, OpeningRoll, Roll, Undo
from bot.backgammon.match_questions import consent
from bot.core.actions import BetIndex
from bot.core.proposals import askers
from bot.core.question import about_the_table, memoize_last
from bot.core.state import questions_of

from .actions import (
    AddComputer,
    Adopt,
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
from .approval import approver, asks_first, may_be_new, may_sit_down
from .ending import next_box
from .house import StartCube
from .limits import may_double_any
from .options import FEWEST, MOST_COMPUTERS, SessionEnd
from .play_time import is_timed
from .round import Exchange, Round
from .state import NO_HOST, Proposal, Session, bets_of

#: What a player may do about their own seat at any time.
_PERSONAL: tuple[type[Action], ...] = (Leave, SitOut, AutoPass, Delegate)


@memoize_last
def questions(session: Session) -> tuple[Question, ...]:
    """Every open question; of a closed session only the unpaid payments."""
    if session.closed:
        left = [payment.transfer for payment in session.payments if not payment.paid]
        people = {seat for transfer in left for seat in (transfer.payer, transfer.payee)}
        of = tuple(sorted({*people, session.host} - {NO_HOST}))
        free = tuple(seat for seat in of if seat not in people)
        return (Question(session.question, Ask.PAYMENT, of, (Paid,), free=free),) if left else ()
    asked = (*_main(session), *(_consent(session, each) for each in session.proposals))
    return (*asked, *_table(session, asked)) if session.begun else asked


questions_of.register(Session, questions)


def _main(session: Session) -> tuple[Question, ...]:
    game, number = session.game, session.question
    if not session.begun:
        return (Question(number, Ask.OPENING, (), (), (Arrange,)),)
    roller = () if game.on_roll is None else (game.on_roll,)
    match session.phase:
        case Phase.PARTNER:
            asked = session.partnering and session.partnering.asked
            return (Question(number, Ask.PARTNER, (game.box if asked is None else asked,), (Share,)),)
        case Phase.OPENING:
            return (Question(number, Ask.OPENING, (), (), (OpeningRoll,)),)
        case Phase.CUBE:
            return _window(session, roller)
        case Phase.OFFER:
            return (_exchange(session),)
        case Phase.ROLL:
            return (Question(number, Ask.ROLL, roller, (Roll,), (Roll,)),)
        case Phase.PLAY:
            bot = (Move,) if game.plays_itself(session.rules) else ()
            return (Question(number, Ask.PLAY, roller, (Move,), bot),)
        case Phase.OVER:
            of = () if session.is_ending else starters(session)
            enough = len(session.playing) >= FEWEST
            return (Question(number, Ask.NEXT, of, _next(session) if of and enough else (), (End,)),)


def _next(session: Session) -> tuple[type[Action], ...]:
    timed = session.options.house_rules.start_cube is StartCube.MINUTES
    return (Next, TimedNext) if timed else (Next,)


def starters(session: Session) -> tuple[Seat, ...]:
    """Who may start the next game: its box and captain; where both are computers, the host."""
    there = session.playing[:2]
    people = tuple(seat for seat in there if seat not in session.computers)
    return people or ((session.host,) if len(there) >= FEWEST and session.computers else there)


def _window(session: Session, roller: tuple[Seat, ...]) -> tuple[Question, ...]:
    """The roll, and beside it what others of the roller's side may say before it."""
    game, rules = session.game, session.options.cube
    number = session.question
    window = _with_say(session, game.window(rules))
    boxed = roller == (game.box,) and may_double_any(game, session.options)
    own = game.accessible(game.box, rules) if boxed else ()
    waiting = awaited(session)
    ask, answers = (Ask.CUBE, (Double,)) if own else (Ask.ROLL, ())
    may_roll = {*waiting, *game.holding} <= {*roller}
    main = Question(number, ask, roller, (*answers, Roll) if may_roll else answers, bets=own)
    if not window:
        return (main,)
    bets = tuple(index for seat in game.window(rules) for index in game.accessible(seat, rules))
    free = tuple(seat for seat in window if seat not in waiting)
    says = (Double,) if window == roller else (Double, Pass)
    return (main, Question(number, Ask.CUBE, window, says, bets=bets, free=free))


def others_speak(session: Session) -> bool:
    """Whether anyone but the roller may speak in the window; alone the roller just doubles or rolls."""
    game = session.game
    there = game.window(session.options.cube)
    return any(seat != game.on_roll and seat not in session.leaving for seat in there)


def awaited(session: Session) -> tuple[Seat, ...]:
    """Those in the window whom the roller must wait for though they do not hold: they asked to be asked every time."""
    game = session.game
    if game.phase is not Phase.CUBE:
        return ()
    silent = (seat for seat in game.window(session.options.cube) if seat not in (*spoken(session), *game.holding))
    return tuple(seat for seat in silent if not session.players[seat].auto_pass and seat not in game.away)


def spoken(session: Session) -> tuple[Seat, ...]:
    """Those who have spoken in the window; a hold does not count."""
    return session.game.spoken(session.options.cube)


def _exchange(session: Session) -> Question:
    game, exchange = session.game, session.game.exchange
    assert exchange is not None
    extras = exchange.extras
    kind, seats = _about_cubes(game, exchange)
    waiting = seats if extras else tuple(game.answerer(index) for index in exchange.unanswered)
    of, free = _heard(session, seats, waiting)
    ask, bets = Ask.EXTRAS, exchange.bets
    if extras is None:
        ask = Ask.OFFER
    elif extras.forced:
        ask, bets = Ask.OFFER, (extras.bet,)
    else:
        bets = extras.asked or extras.given
    return Question(session.question, ask, of, (kind,), bets=bets, free=free)


def _about_cubes(game: Round, exchange: Exchange) -> tuple[type[Action], tuple[Seat, ...]]:
    """The type of answer to the offered cubes, and the seats whose bets need one."""
    extras = exchange.extras
    if extras is None:
        return Answer, tuple(dict.fromkeys(map(game.answerer, exchange.bets)))
    kind = GiveExtra if extras.asked else Answer if extras.forced else AnswerExtras
    return kind, tuple(game.bets[index].white for index in extras.asked or (extras.bet,))


def _heard(
    session: Session, seats: tuple[Seat, ...], waiting: Collection[Seat]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who answers for these seats: themselves, then their delegates. Second, which of those are not waited for, though
    `waiting` are: a delegate is waited for only in place of a player who has left.
    """
    heard = {seat: session.speakers(seat) for seat in seats}
    first = tuple(seat for seat in seats if seat in heard[seat])
    of = tuple(dict.fromkeys((*first, *(each for seat in seats for each in heard[seat]))))
    asked = {heard[seat][0] for seat in waiting if heard[seat]}
    return of, tuple(seat for seat in of if seat not in asked)


def _consent(session: Session, proposal: Proposal) -> Question:
    return consent(proposal, _with_say(session, proposal.of), bets_of(proposal))


def _table(session: Session, asked: Collection[Question]) -> tuple[Question, ...]:
    """Questions beside the main one, offered to exactly those who may answer."""
    game, phase = session.game, session.game.phase
    seated = tuple(seat for seat in range(len(session.players)) if session.is_seated(seat))
    host = (session.host,) if session.host in seated else ()
    players = _with_say(session, (*game.line, *(() if game.partner is None else (game.partner,))))
    offered: dict[type[Action], tuple[Seat, ...]] = {
        Double: _besides(asked, Double, _doublers(session)),
        Hold: _holders(session),
        **{kind: _besides(asked, kind, seats) for kind, seats in _answerers(session).items()},
        Resign: _with_say(session, (seat for seat in game.line if _resignable(session, seat))),
        Settle: _with_say(session, (seat for seat in game.line if _settleable(session, seat))),
        Undo: askers(session.proposals, Undo, players) if session.before and not cannot_agree(session) else (),
        Abort: askers(session.proposals, Abort, players) if phase is not Phase.OVER else (),
    }
    bot: list[type[Action]] = [Pause] if session.host == NO_HOST else [Pause, Adopt]
    if session.phase not in (Phase.OVER, Phase.OPENING):
        waited_for = {seat for question in asked for seat in question.waiting}
        offered[Claim] = () if session.paused else tuple(seat for seat in players if seat not in waited_for)
        bot.append(Claim)
    if may_decline_box(session):
        offered[DeclineBox] = _with_say(session, session.active[:1])
    comers = _comers(session)
    offered |= {End: host, Pause: host}
    if not asks_first(session):
        offered[Join] = comers
    else:
        offered[Knock] = tuple(seat for seat in comers if seat not in session.knocking)
    if session.knocking:
        offered |= dict.fromkeys((LetIn, NotNow), (approver(session),))
    if may_add_computer(session):
        offered[AddComputer] = host
    offered |= dict.fromkeys(_PERSONAL, seated)
    if session.options.house_rules.stakes:
        offered[Stake] = tuple(seat for seat in seated if seat not in session.computers)
    if phase is not Phase.OVER:
        bot.append(Abort)
    if game.holding or awaited(session):
        bot.append(Lapse)
    if is_timed(session):
        bot.append(Spent)
    if session.missed:
        bot.append(Gone)
    if not session.ending:
        bot.append(Dismiss)
    if seated:
        bot.append(Leave)
    return about_the_table(session.table_question, offered, bot)


def _with_say(session: Session, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of the seats that may act in the running game, without those who have left it."""
    return tuple(seat for seat in dict.fromkeys(seats) if not session.has_left(seat))


def _besides(asked: Iterable[Question], kind: type[Action], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of the seats not already asked this."""
    already = {seat for question in asked if kind in question.answers for seat in question.of}
    return tuple(seat for seat in seats if seat not in already)


def _doublers(session: Session) -> tuple[Seat, ...]:
    """Who may turn a cube before the roll, their own or, as a delegate, another player's."""
    game = session.game
    if game.phase is not Phase.CUBE:
        return ()
    cubes = [seat for seat in game.line if game.accessible(seat, session.options.cube)]
    there = (each for seat in cubes for each in session.deciders(seat) if each in game.line)
    return _with_say(session, there)


def _holders(session: Session) -> tuple[Seat, ...]:
    """Who may hold; the roller need not."""
    there = session.game.window(session.options.cube)
    return _with_say(session, (seat for seat in there if seat != session.game.on_roll))


def _answerers(session: Session) -> dict[type[Action], tuple[Seat, ...]]:
    """Who may answer offered cubes, whether or not they are waited for."""
    game = session.game
    exchange = game.exchange
    if exchange is None:
        return {}
    kind, seats = _about_cubes(game, exchange)
    return {kind: _with_say(session, (each for seat in seats for each in session.deciders(seat)))}


def _resignable(session: Session, seat: Seat) -> bool:
    """Whether a player has a bet to offer a resignation for."""
    game = session.game
    if game.phase not in (Phase.CUBE, Phase.ROLL, Phase.PLAY):
        return False
    offered = [bet for each in session.proposed(Resign) for bet in bets_of(each)]
    return any(bet not in offered for bet in game.held(seat))


def _settleable(session: Session, seat: Seat) -> bool:
    """Whether a player has a bet to offer a settlement for."""
    game = session.game
    if game.phase not in (Phase.CUBE, Phase.ROLL) or not session.options.settlements:
        return False
    return any(settlement_fault(session, bet) is None for bet in game.held(seat))


def settlement_fault(session: Session, bet: BetIndex) -> TableFault | None:
    """Why no settlement may be offered for an open bet now; None if one may."""
    if session.game.settlements.count(bet) >= cube.SETTLEMENTS_A_TURN:
        return TableFault.SETTLED_ENOUGH
    if any(bet in bets_of(each) for each in session.proposed(Settle)):
        return TableFault.ALREADY_ASKED
    return None


def touched(session: Session) -> set[Seat]:
    """The players whose bets would change if the last action were taken back."""
    if session.before is None:
        return set()
    pairs = zip(session.before.game.bets, session.game.bets, strict=False)
    return {seat for old, new in pairs if old.result != new.result for seat in (new.white, new.black)}


def cannot_agree(session: Session) -> tuple[Seat, ...]:
    """The players whose consent an undo needs and who are not there to give it."""
    if session.proposed(Undo):
        return ()
    return tuple(sorted(filter(session.has_left, touched(session))))


def _comers(session: Session) -> tuple[Seat, ...]:
    """The seats that may be taken: the next free one, and their own by those who had one before."""
    if not session.has_room:
        return ()
    there = range(len(session.players) + 1)
    return tuple(seat for seat in there if not session.is_seated(seat) and may_sit_down(session, seat))


def is_last_game(session: Session) -> bool:
    """Whether the running or last game is the last one by the number of games."""
    return session.options.session_end is SessionEnd.GAMES and session.number >= session.options.session_limit


def takes_newcomers(session: Session) -> bool:
    """Whether somebody who was never here may sit down, and another game follows for them."""
    follows = not (session.closed or session.is_ending or is_last_game(session))
    return session.begun and follows and session.has_room and may_be_new(session)


def may_add_computer(session: Session) -> bool:
    """Whether a computer may sit down now: between two games, and at most two of them."""
    there = [seat for seat in session.computers if session.is_seated(seat)]
    free = session.has_room and may_be_new(session)
    return session.game.phase is Phase.OVER and len(there) < MOST_COMPUTERS and free


def may_decline_box(session: Session) -> bool:
    """Whether the captain who has just won the box may still decline it."""
    game = session.game
    if game.phase is not Phase.OVER or game.void or not session.options.may_decline_box or not session.playing:
        return False
    if session.turns is not None or not heirs(session):
        return False
    won = next_box(game, session.options.retain) == game.captain == session.playing[0]
    # With only two players nobody else could have it.
    third = len(game.line) > 2 and len(session.playing) > 1
    return won and third


def heirs(session: Session) -> tuple[Seat, ...]:
    """Who may have the box of the next game if its box declines it: with a bank those who have cover for it."""
    others = session.playing[1:]
    if not session.banked:
        return others
    return tuple(seat for seat in others if session.players[seat].balance >= session.needed_as_box(seat))

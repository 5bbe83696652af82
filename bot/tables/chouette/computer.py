"""The computer in a chouette: its answer to every question, and its word in the window.

It is stateless, and of sealed words it uses only its own: it considers the board and the bets.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.backgammon import Ask, Bet, Jacoby, Kind, Phase, Question, Refused, Reply, Seat, Side
from bot.backgammon import bet as cube
from bot.backgammon.actions import Move, Resign, Roll
from bot.backgammon.bet import Ways
from bot.chouette import Session, apply, questions, spoken
from bot.chouette.actions import Answer, AnswerExtras, AnyAction, Double, GiveExtra, Pass, Settle, Share
from bot.core.actions import Accept, BetIndex, Decline
from bot.core.intent import Intent
from bot.engine.evaluator import Evaluator
from bot.engine.thoughts import Stakes, Unsupported
from bot.tables.advice import Decision
from bot.tables.computer_player import (
    ComputerPlayer,
    always,
    chosen_play,
    equity_on_roll,
    reply_to,
    roll_dice,
    stakes_of,
    wants_to_double,
)

#: Equity that it gives up to agree, in units of the cube.
_PEACE = 0.05
_CONSENTS = (Ask.UNDO, Ask.ABORT, Ask.RESIGNATION, Ask.SETTLEMENT)


def asked_of(session: Session, seat: Seat) -> Question | None:
    """The question a computer answers next; None if it has none. It leaves starting the next game to people.

    It gives its word in the window at once, and rolls for its team last.
    """
    if session.closed or not session.is_seated(seat):
        return None
    mine = [each for each in questions(session) if seat in each.of and each.ask not in (Ask.TABLE, Ask.PAYMENT)]
    for question in sorted(mine, key=_order):
        if _to_say(session, seat, question):
            return question
    return None


def _order(question: Question) -> int:
    """Sort key: other players' proposals, then cubes, then the dice."""
    return 0 if question.ask in _CONSENTS else 1 if {Double, Pass} & {*question.answers} else 2


def _to_say(session: Session, seat: Seat, question: Question) -> bool:
    """Whether a computer answers this question, and has not yet."""
    game = session.game
    if question.ask in _CONSENTS:
        return Accept in question.answers
    if Pass in question.answers or (Double in question.answers and seat != game.on_roll):
        return seat not in (*spoken(session), *game.holding) and bool(_doublable(session, seat))
    if question.ask in (Ask.OFFER, Ask.EXTRAS):
        return bool(_unanswered(session, seat)) or _about_extras(session, seat, question)
    if question.ask is Ask.NEXT:
        return False
    return bool({Double, Roll, Move, Share} & {*question.answers})


def patience(session: Session, seat: Seat) -> float:
    """Seconds after the last action before a computer rolls for its team, while people may still double. A hold makes
    it wait without limit.
    """
    game, question = session.game, asked_of(session, seat)
    if question is None or Roll not in question.answers or Double in question.answers or game.phase is not Phase.CUBE:
        return 0.0
    silent = set(game.window(session.options.cube)) - {*spoken(session), *session.computers, seat}
    return float(session.options.cube_timer) if silent else 0.0


async def decided(session: Session, seat: Seat, player: ComputerPlayer) -> Intent | None:
    """A computer's next action; None if it has none. Raises `EngineUnavailable` or `Unsupported`."""
    question = asked_of(session, seat)
    if question is None:
        return None
    if question.ask in _CONSENTS:
        agrees = await _agrees(session, seat, question, player)
        return always((Accept if agrees else Decline)(by=seat, question=question.number))
    match question.ask:
        case Ask.PARTNER:
            return always(Share(by=seat, agree=False))
        case Ask.PLAY:
            return await _play(session, seat, player)
        case Ask.OFFER | Ask.EXTRAS:
            return await _answer(session, seat, question, player)
        case _:
            return await _before_the_roll(session, seat, question, player)


def decision(session: Session, seat: Seat) -> Decision | None:
    """A player's current decision: of several bets, about the first."""
    game = session.game
    turn = game.board.turn
    if turn is None or game.phase is Phase.OVER or session.phase is Phase.PARTNER:
        return None
    own = [game.bets[index] for index in game.held(seat)]
    if game.phase is Phase.PLAY and seat == game.on_roll and own:
        return Decision(game.board.position, turn, stakes_at(session, own[0], turn), game.board.dice)
    if game.phase is Phase.CUBE and (mine := _doublable(session, seat)):
        return Decision(game.board.position, turn, stakes_at(session, game.bets[mine[0]], turn))
    if game.exchange is not None and (asked := _unanswered(session, seat)):
        stakes = stakes_at(session, game.bets[asked[0]], turn)
        ways = ways_at(session, asked[0])
        return Decision(game.board.position, turn, stakes, stage=game.exchange.offer.stage, ways=ways)
    return None


def stakes_at(session: Session, bet: Bet, side: Side) -> Stakes:
    """The stakes of a bet as `side`, which is on roll, sees them: another cube may have activated gammons."""
    stakes = stakes_of(bet, side, session.options.cube)
    freed = session.options.cube.jacoby is Jacoby.ANY_CUBE and session.game.any_turned
    return replace(stakes, jacoby=False) if freed else stakes


def ways_at(session: Session, index: BetIndex) -> Ways:
    """The possible answers to an offered cube and to further turns; a lone taker may be forced to beaver."""
    game, rules = session.game, session.options.cube
    assert game.exchange is not None
    extras = game.exchange.extras
    now, *further = cube.courses(game.bets[index], game.exchange.offer, rules)
    if extras is not None and extras.forced and extras.bet == index:
        now = tuple(reply for reply in now if reply is not Reply.TAKE)
    return (now, *further)


def _doublable(session: Session, seat: Seat) -> tuple[BetIndex, ...]:
    return session.game.accessible(seat, session.options.cube)


def _unanswered(session: Session, seat: Seat) -> tuple[BetIndex, ...]:
    """The offered cubes that wait for the seat's own answer."""
    game, exchange = session.game, session.game.exchange
    if exchange is None:
        return ()
    if exchange.extras is not None:
        forced = exchange.extras.forced and game.bets[exchange.extras.bet].white == seat
        return (exchange.extras.bet,) if forced else ()
    return tuple(bet for bet in exchange.unanswered if game.answerer(bet) == seat)


def _about_extras(session: Session, seat: Seat, question: Question) -> bool:
    """Whether a seat is asked to give an extra, or to answer the extras offered."""
    game, exchange = session.game, session.game.exchange
    extras = None if exchange is None else exchange.extras
    if extras is None or extras.forced:
        return False
    asked = extras.asked or (extras.bet,)
    return any(game.bets[bet].white == seat for bet in asked) and bool({GiveExtra, AnswerExtras} & {*question.answers})


async def _before_the_roll(session: Session, seat: Seat, question: Question, player: ComputerPlayer) -> Intent:
    """Double or pass; for the roller, double or roll."""
    game = session.game
    mine = _doublable(session, seat)
    speaks = Double in question.answers and seat not in spoken(session)
    wanted: list[BetIndex] = []
    if speaks and mine:
        assert game.board.turn is not None
        for stakes, bets in _alike(session, mine, game.board.turn):
            if await wants_to_double(player, game.board.position, stakes):
                wanted += bets
    for bets in (tuple(sorted(wanted)), mine if wanted else ()):
        if bets and _accepted(session, Double(by=seat, bets=bets)):
            return always(Double(by=seat, bets=bets))
    return always(Pass(by=seat)) if Pass in question.answers else roll_dice()


def _alike(session: Session, bets: Iterable[BetIndex], side: Side) -> list[tuple[Stakes, list[BetIndex]]]:
    """The bets grouped by equal stakes, for which one evaluation suffices."""
    found: dict[Stakes, list[BetIndex]] = {}
    for index in bets:
        found.setdefault(stakes_at(session, session.game.bets[index], side), []).append(index)
    return list(found.items())


async def _answer(session: Session, seat: Seat, question: Question, player: ComputerPlayer) -> Intent:
    """Answers to all cubes that wait for it: by evaluation, or where the rules forbid that, all or none of them."""
    game, exchange = session.game, session.game.exchange
    assert exchange is not None and game.board.turn is not None
    asked = _unanswered(session, seat)
    if not asked:
        extras = exchange.extras
        assert extras is not None
        if GiveExtra not in question.answers:
            return always(AnswerExtras(by=seat, stay=True))
        bet = next(bet for bet in extras.asked if game.bets[bet].white == seat)
        return always(GiveExtra(by=seat, bet=bet, give=False))
    replies: dict[BetIndex, Reply] = {}
    for stakes, bets in _alike(session, asked, game.board.turn):
        for index in bets:
            ways = ways_at(session, index)
            replies[index] = await reply_to(player, game.board.position, exchange.offer, ways, stakes)
    for answers in (replies, dict.fromkeys(asked, Reply.TAKE), dict.fromkeys(asked, Reply.DROP)):
        answer = Answer(by=seat, replies=tuple(sorted(answers.items(), key=lambda each: each[0])))
        if _accepted(session, answer):
            return always(answer)
    raise Unsupported("no answer to these cubes is allowed")


async def _play(session: Session, seat: Seat, player: ComputerPlayer) -> Intent:
    game = session.game
    board = game.board
    assert board.turn is not None and board.dice is not None
    stakes = stakes_at(session, game.bets[game.held(seat)[0]], board.turn)
    play = await chosen_play(player, board.position, board.dice, stakes, game.plays(session.rules))
    return always(Move(by=seat, play=str(play)))


async def _agrees(session: Session, seat: Seat, question: Question, player: ComputerPlayer) -> bool:
    """Whether it accepts a proposal."""
    what = next(each.what for each in session.proposals if each.number == question.number)
    if not isinstance(what, Resign | Settle):
        return True
    game = session.game
    (index,) = question.bets
    bet = game.bets[index]
    if isinstance(what, Resign):
        if what.kind is Kind.BACKGAMMON:
            return True
        offered = cube.worth(bet, what.kind or Kind.SINGLE, session.options.cube, game.any_turned) / bet.value
    else:
        offered = -what.points / (bet.value * session.unit)
    return offered >= await equity(session, seat, index, player.thinker) - _PEACE


async def valued(session: Session, seat: Seat, offer: Settle, thinker: Evaluator) -> Settle:
    """An offer to settle with what its bets are worth to the proposer. Raises as `equity`."""
    worths = [await equity(session, seat, bet, thinker) * session.game.bets[bet].value for bet in offer.bets]
    return replace(offer, engine=tuple(round(100 * worth) for worth in worths))


async def equity(session: Session, seat: Seat, index: BetIndex, thinker: Evaluator) -> float:
    """What a bet on the board is worth to one of its seats, in units of its cube. Raises `EngineUnavailable` or
    `Unsupported`.
    """
    game = session.game
    board, turn, bet = game.board, game.board.turn, game.bets[index]
    assert turn is not None
    stakes = stakes_at(session, bet, turn)
    if board.dice is not None:
        best, *_ = await thinker.plays(board.position, board.dice, stakes, 2)
        on_roll = best.equity
    else:
        thought = await thinker.cube(board.position, stakes)
        on_roll = equity_on_roll(thought, may_double=index in _doublable(session, bet.seat(turn)))
    return on_roll if game.side(index, seat) is turn else -on_roll


def _accepted(session: Session, action: AnyAction) -> bool:
    """Whether the rules allow this action."""
    try:
        apply(session, action)
    except Refused:
        return False
    return True

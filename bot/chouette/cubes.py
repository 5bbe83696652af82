"""Cubes in a chouette: the window before the roll, batches and their answers, the lone taker's extras.

Functions from a round to the next. The caller knows whose word it is; here it is checked whether the word is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from bot.backgammon import (
    Bet,
    CubeFault,
    CubeRules,
    Ending,
    Illegal,
    Offer,
    OfferStage,
    Phase,
    Reply,
    Result,
    Seat,
    Side,
)
from bot.backgammon import bet as cube
from bot.core.actions import BetIndex

from .actions import AnswerExtras
from .faults import ChouetteFault
from .limits import check_credit, check_doubles, check_takes, lone_taker, overdrawn, short_after
from .options import LoneTaker, Options
from .round import BOX, TEAM, Exchange, Extras, Fee, Round


def turn_begun(game: Round, rules: CubeRules) -> Round:
    """A side is on roll: a window opens if anyone may double, otherwise the next action is the roll."""
    assert game.board.turn is not None
    return _window_or_roll(replace(game.with_window_closed(Phase.CUBE), settlements=()), rules)


def _window_or_roll(game: Round, rules: CubeRules) -> Round:
    """Skip the window if everyone in it is silent."""
    side = game.board.turn
    assert side is not None
    spoken_for = [index for seat in game.players(side) for index in game.accessible(seat, rules)]
    return game if spoken_for else game.with_window_closed(Phase.ROLL)


def doubled(game: Round, seat: Seat, bets: Collection[BetIndex], options: Options) -> Round:
    """`seat` doubles: the box, or the only player in the window, at once; others when the window closes.

    Raises `Illegal`.
    """
    assert game.board.turn is not None
    for index in bets:
        if fault := cube.double_fault(game.bets[index], game.board.turn, options.cube):
            raise Illegal(fault, cap=cube.cap(game.bets[index], options.cube))
    if not bets:
        raise Illegal(ChouetteFault.NO_ACCESS)
    if short := game.overdrawn(seat, {index: 2 * game.bets[index].value for index in bets}):
        raise overdrawn(short, game.unit)
    if seat == game.box:
        check_doubles(game, bets, options)
    others = [index for index in game.doubled if game.bets[index].seat(game.board.turn) != seat]
    said = replace(game, doubled=tuple(sorted({*others, *bets})), passed=_without(game.passed, seat))
    said = replace(said, holding=_without(game.holding, seat))
    return closed(said) if goes_at_once(game, seat, options.cube) else said


def goes_at_once(game: Round, seat: Seat, rules: CubeRules) -> bool:
    """Whether a double of `seat` is offered at once: the box's, and the captain's if no one else is in the window."""
    return seat == game.box or (seat == game.on_roll and game.window(rules) == (seat,))


def passed(game: Round, seat: Seat) -> Round:
    """`seat` declines to double."""
    return replace(silent(game, seat), passed=(*_without(game.passed, seat), seat))


def holding(game: Round, seat: Seat) -> Round:
    """`seat` asks the roller to wait."""
    return replace(silent(game, seat), holding=(*_without(game.holding, seat), seat))


def silent(game: Round, seat: Seat) -> Round:
    """The round without anything `seat` has said in this window."""
    assert game.board.turn is not None
    kept = tuple(index for index in game.doubled if game.bets[index].seat(game.board.turn) != seat)
    return replace(game, doubled=kept, passed=_without(game.passed, seat), holding=_without(game.holding, seat))


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)


def closed(game: Round) -> Round:
    """Close the window: the doubled cubes are offered, or without any the roll is next."""
    assert game.board.turn is not None
    bets = game.doubled
    if not bets:
        return game.with_window_closed(Phase.ROLL)
    exchange = Exchange(offer=Offer(game.board.turn), doubled=bets, bets=bets, captain=game.acting_captain)
    return replace(game.with_window_closed(Phase.OFFER), exchange=exchange)


def reply_fault(game: Round, bet: BetIndex, reply: Reply, rules: CubeRules) -> CubeFault | ChouetteFault | None:
    """Why a bet of the exchange may not be answered this way; None if it may."""
    exchange = game.exchange
    assert exchange is not None
    if exchange.extras:
        if bet != exchange.extras.bet or not exchange.extras.forced:
            return ChouetteFault.NOT_OFFERED
        if reply not in (Reply.BEAVER, Reply.DROP):
            return ChouetteFault.MUST_BEAVER
    fault = cube.reply_fault(game.bets[bet], exchange.offer, reply, rules)
    if fault is None and reply in (Reply.BEAVER, Reply.RACCOON) and _short(game, bet, reply, rules):
        return ChouetteFault.NO_CREDIT
    return fault


def _short(game: Round, bet: BetIndex, reply: Reply, rules: CubeRules) -> tuple[int, int] | None:
    """What whoever answers this bet so lacks in any case: even if they drop all the others."""
    exchange = game.exchange
    assert exchange is not None
    seat = game.answerer(bet)
    others = {each: Reply.DROP for each in exchange.bets if game.answerer(each) == seat}
    if exchange.offer.stage is OfferStage.BEAVER and not rules.beaver_refusable:
        others = {}
    return short_after(game, exchange, others | {bet: reply}, rules)


def answered(game: Round, replies: Iterable[tuple[BetIndex, Reply]], options: Options) -> Round:
    """Record answers to offered cubes. With the last one they are checked together and take effect together.

    Raises `Illegal`.
    """
    exchange = game.exchange
    assert exchange is not None
    for bet, reply in replies:
        if fault := reply_fault(game, bet, reply, options.cube):
            if fault is ChouetteFault.NO_CREDIT and (short := _short(game, bet, reply, options.cube)):
                raise overdrawn(short, game.unit)
            raise Illegal(fault, cap=cube.cap(game.bets[bet], options.cube))
    said = dict(exchange.replies) | dict(replies)
    exchange = replace(exchange, replies=tuple(sorted(said.items(), key=lambda each: each[0])))
    game = replace(game, exchange=exchange)
    if exchange.unanswered:
        return game
    if exchange.extras is None:
        check_takes(game, exchange, options)
        check_credit(game, exchange, options)
        if alone := lone_taker(game, exchange, options):
            return replace(game, exchange=replace(exchange, extras=alone))
    return _counted(game, options.cube)


def _counted(game: Round, rules: CubeRules) -> Round:
    """All answers take effect: bets are closed or go on, cubes that were turned once more form the next exchange."""
    exchange = game.exchange
    assert exchange is not None
    changed: list[tuple[int, Bet]] = []
    following: list[BetIndex] = []
    offer: Offer | None = None
    for index in exchange.bets:
        reply = exchange.reply(index)
        assert reply is not None
        bet, further = cube.answer(game.bets[index], exchange.offer, reply, rules)
        changed.append((index, bet))
        if further:
            offer = further
            following.append(index)
    after = game.with_bets(changed, () if exchange.captain is None else (exchange.captain,))
    if after.phase is Phase.OVER:
        return after
    if offer:
        return replace(after, exchange=replace(exchange, offer=offer, bets=tuple(following), replies=(), extras=None))
    return replace(after, phase=Phase.ROLL, exchange=None)


def silence(game: Round, bets: Iterable[BetIndex], options: Options) -> Round:
    """Answer these bets for silent players: with a drop, or where that is not allowed with a take.

    If the box may not drop just these, having taken others, it drops them all.
    """
    assert game.exchange is not None
    replies = [
        (bet, Reply.DROP if reply_fault(game, bet, Reply.DROP, options.cube) is None else Reply.TAKE) for bet in bets
    ]
    try:
        return answered(game, replies, options)
    except Illegal:
        return answered(game, [(bet, Reply.DROP) for bet in game.exchange.bets], options)


def extra_given(game: Round, bet: BetIndex, give: bool, options: Options) -> Round:
    """A dropper offers the lone taker an extra, or declines to. If all decline, the taker's answer takes effect."""
    exchange, extras = _extras(game)
    given = tuple(sorted({*extras.given, bet})) if give else extras.given
    asked = tuple(each for each in extras.asked if each != bet)
    extras = replace(extras, given=given, asked=asked)
    game = replace(game, exchange=replace(exchange, extras=extras))
    if asked or given:
        return game
    return _counted(game, options.cube)


def _extras(game: Round) -> tuple[Exchange, Extras]:
    assert game.exchange is not None and game.exchange.extras is not None
    return game.exchange, game.exchange.extras


def extras_answered(game: Round, what: AnswerExtras, options: Options) -> Round:
    """The lone taker stays in with the extras offered, or drops after all. Raises `Illegal`."""
    exchange, extras = _extras(game)
    givers = {game.bets[index].white: index for index in extras.given}
    if what.refused and options.lone_taker is not LoneTaker.EXTRAS_VOLUNTARY:
        raise Illegal(ChouetteFault.ALL_OR_DROP)
    if not {*what.refused, *what.dropped} <= set(givers):
        raise Illegal(ChouetteFault.NO_EXTRA)
    if not what.stay:
        dropping = tuple((bet, Reply.DROP) for bet in exchange.bets)  # the others are dropping already
        return _counted(replace(game, exchange=replace(exchange, replies=dropping)), options.cube)
    own = game.bets[extras.bet]
    taker, value, start = own.white, own.value, own.start
    fees, bets = list(game.fees), list(game.bets)
    for giver in givers:
        if giver in what.refused:
            continue
        fees.append(Fee(giver, taker, value * game.unit))
        result = Result(-2 * value * game.unit, Ending.DROPPED) if giver in what.dropped else None
        bets.append(Bet(taker, giver, 2 * value, owner=TEAM, turned=True, result=result, start=start))
    return _counted(replace(game, bets=tuple(bets), fees=tuple(fees)), options.cube)


def lost(game: Round, bets: Iterable[BetIndex], side: Side) -> Round:
    """Bets that a side forfeits by silence, each at its cube's value."""
    changed = [
        (index, cube.won(game.bets[index], side.other, game.bets[index].value, Ending.CLAIMED)) for index in bets
    ]
    after = game.with_bets(changed)
    forfeited = side is BOX and any(game.bets[index].black == game.box for index, _ in changed)
    return replace(after, forfeited=game.forfeited or forfeited)


def decided(game: Round, changed: Iterable[tuple[int, Bet]], together: Iterable[Seat], rules: CubeRules) -> Round:
    """Close bets while the board goes on; what had been said about their cubes is void.

    `together`: see `Round.with_bets`.
    """
    after = game.with_bets(changed, together)
    open_now = set(after.open_bets)
    after = replace(after, doubled=tuple(index for index in after.doubled if index in open_now))
    side = after.board.turn
    if after.phase is not Phase.CUBE or side is None:
        return after
    there = after.players(side)
    holding = tuple(seat for seat in after.holding if seat in there)
    return _window_or_roll(replace(after, holding=holding), rules)

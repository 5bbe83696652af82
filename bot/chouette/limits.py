"""Limits that options put on cube action: which cubes of a batch the box may take, and whom it may double."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, combinations
from math import ceil

from bot.backgammon import CubeRules, Illegal, Reply
from bot.backgammon import bet as cube
from bot.core.actions import BetIndex

from .faults import ChouetteFault
from .first_batch import check_answers_alike, check_doubles_all, doubles_all
from .options import BoxDouble, BoxTake, LoneTaker, Options
from .round import BOX, Exchange, Extras, Round
from .stakes import breaks_even
from .units import in_points


def takes_allowed(rule: BoxTake, doubled: int) -> range:
    """How many cubes of a batch of this size the box may take, if it takes any."""
    if doubled < 2 or rule is BoxTake.FREE:
        return range(1, doubled + 1)
    least = {
        BoxTake.HALF: max(2, ceil(doubled / 2)),
        BoxTake.BREAK_EVEN: 2 if doubled == 2 else ceil(doubled / 3),
        BoxTake.ALL_OR_NONE: doubled,
    }[rule]
    return range(least, doubled + 1)


def binds(game: Round, bets: Collection[BetIndex]) -> bool:
    """Whether a batch contains every open cube of the members, all of them centred."""
    members = [index for index in game.open_bets if not game.is_extra(index)]
    return set(bets) == set(members) and all(game.bets[index].owner is None for index in members)


def check_takes(game: Round, exchange: Exchange, options: Options) -> None:
    """Raise if the box may not give these answers to a batch, all of them known."""
    if exchange.offer.doubler is BOX or exchange.offer.stage:
        return
    check_answers_alike(game, exchange, options)
    taken = [index for index in exchange.bets if exchange.reply(index) is not Reply.DROP]
    if not taken or not binds(game, exchange.bets):
        return
    allowed = takes_allowed(options.box_take, len(exchange.bets))
    if options.house_rules.stakes and options.box_take is BoxTake.BREAK_EVEN:
        if not breaks_even(game, exchange) or (len(exchange.bets) == 2 and len(taken) < 2):
            raise Illegal(ChouetteFault.TOO_LITTLE_TAKEN)
    elif len(taken) not in allowed:
        raise Illegal(ChouetteFault.TOO_FEW_TAKES, least=allowed.start, doubled=len(exchange.bets))
    captain = game.acting_captain
    if options.box_take_captain and captain is not None and game.own_bet(captain) not in taken:
        raise Illegal(ChouetteFault.CAPTAIN_MUST_BE_TAKEN)


def check_doubles(game: Round, bets: Collection[BetIndex], options: Options) -> None:
    """Raise if the box may not double just these members."""
    open_to_box = game.accessible(game.box, options.cube)
    check_doubles_all(game, bets, open_to_box, options)
    captain = game.acting_captain
    own = None if captain is None else game.own_bet(captain)
    if options.box_double is BoxDouble.CAPTAIN_INCLUDED and own in open_to_box and own not in bets:
        assert own is not None
        if any(game.bets[index].value == game.bets[own].value for index in bets):
            raise Illegal(ChouetteFault.CAPTAIN_MUST_BE_DOUBLED)
    if options.box_double is BoxDouble.SAME_VALUE:
        together = (alike for alike in _alike(game, open_to_box) if {*alike} & {*bets})
        if {*chain(*together)} != {*bets}:
            raise Illegal(ChouetteFault.SAME_VALUE_TOGETHER)


def _alike(game: Round, bets: Iterable[BetIndex]) -> Iterable[Collection[BetIndex]]:
    """Bets in groups of one value, all centred or all the box's."""
    groups: dict[object, list[BetIndex]] = {}
    for index in bets:
        groups.setdefault((game.bets[index].value, game.bets[index].owner), []).append(index)
    return groups.values()


def may_double_any(game: Round, options: Options) -> bool:
    """Whether the box may double anybody: with a bank perhaps nobody, as it must double several together."""
    return any(
        not game.overdrawn(game.box, {bet: 2 * game.bets[bet].value for bet in together})
        for together in _least_doubles(game, options)
    )


def _least_doubles(game: Round, options: Options) -> Iterable[Collection[BetIndex]]:
    """The smallest sets of cubes that the rules let the box double, whatever it can afford."""
    open_to_box = game.accessible(game.box, options.cube)
    if doubles_all(game, options):
        return [open_to_box] if open_to_box else []
    if options.box_double is BoxDouble.SAME_VALUE:
        return _alike(game, open_to_box)
    # With the captain included, its own bet alone may be doubled; where that is not open, any other.
    return [[bet] for bet in open_to_box]


def doubles_allowed(game: Round, options: Options) -> tuple[tuple[BetIndex, ...], ...]:
    """Every way in which the box may double: the bets it turns together, the smallest first. There are up to 511."""
    open_to_box = game.accessible(game.box, options.cube)
    ways = (way for count in range(len(open_to_box)) for way in combinations(open_to_box, count + 1))
    return tuple(way for way in ways if _allowed(game, way, options))


def _allowed(game: Round, bets: Collection[BetIndex], options: Options) -> bool:
    try:
        check_doubles(game, bets, options)
    except Illegal:
        return False
    return not game.overdrawn(game.box, {bet: 2 * game.bets[bet].value for bet in bets})


def check_credit(game: Round, exchange: Exchange, options: Options) -> None:
    """Raise if the box turns cubes once more with these answers, all of them known, and cannot afford it."""
    if game.answerer(exchange.bets[0]) == game.box and (
        short := short_after(game, exchange, dict(exchange.replies), options.cube)
    ):
        raise overdrawn(short, game.unit)


def short_after(
    game: Round, exchange: Exchange, replies: Mapping[BetIndex, Reply], rules: CubeRules
) -> tuple[int, int] | None:
    """What somebody lacks who turns cubes once more with these answers, as `Round.overdrawn` says it. Bets that are
    dropped are paid by then. None without a beaver or raccoon among them.
    """
    offer = exchange.offer
    values = {bet: offer.taken(game.bets[bet]) for bet, reply in replies.items() if reply is not Reply.DROP}
    turned = {bet: 2 * value for bet, value in values.items() if replies[bet] is not Reply.TAKE}
    if not turned or not game.balances:
        return None
    dropped = (bet for bet in replies if bet not in values)
    left = game.with_bets((bet, cube.answer(game.bets[bet], offer, Reply.DROP, rules)[0]) for bet in dropped)
    return left.overdrawn(game.answerer(next(iter(turned))), values | turned)


def overdrawn(short: tuple[int, int], unit: int) -> Illegal:
    """The refusal of a cube that somebody cannot afford: what their bets would stand at, and what they have."""
    stand, has = short
    return Illegal(ChouetteFault.NO_CREDIT, stand=str(in_points(stand, unit)), has=str(in_points(has, unit)))


def lone_taker(game: Round, exchange: Exchange, options: Options) -> Extras | None:
    """The questions to the only member who stays in, before that answer takes effect; None if there are none.

    They arise when the box has doubled at least two cubes, every open one, all centred, and all answers but one are
    drops.
    """
    if options.lone_taker is LoneTaker.OFF or exchange.offer.doubler is not BOX or exchange.offer.stage:
        return None
    if len(exchange.bets) < 2 or not binds(game, exchange.bets):
        return None
    staying = [index for index in exchange.bets if exchange.reply(index) is not Reply.DROP]
    if len(staying) != 1:
        return None
    (bet,) = staying
    if options.lone_taker is LoneTaker.BEAVER:
        lacks = short_after(game, exchange, {bet: Reply.BEAVER}, options.cube)
        return Extras(bet=bet, forced=True) if exchange.reply(bet) is Reply.TAKE and not lacks else None
    droppers = tuple(index for index in exchange.bets if index != bet)
    return Extras(bet=bet, droppers=droppers, asked=droppers)

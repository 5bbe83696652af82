"""Limits that options put on cube action: which cubes of a batch the box may take, and whom it may double."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

from bot.backgammon import Illegal, Reply
from bot.core.actions import BetIndex

from .faults import ChouetteFault
from .options import BoxDouble, BoxTake, LoneTaker, Options
from .round import BOX, Exchange, Extras, Round


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
    taken = [index for index in exchange.bets if exchange.reply(index) is not Reply.DROP]
    if not taken or not binds(game, exchange.bets):
        return
    allowed = takes_allowed(options.box_take, len(exchange.bets))
    if len(taken) not in allowed:
        raise Illegal(ChouetteFault.TOO_FEW_TAKES, least=allowed.start, doubled=len(exchange.bets))
    captain = game.acting_captain
    if options.box_take_captain and captain is not None and game.own_bet(captain) not in taken:
        raise Illegal(ChouetteFault.CAPTAIN_MUST_BE_TAKEN)


def check_doubles(game: Round, bets: Collection[BetIndex], options: Options) -> None:
    """Raise if the box may not double just these members."""
    open_to_box = game.accessible(game.box, options.cube)
    captain = game.acting_captain
    own = None if captain is None else game.own_bet(captain)
    if options.box_double is BoxDouble.CAPTAIN_INCLUDED and own in open_to_box and own not in bets:
        assert own is not None
        if any(game.bets[index].value == game.bets[own].value for index in bets):
            raise Illegal(ChouetteFault.CAPTAIN_MUST_BE_DOUBLED)
    if options.box_double is BoxDouble.SAME_VALUE:
        places = {(game.bets[index].value, game.bets[index].owner) for index in bets}
        together = {index for index in open_to_box if (game.bets[index].value, game.bets[index].owner) in places}
        if together != set(bets):
            raise Illegal(ChouetteFault.SAME_VALUE_TOGETHER)


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
        return Extras(bet=bet, forced=True) if exchange.reply(bet) is Reply.TAKE else None
    droppers = tuple(index for index in exchange.bets if index != bet)
    return Extras(bet=bet, droppers=droppers, asked=droppers)

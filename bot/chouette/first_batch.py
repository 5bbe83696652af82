"""The first batch: until a double has been answered in a game, the box treats all cubes alike.

It doubles every cube it may turn or none, and answers a batch of all open cubes with one and the same reply.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.backgammon import Ending, Illegal
from bot.core.actions import BetIndex

from .faults import ChouetteFault
from .options import Options
from .round import TEAM, Exchange, Round


def answered_before(game: Round) -> bool:
    """Whether a double has been answered in this game: taken, or dropped. An automatic double is none."""
    return any(bet.turned or (bet.result and bet.result.ending is Ending.DROPPED) for bet in game.bets)


def doubles_all(game: Round, options: Options) -> bool:
    """Whether the box doubles all cubes it may turn, or none."""
    return options.house_rules.first_batch and not answered_before(game)


def answers_alike(game: Round, options: Options) -> bool:
    """Whether the box must give all cubes of the batch it is offered the same answer."""
    exchange = game.exchange
    if exchange is None or not doubles_all(game, options):
        return False
    return exchange.offer.doubler is TEAM and {*exchange.bets} == {*game.open_bets}


def check_doubles_all(
    game: Round, bets: Collection[BetIndex], open_to_box: Collection[BetIndex], options: Options
) -> None:
    """Raise if the box has to double all that are `open_to_box`, and these are not all."""
    if doubles_all(game, options) and {*bets} != {*open_to_box}:
        raise Illegal(ChouetteFault.FIRST_DOUBLES_ALL)


def check_answers_alike(game: Round, exchange: Exchange, options: Options) -> None:
    """Raise if the box answers the first batch in more than one way, all answers being known."""
    if answers_alike(game, options) and len({exchange.reply(bet) for bet in exchange.bets}) > 1:
        raise Illegal(ChouetteFault.FIRST_ALL_ALIKE)

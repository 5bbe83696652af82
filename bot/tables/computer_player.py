"""How a computer plays on a board: which play it makes, and what it does with the cube of a bet. What is asked of it,
and when, each game says itself.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.backgammon import Bet, CubeRules, Dice, Jacoby, Kind, Offer, Play, Position, Reply, Score, Side
from bot.backgammon.actions import Roll
from bot.backgammon.bet import Ways, above_cap
from bot.backgammon.rules import Beavers
from bot.core.actions import Action
from bot.core.intent import Intent
from bot.engine.evaluator import Evaluator
from bot.engine.exchange import best_answer, calmed
from bot.engine.thoughts import LARGEST_CUBE, Chances, CubeThought, Level, Owner, Stakes

#: A chance that counts for nothing.
_NONE = 0.001


class ComputerPlayer(NamedTuple):
    """What thinks, how well, and what makes it err: in the same way whenever it is asked the same, by `seed`, and with
    the cube in the same way for a whole game, by `temper`.
    """

    thinker: Evaluator
    level: Level
    seed: int
    temper: int = 0

    async def about_cube(self, position: Position, stakes: Stakes, *, offered: bool = False) -> CubeThought:
        """What it thinks that doubling comes to, on roll or where the cube is offered to it."""
        return await self.thinker.cube_choice(position, stakes, self.level, self.seed, self.temper, offered)


def stakes_of(bet: Bet, side: Side, rules: CubeRules, score: Score | None = None) -> Stakes:
    """What a bet is played for, as `side` sees it, which is on roll."""
    cube = min(bet.value, LARGEST_CUBE)
    owner = Owner.NOBODY if bet.owner is None else Owner.MOVER if bet.owner is side else Owner.OPPONENT
    if score is not None:
        away = score.away[side], score.away[side.other]
        return Stakes(cube, owner, away, score.crawford) if rules.cube else Stakes(away=away, cube_in_play=False)
    jacoby = rules.jacoby is not Jacoby.OFF and not bet.turned
    if not rules.cube or above_cap(2 * bet.value, rules):
        return Stakes(cube, owner, jacoby=jacoby, cube_in_play=False)
    beavers = rules.animals is not Beavers.NONE and bet.beavers < rules.beavers_per_bet
    beavers = beavers and not above_cap(4 * bet.value, rules)
    return Stakes(cube, owner, jacoby=jacoby, beavers=beavers)


def always(action: Action) -> Intent:
    """To do this, whatever the dice."""
    return lambda state, seat, throw: action


def roll_dice() -> Intent:
    """To roll: the dice are thrown when it is done, and not before."""
    return lambda state, seat, throw: Roll(by=seat, dice=throw())


async def chosen_play(
    player: ComputerPlayer, position: Position, dice: Dice, stakes: Stakes, plays: tuple[Play, ...]
) -> Play:
    """The play that it makes of the legal ones."""
    if len(plays) == 1:
        return plays[0]
    packed = (await player.thinker.choice(position, dice, stakes, player.level, player.seed)).packed
    return next(play for play in plays if play.packed == packed)


async def wants_to_double(player: ComputerPlayer, position: Position, stakes: Stakes) -> bool:
    """Whether it doubles, on roll."""
    return (await player.about_cube(position, stakes)).double


async def reply_to(player: ComputerPlayer, position: Position, offer: Offer, ways: Ways, stakes: Stakes) -> Reply:
    """How it answers a cube. `position` and `stakes` are seen by the doubler; `ways`: as from here on."""
    calm = calmed(stakes)
    thought = await player.about_cube(position, calm, offered=True)
    return best_answer(thought, calm, offer.stage, ways)


def equity_on_roll(thought: CubeThought, *, may_double: bool) -> float:
    """What a position is worth to who rolls next, in units of the cube."""
    return max(thought.stays, min(thought.taken, thought.dropped)) if may_double else thought.stays


def hopeless(chances: Chances) -> Kind | None:
    """How who has these chances is certain to lose; None as long as there is something to hope for."""
    if chances.win > _NONE:
        return None
    if chances.lose_backgammon >= 1 - _NONE:
        return Kind.BACKGAMMON
    if chances.lose_backgammon <= _NONE and chances.lose_gammon >= 1 - _NONE:
        return Kind.GAMMON
    return Kind.SINGLE if chances.lose_gammon <= _NONE else None

"""A computer on a board: its choice of plays, and its cube decisions in a bet. What it is asked, and when, each game
decides.
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

#: A probability considered zero.
_NONE = 0.001


class ComputerPlayer(NamedTuple):
    """An evaluator, a level, and the seeds of its errors: `seed` for the same question always the same, `temper` for
    the cube in a whole game.
    """

    thinker: Evaluator
    level: Level
    seed: int
    temper: int = 0

    async def about_cube(self, position: Position, stakes: Stakes, *, offered: bool = False) -> CubeThought:
        """Its view of the cube equities, on roll or when offered the cube."""
        return await self.thinker.cube_choice(position, stakes, self.level, self.seed, self.temper, offered)


def stakes_of(bet: Bet, side: Side, rules: CubeRules, score: Score | None = None) -> Stakes:
    """The stakes of a bet as `side`, which is on roll, sees them."""
    cube = min(bet.value, LARGEST_CUBE)
    owner = Owner.NOBODY if bet.owner is None else Owner.MOVER if bet.owner is side else Owner.OPPONENT
    if score is not None:
        away = score.away[side], score.away[side.other]
        return Stakes(cube, owner, away, score.crawford) if rules.cube else Stakes(away=away, cube_in_play=False)
    jacoby = rules.jacoby is not Jacoby.OFF and not bet.turned
    if not rules.cube or above_cap(bet, 2 * bet.value, rules):
        return Stakes(cube, owner, jacoby=jacoby, cube_in_play=False)
    beavers = rules.animals is not Beavers.NONE and bet.beavers < rules.beavers_per_bet
    beavers = beavers and not above_cap(bet, 4 * bet.value, rules)
    return Stakes(cube, owner, jacoby=jacoby, beavers=beavers)


def always(action: Action) -> Intent:
    """An intent of this action, regardless of the dice."""
    return lambda state, seat, throw: action


def roll_dice() -> Intent:
    """An intent to roll; the dice are rolled when it is carried out."""
    return lambda state, seat, throw: Roll(by=seat, dice=throw())


async def chosen_play(
    player: ComputerPlayer, position: Position, dice: Dice, stakes: Stakes, plays: tuple[Play, ...]
) -> Play:
    """Its choice among the legal plays."""
    if len(plays) == 1:
        return plays[0]
    packed = (await player.thinker.choice(position, dice, stakes, player.level, player.seed)).packed
    return next(play for play in plays if play.packed == packed)


async def wants_to_double(player: ComputerPlayer, position: Position, stakes: Stakes) -> bool:
    return (await player.about_cube(position, stakes)).double


async def reply_to(player: ComputerPlayer, position: Position, offer: Offer, ways: Ways, stakes: Stakes) -> Reply:
    """Its answer to a cube. `position` and `stakes` are seen by the doubler; `ways` from this stage on."""
    calm = calmed(stakes)
    thought = await player.about_cube(position, calm, offered=True)
    return best_answer(thought, calm, offer.stage, ways)


def equity_on_roll(thought: CubeThought, *, may_double: bool) -> float:
    """The equity of a position for the side that rolls next, in units of the cube."""
    return max(thought.stays, min(thought.taken, thought.dropped)) if may_double else thought.stays


def hopeless(chances: Chances) -> Kind | None:
    """The kind of loss that is certain with these chances; None while there is hope."""
    if chances.win > _NONE:
        return None
    if chances.lose_backgammon >= 1 - _NONE:
        return Kind.BACKGAMMON
    if chances.lose_backgammon <= _NONE and chances.lose_gammon >= 1 - _NONE:
        return Kind.GAMMON
    return Kind.SINGLE if chances.lose_gammon <= _NONE else None

"""What the bot does by itself because there is nothing to choose, and what it never does."""

from __future__ import annotations

from collections.abc import Callable

from bot.backgammon import Match, Phase, Question, questions
from bot.backgammon.actions import AnyAction, End, Move, Next, OpeningRoll, Roll
from bot.backgammon.plays import Dice
from bot.tables.habits import Preferences


def next_action(match: Match, habits: Callable[[int], Preferences], dice: Callable[[Match], Dice]) -> AnyAction | None:
    """The bot's next action at a running game; None if people must act, or the game is over.

    `habits` gives the preferences of a seat, `dice` the next roll.
    """
    question = main_question(match)
    if question is None:
        return None
    if OpeningRoll in question.bot:
        return OpeningRoll(dice=dice(match))
    if Roll in question.bot and habits(question.of[0]).auto_roll:
        return Roll(dice=dice(match))
    if Move in question.bot and habits(question.of[0]).auto_move:
        (play,) = match.game.plays(match.rules)
        return Move(play=str(play))
    if End in question.bot and match.winner is not None:
        return End()
    return None


def may_act(match: Match) -> bool:
    """Whether the bot could act for somebody, his preferences permitting."""
    question = main_question(match)
    return question is not None and bool({Roll, Move} & set(question.bot))


def follows(match: Match) -> bool:
    """Whether the next game of a match is to be begun."""
    question = main_question(match)
    return question is not None and match.game.phase is Phase.OVER and Next in question.bot


def main_question(match: Match) -> Question | None:
    """What the table waits for; None once it is closed."""
    return next(iter(questions(match)), None)

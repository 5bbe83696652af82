"""What the bot does by itself because there is nothing to choose, and what it never does."""

from __future__ import annotations

from collections.abc import Callable

from bot.backgammon import Phase, Question
from bot.backgammon.actions import End, Move, Next, OpeningRoll, Roll
from bot.backgammon.plays import Dice
from bot.tables.preferences import PersonPreferences
from bot.tables.rulebook import Action, State, ends_now, questions


def next_action(
    state: State, preferences: Callable[[int], PersonPreferences], dice: Callable[[State], Dice], now: float
) -> Action | None:
    """The bot's next action at a running game; None if people must act, or the game is over and the table goes on.

    `preferences` gives the preferences of a seat, `dice` the next roll, `now` the time in seconds since 1970.
    """
    question = main_question(state)
    if question is None:
        return None
    if OpeningRoll in question.bot:
        return OpeningRoll(dice=dice(state))
    if Roll in question.bot and preferences(question.of[0]).auto_roll:
        return Roll(dice=dice(state))
    if Move in question.bot and preferences(question.of[0]).auto_move:
        (play,) = state.game.plays(state.rules)
        return Move(play=str(play))
    if End in question.bot and ends_now(state, now):
        return End()
    return None


def may_act(state: State) -> bool:
    """Whether the bot could act for somebody, his preferences permitting."""
    question = main_question(state)
    return question is not None and bool({Roll, Move} & set(question.bot))


def follows(state: State) -> bool:
    """Whether the next game of a match is to be begun."""
    question = main_question(state)
    return question is not None and state.game.phase is Phase.OVER and Next in question.bot


def main_question(state: State) -> Question | None:
    """What the table waits for; None once it is closed."""
    return next(iter(questions(state)), None)

"""What the bot does by itself on a backgammon board because there is nothing to choose, and what it never does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.backgammon import Match, Question, Seat
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.backgammon.plays import Dice
from bot.chouette import Session
from bot.tables.preferences import PersonPreferences


def forced(
    question: Question,
    state: Match | Session,
    preferences: Mapping[Seat, PersonPreferences],
    throw: Callable[[], Dice],
) -> OpeningRoll | Roll | Move | None:
    """The bot's answer to the main question of a state; None if people must act.

    `preferences`: those of the `served`; `throw` gives the next roll.
    """
    if OpeningRoll in question.bot:
        return OpeningRoll(dice=throw())
    if Roll in question.bot and preferences[question.of[0]].auto_roll:
        return Roll(dice=throw())
    if Move in question.bot and preferences[question.of[0]].auto_move:
        (play,) = state.game.plays(state.rules)
        return Move(play=str(play))
    return None


def served(questions: Sequence[Question]) -> tuple[Seat, ...]:
    """For whom the bot could answer the first of these questions, their preferences permitting."""
    return next((question.of for question in questions[:1] if {Roll, Move} & set(question.bot)), ())

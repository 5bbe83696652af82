"""The choices of a computer of a level where the engine is loaded, in a worker."""

from __future__ import annotations

from typing import TypeVar

from bot.backgammon import Dice, Position
from bot.engine import choices, sage, thinking
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes

__all__ = ["choice", "cube_choice", "sage"]

_T = TypeVar("_T")


def choice(position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
    """The play of a computer of this level; deterministic for a seed. Raises `Unsupported`."""
    return _made(choices.choice(position, dice, stakes, level, seed))


def cube_choice(
    position: Position, stakes: Stakes, level: Level, seed: int, temper_seed: int, offered: bool = False
) -> CubeThought:
    """The cube equities as a computer of this level sees them; `temper_seed` as for `choices.cube_choice`. Raises
    `Unsupported`.
    """
    del seed
    return _made(choices.cube_choice(position, stakes, level, temper_seed, offered))


def _made(choosing: choices.Choice[_T]) -> _T:
    try:
        question = next(choosing)
        while True:
            question = choosing.send(thinking.answered(question))
    except StopIteration as made:
        return made.value

"""The engine as the bot sees it: questions go to worker processes, and whatever becomes of these, a table goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TypeVar, TypeVarTuple

from bot.backgammon import Dice, Position
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes, check
from bot.folding import Folder, FoldingFailed

PATIENCE = 20.0
"""Seconds after which a thought is given up, and the worker that has it."""

REST = 300.0
"""Seconds after which a worker that has nothing to think about leaves, and its memory with it."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class NoThought(Exception):
    """There is no answer: no engine for this machine, or a worker that died or took too long. It may be asked again."""


@cache
def available() -> bool:
    """Whether there is an engine for this machine."""
    return find_spec("bgbot_cpp") is not None


class Engine:
    """Thinks about positions, in at most so many processes. Whoever asks while all are busy waits.

    Every method raises `CannotThink` for what cannot be and `NoThought` where there is no answer.
    """

    def __init__(self, workers: int = 2) -> None:
        self._folder = Folder(workers, patience=PATIENCE, rest=REST)

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        """All legal plays, the best first."""
        check(position, stakes, dice)
        return await self._asked(_plays, position, dice, stakes, plies)

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        """The play a computer of this level makes; the same seed gives the same one."""
        check(position, stakes, dice)
        return await self._asked(_choice, position, dice, stakes, level, seed)

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        """What comes of doubling now."""
        check(position, stakes)
        return await self._asked(_cube, position, stakes)

    async def cube_choice(self, position: Position, stakes: Stakes, level: Level, seed: int) -> CubeThought:
        """What a computer of this level thinks that comes of doubling now; the same seed gives the same."""
        check(position, stakes)
        return await self._asked(_cube_choice, position, stakes, level, seed)

    async def close(self) -> None:
        """End all thinking."""
        await self._folder.close()

    async def _asked(self, think: Callable[[*_Args], _T], *args: *_Args) -> _T:
        if not available():
            raise NoThought("there is no engine for this machine")
        try:
            return await self._folder.fold(think, *args)
        except FoldingFailed as error:
            raise NoThought(str(error)) from error


# In a worker, which alone loads the engine


def _plays(position: Position, dice: Dice, stakes: Stakes, plies: int) -> tuple[Judged, ...]:
    from bot.engine import sage

    return sage.plays(position, dice, stakes, plies)


def _choice(position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
    from bot.engine import sage

    return sage.choice(position, dice, stakes, level, seed)


def _cube(position: Position, stakes: Stakes) -> CubeThought:
    from bot.engine import sage

    return sage.cube(position, stakes)


def _cube_choice(position: Position, stakes: Stakes, level: Level, seed: int) -> CubeThought:
    from bot.engine import sage

    return sage.cube_choice(position, stakes, level, seed)

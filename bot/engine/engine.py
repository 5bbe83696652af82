"""The engine as the bot calls it: questions go to worker processes, whose failures never stop a table."""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from bot.backgammon import Dice, Position, legal_plays
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import Chances, CubeThought, Judged, Level, Stakes, Unsupported, check
from bot.worker_pool import WorkerFailed, WorkerPool

PATIENCE = 60.0
"""Seconds after which a question is given up and its worker killed. On a busy machine an answer takes many times as
long as usual.
"""

REST = 300.0
"""Seconds after which an idle worker ends, which frees its memory."""

_LARGEST = 100.0
"""No equity is larger, in units of the cube."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


@cache
def available() -> bool:
    """Whether there is an engine for this machine."""
    return find_spec("bgbot_cpp") is not None and find_spec("bgsage") is not None and _fast_enough()


def _fast_enough() -> bool:
    """Whether the processor has the instructions that the wheel needs; without them the process would be killed."""
    flags = Path("/proc/cpuinfo")
    if platform.machine() not in ("x86_64", "AMD64") or not flags.exists():
        return True
    return "avx2" in flags.read_text()


class Engine:
    """An evaluator in at most `workers` processes. Calls queue while all are busy."""

    def __init__(self, workers: int = 2, *, patience: float = PATIENCE, rest: float = REST) -> None:
        self._pool = WorkerPool(workers, patience=patience, rest=rest)

    @property
    def available(self) -> bool:
        return available()

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        check(position, stakes, dice)
        return _sane_plays(await self._asked(_plays, position, dice, stakes, plies), position, dice)

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        check(position, stakes, dice)
        judged = await self._asked(_choice, position, dice, stakes, level, seed)
        if judged.packed not in {play.packed for play in legal_plays(position, dice)}:
            raise EngineUnavailable("the engine has chosen a play that there is not")
        return judged

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        check(position, stakes)
        return _sane_cube(await self._asked(_cube, position, stakes))

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        check(position, stakes)
        return _sane_cube(await self._asked(_cube_choice, position, stakes, level, seed, temper, offered))

    async def close(self) -> None:
        await self._pool.close()

    async def _asked(self, think: Callable[[*_Args], _T], *args: *_Args) -> _T:
        if not self.available:
            raise EngineUnavailable("there is no engine for this machine")
        try:
            return await self._pool.run(think, *args)
        except Unsupported:
            raise
        except WorkerFailed as error:
            raise EngineUnavailable(str(error)) from error
        except Exception as error:  # anything may go wrong in a worker, such as no memory left
            raise EngineUnavailable(f"{type(error).__name__}: {error}") from error


# Answers are checked for plausibility


def _sane_plays(judged: Sequence[Judged], position: Position, dice: Dice) -> tuple[Judged, ...]:
    known = {each.packed for each in judged}
    if known != {play.packed for play in legal_plays(position, dice)} or len(known) != len(judged):
        raise EngineUnavailable("the engine has judged other plays than there are")
    for each in judged:
        _check_sane(each.chances, each.equity)
    return tuple(judged)


def _sane_cube(thought: CubeThought) -> CubeThought:
    _check_sane(thought.chances, thought.stays, thought.taken, thought.dropped)
    return thought


def _check_sane(chances: Chances, *equities: float) -> None:
    numbers = (chances.win, chances.gammon, chances.backgammon, chances.lose_gammon, chances.lose_backgammon)
    if not all(-0.01 <= each <= 1.01 for each in numbers) or not all(
        math.isfinite(each) and abs(each) <= _LARGEST for each in equities
    ):
        raise EngineUnavailable("the engine says what cannot be")


# In a worker, which alone loads the engine


def _plays(position: Position, dice: Dice, stakes: Stakes, plies: int) -> tuple[Judged, ...]:
    from bot.engine import sage

    return sage.plays(position, dice, stakes, plies)


def _choice(position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
    from bot.engine import player

    return player.choice(position, dice, stakes, level, seed)


def _cube(position: Position, stakes: Stakes) -> CubeThought:
    from bot.engine import sage

    return sage.cube(position, stakes)


def _cube_choice(
    position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool
) -> CubeThought:
    from bot.engine import player

    return player.cube_choice(position, stakes, level, seed, temper, offered)

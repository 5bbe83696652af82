"""The interface of a position evaluator: implemented by `Engine`, by `FallbackEngine` and by tests."""

from __future__ import annotations

from typing import Protocol

from bot.backgammon import Dice, Position
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes


class EngineUnavailable(Exception):
    """There is no answer: no engine for this machine, or a worker that died, took too long or answered nonsense.

    A retry is allowed.
    """


class Evaluator(Protocol):
    """Judges plays and cubes, all seen by the side on roll. Methods raise `Unsupported` or `EngineUnavailable`."""

    @property
    def available(self) -> bool:
        """Whether the engine is installed and fast enough."""
        ...

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        """All legal plays, the best first; `plies`: the depth of the search, 1 to 3."""
        ...

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        """The play of a computer of this level; deterministic for a seed."""
        ...

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        """The cube equities of doubling now."""
        ...

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        """The cube equities as a computer of this level sees them when doubling now, or when the cube is `offered` to
        it.

        Deterministic for the seeds; `temper` is the seed of its temper in this game.
        """
        ...

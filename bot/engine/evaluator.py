"""The interface of what judges positions: `Engine` is one, `FallbackEngine` another, tests have their own."""

from __future__ import annotations

from typing import Protocol

from bot.backgammon import Dice, Position
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes


class EngineUnavailable(Exception):
    """There is no answer: no engine for this machine, or a worker that died, took too long or said what cannot be.

    It may be asked again.
    """


class Evaluator(Protocol):
    """Judges plays and cubes, all seen by the side on roll. Methods raise `Unsupported` or `EngineUnavailable`."""

    @property
    def available(self) -> bool:
        """Whether the engine is installed and fast enough."""
        ...

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        """All legal plays, the best first; `plies`: how far it looks, 1 to 3."""
        ...

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        """The play that a computer of this level makes; the same seed gives the same one."""
        ...

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        """What comes of doubling now."""
        ...

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        """What a computer of this level thinks that comes of doubling now, or of the cube that is `offered` to it.

        The same seeds give the same; `temper` is that of its temper in this game.
        """
        ...

"""The engine as the bot calls it: questions go to worker processes, whose failures never stop a table."""

from __future__ import annotations

from typing import TypeVar

from bot.backgammon import Dice, Position
from bot.engine import choices
from bot.engine.questions import Answer, CubeAnalysis, PlayList
from bot.engine.sources import LocalSource, Source, Sources, available
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes

__all__ = ["Engine", "available"]

PATIENCE = 60.0
"""Seconds after which a question is given up and its worker killed. On a busy machine an answer takes many times as
long as usual.
"""

REST = 300.0
"""Seconds after which an idle worker ends, which frees its memory."""

_T = TypeVar("_T")


class Engine:
    """An evaluator in at most `workers` processes, and with `remote` by workers elsewhere. Calls queue while all are
    busy.
    """

    def __init__(
        self, workers: int = 2, *, patience: float = PATIENCE, rest: float = REST, remote: Source | None = None
    ) -> None:
        self._sources = Sources(LocalSource(workers, patience=patience, rest=rest), remote)

    @property
    def available(self) -> bool:
        return self._sources.available

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        answer = await self._sources.ask(PlayList(position.packed, dice, stakes, plies))
        assert isinstance(answer, tuple)
        return tuple(each for each in answer if isinstance(each, Judged))

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        return await self._made(choices.choice(position, dice, stakes, level, seed))

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        answer = await self._sources.ask(CubeAnalysis(position.packed, stakes))
        assert isinstance(answer, CubeThought)
        return answer

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        return await self._made(choices.cube_choice(position, stakes, level, temper, offered))

    async def close(self) -> None:
        await self._sources.close()

    async def _made(self, choosing: choices.Choice[_T]) -> _T:
        """What a choice comes to. Raises as `Evaluator`."""
        answer: Answer | None = None
        try:
            while True:
                question = next(choosing) if answer is None else choosing.send(answer)
                answer = await self._sources.ask(question)
        except StopIteration as made:
            return made.value

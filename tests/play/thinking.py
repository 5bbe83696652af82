"""An engine for tests: what it thinks follows from the position, at once; and it can be silent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import structs

from bot.backgammon import Dice, Position, legal_plays
from bot.engine.evaluator import EngineUnavailable
from bot.engine.reviews import AGAIN, Again, Asked, CubeAsked, Found, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Judged, Level, Stakes, check

_EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


class FakeEngine:
    """Likes to bring its checkers home, and says of every cube what `cubes` holds."""

    def __init__(self) -> None:
        self.available = True
        self.silent = False
        self.asked = 0
        self.thought = CubeThought(0.1, 0.05, 1.0, _EVEN)
        self.chances = _EVEN

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        self._ask(position, stakes, dice)
        judged = [
            Judged(play.packed, self.thought.stays - index / 100, self.chances, plies)
            for index, play in enumerate(legal_plays(position, dice))
        ]
        return tuple(judged)

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        return (await self.plays(position, dice, stakes))[0]

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        self._ask(position, stakes)
        return self.thought

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        return await self.cube(position, stakes)

    def _ask(self, position: Position, stakes: Stakes, dice: Dice | None = None) -> None:
        self.asked += 1
        check(position, stakes, dice)
        if self.silent or not self.available:
            raise EngineUnavailable("as the test says")


class FakeReviewer:
    """Finds the first legal play best, each further one 0.03 worse, and every cube close; looking again, it finds the
    same. It can be silent, or wait.
    """

    at_once = 2

    def __init__(self) -> None:
        self.available = True
        self.silent = False
        self.asked = 0
        self.again: list[Again] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        await self.may_go_on.wait()
        if self.silent:
            raise EngineUnavailable("as the test says")
        self.again += (each for each in asked if isinstance(each, Again))
        self.asked += sum(not isinstance(each, Again) for each in asked)
        return tuple(deeper(each.found) if isinstance(each, Again) else self._found(each) for each in asked)

    def _found(self, asked: Asked) -> Found:
        if isinstance(asked, CubeAsked):
            return CubeThought(0.5, 0.45, 1.0, _EVEN)
        plays = [each.packed for each in legal_plays(Position(asked.position), asked.dice)]
        judged = [Judged(packed, -0.03 * place, _EVEN, 3) for place, packed in enumerate(plays)]
        made = next(each for each in judged if each.packed == asked.played)
        return PlayFound(judged[0], made, len(plays) == 1, 0.1, tuple(judged[:4]))

    async def close(self) -> None:
        """There is nothing to end."""


def deeper(found: Found) -> Found:
    """The same, looked at once more."""
    if isinstance(found, CubeThought):
        return structs.replace(found, plies=AGAIN)
    best, played = (structs.replace(each, plies=AGAIN) for each in (found.best, found.played))
    return structs.replace(
        found, best=best, played=played, near=tuple(structs.replace(each, plies=AGAIN) for each in found.near)
    )

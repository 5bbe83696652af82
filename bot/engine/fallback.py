"""Fallback evaluator: plays by simple rules where no engine answers."""

from __future__ import annotations

from bot.backgammon import Dice, Position, legal_plays
from bot.engine.thoughts import Chances, CubeThought, Judged, Level, Stakes

_EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)
_BLOT = 0.05
"""The assumed cost of a blot."""


class FallbackEngine:
    """Hits, leaves few blots, never doubles and takes every cube. It always has an answer."""

    available = True

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        """All legal plays, first those that hit and leave few blots."""
        judged = [
            Judged(play.packed, sum(step.hit for step in play.steps) - _BLOT * play.result.own[1:25].count(1), _EVEN, 0)
            for play in legal_plays(position, dice)
        ]
        return tuple(sorted(judged, key=lambda each: (-each.equity, each.packed)))

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        """The first play, at every level."""
        return (await self.plays(position, dice, stakes))[0]

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        """The equities of an even game."""
        return CubeThought(0.0, 0.0, 1.0, _EVEN)

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        """Equities by which a double is slightly too early and a take correct."""
        return CubeThought(0.0, -_BLOT, 1.0, _EVEN)

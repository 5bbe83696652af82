"""The bot as `python -m bot run`, but its computers think with an engine of the tests', which takes its time, so that a
process can be killed while one does. Run by `test_direct`.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from bot import app
from bot.__main__ import main
from bot.backgammon import Dice, Position
from bot.engine.evaluator import Evaluator
from bot.engine.thoughts import Judged, Level, Stakes
from bot.tables.computers import Computers
from tests.play.thinking import FakeEngine

THINKS = 1.0
"""Seconds that a computer thinks about a play, and in which people see what it has done."""


class Slow(FakeEngine):
    """Takes its time for a play."""

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        await asyncio.sleep(THINKS)
        return await super().choice(position, dice, stakes, level, seed)


def _thoughtful(engine: Evaluator, *parts: Any, **more: Any) -> Computers:
    return Computers(Slow(), *parts, tempo=THINKS, **more)


if __name__ == "__main__":
    app.Computers = _thoughtful  # type: ignore[misc, assignment]
    sys.exit(main(["run"]))

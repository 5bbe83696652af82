"""`python -m bot worker`, but its engine is one of the tests': it says that the first legal play is best: at once, with
`slow` a little later, with `hang` never. Leases are short, and its name is its process's number. Run by `test_workers`
and `test_worker_evening`.
"""

from __future__ import annotations

import asyncio
import os
import sys

from bot.backgammon import Position, legal_plays
from bot.engine.questions import Answer, Compared, PlayList, Question
from bot.engine.thoughts import Chances, CubeThought, Judged
from bot.hosting import worker
from bot.settings import Settings
from bot.store import questions

LEASE, THINKS = 1.5, 0.3
"""Seconds of a lease, and those that a `slow` one takes."""
_EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


class Thinker:
    """Stands for the processes that think."""

    def __init__(self, workers: int, **_: object) -> None:
        del workers

    async def ask(self, question: Question) -> Answer:
        if "hang" in sys.argv:
            await asyncio.Event().wait()
        if "slow" in sys.argv:
            await asyncio.sleep(THINKS)
        match question:
            case PlayList(position, dice):
                plays = [play.packed for play in legal_plays(Position(position), dice)]
            case Compared(plays=plays):
                pass
            case _:
                return CubeThought(0.1, 0.05, 1.0, _EVEN)
        return tuple(Judged(play, -0.03 * place, _EVEN, 3) for place, play in enumerate(plays))

    async def close(self) -> None:
        """There is nothing to end."""


if __name__ == "__main__":
    questions.LEASES.update(dict.fromkeys(questions.Kind, LEASE))
    worker.LocalSource = Thinker  # type: ignore[misc, assignment]
    worker.available = lambda: True  # type: ignore[assignment]
    worker.secrets.token_hex = lambda _=0: str(os.getpid())
    sys.exit(worker.worker(Settings.from_env(), 1))

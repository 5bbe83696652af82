"""The bot as `python -m bot run`, but its engine is one of the tests', which takes its time; with `real` it is the
engine itself, which stands back for nobody, as a test that waits for it has to.

What the other one is asked stands in the file `reviewed` beside the data, a line each. Run by `test_reviews`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.__main__ import main
from bot.engine import engines, sources
from bot.engine.reviews import Again, Asked, Found
from bot.worker_pool import WorkerPool
from tests.play.thinking import FakeReviewer


class Slow(FakeReviewer):
    """Tells what it is asked."""

    def __init__(self, **_: object) -> None:
        super().__init__()

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        await asyncio.sleep(0.2)
        with (Path(os.environ["DATA_DIR"]).parent / "reviewed").open("a") as file:
            file.writelines(f"{each}\n" for each in asked)
        return await super().review(asked)


def _hurried(workers: int, *, background: bool, patience: float, rest: float) -> WorkerPool:
    """A pool that works also where other tests leave the machine no rest."""
    return WorkerPool(workers, patience=patience, rest=rest)


if __name__ == "__main__":
    if "real" in sys.argv:
        sources.WorkerPool = _hurried  # type: ignore[assignment, misc]
    else:
        engines.Reviewers = Slow  # type: ignore[misc, assignment]
    sys.exit(main(["run"]))

"""Reviews of games by the engine, in separate low-priority processes, so that running games do not wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.engine import available
from bot.engine.evaluator import EngineUnavailable
from bot.engine.reviews import Again, Asked, Found
from bot.engine.thoughts import Unsupported
from bot.worker_pool import WorkerFailed, WorkerPool

PATIENCE = 600.0
"""Seconds after which a piece is given up and its worker killed, which runs at the lowest priority."""

AT_ONCE = 2
"""How many pieces to submit at a time."""


class Reviewer(Protocol):
    """Reviews decisions."""

    @property
    def available(self) -> bool:
        """Whether an engine is installed and fast enough."""
        ...

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        """The evaluation of each. Raises `Unsupported` or `EngineUnavailable`."""
        ...

    async def close(self) -> None: ...


class Reviewers:
    """A reviewer in at most this many processes."""

    def __init__(self, workers: int = AT_ONCE, *, patience: float = PATIENCE) -> None:
        self._pool = WorkerPool(workers, background=True, patience=patience)

    @property
    def available(self) -> bool:
        return available()

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        if not self.available:
            raise EngineUnavailable("there is no engine for this machine")
        try:
            return await self._pool.run(_found, tuple(asked))
        except Unsupported:
            raise
        except WorkerFailed as error:
            raise EngineUnavailable(str(error)) from error
        except Exception as error:
            raise EngineUnavailable(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        await self._pool.close()


def _found(asked: tuple[Asked | Again, ...]) -> tuple[Found, ...]:
    """Runs in a worker, which alone loads the engine."""
    from bot.engine import sage_review

    return tuple(map(sage_review.found, asked))

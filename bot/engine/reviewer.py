"""Reviews of games by the engine, in separate low-priority processes, so that running games do not wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.questions import Look, Piece
from bot.engine.reviews import Again, Asked, Found, PlayFound
from bot.engine.sources import LocalSource, Source, Sources
from bot.engine.thoughts import CubeThought

PATIENCE = 600.0
"""Seconds after which a piece is given up and its worker killed, which runs at the lowest priority."""

AT_ONCE = 2
"""How many pieces this machine works on at a time."""


class Reviewer(Protocol):
    """Reviews decisions."""

    @property
    def available(self) -> bool:
        """Whether an engine is installed and fast enough, or there are workers elsewhere."""
        ...

    @property
    def at_once(self) -> int:
        """How many pieces to submit at a time."""
        ...

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        """The evaluation of each. Raises `Unsupported` or `EngineUnavailable`."""
        ...

    async def close(self) -> None: ...


class Reviewers:
    """A reviewer in at most this many processes, and with `remote` by workers elsewhere."""

    def __init__(self, workers: int = AT_ONCE, *, patience: float = PATIENCE, remote: Source | None = None) -> None:
        self._sources = Sources(LocalSource(workers, patience=patience, background=True), remote)

    @property
    def available(self) -> bool:
        return self._sources.available

    @property
    def at_once(self) -> int:
        return max(AT_ONCE, self._sources.workers)

    async def review(self, asked: Sequence[Asked | Again]) -> tuple[Found, ...]:
        answer = await self._sources.ask(Piece(tuple(map(Look.of, asked))))
        assert isinstance(answer, tuple)
        return tuple(each for each in answer if isinstance(each, PlayFound | CubeThought))

    async def close(self) -> None:
        await self._sources.close()

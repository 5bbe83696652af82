"""The engines of a bot: for tables and hints, and for reviews, with the workers elsewhere that both may ask."""

from __future__ import annotations

import asyncio

from bot.engine import engine, reviewer
from bot.engine.engine import Engine
from bot.engine.remote import RemoteWorkers
from bot.engine.reviewer import Reviewer, Reviewers
from bot.store.questions import Kind, Questions

_THINKERS = 2
"""Workers that evaluate positions for computers and hints."""


class Engines:
    """Both, in processes of this machine. Only a store with an address (`redis_url`) can be shared with workers
    elsewhere. `reviewers` is closed by who uses it.
    """

    def __init__(self, redis_url: str | None) -> None:
        remote = self.remote = RemoteWorkers(Questions.at(redis_url)) if redis_url else None
        self.engine = Engine(_THINKERS, remote=remote and remote.source(Kind.LIVE, engine.PATIENCE))
        self.reviewers: Reviewer = Reviewers(remote=remote and remote.source(Kind.REVIEW, reviewer.PATIENCE))

    async def watch(self) -> None:
        """Keep looking for workers elsewhere, if there can be any."""
        if self.remote is not None:
            await self.remote.watch()
        await asyncio.Event().wait()

    async def close(self) -> None:
        await self.engine.close()
        if self.remote is not None:
            await self.remote.close()

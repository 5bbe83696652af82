"""The review of one game: its decisions, the engine's answers piece by piece, and the stored result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from typing import TypeVar

from cachetools import LRUCache

from bot.analysis.decisions import Decided, questions
from bot.analysis.second_look import second_look
from bot.analysis.verdicts import Verdict
from bot.engine.evaluator import EngineUnavailable
from bot.engine.reviewer import Reviewer
from bot.engine.reviews import Again, Asked, Found
from bot.store import Store
from bot.tables.board_game import on_board
from bot.tables.days import note
from bot.tables.kept_games import game_log
from bot.tables.repository import TableRepository
from bot.tables.reviews import Fold, decided_in, enter_analysis, kept_reviews, write_review
from bot.tables.table import Table
from bot.tables.training import collect

_Asked = TypeVar("_Asked", bound=Asked | Again)

_log = logging.getLogger(__name__)

PIECE = 4
"""Decisions per request to the engine, so that progress can be shown."""

_FIRST = 0.6
"""The estimated share of the time that the first look takes; the rest is the second look."""

_TRIES = 3
"""How often the engine is asked the same."""

_MOST_SEEN = 20
"""Cache size: tables with decisions, where the whole log has to be read for any game."""


class GameReview:
    """Reviews games. `fold` computes their decisions in a worker."""

    def __init__(self, store: Store, repository: TableRepository, fold: Fold, reviewer: Reviewer) -> None:
        self.fold, self.reviewer = fold, reviewer
        self._store, self._repository = store, repository
        self._seen: LRUCache[tuple[int, str], dict[int, tuple[Decided, ...]]] = LRUCache(_MOST_SEEN)

    async def decided(self, table: Table, game: int, left: Collection[int]) -> tuple[Decided, ...]:
        """The decisions of a game; `left`: the games of this table that follow.

        Raises `WorkerFailed` or `UnreadableLog`.
        """
        key = table.channel, table.id
        if game in (seen := self._seen.get(key, {})):
            return seen[game]
        log = await game_log(self._store, table, game, timed=on_board(table.game).silence_decides)
        found = await self.fold(decided_in, log)
        if len(found) > 1:
            self._seen[key] = {each: decided for each, decided in found.items() if each in left}
        return found.get(game, ())

    def forget(self, table: Table) -> None:
        """Drop the cached decisions of a table."""
        self._seen.pop((table.channel, table.id), None)

    async def keep(self, table: Table, game: int, verdicts: tuple[Verdict, ...]) -> None:
        """Enter the verdicts in the server's list, store them, and queue mistakes as positions of the day and as cards.

        Idempotent.
        """
        await enter_analysis(self._store, self._repository, table, game, verdicts)
        await self._store.reviews.keep(table.channel, table.id, game, write_review(verdicts))
        reviews = await kept_reviews(self._store, table, [game])
        await note(self._store, table, reviews)
        await collect(self._store, table, reviews.values())

    async def found(self, decided: Sequence[Decided]) -> AsyncIterator[tuple[float, dict[Asked, Found]]]:
        """The share of the work done so far and the engine's answers, as they come.

        Ends early if the engine is unavailable.
        """
        asked, found = questions(decided), dict[Asked, Found]()
        async for piece, answers in self._answers(asked):
            found |= dict(zip(piece, answers, strict=True))
            yield _FIRST * len(found) / len(asked), found
        if len(found) < len(asked):
            return
        again, done = second_look(decided, found), 0
        async for piece, answers in self._answers(again):
            found |= {each.asked: answer for each, answer in zip(piece, answers, strict=True)}
            done += len(piece)
            yield _FIRST + (1 - _FIRST) * done / len(again), found
        if done == len(again):
            yield 1.0, found

    async def _answers(self, asked: Sequence[_Asked]) -> AsyncIterator[tuple[Sequence[_Asked], tuple[Found, ...]]]:
        """The answers piece by piece; ends early if the engine is unavailable."""
        pieces = [asked[first : first + PIECE] for first in range(0, len(asked), PIECE)]
        free = asyncio.Semaphore(self.reviewer.at_once)
        tasks = [asyncio.ensure_future(self._piece(piece, free)) for piece in pieces]
        try:
            for piece, task in zip(pieces, tasks, strict=True):
                answers = await task
                if answers is None:
                    return
                yield piece, answers
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _piece(self, piece: Sequence[Asked | Again], free: asyncio.Semaphore) -> tuple[Found, ...] | None:
        async with free:
            for _ in range(_TRIES):
                try:
                    return await self.reviewer.review(piece)
                except EngineUnavailable as error:
                    _log.warning("the engine does not answer: %s", error)
        return None

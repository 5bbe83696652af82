"""Games in direct messages with the bot. Somebody may have a few open there: their channel holds the one at which they
acted last, so that what they type is meant for it; the boards of the others keep their buttons.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.core.refusal import Illegal, Refused, Stale
from bot.ladder.facts import Fact
from bot.store import Hold, Store
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.kept_games import StoredEnding, ended_at, read_ending
from bot.tables.outbox import fact_of
from bot.tables.repository import Change, TableRepository
from bot.tables.table import Stage, Table, TableSummary
from bot.tables.waits import Said

MOST_OPEN = 3
"""Open games of a person."""

MOST_TABLES = 200
"""A person's latest tables among which theirs are looked for."""

_TOGETHER = 50
_read = msgspec.json.Decoder(Said).decode


def held_on(change: Change) -> Change:
    """A person's change: in a direct message the table holds the channel from then on."""
    over = change.after.about.direct and change.hold is Hold.AS_IS
    return replace(change, hold=Hold.OVER) if over else change


def taking(table: Table) -> Hold:
    """How a table that begins takes its channel."""
    return Hold.OVER if table.about.direct else Hold.TAKE


class Ended(NamedTuple):
    """A finished game: its table, and its number there."""

    summary: TableSummary
    game: int


class DirectGames:
    """Finds and counts them."""

    def __init__(self, store: Store, repository: TableRepository) -> None:
        self._store, self._repository = store, repository
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def beginning(self, user: int) -> AsyncIterator[None]:
        """While somebody begins one, one after the other. Raises `Illegal` if as many are open as may be."""
        async with self._turns.setdefault(user, asyncio.Lock()):
            if len(await self.open_ones(user)) >= MOST_OPEN:
                raise Illegal(ChallengeFault.TOO_MANY_DIRECT, most=MOST_OPEN)
            yield

    async def open_ones(self, user: int) -> list[Table]:
        """The open ones of a person, the one acted at last first."""
        noted = [name for name, _, says in await self._store.waits.of(user) if not _read(says).guild]
        found = [table for name in noted if (table := await self._load(name)) is not None]
        return sorted(found, key=lambda table: -table.acted_at)

    async def _load(self, name: str) -> Table | None:
        channel, _, id = name.partition(":")
        try:
            table = await self._repository.load(int(channel), id)
        except Refused:  # of a newer bot
            return None
        return table if table and table.about.direct and table.stage is Stage.OPEN else None

    async def go_on(self, user: int, channel: int, id: str) -> Table:
        """An open one of theirs holds its channel, and is to be shown there anew. Raises `Stale` for any other."""

        async def work(before: Table) -> Change:
            if not before.about.direct or before.stage is not Stage.OPEN or before.seat_of(user) is None:
                raise Stale(TableTrouble.MOVED_ON)
            return Change(before, hold=Hold.OVER)

        return (await self._repository.change(channel, id, work)).table

    async def pass_on(self, over: Table) -> None:
        """One is over: another open one of its person holds the channel, if none does."""
        if await self._store.held(over.channel) is not None:
            return
        others = (table for table in await self.open_ones(over.owner) if table.id != over.id)
        if (latest := next(others, None)) is not None:
            await self._store.hold(over.channel, latest.id)

    async def ended(self, user: int) -> list[Ended]:
        """The finished ones of a person, the last first; of games that were voided too."""
        names, found = await self._store.tables_of(user, MOST_TABLES), list[Ended]()
        for first in range(0, len(names), _TOGETHER):
            for some in await asyncio.gather(*(self._ended_at(name) for name in names[first:][:_TOGETHER])):
                found += some
        return found

    async def _ended_at(self, name: str) -> list[Ended]:
        channel = await self._store.channel_of(name)
        try:
            summary = None if channel is None else await self._repository.face(channel, name)
        except Refused:  # of a newer bot
            return []
        if channel is None or summary is None or not summary.about.direct:
            return []
        return [Ended(summary, number) for number in await self._store.ended(channel, name)]

    async def facts(self, games: Sequence[Ended]) -> list[Fact]:
        """What became of games, without those that were voided, or whose table is gone."""
        tables = [list(some) for _, some in groupby(games, key=lambda each: each.summary.about.id)]
        found = await asyncio.gather(*map(self._of_table, tables))
        return [fact for facts in found for fact in facts]

    async def _of_table(self, games: Sequence[Ended]) -> list[Fact]:
        about, people = games[0].summary
        ends = await self._store.endings(about.channel, about.id, [each.game for each in games])
        told = []
        for each, end in zip(games, ends, strict=True):
            past = end and (read_ending(about.game, end) or await self._folded(each, ended_at(end)))
            told.append(fact_of(about, people, each.game, past) if past else None)
        return [fact for fact in told if fact is not None]

    async def _folded(self, each: Ended, at: float) -> StoredEnding | None:
        """The end of a game that another version has stored, from its log."""
        about = each.summary.about
        try:
            table = await self._repository.load(about.channel, about.id)
            finished = () if table is None else await self._repository.games(table)
        except Refused:
            return None
        return next((StoredEnding(at, done) for done in finished if done.number == each.game), None)

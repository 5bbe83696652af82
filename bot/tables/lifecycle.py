"""What follows a save, in one place for players, the clock and the start of the bot: the table is shown, the next game
of a match begins, a computer on turn is woken, final games go to the server's list, the clock is set, and a finished
table is released.

No state is kept here: what was interrupted, or refused by Discord, is found in the stored tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.backgammon import Refused
from bot.store import PACKED_AFTER, PACKING, Listed, Store, StoreError, place
from bot.store.pages import batches
from bot.tables.challenges import Challenges
from bot.tables.clock import Clock
from bot.tables.desk import Desk
from bot.tables.direct_games import DirectGames
from bot.tables.outbox import enter_finished, final_game
from bot.tables.repository import TableRepository
from bot.tables.retry_queue import RetryQueue
from bot.tables.schedule import CLOSING
from bot.tables.standings import Ladders
from bot.tables.table import Stage, Table, stage_of

_log = logging.getLogger(__name__)

#: Cache size: tables with the known number of their games in the server's list.
_MOST_ENTERED = 1000
#: Tables that are read together.
_TOGETHER = 50
#: The request that a change answers, and the reason why a table cannot be shown.
_Asked = TypeVar("_Asked")
_AskedOf = TypeVar("_AskedOf", contravariant=True)
_Why = TypeVar("_Why")


class Channels(Protocol[_AskedOf, _Why]):
    """Shows tables in their channels, and knows whether it may."""

    async def show(self, table: Table, answer: _AskedOf | None = None, anew: bool = False) -> _Why | None:
        """Bring the channel up to date, with a new message if `anew`. Returns the reason if that failed."""
        ...

    async def restore(self, table: Table) -> _Why | None:
        """Post the live message again after a member has deleted it."""
        ...

    async def remind(self, table: Table) -> _Why | None:
        """Mention the players waited for once more."""
        ...

    def closed_to_us(self, table: Table) -> bool:
        """Whether the bot knows, without asking, that it may not show a table."""
        ...

    async def gone(self, table: Table, why: _Why | None = None) -> bool:
        """Whether the channel of a table is gone for good, given the reason of a failure if there is one."""
        ...

    def advise(self, table: Table) -> None:
        """Update what lies beside the board in the background."""
        ...

    def forget(self, table: Table) -> None:
        """Drop what is cached about a table."""
        ...


class Lifecycle(Generic[_Asked, _Why]):
    """Carries out what follows a saved table. `_Asked` is the type of requests, `_Why` that of reasons for a failed
    display.
    """

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        desk: Desk,
        challenges: Challenges,
        clock: Clock,
        channels: Channels[_Asked, _Why],
        ladders: Ladders,
        wake: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """`wake` is called with every table that may wait for a computer."""
        self._store, self._repository, self._desk, self._challenges = store, repository, desk, challenges
        self._clock, self._channels, self._ladders, self._wake = clock, channels, ladders, wake
        self.direct_games = DirectGames(store, repository)
        self._entered: LRUCache[str, int] = LRUCache(_MOST_ENTERED)
        self.carries: Callable[[Table], Awaitable[None]] | None = None
        """Carries what has become of a table to its night, before anything of it may be forgotten."""
        self.retries = RetryQueue(self._retry)
        repository.unsure = self.retries.add

    async def serve(self, table: Table, answer: _Asked | None = None) -> _Why | None:
        """Show a changed table, begin the next game where one follows by itself, and do everything else that follows.

        Returns why it could not be shown; None if it was. `answer` as in `show`.
        """
        table, why = await self._advance(table, answer)
        await self.after(table)
        return why

    async def after(self, table: Table, *, wound: bool = False) -> None:
        """Everything that follows a change except showing it: final games go to the server's list, the next due time is
        set, or the table is released. Retried if the store fails.

        `wound`: the due time is set already.
        """
        try:
            await self._enter_results(table)
            await self._repository.carrier.settle(table)
            if table.stage is Stage.CLOSED:
                if table.about.direct:
                    await self.direct_games.pass_on(table)
                if table.screen.shown >= table.version:
                    await self._end(table)
            if not wound:
                await self._clock.watch(table)
        except StoreError as error:
            _log.warning("table %s is seen to later: %s", table.id, error)
            self.retries.add(table)

    async def _enter_results(self, table: Table) -> None:
        if self.carries and table.about.night is not None:
            await self.carries(table)
        if final_game(table) <= self._entered.get(table.id, 0):
            return
        self._entered[table.id] = await enter_finished(self._store, self._repository, table)
        self._ladders.catch_up(table.about.guild)

    async def show(self, table: Table, answer: _Asked | None = None, anew: bool = False) -> _Why | None:
        """Bring a channel up to date, with a new message if `anew`.

        `answer`: the request that led to it, which is answered on the way. Returns why the table could not be shown,
        None if it was; then it is retried, also after an error of ours, unless its channel is gone.
        """
        _, why = await self._deliver(table, answer, anew)
        return why

    async def _advance(self, table: Table, answer: _Asked | None = None) -> tuple[Table, _Why | None]:
        table, why = await self._deliver(table, answer)
        while table.state and table.state.follows and (following := await self._desk.go_on(table)):
            table, why = await self._deliver(following.table)
        if why is None:
            self._channels.advise(table)
        self._wake(table)
        return table, why

    async def _deliver(
        self, table: Table, answer: _Asked | None = None, anew: bool = False
    ) -> tuple[Table, _Why | None]:
        try:
            why = await self._channels.show(table, answer, anew)
        except Exception:
            self.retries.add(table)
            raise
        return await self._delivered(table, why), why

    async def _delivered(self, table: Table, why: _Why | None) -> Table:
        """The current table after an attempt to show it."""
        if table.clock is not None and why is None:  # which runs since it was shown
            table = await self._repository.load(table.channel, table.id) or table
        table = self._repository.as_shown(table)
        if why is None:
            self.retries.done(table)
        elif await self._channels.gone(table, why):
            return await self.abandon(table)
        elif table.unshown:
            self.retries.add(table)
        return table

    async def restore(self, table: Table) -> None:
        """Post the live message again after a member has deleted it."""
        if (why := await self._channels.restore(table)) is not None:
            await self._delivered(table, why)

    async def remind(self, table: Table) -> None:
        """Mention the players waited for once more, if the bot may."""
        if (why := await self._channels.remind(table)) is not None:
            await self._delivered(table, why)

    async def _retry(self, table: Table) -> None:
        """Retry to show a table, unless the bot knows that it may not, and go on from there."""
        if await self._store.absences.rests(table.about.guild):
            return
        fresh = await self._repository.load(table.channel, table.id)
        if fresh is not None and fresh.unshown and self._channels.closed_to_us(table):
            return
        if fresh is None or not fresh.unshown:
            self.retries.done(table)
        if fresh is None:
            return
        # The board may be out, with only the store's answer lost: then the next game has not begun.
        if fresh.unshown or (fresh.state is not None and fresh.state.follows):
            await self.serve(fresh)
        else:
            await self.after(fresh)

    async def abandon(self, table: Table, *, told: bool = True) -> Table:
        """Close a table whose channel is gone, or withdraw it if it has not begun. Nothing is due there any more.

        `told`: it is said elsewhere in the server that an open one was closed.
        """
        waiting = table.stage is Stage.CHALLENGE
        if told and table.stage is Stage.OPEN and table.about.in_server:
            await self._store.due.set(CLOSING, f"{table.about.guild}:{place(table.channel, table.id)}", 0.0)
        outcome = await (self._challenges.expire(table) if waiting else self._desk.abandon(table))
        if outcome is not None:
            table = outcome.table
            _log.info("table %s is closed: its place is gone", table.id)
        else:
            table = await self._repository.load(table.channel, table.id) or table
        if table.stage in (Stage.CLOSED, Stage.WITHDRAWN):
            self._channels.advise(self._repository.as_shown(table))
            await self._enter_results(table)
            if table.about.direct:
                await self.direct_games.pass_on(table)
            await self._end(table)
        await self._clock.watch(table)
        return table

    async def _end(self, table: Table) -> None:
        people = [person.user for person in table.people.everybody if person.known]
        await self._store.notes.drop(place(table.channel, table.id), people)
        if table.stage is Stage.CLOSED:
            await self._store.due.set(PACKING, place(table.channel, table.id), time.time() + PACKED_AFTER)
        await self._repository.finished(table.about.guild, table.channel, table.id)
        self._channels.forget(table)
        self.retries.done(table)

    async def pack(self, channel: int, id: str) -> float | None:
        """Pack a table that is closed; returns when it is due again (seconds since 1970) because it has changed
        meanwhile.
        """
        stored = await self._store.load(channel, id, ("stage",))
        closed = stored is not None and stage_of(stored.fields) is Stage.CLOSED
        return None if not closed or await self._store.pack(channel, id) else time.time() + PACKED_AFTER

    # Recovery

    async def in_channel(self, channel: int) -> AsyncIterator[Table]:
        """The unfinished tables of a channel, as `unfinished`."""
        async for table in self._found(await self._store.open_tables.of_channel(channel)):
            yield table

    async def in_server(self, guild: int) -> AsyncIterator[Table]:
        """The unfinished tables of a server, as `unfinished`."""
        async for table in self._found(await self._store.open_tables.of_server(guild)):
            yield table

    async def unfinished(self, mine: Callable[[int], bool] = lambda guild: True) -> AsyncIterator[Table]:
        """The unfinished tables of the servers that are `mine`, including lobbies and challenges.

        Those of a newer bot are skipped.
        """
        async for table in self._found(await self._store.open_tables.of_servers(mine)):
            yield table

    async def _found(self, tables: Sequence[Listed]) -> AsyncIterator[Table]:
        for some in batches(tables, _TOGETHER):
            for listed, table in zip(some, await asyncio.gather(*map(self._read, some)), strict=True):
                if table is None:
                    continue
                if table.stage is Stage.WITHDRAWN:
                    await self._repository.finished(*listed[:3])
                else:
                    yield table

    async def _read(self, listed: Listed) -> Table | None:
        """A listed table; None if there is none, or it is left alone."""
        try:
            table = await self._repository.load(listed.channel, listed.table)
        except Refused as error:
            _log.warning("table %s is left alone: %s", listed.table, error)
            return None
        if table is None:
            await self._store.open_tables.drop_missing(listed)
        return table

    async def take_up(self, table: Table) -> None:
        """Resume a table after a restart: show it, begin the next game, or close it if its channel is gone."""
        if table.notices:
            await self._repository.carrier.carry(table)
        if await self._channels.gone(table):
            await self.abandon(table)
            return
        if table.stage is Stage.CHALLENGE:
            await self.serve(table)  # another version may have set a later due time
            return
        await self._challenges.register(table)
        table, _ = await self._advance(table)
        await self.after(table, wound=True)

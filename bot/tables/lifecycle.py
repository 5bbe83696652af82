"""What follows a save, in one place for people, the clock and the start of the bot: the table is shown, the next game
of a match begins, a computer whose turn it is begins to think, games that stand for good go to the list of their
server, the clock is wound, and a table that is over is let go.

Nothing here has to be remembered: what a stop has interrupted, or Discord did not let through, is found in the stored
tables.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.backgammon import Refused
from bot.store import Store, StoreError
from bot.tables.challenges import Challenges
from bot.tables.clock import Clock
from bot.tables.desk import Desk
from bot.tables.outbox import enter_finished, final_game
from bot.tables.repository import TableRepository
from bot.tables.retry_queue import RetryQueue
from bot.tables.schedule import TABLE
from bot.tables.standings import Ladders
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)

#: Tables of which it is known how many of their games are in the list of their server.
_MOST_ENTERED = 1000
#: What asks for a change and is answered on the way, and what may keep a table from being shown.
_Asked = TypeVar("_Asked")
_AskedOf = TypeVar("_AskedOf", contravariant=True)
_Why = TypeVar("_Why")


class Channels(Protocol[_AskedOf, _Why]):
    """What shows tables where they are played, and knows whether it may."""

    async def show(self, table: Table, answer: _AskedOf | None = None, anew: bool = False) -> _Why | None:
        """Bring the channel up to date, with a new message in any case if `anew`. What has kept it from that."""
        ...

    async def restore(self, table: Table) -> _Why | None:
        """Post the live message again, which somebody has deleted."""
        ...

    async def remind(self, table: Table) -> _Why | None:
        """Mention once more those whom the table waits for."""
        ...

    def closed_to_us(self, table: Table) -> bool:
        """Whether the bot knows, without asking, that it may not show a table."""
        ...

    async def gone(self, table: Table, why: _Why | None = None) -> bool:
        """Whether the place of a table is gone for good: one that could not be shown, or any."""
        ...

    def advise(self, table: Table) -> None:
        """Bring what lies beside the board up to date, without anybody waiting for it."""
        ...

    def forget(self, table: Table) -> None:
        """Nothing more will be shown of a table."""
        ...


class Lifecycle(Generic[_Asked, _Why]):
    """Sees to what a saved table leads to. `_Asked` is what people ask by, `_Why` what keeps a table unshown."""

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
        """`wake` is told of every table that may wait for a computer."""
        self._store, self._repository, self._desk, self._challenges = store, repository, desk, challenges
        self._clock, self._channels, self._ladders, self._wake = clock, channels, ladders, wake
        self._entered: LRUCache[str, int] = LRUCache(_MOST_ENTERED)
        self.retries = RetryQueue(self._again)

    async def serve(self, table: Table, answer: _Asked | None = None) -> _Why | None:
        """Show a table that has changed, begin the next game where one follows by itself, and see to the rest.

        What has kept it from being shown; None if nothing has. `answer` as in `show`.
        """
        table, why = await self._go_on(table, answer)
        await self.after(table)
        return why

    async def after(self, table: Table, *, wound: bool = False) -> None:
        """What follows a change besides showing it: games that stand for good go to the list of their server, another
        time may be due, or nothing is left to be done. If the store fails, it is tried again.

        `wound`: what is due is known already.
        """
        try:
            await self._carry(table)
            if table.stage is Stage.CLOSED and table.screen.shown >= table.version:
                await self._end(table)
            if not wound:
                await self._clock.watch(table)
        except StoreError as error:
            _log.warning("table %s is seen to later: %s", table.id, error)
            self.retries.note(table)

    async def _carry(self, table: Table) -> None:
        if final_game(table) <= self._entered.get(table.id, 0):
            return
        self._entered[table.id] = await enter_finished(self._store, self._repository, table)
        self._ladders.catch_up(table.about.guild)

    async def show(self, table: Table, answer: _Asked | None = None, anew: bool = False) -> _Why | None:
        """Bring a channel up to date, with a new message in any case if `anew`.

        `answer`: what led to it, which is finished on the way. What has kept the table from being shown, None if
        nothing has; then it is tried again, as after an error of ours, unless its place is gone.
        """
        _, why = await self._bring(table, answer, anew)
        return why

    async def _go_on(self, table: Table, answer: _Asked | None = None) -> tuple[Table, _Why | None]:
        table, why = await self._bring(table, answer)
        while table.state and table.game.follows(table.state) and (following := await self._desk.go_on(table)):
            table, why = await self._bring(following.table)
        if why is None:
            self._channels.advise(table)
        self._wake(table)
        return table, why

    async def _bring(self, table: Table, answer: _Asked | None = None, anew: bool = False) -> tuple[Table, _Why | None]:
        try:
            why = await self._channels.show(table, answer, anew)
        except Exception:
            self.retries.note(table)
            raise
        return await self._brought(table, why), why

    async def _brought(self, table: Table, why: _Why | None) -> Table:
        """A table that was to be shown, as it is by now."""
        table = self._repository.as_shown(table)
        if why is None:
            self.retries.settled(table)
        elif await self._channels.gone(table, why):
            return await self.abandon(table)
        elif table.unshown:
            self.retries.note(table)
        return table

    async def restore(self, table: Table) -> None:
        """Post the live message again, which somebody has deleted."""
        if (why := await self._channels.restore(table)) is not None:
            await self._brought(table, why)

    async def remind(self, table: Table) -> None:
        """Mention once more those whom a table waits for, if the bot may."""
        if (why := await self._channels.remind(table)) is not None:
            await self._brought(table, why)

    async def _again(self, table: Table) -> None:
        """Show what a table owes, unless the bot knows that it may not, and go on from there."""
        fresh = await self._repository.load(table.channel, table.id)
        if fresh is not None and fresh.unshown and self._channels.closed_to_us(table):
            return
        if fresh is None or not fresh.unshown:
            self.retries.settled(table)
        if fresh is None:
            return
        # A board may be out, and only the store's word lost that it is kept: then the next game has not begun.
        if fresh.unshown or (fresh.state is not None and fresh.game.follows(fresh.state)):
            await self.serve(fresh)
        else:
            await self.after(fresh)

    async def abandon(self, table: Table) -> Table:
        """Close a table whose place is gone, or withdraw it if it has not begun. Nothing is due there any more."""
        waiting = table.stage is Stage.CHALLENGE
        outcome = await (self._challenges.expire(table) if waiting else self._desk.abandon(table))
        if outcome is not None:
            table = outcome.table
            _log.info("table %s is closed: its place is gone", table.id)
        else:
            table = await self._repository.load(table.channel, table.id) or table
        if table.stage in (Stage.CLOSED, Stage.WITHDRAWN):
            self._channels.advise(self._repository.as_shown(table))
            await self._carry(table)
            await self._end(table)
        await self._clock.watch(table)
        return table

    async def _end(self, table: Table) -> None:
        await self._repository.finished(table.channel, table.id)
        self._channels.forget(table)
        self.retries.settled(table)

    # What has been cut off

    async def unfinished(self, channel: int | None = None) -> AsyncIterator[Table]:
        """The tables of a channel, or all there are, at which something is left to be done: lobbies and challenges too.

        Those of a newer bot are left alone.
        """
        names = set(await self._repository.unfinished())
        for due in await self._store.due.times(TABLE):
            place, _, name = due.partition(":")
            names.add((int(place), name))
        for place, name in names:
            if channel not in (None, place):
                continue
            try:
                table = await self._repository.load(place, name)
            except Refused as error:
                _log.warning("table %s is left alone: %s", name, error)
                continue
            if table is None or table.stage is Stage.WITHDRAWN:
                await self._repository.finished(place, name)
            else:
                yield table

    async def take_up(self, table: Table) -> None:
        """Go on where the bot last stopped: a board not shown, a game not begun, a place that has gone meanwhile."""
        if await self._channels.gone(table):
            await self.abandon(table)
            return
        if table.stage is Stage.CHALLENGE:
            await self.serve(table)  # another version may have put off when it is due
            return
        await self._challenges.register(table)
        table, _ = await self._go_on(table)
        await self.after(table, wound=True)

"""The repository of tables: loading, and the only way to change one.

A change is computed from the current table and saved only if no other process has saved meanwhile (optimistic locking);
else it is computed again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import reduce
from math import ceil
from typing import Any, Protocol, TypeVar, TypeVarTuple

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Illegal, Refused, Stale
from bot.core.actions import Action
from bot.core.clock import Clock, Entry, encode_entry
from bot.core.log import UnreadableLog
from bot.core.state import TableState
from bot.io_thread import run_in_io_thread
from bot.store import Hold, Record, Saved, Store, place
from bot.tables import aggregate, table_clock
from bot.tables.aggregate import ATTEMPTS, Aggregates
from bot.tables.carrying import Carrier, Local, one_time, with_waits
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.kept_games import Mark, finished_games, replay_lines, stored, unreadable
from bot.tables.notices import Notice
from bot.tables.schedule import TABLE
from bot.tables.table import (
    Advice,
    Screen,
    Stage,
    Table,
    TableSummary,
    face_of,
    from_fields,
    snapshot,
    to_fields,
    with_state,
)
from bot.worker_pool import WorkerFailed

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")

#: Cache size: open tables.
MOST_SEEN = 1000
#: Seconds for which a lapsed challenge is kept, so that late presses are answered.
REMEMBERED = 24 * 3600


class Change(aggregate.Change[Table], frozen=True):
    """A table after a change and the actions that led to it, with their effects on its games.

    `begins`: the state before the very first action. `times`: entries of the clock. `notices`: what somebody is to be
    told privately of it.
    """

    actions: tuple[Action, ...] = ()
    marks: tuple[Mark, ...] = ()
    hold: Hold = Hold.AS_IS
    begins: TableState | None = None
    times: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()


class Outcome(Struct, frozen=True):
    """A saved change; `repeated`: an earlier delivery of the interaction had saved it."""

    table: Table
    before: Table
    repeated: bool = False


Work = Callable[[Table], Awaitable[Change]]
Foreseen = Callable[[Table], None]


class Fold(Protocol):
    """Runs a fold of a log, in a worker if that takes long. `key` identifies the work, so that it is done once."""

    async def __call__(self, work: Callable[[*_Args], _T], *args: *_Args, key: Hashable | None = None) -> _T: ...


async def _fold_here(work: Callable[[*_Args], _T], *args: *_Args, key: Hashable | None = None) -> _T:
    return work(*args)


class TableRepository(Aggregates[Table, Change]):
    """All tables.

    The latest changed open tables are cached, which saves most changes a read of the store. That is safe: a save over
    another process's save is refused, and so the refusals of a cached table are checked against the store.
    """

    def __init__(
        self,
        store: Store,
        told: Callable[[str, Outcome], None] = lambda receipt, outcome: None,
        fold: Fold = _fold_here,
        local: Local = one_time,
    ) -> None:
        """`told` is called with every change made for a request, when it is saved, and with its receipt. `local`: the
        bot's time of a moment in Discord's.
        """
        super().__init__(store, TableTrouble.BUSY)
        self._store, self._open, self._told, self.fold = store, store.open_tables, told, fold
        self._local = local
        self.carrier = Carrier(store, self.load, local=local)
        self._seen: LRUCache[tuple[int, str], Table] = LRUCache(MOST_SEEN)
        self._holding: LRUCache[int, str] = LRUCache(MOST_SEEN)
        self._screens: LRUCache[tuple[int, str], Screen] = LRUCache(MOST_SEEN)
        self._advice: LRUCache[tuple[int, str], Advice] = LRUCache(MOST_SEEN)

    async def load(self, channel: int, table: str) -> Table | None:
        """A table of a channel; None if there is none of that id. Raises `Illegal` for one that cannot be read."""
        found = await self._stored(channel, table)
        return found and self.as_shown(found)

    def _remember(self, table: Table) -> None:
        if table.stage is Stage.WITHDRAWN:
            self._screens.pop((table.channel, table.id), None)
        if table.stage in (Stage.CLOSED, Stage.WITHDRAWN):
            return
        self._seen[table.channel, table.id] = table
        if table.stage is Stage.OPEN and not table.about.direct:  # of several there any may hold the channel
            self._holding[table.channel] = table.id

    def as_shown(self, table: Table) -> Table:
        """The table with the latest screen and advice, which are stored outside the version."""
        key = table.channel, table.id
        screen, advice = self._screens.get(key, table.screen), self._advice.get(key, table.advice)
        if screen is not table.screen and (screen.posts, screen.shown) >= (table.screen.posts, table.screen.shown):
            table = replace(table, screen=screen)
        return replace(table, advice=advice) if advice.changes > table.advice.changes else table

    async def _stored(self, channel: int, table: str) -> Table | None:
        for _ in range(ATTEMPTS):
            record = await self._store.load(channel, table)
            if record is None:
                return None
            try:
                found = from_fields(record.version, record.fields) or await self._refolded(channel, table, record)
            except UnreadableLog as error:
                _log.warning("table %s cannot be read: %s", table, error)
                raise unreadable(error) from error
            except WorkerFailed as error:
                _log.warning("table %s was not folded: %s", table, error)
                raise Illegal(TableTrouble.NOT_FOLDED) from error
            if found is not None:
                return found
        raise Illegal(TableTrouble.BUSY)

    async def _refolded(self, channel: int, table: str, record: Record) -> Table | None:
        """A table whose snapshot is of another version, folded again; None if it has changed meanwhile.

        The new snapshot is stored, so that it is not folded again.
        """
        rules = face_of(record.fields).about.game
        lines = await self._store.log_lines(channel, table)
        state = await self.fold(replay_lines, rules, lines, key=("state", channel, table, record.version))
        field = snapshot(state)
        if not await self._store.refresh(channel, table, record.version, "state", field):
            return None
        return with_state(record.version, record.fields, state)

    async def games(self, table: Table) -> tuple[Any, ...]:
        """The finished games of a table, in order. Raises `WorkerFailed`, or `UnreadableLog`."""
        kept = await finished_games(self._store, table)
        if kept.folded is None:
            return await run_in_io_thread(kept.read)
        return await self.fold(kept.read, key=("finished", table.channel, table.id, table.version))

    async def face(self, channel: int, table: str) -> TableSummary | None:
        """The summary of a table for lists; None if there is none of that id. Raises `Illegal` as `load`."""
        record = await self._store.load(channel, table, ("about", "people"))
        try:
            return record and face_of(record.fields)
        except UnreadableLog as error:
            raise unreadable(error) from error

    async def held(self, channel: int) -> Table | None:
        """The open table that holds a channel."""
        table = await self._store.held(channel)
        return await self.load(channel, table) if table else None

    async def change_held(
        self, channel: int, work: Work, receipt: str | None = None, foreseen: Foreseen | None = None
    ) -> Outcome:
        """As `change`, for the table that holds a channel.

        A table that has released its channel cannot be saved, so a cached one is tried without a lookup of the holder.
        """
        remembered = self._holding.get(channel)
        if remembered is not None:
            try:
                return await self.change(channel, remembered, work, receipt, foreseen)
            except Refused:
                if await self._store.held(channel) == remembered:
                    raise
                self._holding.pop(channel, None)
        table = await self._store.held(channel)
        if table is None:
            raise Stale(TableTrouble.NO_TABLE)
        return await self.change(channel, table, work, receipt, foreseen)

    async def add(self, table: Table, receipt: str | None = None) -> Table:
        """Store a new challenge. A lobby takes the channel; raises `Illegal` with `HELD` if it is taken.

        `receipt` is the idempotency key of the request.
        """
        lobby = table.game.gathers
        if lobby:  # first, so that after any interruption it is found and its channel released
            await self._store.due.set(TABLE, place(table.channel, table.id), table.about.expires_at)
        await self._open.add(table.about.guild, table.channel, table.id)
        await self._note_passing(table)
        made = with_waits(replace(table, version=1), local=self._local)
        with self._saving(made):
            saved = await self._store.save(
                table.channel,
                table.id,
                0,
                to_fields(made),
                hold=Hold.TAKE if lobby else Hold.AS_IS,
                expire=None if lobby else _kept_for(made),
                listed=b"%d" % table.about.guild,
            )
        if saved is Saved.OCCUPIED:
            raise Illegal(ChallengeFault.HELD)
        if saved is not Saved.DONE:
            raise Stale(TableTrouble.ALREADY_DONE)
        await self.carrier.carry(made)
        if receipt:
            self._told(receipt, Outcome(made, table))
        return made

    async def change(
        self,
        channel: int,
        table: str,
        work: Work,
        receipt: str | None = None,
        foreseen: Foreseen | None = None,
    ) -> Outcome:
        """Change a table. `work` may be called several times and refuses by raising; then nothing has changed.

        `receipt` is the idempotency key of the request. `foreseen` is called with the expected table before it is
        saved, the same object as the outcome's if that is what is saved. Raises `Stale` if there is no such table,
        `Illegal` if other processes always save first, or if the channel holds another table.
        """
        outcome = Outcome(*await self._changed(channel, table, work, receipt, foreseen))
        if receipt:
            self._told(receipt, outcome)
        return outcome

    async def _find(self, owner: int, id: str) -> tuple[Table, bool]:
        if remembered := self._seen.pop((owner, id), None):
            return self.as_shown(remembered), True
        if (found := await self.load(owner, id)) is None:
            raise Stale(TableTrouble.MOVED_ON)
        return found, False

    def _following(self, before: Table, change: Change) -> Table:
        after = with_waits(super()._following(before, change), before.waits, self._local)
        new = tuple(replace(each, version=after.version) for each in change.notices)
        return replace(after, notices=(*(after.notices or ()), *new)) if new else after

    async def _save(self, before: Table, change: Change, after: Table, receipt: str | None) -> Saved:
        rules = after.game
        write = rules.codec.encode
        head = [encode_entry(entry) for entry in change.times]
        if change.begins:
            head.insert(0, rules.header(change.begins))
        lobby = after.stage is Stage.CHALLENGE and rules.gathers
        gone = after.stage in (Stage.CHALLENGE, Stage.WITHDRAWN) and not lobby
        await self._note_passing(after, before)
        if begins := after.stage is Stage.OPEN is not before.stage:
            await self._open.add(after.about.guild, after.channel, after.id)
        saved = await self._store.save(
            after.channel,
            after.id,
            before.version,
            to_fields(after, before),
            [*head, *(write(action) for action in change.actions)],
            games=stored(rules, change.marks, len(head)),
            receipt=receipt,
            hold=change.hold,
            expire=_kept_for(after) if gone else None,
            listed=b"%d" % after.about.guild if begins else b"",
        )
        if saved is Saved.DONE:
            self._remember(after)
            if after.stage is Stage.WITHDRAWN:
                await self._open.drop(after.about.guild, after.channel, after.id)
            if (after.waits is not before.waits or after.notices) and await self.carrier.carry(after):
                self._notices_carried(after)
        return saved

    def _notices_carried(self, table: Table) -> None:
        """The record has no notices of this table any more, so the cache has none."""
        key = table.channel, table.id
        if table.notices and self._seen.get(key) is table:
            self._seen[key] = replace(table, notices=None)

    async def _note_passing(self, after: Table, before: Table | None = None) -> None:
        """Index a pending table by its members; it is in nobody's list of tables."""
        if after.stage not in (Stage.CHALLENGE, Stage.WITHDRAWN):
            return
        noted = before.people.users if before and before.stage is after.stage else frozenset[int]()
        lasts = {place(after.channel, after.id): REMEMBERED + _stands(after)}
        await asyncio.gather(*(self._store.passing.note(user, lasts) for user in after.people.users - noted))

    async def finished(self, guild: int, channel: int, table: str) -> None:
        """A table needs nothing more, and leaves the cache."""
        await self._open.drop(guild, channel, table)
        for known in (self._seen, self._screens, self._advice):
            known.pop((channel, table), None)
        if self._holding.get(channel) == table:
            del self._holding[channel]

    async def shown(self, table: Table, screen: Screen, at: int | None = None) -> None:
        """Store what the channel has been shown. `at`: when a new board could be seen, in Discord's milliseconds: a
        stopped clock runs from then on.
        """
        if at is not None and (shown := table_clock.shown(table, at)):
            screen = replace(screen, shown=await self._clock_started(table, shown))
        self._screens[table.channel, table.id] = screen
        await self._put(table.channel, table.id, "screen", screen)

    async def _clock_started(self, table: Table, shown: Sequence[Entry]) -> int:
        """Enter that a board has been shown: the version that the channel shows now.

        Of a table that has moved on meanwhile another board is shown.
        """
        entered = await self.enter_times(
            table.channel, table.id, lambda before: shown if before.version == table.version else ()
        )
        return entered.version if entered else table.version

    async def enter_times(self, channel: int, table: str, work: Callable[[Table], Sequence[Entry]]) -> Table | None:
        """Enter what `work` says of time in the log of an open table with a clock: the table after it; None if that is
        nothing, or there is no such table. `work` may be called several times.

        The channel does not show it yet: it is served afterwards as after any other change.
        """

        async def change(before: Table) -> Change | None:
            if before.clock is None or before.stage is not Stage.OPEN or not (times := tuple(work(before))):
                return None
            return Change(replace(before, clock=reduce(Clock.after, times, before.clock)), times=times)

        try:
            after, before, _ = await self._changed(channel, table, change, None)
        except Stale:
            return None
        return after if after.version > before.version else None

    async def advised(self, table: Table, thread: Advice, place: int = 0) -> Table:
        """Store the state of the private thread at a place; returns the table with it."""
        advice = replace(table.advice.having(place, thread), changes=table.advice.changes + 1)
        await self._put(table.channel, table.id, "advice", advice)
        if table.stage is not Stage.CLOSED:
            self._advice[table.channel, table.id] = advice
        return replace(table, advice=advice)


def _kept_for(pending: Table) -> int:
    """Seconds for which a table that has not begun is kept."""
    stands = _stands(pending)
    return REMEMBERED if stands < REMEMBERED else REMEMBERED + stands


def _stands(pending: Table) -> int:
    """Seconds for which a challenge can be answered; 0 once it was withdrawn."""
    about = pending.about
    return ceil(about.expires_at - about.made_at) if pending.stage is Stage.CHALLENGE else 0

"""What follows a save at the tables of the tests: a place where tables are shown or not, a process that is cut off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.ladder.facts import Fact, read_fact
from bot.store import StoreError
from bot.tables import intents
from bot.tables.lifecycle import Lifecycle
from bot.tables.table import Person, Screen, Table

from .tables import GUILD, Tables

TablesLifecycle = Lifecycle[str, str]


class Place:
    """Where everything is shown at once, unless a test says what keeps it from that; `done`: what it was asked, in its
    order, each with the version of the table.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.why: str | None = None
        self.lost = self.shut = False
        self.error: Exception | None = None
        self.done: list[tuple[str, int]] = []
        self.answers: list[str | None] = []

    async def show(self, table: Table, answer: str | None = None, anew: bool = False) -> str | None:
        self.done.append(("show", table.version))
        self.answers.append(answer)
        if self.error:
            raise self.error
        if self.why is None:
            await self._tables.repository.shown(table, Screen(message=1, shown=table.version))
        return self.why

    async def restore(self, table: Table) -> str | None:
        self.done.append(("restore", table.version))
        return self.why

    async def remind(self, table: Table) -> str | None:
        self.done.append(("remind", table.version))
        return self.why

    def closed_to_us(self, table: Table) -> bool:
        return self.shut

    async def gone(self, table: Table, why: str | None = None) -> bool:
        return self.lost

    def advise(self, table: Table) -> None:
        self.done.append(("advise", table.version))

    def forget(self, table: Table) -> None:
        self.done.append(("forget", table.version))


def lifecycle(tables: Tables, place: Place | None = None) -> TablesLifecycle:
    """What follows a save at these tables."""
    place = place or Place(tables)
    return Lifecycle(
        tables.store, tables.repository, tables.desk, tables.challenges, tables.clock, place, tables.ladders
    )


async def done(tables: Tables, serve: TablesLifecycle, person: Person, intent: intents.Intent) -> Table:
    """Somebody acts, and what follows follows."""
    table = (await tables.act(person, intent)).table
    await serve.serve(table)
    return table


async def started(tables: Tables) -> None:
    """A process takes up what was cut off."""
    serve = lifecycle(tables)
    async for table in serve.unfinished():
        await serve.take_up(table)


async def facts(tables: Tables) -> list[Fact]:
    """The list of the server."""
    return [read_fact(each.says) for each in await tables.store.ladder.entries(GUILD)]


async def ids(tables: Tables) -> list[str]:
    return [fact.id for fact in await facts(tables)]


#: What changes nothing in a store.
_READING = {"GET", "EXISTS", "HEXISTS", "HGET", "HGETALL", "HMGET", "SISMEMBER", "SSCAN", "ZRANGE", "ZSCAN", "ZSCORE"}


class Breaking:
    """A store of which command number `at` fails, before or after it has been done, and all that follow. `writes`: the
    numbers of the commands that may have written.
    """

    def __init__(self, tables: Tables, at: int, *, done: bool) -> None:
        self.count, self._at, self._done = 0, at, done
        self.writes = list[int]()
        self._ask = tables.store._connection.ask
        self._run = tables.store._connection.run
        tables.store._connection.ask = self.wrapped(self._ask)  # type: ignore[method-assign]
        tables.store._connection.run = self.wrapped(self._run)  # type: ignore[method-assign]

    def wrapped(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def broken(*words: Any) -> Any:
            self.count += 1
            if words[0] not in _READING:
                self.writes.append(self.count)
            if self.count > self._at or (self.count == self._at and not self._done):
                raise StoreError("the process has ended")
            answer = await call(*words)
            if self.count == self._at:
                raise StoreError("the process has ended")
            return answer

        return broken

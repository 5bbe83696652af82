"""Counted standings of a server's list of finished games, so that a page of the ladder needs no counting.

Derived from the list alone, so it is in no backup. A newer way of counting begins another `view` beside the shown one,
and replaces it once it has counted everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import member_pages, members

AT_A_TIME = 500
"""Values of a hash read or written by one command, at most."""

_COUNTED, _NAMES = "counted", "names"


class Counted(Struct, frozen=True):
    """The writes of counting further entries.

    `values`: by the name of a collection and of a value in it. `orders`: by the name of a board and a member's number,
    the sort key; None removes the member.
    """

    values: Mapping[str, Mapping[str, bytes]] = {}
    orders: Mapping[str, Mapping[int, float | None]] = {}

    def commands(self) -> Iterator[tuple[str, str, Sequence[str | bytes | float]]]:
        """Each command, the name of its collection, and its arguments."""
        if names := [*self.values, *self.orders]:
            yield "SADD", _NAMES, names
        for name, values in self.values.items():
            yield from (("HSET", name, [*part]) for part in _parts(part for pair in values.items() for part in pair))
        for name, orders in self.orders.items():
            there = ((order, str(number)) for number, order in orders.items() if order is not None)
            yield from (("ZADD", name, [*part]) for part in _parts(part for pair in there for part in pair))
            gone = (str(number) for number, order in orders.items() if order is None)
            yield from (("ZREM", name, [*part]) for part in _parts(gone))


class View:
    """One count of a server's list, as far as it has come. Methods may be repeated and raise, as those of `Store`."""

    def __init__(self, connection: Connection, guild: int, name: str) -> None:
        self._connection = connection
        self._guild = guild
        self.name = name

    async def counted(self) -> int:
        """How many entries of the list are counted."""
        return int(await self._connection.ask("GET", self._key(_COUNTED)) or 0)

    async def advance(self, before: int, counted: int, what: Counted) -> bool:
        """Write the results after `counted` entries. Returns False and writes nothing unless `before` were counted."""
        names: dict[str, int] = {_COUNTED: 1}
        parts: list[str | bytes | int | float] = []
        for command, name, arguments in what.commands():
            parts += [command, names.setdefault(name, len(names) + 1), len(arguments), *arguments]
        keys_ = [self._key(name) for name in names]
        return bool(await self._connection.run(scripts.ADVANCE, keys_, before, counted, *parts))

    async def values(self, collection: str, names: Sequence[str]) -> list[bytes | None]:
        """These values of a collection; None for missing ones."""
        found: list[bytes | None] = []
        for part in _parts(names):
            found += await self._connection.ask("HMGET", self._key(collection), *part)
        return found

    async def page(self, board: str, first: int, count: int, *, lowest: bool = False) -> list[tuple[int, float]]:
        """A page of a board from place `first` on, counted from 0: each number with its order, largest first or
        `lowest`.
        """
        command = "ZRANGE" if lowest else "ZREVRANGE"
        found = await self._connection.ask(command, self._key(board), first, first + count - 1, "WITHSCORES")
        pairs = found if found and not isinstance(found[0], bytes) else zip(found[::2], found[1::2], strict=True)
        return [(int(number), float(order)) for number, order in pairs]

    async def order(self, board: str, number: int) -> float | None:
        """A member's sort key on a board; None if not listed."""
        found = await self._connection.ask("ZSCORE", self._key(board), number)
        return None if found is None else float(found)

    async def above(self, board: str, order: float) -> int:
        """How many members are above this order."""
        return int(await self._connection.ask("ZCOUNT", self._key(board), f"({order!r}", "+inf"))

    async def place(self, board: str, number: int) -> int | None:
        """A member's place on a board, counted from 0."""
        found = await self._connection.ask("ZREVRANK", self._key(board), number)
        return None if found is None else int(found)

    async def size(self, board: str) -> int:
        return int(await self._connection.ask("ZCARD", self._key(board)))

    async def names(self) -> list[str]:
        return sorted(name.decode() for name in await members(self._connection, self._key(_NAMES)))

    async def content(self, name: str) -> dict[bytes, bytes | float]:
        """A whole collection or board, some hundreds of values at a time."""
        found: dict[bytes, bytes | float] = {}
        look = "ZSCAN" if await self._connection.ask("TYPE", self._key(name)) == b"zset" else "HSCAN"
        async for page in member_pages(self._connection, look, self._key(name)):
            found.update(page)
        return found

    async def drop(self) -> None:
        for name in (*await self.names(), _COUNTED, _NAMES):
            await self._connection.ask("UNLINK", self._key(name))

    def _key(self, name: str) -> str:
        return keys.of_view(self._guild, self.name, name)


def _parts(items: Iterable[str | bytes | float]) -> Iterator[list[str | bytes | float]]:
    """Chunks of at most `AT_A_TIME` pairs; none for no items."""
    part: list[str | bytes | float] = []
    for item in items:
        part.append(item)
        if len(part) == 2 * AT_A_TIME:
            yield part
            part = []
    if part:
        yield part

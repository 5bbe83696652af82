"""What has been counted of a server's list of finished games, so that a page of it is there at once.

It is made of the list alone and can be made again: therefore it is in no backup, and a newer way of counting begins
another `view` beside the one that is shown, which takes its place when it has counted everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import member_pages, members

AT_A_TIME = 500
"""Values of a hash that are read or written by one command, at most."""

_COUNTED, _NAMES = "counted", "names"


class Counted(Struct, frozen=True):
    """What is written when further entries are counted.

    `values`: by the name of a collection and of a value in it. `orders`: by the name of a board and the number of a
    person, what puts them in order there; None takes them off.
    """

    values: Mapping[str, Mapping[str, bytes]] = {}
    orders: Mapping[str, Mapping[int, float | None]] = {}

    def commands(self) -> Iterator[tuple[str, str, Sequence[str | bytes | float]]]:
        """Each command, the name it is about, and its arguments."""
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
    """One way of counting a server's list, as far as it has come. Methods as those of `Store`."""

    def __init__(self, connection: Connection, guild: int, name: str) -> None:
        self._connection = connection
        self._guild = guild
        self.name = name

    async def counted(self) -> int:
        """How many entries of the list are counted."""
        return int(await self._connection.ask("GET", self._key(_COUNTED)) or 0)

    async def advance(self, before: int, counted: int, what: Counted) -> bool:
        """Write what `counted` entries come to. Nothing is written, and the answer no, unless `before` were counted."""
        names: dict[str, int] = {_COUNTED: 1}
        parts: list[str | bytes | int | float] = []
        for command, name, arguments in what.commands():
            parts += [command, names.setdefault(name, len(names) + 1), len(arguments), *arguments]
        keys_ = [self._key(name) for name in names]
        return bool(await self._connection.run(scripts.ADVANCE, keys_, before, counted, *parts))

    async def values(self, collection: str, names: Sequence[str]) -> list[bytes | None]:
        """These values of a collection; None for each that is not there."""
        found: list[bytes | None] = []
        for part in _parts(names):
            found += await self._connection.ask("HMGET", self._key(collection), *part)
        return found

    async def page(self, board: str, first: int, count: int, *, lowest: bool = False) -> list[tuple[int, float]]:
        """Of a board from place `first` on, counted from 0: each number with its order, largest first or `lowest`."""
        command = "ZRANGE" if lowest else "ZREVRANGE"
        found = await self._connection.ask(command, self._key(board), first, first + count - 1, "WITHSCORES")
        pairs = found if found and not isinstance(found[0], bytes) else zip(found[::2], found[1::2], strict=True)
        return [(int(number), float(order)) for number, order in pairs]

    async def order(self, board: str, number: int) -> float | None:
        """What puts somebody in order on a board; None if they are not there."""
        found = await self._connection.ask("ZSCORE", self._key(board), number)
        return None if found is None else float(found)

    async def above(self, board: str, order: float) -> int:
        """How many there are above somebody of this order."""
        return int(await self._connection.ask("ZCOUNT", self._key(board), f"({order!r}", "+inf"))

    async def place(self, board: str, number: int) -> int | None:
        """At which place of a board somebody is listed, counted from 0."""
        found = await self._connection.ask("ZREVRANK", self._key(board), number)
        return None if found is None else int(found)

    async def size(self, board: str) -> int:
        """How many a board lists."""
        return int(await self._connection.ask("ZCARD", self._key(board)))

    async def names(self) -> list[str]:
        """Of all collections and boards."""
        return sorted(name.decode() for name in await members(self._connection, self._key(_NAMES)))

    async def content(self, name: str) -> dict[bytes, bytes | float]:
        """A whole collection or board, some hundreds of values at a time."""
        found: dict[bytes, bytes | float] = {}
        look = "ZSCAN" if await self._connection.ask("TYPE", self._key(name)) == b"zset" else "HSCAN"
        async for page in member_pages(self._connection, look, self._key(name)):
            found.update(page)
        return found

    async def drop(self) -> None:
        """Nothing of it is there any more."""
        for name in (*await self.names(), _COUNTED, _NAMES):
            await self._connection.ask("UNLINK", self._key(name))

    def _key(self, name: str) -> str:
        return keys.of_view(self._guild, self.name, name)


def _parts(items: Iterable[str | bytes | float]) -> Iterator[list[str | bytes | float]]:
    """As few as possible, each of at most `AT_A_TIME` pairs; nothing for nothing."""
    part: list[str | bytes | float] = []
    for item in items:
        part.append(item)
        if len(part) == 2 * AT_A_TIME:
            yield part
            part = []
    if part:
        yield part

"""Long values a page at a time, so that neither the server nor the event loop is blocked by one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice
from typing import Any, Literal, TypeVar

from bot.store import scripts
from bot.store.connection import Connection

PAGE = 500
"""Log entries per answer, at most, and about as many members of a set."""

T = TypeVar("T")

Said = tuple[bytes, dict[bytes, bytes]]
"""An entry of a log: its id, and its fields."""


async def log_pages(
    connection: Connection, log: str, first: int | str = "-", last: int | str = "+"
) -> AsyncIterator[list[Said]]:
    """The entries of a log from `first` to `last`, both included: their numbers from 1, or ids."""
    while page := await connection.ask("XRANGE", log, first, last, "COUNT", PAGE):
        yield page
        if len(page) < PAGE:
            return
        first = f"({page[-1][0].decode()}"


async def latest_pages(connection: Connection, log: str) -> AsyncIterator[list[Said]]:
    """The entries of a log, the latest first."""
    last = "+"
    while page := await connection.ask("XREVRANGE", log, last, "-", "COUNT", PAGE):
        yield page
        if len(page) < PAGE:
            return
        last = f"({page[-1][0].decode()}"


async def said_pages(
    connection: Connection, log: str, first: int | str = "-", last: int | str = "+", field: str = "do"
) -> AsyncIterator[list[bytes]]:
    """The values of a log's entries, or another field of them, from `first` to `last` as for `log_pages`."""
    page = [b""] * PAGE
    while len(page) == PAGE:
        latest, page = await connection.run(scripts.READ_LOG, [log], first, last, PAGE, field)
        yield page
        first = f"({latest.decode()}"


async def member_pages(
    connection: Connection, look: Literal["SSCAN", "ZSCAN", "HSCAN"], name: str
) -> AsyncIterator[Any]:
    """The members of a set, (member, score) of a sorted one, or those of a hash as a `dict`.

    With the guarantees of SCAN: all members that are there throughout, perhaps some that come or go, or change their
    score; some may come twice. See https://redis.io/docs/latest/commands/scan/.
    """
    cursor, first = 0, True
    while cursor or first:
        cursor, page = await connection.ask(look, name, cursor, "COUNT", PAGE)
        yield page
        first = False


async def members(connection: Connection, name: str) -> list[bytes]:
    """All members of a set, without duplicates."""
    found: dict[bytes, None] = {}
    async for page in member_pages(connection, "SSCAN", name):
        found.update(dict.fromkeys(page))
    return list(found)


async def scored(connection: Connection, name: str) -> dict[bytes, float]:
    """The scores of all members of a sorted set, in no particular order."""
    found: dict[bytes, float] = {}
    async for page in member_pages(connection, "ZSCAN", name):
        found.update(page)
    return found


async def by_score(connection: Connection, name: str) -> list[bytes]:
    """All members of a sorted set, without duplicates, the lowest score first."""
    found = await scored(connection, name)
    return [member for _, member in sorted((score, member) for member, score in found.items())]


def batches(whole: Iterable[T], most: int) -> Iterator[list[T]]:
    """Everything, at most so much at a time."""
    rest = iter(whole)
    while some := list(islice(rest, most)):
        yield some

"""Long values a page at a time, so that neither the server nor the loop is held up by one of them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.store.connection import Connection

LOG_PAGE = 500
"""Entries of a log in one answer."""

Said = tuple[bytes, dict[bytes, bytes]]
"""An entry of a log: its id, which is its number and `-0`, and what it says by name."""


async def log_pages(
    connection: Connection, log: str, first: int = 1, last: int | None = None
) -> AsyncIterator[list[Said]]:
    """The entries of a log from number `first` up to `last`, both counted from 1 and included; None: to its end."""
    beginning, end = f"{first}-0", "+" if last is None else f"{last}-0"
    while page := await connection.ask("XRANGE", log, beginning, end, "COUNT", LOG_PAGE):
        yield page
        if len(page) < LOG_PAGE:
            return
        beginning = f"({page[-1][0].decode()}"

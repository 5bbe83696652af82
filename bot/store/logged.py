"""Storage of things that are a log of entries with a record of fields: tables, leagues.

Each belongs to an owner, such as a channel, whose hash tag its keys share, and has an id. Values are bytes and mean
nothing here. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from enum import Enum

from bot.store import keys, scripts
from bot.store.answers import Record, Saved
from bot.store.connection import PATIENCE, Connection
from bot.store.games import Begins, Ends
from bot.store.pages import log_pages, said_pages

RECEIPT_LIFE = 24 * 3600
"""Seconds a receipt is remembered."""

CALL_LIFE = 10 * round(PATIENCE)
"""Seconds a save without a receipt is remembered: longer than its retries last."""

_VERSION = "@version"


class Hold(Enum):
    """What a save does to what its owner holds: leaves it as it is, takes it, takes it over from another one, or
    leaves it if this one has it.
    """

    AS_IS = ""
    TAKE = "take"
    OVER = "over"
    LEAVE = "leave"


class Logged:
    def __init__(self, connection: Connection, kind: keys.Kind = keys.TABLES) -> None:
        self._connection, self._kind = connection, kind

    async def load(self, owner: int, id: str, fields: Sequence[str] = ()) -> Record | None:
        """The record as stored, or only these of its fields; None if it does not exist."""
        key = self._kind.record(owner, id)
        if fields:
            values = await self._connection.ask("HMGET", key, _VERSION, *fields)
            stored = dict(zip((_VERSION, *fields), values, strict=True))
        else:
            stored = {name.decode(): value for name, value in (await self._connection.ask("HGETALL", key)).items()}
        version = stored.pop(_VERSION, None)
        if version is None:
            return None
        return Record(int(version), {name: value for name, value in stored.items() if value is not None})

    async def save(
        self,
        owner: int,
        id: str,
        expected: int,
        fields: Mapping[str, bytes],
        entries: Sequence[bytes] = (),
        *,
        games: Sequence[Begins | Ends] = (),
        receipt: str | None = None,
        hold: Hold = Hold.AS_IS,
        expire: int | None = None,
        listed: bytes = b"",
    ) -> Saved:
        """Write fields and append log entries atomically, if the stored version is the expected one.

        `expected`: the version loaded before, 0 if it must not exist yet. Fields not named keep their values. `games`:
        what these entries change about a table's games, in this order. `receipt`: a name, unique for the owner, under
        which this is saved at most once in `RECEIPT_LIFE`; two saves for one reason need two. `hold`: its
        effect on what the owner holds. `expire`: seconds after which it expires
        with its log, games and hold; None: never. `listed`: its summary in the owner's list, for kinds that have one.

        After a `StoreError` the outcome is unknown. The same call with the same receipt is then safe, and REPEATED
        means that it was saved; without a receipt, load and look.
        """
        _check(*fields)
        kind, token = self._kind, secrets.token_hex(8)
        known_as, life = (
            (kind.call(owner, token), CALL_LIFE) if receipt is None else (kind.receipt(owner, receipt), RECEIPT_LIFE)
        )
        answer = await self._connection.run(
            scripts.SAVE,
            [*kind.whole(owner, id), kind.held(owner), kind.listed(owner), known_as],
            *(id, expected, token, life),
            hold.value,
            "" if expire is None else expire,
            listed,
            len(fields),
            len(games),
            *(part for field in fields.items() for part in field),
            *(part for mark in games for part in mark.stored()),
            *entries,
        )
        return Saved(answer.decode())

    async def refresh(self, owner: int, id: str, expected: int, field: str, value: bytes) -> bool:
        """Write a field that is only a cache, if the stored version is the expected one; returns whether it was.

        The version stays as it is.
        """
        _check(field)
        key = self._kind.record(owner, id)
        return await self._connection.run(scripts.REFRESH, [key], expected, field, value) == 1

    async def put(self, owner: int, id: str, field: str, value: bytes) -> None:
        """Write a field regardless of the version, such as the id of the message that shows the thing.

        After it has expired, nothing can be loaded all the same.
        """
        _check(field)
        await self._connection.ask("HSET", self._kind.record(owner, id), field, value)

    async def seen(self, owner: int, receipt: str) -> bool:
        return await self._connection.ask("EXISTS", self._kind.receipt(owner, receipt)) == 1

    async def log(self, owner: int, id: str, first: int = 1, last: int | None = None) -> list[bytes]:
        """The log entries in the order of saving, from number `first` (1: the header) up to `last`.

        The log is append-only, so pages read one after the other form the log as it was at the last page.
        """
        return [entry async for page in self._log(owner, id, first, last) for entry in page]

    async def log_lines(self, owner: int, id: str, first: int = 1, last: int | None = None) -> bytes:
        """As `log`, for entries without line breaks: one per line, a cheap form for passing on a long log."""
        return b"\n".join([b"\n".join(page) async for page in self._log(owner, id, first, last) if page])

    async def log_times(self, owner: int, id: str, first: int = 1, last: int | None = None) -> list[float]:
        """When these entries of a log were saved, in seconds since 1970."""
        pages = log_pages(self._connection, self._kind.log(owner, id), first, "+" if last is None else last)
        return [int(said[b"at"]) / 1000 async for page in pages for _, said in page]

    def _log(self, owner: int, id: str, first: int, last: int | None) -> AsyncIterator[list[bytes]]:
        return said_pages(self._connection, self._kind.log(owner, id), first, "+" if last is None else last)


def _check(*fields: str) -> None:
    if _VERSION in fields:
        raise ValueError(f"a field must not be called {_VERSION}")

"""Storage of things that are a log of entries with a record of fields: tables, leagues.

Each belongs to an owner, such as a channel, whose hash tag its keys share, and has an id. Values are bytes and mean
nothing here. What is over may be packed (`bot.store.packing`): it is read as before, and a write unpacks it. Methods
may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from enum import Enum
from typing import Literal

from bot.io_thread import run_in_io_thread
from bot.store import keys, scripts
from bot.store.answers import Record, Saved
from bot.store.connection import PATIENCE, Connection
from bot.store.due import Due
from bot.store.games import Begins, Ends, kept_of_games
from bot.store.packing import CannotUnpack, Unpacked, pack, unpack
from bot.store.pages import PAGE, batches, said_pages
from bot.store.passing import place

RECEIPT_LIFE = 24 * 3600
"""Seconds a receipt is remembered."""

CALL_LIFE = 10 * round(PATIENCE)
"""Seconds a save without a receipt is remembered: longer than its retries last."""

PACKING = "packing"
"""The kind of due items for what is over and not packed, with the key `owner:id`."""

PACKED_AFTER = 3600
"""Seconds after which that is packed, and for which its log then stays for whoever is reading it."""

_LONG = 50_000
"""Bytes of a packed log that takes some milliseconds to unpack."""

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
        stored = await self._stored(owner, id, *((_VERSION, *fields) if fields else ()))
        if isinstance(stored, bytes):
            whole = await _unpacked(stored)
            wanted = {name: value for name, value in whole.fields.items() if not fields or name in fields}
            return Record(whole.version, wanted)
        version = stored.pop(_VERSION, None)
        return None if version is None else Record(int(version), stored)

    async def _stored(self, owner: int, id: str, *fields: str) -> bytes | dict[str, bytes]:
        """The packed form, or these fields of the record that there are, all if none is named."""
        found = await self._connection.run(scripts.READ_RECORD, [self._kind.record(owner, id)], *fields)
        if isinstance(found, bytes):
            return found
        pairs = zip(found[::2], found[1::2], strict=True)
        return {name.decode(): value for name, value in pairs if value is not None}

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
        which this is saved at most once in `RECEIPT_LIFE`; two saves for one reason need two. `hold`: its effect on
        what the owner holds. `expire`: seconds after which it expires with its log, games and hold; None: never.
        `listed`: its summary in the owner's list, for kinds that have one.

        After a `StoreError` the outcome is unknown. The same call with the same receipt is then safe, and REPEATED
        means that it was saved; without a receipt, load and look.
        """
        _check(*fields)
        kind, token = self._kind, secrets.token_hex(8)
        known_as, life = (
            (kind.call(owner, token), CALL_LIFE) if receipt is None else (kind.receipt(owner, receipt), RECEIPT_LIFE)
        )
        command = (
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
        while (answer := await self._connection.run(*command)) == b"PACKED":
            await self.unpack(owner, id)
        return Saved(answer.decode())

    async def refresh(self, owner: int, id: str, expected: int, field: str, value: bytes) -> bool:
        """Write a field that is only a cache, if the stored version is the expected one; returns whether it was.

        The version stays as it is.
        """
        _check(field)
        command = scripts.REFRESH, [self._kind.record(owner, id)], expected, field, value
        while (answer := await self._connection.run(*command)) < 0:
            await self.unpack(owner, id)
        return answer == 1

    async def put(self, owner: int, id: str, field: str, value: bytes) -> None:
        """Write a field regardless of the version, such as the id of the message that shows the thing.

        After it has expired, nothing can be loaded all the same.
        """
        _check(field)
        await self._put(owner, id, self._kind.record(owner, id), field, value)

    async def put_of_games(self, owner: int, id: str, name: str, value: bytes) -> None:
        """Write something under a name beside the games."""
        await self._put(owner, id, self._kind.games(owner, id), name, value)

    async def _put(self, owner: int, id: str, key: str, name: str, value: bytes) -> None:
        while not await self._connection.run(scripts.PUT, [self._kind.record(owner, id), key], name, value):
            await self.unpack(owner, id)

    async def of_games(self, owner: int, id: str, names: Sequence[str]) -> list[bytes | None]:
        """What stands under these names beside the games; None for missing ones."""
        if whole := await self._packed(owner, id):
            return [whole.games.get(name) for name in names]
        return await kept_of_games(self._connection, self._kind.games(owner, id), names)

    async def names_of_games(self, owner: int, id: str) -> list[str]:
        """Everything that stands beside the games."""
        if whole := await self._packed(owner, id):
            return list(whole.games)
        return [name.decode() for name in await self._connection.ask("HKEYS", self._kind.games(owner, id))]

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
        pages = self._log(owner, id, first, last, "at")
        return [int(at) / 1000 async for page in pages for at in page]

    async def _log(
        self, owner: int, id: str, first: int, last: int | None, field: Literal["do", "at"] = "do"
    ) -> AsyncIterator[list[bytes]]:
        """What these entries say, or when each was saved, in milliseconds since 1970."""
        # Asked first: a log that is packed meanwhile stays until it has been read.
        if whole := await self._packed(owner, id):
            yield (whole.entries if field == "do" else [b"%d" % at for at in whole.times])[first - 1 : last]
            return
        log, end = self._kind.log(owner, id), "+" if last is None else last
        async for page in said_pages(self._connection, log, first, end, field):
            yield page

    # Packed

    async def _packed(self, owner: int, id: str) -> Unpacked | None:
        """What is packed; None if it is stored at length, or not at all."""
        stored = await self._stored(owner, id, _VERSION) if self._kind.packs else {}
        return await _unpacked(stored) if isinstance(stored, bytes) else None

    async def pack(self, owner: int, id: str, stays: int = PACKED_AFTER) -> bool:
        """Pack something that is over; returns whether it needs no more. It is left alone if it changes meanwhile.

        `stays`: seconds for which its log stays.
        """
        fields = await self._stored(owner, id)
        if isinstance(fields, bytes) or not fields:
            return True
        names = self._kind.whole(owner, id)
        games: Mapping[bytes, bytes] = await self._connection.ask("HGETALL", names[2])
        entries = [entry async for page in said_pages(self._connection, names[1]) for entry in page]
        pages = said_pages(self._connection, names[1], last=len(entries), field="at")
        times = [int(at) async for page in pages for at in page]
        packed = await run_in_io_thread(_packed, fields, games, entries, times)
        as_read = (word for pair in (*fields.items(), *games.items()) for word in pair)
        done = await self._connection.run(scripts.PACK, list(names), packed, stays, len(entries), len(fields), *as_read)
        return done == 1

    async def unpack(self, owner: int, id: str) -> None:
        """Store something packed at length again, before it is changed; it is packed again later."""
        await Due(self._connection).set(PACKING, place(owner, id), time.time() + PACKED_AFTER)
        packed = await self._stored(owner, id, _VERSION)
        if not isinstance(packed, bytes):
            return
        whole, draft = await _unpacked(packed), self._kind.call(owner, secrets.token_hex(8))
        vanishes = round(1000 * (time.time() + PACKED_AFTER))
        entries = enumerate(zip(whole.times, whole.entries, strict=True), 1)
        for some in batches(entries, PAGE):
            words = [word for number, (at, says) in some for word in (5, f"{number}-0", "at", at, "do", says)]
            await self._connection.run(scripts.WRITE_KEY, [draft], "XADD", vanishes, *words)
        fields = {_VERSION: b"%d" % whole.version, **whole.fields}
        anew = (word for pair in (*fields.items(), *whole.games.items()) for word in pair)
        await self._connection.run(scripts.UNPACK, [*self._kind.whole(owner, id), draft], packed, len(fields), *anew)


def _packed(fields: Mapping[str, bytes], games: Mapping[bytes, bytes], entries: list[bytes], times: list[int]) -> bytes:
    """The packed form of what was read. Raises `CannotUnpack` if it could not be read again."""
    whole = Unpacked(
        version=int(fields[_VERSION]),
        fields={name: value for name, value in fields.items() if name != _VERSION},
        games={name.decode(): value for name, value in games.items()},
        entries=entries,
        times=times,
    )
    packed = pack(whole)
    if unpack(packed) != whole:
        raise CannotUnpack("it does not say what was packed")
    return packed


async def _unpacked(packed: bytes) -> Unpacked:
    """What is packed; a long one is unpacked beside the event loop."""
    return unpack(packed) if len(packed) < _LONG else await run_in_io_thread(unpack, packed)


def _check(*fields: str) -> None:
    if _VERSION in fields:
        raise ValueError(f"a field must not be called {_VERSION}")

"""The file format of a backup: a line with the format and a digest of the rest, then packed entries.

So a truncated or damaged file is detected before any of it is used. Which keys exist, and which belong together, is
known elsewhere.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import re
import tempfile
import zlib
from collections.abc import Callable, Iterator
from enum import Enum
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.store import keys
from bot.store.errors import OlderData, StoreError

T = TypeVar("T")

FORMAT = 2
"""The number of the file format, the only one that is read. Nothing was released before."""

_TITLE = re.compile(rb"chouette backup ([1-9]\d*) ([0-9a-f]{64})\n")
_LONGEST_TITLE = 100
_SIZE = 4
"""Size in bytes of the length before each packed value."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The store schema of the entries, and when the backup began (seconds since 1970)."""

    schema: int
    made_at: float


class Kind(Enum):
    """The Redis type of a key."""

    STRING = "string"
    HASH = "hash"
    SET = "set"
    SORTED_SET = "zset"
    STREAM = "stream"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A key, or a part of it: the entries of one key are consecutive, their items in order.

    An item is the arguments of one writing command after the key; `vanishes`: its expiry, milliseconds since 1970.
    """

    key: str
    kind: Kind
    items: tuple[tuple[bytes, ...], ...]
    vanishes: int | None = None


@contextlib.contextmanager
def new_archive(file: Path, header: Header) -> Iterator[Callable[[Entry], None]]:
    """Create a file and yield the function that adds an entry. The file appears whole or not at all, readable by its
    owner alone.

    Raises `StoreError` if the file exists already or cannot be written.
    """
    try:
        if os.path.lexists(file):
            raise FileExistsError
        number, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with open(number, "w+b") as stream, _packing(stream, header) as add:
                yield add
            open(file, "xb").close()  # reserves the name; fails if another process has taken it meanwhile
            os.replace(draft, file)
        finally:
            Path(draft).unlink(missing_ok=True)
    except FileExistsError as error:
        raise StoreError(f"{file} exists already. It is left as it is; choose another name.") from error
    except OSError as error:
        raise StoreError(f"The backup {file} cannot be written: {error.strerror}.") from error


@contextlib.contextmanager
def _packing(stream: BufferedRandom, header: Header) -> Iterator[Callable[[Entry], None]]:
    start = stream.write(_title("0" * 64))
    with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:

        def add(value: Header | Entry) -> None:
            data = msgspec.msgpack.encode(value)
            packed.write(len(data).to_bytes(_SIZE, "big") + data)

        add(header)
        yield add
    stream.seek(start)
    digest = hashlib.file_digest(stream, "sha256").hexdigest()
    stream.seek(0)
    stream.write(_title(digest))
    stream.flush()
    os.fsync(stream.fileno())


def _title(digest: str) -> bytes:
    return f"chouette backup {FORMAT} {digest}\n".encode()


@contextlib.contextmanager
def open_archive(file: Path) -> Iterator[Archive]:
    """Open a backup file. Raises `StoreError` if it cannot be read, is not a backup, or is damaged."""
    try:
        with file.open("rb") as stream:
            yield Archive(file, stream)
    except OSError as error:
        raise StoreError(f"The backup {file} cannot be read: {error.strerror}.") from error


class Archive:
    """A verified backup file. Use `open_archive`."""

    def __init__(self, file: Path, stream: BufferedReader) -> None:
        self._stream = stream
        self._damage = StoreError(f"The backup {file} is damaged or incomplete. Use another one.")
        title = _TITLE.fullmatch(stream.readline(_LONGEST_TITLE))
        if title is None:
            raise StoreError(f"The file {file} is no backup of this bot.")
        if int(title[1]) > FORMAT:
            raise StoreError(f"The backup {file} was made by a newer version of the bot. Restore it with that one.")
        if int(title[1]) < FORMAT:
            raise OlderData(
                f"The backup {file} was made before the first release: only the version that made it can restore it."
            )
        self._start = stream.tell()
        if hashlib.file_digest(stream, "sha256").hexdigest() != title[2].decode():
            raise self._damage
        self.header = self._value(next(self._packed(), b""), Header)
        for _ in self.entries():  # verify the whole file before any of it is used
            pass

    def entries(self) -> Iterator[Entry]:
        """Every entry, from the first; may be called repeatedly."""
        packed = self._packed()
        next(packed)
        for data in packed:
            entry = self._value(data, Entry)
            if not (keys.is_ours(entry.key) and keys.lasts(entry.key)):
                raise self._damage
            yield entry

    def _value(self, data: bytes, kind: type[T]) -> T:
        try:
            return msgspec.msgpack.decode(data, type=kind)
        except msgspec.MsgspecError as error:
            raise self._damage from error

    def _packed(self) -> Iterator[bytes]:
        self._stream.seek(self._start)
        try:
            with gzip.GzipFile(fileobj=self._stream) as unpacked:
                while size := unpacked.read(_SIZE):
                    yield unpacked.read(int.from_bytes(size, "big"))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise self._damage from error

"""The file of a backup: a line that names the format and the digest of what follows, then packed entries.

So a file that is cut short or damaged is known before anything in it is believed. What lies where in a store, and what
has to belong together, is known elsewhere.
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
"""Number of the shape of the file, the only one that is read. Nothing was released before."""

_TITLE = re.compile(rb"chouette backup ([1-9]\d*) ([0-9a-f]{64})\n")
_LONGEST_TITLE = 100
_SIZE = 4
"""Bytes before each packed value, which say how long it is."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which store schema the entries are, and when the backup began (seconds since 1970)."""

    schema: int
    made_at: float


class Kind(Enum):
    """What a key holds, as the server calls it."""

    STRING = "string"
    HASH = "hash"
    SET = "set"
    SORTED_SET = "zset"
    STREAM = "stream"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A key, or a part of it: the entries of one key follow each other, their items in order.

    An item is what one writing command says after the key; `vanishes`: milliseconds since 1970.
    """

    key: str
    kind: Kind
    items: tuple[tuple[bytes, ...], ...]
    vanishes: int | None = None


@contextlib.contextmanager
def new_archive(file: Path, header: Header) -> Iterator[Callable[[Entry], None]]:
    """Gives what adds an entry to a new file, which is there whole or not at all, and only for its owner to read.

    Raises `StoreError` if there is such a file already or it cannot be written.
    """
    try:
        if os.path.lexists(file):
            raise FileExistsError
        number, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with open(number, "w+b") as stream, _packing(stream, header) as add:
                yield add
            open(file, "xb").close()  # takes the name, unless somebody has it meanwhile
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
    """A file of a backup. Raises `StoreError` if it cannot be read, is none, or is damaged."""
    try:
        with file.open("rb") as stream:
            yield Archive(file, stream)
    except OSError as error:
        raise StoreError(f"The backup {file} cannot be read: {error.strerror}.") from error


class Archive:
    """A file of a backup that is whole. Use `open_archive`."""

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
        for _ in self.entries():  # nothing is believed before all can be read
            pass

    def entries(self) -> Iterator[Entry]:
        """Every entry, from the first however often it is called."""
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

"""Files with files in them: a `.zip` of match files, and a collection of `.ogxm`; unpacked in memory, within limits.

Nothing is written anywhere under a name from the file, and what the file says of its own sizes is not believed.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from bot.backgammon import Illegal
from bot.backgammon.record_faults import InvalidRecord
from bot.core.refusal import Refused
from bot.ogxm import collection, is_ogxm
from bot.tables.heads_up.imports import (
    LARGEST,
    Brought,
    ImportFault,
    at_most,
    matches_of,
    read_file,
    records_of,
)

MOST_FILES = 1000
"""Maximum files in one."""
LARGEST_UNPACKED = 30_000_000
"""Maximum bytes of all files in one."""
LONGEST_ARCHIVE = 30
"""Maximum seconds of work for one."""

_SUFFIXES = frozenset((".mat", ".txt", ".sgf", ".xg", ".ogxm", ".ogxms"))
_NOTES = "notes.txt"
_ENCRYPTED = 1


class RefusedFile(NamedTuple):
    """A file in another that was not read, or a match of it that is not kept, and why."""

    name: str
    why: Refused | InvalidRecord


class Unpacked(NamedTuple):
    """The matches of a file, each once, and what was refused of it. `several`: it is one that has files in it."""

    found: tuple[Brought, ...]
    refused: tuple[RefusedFile, ...] = ()
    several: bool = False


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def read_any(data: bytes) -> Unpacked:
    """The matches of a file of any kind, for a worker. Raises `InvalidRecord`, or `Illegal`, if none is read."""
    zipped = is_zip(data)
    if not zipped and not is_ogxm(data):
        if len(data) > LARGEST:
            raise Illegal(ImportFault.TOO_BIG)
        return Unpacked(each_once(read_file(data)))
    with at_most(LONGEST_ARCHIVE):
        if zipped:
            files = tuple(_unzipped(data))
        else:
            members = collection(data)
            files = tuple((f"{number}.ogxm", member) for number, member in enumerate(members, 1))
            if len(files) > MOST_FILES:
                raise Illegal(ImportFault.TOO_MANY_FILES, most=MOST_FILES)
            if len(members) == 1:
                return Unpacked(read_file(data))
        return _read(files)


def _read(files: Sequence[tuple[str, bytes | Refused | InvalidRecord]]) -> Unpacked:
    found, refused = list[Brought](), list[RefusedFile]()
    for name, data in files:
        try:
            found += _matches(data)
        except (Illegal, InvalidRecord) as why:
            if isinstance(why, Illegal) and why.reason is ImportFault.TOO_LONG:
                raise
            refused.append(RefusedFile(name, why))
    if not found and not refused:
        raise Illegal(ImportFault.NO_MATCH)
    return Unpacked(each_once(found), tuple(refused), several=True)


def each_once(found: Sequence[Brought]) -> tuple[Brought, ...]:
    """Without matches whose games are all in earlier ones."""
    kept, known = list[Brought](), set[str]()
    for match in found:
        if not known.issuperset(match.digests):
            kept.append(match)
        known.update(match.digests)
    return tuple(kept)


def _matches(data: bytes | Refused | InvalidRecord) -> tuple[Brought, ...]:
    if not isinstance(data, bytes):
        raise data
    if len(data) > LARGEST:
        raise Illegal(ImportFault.TOO_BIG)
    return matches_of(records_of(data))


def _unzipped(data: bytes) -> Iterator[tuple[str, bytes | Refused | InvalidRecord]]:
    """The files of a `.zip` by name, or why each is refused; those that cannot be matches are left out."""
    room = LARGEST_UNPACKED
    try:
        with ZipFile(io.BytesIO(data)) as zipped:
            entries = zipped.infolist()
            if len(entries) > MOST_FILES:
                raise Illegal(ImportFault.TOO_MANY_FILES, most=MOST_FILES)
            for entry in entries:
                if (fault := _fault(entry)) is not None:
                    yield entry.filename, Illegal(fault)
                    continue
                if not _wanted(entry):
                    continue
                try:
                    content = _content(zipped, entry, room)
                except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError):
                    yield entry.filename, Illegal(ImportFault.NOT_ZIP)
                    continue
                room -= len(content)
                if room < 0:
                    raise Illegal(ImportFault.TOO_WIDE, most=LARGEST_UNPACKED // 1_000_000)
                yield from _members(entry.filename, content)
    except (BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise Illegal(ImportFault.NOT_ZIP) from error


def _content(zipped: ZipFile, entry: ZipInfo, room: int) -> bytes:
    """The bytes of a file, one more than there is room for at most."""
    with zipped.open(entry) as opened:
        return opened.read(room + 1)


def _members(name: str, content: bytes) -> Iterator[tuple[str, bytes | Refused | InvalidRecord]]:
    """A file of a `.zip`, or those of a collection there."""
    if not is_ogxm(content):
        yield name, content
        return
    try:
        members = collection(content)
    except InvalidRecord as error:
        yield name, error
        return
    if len(members) > MOST_FILES:
        raise Illegal(ImportFault.TOO_MANY_FILES, most=MOST_FILES)
    for number, member in enumerate(members, 1):
        yield (name if len(members) == 1 else f"{name} ({number})"), member


def _fault(entry: ZipInfo) -> ImportFault | None:
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or entry.filename[1:2] == ":":
        return ImportFault.BAD_PATH
    if entry.flag_bits & _ENCRYPTED:
        return ImportFault.ENCRYPTED
    return ImportFault.NESTED if path.suffix.lower() == ".zip" else None


def _wanted(entry: ZipInfo) -> bool:
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return not (entry.is_dir() or hidden or path.name == _NOTES) and path.suffix.lower() in _SUFFIXES

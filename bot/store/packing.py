"""A finished table as one value: its record, its games and its log, compressed with a dictionary of what such logs say.

The form is two bytes and a deflate stream (RFC 1951): the number of the form, the number of the dictionary, then the
names, lengths and times as a JSON line, and the values themselves. What was packed with a dictionary is unpacked with
it for ever: a better one gets the next number. `python -m tests.dictionary` makes it.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib import resources
from itertools import accumulate, pairwise

import msgspec

from bot.store.errors import StoreError

FORM, DICTIONARY = 1, 1
"""What is written; all earlier ones are read."""

_RAW, _LEVEL = -15, 9


class Unpacked(msgspec.Struct, frozen=True):
    """A table as it is stored at length. `times`: when each entry was saved, in milliseconds since 1970."""

    version: int
    fields: dict[str, bytes]
    games: dict[str, bytes]
    entries: list[bytes]
    times: list[int]


class _Plan(msgspec.Struct, array_like=True):
    """What the values are, in their order: lengths of entries, of which none is needed where each is a line, names and
    lengths of games and fields; and the differences between the times of entries.
    """

    version: int
    fields: list[tuple[str, int]]
    games: list[tuple[str, int]]
    times: list[int]
    entries: list[int] | None = None


class CannotUnpack(StoreError):
    """What is stored is no packed table, or that of a newer bot."""

    def __init__(self, why: str) -> None:
        super().__init__(f"A packed table cannot be read: {why}.")


def pack(table: Unpacked) -> bytes:
    """Compress a table."""
    deflate = zlib.compressobj(_LEVEL, wbits=_RAW, zdict=dictionary(DICTIONARY))
    return bytes((FORM, DICTIONARY)) + deflate.compress(as_said(table)) + deflate.flush()


def as_said(table: Unpacked) -> bytes:
    """What is compressed of a table."""
    lines = bool(table.entries) and not any(b"\n" in entry for entry in table.entries)
    plan = _Plan(
        table.version,
        [(name, len(value)) for name, value in table.fields.items()],
        [(name, len(value)) for name, value in table.games.items()],
        [after - before for before, after in pairwise((0, *table.times))],
        None if lines else [len(entry) for entry in table.entries],
    )
    said = msgspec.json.encode(plan), b"".join(table.fields.values()), b"".join(table.games.values())
    return b"\n".join((said[0], b"".join(said[1:]) + (b"\n" if lines else b"").join(table.entries)))


def unpack(packed: bytes) -> Unpacked:
    """What `pack` was given. Raises `CannotUnpack`."""
    try:
        if packed[0] != FORM:
            raise CannotUnpack(f"form {packed[0]} is not known")
        inflate = zlib.decompressobj(wbits=_RAW, zdict=dictionary(packed[1]))
        said, _, values = (inflate.decompress(packed[2:]) + inflate.flush()).partition(b"\n")
        plan = msgspec.json.decode(said, type=_Plan)
    except (IndexError, FileNotFoundError, zlib.error, msgspec.MsgspecError) as error:
        raise CannotUnpack(str(error)) from error
    named = [*plan.fields, *plan.games]
    ends = list(accumulate((*(length for _, length in named), *(plan.entries or ())), initial=0))
    parts = [values[start:end] for start, end in pairwise(ends)]
    entries = values[ends[-1] :].split(b"\n") if plan.entries is None else parts[len(named) :]
    if not inflate.eof or len(entries) != len(plan.times) or (plan.entries is not None and ends[-1] != len(values)):
        raise CannotUnpack("it is not whole")
    values_of = dict(zip((name for name, _ in plan.fields), parts, strict=False))
    games = dict(zip((name for name, _ in plan.games), parts[len(plan.fields) :], strict=False))
    return Unpacked(plan.version, values_of, games, entries, list(accumulate(plan.times)))


@cache
def dictionary(number: int) -> bytes:
    """The dictionary of this number. Raises `FileNotFoundError`."""
    return resources.files("bot.store").joinpath("dictionaries", f"{number}.bin").read_bytes()

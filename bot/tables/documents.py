"""Small JSON documents, edited field by field without loss of unknown data.

Another version of the bot may have written them. A field that cannot be read has its value of `safe` and stays
unchanged in the document when others are edited; so does an unknown field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import FieldInfo, fields, replace

_Document = TypeVar("_Document", bound=Struct)
_Object = dict[str, Raw]


class Unreadable(ValueError):
    """A change is refused because the stored value cannot be read."""


def read(data: bytes, safe: _Document) -> _Document:
    """A document as far as it can be read; a missing field has its default.

    Unreadable list entries are left out; a list without any readable entry counts as unreadable.
    """
    stored = _object(data)
    if stored is None:
        return safe
    found = type(safe)()
    for field in _fields(type(safe)):
        if field.name not in stored:
            continue
        fallback = getattr(safe, field.name)
        try:
            found = replace(found, **{field.name: _value(bytes(stored[field.name]), field.type, fallback)})
        except ValueError:
            found = replace(found, **{field.name: fallback})
    return found


def changed(data: bytes, before: _Document, after: _Document) -> bytes:
    """The document with the differences between `before` (as read) and `after` applied; all else is unchanged.

    Setting a whole value replaces an unreadable one. Raises `Unreadable` if only a part of it is set.
    """
    stored = _object(data)
    if stored is None:
        raise Unreadable
    for field in _fields(type(before)):
        was, value = getattr(before, field.name), getattr(after, field.name)
        if was == value:
            continue
        there = bytes(stored[field.name]) if field.name in stored else None
        if isinstance(value, Struct) and type(was) is type(value):
            written = changed(b"{}" if there is None else there, was, value)
        else:
            written = _with_strangers(there, field.type, msgspec.json.encode(value))
        stored[field.name] = Raw(written)
    return msgspec.json.encode(stored)


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a document type, cached because resolving their types is slow."""
    return fields(kind)


def _object(data: bytes) -> _Object | None:
    try:
        return msgspec.json.decode(data, type=_Object)
    except ValueError:
        return None


def _value(data: bytes, kind: Any, fallback: Any) -> Any:
    """The value of a field. Raises `ValueError`."""
    if isinstance(fallback, Struct):
        return read(data, fallback)
    try:
        return msgspec.json.decode(data, type=kind)
    except ValueError:
        readable = [each for each in _entries(data) if _fits(each, kind)]
        if not readable:
            raise
        return msgspec.json.decode(_list(readable), type=kind)


def _with_strangers(there: bytes | None, kind: Any, written: bytes) -> bytes:
    """A value to store: a list keeps its unreadable entries."""
    try:
        strangers = [each for each in _entries(there or b"[]") if not _fits(each, kind)]
        return _list([*strangers, *_entries(written)]) if strangers else written
    except ValueError:  # not a list
        return written


def _entries(data: bytes) -> list[bytes]:
    return [bytes(each) for each in msgspec.json.decode(data, type=list[Raw])]


def _list(entries: list[bytes]) -> bytes:
    return b"[%b]" % b",".join(entries)


def _fits(entry: bytes, kind: Any) -> bool:
    """Whether an entry fits the element type of this list."""
    try:
        msgspec.json.decode(_list([entry]), type=kind)
    except ValueError:
        return False
    return True

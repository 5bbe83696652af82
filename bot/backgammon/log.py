"""Logs and states as bytes.

A log is a header and a list of actions; the state is their fold. Entries are one line of JSON each and a pair:
`encode_action` / `decode_action`, `encode_header` / `decode_header`. A state (`encode_state` / `decode_state`) is a
cache that can always be built anew from its log.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .actions import AnyAction
from .match_state import Match
from .position import Position
from .rules import Rules

#: The shape of stored entries. It grows with every change that an older reader could not read.
SCHEMA = 1
#: The meaning of stored entries. It grows with every change after which an old log would fold into another state.
RULES_VERSION = 1


class UnreadableLog(ValueError):
    """Bytes that are no log entry of this version, or of a newer one. The message says why."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a log begins: versions and all options by value."""

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    rules: Rules


class _Versions(Struct, frozen=True):
    schema: int
    rules_version: int


def _encode(value: Any) -> str:
    if isinstance(value, Position):
        return f"{value.id}/{value.checkers}"
    raise NotImplementedError(f"{type(value)} is never stored")


def _decode(kind: type, stored: Any) -> Position:
    if kind is not Position:
        raise NotImplementedError(f"{kind} is never stored")
    position, _, checkers = str(stored).rpartition("/")
    return Position.from_id(position, int(checkers))


_Read = TypeVar("_Read")
_encoder = msgspec.json.Encoder(enc_hook=_encode)
_actions = msgspec.json.Decoder(AnyAction)
_headers = msgspec.json.Decoder(Header)
_versions = msgspec.json.Decoder(_Versions)
_states = msgspec.json.Decoder(Match, dec_hook=_decode)


def encode_header(header: Header) -> bytes:
    """One line of JSON."""
    return _encoder.encode(header)


def decode_header(line: bytes) -> Header:
    """Raises `UnreadableLog`; for a log newer than this code it says so."""
    versions = _read(_versions, line)
    if versions.schema > SCHEMA or versions.rules_version > RULES_VERSION:
        raise UnreadableLog(
            f"the log was written by a newer version (schema {versions.schema}, rules {versions.rules_version};"
            f" known here: {SCHEMA}, {RULES_VERSION})"
        )
    return _read(_headers, line)


def encode_action(action: AnyAction) -> bytes:
    """One line of JSON."""
    return _encoder.encode(action)


def decode_action(line: bytes) -> AnyAction:
    """Raises `UnreadableLog`."""
    return _read(_actions, line)


def encode_state(state: Match) -> bytes:
    """A snapshot."""
    return _encoder.encode(state)


def decode_state(data: bytes) -> Match:
    """Raises `UnreadableLog` for a snapshot of another shape."""
    return _read(_states, data)


def _read(decoder: msgspec.json.Decoder[_Read], line: bytes) -> _Read:
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise UnreadableLog(f"not a log entry: {error}") from error

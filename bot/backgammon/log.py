"""Logs and states as bytes.

A log is a header and a list of actions; the state is their fold. Entries are one line of JSON each and a pair:
`encode_action` / `decode_action`, `encode_header` / `decode_header`. A state (`encode_state` / `decode_state`) is a
cache that can always be built anew from its log.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from .actions import AnyAction
from .history import Finished
from .match_state import Match
from .position import Position
from .rules import OLDEST_RULES_VERSION, RULES_VERSION, Rules

#: The shape of stored entries. It grows with every change that an older reader could not read.
SCHEMA = 1


class UnreadableLog(ValueError):
    """Bytes that are no log entry of this version, or of a newer one. The message says why."""


class OldRules(UnreadableLog):
    """A log that was written under rules which are no longer known."""


class RefusedEntry(UnreadableLog):
    """A log with an action that the rules it was written under refuse: entry `number`, the header being 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number, why)
        self.number = number
        self.why = why

    def __str__(self) -> str:
        return f"entry {self.number} of the log is refused: {self.why}"


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a log begins: versions and all options by value.

    `score` and `crawford_played` only of a match brought from elsewhere whose first games are missing.
    """

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    rules: Rules
    score: tuple[int, int] | UnsetType = UNSET
    crawford_played: bool | UnsetType = UNSET


class _Versions(Struct, frozen=True):
    schema: int
    rules_version: int


def _encode(value: Any) -> str:
    if isinstance(value, Position):
        return _written(value)
    raise NotImplementedError(f"{type(value)} is never stored")


@lru_cache(maxsize=1000)
def _written(position: Position) -> str:
    """Most saves leave the checkers where they were."""
    return f"{position.id}/{position.checkers}"


def _decode(kind: type, stored: Any) -> Position:
    if kind is not Position:
        raise NotImplementedError(f"{kind} is never stored")
    position, _, checkers = str(stored).rpartition("/")
    return Position.from_id(position, int(checkers))


_Head = TypeVar("_Head")
_Action = TypeVar("_Action")
_State = TypeVar("_State")
_Finished = TypeVar("_Finished")
_Read = TypeVar("_Read")
_encoder = msgspec.json.Encoder(enc_hook=_encode)
_versions = msgspec.json.Decoder(_Versions)


class Codec(Generic[_Head, _Action, _State, _Finished]):
    """Writes and reads the logs of one kind of table, its states and finished games. Reading raises `UnreadableLog`."""

    def __init__(self, header: type[_Head], actions: object, state: type[_State], finished: type[_Finished]) -> None:
        self._headers: msgspec.json.Decoder[_Head] = msgspec.json.Decoder(header)
        self._actions: msgspec.json.Decoder[_Action] = msgspec.json.Decoder(actions)  # type: ignore[arg-type]  a union
        self._states: msgspec.json.Decoder[_State] = msgspec.json.Decoder(state, dec_hook=_decode)
        self._finished: msgspec.json.Decoder[_Finished] = msgspec.json.Decoder(finished, dec_hook=_decode)

    def encode(self, value: _Head | _Action | _State | _Finished) -> bytes:
        """A header or an action as one line of JSON, a state, or a finished game."""
        return _encoder.encode(value)

    def header(self, line: bytes) -> _Head:
        """The header of a log; for one that is newer than this code, or older than it knows, the error says so."""
        versions = _read(_versions, line)
        if versions.schema > SCHEMA or versions.rules_version > RULES_VERSION:
            raise UnreadableLog(
                f"the log was written by a newer version (schema {versions.schema}, rules {versions.rules_version};"
                f" known here: {SCHEMA}, {RULES_VERSION})"
            )
        if versions.rules_version < OLDEST_RULES_VERSION:
            raise OldRules(
                f"the log was written under rules {versions.rules_version}; the oldest known here are"
                f" {OLDEST_RULES_VERSION}"
            )
        return _read(self._headers, line)

    def action(self, line: bytes) -> _Action:
        """An entry of a log."""
        return _read(self._actions, line)

    def state(self, data: bytes) -> _State:
        """A snapshot of this shape."""
        return _read(self._states, data)

    def finished(self, data: bytes) -> _Finished:
        """A finished game of this shape."""
        return _read(self._finished, data)


def _read(decoder: msgspec.json.Decoder[_Read], line: bytes) -> _Read:
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise UnreadableLog(f"not a log entry: {error}") from error


#: Logs of matches and money sessions between two seats.
HEADS_UP: Codec[Header, AnyAction, Match, Finished] = Codec(Header, AnyAction, Match, Finished)
encode_header = encode_action = encode_state = HEADS_UP.encode
decode_header, decode_action, decode_state = HEADS_UP.header, HEADS_UP.action, HEADS_UP.state

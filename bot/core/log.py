"""Logs and states of any game as bytes: a codec.

A log is a header and a list of actions; the state is their fold. Entries are one line of JSON each. A state is a cache
that can always be rebuilt from its log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

#: The schema of stored entries; raised with every change that an older reader could not read.
SCHEMA = 1


class UnreadableLog(ValueError):
    """Bytes that are no log entry of this schema, or of a newer one. The message says why."""


class OldRules(UnreadableLog):
    """A log written under rules that are no longer supported."""


class RefusedEntry(UnreadableLog):
    """A log with an action that its own rules refuse: entry `number`, the header being 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number, why)
        self.number = number
        self.why = why

    def __str__(self) -> str:
        return f"entry {self.number} of the log is refused: {self.why}"


class _Versions(Struct, frozen=True):
    schema: int
    rules_version: int


_Head = TypeVar("_Head")
_Action = TypeVar("_Action")
_State = TypeVar("_State")
_Finished = TypeVar("_Finished")
_Read = TypeVar("_Read")
_versions = msgspec.json.Decoder(_Versions)


class Codec(Generic[_Head, _Action, _State, _Finished]):
    """Writes and reads the logs of one game, its states and finished games. Reading raises `UnreadableLog`.

    `rules`: the oldest and the newest version of the game's rules that are known. `write` and `read` are the hooks that
    encode types JSON does not have, and decode them.
    """

    def __init__(
        self,
        header: type[_Head],
        actions: object,
        state: type[_State],
        finished: type[_Finished],
        rules: tuple[int, int],
        write: Callable[[Any], Any] | None = None,
        read: Callable[[type, Any], Any] | None = None,
    ) -> None:
        self.rules = rules
        self.schema = SCHEMA
        self._encoder = msgspec.json.Encoder(enc_hook=write)
        self._headers: msgspec.json.Decoder[_Head] = msgspec.json.Decoder(header)
        self._actions: msgspec.json.Decoder[_Action] = msgspec.json.Decoder(actions)  # type: ignore[arg-type]  a union
        self._states: msgspec.json.Decoder[_State] = msgspec.json.Decoder(state, dec_hook=read)
        self._finished: msgspec.json.Decoder[_Finished] = msgspec.json.Decoder(finished, dec_hook=read)

    def knows(self, schema: int, rules_version: int) -> bool:
        """Whether states of these versions can be decoded."""
        oldest, newest = self.rules
        return schema == self.schema and oldest <= rules_version <= newest

    def encode(self, value: _Head | _Action | _State | _Finished) -> bytes:
        """A header or an action as one line of JSON, a state, or a finished game."""
        return self._encoder.encode(value)

    def header(self, line: bytes) -> _Head:
        """The header of a log. Raises `UnreadableLog` if it is newer than this code, `OldRules` if it is older than it
        supports.
        """
        versions = _read(_versions, line)
        oldest, newest = self.rules
        if versions.schema > self.schema or versions.rules_version > newest:
            raise UnreadableLog(
                f"the log was written by a newer version (schema {versions.schema}, rules {versions.rules_version};"
                f" known here: {self.schema}, {newest})"
            )
        if versions.rules_version < oldest:
            raise OldRules(
                f"the log was written under rules {versions.rules_version}; the oldest known here are {oldest}"
            )
        return _read(self._headers, line)

    def action(self, line: bytes) -> _Action:
        return _read(self._actions, line)

    def state(self, data: bytes) -> _State:
        return _read(self._states, data)

    def finished(self, data: bytes) -> _Finished:
        return _read(self._finished, data)


def _read(decoder: msgspec.json.Decoder[_Read], line: bytes) -> _Read:
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise UnreadableLog(f"not a log entry: {error}") from error

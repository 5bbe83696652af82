"""Codec of the logs and states of matches and money sessions; what all games share is in `bot.core.log`.

Entries are a pair each: `encode_action` / `decode_action`, `encode_header` / `decode_header`; so are states:
`encode_state` / `decode_state`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from bot.core.log import SCHEMA, Codec, OldRules, RefusedEntry, UnreadableLog

from .actions import AnyAction
from .history import Finished
from .match_state import Match
from .position import Position
from .rules import KNOWN_RULES, RULES_VERSION, Rules

__all__ = [
    "HEADS_UP",
    "SCHEMA",
    "Codec",
    "Header",
    "OldRules",
    "RefusedEntry",
    "UnreadableLog",
    "decode_action",
    "decode_header",
    "decode_state",
    "encode_action",
    "encode_header",
    "encode_state",
    "read_position",
    "write_position",
]


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The header of a log: versions and all options by value.

    `score` and `crawford_played` are set only for an imported match whose first games are missing.
    """

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    rules: Rules
    score: tuple[int, int] | UnsetType = UNSET
    crawford_played: bool | UnsetType = UNSET


def write_position(value: Any) -> str:
    """Encode hook: a position as it is stored."""
    if isinstance(value, Position):
        return _written(value)
    raise NotImplementedError(f"{type(value)} is never stored")


@lru_cache(maxsize=1000)
def _written(position: Position) -> str:
    """Most saves leave the checkers where they were."""
    return f"{position.id}/{position.checkers}"


def read_position(kind: type, stored: Any) -> Position:
    """Decode hook: a position from its stored form."""
    if kind is not Position:
        raise NotImplementedError(f"{kind} is never stored")
    position, _, checkers = str(stored).rpartition("/")
    return Position.from_id(position, int(checkers))


#: The codec of matches and money sessions between two seats.
HEADS_UP: Codec[Header, AnyAction, Match, Finished] = Codec(
    Header, AnyAction, Match, Finished, KNOWN_RULES, write_position, read_position
)
encode_header = encode_action = encode_state = HEADS_UP.encode
decode_header, decode_action, decode_state = HEADS_UP.header, HEADS_UP.action, HEADS_UP.state

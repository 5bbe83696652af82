"""Logs and states of sessions as bytes, in the way of `bot.core.log`."""

from __future__ import annotations

from msgspec import Struct

from bot.backgammon.log import read_position, write_position
from bot.core.actions import Seat
from bot.core.log import SCHEMA, Codec

from .actions import AnyAction
from .history import Finished
from .options import KNOWN_RULES, RULES_VERSION, Options
from .state import Session


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the log of a session begins: versions, all options by value, and how many people sit down first."""

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    options: Options
    players: int
    host: Seat = 0


CHOUETTE: Codec[Header, AnyAction, Session, Finished] = Codec(
    Header, AnyAction, Session, Finished, KNOWN_RULES, write_position, read_position
)

"""Logs and states of sessions as bytes, in the way of `bot.core.log`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from bot.backgammon.log import read_position, write_position
from bot.core.actions import Seat
from bot.core.log import SCHEMA, Codec

from .actions import AnyAction
from .history import Finished
from .options import KNOWN_RULES, RULES_VERSION, Options
from .state import Session


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the log of a session begins: versions, all options by value, how many sit down first, and which of them are
    computers.
    """

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    options: Options
    players: int
    host: Seat = 0
    computers: tuple[Seat, ...] | UnsetType = UNSET


CHOUETTE: Codec[Header, AnyAction, Session, Finished] = Codec(
    Header, AnyAction, Session, Finished, KNOWN_RULES, write_position, read_position
)

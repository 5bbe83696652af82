"""Codec of the logs and states of sessions, see `bot.core.log`."""

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
    """The header of a session's log: versions, all options by value, the number of seats at the start, and which are
    computers.

    At a table of a night `balances`: with a bank that goes along, what everybody sits down with by seat, in units;
    `since`: from when the minutes of a start cube count, in seconds since 1970.
    """

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    options: Options
    players: int
    host: Seat = 0
    computers: tuple[Seat, ...] | UnsetType = UNSET
    balances: tuple[int, ...] | UnsetType = UNSET
    since: float | UnsetType = UNSET


CHOUETTE: Codec[Header, AnyAction, Session, Finished] = Codec(
    Header, AnyAction, Session, Finished, KNOWN_RULES, write_position, read_position
)

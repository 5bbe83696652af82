"""Logs and states of sessions as bytes, in the way of `bot.backgammon.log`."""

from __future__ import annotations

from msgspec import Struct

from bot.backgammon import Seat
from bot.backgammon.log import SCHEMA, Codec
from bot.backgammon.rules import RULES_VERSION

from .actions import AnyAction
from .history import Finished
from .options import Options
from .state import Session


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the log of a session begins: versions, all options by value, and how many people sit down first."""

    schema: int = SCHEMA
    rules_version: int = RULES_VERSION
    options: Options
    players: int
    host: Seat = 0


CHOUETTE: Codec[Header, AnyAction, Session, Finished] = Codec(Header, AnyAction, Session, Finished)

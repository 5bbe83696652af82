"""Checks at the lobby of a chouette: what it plays by, who sits in it, who has accepted the rules."""

from __future__ import annotations

import zlib

import msgspec

from bot.backgammon import Foreign, Seat, Stale
from bot.chouette import ChouetteFault, Options
from bot.tables.chouette.lobby_fault import LobbyFault
from bot.tables.table import Person, Stage, Table


def rules_number(options: Options) -> int:
    """A checksum of a set of rules: which version a player has agreed to."""
    return zlib.crc32(msgspec.json.encode(options)) % 1_000_000_000


def not_agreed(table: Table) -> tuple[Person, ...]:
    """Players who have joined but not accepted the current rules, in order of seats."""
    people = (person for person in table.people.seats if person.level is None)
    return tuple(person for person in people if person.user not in table.people.agreed)


def options_of(table: Table) -> Options:
    """The rules of a lobby. Raises `Stale` or `Illegal` for anything else."""
    options = table.setup_of(Options)
    if table.stage is Stage.WITHDRAWN:
        raise Stale(LobbyFault.OVER)
    if table.stage is not Stage.CHALLENGE or table.about.night is not None:
        raise Stale(ChouetteFault.BEGUN)
    return options


def check_seen(options: Options, seen: int | None) -> None:
    if seen is not None and seen != rules_number(options):
        raise Stale(LobbyFault.OTHER_RULES)


def seat_in(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Foreign(LobbyFault.NOT_JOINED)
    return seat


def check_host(table: Table, user: int) -> None:
    host = table.person(0)
    if user != host.user:
        raise Foreign(ChouetteFault.NOT_HOST, names=(host.name,))

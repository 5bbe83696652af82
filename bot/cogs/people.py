"""Players named in an option of a command, by mention or name."""

from __future__ import annotations

import re
from collections.abc import Iterable

import discord
from discord import app_commands

from bot import limits
from bot.backgammon import Illegal, Seat
from bot.cogs.verbs import request
from bot.screens.faces import face_of
from bot.screens.names import called
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.intents import people_meant
from bot.tables.table import Table

_MENTION = re.compile(r"<@!?(\d{1,20})>")


def seats_named(table: Table, text: str | None) -> tuple[Seat, ...] | None:
    """The seats named, separated by commas, or by spaces if that matches them all; None for no text. Raises `Illegal`
    for an unknown player.
    """
    if text is None or not text.strip():
        return None
    return tuple(dict.fromkeys(seat for part in _parts(text) for seat in _seats(table, part)))


def _parts(text: str) -> list[str]:
    apart = _MENTION.sub(lambda found: f",{found[0]},", text)
    return [part.strip() for part in apart.split(",") if part.strip()]


def _seats(table: Table, part: str) -> list[Seat]:
    """The seat of a name, which may contain spaces, else the seats of its words."""
    for names in ([part], part.split()):
        found = [seat for name in names if (seat := _seat(table, name)) is not None]
        if len(found) == len(names):
            return found
    raise Illegal(TableTrouble.NO_SUCH_PERSON, name=part)


def _seat(table: Table, part: str) -> Seat | None:
    people = table.people.seats
    if mention := _MENTION.fullmatch(part):
        seat = table.seat_of(int(mention[1]))
        if seat is not None:
            return seat
    wanted = _plain(part)
    names = [_plain(called(person.name)) for person in people]
    for fits in (lambda name: name == wanted, lambda name: name.startswith(wanted)):
        found = [seat for seat, name in enumerate(names) if fits(name)]
        if len(found) == 1:
            return found[0]
    return None


def seat_of(table: Table, member: discord.User | discord.Member) -> Seat:
    """A member's seat at a table. Raises `Illegal` for others."""
    seat = table.seat_of(member.id)
    if seat is None:
        raise Illegal(TableTrouble.NO_SUCH_PERSON, name=member.display_name)
    return seat


#: The verb of a command with another name.
_VERBS = {"extra drop": "extra_drop", "resign": "resign_single"}


def people_about(table: Table, seat: Seat, command: str) -> tuple[Seat, ...]:
    """The players who may be named in a command now, each individually."""
    state = table.state
    if state is None:
        return ()
    others = face_of(table).nameable(state)
    if command == "settle":
        return people_meant(state, seat, others, lambda other: intents.settle(1, (other,)))
    return people_meant(state, seat, others, lambda other: request(_VERBS.get(command, command), (other,)).intent)


def _plain(name: str) -> str:
    return " ".join(name.casefold().lstrip("@").replace(",", " ").split())


def names_offered(table: Table, seats: Iterable[Seat], typed: str) -> list[app_commands.Choice[str]]:
    """Names that complete the typed text, each appended to what it contains."""
    before, comma, last = typed.rpartition(",")
    said = {_plain(part) for part in before.split(",")}
    head = f"{before.strip()}, " if comma else ""
    names = [" ".join(called(table.person(seat).name).replace(",", " ").split()) for seat in seats]
    fitting = [name for name in names if _plain(name) not in said and _plain(last) in _plain(name)]
    offered = [(head + name)[: limits.CHOICE] for name in fitting[: limits.CHOICES]]
    return [app_commands.Choice(name=each, value=each) for each in offered]

"""Options of the playground."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from bot.playground.people import PEOPLE, Person


class Options(Struct, frozen=True, kw_only=True):
    data: Path = Path("playground-data")
    port: int = 8080
    people: tuple[Person, ...] = PEOPLE

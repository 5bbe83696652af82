"""What one can choose when opening the playground."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from bot.playground.people import PEOPLE, Person


class Options(Struct, frozen=True, kw_only=True):
    """`port`: the first to try; 0 for any."""

    data: Path = Path("playground-data")
    port: int = 8080
    people: tuple[Person, ...] = PEOPLE

"""People's decks of cards: a state, what is known of each card, and the content of those that nobody else has. Methods
as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection

MOST = 1000
"""The most cards of a person's own."""

_AT_ONCE = 50
"""Cards that are added by one call."""

_STATE = "#"


class KeptDeck(NamedTuple):
    """A deck as it is stored: its state, empty without a deck, and what is known of each card, by name."""

    state: bytes
    entries: dict[str, bytes]


class Decks:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def has(self, person: int) -> bool:
        """Whether somebody has a deck."""
        return await self._connection.ask("HEXISTS", keys.deck(person), _STATE) == 1

    async def read(self, person: int) -> KeptDeck:
        """Somebody's deck."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.deck(person))
        named = {name.decode(): value for name, value in found.items()}
        return KeptDeck(named.pop(_STATE, b""), named)

    async def card(self, person: int, name: str) -> bytes | None:
        """The content of a card of somebody's own; None if there is none."""
        return await self._connection.ask("HGET", keys.cards(person), name)

    async def cards(self, person: int) -> dict[str, bytes]:
        """The contents of all cards of somebody's own, by name."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.cards(person))
        return {name.decode(): value for name, value in found.items()}

    async def keep(
        self,
        person: int,
        before: bytes,
        after: bytes,
        entries: Mapping[str, bytes] = {},
        card: tuple[str, bytes] | None = None,
    ) -> bool:
        """Change a deck from the state `before` to another one, with these entries; returns whether it was that of
        before, or is the new one already. `card`: one whose content changes; an empty one goes.
        """
        changed = (part for entry in entries.items() for part in entry)
        subject = [keys.deck(person), keys.cards(person)]
        return (
            await self._connection.run(scripts.KEEP_DECK, subject, before, after, *(card or ("", b"")), *changed) == 1
        )

    async def add(self, person: int, cards: Mapping[str, tuple[bytes, bytes]]) -> int:
        """Add cards to a deck by name, each with entry and content; returns how many are new. Without a deck nothing is
        added, nor what the deck has or had, nor more than `MOST`.
        """
        subject, parts = [keys.deck(person), keys.cards(person)], [(name, *both) for name, both in cards.items()]
        added = 0
        for first in range(0, len(parts), _AT_ONCE):
            some = (part for each in parts[first : first + _AT_ONCE] for part in each)
            added += int(await self._connection.run(scripts.ADD_CARDS, subject, MOST, *some))
        return added

    async def forget(self, person: int) -> None:
        """Delete somebody's deck."""
        await self._connection.ask("DEL", keys.deck(person), keys.cards(person))

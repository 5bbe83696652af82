"""Who has a server's role of the champion, as it is stored beside its ladder."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.store import Store


class Champion(Struct, frozen=True, kw_only=True):
    """Who has a role, or is about to be given it."""

    user: int
    role: int
    given: bool = False


async def read_champion(store: Store, guild: int) -> Champion | None:
    """Who has the role in a server, or is about to be given it; None if nobody has."""
    stored = await store.ladder.champion(guild)
    return None if stored is None else msgspec.json.decode(stored, type=Champion)


async def note_champion(store: Store, guild: int, champion: Champion | None) -> None:
    """Note who has it; None: nobody."""
    await store.ladder.note_champion(guild, champion and msgspec.json.encode(champion))

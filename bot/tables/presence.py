"""Who has left a server. The bot has no members intent, so it asks Discord, and only for players a table waits for."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection

from msgspec.structs import replace

from bot.core.refusal import Illegal
from bot.store import StoreError
from bot.tables.preferences import Preferences

_log = logging.getLogger(__name__)

#: Servers that are noted of a member, the latest.
_MOST_LEFT = 50

#: (server, users) -> those of them who have certainly left it.
WhoIsGone = Callable[[int, Collection[int]], Awaitable[Collection[int]]]


async def all_present(guild: int, users: Collection[int]) -> Collection[int]:
    """The lookup without Discord: everyone is present."""
    return ()


def noting(gone: WhoIsGone, preferences: Preferences) -> WhoIsGone:
    """The same; that somebody was found to have left a server is noted with their preferences."""

    async def asked(guild: int, users: Collection[int]) -> Collection[int]:
        found = await gone(guild, users)
        for user in found:
            await note_left(preferences, user, guild)
        return found

    return asked


async def note_left(preferences: Preferences, user: int, guild: int) -> None:
    """Note that somebody has left a server. What cannot be noted does no harm."""
    try:
        known = await preferences.of_person(user)
        if guild not in known.left:
            await preferences.keep_person(user, replace(known, left=(*known.left, guild)[-_MOST_LEFT:]))
    except (StoreError, Illegal) as error:
        _log.warning("who has left a server is not noted: %s", error)

"""What a person prefers and what a server has set: small documents, kept whole."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from bot.backgammon import Rules
from bot.store import Store

#: Languages there are texts in, by Discord's names of them.
LANGUAGES = ("en-US", "cs", "ru")
#: Seconds for which a document is taken to be as it was, and how many of a kind are remembered.
FRESH = 10.0
_MOST = 10_000
#: How many people one can block: as many as Discord shows in a list.
MOST_BLOCKED = 25
THEMES = ("wood", "dark", "contrast")


class Preferences(Struct, frozen=True, kw_only=True):
    """A person's switches. `language` and `theme` None: as Discord, or the server, has it.

    `auto_roll`, `auto_move`: the bot may act where there is nothing to choose. `confirm`: double, drop and resign ask
    once more. `mentions`: to be mentioned when the table waits. `door`: takes challenges, but
    not from those `blocked`. Nor may these answer his challenge to everybody, or join while he, as host, gathers people
    for a chouette. Once it runs it is a group's, and blocking counts for nothing.
    """

    language: str | None = None
    theme: str | None = None
    auto_roll: bool = True
    auto_move: bool = True
    confirm: bool = True
    mentions: bool = True
    door: bool = True
    blocked: tuple[int, ...] = ()


class ServerSettings(Struct, frozen=True, kw_only=True):
    """A server's settings. `rules`: what `/play` takes for what it is not told. Times in hours, the zone as IANA's."""

    language: str | None = None
    theme: str = THEMES[0]
    rules: Rules = Rules()
    remind_after: int = 12
    claim_after: int = 72
    time_zone: str = "UTC"


_Document = TypeVar("_Document", Preferences, ServerSettings)


class Habits:
    """Reads and writes both kinds of document. A document of another shape counts as none.

    Every press needs several of them, so they are remembered for `FRESH` seconds: what another process has changed is
    noticed after that. `now` counts seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._now = store, now
        self._people: dict[int, tuple[float, Preferences]] = {}
        self._servers: dict[int, tuple[float, ServerSettings]] = {}

    async def of_person(self, user: int) -> Preferences:
        """What somebody prefers."""
        if (known := self._people.get(user)) and known[0] > self._now():
            return known[1]
        return self._remember(self._people, user, _read(await self._store.preferences(user), Preferences))

    async def of_server(self, guild: int) -> ServerSettings:
        """What a server has set."""
        if (known := self._servers.get(guild)) and known[0] > self._now():
            return known[1]
        return self._remember(self._servers, guild, _read(await self._store.guild_settings(guild), ServerSettings))

    async def theme(self, user: int, guild: int) -> str:
        """The theme of what somebody alone is shown: his own, else the server's."""
        return (await self.of_person(user)).theme or (await self.of_server(guild)).theme

    async def keep_person(self, user: int, preferences: Preferences) -> None:
        """Somebody has changed a preference."""
        await self._store.set_preferences(user, msgspec.json.encode(preferences))
        self._remember(self._people, user, preferences)

    async def drop_person(self, user: int) -> None:
        """Somebody has no preferences any more."""
        await self._store.drop_preferences(user)
        self._remember(self._people, user, Preferences())

    async def keep_server(self, guild: int, settings: ServerSettings) -> None:
        """A server has changed a setting."""
        await self._store.set_guild_settings(guild, msgspec.json.encode(settings))
        self._remember(self._servers, guild, settings)

    def _remember(self, known: dict[int, tuple[float, _Document]], whose: int, document: _Document) -> _Document:
        if len(known) >= _MOST:
            known.clear()
        known[whose] = self._now() + FRESH, document
        return document


def _read(data: bytes | None, kind: type[_Document]) -> _Document:
    if data is None:
        return kind()
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.MsgspecError:
        return kind()

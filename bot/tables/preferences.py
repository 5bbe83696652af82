"""Preferences of members and settings of servers: small documents that preserve data of other versions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from enum import Enum
from math import ceil
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Illegal, Rules
from bot.core.pace import WantedPace
from bot.engine.thoughts import MOST_POINTS_AWAY, Level
from bot.ladder.seasons import Seasons
from bot.languages import LANGUAGES
from bot.store import Store, StoreError
from bot.tables.documents import Unreadable, changed, read
from bot.tables.faults import TableTrouble
from bot.tables.holidays import MOST_A_YEAR, Holiday
from bot.tables.nights import USUAL, Night
from bot.training.deck import A_DAY, MOST_A_DAY

#: Seconds for which a cached document is used, and how many of each kind are cached.
FRESH = 10.0
_MOST = 10_000
#: Seconds for which the store is waited for where an older document is at hand.
_SOON = 0.5
#: Seconds after a change of quiet hours until the next one.
_NIGHT_STAYS = 7 * 24 * 3600
#: Seconds after a change until it moves deadlines.
_NIGHT_COUNTS = 24 * 3600
#: How many members one can block: as many as Discord's user select allows (25).
MOST_BLOCKED = limits.CHOICES
THEMES = ("wood", "dark", "contrast")


class Reminding(Enum):
    """How often somebody is reminded of a table that waits for them."""

    NONE = "none"
    ONCE = "once"
    THREE = "three"


class PersonPreferences(Struct, frozen=True, kw_only=True):
    """A member's preferences. `language` and `theme` None: that of Discord, or of the server. `spoken`: their Discord
    language at the last interaction, None if that is not known.

    `auto_roll`, `auto_move`, `auto_bear_off`: the bot may act where there is no choice, or all choices are equal.
    `settle_first`: it does not roll while a settlement may be offered. `play_at_once`: a composed play counts without
    Confirm. `confirm`: double, drop and resign ask for confirmation. `mentions`: to be mentioned when the table waits.
    `rated`: matches are rated. `door`: accepts challenges, but not from those `blocked`, who may not accept their
    challenges to everyone either, or join a lobby hosted by them. In a running chouette blocking has no effect. None:
    the list cannot be read. `named`: may be named as the author of a mistake in a position of the day, once that is
    answered. `told_of_words`: has been told how to check the dice; `told_of_play`: how a game continues after the first
    `/play`; `told_of_lessons`: has been offered the lessons before a game against the computer. `computer_length` and
    `computer_level`: the last choices against the computer, length in points (0: for money); None: none yet.
    `aid_table`: the table at which the teaching aid is on, empty for none, and `aid_asked` the question before which it
    asked at the last play there, 0 if it did not. `left`: servers that they have been found to have left.

    `reminders`: how often they are reminded; `direct`: by direct messages, `direct_refused`: Discord has refused one,
    and none is sent until they want that again. `night`: their own quiet hours, which nobody is told; None: the usual;
    `night_changed`: when they were changed last (seconds since 1970), `night_before` what they were then. `holidays`:
    of the last thirteen months and to come, in order. `cards_a_day`: how many cards `/train` has a day; `train_in`: the
    server in which they have asked to be reminded of them, 0 if they have not.
    """

    language: str | None = None
    spoken: str | None = None
    theme: str | None = None
    auto_roll: bool = True
    auto_move: bool = True
    auto_bear_off: bool = True
    settle_first: bool = False
    play_at_once: bool = False
    confirm: bool = True
    mentions: bool = True
    rated: bool = True
    door: bool = True
    blocked: tuple[int, ...] | None = ()
    named: bool = False
    told_of_words: bool = False
    told_of_play: bool = False
    told_of_lessons: bool = False
    computer_length: int | None = None
    computer_level: Level | None = None
    aid_table: str = ""
    aid_asked: int = 0
    left: tuple[int, ...] = ()
    reminders: Reminding = Reminding.THREE
    direct: bool = False
    direct_refused: bool = False
    night: Night | None = None
    night_changed: float = 0.0
    night_before: Night | None = None
    holidays: tuple[Holiday, ...] = ()
    cards_a_day: int = A_DAY
    train_in: int = 0

    def __post_init__(self) -> None:
        _check_look(self.language, self.theme)
        _check_look(self.spoken, None)
        if self.night and self.night.zone:
            _check_zone(self.night.zone)
        if self.computer_length is not None and not 0 <= self.computer_length <= MOST_POINTS_AWAY:
            raise ValueError(f"no match is to {self.computer_length} points")
        if not 0 <= self.cards_a_day <= MOST_A_DAY:
            raise ValueError(f"nobody trains {self.cards_a_day} cards a day")

    @property
    def answered_in(self) -> str | None:
        """The language in which they are answered; None if not known."""
        return self.language or self.spoken

    @property
    def quiet(self) -> Night:
        """The hours in which they are not reminded."""
        return self.night or USUAL

    def with_night(self, night: Night | None, now: float) -> PersonPreferences:
        """With other quiet hours from now on. Raises `Illegal` if those have changed within a week."""
        if night == self.night:
            return self
        if now < (again := self.night_changed + _NIGHT_STAYS):
            raise Illegal(TableTrouble.NIGHT_AGAIN, when=f"<t:{ceil(again)}:R>")
        return replace(self, night=night, night_changed=now, night_before=self.night)

    def night_at(self, asked: float) -> Night | None:
        """Their own quiet hours as they count for what was asked at a moment (seconds since 1970)."""
        return self.night if asked >= self.night_changed + _NIGHT_COUNTS else self.night_before

    def blocks(self, user: int) -> bool:
        """Whether a user is blocked; everyone is if the list cannot be read."""
        return self.blocked is None or user in self.blocked


class ServerSettings(Struct, frozen=True, kw_only=True):
    """A server's settings. `language`: of public messages; None: at a table that of its players, elsewhere that of
    Discord. `rules`: the defaults of `/play`. Times in hours, the zone as IANA's.

    Of the ladder: how long its `seasons` are, and the channel in which the `podium` of each is posted, 0 for none.
    Daily limit of rated matches of a pair (`rated_a_day`, 0: all); money games are rated only with `money_rated`.
    `champion`: the role of whoever was first of the last season, or 0.
    `league_role`: members with this role may open leagues too. `daily`: the channel of the position of the day, and
    `week` that of the club's week; 0 for none. `pace`: the time control of a challenge to a person that names none;
    None without a clock.
    `looking`: the channel of the list of who wants to play, 0 for none; `looking_role`: the role mentioned there, or 0.
    `events`: leagues have scheduled events of Discord. `holiday_days`: how many days of somebody's holidays count at
    its tables in twelve months.
    """

    language: str | None = None
    theme: str = THEMES[0]
    rules: Rules = Rules()
    remind_after: int = 12
    claim_after: int = 72
    time_zone: str = "UTC"
    seasons: Seasons = Seasons.MONTH
    podium: int = 0
    champion: int = 0
    rated_a_day: int = 5
    money_rated: bool = False
    league_role: int | None = None
    daily: int = 0
    week: int = 0
    pace: WantedPace | None = None
    looking: int = 0
    looking_role: int = 0
    events: bool = False
    holiday_days: int = MOST_A_YEAR

    def __post_init__(self) -> None:
        _check_look(self.language, self.theme)
        if self.remind_after < 1 or self.claim_after < 1:
            raise ValueError("nobody is reminded, and nothing claimed, before an hour is over")
        if not 0 <= self.holiday_days <= MOST_A_YEAR:
            raise ValueError(f"{self.holiday_days} days of holiday in a year")
        _check_zone(self.time_zone)


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"there is no time zone {zone!r}") from error


def _check_look(language: str | None, theme: str | None) -> None:
    if language not in (None, *LANGUAGES):
        raise ValueError(f"there are no texts in {language!r}")
    if theme not in (None, *THEMES):
        raise ValueError(f"there is no theme {theme!r}")


#: Safe values where something cannot be read: the bot does nothing by itself, and nobody is let in.
_SAFE = PersonPreferences(
    auto_roll=False,
    auto_move=False,
    auto_bear_off=False,
    rated=False,
    door=False,
    blocked=None,
    told_of_words=True,
    told_of_play=True,
    told_of_lessons=True,
)
_SAFE_SETTINGS = ServerSettings()
_NOTHING = b"{}"

_Document = TypeVar("_Document", PersonPreferences, ServerSettings)


class Preferences:
    """Repository of both kinds of document.

    Every press needs several of them, so they are cached for `FRESH` seconds: changes of other processes take effect
    after that. While the store does not answer for them the cached ones go on being used, as a table and its people are
    not on the same server of a cluster. `now` counts seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._now = store, now
        self._people: LRUCache[int, tuple[float, PersonPreferences]] = LRUCache(_MOST)
        self._servers: LRUCache[int, tuple[float, ServerSettings]] = LRUCache(_MOST)

    async def of_person(self, user: int) -> PersonPreferences:
        """A member's preferences."""
        return await self._document(self._people, user, self._store.preferences, _SAFE)

    def remembered(self, user: int) -> PersonPreferences:
        """The cached preferences of a member, however old; defaults if none."""
        return self._people[user][1] if user in self._people else PersonPreferences()

    async def of_server(self, guild: int) -> ServerSettings:
        """A server's settings."""
        return await self._document(self._servers, guild, self._store.guild_settings, _SAFE_SETTINGS)

    async def theme(self, user: int, guild: int) -> str:
        """The theme of ephemeral messages: the member's own, else the server's."""
        return (await self.of_person(user)).theme or (await self.of_server(guild)).theme

    async def shared_language(self, users: Iterable[int]) -> str | None:
        """The language in which all of these are answered; None if they differ, or one is unknown."""
        spoken = {(await self.of_person(user)).answered_in for user in users}
        return spoken.pop() if len(spoken) == 1 else None

    async def keep_person(self, user: int, preferences: PersonPreferences) -> PersonPreferences:
        """Change a member's preferences; returns the new ones. Raises `Illegal` if stored ones cannot be read.

        The list of blocked members cannot be replaced without having been read.
        """
        before = await self.of_person(user)
        data = await self._store.preferences(user) or _NOTHING
        if preferences.blocked != before.blocked and read(data, _SAFE).blocked is None:
            raise Illegal(TableTrouble.NEWER_CHOICES)
        data = _changed(data, before, preferences)
        await self._store.set_preferences(user, data)
        return self._remember(self._people, user, read(data, _SAFE))

    async def drop_person(self, user: int) -> None:
        await self._store.drop_preferences(user)
        self._remember(self._people, user, PersonPreferences())

    async def keep_server(self, guild: int, settings: ServerSettings) -> ServerSettings:
        """Change a server's settings; returns the new ones. Raises `Illegal` if stored ones cannot be read."""
        before = await self.of_server(guild)
        data = _changed(await self._store.guild_settings(guild) or _NOTHING, before, settings)
        await self._store.set_guild_settings(guild, data)
        return self._remember(self._servers, guild, read(data, _SAFE_SETTINGS))

    async def _document(
        self,
        known: LRUCache[int, tuple[float, _Document]],
        whose: int,
        stored: Callable[[int], Awaitable[bytes | None]],
        safe: _Document,
    ) -> _Document:
        cached = known.get(whose)
        if cached and cached[0] > self._now():
            return cached[1]
        try:
            async with asyncio.timeout(_SOON if cached else None):
                data = await stored(whose)
        except (StoreError, TimeoutError):
            if not cached:
                raise
            return self._remember(known, whose, cached[1])
        return self._remember(known, whose, read(data or _NOTHING, safe))

    def _remember(self, known: LRUCache[int, tuple[float, _Document]], whose: int, document: _Document) -> _Document:
        known[whose] = self._now() + FRESH, document
        return document


def _changed(data: bytes, before: _Document, after: _Document) -> bytes:
    try:
        return changed(data, before, after)
    except Unreadable as error:
        raise Illegal(TableTrouble.NEWER_CHOICES) from error

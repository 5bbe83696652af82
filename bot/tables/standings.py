"""The ladders of servers, counted from their lists for the pages.

A view is named after its counting rules: code version, seasons, struck games. When these change, a new view is counted
from the beginning beside the shown one, and replaces it when it has caught up with the list. Counting continues where
the last process stopped; of two at once the slower one notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from bot.ladder.facts import read_fact
from bot.ladder.notes import Analysis, Away, Forget, Hide, Restore, Strike, read_note, write_note
from bot.ladder.players import Pair, Player
from bot.store import Store, StoreError
from bot.store.ladder import Entered, Noted
from bot.store.standings import Counted, View
from bot.supervision import in_background
from bot.tables.counting import PAIRS, PLAYERS, CountBatch, CountingRules, Game, GameAnalysis, LogItem
from bot.tables.ladder_pages import Reader
from bot.tables.preferences import Preferences
from bot.tables.schedule import CHAMPION

_log = logging.getLogger(__name__)

AT_A_TIME = 25
"""Entries counted between turns of the event loop."""

SOON = 500
"""Entries that a request waits for; more are counted while the old page is shown."""

SETTLED = 60.0
"""Seconds before all games of a long list are counted again, in which more of them may be struck."""

_MOST = 10_000


class Today(Struct, frozen=True, kw_only=True):
    """Rated matches of a day: of two members against each other (`pair`), and of `each` of them with anyone."""

    pair: int
    each: tuple[int, ...]


class Ladders:
    """Counts and reads ladders. Every method raises `StoreError` if the store fails, and may be repeated."""

    def __init__(
        self, store: Store, preferences: Preferences, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store, self._preferences, self._sleep = store, preferences, sleep
        self._counting: dict[int, asyncio.Task[None]] = {}
        #: The length of each list when it was last fully counted, and the view.
        self._known: LRUCache[int, tuple[int, str]] = LRUCache(_MOST)

    async def rules(self, guild: int) -> CountingRules:
        """A server's current counting rules."""
        settings = await self._preferences.of_server(guild)
        return CountingRules(settings.seasons, settings.time_zone, await self._store.ladder.struck(guild))

    async def counted(self, guild: int) -> View:
        """The view of a server's ladder to show: fully counted, unless that takes long; then the old one, or as much as
        there is of the first one, while counting goes on.
        """
        ladder = self._store.ladder
        while True:
            rules, shown, length = await asyncio.gather(self.rules(guild), ladder.view(guild), ladder.length(guild))
            name = _name(rules, shown)
            view = ladder.counted(guild, name)
            if name == shown and self._known.get(guild) == (length, name):
                return view
            if length - await view.counted() > SOON:
                self.catch_up(guild)
                return view if shown in (name, None) else ladder.counted(guild, shown)
            if await bring_up(self._store, guild, rules, name, partial(self.rules, guild)):
                self._known[guild] = length, name
                return view

    def catch_up(self, guild: int) -> None:
        """Count the rest in the background."""
        if guild not in self._counting:
            self._counting[guild] = task = in_background(self._catch_up(guild), f"counting for server {guild}")
            task.add_done_callback(lambda _: self._counting.pop(guild, None))

    async def _catch_up(self, guild: int) -> None:
        try:
            while not await self._caught_up(guild):
                pass
        except StoreError as error:
            _log.warning("the games of a server are counted later: %s", error)
        except msgspec.MsgspecError as error:
            _log.error("the list of a server cannot be read: %s", error)

    async def _caught_up(self, guild: int) -> bool:
        """Whether all is counted; False if the rules have changed meanwhile."""
        ladder = self._store.ladder
        rules, shown = await self.rules(guild), await ladder.view(guild)
        if shown is not None and not rules.is_of(shown) and await self._far_behind(guild, rules.view):
            await self._sleep(SETTLED)  # a manager who strikes one game often strikes more
            rules, shown = await self.rules(guild), await ladder.view(guild)
        return await bring_up(self._store, guild, rules, _name(rules, shown), partial(self.rules, guild))

    async def _far_behind(self, guild: int, view: str) -> bool:
        ladder = self._store.ladder
        return await ladder.length(guild) - await ladder.counted(guild, view).counted() > SOON

    async def rest(self) -> None:
        """Wait until nothing is being counted."""
        while self._counting:
            await asyncio.wait(list(self._counting.values()))

    def give_up(self) -> None:
        """Stop counting; the next process continues."""
        for task in self._counting.values():
            task.cancel()

    async def reader(self, guild: int, now: float) -> Reader:
        """A reader for pages. `now`: seconds since 1970."""
        rules = await self.rules(guild)
        return Reader(self._store, guild, await self.counted(guild), rules.day(now).toordinal(), rules.season(now))

    async def missing(self, guild: int) -> int:
        """How many entries of the list the shown view lacks."""
        view = await self._store.ladder.view(guild) or (await self.rules(guild)).view
        return await self._store.ladder.length(guild) - await self._store.ladder.counted(guild, view).counted()

    async def hide(self, guild: int, user: int, hidden: bool) -> bool:
        """Hide a member from all boards, or show them again; False if they are not in the list."""
        number = await self._store.ladder.number_of(guild, user)
        if number is not None:
            await self.note(guild, Hide(number, hidden))
        return number is not None

    async def ratings(self, guild: int, users: Sequence[int], variant: str) -> list[float]:
        """Ratings in a variant; the initial one for unknown members."""
        numbers = [await self._store.ladder.number_of(guild, user) or 0 for user in users]
        found = await (await self.counted(guild)).values(PLAYERS, [f"{number}" for number in numbers])
        players = [msgspec.msgpack.decode(data, type=Player) if data else Player() for data in found]
        return [player.standing(variant).rating for player in players]

    async def listed(self, guild: int, user: int) -> bool | None:
        """Whether a member may be listed on a server's boards; None if they are not in its list."""
        number = await self._store.ladder.number_of(guild, user)
        (data,) = await (await self.counted(guild)).values(PLAYERS, [f"{number or 0}"])
        return not msgspec.msgpack.decode(data, type=Player).hidden if data else None

    async def away(self, guild: int, user: int) -> int | None:
        """The number of a member marked as away; None for anyone else."""
        number = await self._store.ladder.number_of(guild, user)
        (data,) = await (await self.counted(guild)).values(PLAYERS, [f"{number or 0}"])
        return number if data and msgspec.msgpack.decode(data, type=Player).away else None

    async def note(self, guild: int, note: Hide | Away | Forget) -> None:
        await self._store.ladder.note(guild, write_note(note))
        await self._look_at_first(guild)

    async def strike(self, guild: int, table: str, game: int | None, reason: str, by: int, now: float) -> list[int]:
        """Strike the games of a table, or one of them; returns those changed."""
        moderator, struck = await self._store.ladder.number_of(guild, by) or 0, list[int]()
        for number, entry in (await entries_of(self._store, guild, table, game)).items():
            note = write_note(Strike(entry, reason, now, moderator))
            if await self._store.ladder.note(guild, note, strikes=entry):
                struck.append(number)
        await self._look_at_first(guild)
        return sorted(struck)

    async def restore(self, guild: int, table: str, game: int | None, reason: str, by: int, now: float) -> list[int]:
        """Restore the struck games of a table, or one of them; returns those changed."""
        moderator, restored = await self._store.ladder.number_of(guild, by) or 0, list[int]()
        for number, entry in (await entries_of(self._store, guild, table, game)).items():
            note = write_note(Restore(entry, reason, now, moderator))
            if await self._store.ladder.note(guild, note, restores=entry):
                restored.append(number)
        await self._look_at_first(guild)
        return sorted(restored)

    async def _look_at_first(self, guild: int) -> None:
        """The champion may be somebody else now: have that looked at, at once."""
        if (await self._preferences.of_server(guild)).champion:
            await self._store.due.set(CHAMPION, str(guild), 0.0)

    async def is_struck(self, guild: int, table: str, game: int) -> bool:
        """Whether a game of a table is struck."""
        struck = await self._store.ladder.struck(guild)
        return bool(struck) and not struck.isdisjoint((await entries_of(self._store, guild, table, game)).values())

    async def rated_today(self, guild: int, users: Sequence[int], now: float) -> Today:
        """How often the ratings of one or two members have changed today, leagues aside."""
        numbers = [await self._store.ladder.number_of(guild, user) or 0 for user in users]
        view, today = await self.counted(guild), (await self.rules(guild)).day(now).toordinal()
        found = await view.values(PLAYERS, [f"{number}" for number in numbers])
        players = [msgspec.msgpack.decode(data, type=Player) if data else Player() for data in found]
        (data,) = await view.values(PAIRS, [" ".join(map(str, sorted(numbers)))])
        pair = msgspec.msgpack.decode(data, type=Pair) if data else Pair()
        return Today(
            pair=pair.rated if pair.day == today else 0,
            each=tuple(player.rated if player.day == today else 0 for player in players),
        )


async def entries_of(store: Store, guild: int, table: str, game: int | None = None) -> dict[int, int]:
    """The list entries of a table's games, or of one of them, by game number."""
    places = await store.ladder.places(guild, table)
    return {number: entry for number, entry in places.items() if game in (None, number)}


def _name(rules: CountingRules, shown: str | None) -> str:
    """The view to count in: the shown one, if its rules are the same."""
    return shown if shown is not None and rules.is_of(shown) else rules.view


async def bring_up(
    store: Store,
    guild: int,
    rules: CountingRules,
    name: str,
    current: Callable[[], Awaitable[CountingRules]] | None = None,
) -> bool:
    """Count all entries of a list in the view of this name, show it, and drop the views before it.

    False, with nothing else shown, if the `current` rules differ before all is counted.
    """
    ladder = store.ladder
    if await ladder.view(guild) != name:
        await ladder.begin_view(guild, name)
    if not await count(store, guild, rules, ladder.counted(guild, name), current):
        return False
    shown, others = await ladder.view(guild), await ladder.views(guild) - {name}
    if shown != name:
        await ladder.show_view(guild, name)
        others |= {shown} if shown is not None else set()
    else:
        others = {
            other for other in others if not rules.is_of(other)
        }  # otherwise a view of other rules is being counted
    for other in sorted(others):
        await ladder.drop_view(guild, other)
    return True


async def count(
    store: Store,
    guild: int,
    rules: CountingRules,
    view: View,
    current: Callable[[], Awaitable[CountingRules]] | None = None,
) -> bool:
    """Count the entries that a view lacks; False if that is given up because the `current` rules differ."""
    while True:
        before = await view.counted()
        async for entries in _some(store, guild, before + 1):
            steps = [await _step(store, guild, rules, entry) for entry in entries]
            what = await _change(view, rules, steps)
            if not await view.advance(before, entries[-1].number, what):
                break  # another process has counted them
            before = entries[-1].number
            await asyncio.sleep(0)
            if current is not None and await current() != rules:
                return False
        else:
            return True


async def _some(store: Store, guild: int, first: int) -> AsyncIterator[list[Entered | Noted]]:
    async for page in store.ladder.pages(guild, first):
        for start in range(0, len(page), AT_A_TIME):
            yield page[start : start + AT_A_TIME]


async def _change(view: View, rules: CountingRules, steps: Sequence[LogItem]) -> Counted:
    """The writes for these entries."""
    batch = await CountBatch.of(view, rules, steps)
    for step in steps:
        batch.count(step)
    return batch.changes()


async def _step(store: Store, guild: int, rules: CountingRules, entry: Entered | Noted) -> LogItem:
    """A log item to count: an analysis comes with its game."""
    if isinstance(entry, Entered):
        return Game(entry.number, read_fact(entry.says), entry.who, entry.number in rules.struck)
    note = read_note(entry.says)
    if isinstance(note, Analysis) and isinstance(game := await store.ladder.entry(guild, note.entry), Entered):
        return GameAnalysis(Game(game.number, read_fact(game.says), game.who, game.number in rules.struck), note)
    return note

"""The ladders of servers, counted from their lists: what pages show, as far as the list goes.

A view is named after how it counts: by which code, by which seasons, without which games. If that changes, another one
is counted beside the view that is shown, from the beginning, and takes its place when it has come as far as the list.
Whoever counts goes on from where the last one came to, and of two at once one finds that the other was faster.
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

_log = logging.getLogger(__name__)

AT_A_TIME = 25
"""Entries that are counted before others have their turn."""

SOON = 500
"""Entries that whoever asks for a page waits for; more are counted while it is shown as it was."""

SETTLED = 60.0
"""Seconds that are waited before all games of a long list are counted anew, in which more of them may be struck."""

_MOST = 10_000


class Today(Struct, frozen=True, kw_only=True):
    """Rated matches of a day: between two people (`pair`), and of `each` of them with anybody."""

    pair: int
    each: tuple[int, ...]


class Ladders:
    """Counts and reads. Every method raises `StoreError` where the store fails it, and may be called again."""

    def __init__(
        self, store: Store, preferences: Preferences, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store, self._preferences, self._sleep = store, preferences, sleep
        self._counting: dict[int, asyncio.Task[None]] = {}
        #: How long lists were when it was last seen that all of them was counted, and by which view.
        self._known: LRUCache[int, tuple[int, str]] = LRUCache(_MOST)

    async def way(self, guild: int) -> CountingRules:
        """How a server's games are counted now."""
        settings = await self._preferences.of_server(guild)
        return CountingRules(settings.seasons, settings.time_zone, await self._store.ladder.struck(guild))

    async def counted(self, guild: int) -> View:
        """The view of a server's ladder that is to be shown: after all games of the list, unless it takes long to count
        these; then it is the one before, or what there is of the first one, and counting goes on.
        """
        ladder = self._store.ladder
        while True:
            way, shown, length = await asyncio.gather(self.way(guild), ladder.view(guild), ladder.length(guild))
            name = _name(way, shown)
            view = ladder.counted(guild, name)
            if name == shown and self._known.get(guild) == (length, name):
                return view
            if length - await view.counted() > SOON:
                self.catch_up(guild)
                return view if shown in (name, None) else ladder.counted(guild, shown)
            if await bring_up(self._store, guild, way, name, partial(self.way, guild)):
                self._known[guild] = length, name
                return view

    def catch_up(self, guild: int) -> None:
        """Count what is not counted yet, without anybody waiting for it."""
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
        """Whether all is counted; not if the way to count has changed meanwhile."""
        ladder = self._store.ladder
        way, shown = await self.way(guild), await ladder.view(guild)
        if shown is not None and not way.is_of(shown) and await self._far_behind(guild, way.view):
            await self._sleep(SETTLED)  # whoever strikes one game often strikes more
            way, shown = await self.way(guild), await ladder.view(guild)
        return await bring_up(self._store, guild, way, _name(way, shown), partial(self.way, guild))

    async def _far_behind(self, guild: int, view: str) -> bool:
        ladder = self._store.ladder
        return await ladder.length(guild) - await ladder.counted(guild, view).counted() > SOON

    async def rest(self) -> None:
        """Returns when nothing is being counted."""
        while self._counting:
            await asyncio.wait(list(self._counting.values()))

    def give_up(self) -> None:
        """Count no more; the next one goes on."""
        for task in self._counting.values():
            task.cancel()

    async def reader(self, guild: int, now: float) -> Reader:
        """What pages read. `now`: seconds since 1970."""
        way = await self.way(guild)
        return Reader(self._store, guild, await self.counted(guild), way.day(now).toordinal(), way.season(now))

    async def missing(self, guild: int) -> int:
        """How many entries of a list are not counted yet in what pages show."""
        view = await self._store.ladder.view(guild) or (await self.way(guild)).view
        return await self._store.ladder.length(guild) - await self._store.ladder.counted(guild, view).counted()

    async def hide(self, guild: int, user: int, hidden: bool) -> bool:
        """Somebody wants to be on no board, or on them again; no if the list knows nothing of them."""
        number = await self._store.ladder.number_of(guild, user)
        if number is not None:
            await self.note(guild, Hide(number, hidden))
        return number is not None

    async def ratings(self, guild: int, users: Sequence[int], variant: str) -> list[float]:
        """Where people stand in a variant; at the start those of whom nothing is known."""
        numbers = [await self._store.ladder.number_of(guild, user) or 0 for user in users]
        found = await (await self.counted(guild)).values(PLAYERS, [f"{number}" for number in numbers])
        players = [msgspec.msgpack.decode(data, type=Player) if data else Player() for data in found]
        return [player.standing(variant).rating for player in players]

    async def listed(self, guild: int, user: int) -> bool | None:
        """Whether somebody may be on the boards of a server; None if its list knows nothing of them."""
        number = await self._store.ladder.number_of(guild, user)
        (data,) = await (await self.counted(guild)).values(PLAYERS, [f"{number or 0}"])
        return not msgspec.msgpack.decode(data, type=Player).hidden if data else None

    async def away(self, guild: int, user: int) -> int | None:
        """The number of somebody who was found to have left the server; None for anybody else."""
        number = await self._store.ladder.number_of(guild, user)
        (data,) = await (await self.counted(guild)).values(PLAYERS, [f"{number or 0}"])
        return number if data and msgspec.msgpack.decode(data, type=Player).away else None

    async def note(self, guild: int, note: Hide | Away | Forget) -> None:
        """Enter what was decided or found out about somebody."""
        await self._store.ladder.note(guild, write_note(note))

    async def strike(self, guild: int, table: str, game: int | None, reason: str, by: int, now: float) -> list[int]:
        """The games of a table, or one of them, do not count from now on; those of which that was not so before."""
        moderator, struck = await self._store.ladder.number_of(guild, by) or 0, list[int]()
        for number, entry in (await entries_of(self._store, guild, table, game)).items():
            note = write_note(Strike(entry, reason, now, moderator))
            if await self._store.ladder.note(guild, note, strikes=entry):
                struck.append(number)
        return sorted(struck)

    async def restore(self, guild: int, table: str, game: int | None, reason: str, by: int, now: float) -> list[int]:
        """The same the other way round: games that were struck count again."""
        moderator, restored = await self._store.ladder.number_of(guild, by) or 0, list[int]()
        for number, entry in (await entries_of(self._store, guild, table, game)).items():
            note = write_note(Restore(entry, reason, now, moderator))
            if await self._store.ladder.note(guild, note, restores=entry):
                restored.append(number)
        return sorted(restored)

    async def is_struck(self, guild: int, table: str, game: int) -> bool:
        """Whether a game of a table does not count any more."""
        struck = await self._store.ladder.struck(guild)
        return bool(struck) and not struck.isdisjoint((await entries_of(self._store, guild, table, game)).values())

    async def rated_today(self, guild: int, users: Sequence[int], now: float) -> Today:
        """How often the ratings of one or two people have changed today, outside of leagues."""
        numbers = [await self._store.ladder.number_of(guild, user) or 0 for user in users]
        view, today = await self.counted(guild), (await self.way(guild)).day(now).toordinal()
        found = await view.values(PLAYERS, [f"{number}" for number in numbers])
        players = [msgspec.msgpack.decode(data, type=Player) if data else Player() for data in found]
        (data,) = await view.values(PAIRS, [" ".join(map(str, sorted(numbers)))])
        pair = msgspec.msgpack.decode(data, type=Pair) if data else Pair()
        return Today(
            pair=pair.rated if pair.day == today else 0,
            each=tuple(player.rated if player.day == today else 0 for player in players),
        )


async def entries_of(store: Store, guild: int, table: str, game: int | None = None) -> dict[int, int]:
    """Where the games of a table stand in its server's list, or one of them: by their numbers."""
    places = await store.ladder.places(guild, table)
    return {number: entry for number, entry in places.items() if game in (None, number)}


def _name(way: CountingRules, shown: str | None) -> str:
    """The view in which is counted: the one that is shown, if it counts in this way."""
    return shown if shown is not None and way.is_of(shown) else way.view


async def bring_up(
    store: Store,
    guild: int,
    way: CountingRules,
    name: str,
    current: Callable[[], Awaitable[CountingRules]] | None = None,
) -> bool:
    """Count all entries of a list in the view of this name, have that shown, and drop those before it.

    False, and nothing else is shown, if the `current` way is another one before all is counted.
    """
    ladder = store.ladder
    if await ladder.view(guild) != name:
        await ladder.begin_view(guild, name)
    if not await count(store, guild, way, ladder.counted(guild, name), current):
        return False
    shown, others = await ladder.view(guild), await ladder.views(guild) - {name}
    if shown != name:
        await ladder.show_view(guild, name)
        others |= {shown} if shown is not None else set()
    else:
        others = {other for other in others if not way.is_of(other)}  # else somebody counts all anew
    for other in sorted(others):
        await ladder.drop_view(guild, other)
    return True


async def count(
    store: Store,
    guild: int,
    way: CountingRules,
    view: View,
    current: Callable[[], Awaitable[CountingRules]] | None = None,
) -> bool:
    """Count in a view what the list has and it has not; False if that is given up as the `current` way is another."""
    while True:
        before = await view.counted()
        async for entries in _some(store, guild, before + 1):
            steps = [await _step(store, guild, way, entry) for entry in entries]
            what = await _change(view, way, steps)
            if not await view.advance(before, entries[-1].number, what):
                break  # somebody else has counted them
            before = entries[-1].number
            await asyncio.sleep(0)
            if current is not None and await current() != way:
                return False
        else:
            return True


async def _some(store: Store, guild: int, first: int) -> AsyncIterator[list[Entered | Noted]]:
    async for page in store.ladder.pages(guild, first):
        for start in range(0, len(page), AT_A_TIME):
            yield page[start : start + AT_A_TIME]


async def _change(view: View, way: CountingRules, steps: Sequence[LogItem]) -> Counted:
    """What these entries change."""
    batch = await CountBatch.of(view, way, steps)
    for step in steps:
        batch.count(step)
    return batch.changes()


async def _step(store: Store, guild: int, way: CountingRules, entry: Entered | Noted) -> LogItem:
    """An entry as it is counted: beside what was found in a game stands the game."""
    if isinstance(entry, Entered):
        return Game(entry.number, read_fact(entry.says), entry.who, entry.number in way.struck)
    note = read_note(entry.says)
    if isinstance(note, Analysis) and isinstance(game := await store.ladder.entry(guild, note.entry), Entered):
        return GameAnalysis(Game(game.number, read_fact(game.says), game.who, game.number in way.struck), note)
    return note

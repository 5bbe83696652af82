"""What waits for one person, over all servers: tables by their index, matches owed in leagues.

The index may be late, so whatever is shown is read from its table. Nobody is looked up at Discord.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from bot.backgammon import Refused
from bot.store import Carried, Store
from bot.tables.held_league import Debt, debts_in
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.rests import Rests
from bot.tables.table import Table
from bot.tables.waits import Said, Wait

_log = logging.getLogger(__name__)

A_PAGE = 10
"""Entries of a page."""

_ORDER = (Wait.MUST, Wait.OTHERS, None, Wait.ANSWER)
"""What comes first; None: matches owed in leagues."""

_read = msgspec.json.Decoder(Said).decode


class TableWait(NamedTuple):
    """A table with what somebody has to do with it, and by when; `seat` is theirs."""

    table: Table
    seat: int
    wait: Wait
    until: float


Entry: TypeAlias = TableWait | Debt


class WaitingPage(NamedTuple):
    """Some of what waits for somebody: page `number` of `pages`, from 0. `total`: of all of them."""

    entries: tuple[Entry, ...]
    number: int
    pages: int
    total: int


class _Index:
    """What is known of somebody's tables, by name: at first what their index says, then what the tables do."""

    def __init__(self, noted: Mapping[str, tuple[int, Said]], hours: Mapping[int, int]) -> None:
        self.noted, self.hours = dict(noted), hours
        self.seen: dict[str, Table] = {}
        self.rested: dict[str, float] = {}
        """By when somebody has to act at tables without a clock that are seen, heedful of holidays."""

    def ordered(self, wait: Wait) -> list[str]:
        """The tables at which somebody has this to do, the most urgent first."""
        found = [(self.until(name), name) for name, (_, said) in self.noted.items() if said.wait is wait]
        return [name for _, name in sorted(found)]

    def until(self, name: str) -> float:
        """By when somebody has to act, but for holidays."""
        _, said = self.noted[name]
        return said.deadline(self.hours[said.guild])


class Waiting:
    """Finds what waits for people."""

    def __init__(self, store: Store, repository: TableRepository, preferences: Preferences, leagues: Leagues) -> None:
        self._store, self._repository = store, repository
        self._preferences, self._leagues, self._rests = preferences, leagues, Rests(preferences)

    async def page(self, user: int, number: int = 0) -> WaitingPage:
        """A page of what waits for somebody; the last one if there are not so many."""
        index, debts = await asyncio.gather(self._index(user), self._debts(user))
        while True:
            listed = [each for wait in _ORDER for each in (debts if wait is None else index.ordered(wait))]
            pages = max(1, -(-len(listed) // A_PAGE))
            at = min(number, pages - 1)
            shown = listed[at * A_PAGE :][:A_PAGE]
            unseen = [each for each in shown if isinstance(each, str) and each not in index.seen]
            if not unseen:
                entries = tuple(self._entry(index, user, each) if isinstance(each, str) else each for each in shown)
                return WaitingPage(entries, at, pages, len(listed))
            await asyncio.gather(*(self._look(index, user, name) for name in unseen))

    async def next_for(self, user: int, but: str) -> TableWait | None:
        """The most urgent table at which somebody must act, but for one of this id; None if there is none."""
        index = await self._index(user)
        while True:
            names = (name for name in index.ordered(Wait.MUST) if name.partition(":")[2] != but)
            first = next(names, None)
            if first is None:
                return None
            if first in index.seen:
                return self._entry(index, user, first)
            await self._look(index, user, first)

    async def _index(self, user: int) -> _Index:
        left = (await self._preferences.of_person(user)).left
        noted = {name: (version, _read(says)) for name, version, says in await self._store.waits.of(user)}
        noted = {name: each for name, each in noted.items() if each[1].guild not in left}
        guilds = list({said.guild for _, said in noted.values()})
        settings = await asyncio.gather(*(self._preferences.of_server(guild) for guild in guilds))
        return _Index(noted, {guild: each.claim_after for guild, each in zip(guilds, settings, strict=True)})

    async def _look(self, index: _Index, user: int, name: str) -> None:
        """Read a table, and correct what was known of it."""
        channel, _, id = name.partition(":")
        version, said = index.noted.pop(name)
        try:
            table = await self._repository.load(int(channel), id)
        except Refused as error:  # of a newer bot, which will know what it waits for
            _log.warning("table %s is left alone: %s", id, error)
            return
        seat = table and table.seat_of(user)
        waits = table and table.waits
        now = None
        if table is not None and waits is not None and seat is not None:
            now = waits.says(seat, said.guild, sits=table.people.acts_for(seat, user))
        if table is not None and waits is not None and now is not None:
            index.noted[name], index.seen[name] = (waits.at, now), table
            if now.until is None:
                since, hours = max(now.since, table.screen.mentioned_at), index.hours[now.guild]
                index.rested[name] = await self._rests.moved(table, since, hours)
        if now != said:
            later = max(version + 1, waits.at if waits else 0)
            await self._store.waits.note(user, [Carried(name, later, b"" if now is None else msgspec.json.encode(now))])

    def _entry(self, index: _Index, user: int, name: str) -> TableWait:
        table, (_, said) = index.seen[name], index.noted[name]
        seat = table.seat_of(user)
        assert seat is not None, "who has none waits for nothing there"
        return TableWait(table, seat, said.wait, index.rested.get(name, index.until(name)))

    async def _debts(self, user: int) -> list[Debt]:
        """The matches that somebody owes in leagues that run."""
        left = (await self._preferences.of_person(user)).left
        mine = [(guild, league) for guild, league in await self._store.leagues.of_member(user) if guild not in left]
        guilds = list(dict.fromkeys(guild for guild, _ in mine))
        listed = dict(zip(guilds, await asyncio.gather(*map(self._leagues.listed, guilds)), strict=True))
        running = [
            (guild, league) for guild, league in mine if league in listed[guild] and not listed[guild][league].over
        ]
        held = await asyncio.gather(*(self._leagues.find(*each) for each in running))
        return [debt for league in held for debt in debts_in(league, user)]

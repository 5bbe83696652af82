"""The games of a week are found without reading the list of a server from its beginning."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Any

import fakeredis
import pytest

from bot.ladder.facts import Fact, write_fact
from bot.store import Entry, Store
from bot.store.pages import PAGE
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.standings import Ladders
from bot.tables.week_games import STALE, WeekReader
from bot.tables.weeks import FEWEST, week_before
from tests.ladder.facts import match_game

from .tables import NOON

G = 7
WEEK = week_before(NOON, "UTC")
OLD, INSIDE, LATER = WEEK.start - 1, WEEK.start, WEEK.end


class Pages:
    """A store that counts the pages of a list that are read, the latest first."""

    def __init__(self) -> None:
        self.store = Store(fakeredis.FakeAsyncRedis(), "the test")
        self.read = 0
        latest = self.store.ladder.latest

        async def counted(guild: int) -> AsyncIterator[Any]:
            async for page in latest(guild):
                self.read += 1
                yield page

        self.store.ladder.latest = counted  # type: ignore[method-assign]
        repository, preferences = TableRepository(self.store), Preferences(self.store)
        ladders = Ladders(self.store, preferences)
        self.reader = WeekReader(self.store, repository, ladders, Leagues(self.store), Nights(self.store))

    async def enter(self, *ends: float) -> None:
        """A money session with games that ended then, in the order in which they became final."""
        facts: list[Fact] = [
            match_game(winner=0, length=0, table=f"table{at}", game=number, at=at) for number, at in enumerate(ends, 1)
        ]
        for fact in facts:
            await self.store.ladder.enter(G, fact.table, [Entry(fact.game, write_fact(fact), (1, 2))])

    async def found(self) -> list[float]:
        self.read = 0
        return [entry.fact.ended_at for entry in await self.reader._entries(G, WEEK)]


async def test_of_a_long_list_only_the_end_is_read() -> None:
    pages = Pages()
    await pages.enter(*[OLD] * (4 * PAGE), INSIDE, INSIDE + 1, WEEK.end - 1, LATER)
    assert await pages.found() == [INSIDE, INSIDE + 1, WEEK.end - 1]
    assert pages.read <= 1 + -(-STALE // PAGE)


async def test_a_game_that_was_final_late_hides_none_before_it() -> None:
    pages = Pages()
    await pages.enter(*[OLD] * 10, INSIDE, *[OLD] * (STALE // 2), INSIDE + 1, *[OLD] * (STALE // 2))
    assert await pages.found() == [INSIDE, INSIDE + 1]


async def test_notes_among_the_games_are_no_games() -> None:
    pages = Pages()
    await pages.enter(INSIDE)
    for number in range(STALE + 1):
        await pages.store.ladder.note(G, b"%d" % number)
    assert await pages.found() == [INSIDE]


async def test_struck_games_are_left_out() -> None:
    pages = Pages()
    await pages.enter(INSIDE, INSIDE + 1)
    await pages.store.ladder.note(G, b"struck", strikes=1)
    assert await pages.found() == [INSIDE + 1]


@pytest.mark.parametrize("games", [0, FEWEST - 1, FEWEST])
async def test_of_games_at_tables_that_are_gone_nothing_is_told(games: int) -> None:
    pages = Pages()
    await pages.enter(*[INSIDE] * games)

    async def all_of_them(places: Collection[int]) -> Collection[int]:
        return places

    assert await pages.reader.report(G, WEEK, NOON, all_of_them) is None

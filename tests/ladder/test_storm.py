"""In any weather the ladder is what its list gives."""

from __future__ import annotations

import fakeredis

from bot.store import Store
from bot.store.standings import Counted
from bot.tables.recounting import rebuild, verify
from tests.ladder.storm import GUILD, storm


async def content(store: Store) -> dict[str, dict[bytes, bytes | float]]:
    """Everything that pages can show."""
    name = await store.ladder.view(GUILD)
    assert name is not None
    view = store.ladder.counted(GUILD, name)
    return {name: await view.content(name) for name in await view.names()}


async def test_in_a_storm_every_game_counts_once() -> None:
    store = Store(fakeredis.FakeAsyncRedis(), "the test")
    weather = await storm(store, 160, between=3)
    assert weather.died > 3 and weather.struck > 1 and weather.analysed > 60
    assert len(await store.ladder.entries(GUILD)) == 160
    preferences = weather.ladders()._preferences
    found = await verify(store, preferences, GUILD)
    assert found.differences == () and found.entries == await store.ladder.length(GUILD)
    before, shown = await content(store), await store.ladder.view(GUILD)
    assert (await rebuild(store, preferences, GUILD)).entries == found.entries
    assert await content(store) == before and await store.ladder.view(GUILD) != shown
    # What is not as the list has it is named.
    view = store.ladder.counted(GUILD, str(await store.ladder.view(GUILD)))
    number = await view.counted()
    assert await view.advance(number, number, Counted({"players": {"3": b"x"}}, {"board points  ": {4: 1e9}}))
    assert (await verify(store, preferences, GUILD)).differences == ("board points  : 4", "players: 3")
    await rebuild(store, preferences, GUILD)
    assert await content(store) == before

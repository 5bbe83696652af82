"""Whatever goes wrong, the ladder is what its list gives."""

from __future__ import annotations

import random

import fakeredis

from bot.store import Store
from bot.store.standings import Counted
from bot.tables.recounting import rebuild, verify
from tests.ladder.faults import GUILD, Faults, enter, played, with_faults


async def content(store: Store) -> dict[str, dict[bytes, bytes | float]]:
    """Everything that pages can show."""
    name = await store.ladder.view(GUILD)
    assert name is not None
    view = store.ladder.counted(GUILD, name)
    return {name: await view.content(name) for name in await view.names()}


async def test_in_a_storm_every_game_counts_once() -> None:
    store = Store(fakeredis.FakeAsyncRedis(), "the test")
    faults = await with_faults(store, 160, between=3)
    assert faults.died > 3 and faults.struck > faults.restored > 1 and faults.analysed > 60
    assert len(await store.ladder.entries(GUILD)) == 160
    preferences = faults.ladders()._preferences
    found = await verify(store, preferences, GUILD)
    assert found.differences == () and found.entries == await store.ladder.length(GUILD)
    before, shown = await content(store), await store.ladder.view(GUILD)
    assert (await rebuild(store, preferences, GUILD)).entries == found.entries
    assert await content(store) == before and await store.ladder.view(GUILD) != shown
    # What is not as the list has it is named.
    view = store.ladder.counted(GUILD, str(await store.ladder.view(GUILD)))
    number = await view.counted()
    assert await view.advance(number, number, Counted({"players": {"3": b"x"}}, {"board points ": {4: 1e9}}))
    assert (await verify(store, preferences, GUILD)).differences == ("board points : 4", "players: 3")
    await rebuild(store, preferences, GUILD)
    assert await content(store) == before


async def test_a_game_that_was_struck_and_restored_is_as_if_it_had_never_been_struck() -> None:
    """By the words of any moderator, counted in between or not; the last word about each game holds."""
    chance, games = random.Random(7), list(played(60, random.Random(3), 8))
    calm, faulty = (Faults(Store(fakeredis.FakeAsyncRedis(), name), chance) for name in ("calm", "faulty"))
    for each in (calm, faulty):
        for fact, who in games:
            await enter(each.store, fact, who)
    holds: dict[str, bool] = {}
    for number in range(50):
        fact, _ = chance.choice(games[:20])
        if chance.random() < 0.5:
            await faulty.strike(fact)
            holds[fact.id] = False
        else:
            await faulty.restore(fact)
            holds[fact.id] = True
        if number % 7 == 0:
            await faulty.count()
    for fact, _ in games:
        if not holds.get(fact.id, True):
            await calm.strike(fact)
    for each in (calm, faulty):
        await each.count()
        assert (await verify(each.store, each.ladders()._preferences, GUILD)).differences == ()
    assert faulty.restored > 5 and not all(holds.values())
    beside = {"strikes"}  # there stands who has decided it when
    found = [await content(each.store) for each in (calm, faulty)]
    one, other = ({name: kept for name, kept in each.items() if name not in beside} for each in found)
    assert one == other

"""A clock that somebody sets ahead ends nothing early, neither in a process that runs nor in one that starts then."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import fakeredis
import pytest

from bot.app import Bot
from bot.backgammon import Rules
from bot.league import RoundRobin
from bot.settings import Settings
from bot.store import Store, StoreError, keys, scripts
from bot.tables import shared_clock
from bot.tables.challenges import LASTS
from bot.tables.shared_clock import MAX_SKEW, PERIOD, SLEW_RATE, SharedClock
from bot.tables.table import Stage

from .tables import BOB, CHANNEL, HOUR, Tables
from .test_leagues import Club

NOON = 1_800_000_000.0


class Machines:
    """A store on one machine and bots on others, with clocks that can be set, and time that passes for all."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.server_ahead = 0.0
        self.fake = fakeredis.FakeServer()

    @property
    def truth(self) -> float:
        return NOON + self.passed

    def bot(self, ahead: float = 0.0) -> SharedClock:
        """A process on a machine whose clock is so far ahead."""
        store = Store(fakeredis.FakeAsyncRedis(server=self.fake), "the test")
        run = store._connection.run

        async def timed(script: Any, *call: Any) -> Any:
            answer = await run(script, *call)
            if script is not scripts.READ_TIME:
                return answer
            told = self.truth + self.server_ahead
            return [b"%d" % int(told), b"%d" % (told % 1 * 1e6), answer[2]]

        store._connection.run = timed  # type: ignore[method-assign]
        return SharedClock(store, lambda: self.truth + ahead, lambda: 50 + self.passed)

    async def lives(self, seconds: float, *bots: SharedClock) -> None:
        """So much time passes, in which these processes look at the clock as they do."""
        for _ in range(int(seconds // PERIOD)):
            self.passed += PERIOD
            for bot in bots:
                await bot.agree()


async def test_it_is_the_time_of_the_store_s_server_and_goes_on_by_itself() -> None:
    world = Machines()
    bot = world.bot(ahead=HOUR)
    assert bot() == world.truth + HOUR
    await bot.agree()
    assert bot() == pytest.approx(world.truth, abs=1e-3)
    world.passed += 100
    assert bot() == pytest.approx(world.truth, abs=1e-3)


async def test_a_clock_that_jumps_ahead_is_followed_so_slowly_that_no_wait_ends_early() -> None:
    world = Machines()
    bot = world.bot()
    await bot.agree()
    world.server_ahead = HOUR
    await world.lives(LASTS, bot)
    assert world.truth < bot() <= world.truth + LASTS * SLEW_RATE + 1
    await world.lives(70 * HOUR, bot)
    assert bot() == pytest.approx(world.truth + HOUR, abs=1), "in the end it is believed"


async def test_one_that_is_set_back_holds_nothing_up() -> None:
    world = Machines()
    bot = world.bot()
    await bot.agree()
    world.server_ahead = -HOUR
    before = bot()
    await world.lives(LASTS, bot)
    assert bot() - before >= LASTS * (1 - SLEW_RATE) - 1


async def test_a_process_that_starts_after_the_jump_has_the_time_of_the_others() -> None:
    world = Machines()
    old = world.bot()
    await old.agree()
    world.server_ahead = HOUR
    await world.lives(PERIOD, old)
    new = world.bot(ahead=HOUR)
    await new.agree()
    assert new() == pytest.approx(old(), abs=1e-3)
    await world.lives(2 * HOUR, old, new)
    assert abs(new() - old()) < 2 * PERIOD * SLEW_RATE


@pytest.mark.parametrize("way", [1, -1])
async def test_what_is_further_away_than_anybody_sets_a_clock_by_mistake_is_believed_at_once(
    way: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A machine that stood still for days: seasons and leagues go by the date."""
    world = Machines()
    bot, other = world.bot(), world.bot()
    await bot.agree()
    await other.agree()
    world.server_ahead = way * (MAX_SKEW + HOUR)
    await world.lives(PERIOD, bot, other)
    for each in (bot, other):
        assert each() == pytest.approx(world.truth + world.server_ahead, abs=1)
    caplog.clear()
    await world.lives(HOUR, bot, other)
    assert caplog.messages == []


async def test_what_was_kept_of_a_jump_is_forgotten_when_nobody_tells_it_any_more() -> None:
    world = Machines()
    await world.bot().agree()
    client = fakeredis.FakeAsyncRedis(server=world.fake)
    assert 0 < await client.ttl(keys.TIME) <= HOUR


async def test_jumps_are_told_once(caplog: pytest.LogCaptureFixture) -> None:
    world = Machines()
    await world.bot(ahead=HOUR).agree()
    assert caplog.messages == ["this machine's clock is +3600 seconds from the bot's time, which the store tells"]
    caplog.clear()
    bot = world.bot()
    await bot.agree()
    world.server_ahead = HOUR
    await world.lives(HOUR, bot)
    assert len(caplog.messages) == 1 and "+3600 seconds from the bot's, which follows slowly" in caplog.text


async def test_while_the_store_fails_the_clock_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = Machines()
    bot = world.bot()

    async def fails() -> None:
        raise StoreError("gone")

    monkeypatch.setattr(shared_clock, "PERIOD", 0)
    monkeypatch.setattr(bot._store.time, "read", fails)
    task = asyncio.create_task(bot.run())
    while not caplog.messages:
        await asyncio.sleep(0)
    monkeypatch.undo()
    task.cancel()
    assert caplog.messages[0] == "the clock goes on by itself: gone" and bot() == pytest.approx(world.truth)


async def test_no_league_ends_and_nobody_is_reminded_early_when_the_clock_was_set_ahead(tables: Tables) -> None:
    """And the deadline, weeks away, comes by the date all the same."""
    world, club = Machines(), Club(tables)
    bot = world.bot()
    await bot.agree()
    for part in (club.leagues, club.clock):
        part._now = bot
    held = await club.begun(RoundRobin(weeks=1, size=4))
    assert held.league.ends_at is not None
    until = held.league.ends_at - 2 * PERIOD
    world.passed += until - HOUR - bot()
    await bot.agree()
    world.server_ahead = HOUR
    await world.lives(until - bot() - 2 * PERIOD, bot)
    held = await club.looked(held)
    assert world.truth + HOUR > held.league.ends_at and not held.league.over
    await world.lives(4 * PERIOD, bot)
    assert (await club.looked(held)).league.over


async def test_what_is_stamped_and_counted_by_time_has_one_clock() -> None:
    services = Bot(Settings(token="x"), Store(fakeredis.FakeAsyncRedis(), "the test")).services
    clocks = {
        name: part._now for name in services.__struct_fields__ if hasattr(part := getattr(services, name), "_now")
    }
    assert clocks.pop("preferences") is time.monotonic, "nothing but how long they are remembered"
    assert len(clocks) >= 8 and set(clocks.values()) == {services.now}, clocks


async def test_a_challenge_can_be_accepted_after_the_clock_was_set_ahead(tables: Tables) -> None:
    """As it is told to the parts of the bot: by the clock that is set, it would be over."""
    world = Machines()
    bot = world.bot()
    for part in (tables.desk, tables.challenges, tables.clock):
        part._now = bot
    await bot.agree()
    made = await tables.challenge(Rules(length=1))
    await tables.clock.watch(made)
    world.server_ahead = HOUR
    await world.lives(LASTS - 2 * PERIOD, bot)
    tables.time = bot()
    assert await tables.tick() == ([], [])
    accepted = await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    assert accepted.table.stage is Stage.OPEN

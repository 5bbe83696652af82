"""What could not be shown is tried again: after growing pauses, on what happens in its server, one try at a time."""

from __future__ import annotations

import asyncio
from itertools import islice

import pytest

from bot.backgammon import Illegal, Rules
from bot.screens.discord_errors import Trouble
from bot.screens.refusal_words import unshown_words
from bot.store import StoreError
from bot.tables.about import About
from bot.tables.faults import TableTrouble
from bot.tables.retry_queue import RetryQueue, growing
from bot.tables.table import People, Table
from bot.texts import texts


class Hours:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        until = asyncio.get_running_loop().create_future()
        self._sleeping.append((self.now + seconds, until))
        await until

    async def pass_by(self, seconds: float) -> None:
        """So much time passes, and whoever slept does what he has to."""
        end = self.now + seconds
        await settled()
        while due := sorted(at for at, until in self._sleeping if at <= end and not until.done()):
            self.now = due[0]
            for at, until in self._sleeping:
                if at <= self.now and not until.done():
                    until.set_result(None)
            await settled()
        self._sleeping = [each for each in self._sleeping if not each[1].done()]
        self.now = end


async def settled() -> None:
    """Everything that can go on has."""
    for _ in range(20):
        await asyncio.sleep(0)


class Channel:
    """Where tables are shown, or not; when they were tried."""

    def __init__(self) -> None:
        self.hours = Hours()
        self.tries: list[float] = []
        self.shuts: set[str] = set()
        self.failure: Exception | None = None
        self.holding = asyncio.Event()
        self.holding.set()
        self.within = 0
        self.retries = RetryQueue(self.again, sleep=self.hours.sleep)

    async def again(self, table: Table) -> None:
        assert not self.within, "two tries at once"
        self.within += 1
        self.tries.append(self.hours.now)
        await self.holding.wait()
        self.within -= 1
        if self.failure:
            raise self.failure
        if table.id in self.shuts:
            self.retries.add(table)
        else:
            self.retries.done(table)


@pytest.fixture
async def channel() -> Channel:
    return Channel()


def table(name: str = "k7f3q2", guild: int = 1) -> Table:
    about = About(id=name, guild=guild, channel=2, setup=Rules(), made_at=0.0, expires_at=0.0)
    return Table(about=about, people=People(seats=()), seed=b"")


async def test_the_pauses_grow_up_to_ten_minutes_and_go_on(channel: Channel) -> None:
    assert list(islice(growing(), 10)) == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600]
    channel.shuts.add("k7f3q2")
    channel.retries.add(table())
    await channel.hours.pass_by(100)
    assert channel.tries == [6, 17, 38, 79]
    await channel.hours.pass_by(24 * 3600)
    assert len(channel.tries) < 24 * 6 + 12
    channel.shuts.clear()
    await channel.hours.pass_by(601)
    tried = len(channel.tries)
    await channel.hours.pass_by(24 * 3600)
    assert len(channel.tries) == tried, "it is shown, and not tried any more"
    channel.retries.rest()


async def test_what_happens_in_its_server_lets_it_be_tried_at_once(channel: Channel) -> None:
    channel.shuts.add("k7f3q2")
    channel.retries.add(table(guild=1))
    await channel.hours.pass_by(2)
    channel.retries.wake(3)
    await channel.hours.pass_by(0)
    assert channel.tries == [], "another server is no matter"
    channel.shuts.clear()
    channel.retries.wake(1)
    await channel.hours.pass_by(0)
    assert channel.tries == [2]
    channel.retries.add(table())
    channel.retries.wake()
    await channel.hours.pass_by(1)
    assert channel.tries == [2, 3], "and whatever happens to Discord at large"


async def test_a_hundred_events_are_not_a_hundred_tries(channel: Channel) -> None:
    channel.shuts.add("k7f3q2")
    channel.retries.add(table())
    for _ in range(100):
        channel.retries.wake(1)
        await channel.hours.pass_by(0.05)
    assert 2 <= len(channel.tries) <= 5
    channel.retries.rest()


async def test_an_event_in_the_middle_of_a_try_is_not_lost(channel: Channel) -> None:
    channel.shuts.add("k7f3q2")
    channel.retries.add(table())
    channel.holding.clear()
    await channel.hours.pass_by(6)
    assert channel.tries == [6]
    channel.retries.wake(1)
    channel.holding.set()
    await channel.hours.pass_by(1)
    assert channel.tries == [6, 7]
    channel.retries.rest()


async def test_what_was_shown_in_another_way_is_not_tried(channel: Channel) -> None:
    channel.retries.add(table())
    channel.retries.done(table())
    await channel.hours.pass_by(3600)
    assert channel.tries == []


async def test_what_fails_anew_begins_anew_with_short_pauses(channel: Channel) -> None:
    channel.shuts.add("k7f3q2")
    channel.retries.add(table())
    await channel.hours.pass_by(300)
    channel.retries.done(table())
    channel.retries.add(table())
    tried = len(channel.tries)
    await channel.hours.pass_by(6)
    assert channel.tries[tried:] == [306]
    channel.retries.rest()


async def test_one_try_a_table_at_a_time_however_often_it_is_noted(channel: Channel) -> None:
    channel.shuts.add("k7f3q2")
    for _ in range(5):
        channel.retries.add(table())
    channel.retries.add(table("other1", guild=1))
    await channel.hours.pass_by(7)
    assert channel.tries == [6, 6], "one of each"
    channel.retries.rest()


async def test_what_goes_wrong_is_tried_again(channel: Channel) -> None:
    channel.failure = ZeroDivisionError()
    channel.retries.add(table())
    await channel.hours.pass_by(20)
    assert channel.tries == [6, 17]
    channel.failure = None
    await channel.hours.pass_by(3600)
    assert channel.tries == [6, 17, 38]


async def test_a_store_that_is_away_is_looked_for_at_even_pauses(channel: Channel) -> None:
    """When it is back nobody waits longer for having waited long."""
    channel.failure = StoreError("away")
    channel.retries.add(table())
    await channel.hours.pass_by(30)
    assert channel.tries == [6, 12, 18, 24, 30]
    channel.failure = None
    await channel.hours.pass_by(3600)
    assert channel.tries == [6, 12, 18, 24, 30, 36]


async def test_a_table_of_a_newer_bot_is_left_alone(channel: Channel) -> None:
    channel.failure = Illegal(TableTrouble.NEWER)
    channel.retries.add(table())
    await channel.hours.pass_by(3600)
    assert channel.tries == [6]


async def test_at_the_end_nothing_is_tried_any_more(channel: Channel) -> None:
    channel.retries.add(table())
    channel.retries.rest()
    await channel.hours.pass_by(3600)
    assert channel.tries == []


def test_who_acted_is_told_what_is_missing_by_its_name() -> None:
    said = unshown_words(Trouble.FORBIDDEN, ["View Channel", "Attach Files"], texts("ru"))
    assert "**Просматривать канал**" in said and "**Прикреплять файлы**" in said
    assert "the thread is locked" in unshown_words(Trouble.FORBIDDEN, [], texts("en"))
    assert "not answering well" in unshown_words(Trouble.DOWN, ["View Channel"], texts("en"))

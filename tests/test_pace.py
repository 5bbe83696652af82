"""Discord's global limit: requests go out in turn, no more in any second than are taken, and hardly fewer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import aiohttp
import fakeredis
import pytest

from bot import pace
from bot.app import Bot
from bot.pace import GLOBAL, Pace
from bot.settings import Settings
from bot.store import Store
from bot.supervision import unhurried


class Waiting:
    """A clock that goes on by what is slept, and now and then by more: the loop was busy."""

    def __init__(self, late: float = 0.0) -> None:
        self.now, self._late, self._slept = 100.0, late, 0

    async def sleep(self, seconds: float) -> None:
        self._slept += 1
        self.now += seconds + (self._late if self._slept % 20 == 0 else 0.0)
        await _yield()


async def _yield() -> None:
    loop = asyncio.get_running_loop()
    made = loop.create_future()
    loop.call_soon(made.set_result, None)
    await made


async def gone_out(patch: pytest.MonkeyPatch, requests: int, late: float = 0.0, share: float = 1.0) -> list[float]:
    """When so many requests go out that are made at the same time."""
    clock = Waiting(late)
    patch.setattr(pace, "asyncio", SimpleNamespace(sleep=clock.sleep, get_running_loop=asyncio.get_running_loop))
    turns, order, times = Pace(share, lambda: clock.now), list[int](), list[float]()

    async def one(number: int) -> None:
        await turns.turn()
        order.append(number)
        times.append(clock.now)

    clock.now += 60  # nobody has asked for anything
    await asyncio.gather(*map(one, range(requests)))
    assert order == list(range(requests)), "who asks first is first"
    return times


async def test_what_nobody_waits_for_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so do tasks that it begins. Who gives up waiting costs no turn."""
    clock = Waiting()
    monkeypatch.setattr(pace, "asyncio", SimpleNamespace(sleep=clock.sleep, get_running_loop=asyncio.get_running_loop))
    turns, order, times = Pace(1.0, lambda: clock.now), list[str](), list[float]()

    async def one(name: str) -> None:
        await turns.turn()
        order.append(name)
        times.append(clock.now)

    with unhurried():
        waiting = [asyncio.ensure_future(one(f"reminder {number}")) for number in range(60)]
    await _yield()
    people = [asyncio.ensure_future(one(f"press {number}")) for number in range(6)]
    await _yield()
    waiting[50].cancel()
    people.pop(2).cancel()
    await asyncio.gather(*waiting[:50], *waiting[51:], *people)
    first = order.index("press 0")
    assert first <= 6 and order[first : first + 5] == ["press 0", "press 1", "press 3", "press 4", "press 5"]
    rest = [name for name in order if name.startswith("reminder")]
    assert rest == [f"reminder {number}" for number in range(60) if number != 50]
    assert times[-1] - times[0] == pytest.approx((64 - 1) / 47, abs=3 / 47)


def most_in_a_second(times: list[float]) -> int:
    return max(sum(begin <= time < begin + 1 for time in times) for begin in times)


@pytest.mark.parametrize("late", [0.0, 0.02, 0.3])
async def test_no_more_in_any_second_than_discord_takes(monkeypatch: pytest.MonkeyPatch, late: float) -> None:
    assert most_in_a_second(await gone_out(monkeypatch, 300, late)) <= GLOBAL


async def test_nine_tenths_of_what_discord_takes_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    times = await gone_out(monkeypatch, 500)
    assert 500 / (times[-1] - times[0]) >= 0.9 * GLOBAL


async def test_each_process_has_the_share_of_its_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    times = await gone_out(monkeypatch, 200, share=0.25)
    assert most_in_a_second(times) <= GLOBAL / 4 + 3


async def test_a_few_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    times = await gone_out(monkeypatch, 3)
    assert times == pytest.approx([160.0] * 3)


@pytest.mark.parametrize("base", [None, "http://proxy"])
def test_where_a_proxy_shares_the_limit_out_the_bot_does_not(base: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    monkeypatch.setattr("bot.app.Pace", lambda share: shares.append(share) or SimpleNamespace(keep=lambda trace: None))
    Bot(
        Settings(token="x", shard_count=4, shard_ids=(0, 2), api_base=base),
        Store(fakeredis.FakeAsyncRedis(), "the test"),
    )
    assert shares == ([] if base else [0.5])


async def test_what_is_refused_for_all_holds_all_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers to interactions too, which carry no token and take no turn."""
    clock = Waiting()
    monkeypatch.setattr(pace, "asyncio", SimpleNamespace(sleep=clock.sleep, get_running_loop=asyncio.get_running_loop))
    turns, trace = Pace(1.0, lambda: clock.now), aiohttp.TraceConfig()
    turns.keep(trace)
    refused = SimpleNamespace(status=429, headers={"X-RateLimit-Global": "true", "Retry-After": "7"})
    of_one_route = SimpleNamespace(status=429, headers={"Retry-After": "50"})
    for response in (refused, of_one_route):
        await trace.on_request_end[0](None, None, SimpleNamespace(response=response))  # type: ignore[arg-type]
    begun = clock.now
    await trace.on_request_start[0](None, None, SimpleNamespace(headers={}))  # type: ignore[arg-type]
    assert clock.now - begun == pytest.approx(7)
    await trace.on_request_start[0](None, None, SimpleNamespace(headers={"Authorization": "Bot x"}))  # type: ignore[arg-type]
    assert clock.now - begun < 8

"""Games with faults in which whatever is ready is done in any order; the seeds of both say which."""

from __future__ import annotations

import asyncio

import pytest

from .played import played
from .schedule import ShuffledLoop, scheduled

#: Games, each by a schedule of its own.
GAMES = 40
_AT_ONCE = 10


async def order(tasks: int) -> list[int]:
    """In which order tasks are done that are ready at once."""
    done: list[int] = []

    async def one(number: int) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        done.append(number)

    await asyncio.gather(*map(one, range(tasks)))
    return done


def test_what_is_ready_is_done_in_any_order_and_by_one_seed_in_one() -> None:
    orders = [scheduled(seed, order(6))[0] for seed in range(20)]
    assert orders == [scheduled(seed, order(6))[0] for seed in range(20)]
    assert len({tuple(each) for each in orders}) > 10 and all(sorted(each) == list(range(6)) for each in orders)


async def slept() -> float:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(3600):
            await loop.create_future()
    assert await loop.run_in_executor(None, sum, (1, 2)) == 3
    return loop.time() - begun


def test_time_is_counted_and_threads_are_none() -> None:
    assert scheduled(0, slept())[0] == pytest.approx(3600)


def test_where_everybody_waits_for_somebody_else_it_is_said() -> None:
    async def stuck() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(RuntimeError, match="everybody waits for somebody else"):
        scheduled(0, stuck())


@pytest.mark.parametrize("first", range(0, GAMES, _AT_ONCE))
def test_by_no_schedule_an_action_is_lost_or_doubled(first: int) -> None:
    for seed in range(first, first + _AT_ONCE):
        figures, _ = scheduled(seed, played(seed))
        assert figures["in time"], "of nothing it is known when it was sent and answered"


def test_game_seed_and_schedule_seed_are_a_run() -> None:
    def run(game: int, schedule: int) -> tuple[object, ...]:
        figures, loop = scheduled(schedule, played(game))
        assert isinstance(loop, ShuffledLoop) and loop.shuffled > 50
        return figures, loop.turns, loop.trace

    assert run(7, 1) == run(7, 1)
    assert run(7, 1)[2] != run(7, 2)[2]

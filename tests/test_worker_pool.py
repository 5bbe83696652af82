"""Workers fold beside the event loop: what they give, what they raise, and what becomes of those that die."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import worker_pool
from bot.backgammon import Illegal, Rules, TableFault, start
from bot.engine.engine import Engine
from bot.engine.reviewer import Reviewers
from bot.screens.painter import Painter
from bot.tables import games
from bot.tables.kept_games import replay
from bot.worker_pool import Worker, WorkerFailed, WorkerPool

from .work import doubled, dying, dying_once, filled, modules, noted, odd, process, refused, standing, waiting

PATIENCE = 60.0


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool(workers=1)
    yield made
    await made.close()


async def pid_in(file: Path) -> int:
    async with asyncio.timeout(PATIENCE):
        while not file.exists() or not file.read_text():
            await asyncio.sleep(0.01)
    return int(file.read_text())


async def ended(pid: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while Path(f"/proc/{pid}").exists() and "State:\tZ" not in Path(f"/proc/{pid}/status").read_text():
            await asyncio.sleep(0.01)


async def test_it_gives_what_the_work_gives(pool: WorkerPool) -> None:
    assert [await pool.run(doubled, number) for number in (1, 2)] == [2, 4]


async def test_a_state_is_folded_in_another_process(pool: WorkerPool) -> None:
    state = start(Rules(length=3))
    assert await pool.run(replay, games.HEADS_UP, [games.HEADS_UP.header(state)]) == state
    assert await pool.run(process) != os.getpid()


async def test_it_raises_what_the_work_raises(pool: WorkerPool) -> None:
    with pytest.raises(Illegal) as raised:
        await pool.run(refused, TableFault.NOT_SEATED)
    assert raised.value.reason is TableFault.NOT_SEATED and raised.value.details == {"names": (1, 2)}


async def test_an_error_that_cannot_be_carried_over_is_told_of(pool: WorkerPool) -> None:
    with pytest.raises(RuntimeError, match="Odd: odd"):
        await pool.run(odd)
    assert await pool.run(doubled, 4) == 8


async def test_a_worker_has_the_bot_s_own_priority_and_knows_no_more_than_it_needs(pool: WorkerPool) -> None:
    assert await pool.run(standing) == (os.nice(0), getattr(os, "SCHED_OTHER", None))
    assert "discord" not in await pool.run(modules)


async def test_workers_in_the_background_run_when_nobody_else_wants_to() -> None:
    pool = WorkerPool(workers=1, background=True)
    assert await pool.run(standing) == (19, getattr(os, "SCHED_IDLE", None))
    await pool.close()


async def test_only_analyses_are_made_in_the_background() -> None:
    """Boards, the computer's turns and hints, what people look up: for all of these somebody waits."""
    painter, engine, reviewers = Painter(1), Engine(1), Reviewers(1)
    own = os.nice(0), getattr(os, "SCHED_OTHER", None)
    assert await painter.paint(standing) == own
    assert await engine._sources._local._pool.run(standing) == own
    assert await reviewers._sources._local._pool.run(standing) == (19, getattr(os, "SCHED_IDLE", None))
    for pool in (painter, engine, reviewers):
        await pool.close()


async def test_workers_are_as_many_as_were_asked_for_and_stay() -> None:
    pool = WorkerPool(workers=2)
    try:
        assert pool.idle == 0, "nobody starts before there is something to do"
        pids = set(await asyncio.gather(*(pool.run(process) for _ in range(8))))
        assert len(pids) <= 2 and pool.idle == len(pids)
        assert await pool.run(process) in pids
    finally:
        await pool.close()


async def test_a_worker_with_nothing_to_do_leaves() -> None:
    pool = WorkerPool(workers=1, rest=0.0)
    try:
        first = await pool.run(process)
        await ended(first)
        assert await pool.run(process) != first
    finally:
        await pool.close()


async def test_work_whose_worker_died_is_begun_again(pool: WorkerPool, tmp_path: Path) -> None:
    assert await pool.run(dying_once, str(tmp_path / "notes")) != os.getpid()
    assert (tmp_path / "notes").read_text() == "xx"


async def test_work_that_kills_its_workers_fails_and_the_next_one_is_done(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(WorkerFailed):
        await pool.run(dying, str(tmp_path / "notes"))
    assert (tmp_path / "notes").read_text() == "xx"
    assert await pool.run(doubled, 3) == 6


async def test_work_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, patience=0.2)
    try:
        with pytest.raises(WorkerFailed, match=r"more than 0\.2 s"):
            await pool.run(waiting, str(tmp_path / "pid"))
    finally:
        await pool.close()


async def test_who_gives_up_ends_the_work(pool: WorkerPool, tmp_path: Path) -> None:
    asking = asyncio.create_task(pool.run(waiting, str(tmp_path / "pid")))
    pid = await pid_in(tmp_path / "pid")
    asking.cancel()
    await ended(pid)
    assert await pool.run(doubled, 3) == 6


async def test_the_end_of_the_pool_ends_its_workers(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1)
    asking = asyncio.create_task(pool.run(waiting, str(tmp_path / "pid")))
    pid = await pid_in(tmp_path / "pid")
    await pool.close()
    await ended(pid)
    with pytest.raises(WorkerFailed):
        await asking


async def test_a_worker_that_starts_while_the_pool_ends_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, start, started = WorkerPool(workers=1), Worker.start, asyncio.Event()
    workers: list[Worker] = []

    async def slowly(**options: bool) -> Worker:
        workers.append(await start(**options))
        started.set()
        await asyncio.sleep(0)
        return workers[-1]

    monkeypatch.setattr(Worker, "start", slowly)
    asking = asyncio.create_task(pool.run(doubled, 2))
    await started.wait()
    await pool.close()
    with pytest.raises(WorkerFailed):
        await asking
    await ended(workers[0].pid)


async def test_workers_that_are_to_stay_are_not_told_to_leave() -> None:
    pool = WorkerPool(workers=1, rest=None)
    await pool.run(process)
    assert pool.idle == 1 and pool._leaving is None
    await pool.close()


BOT = """
import asyncio, sys
from bot.worker_pool import WorkerPool
from tests.work import waiting
asyncio.run(WorkerPool(workers=1).run(waiting, sys.argv[1]))
"""


async def test_a_worker_that_is_done_when_the_bot_has_ended_says_nothing() -> None:
    read, write = os.pipe()
    command = sys.executable, "-m", "bot.worker_pool", "19"
    worker = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=write, stderr=PIPE)
    os.close(write)
    os.close(read)
    assert worker.stdin is not None and worker.stderr is not None
    request = pickle.dumps((doubled, (4,)))
    worker.stdin.write(len(request).to_bytes(worker_pool._SIZE, "big") + request)
    await worker.stdin.drain()
    assert (await worker.stderr.read(), await worker.wait()) == (b"", 0)


async def test_workers_end_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, str(tmp_path / "pid"))
    pid = await pid_in(tmp_path / "pid")
    bot.kill()
    await bot.wait()
    await ended(pid)


async def test_several_who_ask_for_the_same_wait_for_one(pool: WorkerPool, tmp_path: Path) -> None:
    notes = str(tmp_path / "notes")
    answers = await asyncio.gather(*(pool.run(noted, notes, key="a") for _ in range(5)))
    assert answers == [1] * 5
    assert await pool.run(noted, notes, key="a") == 1, "it is kept"
    assert await pool.run(noted, notes, key="b") == 2
    assert await pool.run(noted, notes) == 3


async def test_the_first_who_gives_up_leaves_it_to_the_others(pool: WorkerPool, tmp_path: Path) -> None:
    first = asyncio.create_task(pool.run(noted, str(tmp_path / "notes"), key="a"))
    await asyncio.sleep(0)
    second = asyncio.create_task(pool.run(noted, str(tmp_path / "notes"), key="a"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == 1


async def test_what_is_kept_has_a_limit() -> None:
    pool = WorkerPool(workers=1, kept=3_000)
    try:
        for key in range(5):
            await pool.run(filled, 1_000, key=key)
        assert list(pool._kept) == [3, 4]
        await pool.run(filled, 100, key=3)
        await pool.run(filled, 1_000, key=5)
        assert list(pool._kept) == [3, 5], "what was asked for last stays"
        await pool.run(filled, 10_000, key=6)
        assert list(pool._kept) == [3, 5], "what is too much to keep takes nobody's place"
    finally:
        await pool.close()


def test_nothing_of_ours_is_done_in_the_threads_that_resolve_names() -> None:
    """The doctor may: it is a process of its own, which does one thing after the other."""
    bot = Path(worker_pool.__file__).parent
    ours = [file for file in bot.rglob("*.py") if bot / "hosting" not in file.parents]
    taken = re.compile(r"\bto_thread\(|run_in_executor\(\s*None|set_default_executor")
    assert len(ours) > 100 and [file.name for file in ours if taken.search(file.read_text())] == []

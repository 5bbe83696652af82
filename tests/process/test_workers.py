"""Workers elsewhere that are killed, stopped or not there: a question is answered by another one, or given up."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.backgammon import Position, legal_plays
from bot.engine import remote as module
from bot.engine import sources
from bot.engine.engine import Engine
from bot.engine.evaluator import EngineUnavailable
from bot.engine.remote import RemoteWorkers
from bot.engine.thoughts import Level, Stakes
from bot.store.questions import Kind, Questions
from tests.store.servers import Server

ASKER = (sys.executable, "-m", "tests.process.asking_bot")
WORKER = (sys.executable, "-m", "tests.process.answering_worker")
START, DICE, STAKES = Position.start(), (3, 1), Stakes()
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "store") as server:
        yield server


@pytest.fixture
def start(server: Server) -> Iterator[Start]:
    """Starts workers, which are killed in the end."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        environ = {**os.environ, "REDIS_URL": server.url}
        started.append(subprocess.Popen((*WORKER, *words), env=environ))
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.wait()


@pytest.fixture
async def remote(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RemoteWorkers]:
    """What a bot without an engine of its own has."""
    monkeypatch.setattr(sources, "available", lambda: False)
    monkeypatch.setattr(module, "LOOK", 0.1)
    remote = RemoteWorkers(Questions.at(server.url))
    yield remote
    await remote.close()


def engine(remote: RemoteWorkers, patience: float = 60.0) -> Engine:
    return Engine(1, remote=remote.source(Kind.LIVE, patience))


async def there(remote: RemoteWorkers, workers: int = 1) -> None:
    """Wait for so many workers."""
    async with asyncio.timeout(60):
        while remote.processes < workers:
            await remote.look()
            await asyncio.sleep(0.05)


async def taken(server: Server) -> None:
    """Wait until a worker has leased a question."""
    async with asyncio.timeout(60):
        while not server.ask("KEYS", "{questions}:lease:*"):
            await asyncio.sleep(0.02)


async def test_a_bot_without_an_engine_has_one_from_elsewhere(remote: RemoteWorkers, start: Start) -> None:
    thinker = engine(remote)
    assert not thinker.available
    with pytest.raises(EngineUnavailable, match="no worker elsewhere"):
        await thinker.plays(START, DICE, STAKES)
    worker = start()
    await there(remote)
    assert thinker.available
    plays = legal_plays(START, DICE)
    assert [each.packed for each in await thinker.plays(START, DICE, STAKES)] == [each.packed for each in plays]
    assert (await thinker.choice(START, DICE, STAKES, Level.WORLD_CLASS, 1)).packed == plays[0].packed
    asked = [thinker.cube_choice(START, STAKES, Level.BEGINNER, seed, seed) for seed in range(20)]
    assert len({each.stays for each in await asyncio.gather(*asked)}) > 1, "tempers are this bot's, not the worker's"
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(20) == 0
    await remote.look()
    assert not thinker.available, "it has said goodbye"


async def test_the_question_of_a_killed_worker_is_answered_by_another(
    remote: RemoteWorkers, start: Start, server: Server
) -> None:
    hung = start("hang")
    await there(remote)
    asked = asyncio.ensure_future(engine(remote).plays(START, DICE, STAKES))
    await taken(server)
    hung.kill()
    start()
    assert len(await asyncio.wait_for(asked, 60)) == len(legal_plays(START, DICE))
    assert server.ask("KEYS", "{questions}:asked:*") == server.ask("KEYS", "{questions}:lease:*") == []


async def test_one_that_is_lost_twice_is_given_up(remote: RemoteWorkers, start: Start, server: Server) -> None:
    killed = [start("hang"), start("hang")]
    await there(remote, 2)
    asked = asyncio.ensure_future(engine(remote).plays(START, DICE, STAKES))
    for _ in killed:
        await taken(server)
        (lease,) = server.ask("KEYS", "{questions}:lease:*")
        name = server.ask("GET", lease)
        (holder,) = [each for each in killed if str(each.pid).encode() == name]
        holder.kill()
        async with asyncio.timeout(60):
            while server.ask("GET", lease) == name:
                await asyncio.sleep(0.02)
    with pytest.raises(EngineUnavailable, match="lost with the question"):
        await asyncio.wait_for(asked, 60)
    assert server.ask("KEYS", "{questions}:asked:*") == []


async def test_a_worker_that_is_stopped_leaves_its_question_to_others_at_once(
    remote: RemoteWorkers, start: Start, server: Server
) -> None:
    stopped = start("hang")
    await there(remote)
    asked = asyncio.ensure_future(engine(remote).plays(START, DICE, STAKES))
    await taken(server)
    start()
    await there(remote, 2)
    stopped.send_signal(signal.SIGTERM)
    assert stopped.wait(20) == 0
    assert await asyncio.wait_for(asked, 60)


async def test_a_living_worker_keeps_its_question_for_longer_than_a_lease(
    remote: RemoteWorkers, start: Start, server: Server
) -> None:
    start("hang")
    await there(remote)
    asked = asyncio.ensure_future(engine(remote, patience=4.0).plays(START, DICE, STAKES))
    await taken(server)
    with pytest.raises(EngineUnavailable, match="within 4 seconds"):  # not: lost
        await asked


async def test_a_bot_that_is_killed_leaves_nothing_behind(remote: RemoteWorkers, start: Start, server: Server) -> None:
    """Nobody fetches the answer; it expires, and the worker answers the next one."""
    start()
    await there(remote)
    with subprocess.Popen((*ASKER, server.url), stdout=subprocess.PIPE) as bot:
        assert bot.stdout is not None and bot.stdout.readline() == b"asked\n"
        bot.kill()
    async with asyncio.timeout(60):
        while not server.ask("EXISTS", "{questions}:answers:killed"):
            await asyncio.sleep(0.02)
    assert 0 < server.ask("TTL", "{questions}:answers:killed") <= 60
    assert server.ask("KEYS", "{questions}:asked:*") == []
    assert await engine(remote).plays(START, DICE, STAKES)


async def test_a_store_that_is_killed_is_waited_for(remote: RemoteWorkers, start: Start, server: Server) -> None:
    start()
    await there(remote)
    thinker = engine(remote)
    assert await thinker.plays(START, DICE, STAKES)
    server.kill()
    with pytest.raises(EngineUnavailable, match="does not answer"):
        await thinker.plays(START, DICE, STAKES)
    server.start()
    async with asyncio.timeout(90):
        while True:
            try:
                assert await thinker.plays(START, DICE, STAKES)
                break
            except EngineUnavailable:
                await asyncio.sleep(0.2)


def test_a_worker_without_a_store_to_share_or_an_engine_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert main(["worker"]) == 1
    assert "The worker cannot start: REDIS_URL is not set." in capsys.readouterr().err
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setattr("bot.hosting.worker.available", lambda: False)
    assert main(["worker"]) == 1
    assert "There is no engine on this machine" in capsys.readouterr().err

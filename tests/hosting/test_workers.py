"""What the doctor says of the engine: here, elsewhere, or nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.backgammon import Position, legal_plays
from bot.engine.questions import PlayList, read_question, write_answer
from bot.engine.reviews import engine as own_engine
from bot.engine.thoughts import Chances, Judged
from bot.hosting import checks_engine
from bot.hosting.findings import Finding, State
from bot.settings import Settings
from bot.store.questions import Kind, Questions, WorkerNote
from tests.store.servers import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "store") as server:
        yield server


async def found(url: str | None, monkeypatch: pytest.MonkeyPatch, *, here: bool) -> list[Finding]:
    monkeypatch.setattr(checks_engine, "available", lambda: here)
    return [each async for each in checks_engine.engine(Settings(redis_url=url))]


async def answering(questions: Questions) -> None:
    """A worker that answers once."""
    question = await questions.next((Kind.LIVE,), own_engine())
    assert question is not None
    data = await questions.take(*question, "a")
    assert data is not None
    asked = read_question(data)
    assert isinstance(asked, PlayList)
    chances = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
    plays = legal_plays(Position(asked.position), asked.dice)
    await questions.answer(question[1], write_answer(tuple(Judged(each.packed, 0.0, chances, 1) for each in plays)))


async def test_an_engine_here_is_enough(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for url in (None, server.url):
        (told,) = await found(url, monkeypatch, here=True)
        assert told.state is State.GOOD and own_engine() in told.found


async def test_without_any_it_is_said_what_to_do(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for url in (None, server.url):
        (told,) = await found(url, monkeypatch, here=False)
        assert told.state is State.ADVICE and "no engine on this machine" in told.found and "`engine`" in told.todo
    assert "python -m bot worker" in told.todo


async def test_a_worker_elsewhere_is_asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Questions.at(server.url)
    other = WorkerNote("bgsage 1 / 1", "b", 4)
    await questions.note(other)
    (told,) = await found(server.url, monkeypatch, here=False)
    assert told.state is State.ADVICE and "another engine (bgsage 1 / 1)" in told.found
    await questions.note(WorkerNote(own_engine(), "a", 2))
    worker = asyncio.ensure_future(answering(questions))
    (told,) = await found(server.url, monkeypatch, here=False)
    assert told.state is State.GOOD and "processes: 2" in told.found
    await worker
    monkeypatch.setattr(checks_engine, "_PATIENCE", 0.5)
    (told,) = await found(server.url, monkeypatch, here=False)
    assert told.state is State.ADVICE and "do not answer" in told.found
    await questions.close()

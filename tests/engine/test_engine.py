"""The engine in its worker processes: what becomes of workers that die, hang or talk nonsense."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator

import pytest

from bot.backgammon import Position
from bot.engine import sources as module
from bot.engine.engine import Engine
from bot.engine.evaluator import EngineUnavailable, Evaluator
from bot.engine.fallback import FallbackEngine
from bot.engine.questions import PlayList, Question
from bot.engine.thoughts import Chances, CubeThought, Judged, Level, Stakes, Unsupported
from bot.worker_pool import WorkerPool

START, MONEY = Position.start(), Stakes()
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


@pytest.fixture
async def thinker(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Engine]:
    """One with a wheel, whatever machine this is; what its workers do, the tests say."""
    monkeypatch.setattr(module, "available", lambda: True)
    made = Engine(1, patience=600.0)
    yield made
    await made.close()


def dies(question: Question) -> CubeThought:
    os._exit(1)


def hangs(question: Question) -> CubeThought:
    while True:
        pass


def has_no_memory(question: Question) -> CubeThought:
    raise MemoryError


def talks_nonsense(question: Question) -> CubeThought:
    return CubeThought(float("nan"), 0.0, 1.0, EVEN)


def thinks(question: Question) -> CubeThought:
    return CubeThought(0.1, 0.0, 1.0, EVEN)


def forgets_plays(question: PlayList) -> tuple[Judged, ...]:
    return (Judged(question.position, 0.0, EVEN, question.plies),)


async def test_a_worker_that_fails_is_no_answer_and_the_next_one_answers(
    thinker: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for work, why in ((dies, "died"), (has_no_memory, "MemoryError"), (talks_nonsense, "cannot be")):
        monkeypatch.setattr(module, "answered", work)
        with pytest.raises(EngineUnavailable, match=why):
            await thinker.cube(START, MONEY)
    monkeypatch.setattr(module, "answered", forgets_plays)
    with pytest.raises(EngineUnavailable, match="other plays"):
        await thinker.plays(START, (3, 1), MONEY)
    monkeypatch.setattr(module, "answered", thinks)
    assert (await thinker.cube(START, MONEY)).stays == pytest.approx(0.1)


async def test_a_worker_that_hangs_is_given_up(thinker: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "answered", hangs)
    thinker._sources._local._pool = WorkerPool(1, patience=0.5)
    async with asyncio.timeout(600):
        with pytest.raises(EngineUnavailable, match="more than"):
            await thinker.cube(START, MONEY)


async def test_what_cannot_be_is_not_even_asked(thinker: Engine) -> None:
    with pytest.raises(Unsupported):
        await thinker.plays(START, (7, 1), MONEY)
    with pytest.raises(Unsupported):
        await thinker.cube(START, Stakes(cube=0))
    assert thinker._sources._local._pool.idle == 0, "no worker was started for it"


def test_a_machine_without_the_wheel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bgsage", "bgbot_cpp"):
        with monkeypatch.context() as hidden:
            hidden.setitem(sys.modules, name, None)
            assert not module.available.__wrapped__()


async def test_without_a_wheel_there_is_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available", lambda: False)
    made = Engine(1)
    assert not made.available
    with pytest.raises(EngineUnavailable, match="no engine"):
        await made.cube(START, MONEY)
    await made.close()


async def test_who_thinks_without_an_engine_plays_legally_and_calmly() -> None:
    blind: Evaluator = FallbackEngine()
    best = await blind.choice(START, (3, 1), MONEY, Level.INTERMEDIATE, 0)
    assert Position(best.packed).own[5] == 2, "the point, and no blot"
    thought = await blind.cube_choice(START, MONEY, Level.INTERMEDIATE, 0, 0)
    assert not thought.double and thought.take

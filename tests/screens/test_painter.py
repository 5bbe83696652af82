"""What draws pictures beside the loop: the same pictures on threads and in processes, whatever becomes of these."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

import render
from bot import worker_pool
from bot.screens import painter
from bot.screens.painter import Painter, Picture
from bot.worker_pool import Worker
from tests.render.scenes import random_scene
from tests.test_worker_pool import ended, pid_in
from tests.work import dying_once, noted, thread, waiting, warmed_themes

#: Cannot be pickled.
_NAMELESS = (lambda: os.getpid(),)


@pytest.fixture
async def hands() -> AsyncIterator[Painter]:
    made = Painter(1)
    yield made
    await made.close()


async def test_a_process_draws_what_a_thread_draws(hands: Painter) -> None:
    itself, scene = Painter(), random_scene(random.Random(6))
    picture = Picture(partial(render.draw, scene), "")
    assert await hands.draw(picture) == await itself.draw(picture) == render.draw(scene)
    assert await hands.paint(os.getpid) != os.getpid() == await itself.paint(os.getpid)
    await itself.close()


async def test_what_cannot_be_drawn_is_said_by_either(hands: Painter) -> None:
    for each in (hands, Painter()):
        with pytest.raises(ValueError, match="unknown theme 'rosewood'"):
            await each.paint(partial(render.warm, ("rosewood",)))


async def test_a_picture_is_drawn_though_its_process_dies(hands: Painter, tmp_path: Path) -> None:
    assert await hands.paint(partial(dying_once, str(tmp_path / "notes"))) != os.getpid()
    assert (tmp_path / "notes").read_text() == "xx"


async def test_where_no_process_can_be_the_bot_draws_itself(hands: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(**options: bool) -> Worker:
        raise OSError("no room")

    monkeypatch.setattr(worker_pool.Worker, "start", refused)
    assert await hands.paint(thread) == (os.getpid(), "painter_0")


async def test_what_no_process_can_be_told_the_bot_draws_itself(hands: Painter) -> None:
    assert await hands.paint(_NAMELESS[0]) == os.getpid()


async def test_who_no_longer_wants_a_picture_costs_nobody_his_hand(hands: Painter, tmp_path: Path) -> None:
    before = await hands.paint(os.getpid)
    drawing = hands.paint(partial(noted, str(tmp_path / "notes")))
    await asyncio.sleep(0)
    drawing.cancel()
    assert await hands.paint(os.getpid) == before
    assert (tmp_path / "notes").read_text() == "x"


async def test_what_is_not_drawn_when_the_bot_ends_is_given_up(tmp_path: Path) -> None:
    hands = Painter(1)
    drawing = hands.paint(partial(waiting, str(tmp_path / "pid")))
    pid = await pid_in(tmp_path / "pid")
    await hands.close()
    with pytest.raises(asyncio.CancelledError):
        await drawing
    await ended(pid)


async def test_all_hands_learn_all_themes_before_they_are_asked() -> None:
    both = Painter(2)
    await both.warm()
    assert await asyncio.gather(*(both.paint(warmed_themes) for _ in range(2))) == [len(render.THEMES)] * 2
    await both.close()


async def test_who_is_told_to_end_while_it_warms_up_begins_no_further_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[tuple[str, ...]] = []
    hands, loop = Painter(), asyncio.get_running_loop()

    def warm(themes: tuple[str, ...]) -> None:
        warmed.append(themes)
        asyncio.run_coroutine_threadsafe(hands.close(), loop).result()

    monkeypatch.setattr(painter.render, "warm", warm)
    await hands.warm()
    assert len(warmed) == 1


async def test_only_the_last_previews_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "_MOST_PREVIEWS", 2, raising=False)
    drawn = list[int]()
    monkeypatch.setattr(render, "draw_preview", lambda scenes: drawn.append(len(scenes)) or b"")
    itself, scene = Painter(), random_scene(random.Random(6))
    for count in (1, 2, 2, 3, 1):
        await itself.preview([scene] * count)
    assert drawn == [1, 2, 3, 1]
    await itself.close()

"""What a process of its own does: its first picture, replays, the event loop, memory."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import random
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from PIL import Image

import render
from bot.screens import painter as drawing
from bot.screens.painter import Painter
from render import THEMES, Scene
from render.replay import Kind

from .games import MEMBERS, member, person, plies, turns
from .peers import Picture, timed

KEPT_NAMES = 200

P = ParamSpec("P")
T = TypeVar("T")


class Start(NamedTuple):
    """Seconds that warming takes, and milliseconds of the first picture after it and of those that follow."""

    warm: float
    first: float
    following: list[float]


def drawn(scene: Scene) -> Picture:
    """A board as the bot draws it."""
    return timed(partial(render.draw, scene))


def measured_start(seed: int) -> Start:
    """Begin as the bot does."""
    first, *others = turns(random.Random(seed), 21)
    begun = time.perf_counter()
    render.warm()
    warm = time.perf_counter() - begun
    return Start(warm, drawn(first.scene).took, [drawn(turn.scene).took for turn in others])


def measured_replays(kind: Kind, count: int, length: int) -> list[Picture]:
    """So many replays of a game of so many plies each."""
    rng = random.Random(7)
    render.warm(("wood",))
    render.draw_replay(plies(rng, length)[:3], kind=kind)
    return [timed(partial(render.draw_replay, plies(rng, length), kind=kind)) for _ in range(count)]


class Held(NamedTuple):
    """The longest time in ms for which the event loop stood still, round by round: idle, drawing, making a replay."""

    idle: list[float]
    pictures: list[float]
    replays: list[float]


def measured_hold(count: int, length: int) -> Held:
    """Let the bot's painter draw beside a loop that wants to go on, in so many rounds."""
    rng = random.Random(8)
    render.warm(("wood",))
    pictures = [drawing.Picture(partial(render.draw, turn.scene), "") for turn in turns(rng, 10 * count)]
    filmed, painter = plies(rng, length), Painter()

    async def ten(first: int) -> None:
        await asyncio.gather(*map(painter.draw, pictures[first : first + 10]))

    async def rounds() -> Held:
        return Held(
            [await _longest(asyncio.sleep(0.2)) for _ in range(count)],
            [await _longest(ten(10 * number)) for number in range(count)],
            [await _longest(painter.animate(partial(render.draw_replay, filmed))) for _ in range((count + 1) // 2)],
        )

    return asyncio.run(rounds())


async def _longest(work: Coroutine[Any, Any, object]) -> float:
    """The longest time in ms a ticker came too late while something was done."""
    tick, longest = 0.001, 0.0
    doing = asyncio.create_task(work)
    while not doing.done():
        begun = time.perf_counter()
        await asyncio.sleep(tick)
        longest = max(longest, time.perf_counter() - begun - tick)
    await doing
    return longest * 1000


class Memory(NamedTuple):
    """Megabytes a process holds: before warming, after it, and after many pictures."""

    imported: float
    warmed: float
    drawn: float


def measured_memory(pictures: int) -> Memory:
    """Draw so many boards and chouettes in all themes."""
    rng = random.Random(9)
    names: list[str] = []
    while len(names) < KEPT_NAMES:
        names.append(f"{person(rng)} {len(names)}")
    scenes = [turn.scene for turn in turns(rng, pictures)]
    Image.preinit()
    imported = _resident()
    render.warm()
    warmed = _resident()
    for number, (scene, theme) in enumerate(zip(scenes, cycle(THEMES), strict=False)):
        scene = replace(scene, theme=theme, names=(rng.choice(names), rng.choice(names)))
        if number % 4 == 0:
            members = tuple(replace(member(rng), name=rng.choice(names)) for _ in range(MEMBERS))
            scene = replace(scene, roles=("captain", "box"), members=members)
        render.draw(scene)
    return Memory(imported, warmed, _resident())


def _resident() -> float:
    """Megabytes in memory, what has been freed given back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def in_a_process(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function gives in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()

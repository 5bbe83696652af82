"""Rendering off the event loop, in worker processes or on threads; each picture comes with its alt text."""

from __future__ import annotations

import asyncio
import ctypes
import io
import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pickle import PicklingError
from typing import NamedTuple, TypeVar

import discord
from cachetools import LRUCache

import render
from bot.processor_slots import in_slot, slots_folder
from bot.screens.alt import alt_text, described
from bot.texts import Texts
from bot.worker_pool import WorkerFailed, WorkerPool
from render import Scene, SessionEnd

_log = logging.getLogger(__name__)

#: More threads would not be faster, and take the interpreter (GIL) from the event loop more often.
_THREADS = 2
#: Maximum seconds per picture in a process.
_PATIENCE = 30.0
#: Cache size: previews, about 100 kB each.
_MOST_PREVIEWS = 50
_T = TypeVar("_T")
_M_ARENA_MAX = -8


class Picture(NamedTuple):
    """`draw` returns the PNG, `words` are its alt text."""

    draw: Callable[[], bytes]
    words: str


class Painter:
    """Renders pictures in a pool of worker processes and animations in one thread; requests queue.

    `processes`: their number, 60 MB each. They draw when a slot of the machine is free, which the painters of all bots
    on it share. 0: two threads, which compete with the event loop for the interpreter.
    """

    def __init__(self, processes: int = 0) -> None:
        _share_one_heap()
        self._processes = processes
        self._pool = WorkerPool(processes, patience=_PATIENCE, rest=None) if processes else None
        self._slots = slots_folder() if processes else None
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="painter")
        # An animation takes a second or more: boards must not wait for it.
        self._animator = ThreadPoolExecutor(1, thread_name_prefix="animator")
        self._previews: LRUCache[tuple[Scene, ...], bytes] = LRUCache(_MOST_PREVIEWS)
        self._closed = False

    def draw(self, picture: Picture) -> asyncio.Future[bytes]:
        """Start drawing a picture as a PNG. Raises `ValueError` for an impossible scene."""
        return self.paint(picture.draw)

    async def file(self, picture: Picture, name: str) -> discord.File:
        """A picture as a file of that name, with its alt text."""
        return discord.File(io.BytesIO(await self.draw(picture)), name, description=picture.words)

    async def preview(self, scenes: Sequence[Scene]) -> bytes:
        """One PNG of boards in several themes; cached per choice and language."""
        key = tuple(scenes)
        if key not in self._previews:
            self._previews[key] = await self.paint(partial(render.draw_preview, key))
        return self._previews[key]

    def paint(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        """Start `work`, which draws any other picture and can be pickled."""
        painting = asyncio.ensure_future(self._painted(work))
        painting.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # whoever awaits it gets the error
        # Cancelling would kill the worker and lose its warm caches.
        return asyncio.shield(painting)

    async def animate(self, work: Callable[[], _T]) -> _T:
        """Run `work`, which makes an animation."""
        return await self._begun(self._animator, work)

    async def warm(self) -> None:
        """Render the layers that pictures share, one theme at a time, so that pictures need not wait for all."""
        for theme in render.THEMES:
            if self._closed:
                return
            work = partial(render.warm, (theme,))
            await asyncio.gather(*(self.paint(work) for _ in range(self._processes or 1)))

    async def _painted(self, work: Callable[[], _T]) -> _T:
        if self._pool is not None:
            try:
                return await self._pool.run(in_slot, self._slots, work)
            except (WorkerFailed, PicklingError) as error:
                if self._closed:
                    raise asyncio.CancelledError from error  # as for work that a thread has not begun
                _log.warning("a picture is drawn by the bot itself: %s", error)
        return await self._begun(self._threads, work)

    def _begun(self, threads: ThreadPoolExecutor, work: Callable[[], _T]) -> asyncio.Future[_T]:
        return asyncio.get_running_loop().run_in_executor(threads, work)

    async def close(self) -> None:
        """Start nothing any more."""
        self._closed = True
        for hands in (self._threads, self._animator):
            hands.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            await self._pool.close()


def _share_one_heap() -> None:
    """Make all threads use one malloc arena, so that memory freed by an animation serves the next boards. By default
    glibc gives each thread its own, and the process grows by the largest animation in each (mallopt, M_ARENA_MAX).
    """
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(_M_ARENA_MAX, 1)


def of_board(scene: Scene, t: Texts) -> Picture:
    return Picture(partial(render.draw, scene), alt_text(scene, t))


def of_session(end: SessionEnd, t: Texts) -> Picture:
    return Picture(partial(render.draw_ending, end), described(end, t))

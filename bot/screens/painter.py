"""Draws pictures beside the event loop, on threads of its own."""

from __future__ import annotations

import asyncio
import ctypes
import io
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import discord

import render
from bot.screens.picture import Picture
from render import Scene

#: More threads would draw no faster, and take the interpreter from the event loop more often.
_THREADS = 2
_T = TypeVar("_T")
_M_ARENA_MAX = -8


class Painter:
    """Two hands that draw pictures and one for animations; whoever finds them busy waits for his turn."""

    def __init__(self) -> None:
        _share_one_heap()
        self._hands = ThreadPoolExecutor(_THREADS, thread_name_prefix="painter")
        # An animation takes a second or more: no board waits for it.
        self._slow_hand = ThreadPoolExecutor(1, thread_name_prefix="animator")
        self._previews: dict[tuple[Scene, ...], bytes] = {}
        self._closed = False

    def draw(self, picture: Picture) -> asyncio.Future[bytes]:
        """A picture as a PNG, begun at once. Raises `ValueError` if nothing can look like this."""
        return self._begun(self._hands, picture.draw)

    async def file(self, picture: Picture, name: str) -> discord.File:
        """A picture as a file of that name, with what it shows in words."""
        return discord.File(io.BytesIO(await self.draw(picture)), name, description=picture.words)

    async def preview(self, scenes: Sequence[Scene]) -> bytes:
        """Boards in several themes, for whoever chooses one, as one PNG; drawn once for a choice and a language."""
        key = tuple(scenes)
        if key not in self._previews:
            self._previews[key] = await self._begun(self._hands, lambda: render.draw_preview(key))
        return self._previews[key]

    def paint(self, work: Callable[[], bytes]) -> asyncio.Future[bytes]:
        """What `work` gives, which draws another picture, begun at once."""
        return self._begun(self._hands, work)

    async def animate(self, work: Callable[[], _T]) -> _T:
        """What `work` gives, which makes an animation."""
        return await self._begun(self._slow_hand, work)

    async def warm(self) -> None:
        """Make the layers that all pictures share, a theme at a time, so that pictures need not wait for all."""
        for theme in render.THEMES:
            if self._closed:
                return
            await self._begun(self._hands, lambda theme=theme: render.warm((theme,)))

    def _begun(self, hands: ThreadPoolExecutor, work: Callable[[], _T]) -> asyncio.Future[_T]:
        return asyncio.get_running_loop().run_in_executor(hands, work)

    def close(self) -> None:
        """Begin nothing any more."""
        self._closed = True
        for hands in (self._hands, self._slow_hand):
            hands.shutdown(wait=False, cancel_futures=True)


def _share_one_heap() -> None:
    """Let all threads take memory from one place: what an animation leaves behind then serves the next boards. By
    itself glibc gives each thread a heap of its own, and the process grows with the largest animation in each."""
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(_M_ARENA_MAX, 1)

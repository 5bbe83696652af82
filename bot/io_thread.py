"""A thread for blocking file I/O, so that it does not wait for name look-ups in asyncio's default executor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")
_thread = ThreadPoolExecutor(1, thread_name_prefix="io")


async def run_in_io_thread(work: Callable[[*_Args], _T], *args: *_Args) -> _T:
    """Run blocking file I/O off the event loop; returns what `work` returns."""
    return await asyncio.get_running_loop().run_in_executor(_thread, work, *args)

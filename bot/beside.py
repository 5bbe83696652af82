"""A thread of our own for what waits for files. Names are resolved in asyncio's own threads, which we leave to that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")
_thread = ThreadPoolExecutor(1, thread_name_prefix="beside")


async def beside(work: Callable[[*_Args], _T], *args: *_Args) -> _T:
    """What `work` gives, beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_thread, work, *args)

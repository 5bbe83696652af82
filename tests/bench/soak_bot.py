"""The bot of a soak: as `python -m bot run`, but its dice can be repeated, and on SIGUSR1 it tells what it holds.

Run by `soak`. What it holds is one line of JSON on standard error, after `HOLDS`.
"""

from __future__ import annotations

import asyncio
import ctypes
import functools
import gc
import json
import os
import random
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import bot.app
from bot.__main__ import main
from bot.app import Bot
from bot.settings import Settings
from bot.store import Store, connection

#: What a line about memory begins with.
HOLDS = "HOLDS "
#: Seconds.
_PATIENCE = 20.0
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Dice:
    """Entropy by the channel in which it is asked for and how often it has been there, whatever happens elsewhere."""

    def __init__(self, made: Bot) -> None:
        self._running = made.services.running
        self._asked: Counter[str] = Counter()

    def __call__(self, size: int) -> bytes:
        task = asyncio.current_task()
        (answer,) = (answer for working, answer in self._running.values() if working is task)
        place = str(answer.interaction.channel)
        self._asked[place] += 1
        return random.Random(f"{place} {self._asked[place]}").randbytes(size)


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def caches(made: Bot) -> dict[str, int]:
    """How many entries there are in everything that grows with use."""
    services, connection = made.services, made._connection
    companions = [each for several in services.presenter.companions._there() for each in several._each]
    sizes = {
        "tables": len(services.repository._seen),
        "screens": len(services.repository._screens),
        "advice": len(services.repository._advice),
        "people": len(services.preferences._people),
        "working": len(services.running) + sum(len(each._working) for each in companions),
        "locks": len(services.repository._turns)
        + len(services.presenter._turns)
        + sum(len(each._turns) for each in companions),
        "threads": sum(len(guild.threads) for guild in made.guilds),
        "users": len(connection._users),
        "views": len(connection._view_store._views) + len(connection._view_store._modals),
        "rate limits": len(made.http._buckets) + len(made.http._bucket_hashes),
        "tasks": len(asyncio.all_tasks()),
    }
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith(("bot.", "render.")):
            sizes[f"{each.__module__}.{each.__name__}"] = each.cache_info().currsize
    return sizes


def holdings(made: Bot) -> dict[str, Any]:
    """What this process holds: bytes as found, then without garbage and with what malloc can give back given back."""
    found = resident()
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    objects = gc.get_objects()
    types = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in objects)
    return {
        "found": found,
        "kept": resident(),
        "blocks": sys.getallocatedblocks(),
        "objects": len(objects),
        "types": types,
        "caches": caches(made),
    }


def be_patient(store: Store) -> Store:
    """Have a store waited for long: a machine that is busy elsewhere is no failure here."""
    store._connection._patience = _PATIENCE
    return store


async def repeatable(settings: Settings) -> Bot:
    """The bot, ready to be asked."""
    made = await _create_bot(settings)
    be_patient(made.services.store)
    made.services.challenges._entropy = made.services.lobby._entropy = Dice(made)

    def tell() -> None:
        print(HOLDS + json.dumps(holdings(made)), file=sys.stderr, flush=True)

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)
    return made


_create_bot = bot.app.create_bot

if __name__ == "__main__":
    connection.ANSWER_TIME = _PATIENCE
    bot.app.create_bot = repeatable
    sys.exit(main(["run"]))

"""Serving the playground: the bot, its simulated server and the page, from start to end."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord

from bot.app import create_bot
from bot.playground.history import STORE, History, occupied, set_aside
from bot.playground.live_page import LivePage
from bot.playground.options import Options
from bot.playground.people import Person
from bot.playground.simulation import Simulation
from bot.settings import Settings
from bot.store import OlderData

_log = logging.getLogger(__name__)

#: Seconds between checks for something to write.
_KEEPING = 5.0


async def serve(
    options: Options,
    make_bot: Callable[[Settings], Awaitable[discord.Client]] = create_bot,
    announce: Callable[[str], None] = lambda text: print(text, flush=True),
) -> None:
    """Serve the playground until the task is cancelled.

    Must run in the main thread, where alone the bot starts its store. Raises `PlaygroundError` or `StoreError`.
    """
    with occupied(options.data):
        # Without the environment: a playground must never touch the store of the real bot.
        settings = Settings(data_dir=options.data / STORE)
        try:
            bot = await make_bot(settings)
        except OlderData:
            aside = set_aside(options.data)
            _log.warning("What an older version has kept is now in %s. The playground begins anew.", aside)
            bot = await make_bot(settings)
        history = History(options.data)
        try:
            simulation = Simulation(bot, options.people)
            simulation.recall(history)
            await simulation.start()
            try:
                async with LivePage(simulation, options.port, _timezone()) as page:
                    announce(_welcome(page.address, options.people))
                    await _keep(simulation, history)
            finally:
                await simulation.close()
                simulation.keep(history)
        finally:
            await bot.close()


async def _keep(simulation: Simulation, history: History) -> None:
    kept = -1
    while True:
        if kept != simulation.happenings:
            kept = simulation.happenings
            simulation.keep(history)
        await asyncio.sleep(_KEEPING)


def _welcome(address: str, people: Sequence[Person]) -> str:
    names = ", ".join(f"{person.name} ({person.locale})" for person in people)
    return (
        f"Open {address} in a browser. Ctrl-C ends the playground.\n"
        f"You act as one of {names}; {people[0].name} owns the server. Choose at the top of the page,\n"
        f"or give each a tab of their own: {address}?as={people[0].name}"
    )


def _timezone() -> str:
    """The name of this machine's time zone, as in `Europe/Prague`; `UTC` if it has none."""
    parts = Path("/etc/localtime").resolve().parts
    name = os.environ.get("TZ") or "/".join(parts[parts.index("zoneinfo") + 1 :] if "zoneinfo" in parts else ())
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"

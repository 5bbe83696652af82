"""The bot in a browser on this machine: one simulated Discord channel, a few users to act as, no token.

`python -m bot playground` serves it. The bot is the one that runs on Discord, unmodified and in real time. This module
is its command; `serving` puts the parts together: `simulation` and `live_page` use private names of simcord, `page`
changes its appearance, `history` is what persists between runs, `people` the users.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Sequence
from pathlib import Path

from bot.playground.options import Options
from bot.playground.people import parse_people, print_people
from bot.store import StoreError


def parse_options(argv: Sequence[str]) -> Options:
    """Parse the command line; exits with a message if it is invalid."""
    default = Options()
    parser = argparse.ArgumentParser(
        prog="python -m bot playground", description="The bot in a browser page on this machine, without Discord."
    )
    parser.add_argument("--port", type=int, default=default.port, help="the port, or the next free one after it")
    parser.add_argument("--data", type=Path, default=default.data, help="where tables and messages are kept")
    parser.add_argument(
        "--people", default=print_people(default.people), help="who is there, and the language of each (%(default)s)"
    )
    found = parser.parse_args(argv)
    try:
        people = parse_people(found.people)
    except ValueError as error:
        parser.error(f"argument --people: {error}")
    if not 0 <= found.port <= 65535:
        parser.error(f"argument --port: {found.port} is no port; they go from 1 to 65535.")
    return Options(data=found.data.resolve(), port=found.port, people=people)


def main(argv: Sequence[str]) -> int:
    """Serve the playground until Ctrl-C or SIGTERM; returns the exit code."""
    options = parse_options(argv)
    print("The playground opens …", flush=True)
    try:
        return _serve(options)
    except KeyboardInterrupt:  # interrupted before it was open, or twice: end at once
        return 130


def _serve(options: Options) -> int:
    try:
        from bot.playground.history import PlaygroundError
        from bot.playground.serving import serve
    except ModuleNotFoundError as error:
        print(f"The playground needs {error.name}: pip install 'chouette[playground]'.", file=sys.stderr)
        return 1
    # Not before the imports: simcord makes clients there that warn of what they lack.
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(_until_told(serve(options)))
    except (PlaygroundError, StoreError) as error:
        print(f"The playground cannot be opened. {error}", file=sys.stderr)
        return 1
    print(f"The playground has ended. Its tables are kept in {options.data}.", flush=True)
    return 0


async def _until_told(work: Awaitable[None]) -> None:
    """Await `work` until Ctrl-C or SIGTERM ends it."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    told = False

    def end() -> None:
        nonlocal told
        told = True
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(each)
        task.cancel()

    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, end)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise

"""The command line: `python -m bot` with `run`, `playground`, `doctor [--emoji]`, `backup FILE`, `restore FILE`,
`adopt`, `reviews [cancel]`, `ladder rebuild|verify SERVER` or `worker`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import discord

from bot import logs
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.settings import Settings, SettingsError
from bot.store import StoreError

#: Thresholds of the garbage collector (`gc.set_threshold`). A turn makes thousands of objects that die by reference
#: counting: with Python's defaults collections took a twelfth of the event loop's time.
_COLLECTED = 5000, 20, 20


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Backgammon among friends on Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run the bot on Discord; DISCORD_TOKEN holds its token")
    commands.add_parser("playground", help="the bot in a browser page on this machine", add_help=False)
    looking = commands.add_parser("doctor", help="look at everything the bot needs, and say what to do")
    looking.add_argument("--emoji", action="store_true", help="instead, upload dice, cubes and checkers as emoji")
    for name, words, file in (
        ("backup", "write everything the bot remembers into a new file, also while it runs", "must not exist yet"),
        ("restore", "bring the content of such a file into an empty store", "what backup has written"),
    ):
        commands.add_parser(name, help=words).add_argument("file", type=Path, metavar="FILE", help=file)
    commands.add_parser("adopt", help="let the bot account of DISCORD_TOKEN take over a store that is another one's")
    counting = commands.add_parser("ladder", help="what the leaderboards of a server show, counted from its list")
    counting.add_argument("what", choices=("rebuild", "verify"), help="count it anew, or see whether it differs")
    counting.add_argument("server", type=int, metavar="SERVER", help="the id of the server on Discord")
    reviewing = commands.add_parser("reviews", help="what people have asked the engine to review")
    ending = reviewing.add_subparsers(dest="what").add_parser("cancel", help="have it end, and whoever asked told so")
    ending.add_argument("names", nargs="*", metavar="ID", help="what stands first in each line of `reviews`")
    ending.add_argument("--all", action="store_true", help="all that is asked for")
    working = commands.add_parser(
        "worker", help="answer for the engine of bots with the same REDIS_URL, on any machine"
    )
    working.add_argument(
        "--processes", type=int, choices=range(1, 17), metavar="1-16", help="as many, not one a processor"
    )
    known, rest = parser.parse_known_args(argv)
    try:
        if known.command == "playground":
            from bot.playground import main as playground

            return playground(rest)
        asked = parser.parse_args(argv)
        match asked.command:
            case "doctor":
                from bot.hosting.doctor import doctor

                return doctor(os.environ, emoji=asked.emoji)
            case "backup":
                from bot.hosting.backup import backup

                return backup(Settings.from_env(), asked.file)
            case "restore":
                from bot.hosting.backup import restore

                return restore(Settings.from_env(), asked.file)
            case "ladder":
                from bot.hosting.ladder import ladder

                return ladder(Settings.from_env(), asked.what, asked.server)
            case "reviews":
                from bot.hosting.reviews import reviews

                if asked.what is None:
                    return reviews(Settings.from_env())
                if asked.all == bool(asked.names):
                    ending.error("say which ID, or --all")
                return reviews(Settings.from_env(), asked.names, everything=asked.all)
            case "adopt":
                from bot.hosting.adopt import adopt

                return adopt(Settings.from_env())
            case "worker":
                from bot.hosting.worker import worker

                return worker(Settings.from_env(), asked.processes)
            case _:
                return run(Settings.from_env())
    except (SettingsError, StoreError) as error:
        print(f"The {'worker' if known.command == 'worker' else 'bot'} cannot start: {error}", file=sys.stderr)
        return 1


def run(settings: Settings) -> int:
    """Run the bot on Discord until it is stopped."""
    logs.set_up(settings.log_level, (settings.token,))
    if not settings.token:
        raise SettingsError("DISCORD_TOKEN is not set. It is the token of your bot from Discord's developer portal.")
    if not settings.token.isascii() or not settings.token.isprintable() or " " in settings.token:
        raise SettingsError("DISCORD_TOKEN is no token: there are spaces, line breaks or foreign letters in it.")
    try:
        asyncio.run(_serve(settings))
    except discord.LoginFailure as error:
        raise SettingsError("Discord does not accept DISCORD_TOKEN.") from error
    except DISCORD_ERRORS as error:
        raise SettingsError(f"Discord cannot be reached: {error}") from error
    return 0


async def _serve(settings: Settings) -> None:
    from bot.app import create_bot

    bot = await create_bot(settings)
    gc.freeze()  # objects loaded so far are permanent: exclude them from collections
    gc.set_threshold(*_COLLECTED)
    loop = asyncio.get_running_loop()
    ending: list[asyncio.Task[None]] = []
    running = asyncio.ensure_future(bot.start(settings.token))

    async def end() -> None:
        await bot.close()
        running.cancel()  # a request to stop is not noticed while connecting

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, lambda: ending.append(asyncio.ensure_future(end())))
    try:
        await running
    except (Exception, asyncio.CancelledError):
        if not ending:  # otherwise it was stopped while connecting
            raise
    finally:
        await asyncio.gather(*ending)
        await bot.close()


if __name__ == "__main__":
    sys.exit(main())

"""The command line: `python -m bot run` and `python -m bot playground`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence

import discord

from bot.screens.discord_errors import DISCORD_ERRORS
from bot.settings import Settings, SettingsError
from bot.store import StoreError


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Backgammon among friends on Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run the bot on Discord; DISCORD_TOKEN holds its token")
    commands.add_parser("playground", help="the bot in a browser page on this machine", add_help=False)
    known, rest = parser.parse_known_args(argv)
    try:
        if known.command == "playground":
            from bot.playground import main as playground

            return playground(rest)
        parser.parse_args(argv)
        return run(Settings.from_env())
    except (SettingsError, StoreError) as error:
        print(f"The bot cannot start: {error}", file=sys.stderr)
        return 1


def run(settings: Settings) -> int:
    """The bot on Discord, until it is told to end."""
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
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
    loop = asyncio.get_running_loop()
    ending: list[asyncio.Task[None]] = []
    running = asyncio.ensure_future(bot.start(settings.token))

    async def end() -> None:
        await bot.close()
        running.cancel()  # while it connects it would not notice

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, lambda: ending.append(asyncio.ensure_future(end())))
    try:
        await running
    except (Exception, asyncio.CancelledError):
        if not ending:  # else it was told to end while it was connecting
            raise
    finally:
        await asyncio.gather(*ending)
        await bot.close()


if __name__ == "__main__":
    sys.exit(main())

"""The bot of `load` when the global limit is on: as `python -m bot run`, but what it talks to is Discord to it."""

from __future__ import annotations

import sys

from discord.http import Route
from msgspec.structs import replace

import bot.app
from bot.__main__ import main
from bot.app import Bot, create_bot
from bot.settings import Settings


async def at_discord_itself(settings: Settings) -> Bot:
    """The bot, whose requests keep to Discord's pace."""
    assert settings.api_base
    Route.BASE = settings.api_base
    return await create_bot(replace(settings, api_base=None))


if __name__ == "__main__":
    bot.app.create_bot = at_discord_itself
    sys.exit(main(["run"]))

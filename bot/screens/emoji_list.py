"""The application's list of emoji, read once when the bot starts."""

from __future__ import annotations

import logging

import discord

from bot.screens import emoji
from bot.screens.discord_errors import DISCORD_ERRORS, persist

_log = logging.getLogger(__name__)


async def read_emoji(client: discord.Client) -> None:
    """Use the emoji of the application that are ours; plain text, and a log entry, if they cannot be asked for."""
    emoji.forget()
    try:
        emoji.learn(await persist(client.fetch_application_emojis))
    except DISCORD_ERRORS as error:
        _log.warning("the emoji of the application are not known; until the next start there is plain text: %s", error)

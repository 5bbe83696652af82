"""Idempotent posting: Discord recognises a repeated nonce for some minutes, later the channel's last messages are
searched.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import discord

from bot import limits
from bot.screens.discord_errors import DISCORD_ERRORS, FOR_GOOD, trouble

_BYTES = limits.NONCE * 5 // 8
#: How many of a channel's last messages are searched.
_LAST = 100


def nonce_of(guild: int, *parts: object) -> str:
    """The nonce of a message of a server, from what identifies it there: at most `limits.NONCE` characters.

    For some minutes, Discord returns the first message for a repeated nonce, in whatever channel or server
    ("enforce_nonce", https://discord.com/developers/docs/resources/message#create-message); so different messages, and
    deliberate new attempts, need different parts.
    """
    identity = "\n".join((str(guild), *map(str, parts)))
    digest = hashlib.sha256(identity.encode()).digest()[:_BYTES]
    return base64.b32encode(digest).decode().rstrip("=").lower()


async def posted_before(
    client: discord.Client, place: discord.PartialMessageable, fits: Callable[[discord.Message], bool]
) -> int:
    """The id of a matching message of the bot among a channel's last ones; 0 if none fits, or the bot may not read.

    Raises `DISCORD_ERRORS` if that is unknown now.
    """
    try:
        async for each in place.history(limit=_LAST):
            if client.user is not None and each.author.id == client.user.id and fits(each):
                return each.id
    except DISCORD_ERRORS as error:
        if trouble(error) not in FOR_GOOD:
            raise
    return 0

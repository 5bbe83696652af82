"""How a message is posted once though the answer to the first try was lost: within minutes Discord knows it again by
its nonce, later we look for it among the last ones of its channel.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import discord

from bot import limits
from bot.screens.discord_errors import DISCORD_ERRORS, FOR_GOOD, trouble

_BYTES = limits.NONCE * 5 // 8
#: So many of the last messages of a channel are looked at.
_LAST = 100


def nonce_of(guild: int, *parts: object) -> str:
    """The nonce of a message of a server, by what identifies it there: at most `limits.NONCE` characters.

    Within some minutes the same nonce, in whatever channel or server, gives the message of the first time and posts
    nothing; so what is meant to be another message, or another attempt at it, differs in a part.
    """
    identity = "\n".join((str(guild), *map(str, parts)))
    digest = hashlib.sha256(identity.encode()).digest()[:_BYTES]
    return base64.b32encode(digest).decode().rstrip("=").lower()


async def posted_before(
    client: discord.Client, place: discord.PartialMessageable, fits: Callable[[discord.Message], bool]
) -> int:
    """The id of a message of ours among the last ones of a channel; 0 if none fits, or the bot may not look.

    Raises `DISCORD_ERRORS` where that cannot be told now.
    """
    try:
        async for each in place.history(limit=_LAST):
            if client.user is not None and each.author.id == client.user.id and fits(each):
                return each.id
    except DISCORD_ERRORS as error:
        if trouble(error) not in FOR_GOOD:
            raise
    return 0

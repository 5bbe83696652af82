"""Discord's errors: which ones a call may raise, and how each kind is handled. No other module knows their codes."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Any, TypeVar

import aiohttp
import discord

from bot.screens import emoji

_log = logging.getLogger(__name__)

#: Errors of a call to Discord. A broken connection is no `HTTPException`.
DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, asyncio.TimeoutError, OSError)
#: Seconds between tries of a call that must succeed.
_PAUSES = (0.3, 1.0, 3.0)
#: The longest wait, in seconds, that Discord may ask for.
_PATIENCE = 60.0


class Trouble(Enum):
    """Kinds of failure that are handled differently. Codes:
    https://discord.com/developers/docs/topics/opcodes-and-status-codes.
    """

    GONE = "the message, channel, thread or server is no longer there"
    FORBIDDEN = "a permission is missing, or the thread is archived or locked"
    LATE = "the interaction is too old to be answered"
    ANSWERED = "the interaction has been answered already"
    TOO_OLD = "the message is too old to be edited so often"
    UNREAD = "a reply needs the permission Read Message History"
    THREADS = "there are as many open threads as Discord allows"
    PEOPLE = "there are as many people in the thread as Discord allows"
    NO_DIRECT = "they take no direct messages of the bot"
    REJECTED = "Discord does not accept what was sent"
    DOWN = "Discord cannot be reached, is overloaded, or its answer was lost"


_CODES = {
    10003: Trouble.GONE,  # unknown channel
    10004: Trouble.GONE,  # unknown guild
    10008: Trouble.GONE,  # unknown message
    10062: Trouble.LATE,  # unknown interaction
    50027: Trouble.LATE,  # invalid webhook token
    10015: Trouble.LATE,  # unknown webhook
    40060: Trouble.ANSWERED,  # interaction already acknowledged
    30046: Trouble.TOO_OLD,  # too many edits of messages older than an hour
    50007: Trouble.NO_DIRECT,  # cannot send messages to this user
    50001: Trouble.FORBIDDEN,  # missing access
    50013: Trouble.FORBIDDEN,  # missing permissions
    50083: Trouble.FORBIDDEN,  # thread archived
    160002: Trouble.UNREAD,  # cannot reply without permission to read message history
    160005: Trouble.FORBIDDEN,  # thread locked
    160006: Trouble.THREADS,  # maximum number of active threads reached
    160007: Trouble.THREADS,  # maximum number of active announcement threads reached
    30033: Trouble.PEOPLE,  # maximum number of thread participants reached
}
#: Permanent failures: the same post fails again until the cause is fixed.
FOR_GOOD = frozenset(
    (
        Trouble.GONE,
        Trouble.FORBIDDEN,
        Trouble.UNREAD,
        Trouble.THREADS,
        Trouble.PEOPLE,
        Trouble.NO_DIRECT,
        Trouble.REJECTED,
    )
)
_UNKNOWN_CHANNEL = 10003
#: How discord.py words what Discord says of a button whose emoji is no longer there.
_EMOJI_GONE = re.compile(r"\bemoji\b.*invalid emoji", re.IGNORECASE)


def trouble(error: BaseException) -> Trouble:
    """The kind of an error. Raises errors that are not Discord's again.

    After an emoji that is no longer there, messages are made without emoji: the next try is another one.
    """
    if isinstance(error, discord.InteractionResponded):
        return Trouble.ANSWERED
    if isinstance(error, discord.HTTPException):
        if error.code in _CODES:
            return _CODES[error.code]
        if _shows_lost_emoji(error):
            emoji.lose()
            return Trouble.DOWN
        by_status = {401: Trouble.FORBIDDEN, 403: Trouble.FORBIDDEN, 404: Trouble.GONE}
        return by_status.get(error.status, Trouble.DOWN if error.status >= 429 else Trouble.REJECTED)
    if isinstance(error, DISCORD_ERRORS):
        return Trouble.DOWN
    raise error


def _shows_lost_emoji(error: discord.HTTPException) -> bool:
    return error.status == 400 and _EMOJI_GONE.search(error.text) is not None


def knows_channel(client: discord.Client, guild: int, channel: int) -> bool:
    """Whether the bot knows a channel or thread, or may know it once its server is available. Asks nobody.

    False also for an archived thread, and for servers of another process.
    """
    known = client.get_guild(guild)
    return known is not None and (known.unavailable or known.get_channel_or_thread(channel) is not None)


async def place_gone(client: discord.Client, channel: int, guild: int) -> bool:
    """Whether a channel or thread has been deleted. Asks Discord.

    False if unknown, if the bot only lacks access, and if it is not in the server.
    """
    try:
        await client.fetch_channel(channel)
        return False
    except DISCORD_ERRORS as error:
        if not isinstance(error, discord.HTTPException) or error.code != _UNKNOWN_CHANNEL:
            return False
    known = client.get_guild(guild)
    return known is not None or await attempt(lambda: client.fetch_guild(guild, with_counts=False)) is not None


def asked_to_wait(response: Any) -> float:
    """The wait in seconds that Discord asks for (Retry-After); 0 if none."""
    try:
        return max(0.0, float(response.headers.get("Retry-After", 0)))
    except ValueError:  # a proxy may send a date
        return 0.0


_Result = TypeVar("_Result")


async def persist(
    call: Callable[[], Awaitable[_Result]], pauses: Sequence[float] = _PAUSES, patience: float = _PATIENCE
) -> _Result:
    """Make a call that must succeed, with retries while Discord is down. Raises the last error.

    Only for calls that may be repeated: edits, and posts with a nonce. `patience`: seconds; if Discord asks for a
    longer wait, there is no retry.
    """
    for pause in pauses:
        try:
            return await call()
        except DISCORD_ERRORS as error:
            asked = asked_to_wait(error.response) if isinstance(error, discord.HTTPException) else 0.0
            if trouble(error) is not Trouble.DOWN or asked > patience:
                raise
            if isinstance(error, discord.HTTPException) and _shows_lost_emoji(error):
                raise  # made anew it has none
            pause = max(pause, asked)
            _log.info("Discord is not well (%s), trying again in %s s", error, pause)
            await asyncio.sleep(pause)
    return await call()


async def attempt(call: Callable[[], Awaitable[_Result]]) -> _Result | None:
    """Make a call that may fail; None, and a log entry, if it does."""
    try:
        return await call()
    except DISCORD_ERRORS as error:
        _log.info("%s: %s", trouble(error).value, error)
        return None


async def removed(call: Callable[[], Awaitable[object]], pauses: Sequence[float] = _PAUSES) -> bool:
    """Make a call that deletes a message, as `persist`; returns whether it is gone, perhaps deleted by a member."""
    try:
        await persist(call, pauses)
    except DISCORD_ERRORS as error:
        _log.info("a message stays: %s: %s", trouble(error).value, error)
        return trouble(error) is Trouble.GONE
    return True

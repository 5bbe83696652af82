"""The bot's own messages in channels: posted once, kept up to date, posted again where editing fails.

Temporary failures are retried by the caller; a permanent one raises `PostRefused`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import discord

from bot.permissions import Use
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.nonces import posted_before
from bot.screens.press_webhooks import PressWebhooks
from bot.screens.refused_posts import refusal
from bot.screens.stale_buttons import StaleButtons

_log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()
Fits = Callable[[discord.Message], bool]
"""Whether a message is the one meant."""


class Post(NamedTuple):
    """A message to be sent to a channel of a server.

    `files`: functions that make its pictures, called per send. `nonce`: its idempotency key. `reply`: the message,
    perhaps deleted, that it replies to.
    """

    guild: int
    channel: int
    words: str
    nonce: str
    view: discord.ui.View | None = None
    files: Sequence[Callable[[], discord.File]] = ()
    mentions: discord.AllowedMentions = NOBODY
    silent: bool = False
    reply: int = 0


def _changes(post: Post) -> dict[str, Any]:
    """The arguments of an edit to this content, with new files."""
    return {
        "content": unbroken(post.words),
        "attachments": [make() for make in post.files],
        "view": post.view,
        "allowed_mentions": NOBODY,
    }


class Posts:
    """Posts messages through `client`. Its edits have priority over `stale_buttons` in the same channel. `webhooks` are
    those of presses.
    """

    def __init__(self, client: discord.Client, stale_buttons: StaleButtons, webhooks: PressWebhooks) -> None:
        self._client, self._stale_buttons, self._webhooks = client, stale_buttons, webhooks

    async def put(self, post: Post, *, persistently: bool = True) -> int:
        """Post a message and return its id. Retried while Discord is down, if `persistently`. Raises
        `DISCORD_ERRORS`.
        """
        how: dict[str, Any] = {}
        if post.reply:
            asked = discord.MessageReference(
                message_id=post.reply, channel_id=post.channel, guild_id=post.guild, fail_if_not_exists=False
            )
            how = {"reference": asked, "mention_author": False}

        async def send() -> int:
            sent = await self._place(post.guild, post.channel).send(
                unbroken(post.words),
                files=[make() for make in post.files] or None,  # type: ignore[arg-type]  None stands for none
                view=post.view,  # type: ignore[arg-type]
                allowed_mentions=post.mentions,
                silent=post.silent,
                nonce=post.nonce,
                **how,
            )
            return sent.id

        return await (persist(send) if persistently else send())

    async def edit_pressed(self, post: Post, message: int) -> bool:
        """As `edit`, by the kept press of the message if there is one."""
        if self._webhooks.edits(message) and await self._webhooks.edit(message, **_changes(post)):
            return True
        return await self.edit(post, message)

    async def edit(self, post: Post, message: int) -> bool:
        """Edit a message to this content, which notifies nobody; False if it has to be posted again."""
        kept = self._place(post.guild, post.channel).get_partial_message(message)
        try:
            async with self._stale_buttons.paused(post.channel):
                await persist(lambda: kept.edit(**_changes(post)))
        except DISCORD_ERRORS as error:
            _log.info("message %s cannot be edited, and is posted anew: %s", message, error)
            return False
        return True

    async def keep(self, post: Post, message: int, use: Use) -> int | None:
        """Edit a message, or post it if there is none (0) or it cannot be edited; as `once`."""
        return message if message and await self.edit(post, message) else await self.once(post, use)

    async def once(
        self, post: Post, use: Use, fits: Fits | None = None, *, at: int = 0, persistently: bool = True
    ) -> int | None:
        """Post a message, unless a matching one is there already, in its channel or in `at`; returns its id.

        None if that may work later, or worked and only the answer was lost. Raises `PostRefused`.
        """

        async def send() -> int:
            place = self._place(post.guild, at or post.channel)
            there = fits and await posted_before(self._client, place, fits)
            return there or await self.put(post, persistently=persistently)

        return await self._tried(post.guild, post.channel, use, send)

    async def found(self, guild: int, channel: int, use: Use, fits: Fits) -> int | None:
        """A message posted before without being noted; 0 if none `fits`, None as for `once`."""
        place = self._place(guild, channel)
        return await self._tried(guild, channel, use, lambda: posted_before(self._client, place, fits))

    async def _tried(self, guild: int, channel: int, use: Use, call: Callable[[], Awaitable[int]]) -> int | None:
        try:
            return await call()
        except DISCORD_ERRORS as error:
            if refused := refusal(error, self._client, guild, channel, use):
                raise refused from error
            _log.info("%s comes later: %s: %s", use.value, trouble(error).value, error)
            return None

    def _place(self, guild: int, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, guild_id=guild)


def notifying(users: Iterable[int]) -> discord.AllowedMentions:
    """Allow mentions of these users only."""
    return discord.AllowedMentions(
        users=[discord.Object(user) for user in dict.fromkeys(users)], everyone=False, roles=False
    )


def whole(file: discord.File) -> Callable[[], discord.File]:
    """A function that returns the file from its beginning, once per send."""

    def given() -> discord.File:
        file.reset()
        return file

    return given

"""A table prepared for display: everything that can be made before it may be seen."""

from __future__ import annotations

import asyncio
import io

import discord
from msgspec import Struct

from bot.screens.live import Plan, picture_name
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, notifying
from bot.tables.table import Table


def post_of(table: Table, words: str, *parts: object) -> Post:
    """A message at a table, with a nonce from these parts."""
    guild = table.about.guild
    return Post(guild, table.channel, words, nonce_of(guild, table.id, *parts))


class Board(Struct, frozen=True):
    """The plan for `table`, with its picture being drawn. `notified`: the users the message mentions; `described`: the
    alt text.
    """

    table: Table
    planned: Plan
    words: str
    buttons: discord.ui.View
    notified: tuple[int, ...]
    drawing: asyncio.Future[bytes]
    described: str
    shown_dice: tuple[int, ...] = ()
    """Users who are told how to check the dice for the first time."""

    @property
    def post(self) -> Post:
        table, screen = self.table, self.planned.screen
        mentioned = max(screen.mentioned, default=0)
        return Post(
            guild=table.about.guild,
            channel=table.channel,
            words=self.words,
            nonce=nonce_of(table.about.guild, table.id, mentioned, table.version, screen.posts),
            view=self.buttons,
            files=[self.file],
            mentions=notifying(self.notified),
            silent=not self.notified,
        )

    def file(self) -> discord.File:
        """The drawn picture with its alt text; a new file per send, since each can be sent once."""
        return discord.File(io.BytesIO(self.drawing.result()), picture_name(self.table), description=self.described)

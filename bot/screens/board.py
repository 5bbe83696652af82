"""A table as it is going to be shown: everything that can be made before it may be seen."""

from __future__ import annotations

import asyncio
import io

import discord
from msgspec import Struct

from bot.screens.live import Plan, picture_name
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, notifying
from bot.tables.table import Table


class Board(Struct, frozen=True):
    """What `planned` says of `table`, with the picture on its way. `notified`: the users whom the message mentions;
    `described`: the picture in words.
    """

    table: Table
    planned: Plan
    words: str
    buttons: discord.ui.View
    notified: tuple[int, ...]
    drawing: asyncio.Future[bytes]
    described: str
    shown_dice: tuple[int, ...] = ()
    """Those whom it tells for the first time how dice are checked."""

    @property
    def post(self) -> Post:
        """The message, once the picture is drawn."""
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
        """The picture, drawn by now, with its description; each file can be sent once."""
        return discord.File(io.BytesIO(self.drawing.result()), picture_name(self.table), description=self.described)

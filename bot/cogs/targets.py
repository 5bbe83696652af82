"""What a message shows on which somebody has used a command: a position, a game, files of matches.

Discord sends the message with the command, also what the bot does not see otherwise: the words and files of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

import discord

from bot.backgammon import Illegal, Refused, Xgid, format_xgid
from bot.backgammon.typed_position import Situation, parse_situation, situation_in
from bot.cogs.context import Context
from bot.cogs.lookup import find_table
from bot.screens.board_face import BoardFace
from bot.screens.board_names import xgid_in
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face, face_of
from bot.screens.reference.faults import FactFault
from bot.tables.reviews import range_of
from bot.tables.table import Stage, Table

_REPLAY = re.compile(r"([0-9a-z]{1,8})-(\d{1,6})\.(?:webp|gif)")
_PICTURE = re.compile(r"([0-9a-z]{1,8})[-_].*\.png")
#: A game, or a table in a command, as the bot and people write them.
_WRITTEN = re.compile(r"(?<![\w-])(?:game:([0-9a-z]{6})|([0-9a-z]{6})-(\d{1,6}))(?![\w-])")
#: The verbs of buttons whose number is that of a game.
_OF_A_GAME = ("from_move", "analyze", "review_list", "review_ready", "show")
_RECORDS = (".mat", ".txt", ".xg", ".sgf", ".ogxm", ".ogxms", ".zip")
_SEEN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp4", ".mov", ".webm", ".mp3", ".ogg", ".wav", ".pdf")


class Game(NamedTuple):
    """A game of a table; 0: none in particular."""

    table: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.table}-{self.number}" if self.number else self.table


class Shown(NamedTuple):
    """A position, whether the reader is to play the side on turn, and the running table whose board it is, if it is
    one.
    """

    situation: Situation
    on_turn: bool = True
    table: Table | None = None


class Target:
    """A message; `own`: whether it is the bot's."""

    def __init__(self, message: discord.Message, user: discord.ClientUser | None) -> None:
        self._message = message
        self.own = user is not None and message.author.id == user.id

    @cached_property
    def presses(self) -> list[Press]:
        """What the bot's own buttons and selects carry."""
        return list(_presses(self._message)) if self.own else []

    @property
    def _text(self) -> str:
        """The words of the message, of one that it forwards, and of what stands in boxes."""
        message = self._message
        boxes = [embed.description or "" for embed in message.embeds]
        return "\n".join((message.content, *(each.content for each in message.message_snapshots), *boxes))

    @property
    def _files(self) -> list[discord.Attachment]:
        forwarded = (file for each in self._message.message_snapshots for file in each.attachments)
        return [*self._message.attachments, *forwarded]

    @property
    def records(self) -> list[discord.Attachment]:
        """The files whose names are those of matches."""
        return [file for file in self._files if _kind(file) in _RECORDS]

    @property
    def others(self) -> list[discord.Attachment]:
        """The other files in which there may be a match."""
        return [file for file in self._files if _kind(file) not in (*_RECORDS, *_SEEN)]

    @property
    def replay(self) -> Game | None:
        """The game of which this is the replay."""
        for press in self.presses:
            if press.verb == "from_move":
                return Game(press.table, press.question)
        names = [file.filename for file in self._message.attachments] if self.own else []
        found = next(filter(None, map(_REPLAY.fullmatch, names)), None)
        return Game(found[1], int(found[2])) if found else None

    @property
    def report(self) -> Game | None:
        """The game, the games or, by 0, the whole table that a button of the message has analysed."""
        found = self.replay
        pressed = (Game(each.table, each.question) for each in self.presses if each.verb in ("analyze", "review_list"))
        return found or next(pressed, None)

    @property
    def written(self) -> Game | None:
        """The first game, or table in a command, that its words name."""
        found = _WRITTEN.search(self._text)
        return Game(found[1] or found[2], int(found[3] or 0)) if found else None

    async def game(self, ctx: Context) -> Game:
        """The game, or the table, that the message belongs to, or names. Raises `Illegal` if there is none."""
        if found := self.replay:
            return found
        for press in self.presses:
            if await _is_table(ctx, press.table):
                played = press.verb in _OF_A_GAME and not range_of(press.question)
                return Game(press.table, press.question if played else 0)
        names = [file.filename for file in self._message.attachments] if self.own else []
        for picture in filter(None, map(_PICTURE.fullmatch, names)):
            if await _is_table(ctx, picture[1]):
                return Game(picture[1])
        if written := self.written:
            return written
        raise Illegal(FactFault.NO_GAME_IN)

    async def position(self, ctx: Context) -> Shown:
        """The position of the message: that of its own button, else of its picture, else of an id in its words. Raises
        `Illegal` if there is none.
        """
        for press in self.presses:
            if press.verb == "from_here":
                return Shown(parse_situation(press.extra), not press.question)
        for file in self._files:
            if xgid := xgid_in(file.filename):
                return Shown(Situation(xgid), table=await self._running(ctx, xgid))
        if board := await self._running(ctx):
            return Shown(Situation(_xgid(board)), table=board)
        if (found := situation_in(self._text)) is None:
            raise Illegal(FactFault.NO_POSITION_IN)
        return Shown(found)

    async def _running(self, ctx: Context, xgid: Xgid | None = None) -> Table | None:
        """The running table with a board that the message belongs to; with an `xgid` only while it stands there."""
        for name in dict.fromkeys(press.table for press in self.presses):
            if not await ctx.services.store.channel_of(name):
                continue
            try:
                table = await find_table(ctx, name)
            except Refused:
                continue
            face = face_of(table)
            if table.stage is Stage.OPEN and table.state is not None and isinstance(face, BoardFace):
                return table if xgid is None or format_xgid(_xgid(table)) == format_xgid(xgid) else None
        return None


async def _is_table(ctx: Context, name: str) -> bool:
    """Whether a table has this id; a challenge is found in its channel only."""
    if await ctx.services.store.channel_of(name) is not None:
        return True
    try:
        return await ctx.services.repository.load(ctx.channel, name) is not None
    except Illegal:  # it cannot be read
        return True


def _kind(file: discord.Attachment) -> str:
    return PurePath(file.filename).suffix.lower()


def _xgid(table: Table) -> Xgid:
    return board_face(table).xgid(table.public.state)


def _presses(message: discord.Message) -> Iterator[Press]:
    for row in message.components:
        for item in getattr(row, "children", ()):
            if press := Press.parse(getattr(item, "custom_id", None) or ""):
                yield press

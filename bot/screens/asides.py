"""Ephemeral messages of ours that people still have before them, and whether anything lies below a board.

A board that is edited stays where it is, and sinks under what is written after it. What is public there is known from
the channel's last message, of which the bot is told without its words. What one person sees alone is remembered here:
it goes with their next action, by the interaction that made it, and until then it lies below the board too.

Tokens of interactions are never stored. They are kept in this process for less time than they are worth anything;
messages of which nothing is known any more, as after a restart, count as lying there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord
from cachetools import LRUCache
from msgspec import Struct, field

from bot import limits
from bot.screens.discord_errors import removed
from bot.supervision import in_background

#: Seconds for which the interaction is kept that has made a message.
KEPT = limits.TOKEN - 60
#: Messages to one person in one channel that can be taken back, at most.
_MOST_EACH = 20
#: People in channels, and channels, of which anything is remembered.
_MOST_PEOPLE, _MOST_CHANNELS = 5000, 5000

_Place = tuple[int, int]
"""A channel and a user in it."""


class _Before(Struct):
    """What one person has before them in one channel: messages that go with their next action, each with what has made
    it, and the newest of those that stay."""

    passing: dict[int, discord.Interaction[discord.Client]] = field(default_factory=dict)
    staying: int = 0


class Asides:
    """The private messages of all channels."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._before: LRUCache[_Place, _Before] = LRUCache(_MOST_PEOPLE)
        self._known: LRUCache[int, int] = LRUCache(_MOST_CHANNELS)
        self._going: set[asyncio.Task[None]] = set()

    def board(self, channel: int, message: int) -> None:
        """A board has been posted: from here on it is known what lies below it."""
        self._known.setdefault(channel, message)

    def said(self, interaction: discord.Interaction[discord.Client], message: int, *, passing: bool) -> None:
        """Somebody has been told something alone. `passing`: it goes with their next action."""
        place = _place(interaction)
        before = self._of(place)
        if message in before.passing:
            return
        if not passing:
            before.staying = max(before.staying, message)
            return
        before.passing[message] = interaction
        asyncio.get_running_loop().call_later(KEPT, self._lapse, place, message)
        while len(before.passing) > _MOST_EACH:
            self._lapse(place, next(iter(before.passing)))

    def gone(self, interaction: discord.Interaction[discord.Client], message: int) -> None:
        """A message to somebody has been taken back."""
        if before := self._before.get(_place(interaction)):
            before.passing.pop(message, None)

    def acted(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Somebody has done something: what they had before them then goes, beside everything else and with nobody
        waiting. What was pressed for it is left to its answer.
        """
        place = _place(interaction)
        before = self._before.get(place)
        if before is None:
            return
        seen = [message for message in before.passing if message < interaction.id]
        going = {message: before.passing.pop(message) for message in seen}
        if interaction.message is not None:
            going.pop(interaction.message.id, None)
        for message, made_by in going.items():
            task = in_background(self._take_back(place, message, made_by), f"taking back message {message}")
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    def lie_below(self, channel: int, board: int, users: Collection[int], acting: int | None) -> bool:
        """Whether anything lies below a board, or may lie there: public, or before one of `users`.

        What goes with the action of whoever is `acting` does not count.
        """
        known = self._known.get(channel)
        last: int | None = getattr(self._client.get_channel(channel), "last_message_id", None)
        if known is None or board < known or last is None or last > board:
            return True
        return any(self._newest(channel, user, passing=user != acting) > board for user in users)

    async def rest(self, timeout: float) -> None:
        """Wait until nothing is on its way any more, at most so many seconds."""
        if self._going:
            await asyncio.wait(set(self._going), timeout=timeout)

    def give_up(self) -> None:
        """Let stay what has not gone."""
        for going in self._going:
            going.cancel()

    def _of(self, place: _Place) -> _Before:
        if place not in self._before and self._before.currsize >= self._before.maxsize:
            (channel, _), _ = self._before.popitem()
            self._known.pop(channel, None)  # what is forgotten may lie below the board there
        return self._before.setdefault(place, _Before())

    def _newest(self, channel: int, user: int, *, passing: bool) -> int:
        """The newest message that somebody has before them, 0 if there is none."""
        before = self._before.get((channel, user))
        if before is None:
            return 0
        return max((before.staying, *before.passing) if passing else (before.staying,))

    def _lapse(self, place: _Place, message: int) -> None:
        """What made a message is worth nothing any more, and let go of."""
        before = self._before.get(place)
        if before is not None and before.passing.pop(message, None) is not None:
            before.staying = max(before.staying, message)

    async def _take_back(self, place: _Place, message: int, made_by: discord.Interaction[discord.Client]) -> None:
        if not await removed(lambda: made_by.followup.delete_message(message)):
            before = self._of(place)
            before.staying = max(before.staying, message)


def _place(interaction: discord.Interaction[discord.Client]) -> _Place:
    return interaction.channel_id or 0, interaction.user.id

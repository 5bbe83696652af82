"""Ephemeral messages that users still see, and whether anything lies below a board.

An edited board stays in place and scrolls away under later messages. Public ones are known from the channel's last
message id, which Discord sends without content. Ephemeral ones are tracked here: they are deleted at the user's next
action, by the interaction that created them, and until then they count as below the board.

Interaction tokens are never stored, only kept in this process while valid (15 minutes); messages that are no longer
known, as after a restart, count as present.
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

#: Seconds for which the interaction that created a message is kept.
KEPT = limits.TOKEN - 60
#: Maximum of deletable messages per user and channel.
_MOST_EACH = 20
#: Cache sizes: (channel, user) pairs, and channels.
_MOST_PEOPLE, _MOST_CHANNELS = 5000, 5000

_Place = tuple[int, int]


class _Before(Struct):
    """The ephemeral messages of one user in one channel: those to delete at the next action, each with its interaction,
    and the newest of those that stay.
    """

    passing: dict[int, discord.Interaction[discord.Client]] = field(default_factory=dict)
    staying: int = 0


class Asides:
    """The ephemeral messages of all channels."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._before: LRUCache[_Place, _Before] = LRUCache(_MOST_PEOPLE)
        self._known: LRUCache[int, int] = LRUCache(_MOST_CHANNELS)
        self._boards: LRUCache[int, int] = LRUCache(_MOST_CHANNELS)
        self._going: set[asyncio.Task[None]] = set()

    def board(self, channel: int, message: int) -> None:
        """A board was posted: from now on it is known what lies below it."""
        self._known.setdefault(channel, message)
        self._boards[channel] = message

    def said(self, interaction: discord.Interaction[discord.Client], message: int, *, passing: bool) -> None:
        """An ephemeral message was sent. `passing`: to be deleted at the user's next action."""
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
        """An ephemeral message was deleted."""
        if before := self._before.get(_place(interaction)):
            before.passing.pop(message, None)

    def acted(self, interaction: discord.Interaction[discord.Client]) -> None:
        """A user has acted: delete their passing messages in the background, except the pressed one, which its answer
        handles.
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

    def lie_below(
        self, channel: int, board: int, users: Collection[int], acting: int | None, *, direct: bool = False
    ) -> bool:
        """Whether anything lies below a board, or may: public, or ephemeral for one of `users`.

        Messages deleted by the action of `acting` do not count. In a `direct` message nothing public is known but the
        last board.
        """
        known = self._known.get(channel)
        last: int | None = getattr(self._client.get_channel(channel), "last_message_id", None)
        if direct:
            last = self._boards.get(channel)
        if known is None or board < known or last is None or last > board:
            return True
        return any(self._newest(channel, user, passing=user != acting) > board for user in users)

    async def rest(self, timeout: float) -> None:
        """Wait for running deletions, at most this many seconds."""
        if self._going:
            await asyncio.wait(set(self._going), timeout=timeout)

    def give_up(self) -> None:
        """Cancel running deletions."""
        for going in self._going:
            going.cancel()

    def _of(self, place: _Place) -> _Before:
        if place not in self._before and self._before.currsize >= self._before.maxsize:
            (channel, _), _ = self._before.popitem()
            self._known.pop(channel, None)  # what is forgotten may lie below the board there
        return self._before.setdefault(place, _Before())

    def _newest(self, channel: int, user: int, *, passing: bool) -> int:
        """The id of the newest message a user sees, 0 if there is none."""
        before = self._before.get((channel, user))
        if before is None:
            return 0
        return max((before.staying, *before.passing) if passing else (before.staying,))

    def _lapse(self, place: _Place, message: int) -> None:
        """The interaction of a message has expired: forget it."""
        before = self._before.get(place)
        if before is not None and before.passing.pop(message, None) is not None:
            before.staying = max(before.staying, message)

    async def _take_back(self, place: _Place, message: int, made_by: discord.Interaction[discord.Client]) -> None:
        if not await removed(lambda: made_by.followup.delete_message(message)):
            before = self._of(place)
            before.staying = max(before.staying, message)


def _place(interaction: discord.Interaction[discord.Client]) -> _Place:
    return interaction.channel_id or 0, interaction.user.id

"""Signs by which it is noticed that somebody has come into the private thread of a team, or is missing there.

Without the privileged intent for members Discord neither tells of a thread's members nor lists them; it is only asked
for one person at a time. So what arrives anyhow is read: Discord's notes in the thread when somebody is let in or
taken out by hand, who writes there, and the day on which somebody came into the server, which stands on every message
and press of theirs and is another one when they come back. What was said in the thread while the bot heard nothing is
read up on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

import discord
from cachetools import LRUCache
from msgspec import Struct

from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, trouble
from bot.tables.table import Table

_log = logging.getLogger(__name__)

#: Threads, and people in them, that are remembered.
_MOST_KNOWN, _MOST_PEOPLE = 1000, 8000
#: Messages that are read of those that were not heard.
_MOST_READ = 100

Signed = tuple[Table, set[int]]
"""A table, and users of whom it is to be found out whether they are in its thread."""


class _Known(Struct, frozen=True):
    """Whose thread it is, and who is in it as far as is known."""

    table: Table
    members: frozenset[int]


class Signs:
    """What is known of all threads, and what follows from what is heard."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: LRUCache[int, _Known] = LRUCache(_MOST_KNOWN)
        self._threads: LRUCache[int, int] = LRUCache(_MOST_KNOWN)
        self._heard: LRUCache[int, int] = LRUCache(_MOST_KNOWN)
        self._joined: LRUCache[tuple[int, int], datetime] = LRUCache(_MOST_PEOPLE)

    def note(self, table: Table, members: Iterable[int]) -> None:
        """Who is in the thread of a table."""
        self._known[table.advice.thread] = _Known(table, frozenset(members))
        self._threads[table.channel] = table.advice.thread

    def forget(self, thread: int) -> None:
        """It is followed no more."""
        self._known.pop(thread, None)

    def heard(self, message: discord.Message) -> list[Signed]:
        """What follows from something that has been written somewhere, if only by Discord."""
        thread = message.channel.id
        if (known := self._known.get(thread)) is None:
            if message.type is not discord.MessageType.new_member or message.guild is None:
                return self.met(message.author, thread)
            there = [at for at, each in self._known.items() if each.table.about.guild == message.guild.id]
            return [signed for at in there for signed in self._seen(message.author, at)]
        self._heard[thread] = max(message.id, self._heard.get(thread, 0))
        if message.author == self._client.user:
            return []
        concerned = {each.id: each for each in _concerned(message) if each != self._client.user}
        suspects = {
            user for user, each in concerned.items() if known.table.has(user) or not _moderates(message.channel, each)
        }
        suspects = self._unsettled(known, message, suspects)
        return [(known.table, suspects)] if suspects else []

    def met(self, person: discord.User | discord.Member, channel: int) -> list[Signed]:
        """What follows from somebody's being there, who writes or does something where a table is played."""
        thread = self._threads.get(channel)
        return [] if thread is None else self._seen(person, thread)

    def _seen(self, person: discord.User | discord.Member, thread: int) -> list[Signed]:
        """Somebody at a table who is new, or has come into the server anew since they were last seen."""
        known = self._known.get(thread)
        if known is None or not known.table.has(person.id) or not isinstance(person, discord.Member):
            return []
        if person.joined_at is None or self._joined.get((thread, person.id)) == person.joined_at:
            return []
        self._joined[thread, person.id] = person.joined_at
        return [(known.table, {person.id})]

    def missed(self, thread: int) -> bool:
        """Whether something has been said in a thread that was not heard."""
        place = self._client.get_channel(thread)
        last = place.last_message_id if isinstance(place, discord.Thread) else None
        return last is not None and last > self._heard.get(thread, 0)

    async def unheard(self, table: Table, thread: discord.Thread) -> set[int]:
        """Whom to look at by what was said in a thread and not heard: the newest of it, if that is much."""
        suspects, known = set[int](), _Known(table, frozenset(table.advice.members))
        heard = self._heard.get(thread.id, 0)
        try:
            said = [message async for message in thread.history(limit=_MOST_READ)]
        except DISCORD_ERRORS as error:
            _log.info("what was said in thread %s is not known: %s", thread.id, error)
            if trouble(error) is not Trouble.DOWN:
                self._heard[thread.id] = thread.last_message_id or heard
            return suspects
        for message in said:
            if message.id > heard and message.author != self._client.user:
                users = {each.id for each in _concerned(message) if each != self._client.user}
                suspects |= self._unsettled(known, message, users)
        self._heard[thread.id] = max([heard, thread.last_message_id or 0, *(message.id for message in said)])
        return {user for user in suspects if table.has(user) or not await _may_read_all(thread, user)}

    @staticmethod
    def _unsettled(known: _Known, message: discord.Message, suspects: set[int]) -> set[int]:
        """Those of some people of whom a message leaves it open whether they are in the thread, and may be."""
        if message.type is discord.MessageType.recipient_remove:
            return suspects - {message.author.id}  # who goes of their own accord may
        return suspects if message.is_system() else suspects - known.members


def _concerned(message: discord.Message) -> tuple[discord.User | discord.Member, ...]:
    """Who has written a message, and whom it is about."""
    return message.author, *message.mentions


def _moderates(place: object, user: discord.User | discord.Member) -> bool:
    """Whether somebody can read every thread, let in or not."""
    if not isinstance(user, discord.Member) or not isinstance(place, discord.Thread) or place.parent is None:
        return False
    return place.permissions_for(user).manage_threads


async def _may_read_all(thread: discord.Thread, user: int) -> bool:
    """The same of somebody of whom only the number is known."""
    member = await attempt(lambda: thread.guild.fetch_member(user))
    return member is not None and _moderates(thread, member)

"""Signs that a member has been added to a private thread of a table, or is missing there.

Without the privileged members intent Discord neither reports nor lists a thread's members; it can only be asked about
one user at a time (https://discord.com/developers/docs/resources/channel#thread-member-object). So available events are
used: system messages about members added or removed by hand, authors of messages, and the date on which a member joined
the server, which every message and interaction carries and which changes when they rejoin. Messages missed during
downtime are read afterwards.
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

#: Cache sizes: threads, and members in them.
_MOST_KNOWN, _MOST_PEOPLE = 1000, 8000
#: Messages to read after downtime.
_MOST_READ = 100

Signed = tuple[Table, set[int]]
"""A table, and users whose membership in its thread is to be checked."""


class _Known(Struct, frozen=True):
    """A thread's table, and its known members."""

    table: Table
    members: frozenset[int]


class Signs:
    """What is known of the threads at one `place` of their tables, and conclusions from events."""

    def __init__(self, client: discord.Client, place: int = 0) -> None:
        self._client, self._place = client, place
        self._known: LRUCache[int, _Known] = LRUCache(_MOST_KNOWN)
        self._threads: LRUCache[int, int] = LRUCache(_MOST_KNOWN)
        self._heard: LRUCache[int, int] = LRUCache(_MOST_KNOWN)
        self._joined: LRUCache[tuple[int, int], datetime] = LRUCache(_MOST_PEOPLE)

    def note(self, table: Table, members: Iterable[int]) -> None:
        """Note the members of a table's thread."""
        thread = table.thread(self._place).thread
        self._known[thread] = _Known(table, frozenset(members))
        self._threads[table.channel] = thread

    def forget(self, thread: int) -> None:
        """Stop following a thread."""
        self._known.pop(thread, None)

    def heard(self, message: discord.Message) -> list[Signed]:
        """Users to check after a message, possibly a system message."""
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
        """Users to check after a user was seen in a table's channel."""
        thread = self._threads.get(channel)
        return [] if thread is None else self._seen(person, thread)

    def _seen(self, person: discord.User | discord.Member, thread: int) -> list[Signed]:
        """A user at a table who is new, or has rejoined the server."""
        known = self._known.get(thread)
        if known is None or not known.table.has(person.id) or not isinstance(person, discord.Member):
            return []
        if person.joined_at is None or self._joined.get((thread, person.id)) == person.joined_at:
            return []
        self._joined[thread, person.id] = person.joined_at
        return [(known.table, {person.id})]

    def missed(self, thread: int) -> bool:
        """Whether a thread has messages that were missed."""
        place = self._client.get_channel(thread)
        last = place.last_message_id if isinstance(place, discord.Thread) else None
        return last is not None and last > self._heard.get(thread, 0)

    async def unheard(self, table: Table, thread: discord.Thread) -> set[int]:
        """Users to check by missed messages of a thread: by the newest ones, if there are many."""
        suspects, known = set[int](), _Known(table, frozenset(table.thread(self._place).members))
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
        """Those of some users whose membership a message leaves open."""
        if message.type is discord.MessageType.recipient_remove:
            return suspects - {message.author.id}  # members may leave by themselves
        return suspects if message.is_system() else suspects - known.members


def _concerned(message: discord.Message) -> tuple[discord.User | discord.Member, ...]:
    """The author of a message, and the users it mentions."""
    return message.author, *message.mentions


def _moderates(place: object, user: discord.User | discord.Member) -> bool:
    """Whether a user can read every private thread, as a moderator."""
    if not isinstance(user, discord.Member) or not isinstance(place, discord.Thread) or place.parent is None:
        return False
    return place.permissions_for(user).manage_threads


async def _may_read_all(thread: discord.Thread, user: int) -> bool:
    """The same by user id."""
    member = await attempt(lambda: thread.guild.fetch_member(user))
    return member is not None and _moderates(thread, member)

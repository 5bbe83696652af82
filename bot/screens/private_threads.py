"""Private threads of tables: one per table and purpose, its members those who may talk there.

Nothing waits for them, and they are maintained as long as the table is open, whatever moderators do to them. What one
is for, and who may read it, its `ThreadKind` says: the thread of a chouette's team, or of a side of two.

Discord does not report a thread's members to the bot. It knows whom it has added itself; signs (`thread_signs`) tell
whom else to check. Everyone at the table is checked with each game, at the start of the bot, and with an action after a
long time: few enough requests for hundreds of tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from msgspec.structs import replace

from bot import limits
from bot.permissions import FOR_ADVICE, missing
from bot.screens.companion import Companion, Surroundings
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of
from bot.screens.private_thread_words import let_in_again, moved, taken_out, warning
from bot.screens.thread_kind import ThreadKind
from bot.screens.thread_signs import Signs
from bot.supervision import in_background
from bot.tables.table import Advice, Table

_log = logging.getLogger(__name__)

#: Seconds between tries while a member reads who should not. After the last one a new thread is made.
PAUSES: Sequence[float] = (2.0, 8.0, 20.0)
#: Seconds for Discord to remove a member, or tell whether they are in the thread: on timeout they count as in it.
PATIENCE = 3.0
#: Seconds after which everyone is checked again at the next action.
LOOK_AGAIN = 600.0
#: Cache size in tables.
_MOST_KNOWN = 1000
_NOBODY = discord.AllowedMentions.none()


#: Locks by table id, shared by the threads of one table.
Turns = WeakValueDictionary[str, asyncio.Lock]


class PrivateThreads:
    """The threads of one kind at all tables. `turns`: locks, where a table has several kinds."""

    def __init__(
        self,
        around: Surroundings,
        kind: ThreadKind,
        now: Callable[[], float] = time.monotonic,
        turns: Turns | None = None,
    ) -> None:
        self._client, self._repository, self._texts_at, self._notified = around
        self._kind = kind
        self._turns: Turns = WeakValueDictionary() if turns is None else turns
        self._working: set[asyncio.Task[None]] = set()
        self._now, self._signs = now, Signs(self._client, kind.place)
        self._looked: LRUCache[str, tuple[int, float]] = LRUCache(_MOST_KNOWN)
        self._trying: set[str] = set()

    def follow(self, table: Table, suspects: Collection[int] = ()) -> None:
        """Update the thread of a table in the background.

        `suspects`: users to check, whatever is known of them.
        """
        if self._behind(table, suspects):
            task = in_background(self._followed(table, suspects), f"the thread of table {table.id}")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    def heard(self, message: discord.Message) -> None:
        """A message was received; Discord's own tell of members added or removed by hand."""
        for table, suspects in self._signs.heard(message):
            self.follow(table, suspects)

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """A user has interacted in a channel."""
        for table, suspects in self._signs.met(person, channel):
            self.follow(table, suspects)

    async def rest(self, timeout: float) -> None:
        """Wait for running updates, at most this many seconds; then cancel the rest."""
        if not self._working:
            return
        _, left = await asyncio.wait(set(self._working), timeout=timeout)
        for task in left:
            task.cancel()

    async def _note(self, table: Table, advice: Advice) -> Table:
        return await self._repository.advised(table, advice, self._kind.place)

    def _behind(self, table: Table, suspects: Collection[int]) -> bool:
        """Whether an update is needed."""
        state, advice, kind = table.state, self._kind.of(table), self._kind
        if state is None or advice.ended or not kind.exists(table):
            return False
        if state.closed:
            return advice.thread != 0
        if not advice.thread:
            return len(kind.talking(table)) > 1 and (self._place(table) is not None or self._is_missed(table))
        settled = kind.readers(table) == set(advice.members) == set(advice.invited) and not advice.intruders
        unknown = self._signs.missed(advice.thread) or self._client.get_channel(advice.thread) is None
        return bool(suspects) or not settled or self._due(table) or unknown

    def _is_missed(self, table: Table) -> bool:
        """Whether it is still to be said that no thread can be made; `told` without a thread notes that it was."""
        known = self._client.get_channel(table.channel) is not None
        return known and not self._kind.of(table).told and self._kind.says_missing

    def _due(self, table: Table) -> bool:
        """Whether everyone is to be checked."""
        number, at = self._looked.get(table.id, (0, 0.0))
        return number != self._kind.round(table) or self._now() - at >= LOOK_AGAIN

    def _place(self, table: Table) -> discord.TextChannel | None:
        """The text channel of the thread; None where threads are impossible, or the bot lacks permissions."""
        channel = self._client.get_channel(table.channel)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            return None
        return None if missing(channel.permissions_for(channel.guild.me), FOR_ADVICE) else channel

    async def _followed(self, table: Table, suspects: Collection[int]) -> None:
        """Update, and retry while a member reads who should not."""
        if not await self._safely(table, suspects) or table.id in self._trying:
            return
        self._trying.add(table.id)
        try:
            for pause in PAUSES:
                await asyncio.sleep(pause)
                if not await self._safely(table, ()):
                    return
            await self._safely(table, (), lasting=True)
        finally:
            self._trying.discard(table.id)

    async def _safely(self, table: Table, suspects: Collection[int], *, lasting: bool = False) -> bool:
        """Whether a member still reads who should not, after everything possible was done."""
        try:
            async with self._turns.setdefault(table.id, asyncio.Lock()):
                fresh = await self._repository.load(table.channel, table.id)
                if fresh is None or not self._behind(fresh, suspects):
                    return False
                after = await self._catch_up(fresh, suspects)
                if lasting and self._kind.of(after).intruders:
                    after = await self._renewed(after)
                return bool(self._kind.of(after).intruders)
        except DISCORD_ERRORS as error:
            _log.info("the thread of table %s has to wait: %s: %s", table.id, trouble(error).value, error)
        except Exception:  # noqa: BLE001  logged; the game goes on without a thread
            _log.exception("the thread of table %s could not be looked after", table.id)
        return False

    async def _catch_up(self, table: Table, suspects: Collection[int]) -> Table:
        state, advice = table.state, self._kind.of(table)
        assert state is not None
        if not advice.thread and self._place(table) is None:
            return await self._said_missing(table)
        thread = await (self._found if advice.thread else self._made)(table)
        if thread is None:
            self._signs.forget(advice.thread)
            return await self._note(table, replace(advice, ended=True, intruders=()))
        if state.closed:
            await persist(lambda: thread.edit(archived=True, locked=True))
            self._signs.forget(thread.id)
            return await self._note(table, replace(advice, ended=True, intruders=()))
        if not advice.told or not advice.thread:
            table = await self._told(table, thread)
        suspects = set(suspects)
        if self._signs.missed(thread.id):
            suspects |= await self._signs.unheard(table, thread)
        looked, due = (self._kind.round(table), self._now()), self._due(table)
        if due:
            suspects |= {person.user for person in table.people.everybody if person.known}
        table = await self._sorted(table, thread, suspects)
        if due:
            self._looked[table.id] = looked
        return table

    async def _said_missing(self, table: Table) -> Table:
        """Say once at the table that no thread can be made."""
        words = self._kind.missed(await self._texts_at(table))
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.about.guild)
        nonce = nonce_of(table.about.guild, table.id, "no thread", self._kind.place)
        await channel.send(unbroken(words), allowed_mentions=_NOBODY, silent=True, nonce=nonce)
        return await self._note(table, replace(self._kind.of(table), told=True))

    async def _made(self, table: Table) -> discord.Thread | None:
        """A new thread, or one made earlier and not yet noted."""
        place = self._place(table)
        assert place is not None and self._client.user is not None
        me = self._client.user.id
        for thread in place.threads:
            ours = thread.owner_id == me and thread.is_private() and thread.name.endswith(self._kind.mark(table))
            if ours and thread.id not in self._kind.of(table).former:
                return thread
        t = await self._texts_at(table)
        return await place.create_thread(
            name=self._kind.title(table, t),
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=limits.THREAD_SHOWN,
        )

    async def _found(self, table: Table) -> discord.Thread | None:
        """The thread; None if a moderator has deleted it."""
        noted = self._kind.of(table).thread
        thread = self._client.get_channel(noted)
        if thread is None:
            try:
                thread = await self._client.fetch_channel(noted)
            except DISCORD_ERRORS as error:
                if trouble(error) is Trouble.GONE:
                    return None
                raise
        return thread if isinstance(thread, discord.Thread) else None

    async def _told(self, table: Table, thread: discord.Thread) -> Table:
        """Post the first message before anyone is added."""
        table = await self._note(table, replace(self._kind.of(table), thread=thread.id, told=False))
        words = self._kind.first_words(table, await self._texts_at(table))
        await persist(
            lambda: thread.send(
                unbroken(words),
                allowed_mentions=_NOBODY,
                silent=True,
                nonce=nonce_of(table.about.guild, self._kind.mark(table), "advice", len(self._kind.of(table).former)),
            )
        )
        return await self._note(table, replace(self._kind.of(table), told=True))

    async def _sorted(self, table: Table, thread: discord.Thread, suspects: set[int]) -> Table:
        """Remove members who may not read, then add those who may.

        Members are noted before they are added, so that nobody in the thread is unknown. An archived thread is opened
        meanwhile.
        """
        advice, readers = self._kind.of(table), self._kind.readers(table)
        inside = {user for user in suspects if await _is_inside(thread, user)}
        strangers = inside - readers - set(advice.invited)
        lost = (suspects & readers & set(advice.members)) - inside
        unwanted = (set(advice.invited) | strangers) - readers
        wanted = readers - set(advice.members) | lost
        asleep, locked = thread.archived, thread.locked
        if asleep and (unwanted or wanted or not locked):
            thread = await attempt(lambda: thread.edit(archived=False)) or thread
        left = {user for user in unwanted if not await _out(thread, user)}
        members = set(advice.members) - unwanted - lost
        invited = (set(advice.invited) - unwanted) | left | readers
        table = await self._warned(table, thread, left)
        table = await self._kept(table, members, invited)
        for user in sorted(wanted):
            if await _let_in(thread, user):
                members.add(user)
        table = await self._kept(table, members, invited)
        t = await self._texts_at(table)
        if strangers - left:
            await _say(thread, taken_out(table, strangers - left, t))
        if lost & members:
            await _say(thread, let_in_again(table, lost & members, t))
        if asleep and locked and not thread.archived:
            await attempt(lambda: thread.edit(archived=True))
        return table

    async def _warned(self, table: Table, thread: discord.Thread, left: set[int]) -> Table:
        """Warn of new intruders, here and in the thread."""
        advice = self._kind.of(table)
        if new := left - set(advice.intruders):
            words = warning(table, advice.thread, new, self._kind.warned(table), await self._texts_at(table))
            await self._announce(table, words)
            await _say(thread, words)
        if left == set(advice.intruders):
            return table
        return await self._note(table, replace(advice, intruders=tuple(sorted(left))))

    async def _announce(self, table: Table, words: str) -> None:
        """Post at the table, mentioning whoever is warned."""
        warned = self._kind.warned(table)
        users = await self._notified(() if warned is None else (warned,))
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in dict.fromkeys(users)]
        )
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.about.guild)
        nonce = nonce_of(table.about.guild, table.id, "thread", table.advice.changes)
        await attempt(lambda: channel.send(unbroken(words), allowed_mentions=mentions, silent=not users, nonce=nonce))

    async def _renewed(self, table: Table) -> Table:
        """A new thread without intruders; the old one is closed if permissions allow."""
        if self._place(table) is None or len(self._kind.talking(table)) < 2:
            return table
        place, old = self._kind.place, self._kind.of(table)
        stale = Advice(former=(*old.former, old.thread), changes=old.changes)
        table = replace(table, advice=table.advice.having(place, stale))
        thread = await self._made(table)
        assert thread is not None
        self._signs.forget(old.thread)
        table = await self._told(table, thread)
        table = await self._sorted(table, thread, set())
        t = await self._texts_at(table)
        await self._announce(table, moved(thread.id, self._kind.warned(table), t))
        closed = self._client.get_channel(old.thread) or await attempt(lambda: self._client.fetch_channel(old.thread))
        if isinstance(closed, discord.Thread):
            await attempt(lambda: closed.edit(archived=True, locked=True))
        return table

    async def _kept(self, table: Table, members: set[int], invited: set[int]) -> Table:
        advice = replace(self._kind.of(table), members=tuple(sorted(members)), invited=tuple(sorted(invited)))
        if advice != self._kind.of(table):
            table = await self._note(table, advice)
        self._signs.note(table, members)
        return table


class SeveralThreads:
    """The threads of several kinds at the tables of one game, as one companion."""

    def __init__(
        self, around: Surroundings, kinds: Sequence[ThreadKind], now: Callable[[], float] = time.monotonic
    ) -> None:
        turns: Turns = WeakValueDictionary()
        self._each: Sequence[Companion] = [PrivateThreads(around, kind, now, turns) for kind in kinds]

    def follow(self, table: Table) -> None:
        """Update the threads of a table in the background."""
        for each in self._each:
            each.follow(table)

    def heard(self, message: discord.Message) -> None:
        """A message was received."""
        for each in self._each:
            each.heard(message)

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """A user has interacted in a channel."""
        for each in self._each:
            each.met(person, channel)

    async def rest(self, timeout: float) -> None:
        """Wait for running updates, at most this many seconds; then cancel the rest."""
        await asyncio.gather(*(each.rest(timeout) for each in self._each))


async def _say(thread: discord.Thread, words: str) -> None:
    await attempt(lambda: thread.send(unbroken(words), allowed_mentions=_NOBODY, silent=True))


async def _is_inside(thread: discord.Thread, user: int) -> bool:
    """Whether a user is in the thread; True if unknown."""
    try:
        async with asyncio.timeout(PATIENCE):
            await thread.fetch_member(user)
    except DISCORD_ERRORS as error:
        return trouble(error) is not Trouble.GONE
    return True


async def _let_in(thread: discord.Thread, user: int) -> bool:
    """Add a user to the thread; returns whether they are in it."""
    try:
        await thread.add_user(discord.Object(user))
    except DISCORD_ERRORS as error:
        _log.info("somebody cannot be let into thread %s: %s", thread.id, error)
        return False
    return True


async def _out(thread: discord.Thread, user: int) -> bool:
    """Remove a user from the thread; returns whether they are out: after a refusal Discord is asked."""
    try:
        async with asyncio.timeout(PATIENCE):
            await thread.remove_user(discord.Object(user))
    except DISCORD_ERRORS as error:
        _log.info("somebody cannot be taken out of thread %s: %s", thread.id, error)
        return not await _is_inside(thread, user)
    return True

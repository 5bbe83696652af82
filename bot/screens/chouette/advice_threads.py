"""The private thread of a chouette's team: one per session, its members those who may discuss the play.

Nothing waits for it, and it is maintained as long as the session runs, whatever moderators do to it. Where it is
impossible, the live message alone says who may talk.

Discord does not report a thread's members to the bot. It knows whom it has added itself; signs (`thread_signs`) tell
whom else to check. Everyone at the table is checked with each game, at the start of the bot, and with an action after a
long time: few enough requests for hundreds of tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Phase
from bot.chouette import Session
from bot.permissions import FOR_ADVICE, missing
from bot.screens.chouette.advice_words import captain_of, first_words, let_in_again, moved, taken_out, warning
from bot.screens.chouette.thread_signs import Signs
from bot.screens.chouette.words import consulting
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of
from bot.supervision import in_background
from bot.tables.repository import TableRepository
from bot.tables.table import Advice, Table
from bot.texts import Texts

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


class AdviceThreads:
    """The threads of all sessions. `texts_at` gives the language of a table, `notified` those of some users who want to
    be mentioned.
    """

    def __init__(
        self,
        client: discord.Client,
        repository: TableRepository,
        texts_at: Callable[[Table], Awaitable[Texts]],
        notified: Callable[[tuple[int, ...]], Awaitable[tuple[int, ...]]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._repository, self._texts_at, self._notified = client, repository, texts_at, notified
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._working: set[asyncio.Task[None]] = set()
        self._now, self._signs = now, Signs(client)
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

    def _behind(self, table: Table, suspects: Collection[int]) -> bool:
        """Whether an update is needed."""
        session, advice = table.state, table.advice
        if not isinstance(session, Session) or advice.ended:
            return False
        if session.closed:
            return advice.thread != 0
        if not advice.thread:
            return len(_talking(table)) > 1 and self._place(table) is not None
        settled = _may_read(table) == set(advice.members) == set(advice.invited) and not advice.intruders
        unknown = self._signs.missed(advice.thread) or self._client.get_channel(advice.thread) is None
        return bool(suspects) or not settled or self._due(table.id, session) or unknown

    def _due(self, table: str, session: Session) -> bool:
        """Whether everyone is to be checked."""
        number, at = self._looked.get(table, (0, 0.0))
        return number != session.number or self._now() - at >= LOOK_AGAIN

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
                if lasting and after.advice.intruders:
                    after = await self._renewed(after)
                return bool(after.advice.intruders)
        except DISCORD_ERRORS as error:
            _log.info("the thread of table %s has to wait: %s: %s", table.id, trouble(error).value, error)
        except Exception:  # noqa: BLE001  logged; the game goes on without a thread
            _log.exception("the thread of table %s could not be looked after", table.id)
        return False

    async def _catch_up(self, table: Table, suspects: Collection[int]) -> Table:
        session = table.state_of(Session)
        thread = await (self._found if table.advice.thread else self._made)(table)
        if thread is None:
            self._signs.forget(table.advice.thread)
            return await self._repository.advised(table, replace(table.advice, ended=True, intruders=()))
        if session.closed:
            await persist(lambda: thread.edit(archived=True, locked=True))
            self._signs.forget(thread.id)
            return await self._repository.advised(table, replace(table.advice, ended=True, intruders=()))
        if not table.advice.told:
            table = await self._told(table, thread)
        suspects = set(suspects)
        if self._signs.missed(thread.id):
            suspects |= await self._signs.unheard(table, thread)
        looked, due = (session.number, self._now()), self._due(table.id, session)
        if due:
            suspects |= {person.user for person in table.people.seats if person.known}
        table = await self._sorted(table, thread, suspects)
        if due:
            self._looked[table.id] = looked
        return table

    async def _made(self, table: Table) -> discord.Thread | None:
        """A new thread, or one made earlier and not yet noted."""
        place = self._place(table)
        assert place is not None and self._client.user is not None
        me = self._client.user.id
        for thread in place.threads:
            ours = thread.owner_id == me and thread.is_private() and thread.name.endswith(table.id)
            if ours and thread.id not in table.advice.former:
                return thread
        t = await self._texts_at(table)
        return await place.create_thread(
            name=t("Advice at table {table}", table=table.id),
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=limits.THREAD_SHOWN,
        )

    async def _found(self, table: Table) -> discord.Thread | None:
        """The thread; None if a moderator has deleted it."""
        thread = self._client.get_channel(table.advice.thread)
        if thread is None:
            try:
                thread = await self._client.fetch_channel(table.advice.thread)
            except DISCORD_ERRORS as error:
                if trouble(error) is Trouble.GONE:
                    return None
                raise
        return thread if isinstance(thread, discord.Thread) else None

    async def _told(self, table: Table, thread: discord.Thread) -> Table:
        """Post the first message before anyone is added."""
        table = await self._repository.advised(table, replace(table.advice, thread=thread.id))
        words = first_words(table, await self._texts_at(table))
        await persist(
            lambda: thread.send(
                unbroken(words),
                allowed_mentions=_NOBODY,
                silent=True,
                nonce=nonce_of(table.about.guild, table.id, "advice", len(table.advice.former)),
            )
        )
        return await self._repository.advised(table, replace(table.advice, told=True))

    async def _sorted(self, table: Table, thread: discord.Thread, suspects: set[int]) -> Table:
        """Remove members who may not read, then add those who may.

        Members are noted before they are added, so that nobody in the thread is unknown. An archived thread is opened
        meanwhile.
        """
        advice, readers = table.advice, _may_read(table)
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
        """Warn the acting captain, here and in the thread, of new intruders."""
        advice = table.advice
        if new := left - set(advice.intruders):
            words = warning(table, new, await self._texts_at(table))
            await self._announce(table, words)
            await _say(thread, words)
        if left == set(advice.intruders):
            return table
        return await self._repository.advised(table, replace(advice, intruders=tuple(sorted(left))))

    async def _announce(self, table: Table, words: str) -> None:
        """Post at the table, mentioning the acting captain."""
        captain = captain_of(table)
        users = await self._notified(() if captain is None else (captain,))
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.about.guild)
        nonce = nonce_of(table.about.guild, table.id, "thread", table.advice.changes)
        await attempt(lambda: channel.send(unbroken(words), allowed_mentions=mentions, silent=not users, nonce=nonce))

    async def _renewed(self, table: Table) -> Table:
        """A new thread without intruders; the old one is closed if permissions allow."""
        if self._place(table) is None or len(_talking(table)) < 2:
            return table
        old = table.advice.thread
        stale = Advice(former=(*table.advice.former, old), changes=table.advice.changes)
        thread = await self._made(replace(table, advice=stale))
        assert thread is not None
        self._signs.forget(old)
        table = await self._told(replace(table, advice=stale), thread)
        table = await self._sorted(table, thread, set())
        t = await self._texts_at(table)
        await self._announce(table, moved(table, thread.id, t))
        closed = self._client.get_channel(old) or await attempt(lambda: self._client.fetch_channel(old))
        if isinstance(closed, discord.Thread):
            await attempt(lambda: closed.edit(archived=True, locked=True))
        return table

    async def _kept(self, table: Table, members: set[int], invited: set[int]) -> Table:
        advice = replace(table.advice, members=tuple(sorted(members)), invited=tuple(sorted(invited)))
        if advice != table.advice:
            table = await self._repository.advised(table, advice)
        self._signs.note(table, members)
        return table


def _talking(table: Table) -> set[int]:
    """Users who may talk now, including the acting captain; none between two games."""
    return {table.person(seat).user for seat in consulting(table.state_of(Session)) if seat not in table.computers}


def _may_read(table: Table) -> set[int]:
    """Users who may be in the thread now.

    Between two games nobody is added; players who have left, and the next box, are removed.
    """
    session = table.state_of(Session)
    if session.game.phase is not Phase.OVER:
        return _talking(table)
    staying = {table.person(seat).user for seat in session.line if seat not in session.playing[:1]}
    return staying & set(table.advice.invited)


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

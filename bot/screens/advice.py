"""The private thread in which the team of a chouette talks: one a session, its members those who may talk just now.

It lives beside the game. Nothing waits for it, and what fails is tried again after the next showing of the table.
Where it cannot be, the live message alone says who may talk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import discord
from msgspec.structs import replace

from bot.backgammon import Phase
from bot.chouette import TEAM, Consult
from bot.permissions import FOR_ADVICE, missing
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, persist, trouble
from bot.screens.option_words import value_words
from bot.screens.session_words import consult_words, consulting
from bot.screens.words import Names
from bot.tables.shelf import Shelf
from bot.tables.table import Table
from bot.texts import Texts

_log = logging.getLogger(__name__)

#: Minutes without a word after which Discord hides a thread: the longest it knows, a week.
_HIDDEN_AFTER = 10080


def advice_line(table: Table, names: Names, t: Texts) -> str:
    """Who may talk now, and where, in small print; empty unless there is something to talk about.

    That is the team's play, and where everything may be discussed, the cubes too.
    """
    session = table.session
    if session is None or not (session.game.board.turn is TEAM or session.options.consult is Consult.FULL):
        return ""
    if session.game.phase is not Phase.PLAY and session.options.consult is not Consult.FULL:
        return ""
    words = consult_words(session, names, t)
    advice = table.advice
    if words and advice.told and not advice.ended and len(consulting(session)) > 1:
        words += " " + t("Advice thread: {thread}", thread=f"<#{advice.thread}>")
    return f"-# {words}" if words else ""


def first_words(table: Table, t: Texts) -> str:
    """What the thread is for, and who can read it."""
    assert table.options is not None
    consult = table.options.consult
    lines = [t("Here the team of the chouette in {channel} talks about its game.", channel=f"<#{table.channel}>")]
    if consult is Consult.FULL:
        lines.append(t("Advice: everybody who is in may discuss plays and cubes. The captain has the last word."))
    else:
        lines.append(t("Advice about plays: {who}.", who=value_words("consult", consult, t)))
        lines.append(t("Cubes are not discussed. Who is out is silent."))
    lines.append(t("I let in who may talk just now, and take out who no longer may. Moderators can always read along."))
    return "\n".join(lines)


class AdviceThreads:
    """The threads of all sessions. `texts_of` gives the language of a server."""

    def __init__(self, client: discord.Client, shelf: Shelf, texts_of: Callable[[int], Awaitable[Texts]]) -> None:
        self._client, self._shelf, self._texts_of = client, shelf, texts_of
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._working: set[asyncio.Task[None]] = set()

    def follow(self, table: Table) -> None:
        """Bring the thread of a table up to date, in a while and without anybody waiting for it."""
        if self._behind(table):
            task = asyncio.create_task(self._safely(table))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def rest(self, timeout: float) -> None:
        """Wait until nothing is being done any more, at most so many seconds; what is left is given up."""
        if not self._working:
            return
        _, left = await asyncio.wait(set(self._working), timeout=timeout)
        for task in left:
            task.cancel()

    def _behind(self, table: Table) -> bool:
        """Whether anything is left to do."""
        session, advice = table.session, table.advice
        if session is None or advice.ended:
            return False
        if session.closed:
            return advice.thread != 0
        talking = _talking(table)
        if not advice.thread:
            return len(talking) > 1 and self._place(table) is not None
        # Between two games nobody comes or goes.
        moved = bool(talking) and not talking == set(advice.members) == set(advice.invited)
        return moved or self._client.get_channel(advice.thread) is None

    def _place(self, table: Table) -> discord.TextChannel | None:
        """The text channel whose thread it is; None where there can be none, or the bot may not."""
        channel = self._client.get_channel(table.channel)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            return None
        return None if missing(channel.permissions_for(channel.guild.me), FOR_ADVICE) else channel

    async def _safely(self, table: Table) -> None:
        try:
            async with self._turns.setdefault(table.id, asyncio.Lock()):
                fresh = await self._shelf.load(table.channel, table.id)
                if fresh is not None and self._behind(fresh):
                    await self._catch_up(fresh)
        except DISCORD_ERRORS as error:
            _log.info("the thread of table %s has to wait: %s: %s", table.id, trouble(error).value, error)
        except Exception:  # noqa: BLE001  it is in the log, and the game goes on without
            _log.exception("the thread of table %s could not be looked after", table.id)

    async def _catch_up(self, table: Table) -> None:
        assert table.session is not None
        thread = await (self._found if table.advice.thread else self._made)(table)
        if thread is None:
            await self._shelf.advised(table, replace(table.advice, ended=True))
        elif table.session.closed:
            await persist(lambda: thread.edit(archived=True, locked=True))
            await self._shelf.advised(table, replace(table.advice, ended=True))
        else:
            if not table.advice.told:
                table = await self._told(table, thread)
            await self._sorted(table, thread)

    async def _made(self, table: Table) -> discord.Thread | None:
        """A new thread, or the one that had been made before the bot could note it."""
        place = self._place(table)
        assert place is not None and self._client.user is not None
        me = self._client.user.id
        for thread in place.threads:
            if thread.owner_id == me and thread.is_private() and thread.name.endswith(table.id):
                return thread
        t = await self._texts_of(table.about.guild)
        return await place.create_thread(
            name=t("Advice at table {table}", table=table.id),
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=_HIDDEN_AFTER,
        )

    async def _found(self, table: Table) -> discord.Thread | None:
        """The thread, woken if it sleeps; None if a moderator has deleted or locked it."""
        thread = self._client.get_channel(table.advice.thread)
        if thread is None:
            try:
                thread = await self._client.fetch_channel(table.advice.thread)
            except DISCORD_ERRORS as error:
                if trouble(error) is Trouble.GONE:
                    return None
                raise
        if not isinstance(thread, discord.Thread) or thread.locked:
            return None
        return await thread.edit(archived=False) if thread.archived else thread

    async def _told(self, table: Table, thread: discord.Thread) -> Table:
        """The first message is there before anybody is."""
        table = await self._shelf.advised(table, replace(table.advice, thread=thread.id))
        words = first_words(table, await self._texts_of(table.about.guild))
        nobody = discord.AllowedMentions.none()
        await persist(lambda: thread.send(words, allowed_mentions=nobody, nonce=f"{table.id}-advice"))
        return await self._shelf.advised(table, replace(table.advice, told=True))

    async def _sorted(self, table: Table, thread: discord.Thread) -> None:
        """Take out who no longer may talk, then let in who may.

        Who is about to be let in is noted before: nobody is in the thread of whom it is not known.
        """
        talking = _talking(table)
        if not talking:
            return
        advice = table.advice
        gone = {user for user in advice.invited if user not in talking and await _out(thread, user)}
        members = set(advice.members) - gone
        invited = set(advice.invited) - gone | talking
        table = await self._kept(table, members, invited)
        for user in sorted(talking - members):
            if await _let_in(thread, user):
                members.add(user)
        await self._kept(table, members, invited)

    async def _kept(self, table: Table, members: set[int], invited: set[int]) -> Table:
        advice = replace(table.advice, members=tuple(sorted(members)), invited=tuple(sorted(invited)))
        return table if advice == table.advice else await self._shelf.advised(table, advice)


def _talking(table: Table) -> set[int]:
    """The users who may talk now, the acting captain among them; empty between two games."""
    assert table.session is not None
    return {table.person(seat).user for seat in consulting(table.session)}


async def _let_in(thread: discord.Thread, user: int) -> bool:
    """Whether somebody is in the thread now."""
    try:
        await thread.add_user(discord.Object(user))
    except DISCORD_ERRORS as error:
        _log.info("somebody cannot be let into thread %s: %s", thread.id, error)
        return False
    return True


async def _out(thread: discord.Thread, user: int) -> bool:
    """Whether somebody is out of the thread now."""
    try:
        await thread.remove_user(discord.Object(user))
    except DISCORD_ERRORS as error:
        _log.info("somebody cannot be taken out of thread %s: %s", thread.id, error)
        return trouble(error) is Trouble.GONE
    return True

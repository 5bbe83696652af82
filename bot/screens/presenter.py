"""The presenter: draws tables, edits or posts their messages, and stores what was shown.

A failure loses nothing: the state is saved. What follows a display, or its failure, is in `bot.tables.lifecycle`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from msgspec.structs import replace

from bot.core.log import UnreadableLog
from bot.permissions import lacking
from bot.screens.answer import Answer
from bot.screens.asides import Asides
from bot.screens.board import Board, post_of
from bot.screens.board_face import BoardFace
from bot.screens.buttons import view
from bot.screens.companion import Surroundings
from bot.screens.companions import Companions
from bot.screens.direct_messages import DirectMessages
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, knows_channel, place_gone, trouble
from bot.screens.faces import face_of
from bot.screens.fitting import unbroken
from bot.screens.live import Plan, components, content, plan, reminder
from bot.screens.painter import Painter, of_session
from bot.screens.posted import Posts
from bot.screens.press_webhooks import PressWebhooks
from bot.screens.stale_buttons import StaleButtons
from bot.store import StoreError
from bot.tables.discord_time import DiscordTime, made_at
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.reminders import Reminders, having_reminded, reminded
from bot.tables.repository import TableRepository
from bot.tables.table import Screen, Stage, Table
from bot.texts import Texts, texts
from bot.worker_pool import WorkerFailed
from render import SessionEnd

_log = logging.getLogger(__name__)

#: Maximum of boards prepared in advance.
_MOST_FORESEEN = 100
#: Cache sizes: servers' languages, and tables whose posts are known.
_MOST_KNOWN = 1000


class Presenter:
    def __init__(
        self,
        client: discord.Client,
        repository: TableRepository,
        preferences: Preferences,
        painter: Painter,
        now: Callable[[], float] = time.time,
        discord: DiscordTime | None = None,
        gone: WhoIsGone = all_present,
    ) -> None:
        self._client, self._repository, self._preferences = client, repository, preferences
        self._painter, self._now = painter, now
        self._discord_time = discord or DiscordTime(now)
        self._reminders = Reminders(preferences, self._discord_time, lambda: self._now())
        self.direct = DirectMessages(client, preferences, gone)
        self.companions = Companions(Surroundings(client, repository, self.texts_at, self._notified))
        self.webhooks, self.asides = PressWebhooks(), Asides(client)
        self.stale_buttons = StaleButtons(client, self.webhooks)
        self.posts = Posts(client, self.stale_buttons, self.webhooks)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lobby_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._locales: LRUCache[int, str] = LRUCache(_MOST_KNOWN)
        self._restored: LRUCache[str, int] = LRUCache(_MOST_KNOWN)
        self._opened: LRUCache[str, bool] = LRUCache(_MOST_KNOWN)
        self._foreseen: LRUCache[str, tuple[Table, asyncio.Task[Board]]] = LRUCache(_MOST_FORESEEN)

    def lobby_turn(self, table: str) -> asyncio.Lock:
        """A lock for edits of a lobby's message, so that an older version never overwrites a newer one."""
        return self._lobby_turns.setdefault(table, asyncio.Lock())

    async def texts_of(self, guild: int) -> Texts:
        """The language of public messages in a server outside of its tables."""
        return await self._texts(guild, None)

    async def texts_at(self, table: Table, guild: int = 0) -> Texts:
        """The language of a table's public messages: that of its players, unless the server has set one.

        Before the first game it is the server's. `guild`: where an imported match is shown.
        """
        return await self._texts(table.about.guild or guild, table.language)

    async def texts_among(self, guild: int, users: Sequence[int]) -> Texts:
        """The language a table of these users would have, if its game began now."""
        return await self._texts(guild, await self._preferences.shared_language(users))

    async def _texts(self, guild: int, shared: str | None) -> Texts:
        fixed = (await self._preferences.of_server(guild)).language
        return texts(language) if (language := fixed or shared) else await self.own_texts(guild)

    async def own_texts(self, guild: int) -> Texts:
        """The language that Discord has for a server."""
        return texts(await self._locale(guild))

    async def _locale(self, guild: int) -> str | None:
        """A server's language, looked up once if another process serves it; None if Discord has none, or outside of
        servers (0).
        """
        if not guild:
            return None
        if known := self._client.get_guild(guild):
            return known.preferred_locale.value
        if guild not in self._locales:
            found = await attempt(lambda: self._client.fetch_guild(guild, with_counts=False))
            if found is None:
                return None
            self._locales[guild] = found.preferred_locale.value
        return self._locales[guild]

    def closed_to_us(self, table: Table) -> bool:
        """Whether the bot knows, without asking, that it may not show a table."""
        return bool(lacking(self._client, table.about.guild, table.channel))

    async def gone(self, table: Table, why: Trouble | None = None) -> bool:
        """Whether a table's channel is gone for good; `why` is the failure to show it, if that was tried."""
        if why not in (None, Trouble.FORBIDDEN, Trouble.GONE):
            return False
        if table.about.direct:
            if why is not None:
                await self.direct.open(table)
            return False
        if why is not Trouble.GONE and knows_channel(self._client, table.about.guild, table.channel):
            return False
        return await place_gone(self._client, table.channel, table.about.guild)

    def advise(self, table: Table) -> None:
        """Update what lies beside the board in the background."""
        self.companions.follow(table)

    def forget(self, table: Table) -> None:
        """Drop what is cached about a table."""
        self._restored.pop(table.id, None)
        self._opened.pop(table.id, None)

    async def restore(self, table: Table) -> Trouble | None:
        """Post the live message again after a member has deleted it: once per state, without new mentions."""
        async with self._turns.setdefault(table.id, asyncio.Lock()):
            fresh = await self._repository.load(table.channel, table.id)
            if fresh is None or fresh.screen.message != table.screen.message:
                return None
            if self._restored.get(fresh.id) == fresh.version:
                return None
            self._restored[fresh.id] = fresh.version
            fresh = replace(fresh, screen=replace(fresh.screen, message=0))
            await self._repository.shown(fresh, fresh.screen)  # from now on it is owed, even after an interruption
            return await self._bring(fresh, None, anew=True)

    async def _post_lobby(self, table: Table) -> Trouble | None:
        """Post the message of a table that has not begun, and remove the buttons of the previous one."""
        t = await self.texts_at(table)
        face, screen = face_of(table), table.screen
        words, buttons = face.gathering_words(table, t), face.gathering_buttons(table, t)
        try:
            message = await self.posts.put(post_of(table, words, table.version, screen.posts)._replace(view=buttons))
        except DISCORD_ERRORS as error:
            return _cannot_post(table, error)
        await self._repository.shown(table, replace(screen, message=message, posts=screen.posts + 1))
        if screen.message:
            self.stale_buttons.take(table.channel, screen.message)
        return None

    async def _withdraw(self, table: Table) -> None:
        """Edit the message of a lapsed challenge or lobby, and remove its buttons."""
        t = await self.texts_at(table)
        words = face_of(table).gathering_words(table, t)
        message = self._channel(table).get_partial_message(table.screen.message)
        await attempt(lambda: message.edit(content=unbroken(words), view=None))

    async def show(self, table: Table, answer: Answer | None = None, anew: bool = False) -> Trouble | None:
        """Bring the channel up to date, with a new message if `anew`.

        `answer`: the press or command that led to it, which is answered in the background. Returns why the table could
        not be shown, None if it was.
        """
        async with self._turns.setdefault(table.id, asyncio.Lock()):
            fresh = await self._repository.load(table.channel, table.id) if anew else None
            return await self._bring(fresh or self._repository.as_shown(table), answer, anew)

    async def _bring(self, table: Table, answer: Answer | None, anew: bool) -> Trouble | None:
        """Bring the channel up to date, if it is not."""
        if table.state is not None and (anew or table.unshown):
            return await self._show(table, answer, anew)
        why = None
        if table.stage is Stage.CHALLENGE and (anew or table.unshown):
            why = await self._post_lobby(table)
        if table.stage is Stage.WITHDRAWN and table.screen.message:
            await self._withdraw(table)
        if answer and why is None and not _on_live(answer, table):
            answer.conclude()
        return why

    async def remind(self, table: Table) -> Trouble | None:
        """Remind those whose time for that has come: by direct message who wants it so, the others by a mention under a
        new board, if the bot may post one.
        """
        async with self._turns.setdefault(table.id, asyncio.Lock()):
            fresh = await self._repository.load(table.channel, table.id)
            if fresh is None or fresh.state is None or fresh.version != table.version:
                return None
            due, screen = await self._reminders.due(fresh), fresh.screen
            told = tuple([user for user in due if await self.direct.remind(fresh, user, reminded(screen, user)[0])])
            if told:
                screen = replace(screen, reminded=having_reminded(screen, told, self._now()))
                await self._repository.shown(fresh, screen)
            mentioned = tuple(user for user in due if user not in told)
            if not mentioned or self.closed_to_us(fresh):
                return None
            fresh = replace(fresh, screen=screen)
            return await self._post(await self._board(fresh, reminder(fresh, self._now(), mentioned)), None)

    async def tell_of_silence(self, table: Table) -> None:
        """Announce that the engine is unavailable for the computers of a table, and the consequence."""
        t = await self.texts_at(table)
        words = t(
            "My engine does not answer. The computer waits a little for it, and then plays on without it, "
            "which is not well. `/abort` voids the game: to that it always agrees."
        )
        post = post_of(table, words, table.version, "silent")._replace(silent=True)
        await attempt(lambda: self.posts.put(post, persistently=False))

    def foresee(self, table: Table) -> None:
        """Prepare the display of a table while it is being saved; nothing of it is shown before.

        Used only for this very table object; any other outcome is prepared again. What needs all games of a table is
        made after the save.
        """
        if table.state is None or table.state.closed:
            return
        making = asyncio.ensure_future(self._board(table))
        making.add_done_callback(
            lambda made: made.cancelled() or made.exception()
        )  # its error is of no interest unless it is shown
        self._foreseen[table.id] = table, making

    def _plan(self, table: Table, anew: bool = False, *, carded: bool = True) -> Plan:
        """The current plan. Where the bot may not post, messages below the board are ignored."""
        direct = table.about.direct
        below = partial(self.asides.lie_below, table.channel, table.screen.message, direct=direct)
        if self.closed_to_us(table):
            return plan(table, self._now(), anew, carded=carded)
        return plan(table, self._now(), anew, below, carded=carded)

    async def _board(self, table: Table, planned: Plan | None = None, anew: bool = False) -> Board:
        """A prepared table: as `planned`, else by its own state, with a new message if `anew`."""
        theme = await self._preferences.theme(table.owner, table.about.guild)
        t = await self.texts_at(table)
        summary, face = await self._summary(table, theme, t), face_of(table)
        if planned is None:
            planned = self._plan(table, anew, carded=bool(summary) or not isinstance(face, BoardFace))
        at = self._discord_time.now()
        picture = of_session(summary, t) if summary else face.picture(table.public, theme, t, at)
        drawing = self._painter.draw(picture)
        new_to_dice = await self._new_to_dice(table) if planned.ended else ()
        hint = t("Every roll of this table can be checked: `/fairness`.") if new_to_dice else ""
        words, buttons = content(table, planned.screen.base, t, at, hint), components(table, t)
        notified = await self._notified(planned.mentioned)
        return Board(table, planned, words, buttons, notified, drawing, picture.words, new_to_dice)

    async def _new_to_dice(self, table: Table) -> tuple[int, ...]:
        """Users at a table who have never been told how to check the dice."""
        if not isinstance(face_of(table), BoardFace):
            return ()
        people = [person for person in table.people.everybody if person.level is None]
        return tuple([each.user for each in people if not (await self._preferences.of_person(each.user)).told_of_words])

    async def _note_shown(self, board: Board, screen: Screen, at: int | None = None) -> None:
        """Store that a board was shown, and what its users have been told for the first time.

        `at`: when it could be seen, in Discord's milliseconds; else now.
        """
        await self._repository.shown(board.table, screen, at or self._discord_time.now())
        try:
            for user in board.shown_dice:
                known = await self._preferences.of_person(user)
                await self._preferences.keep_person(user, replace(known, told_of_words=True))
        except StoreError as error:  # they are told once more; the table goes on
            _log.warning("who has been told of the dice is not kept: %s", error)

    async def _summary(self, table: Table, theme: str, t: Texts) -> SessionEnd | None:
        """The picture of a closed table with all its games, if its face has one."""
        if table.state is None or not table.state.closed:
            return None
        try:
            finished = await self._repository.games(table)
        except (WorkerFailed, UnreadableLog) as error:
            _log.warning("table %s is shown without its games: %s", table.id, error)
            return None
        return face_of(table).summary(table.public, finished, theme, t)

    async def _notified(self, users: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([user for user in users if (await self._preferences.of_person(user)).mentions])

    async def _show(self, table: Table, answer: Answer | None, anew: bool) -> Trouble | None:
        foreseen, making = self._foreseen.get(table.id, (None, None))
        if making is not None and foreseen is table and not anew:
            del self._foreseen[table.id]
            board = await making
        else:
            board = await self._board(table, anew=anew)
        if not board.planned.new:
            if await self._edit(board, answer):
                return None
            board = replace(board, planned=plan(table, self._now(), anew=True))
        return await self._post(board, answer)

    async def _edit(self, board: Board, answer: Answer | None) -> bool:
        """Edit the live message; False if it must be posted again."""
        table, screen = board.table, board.planned.screen
        if answer and _on_live(answer, table):
            await board.drawing
            if await answer.change(board.words, board.buttons, board.file()):
                answer.shown()
                await self._note_shown(board, screen)
                return True
        elif answer:
            answer.conclude()
        await board.drawing
        if self.webhooks.edits(screen.message) and await self._overtaken(table, screen):
            return True
        if not await self.posts.edit_pressed(board.post, screen.message):
            return False
        if answer:
            answer.shown()
        await self._note_shown(board, screen)
        return True

    async def _post(self, board: Board, answer: Answer | None) -> Trouble | None:
        """Post a new message, and schedule the removal of the old one's buttons. Returns why it could not be posted, if
        so.

        A command is answered meanwhile; a press after the new message is out, so that there are always buttons.
        """
        table, old = board.table, board.table.screen.message
        sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if answer:
            answer.conclude(after=sent if answer.pressed else None)
        try:
            message = await self._send(board)
        except DISCORD_ERRORS as error:
            sent.cancel()
            return _cannot_post(table, error)
        sent.set_result(None)
        self.asides.board(table.channel, message)
        if answer:
            answer.shown()
        await self._note_shown(board, replace(board.planned.screen, message=message), made_at(message))
        if old and not (answer and answer.pressed and answer.pressed.id == old):
            self.stale_buttons.take(table.channel, old)
        return None

    async def _send(self, board: Board) -> int:
        """Send the new message."""
        if not board.table.screen.shown and board.table.id not in self._opened:
            await self._send_opening(board.table)
        await board.drawing
        return await self.posts.put(board.post)

    async def _send_opening(self, table: Table) -> None:
        """Send the opening message, which is never edited: players, rules, commitment."""
        t = await self.texts_at(table)
        face = face_of(table)
        post = post_of(table, face.opening_words(table, t), "opening")
        await self.posts.put(post._replace(view=view(face.opening_items(table, t)), silent=True))
        self._opened[table.id] = True  # set even if the board fails afterwards

    async def _overtaken(self, table: Table, screen: Screen) -> bool:
        """Whether another process has shown more of a table than this."""
        found = await self._repository.load(table.channel, table.id)
        return found is not None and (found.screen.posts, found.screen.shown) > (screen.posts, screen.shown)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel, guild_id=table.about.guild)


def _cannot_post(table: Table, error: Exception) -> Trouble:
    """Log why a table cannot be shown."""
    why = trouble(error)
    _log.warning("table %s cannot be shown: %s: %s", table.id, why.value, error)
    return why


def _on_live(answer: Answer, table: Table) -> bool:
    """Whether the live message was pressed: its buttons are current, even for a late press."""
    return answer.pressed is not None and answer.pressed.id == table.screen.message

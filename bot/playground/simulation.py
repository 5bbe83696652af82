"""simcord in real time: the simulated server with the bot in it, and simcord's page following it live.

simcord is made for tests, where time stands still and one thing happens at a time. What differs here uses private
names of simcord, all of them in this module; therefore `pyproject.toml` names its exact version.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import time
import zlib
from collections import deque
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Literal

import discord
from aiohttp import web
from PIL import Image, UnidentifiedImageError
from simcord import Env, _dpy_internals, preview
from simcord._clock import Clock
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.access import can_access_channel
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import SetupError
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.preview import _snapshot
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot import limits
from bot.playground import page as looks
from bot.playground.history import History, PlaygroundError, Record
from bot.playground.people import Person

_log = logging.getLogger(__name__)

#: Seconds an action waits for the bot's answer: as Discord does, and a little for the way.
PATIENCE = limits.ANSWER + 0.2
#: How many messages of a channel are kept, and how much of the log of requests and events.
_MESSAGES, _LOG = 1000, 500
#: How long an interaction can be answered.
_TOKEN_LIFE = timedelta(seconds=limits.TOKEN)
#: How many ports are tried.
_PORTS = 20

_latest: ContextVar[Interaction | None] = ContextVar("the interaction that this task has sent", default=None)
_place: ContextVar[ChannelHandle | None] = ContextVar("where the page that is served now is", default=None)
_visitor: ContextVar[int | None] = ContextVar("who a page that is opened now asks to be", default=None)


class _WallClock(Clock):
    """The time of day instead of simcord's own."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        return time.monotonic() - self._begun

    def now(self) -> datetime:
        return datetime.now(UTC)


class _Tally(deque[Any]):
    """The end of a log; `total` counts everything that was ever written to it."""

    total = 0

    def append(self, item: Any) -> None:
        self.total += 1
        super().append(item)


class _Cdn(CdnStore):
    """Keeps files, and says how large pictures are, as Discord does; the page keeps room for them then."""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        if stored["content_type"].startswith("image/"):
            with contextlib.suppress(UnidentifiedImageError), Image.open(io.BytesIO(data)) as picture:
                stored["width"], stored["height"] = picture.size
        return stored

    def forget(self, kept: Container[str]) -> None:
        """Drop the files whose addresses are not kept."""
        self._blobs = {url: content for url, content in self._blobs.items() if url in kept}


class _Backend(Backend):
    """The simulated Discord, in which each person has a language."""

    def __init__(self, locales: Mapping[int, str]) -> None:
        super().__init__()
        self._locales = locales
        self.cdn: _Cdn = _Cdn()
        # Every request of the bot and every event passes through here, even those of messages for one person.
        self.transcript = self.tally = _Tally(maxlen=_LOG)  # pyright: ignore[reportAttributeAccessIssue]
        self.http_requests = deque(maxlen=_LOG)  # pyright: ignore[reportAttributeAccessIssue]

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]
            payload = {**payload, "locale": self._locales.get(int(user["id"]), "en-US")}
        super().emit(event, payload)

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        _number_controls(message)
        return super().commit_message(message, broadcast=broadcast)

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        message = super().edit_message(channel_id, message_id, fields)
        _number_controls(message)
        return message


def _number_controls(message: Message) -> None:
    """Let the page know the buttons and lists of a message by what the bot calls them.

    By itself simcord goes by their place. A press on what the bot has just replaced would then hit the new button
    there, and a new list would still show what had been chosen in the old one.
    """
    for component in walk_components(message.components):
        if custom_id := component.get("custom_id"):
            component["id"] = zlib.crc32(custom_id.encode()) % 2**31 or 1


class _Env(Env):
    """Nothing waits for the bot to come to rest: an action ends with the bot's answer, timers are real."""

    def __init__(self, bot: discord.Client, locales: Mapping[int, str]) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        super().__init__(bot, check_errors=False, shard_count=1 if sharded else None)
        self.backend: _Backend = _Backend(locales)

    @contextmanager
    def _bot_scope(self) -> Iterator[None]:
        # The scope of simcord that tracks the bot's tasks and virtualises its timers is not entered.
        adapter = self._webhook_adapter
        previous = _dpy_internals.set_webhook_adapter(adapter) if adapter else None
        try:
            yield
        finally:
            if adapter:
                _dpy_internals.reset_webhook_adapter(previous)

    def _begin_operation(self, label: str) -> None:
        """People may act while something else is going on."""

    def _end_operation(self) -> None:
        pass

    def _notify_dispatch_observers(self, interaction: Any) -> None:
        _latest.set(interaction)
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(self, *, dispatch: str | None = None, **_: Any) -> None:
        interaction = _latest.get()
        if dispatch != "INTERACTION_CREATE" or interaction is None:
            await asyncio.sleep(0)
            return
        end = time.monotonic() + PATIENCE
        while not interaction.responded and time.monotonic() < end:
            await asyncio.sleep(0.005)

    def _record_error(self, error: BaseException) -> None:
        # Not collected as simcord does: an error of the bot would spoil the actions of everybody else.
        _log.error("an error in the bot", exc_info=error)


class Simulation:
    """A server with one channel, its threads and people, and the bot that serves them. The first person owns it."""

    def __init__(self, bot: discord.Client, people: Sequence[Person]) -> None:
        self.people = tuple(people)
        self.locales: dict[int, str] = {}
        self.env = env = _Env(bot, self.locales)
        self._backend = env.backend
        # All ids are given while simcord's clock stands at its beginning, so each start gives the same ones, and
        # what the bot has stored stays true. Who is added to the people comes last and changes nobody's id.
        env.backend.edit_bot_profile("Chouette")
        owner = env.create_user(people[0].name.lower(), global_name=people[0].name)
        guild = env.create_guild("Playground", owner=owner)
        self._guild = env.backend.get_guild(guild.id)
        self.channel = guild.create_text_channel("backgammon")
        others = [env.create_user(person.name.lower(), global_name=person.name) for person in people[1:]]
        self.members = (MemberActor(env, guild, owner), *(guild.add_member(user) for user in others))
        self.locales.update({member.id: who.locale for member, who in zip(self.members, people, strict=True)})
        env.backend.clock = _WallClock()

    @property
    def happenings(self) -> int:
        """Grows with every event and every request of the bot."""
        return self._backend.tally.total

    async def start(self) -> None:
        """The bot comes online."""
        await self.env.start()

    async def close(self) -> None:
        """The bot is told to end, and goes offline."""
        await self.env.bot.close()
        await self.env.shutdown()

    def recall(self, history: History) -> None:
        """Before the start: what was in the channel. Raises `PlaygroundError` if other people sat there."""
        record = history.load()
        if record is None:
            return
        if record.people != tuple(person.name for person in self.people[: len(record.people)]):
            raise PlaygroundError(
                f"Its tables belong to {', '.join(record.people)}, in this order; --people may only add somebody at "
                "the end. Start with the same people, or choose another directory with --data."
            )
        for thread in record.threads:
            self._backend.channels[thread.id] = thread
            self._guild.thread_ids.append(thread.id)
        for message in record.messages:
            self._backend.messages.setdefault(message.channel_id, {})[message.id] = message
            self._backend.reserve_id(message.id)
            for each in message.attachments:
                if (content := history.file(each["id"])) is not None:
                    place, description = message.channel_id, each.get("description")
                    self._backend.cdn.store_attachment(int(each["id"]), place, each["filename"], content, description)

    def keep(self, history: History) -> None:
        """Forget what is too old, and write down the rest, without the messages that only one person sees."""
        self._forget()
        shown = [each for place in self._backend.messages.values() for each in place.values() if not each.is_ephemeral]
        threads = [channel for channel in self._backend.channels.values() if channel.is_thread]
        files = {each["id"]: self._backend.cdn.get(each["url"]) for message in shown for each in message.attachments}
        history.save(
            Record(tuple(person.name for person in self.people), tuple(threads), tuple(shown)),
            {name: content for name, content in files.items() if content is not None},
        )

    def _forget(self) -> None:
        """simcord keeps everything for ever, which suits a test."""
        backend = self._backend
        for messages in backend.messages.values():
            for number in sorted(messages)[:-_MESSAGES]:
                del messages[number]
        shown = (each for place in backend.messages.values() for each in place.values())
        backend.cdn.forget({file["url"] for message in shown for file in message.attachments})
        ended = discord.utils.time_snowflake(datetime.now(UTC) - _TOKEN_LIFE)
        backend.interactions = {number: each for number, each in backend.interactions.items() if number > ended}
        tokens = backend.interaction_tokens
        backend.interaction_tokens = {token: number for token, number in tokens.items() if number > ended}

    def places(self, viewer: MemberActor) -> list[ChannelHandle]:
        """Where somebody can go: the channel, then its open threads, the newest first."""
        open_threads = {thread.id for thread in self._backend.active_threads(self._guild.id)}
        threads = sorted((each for each in self.channel.threads if each.id in open_threads), key=lambda each: -each.id)
        places = (self.channel, *threads)
        return [place for place in places if can_access_channel(self.env, place.id, viewer, history=True)]

    def thread(self, number: int | None) -> ChannelHandle | None:
        """The thread with this id, None if there is none."""
        return next((thread for thread in self.channel.threads if thread.id == number), None)


def _no_sidebar(*_: object) -> tuple[list[Any], dict[str, Any]]:
    page = {"hasPrevious": False, "hasNext": False, "previousCursor": None, "nextCursor": None}
    return [], {"query": "", "filter": "all", **page}


# The list of messages beside the conversation is hidden here, and simcord would read the whole history for it each
# time: 0.8 seconds at a thousand messages.
_snapshot._message_navigation = _no_sidebar  # pyright: ignore[reportPrivateImportUsage]


#: How a PNG begins.
_PNG = b"\x89PNG\r\n\x1a\n"


class _Server(PreviewServer):
    """simcord's server on 127.0.0.1 with our script and style, on the first free port."""

    preview: LivePage
    # Whatever file stands here for our script is replaced in `_static`.
    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, looks.SCRIPT: "app.js"}

    async def start(self) -> None:
        wanted = self._requested_port
        for port in range(wanted, min(wanted + _PORTS, 65536)) if wanted else (0,):
            self._requested_port = port
            try:
                await super().start()
            except SetupError:
                await self.close()
            else:
                return
        raise PlaygroundError(f"Port {wanted} and those after it are taken. Choose another with --port.")

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == looks.SCRIPT:
            response.text = looks.script()
        elif request.path == "/preview.css":
            response.text = looks.styled(response.text or "")
        elif request.path == "/":
            response.text = looks.dressed(response.text or "", self.preview.capability)
        return response

    async def _pages(self, request: web.Request) -> web.Response:
        name, place = looks.asked(request.headers.get(looks.QUERY_HEADER, ""))
        with self.preview.opening(name, place):
            return await super()._pages(request)


class LivePage(preview.Preview):
    """simcord's page, following the bot, in the channel or one of its threads.

    A page that asks for its state (it does so twice a second) is published anew if something has happened meanwhile.
    """

    # A sleeping laptop keeps its page. When there are too many, the one asleep for longest goes.
    _PAGE_LEASE_SECONDS = 24 * 3600.0
    _home: ChannelHandle

    def __init__(self, simulation: Simulation, port: int, timezone: str) -> None:
        super().__init__(
            simulation.env,
            simulation.channel,
            simulation.members,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._simulation = simulation
        self._server = _Server(self, port)
        self._turn = asyncio.Lock()
        self._seen: dict[str, int] = {}

    async def _prepare_asset(
        self,
        context_id: str | None,
        asset_id: str,
        *,
        download: bool = False,
        capture: bool = False,
        poster: bool = False,
        media_time: float | None = None,
    ) -> tuple[str, bytes, str]:
        """The bot's own pictures as they are. simcord checks each anew for every tab, in a process of its own and at
        most eight at once, so that a page with more of them showed gaps and everything else waited."""
        _, record, body = self._authorized_asset(context_id, asset_id)
        if record.contentType == "image/png" and body.startswith(_PNG) and not (download or capture or poster):
            return record.contentType, body, record.filename
        return await super()._prepare_asset(
            context_id, asset_id, download=download, capture=capture, poster=poster, media_time=media_time
        )

    @property
    def address(self) -> str:
        """Where the page is served."""
        return f"{self._origin}/"

    @property
    def channel(self) -> ChannelHandle:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where the page that is served now is. simcord knows one channel for all pages."""
        return _place.get() or self._home

    @channel.setter
    def channel(self, channel: ChannelHandle) -> None:
        self._home = channel

    @contextmanager
    def _at(self, place: int | None) -> Iterator[None]:
        token = _place.set(self._simulation.thread(place))
        try:
            yield
        finally:
            _place.reset(token)

    @contextmanager
    def opening(self, name: str | None, place: int | None) -> Iterator[None]:
        """While a page is opened: whose it will be, and where. Unknown ones count as not said."""
        people = zip(self._simulation.people, self._simulation.members, strict=True)
        token = _visitor.set(next((member.id for person, member in people if person.name == name), None))
        try:
            with self._at(place):
                yield
        finally:
            _visitor.reset(token)

    async def __aenter__(self) -> LivePage:
        await super().__aenter__()
        # simcord opens every page at the message this one shows; ours open at the end.
        assert self._python is not None
        self._python.target_id = self._python.window_end_id = None
        return self

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        self._prune_expired()
        tabs = [page for page in self._pages.values() if page not in (self._python, self._action_page)]
        if len(tabs) >= self._MAX_PAGES:
            self._close_page(min(tabs, key=lambda page: page.last_activity).id)
        return super()._open_page(_visitor.get() if viewer_id is None else viewer_id, target_id)

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        self._follow(page)
        payload = super()._page_payload(page)
        looks.measure(payload)
        payload["places"] = [
            {"id": str(place.id), "name": place.name, "here": place.id == page.channel_id}
            for place in self._simulation.places(page.viewer)
        ]
        return payload

    def _follow(self, page: _Page) -> None:
        """Publish what is new to this viewer, if anything is."""
        happenings = self._simulation.happenings
        if page.status == "current" and self._seen.get(page.id) == happenings:
            return
        self._seen = {name: seen for name, seen in self._seen.items() if name in self._pages} | {page.id: happenings}
        old, revision = page.snapshot, page.revision
        self._advance_presentation_time()
        self._publish(page, reason="refresh")
        if looks.same_view(old, page.snapshot):
            page.snapshot, page.revision = old, revision

    def _publish(
        self,
        page: _Page,
        *,
        reason: Literal[
            "initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"
        ] = "action",
    ) -> None:
        super()._publish(page, reason=reason)
        locale = page.snapshot["profile"]["locale"] = self._simulation.locales[page.viewer.id]
        commands = self.env.backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
        looks.localize(page.command_catalog.get("entries", []), commands, locale)

    def _publish_message_pages(self, *, reason: str = "action") -> None:
        # simcord publishes all pages here, which refuses whatever their visitors are about to do. They find out when
        # they ask.
        if self._action_page is not None:
            self._publish(self._action_page, reason="action")

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:  # simcord refuses a second action; here it waits for its turn
            page = self._pages.get(context_id or "")
            if page is None:
                return await super()._action(context_id, body)
            if isinstance(body, Mapping) and isinstance(body.get("published_revision"), int):
                # Nor does it take an action of somebody who has not seen the very latest. What the action is about
                # may be gone; that simcord finds out by itself.
                self._follow(page)
                body = {**body, "published_revision": page.revision}
            with self._at(page.channel_id):
                return await super()._action(context_id, body)

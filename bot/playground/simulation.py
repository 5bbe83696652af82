"""simcord in real time: the simulated server with the bot in it. The page that follows it is in `live_page`.

simcord is made for tests, where time stands still and one thing happens at a time. Changes to it use private names,
only in this module and in `live_page`; therefore `pyproject.toml` pins its version.
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
from typing import Any

import discord
from PIL import Image, UnidentifiedImageError
from simcord import Env, _dpy_internals, actors
from simcord._clock import Clock
from simcord.actors import MemberActor
from simcord.backend import Backend, serializers
from simcord.backend.access import can_access_channel
from simcord.backend.cdn import CdnStore
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import AppCommandType, InteractionType
from simcord.results import InteractionResult

from bot import limits
from bot.playground.history import History, PlaygroundError, Record
from bot.playground.people import Person

_log = logging.getLogger(__name__)

#: Timeout in seconds of an interaction: Discord's, and a little for the way.
PATIENCE = limits.ANSWER + 0.2
#: Limits of stored messages per channel, and of the log of requests and events.
_MESSAGES, _LOG = 1000, 500
#: How long an interaction can be answered.
_TOKEN_LIFE = timedelta(seconds=limits.TOKEN)

_latest: ContextVar[Interaction | None] = ContextVar("the interaction that this task has sent", default=None)


class _WallClock(Clock):
    """Real time instead of simcord's virtual one."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        return time.monotonic() - self._begun

    def now(self) -> datetime:
        return datetime.now(UTC)


class _Tally(deque[Any]):
    """The end of a log; `total` counts everything ever appended."""

    total = 0

    def append(self, item: Any) -> None:
        self.total += 1
        super().append(item)


class _Cdn(CdnStore):
    """Stores files and reports the sizes of pictures, as Discord does; the page reserves room for them."""

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
    """The simulated Discord, in which each user has a language."""

    def __init__(self, locales: Mapping[int, str]) -> None:
        super().__init__()
        self._locales = locales
        self.cdn: _Cdn = _Cdn()
        # Every request of the bot and every event passes through here, including ephemeral messages.
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
    """Number the buttons and selects of a message by their custom ids.

    simcord numbers them by position: a press on a replaced button would then hit the new one there, and a new select
    would still show the option chosen in the old one.
    """
    for component in walk_components(message.components):
        if custom_id := component.get("custom_id"):
            component["id"] = zlib.crc32(custom_id.encode()) % 2**31 or 1


class _Env(Env):
    """No waiting for the bot to become idle: an action ends with the bot's answer, timers are real."""

    def __init__(self, bot: discord.Client, locales: Mapping[int, str]) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        super().__init__(bot, check_errors=False, shard_count=1 if sharded else None)
        self.backend: _Backend = _Backend(locales)

    @contextmanager
    def _bot_scope(self) -> Iterator[None]:
        # simcord's scope that tracks the bot's tasks and virtualises its timers is not entered.
        adapter = self._webhook_adapter
        previous = _dpy_internals.set_webhook_adapter(adapter) if adapter else None
        try:
            yield
        finally:
            if adapter:
                _dpy_internals.reset_webhook_adapter(previous)

    def _begin_operation(self, label: str) -> None:
        """Users may act while another action is running."""

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
        # Not collected as simcord does: an error of the bot would fail the actions of all other users.
        _log.error("an error in the bot", exc_info=error)


class Simulation:
    """A server with one channel, its threads and users, and the bot. The first user owns it."""

    def __init__(self, bot: discord.Client, people: Sequence[Person]) -> None:
        self.people = tuple(people)
        self.locales: dict[int, str] = {}
        self.env = env = _Env(bot, self.locales)
        self._backend = env.backend
        # All ids are assigned while simcord's clock is at its start, so each run assigns the same ones, and the bot's
        # stored data stay valid. Added users come last, which changes nobody's id.
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

    @property
    def everybody(self) -> dict[int, str]:
        """The names of the users and of the bot, by their ids."""
        users = (self._backend.users[number] for number in self._guild.members)
        return {user.id: user.global_name or user.name for user in users}

    async def start(self) -> None:
        await self.env.start()

    async def close(self) -> None:
        """Stop the bot and disconnect."""
        await self.env.bot.close()
        await self.env.shutdown()

    def recall(self, history: History) -> None:
        """Before the start: restore the channel. Raises `PlaygroundError` if its users were others."""
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
        for direct in record.direct:
            self._backend.channels[direct.id] = direct
            self._backend.messages.setdefault(direct.id, {})
            self._backend.dm_channels[direct.recipient_ids[0]] = direct.id
        for message in record.messages:
            self._backend.messages.setdefault(message.channel_id, {})[message.id] = message
            self._backend.reserve_id(message.id)
            for each in message.attachments:
                if (content := history.file(each["id"])) is not None:
                    place, description = message.channel_id, each.get("description")
                    self._backend.cdn.store_attachment(int(each["id"]), place, each["filename"], content, description)

    def keep(self, history: History) -> None:
        """Drop what is too old, and write the rest, without ephemeral messages."""
        self._forget()
        shown = [each for place in self._backend.messages.values() for each in place.values() if not each.is_ephemeral]
        channels = self._backend.channels
        threads = [channel for channel in channels.values() if channel.is_thread]
        direct = [channels[number] for number in self._backend.dm_channels.values()]
        files = {each["id"]: self._backend.cdn.get(each["url"]) for message in shown for each in message.attachments}
        history.save(
            Record(tuple(person.name for person in self.people), tuple(threads), tuple(shown), tuple(direct)),
            {name: content for name, content in files.items() if content is not None},
        )

    def _forget(self) -> None:
        """Drop old data: simcord keeps everything forever."""
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

    def places(self, viewer: int) -> list[ChannelHandle]:
        """Where a user can go: the channel, its open threads, the newest first, and a direct message with the bot."""
        open_threads = {thread.id for thread in self._backend.active_threads(self._guild.id)}
        threads = sorted((each for each in self.channel.threads if each.id in open_threads), key=lambda each: -each.id)
        member = next(each for each in self.members if each.id == viewer)
        open_to = (
            place for place in (self.channel, *threads) if can_access_channel(self.env, place.id, member, history=True)
        )
        return [*open_to, self.user(viewer).dm_channel]

    def place(self, number: int | None, viewer: int) -> ChannelHandle | None:
        """The thread with this id, or the user's direct message with the bot; None if there is none for this user."""
        places = (*self.channel.threads, self.user(viewer).dm_channel)
        return next((place for place in places if place.id == number), None)

    async def use_on_message(
        self, actor: Any, channel: ChannelHandle, name: str, message: Message
    ) -> InteractionResult:
        """A member, or somebody in a direct message, uses a command on a message. Raises as simcord, which has that for
        members only.
        """
        kind = AppCommandType.MESSAGE
        root = actors._resolve_visible_command(actor, channel.id, name, kind)
        data = {
            "id": root["id"],
            "name": root["name"],
            "type": kind,
            "target_id": str(message.id),
            "resolved": {"messages": {str(message.id): dict(serializers.message_payload(self._backend, message))}},
        }
        return await actors._dispatch_actor_interaction(actor, InteractionType.APPLICATION_COMMAND, channel, data)

    def user(self, number: int) -> UserHandle:
        """Somebody outside of the server, as in direct messages."""
        return UserHandle(self.env, self._backend.get_user(number))

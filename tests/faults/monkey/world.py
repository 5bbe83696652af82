"""Where the monkey lives: two servers of a simulated Discord with people of three languages, and one bot, on a clock
that is counted and not measured; and the places outside of these servers."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
import fakeredis
import pytest
from msgspec.structs import replace
from simcord._clock import Clock
from simcord.actors import MemberActor
from simcord.backend.models import Channel, Message, Overwrite
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.enums import AppCommandType, ChannelType, OverwriteType

from bot.app import Bot
from bot.cogs import preferans_gathering
from bot.ladder.facts import write_fact
from bot.screens.painter import Painter
from bot.store import Entry
from bot.tables import review_requests
from bot.tables.preferans.gathering import Gathering
from bot.tables.preferences import ServerSettings
from bot.tables.repository import TableRepository
from bot.tables.retry_queue import growing
from bot.tables.table import Table
from tests.ladder.faults import played
from tests.play.bot import RealTime, make_bot
from tests.play.spots import Setting
from tests.play.thinking import FakeEngine, FakeReviewer
from tests.session_files import A_GAME

from .outside import HEARD, OUTSIDE, STRANGER, Outside, Person, Place, abroad, directs, group
from .watching import Watch

#: What the bot is told of each of these people by Discord.
LOCALES = {
    "Ann": "en-US",
    "Bob": "cs",
    "Cyd": "ru",
    "Dan": "en-GB",
    "Eva": "cs",
    "Fay": "ru",
    "Gus": "cs",
    "Hal": "de",
    STRANGER: "en-US",
}
_AT_CAFE = ("Ann", "Bob", "Cyd", "Fay", "Hal")
#: What may be taken away from the bot in a channel, and from people.
OF_BOT = (
    *("view_channel", "send_messages", "attach_files", "read_message_history", "send_messages_in_threads"),
    *("create_public_threads", "create_private_threads", "manage_threads", "embed_links", "connect"),
)
OF_PEOPLE = ("view_channel", "send_messages", "use_application_commands", "read_message_history")
_TALKED_IN = (ChannelType.TEXT, ChannelType.VOICE, ChannelType.NEWS)
#: How many of the pictures are drawn.
_DRAWN = 0.02
#: Members of the second server who have played there, and do nothing now.
_GUESTS = 40
_NO_PICTURE = b"\x89PNG\r\n\x1a\n"
_BEGUN = datetime(2026, 1, 20, tzinfo=UTC).timestamp()


class Hours(Clock):
    """The time of day of everybody: the loop's, and what was skipped."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()

    def seconds(self, *_: object) -> float:
        """Since 1970."""
        return _BEGUN + self._loop.time() + self.elapsed

    def now(self) -> datetime:
        """The same as a date."""
        return datetime.fromtimestamp(self.seconds(), UTC)


class World:
    """Two servers, their people by name, and the bot, all out of one source of chance."""

    def __init__(self, chance: random.Random, hours: Hours) -> None:
        self.chance, self.hours = chance, hours
        self.entropy = random.Random(chance.random())
        self.server = fakeredis.FakeServer()
        self.env = RealTime(self.new_bot(), shard_count=1)
        self.backend = self.env.backend
        self.backend.clock = hours
        self._emit, self.backend.emit = self.backend.emit, self._spoken
        #: Places in which the bot is not at home, and what Discord says of each channel there.
        self.outside: list[Place] = []
        self.settings: dict[int, Setting] = {}
        self.watch = Watch(self.backend, self.settings)
        self._heard, self._directs, self._abroad = True, dict[int, int](), 0
        #: What Discord has told the bot of interactions.
        self.told: list[dict[str, Any]] = []
        users = {name: self.env.create_user(name.lower(), global_name=name) for name in LOCALES}
        self._users = users
        self._locales = {user.id: LOCALES[name] for name, user in users.items()}
        self.people: dict[int, dict[str, Person]] = {}
        known = {name: user for name, user in users.items() if name != STRANGER}
        self.guilds = [self._guild("Club", known), self._guild("Café", {name: users[name] for name in _AT_CAFE})]

    def _spoken(self, event: str, payload: Any) -> None:
        """Of an interaction Discord says in which language somebody uses it."""
        if event == "INTERACTION_CREATE":
            person = (payload.get("member") or payload)["user"]
            payload = {**payload, "locale": self._locales[int(person["id"])]}
            if setting := self.settings.get(int(payload["channel_id"])):
                payload = setting.told(payload)
            self.told.append(payload)
            self.watch.asked(payload)
            self.backend.dm_channels.update(self._directs)
        elif not self._heard or not self.settings.get(int(payload.get("channel_id") or 0), HEARD).heard:
            return  # the bot is not there
        self._emit(event, payload)

    def _guild(self, name: str, users: dict[str, UserHandle]) -> GuildHandle:
        guild = self.env.create_guild(name)
        guild.create_text_channel("backgammon")
        guild.create_text_channel("cards")
        guild.create_text_channel("positions")
        guild.create_voice_channel("lounge")
        may = discord.Permissions(view_channel=True, manage_guild=True, manage_messages=True)
        managers = guild.create_role("Managers", permissions=may)
        guild.create_role("Hosts", permissions=discord.Permissions(view_channel=True))
        roles = {"Ann": [managers], "Cyd": [managers]}
        self.people[guild.id] = {who: guild.add_member(user, roles=roles.get(who, [])) for who, user in users.items()}
        return guild

    def new_bot(self) -> Bot:
        """A bot as a new process would make it; dice and time are ours."""
        bot = make_bot(self.server)
        parts, loop = bot.services, asyncio.get_running_loop()
        for each in (parts.challenges, parts.lobby, parts.leagues):
            each._entropy = self.entropy.randbytes
        bot._now._ahead = 0.0
        parts.computers._pauses = growing
        parts.preferences._now = parts.store.room._clock = loop.time
        parts.reviewing._clock = loop.time
        return bot

    @property
    def bot(self) -> Bot:
        """The one that runs."""
        assert isinstance(self.env.bot, Bot)
        return self.env.bot

    async def prepare(self) -> None:
        """The second server has a position of the day, a podium and a long leaderboard from the beginning."""
        guild, store = self.guilds[1], self.bot.services.store
        guests = [guild.add_member(self.env.create_user(f"guest{number}")) for number in range(_GUESTS)]
        users = [each.id for each in (*self.people[guild.id].values(), *guests)]
        for fact, who in played(90, self.chance, len(users)):
            fact = replace(fact, ended_at=self.hours.seconds() - 19.0 * self.chance.randrange(86_400))
            entry = Entry(fact.game, write_fact(fact), tuple(users[each] for each in who))
            await store.ladder.enter(guild.id, fact.table, [entry])
        place = guild.channels["positions"].id
        await self.bot.services.preferences.keep_server(guild.id, ServerSettings(daily=place, podium=place))
        self.open_places()

    @property
    def engines(self) -> tuple[FakeEngine, FakeReviewer]:
        """What computers think with, and what looks back at games."""
        engine, reviewer = self.bot.services.computers.thinker, self.bot.services.reviewing.games.reviewer
        assert isinstance(engine, FakeEngine) and isinstance(reviewer, FakeReviewer)
        return engine, reviewer

    # Places and people

    def open_places(self) -> None:
        """There are also a server without the bot, direct messages with it, and a group."""
        there, channel = abroad(self.env, self._unheard)
        self.outside.append(there)
        self._abroad = there.id
        self.settings[channel.id] = Setting(0, ("1",))
        with self._unheard():
            self.people[there.id] = {name: there.add_member(self._users[name]) for name in OUTSIDE}
        for place, setting in (*directs(self.env, self._users), group(self.env, self._users)):
            self.outside.append(place)
            self.settings[place.id] = setting
            self.people[place.id] = dict(place.people)
        self._directs = {user: at for user, at in self.backend.dm_channels.items() if at in self.settings}
        members = [name for name in LOCALES if name not in OUTSIDE]
        self.watch.look_for([*members, "guest\\d+", *(guild.name for guild in self.guilds)], [self._users[STRANGER].id])

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        self._heard = False
        try:
            yield
        finally:
            self._heard = True

    @staticmethod
    def place_of(channel: ChannelHandle) -> int:
        """The id of the place that a channel belongs to."""
        return channel.guild.id if channel.guild else channel.id

    def offered(self, channel: ChannelHandle, who: Person, kind: AppCommandType) -> list[dict[str, Any]]:
        """The commands of a kind that somebody is shown in a channel."""
        found = self.backend.visible_commands(user_id=who.id, channel_id=channel.id, type=kind)
        setting = self.settings.get(channel.id)
        return [each for each in found if setting is None or setting.offers(each)]

    def channels(self, guild: Place) -> list[ChannelHandle]:
        """Where people talk in a server, threads too; or the one channel of another place."""
        if isinstance(guild, Outside):
            return [guild.handle]
        known = self.backend.channels
        ids = [*self.backend.get_guild(guild.id).channel_ids, *self.backend.get_guild(guild.id).thread_ids]
        return [ChannelHandle(self.env, guild, known[id]) for id in ids if _talked_in(known[id])]

    @property
    def users(self) -> list[int]:
        """Everybody."""
        return list(self._locales)

    def itself(self) -> UserHandle:
        """The bot, as somebody names it."""
        return UserHandle(self.env, self.backend.bot_user)

    def roles(self, guild: Place) -> list[RoleHandle]:
        """The roles of a server."""
        return [] if isinstance(guild, Outside) else list(guild.roles.values())

    def seen(self, channel: ChannelHandle, who: Person) -> list[Message]:
        """What somebody has before them in a channel, the oldest first."""
        return [each for each in self.backend.messages[channel.id].values() if each.visible_to(who.id)]

    async def table(self, channel: ChannelHandle) -> Table | None:
        """The table that a channel holds."""
        store = self.bot.services.store
        held = await store.held(channel.id)
        return await TableRepository(store).load(channel.id, held) if held else None

    # What moderators do

    def take_away(self, channel: ChannelHandle, who: UserHandle | MemberActor, names: tuple[str, ...]) -> None:
        """Somebody may no longer do these things in a channel; with none of them, all again."""
        at = channel._channel.permission_channel_id()
        if not names:
            self.backend.delete_overwrite(at, who.id)
            return
        deny = discord.Permissions(**dict.fromkeys(names, True)).value
        self.backend.set_overwrite(at, Overwrite(who.id, OverwriteType.MEMBER, deny=deny))

    async def restart(self) -> None:
        """The process ends, and another one begins."""
        there = self.backend.guilds.pop(self._abroad, None)  # a server that is none of the bot's
        await self.env.restart_bot(self.new_bot())
        if there is not None:
            self.backend.guilds[there.id] = there
        await self.env.settle()


def _talked_in(channel: Channel) -> bool:
    return channel.is_thread or channel.type in _TALKED_IN


@contextmanager
def counted_time(hours: Hours, chance: random.Random) -> Iterator[None]:
    """All clocks are this one, and what is secret comes out of this source of chance.

    Pictures are not drawn but for a few, and what takes long takes its time.
    """
    paint = Painter.paint

    def painted(painter: Painter, work: Any) -> asyncio.Future[Any]:
        if chance.random() < _DRAWN:
            return paint(painter, work)
        return asyncio.ensure_future(asyncio.sleep(chance.choice((0.0, 0.0, 0.02, 0.2)), _NO_PICTURE))

    async def animated(painter: Painter, work: Any) -> Any:
        await asyncio.sleep(chance.choice((0.0, 1.0, 4.0)))
        return work() if chance.random() < _DRAWN else _NO_PICTURE

    async def warmed(painter: Painter) -> None:
        """There is nothing to warm."""

    with pytest.MonkeyPatch.context() as patch:
        for name in ("time", "monotonic", "perf_counter", "clock_gettime"):
            patch.setattr(time, name, hours.seconds)
        patch.setattr(secrets, "token_hex", lambda number: chance.randbytes(number).hex())
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        patch.setattr(preferans_gathering, "Gathering", partial(Gathering, entropy=chance.randbytes))
        patch.setattr(review_requests, "MOST", A_GAME)  # so that files which are read soon are too much at once
        patch.setattr(Painter, "paint", painted)
        patch.setattr(Painter, "animate", animated)
        patch.setattr(Painter, "warm", warmed)
        yield

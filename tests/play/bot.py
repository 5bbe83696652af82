"""One bot, and people at a channel of a simulated Discord: what they type and press, and what they then see."""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from inspect import signature
from itertools import repeat
from typing import Any
from unittest.mock import patch

import discord
import fakeredis
import simcord
from msgspec.structs import replace
from simcord import _dpy_internals
from simcord.builders import UserHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.app import Bot
from bot.backgammon import Match, Phase
from bot.cogs import router
from bot.cogs.services import Services
from bot.screens.fitting import unbroken
from bot.settings import Settings
from bot.store import Store
from bot.tables.repository import Change
from bot.tables.schedule import TABLE
from bot.tables.table import Table
from tests.backgammon.positions import board as placed
from tests.seen_board import SeenBoard, seen_board
from tests.work import InThreads

from .thinking import FakeEngine, FakeReviewer

#: discord.py's names of the tasks in which commands are served and the bot takes up what was cut off.
_WORKING = ("CommandTree-invoker", "discord.py: on_ready")
#: Options that name people.
_PEOPLE = ("opponent", "opponent2", "partner", "member", "winner", "loser")
#: Seconds that an answer may take before it is promised, and for which the bot is waited for.
_PATIENT = 60.0
_PICTURE = re.compile(r"\w+-\d+\.png")


class Answered(InteractionResult):
    """What came of a press. Of one whose message was to be changed later the `response` is what has followed for the
    person alone, if anything.
    """

    @property
    def response(self) -> ResponseMessage | None:
        return self._private or super().response

    @property
    def followups(self) -> list[ResponseMessage]:
        return [each for each in super().followups if self._private is None or each.id != self._private.id]

    @property
    def _private(self) -> ResponseMessage | None:
        first = super().response
        if first is not None and first.ephemeral:
            return None
        return next((each for each in super().followups if each.ephemeral), None)


class OneBot:
    """The bot in a channel, and the people whom it serves there, on a store that outlives its `client`."""

    def __init__(self, env: RealTime, client: Bot, server: fakeredis.FakeServer, people: Sequence[str]) -> None:
        self.env, self.client, self.server = env, client, server
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("backgammon")
        self.people = {name: self.guild.add_member(env.create_user(name.lower(), global_name=name)) for name in people}
        self._locales: dict[int, str] = {}
        self.spots: dict[int, Any] = {}
        self._heard = True
        self._emit, env.backend.emit = env.backend.emit, self._spoken

    @property
    def services(self) -> Services:
        """The parts of the bot."""
        return self.client.services

    def _spoken(self, event: str, payload: Any) -> None:
        """An event of Discord's; of an interaction it says in which language somebody uses it, and where."""
        if event == "INTERACTION_CREATE":
            person = (payload.get("member") or payload)["user"]
            payload = {**payload, "locale": self._locales.get(int(person["id"]), "en-US")}
            if spot := self.spots.get(int(payload["channel_id"])):
                payload = spot.told(payload)
        else:
            spot = self.spots.get(int(payload.get("channel_id") or 0))  # an event of a server may have no channel
            if not self._heard or (spot and not spot.setting.heard):
                return  # the bot is not there
        self._emit(event, payload)

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """What happens in this block, happens where the bot is not."""
        self._heard = False
        try:
            yield
        finally:
            self._heard = True

    def hire(self, name: str, **permissions: bool) -> None:
        """Somebody joins who may more than others."""
        role = self.guild.create_role(name, permissions=discord.Permissions(view_channel=True, **permissions))
        self.people[name] = self.guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=[role])

    def dismiss(self, name: str) -> None:
        """He may no longer."""
        self.env.backend.get_guild(self.guild.id).members[self.people[name].id].role_ids.clear()

    @property
    def itself(self) -> UserHandle:
        """The bot, as one names it in an option."""
        assert self.client.user is not None
        return UserHandle(self.env, self.env.backend.users[self.client.user.id])

    @property
    def engine(self) -> FakeEngine:
        """What the bot's computers think with."""
        thinker = self.services.computers.thinker
        assert isinstance(thinker, FakeEngine)
        return thinker

    @property
    def reviewer(self) -> FakeReviewer:
        """What looks back at games."""
        reviewer = self.services.reviewing.games.reviewer
        assert isinstance(reviewer, FakeReviewer)
        return reviewer

    async def rested(self) -> None:
        """The computers have done what they were asked."""
        await self.services.computers.idle()

    async def restart(self) -> None:
        """The bot's process ends and another one begins."""
        self.client = make_bot(self.server)
        await self.env.restart_bot(self.client)
        await self.env.settle()

    def speaks(self, locale: str, *who: str) -> None:
        """Discord says of these that they use it in another language from now on."""
        self._locales |= dict.fromkeys((self.people[name].id for name in who), locale)

    # What people do

    async def slash(self, who: str, name: str, /, **options: Any) -> str:
        """Type a command; what is answered privately, or posted."""
        named = self.people | {"the bot": self.itself}
        filled = {
            key: named.get(value, value)
            if key in ("opponent", "opponent2", "partner", "member", "winner", "loser")
            else value
            for key, value in options.items()
        }
        result = await self.people[who].slash(self.channel, name, **filled)
        assert result.acknowledged
        return said(result)

    async def press(self, who: str, label: str, message: Any = None) -> Any:
        """Press a button of the live message, or of another one."""
        result = await self.people[who].click(message or self.live, label=label)
        assert result.acknowledged
        return Answered(self.env, result._interaction)

    async def confirmed(self, who: str, label: str) -> Any:
        """Press a button that asks once more, and confirm."""
        asked = await self.press(who, label)
        return await self.people[who].click(asked.response, label="Confirm")

    async def play(self, **options: Any) -> None:
        """Ann challenges Bob, who accepts."""
        await self.slash("Ann", "play", opponent="Bob", **options)
        await self.press("Bob", "Accept challenge", self.last)

    async def move(self, play: str | None = None) -> str:
        """Whoever has to play plays, the first legal play if none is given; what was answered."""
        return await self.slash(self.decider, "move", play=play or self.plays[0])

    async def choose(self, who: str, message: Any, verb: str, *values: str) -> Any:
        """Choose in a list of a message; `verb` is what its custom id begins with, or has at its end."""
        result = await self.people[who].select(message, values, custom_id=component(message, verb))
        assert result.acknowledged
        return Answered(self.env, result._interaction)

    async def tap(self, who: str, message: Any, verb: str) -> Any:
        """Press a button by its verb, where labels are another language's or come twice."""
        result = await self.people[who].click(message, custom_id=component(message, verb))
        assert result.acknowledged
        return Answered(self.env, result._interaction)

    async def turn(self) -> None:
        """Whoever is asked rolls, or makes a calm play: no hit, few blots."""
        match = await self.match()
        who = await self.asked()
        if match.game.phase is Phase.PLAY:
            plays = match.game.plays(match.rules)
            calm = min(plays, key=lambda play: (sum(step.hit for step in play.steps), play.result.own.count(1)))
            await self.slash(who, "move", play=str(calm) or "—")
        else:
            await self.press(who, "Roll")

    async def until(self, phase: Phase) -> str:
        """Turns are made until the game waits for something of this kind; who is asked."""
        while (await self.match()).game.phase is not phase:
            await self.turn()
        return await self.asked()

    def still_shown(self, message: Any) -> None:
        """A slow client still shows the buttons that a message had."""
        stored = self.env.backend.get_message(message.channel.id, message.id)
        stored.components = [row.to_dict() for row in message.components]

    # Time

    def later(self, seconds: float) -> None:
        """So much time passes, for the bot."""
        services = self.services
        leagues = services.schedule, services.leagues, services.league_clock, services.league_presenter
        nights = services.nights
        evenings = nights.log, nights.tables, nights.clock, nights.clock._places
        looking = services.looking, services.looking_clock, services.private_words.notices
        for part in (
            services.desk,
            services.challenges,
            services.clock,
            services.presenter,
            services.card_reminders,
            *leagues,
            *evenings,
            *looking,
        ):
            before: Callable[[], float] = part._now
            part._now = lambda before=before: before() + seconds

    async def tick(self) -> None:
        """The clock looks at what is due."""
        services = self.services
        schedule, life = services.schedule, services.lifecycle
        schedule.handle(TABLE, lambda channel, table: services.clock.look(channel, table, life.serve, life.remind))
        await asyncio.gather(*await schedule.begin(50))
        await asyncio.gather(*schedule._running)  # what the bot has begun by itself

    # What they see

    @property
    def messages(self) -> list[Any]:
        """All public messages."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    @property
    def private(self) -> list[Any]:
        """All messages that one person sees alone, as Discord stores them."""
        return [each for each in self.env.backend.messages[self.channel.id].values() if each.is_ephemeral]

    @property
    def last(self) -> Any:
        return self.messages[-1]

    @property
    def live(self) -> Any:
        """The last message that shows a board."""
        return next(message for message in reversed(self.messages) if _shows_board(message))

    def notified(self, message: Any) -> list[str]:
        """Whom a message has notified; not everybody whose mention is written in it."""
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return sorted(name for name, person in self.people.items() if person.id in stored.ping_user_ids)

    @property
    def seen(self) -> SeenBoard:
        """The board that the live message shows."""
        return seen_board(self.live.attachments[0].description)

    @property
    def labels(self) -> list[str]:
        """The buttons of the live message."""
        return [child.label for row in self.live.components for child in row.children]

    @property
    def plays(self) -> list[str]:
        """The legal plays of whoever has rolled."""
        return self.seen.plays

    @property
    def decider(self) -> str:
        """Who is mentioned first in the last line that asks something."""
        asked = [line for line in self.live.content.splitlines() if "<@" in line]
        found = re.search(r"<@(\d+)>", asked[-1])
        assert found
        return next(name for name, person in self.people.items() if person.id == int(found[1]))

    # What is stored

    async def asked(self) -> str:
        """Whom the game waits for."""
        decider = (await self.match()).game.decider
        assert decider is not None
        asked = (await self.table()).person(decider)
        return next((name for name, person in self.people.items() if person.id == asked.user), asked.name)

    async def show_position(self, own: dict[int, int], opponent: dict[int, int], dice: tuple[int, int] | None) -> None:
        """Put another position on the board, seen by whoever has to play or, without `dice`, to roll, as if it had come
        about."""

        async def placing(table: Table) -> Change:
            match = table.state
            assert match is not None
            board = replace(match.game.board, position=placed(own, opponent), dice=dice)
            game = replace(match.game, board=board, phase=Phase.PLAY if dice else match.game.phase)
            return Change(replace(table, state=replace(match, game=game)))

        services = self.services
        outcome = await services.repository.change(self.channel.id, (await self.table()).id, placing)
        await services.lifecycle.show(outcome.table, anew=True)

    async def table(self) -> Table:
        """The table of the channel, open or closed last."""
        store = self.services.store
        name = await store.held(self.channel.id) or (await store.tables_of(self.people["Ann"].id))[0]
        found = await self.services.repository.load(self.channel.id, name)
        assert found is not None
        return found

    async def match(self) -> Match:
        """Its state."""
        match = (await self.table()).state
        assert isinstance(match, Match)
        return match


def _shows_board(message: Any) -> bool:
    return any(_PICTURE.fullmatch(each.filename) for each in message.attachments)


def component(message: Any, verb: str) -> str:
    """The custom id of the one component of a message that a verb, or the last word of an id, tells apart."""
    ids = [each["custom_id"] for each in walk(message) if "custom_id" in each]
    (found,) = [each for each in ids if each.partition(":")[0] == verb or each.rpartition(":")[2] == verb]
    return found


def walk(message: Any) -> list[dict[str, Any]]:
    """Every button and list of a message, as Discord stores it."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [child for row in rows for child in row["components"]]


def options(message: Any, verb: str) -> list[str]:
    """The values that a list offers."""
    (found,) = [each for each in walk(message) if each["custom_id"] == component(message, verb)]
    return [option["value"] for option in found["options"]]


def said(result: Any) -> str:
    """Everything an interaction was answered with."""
    answers = [result.response, *result.followups]
    return "\n".join(answer.content for answer in answers if answer is not None)


def own(result: Any) -> Any:
    """The newest message to a person alone that an interaction was answered with; None if there is none."""
    told = [each for each in (result.response, *result.followups) if each is not None and each.ephemeral]
    return told[-1] if told else None


def private(result: Any) -> Any:
    """The one message to a person alone that an interaction was answered with."""
    (found,) = [each for each in (result.response, *result.followups) if each is not None and each.ephemeral]
    return found


def make_bot(server: fakeredis.FakeServer) -> Bot:
    """A bot as a new process would make it, but for its dice: they fall as they did whenever the test was run."""
    bot = Bot(Settings(token="x"), Store(fakeredis.FakeAsyncRedis(server=server), "memory"))
    entropy = random.Random(os.environ.get("PYTEST_CURRENT_TEST"))
    bot.services.challenges._entropy = bot.services.lobby._entropy = entropy.randbytes
    bot.services.leagues._entropy = entropy.randbytes
    bot.services.nights.log._entropy = bot.services.nights.tables._entropy = entropy.randbytes
    bot.services.lookups._pool = InThreads(2)
    computers = bot.services.computers
    bot.services.reviewing.games.reviewer = FakeReviewer()
    bot._log_pool = InThreads(1)
    bot.services.reviewing.games.fold = bot._log_pool.run
    computers.thinker, computers.tempo, computers._pauses = FakeEngine(), 0.0, lambda: repeat(0.01)
    return bot


#: Discord's own message, which has the name of the thread.
_THREAD_CREATED = 18
#: Spaces at which no line ends, between a number and what it counts and within a score.
_TIED = re.compile(r"(?<=[\d.½⅓⅔¼¾⅙⅚*])\u00a0(?=\*{0,2}[^\W\d_])|(?<=[\d*+–])\u00a0(?=:)|(?<=:)\u00a0(?=[\d*+–])")


class RealTime(simcord.Env):
    """simcord without its virtual clock, which takes a call to Redis for a wait that never ends: after an action, real
    time passes until the bot has answered and is at rest.

    What the bot says is kept as people would type it, with plain spaces; `torn` is what a line could end in that should
    not. Nobody waits for the commands that are `held`.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.torn: list[str] = []
        self.held: set[asyncio.Task[Any] | None] = set()
        prepare, edit = self.backend.prepare_message, self.backend.edit_message
        how = signature(prepare)

        def prepared(*given: Any, **more: Any) -> Any:
            told = how.bind(*given, **more)
            own = told.arguments["author_id"] == self.backend.bot_user.id
            if own and told.arguments.get("message_type") != _THREAD_CREATED:
                told.arguments["content"] = self._read(told.arguments.get("content"))
            return prepare(*told.args, **told.kwargs)

        def edited(channel_id: int, message_id: int, fields: dict[str, Any]) -> Any:
            said = {"content": self._read(fields["content"])} if "content" in fields else {}
            return edit(channel_id, message_id, fields | said)

        self.backend.prepare_message, self.backend.edit_message = prepared, edited  # type: ignore[method-assign]

    def _read(self, content: str | None) -> str | None:
        if content and unbroken(content) != content:
            self.torn.append(content)
        return content and _TIED.sub(" ", content).replace("–\N{WORD JOINER}", "–")

    @contextmanager
    def _bot_scope(self) -> Iterator[None]:
        previous = _dpy_internals.set_webhook_adapter(self._webhook_adapter) if self._webhook_adapter else None
        try:
            yield
        finally:
            if self._webhook_adapter:
                _dpy_internals.reset_webhook_adapter(previous)

    def _begin_operation(self, label: str) -> None:
        """People may act while the bot works."""

    def _end_operation(self) -> None:
        """See above."""

    async def _settle_internal(self, **_: Any) -> None:
        bot = self.bot
        await asyncio.sleep(0)
        while not bot.is_ready():
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await bot.services.idle(_PATIENT)
        working = {task for task in asyncio.all_tasks() if task.get_name() in _WORKING} - self.held
        if working:
            await asyncio.wait(working, timeout=_PATIENT)
        await asyncio.sleep(0)


@asynccontextmanager
async def one_bot(people: Sequence[str] = ("Ann", "Bob", "Cyd")) -> AsyncIterator[OneBot]:
    """A bot in a channel. However slow the machine is, answers are those of a quick one: nothing is promised first."""
    server = fakeredis.FakeServer()
    client = make_bot(server)
    env = RealTime(client, shard_count=1)
    made = OneBot(env, client, server, people)
    await env.start()
    try:
        with patch.multiple(router, _IN_TIME=_PATIENT, _AT_LAST=_PATIENT):
            yield made
        assert env.torn == [], "a number is torn from what it counts, or a score in two"
    finally:
        await env.shutdown()

"""One game with faults, from its seed: what people do, what they are told, and what must then be true."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import fakeredis
from simcord._clock import Clock
from simcord.backend.models import Message
from simcord.results import ResponseMessage

from bot.app import Bot
from bot.chouette import Session
from bot.core.actions import Action, Seat
from bot.core.clock import is_entry
from bot.settings import Settings
from bot.store import Store, StoreError, keys
from bot.tables import games
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import TableRepository
from bot.tables.table import Stage, Table
from tests.play.bot import OneBot, RealTime, own, walk
from tests.play.spots import direct

from .alone import engine_of
from .answers import Told, told
from .checks import check_board
from .comings import Comings, beat
from .faults import Faults, Killed, Line
from .opening import PEOPLE
from .players import OLD, Wish, people_of, wish
from .tries import Try, account

_EPHEMERAL = 1 << 6
#: Where simcord's time begins.
_SIMULATED = Clock().now().timestamp()
#: Actions after which a table that is still being played can no longer be played to its end.
_ENDLESS = 400


class Game:
    """A channel with one table, and what goes wrong there."""

    def __init__(self, seed: int, *, comes: bool = False, alone: bool = False) -> None:
        """`comes`: the bot comes and goes, and tables have clocks. `alone`: Ann plays the computer, in her direct
        message with the bot.
        """
        self.seed, self.comes, self.alone = seed, comes, alone
        #: Discord's time at first, to which what passes is added: for the bot also the loop's, which may count its own,
        #: but not in what clocks measure, since nobody takes any time.
        self.started = _SIMULATED
        self.begun = self.started - asyncio.get_running_loop().time()
        self.faults = Faults(random.Random(f"{seed} weather"))
        self.chance, self.entropy = random.Random(f"{seed} people"), random.Random(f"{seed} dice")
        self.server = fakeredis.FakeServer()
        self.truth = Store(fakeredis.FakeAsyncRedis(server=self.server), "memory")
        env = RealTime(self.new_bot(), shard_count=1)
        self.bot = OneBot(env, env.bot, self.server, PEOPLE)
        #: Where it is played, and who may act there.
        self.channel, self.people = self.bot.channel.id, dict[str, Any](self.bot.people)
        if alone:
            spot = direct(self.bot, "Ann")
            self.channel, self.people = spot.channel.id, {"Ann": spot.named("Ann")}
        self.tell, env.backend.emit = env.backend.emit, self.deliver
        #: Whether the next interaction is delivered twice, the last one, and the ids of those that were.
        self.twice, self.delivered, self.repeated = False, None, set[str]()
        #: People's actions that are in the log, and the buttons that they have seen.
        self.accepted: list[Action] = []
        self.shown: list[tuple[int, dict[str, Any]]] = []
        self.faults.clock = self.logged
        self.sync = fakeredis.FakeRedis(server=self.server)
        self.preferences: dict[int, PersonPreferences] = {}
        self.name = ""
        #: Another table of theirs that is open all the while, and the seats of computers.
        self.other: str | None = None
        self.computers: tuple[Seat, ...] = ()
        #: How an entry of this table's log is read, once it is open.
        self.read: Callable[[bytes], Action] = games.HEADS_UP.codec.action
        #: Seconds by which the bot's clock is ahead, and by which it then looks too early at what is due.
        self.ahead = self.early = 0.0
        self.comings = Comings(self)

    @property
    def figures(self) -> Counter[str]:
        return self.faults.figures

    # What is stored

    async def table(self) -> Table:
        """The table as it is stored, whatever the bot believes."""
        assert self.name
        found = await TableRepository(self.truth).load(self.channel, self.name)
        assert found is not None
        return found

    async def entries(self) -> list[bytes]:
        return await self.truth.log(self.channel, self.name)

    def logged(self) -> int:
        """How many entries the log has at this very moment."""
        return self.sync.xlen(keys.TABLES.log(self.channel, self.name))

    async def done(self) -> list[Action]:
        """People's actions in the log; `places` tells which of its entries they are."""
        lines = list(enumerate(await self.entries()))[1:]
        actions = [(place, self.read(line)) for place, line in lines if not is_entry(line)]
        nobody = (None, *self.computers)
        self.places = [place for place, action in actions if action.by not in nobody]
        return [action for _, action in actions if action.by not in nobody]

    async def press(self, who: str, message: Any, verb: str) -> None:
        """Press a button of the message by which the table was offered."""
        custom_id = next(each["custom_id"] for each in walk(message) if each["custom_id"].split(":")[0] == verb)
        await self._through(self.people[who].click(self._seen(message), custom_id=custom_id))
        await self.rise()

    async def slash(self, who: str, command: str, **options: Any) -> Any:
        here = () if self.alone else (self.bot.channel,)
        return await self._through(self.people[who].slash(*here, command, **options))

    async def _through(self, doing: Any) -> Any:
        """What an interaction comes to. Some are delivered twice."""
        self.twice = self.chance.random() < 0.07
        return await doing

    def deliver(self, event: str, payload: Any) -> None:
        """Discord tells the bot of something; of an interaction perhaps twice."""
        self.tell(event, payload)
        if event == "INTERACTION_CREATE":
            self.delivered = payload
            if self.twice:
                self.figures["delivered twice"] += 1
                self.repeated.add(payload["id"])
                self.tell(event, payload)
            self.twice = False

    # Time

    def pass_time(self, seconds: float) -> None:
        """So much time passes, for Discord too; else nobody takes any, as far as clocks are concerned."""
        self.ahead += seconds
        self.bot.env.backend.advance_clock(seconds)

    async def look(self, early: float) -> None:
        """The bot looks at what is due within so many seconds, and says that it is well."""
        self.early = early
        try:
            await asyncio.gather(*await self.bot.services.schedule.begin(50), return_exceptions=True)
            await beat(self)
        except (StoreError, Killed):
            pass
        self.early = 0.0

    # The process

    async def rise(self) -> None:
        """Where the process has died another one takes its place, and shows what the last one has not shown."""
        harm = None
        while self.faults.dead:
            harm = self.faults.harm
            self.faults.live()
            self.bot.client = self.new_bot()
            await self.bot.env.restart_bot(self.bot.client)
            await self._rested()
            with suppress(Killed):
                await beat(self)
        if self.name and harm == self.faults.harm and not self.faults.out and (await self.table()).stage is Stage.OPEN:
            await check_board(self)
        await self._rested()

    async def _rested(self) -> None:
        await self.bot.services.computers.idle()
        await self.bot.services.presenter.companions.rest(5)

    def new_bot(self) -> Bot:
        """A bot as a new process would make it, its dice from the seed."""
        bot = Bot(Settings(token="x"), Store(Line(self.faults, self.server), "memory"))  # type: ignore[arg-type]
        services, loop = bot.services, asyncio.get_running_loop()
        services.challenges._entropy = services.lobby._entropy = self.entropy.randbytes
        for part in (services.desk, services.challenges, services.lobby, services.clock, services.presenter):
            part._now = lambda: self.begun + loop.time() + self.ahead
        if self.alone:
            services.computers.thinker, services.computers.tempo = engine_of(self.seed), 0.0
            services.computers._sleep = lambda _: asyncio.sleep(0)
        services.preferences._now = loop.time
        services.schedule._now = lambda: self.begun + loop.time() + self.ahead + self.early
        clock: Any = services.now
        clock._monotonic, clock._ahead, clock.agree = (lambda: self.begun + loop.time() + self.ahead), 0.0, _agreed
        started = self.started
        services.desk.discord._own = lambda: started + self.ahead
        bot._outages._wrong = lambda: 0 if bot.is_ready() else 1
        return bot

    # The game

    async def play(self) -> None:
        """Everybody does what he likes until the table is closed."""
        patience = self.chance.randint(5, 30)
        table = await self.table()
        self.read, self.computers = table.game.codec.action, table.computers
        for step in range(_ENDLESS):
            table = await self.table()
            harm = self.faults.harm
            if table.stage is Stage.OPEN:
                await self.comings.perhaps()
                table = await self.table()
            if table.stage is Stage.CLOSED and self.chance.random() < 0.7:
                return
            first = wish(self.chance, table, hurry=step >= patience)
            if first is None and table.stage is Stage.CLOSED:
                return
            if first is None:
                await self._gone_on(table)
                continue
            wishes = [first]
            if self.chance.random() < 0.15 and (second := wish(self.chance, table, hurry=False)):
                wishes.append(second)
            if self.chance.random() < 0.1 and (old := self._old_press(table)):
                wishes.append(old)
            await self._round(table, wishes, harm)
        raise AssertionError("the table cannot be played to its end")

    async def _gone_on(self, table: Table) -> None:
        """Wait for what nobody but the bot can do, and does as soon as it has started and its store answers."""
        for _ in range(_ENDLESS):
            await self.rise()
            if (await self.table()).version > table.version:
                return
            await asyncio.sleep(0.1)
        raise AssertionError("the table asks nobody, and the bot does not go on")

    def _old_press(self, table: Table) -> Wish | None:
        """Somebody presses a button that an earlier message showed."""
        seen = [each for each in self.shown if each[1]["custom_id"].split(":")[0] in OLD]
        if not seen:
            return None
        old = self.chance.choice(seen)
        verb, _, number = old[1]["custom_id"].split(":")[:3]
        seat = self.chance.choice(people_of(table))
        self.figures["old buttons"] += 1
        kind = OLD[verb][isinstance(table.state, Session) and len(OLD[verb]) > 1]
        return Wish(seat, kind, (verb,), int(number), old=old)

    async def _round(self, table: Table, wishes: Sequence[Wish], harm: int) -> None:
        """People act at the same time, and again if they learn nothing; then the log is looked at. `harm`: how much had
        gone wrong before the bot was away for a while, after which the board may not be shown yet.
        """
        tries: list[Try] = []
        left, done = [(wish, False) for wish in wishes], self.accepted
        while left:
            sent = await asyncio.gather(*(self._try(table, each, landed) for each, landed in left))
            tries += sent
            await self.rise()
            done = await self.done()
            new = done[len(self.accepted) :]
            left = [
                (each.wish, any(map(each.wish.is_done_by, new)))
                for each in sent
                if each.told is Told.NOTHING and self._presses_again(each, new)
            ]
            self.figures["repeated"] += len(left)
            assert len(tries) < _ENDLESS, f"nobody is ever answered: {left}"
        assert done[: len(self.accepted)] == self.accepted, "an accepted action is lost"
        new = done[len(self.accepted) :]
        account(tries, list(zip(self.places[len(self.accepted) :], new, strict=True)), self.figures)
        self.accepted += new
        self._look_around()
        if new and self.faults.harm == harm:
            await check_board(self)
        if len(new) == len(tries) == 1 and self.chance.random() < 0.1:
            await self._delivered_late()

    async def _delivered_late(self) -> None:
        """Discord repeats an interaction that was accepted: nothing comes of it."""
        self.figures["delivered late"] += 1
        self.tell("INTERACTION_CREATE", self.delivered)
        await self.bot.env.settle()
        await self.rise()
        assert await self.done() == self.accepted, "an interaction that was repeated has been done twice"

    def _presses_again(self, tried: Try, new: Sequence[Action]) -> bool:
        """A button may be pressed again whatever has become of it; before typing again people look."""
        landed = any(tried.wish.is_done_by(action) for action in new)
        return (
            not new or (not landed and tried.wish.question is None) or (tried.by_button and self.chance.random() < 0.5)
        )

    async def _try(self, table: Table, wished: Wish, landed: bool = False) -> Try:
        """Send a wish: by a button if one is shown, else by its command. What has `landed` nobody types again."""
        sent = self.logged()
        who = self._who(table, wished.seat)
        found = self._button(wished, table)
        if found and (landed or not wished.command or self.chance.random() < 0.6):
            message, component = found
            self.figures["pressed"] += 1
            result = await self._pressed(who, message, component)
        elif wished.command and not landed:
            self.figures["typed"] += 1
            result = await self.slash(who, wished.command, **wished.options)
        else:
            return Try(wished, Told.NOT_DONE, sent, sent)
        result = await self._went_on(who, result)
        learnt, words = told(result)
        assert "Something went wrong" not in words, words
        again = str(result._interaction.id) in self.repeated
        # Without words it is the board that tells, which is there when all has come to rest.
        answered = self.faults.answered.get(result._interaction.token) if words else None
        answered = self.logged() if answered is None else answered
        return Try(wished, learnt, sent, answered, words, again, by_button=found is not None)

    async def _pressed(self, who: str, message: Any, component: dict[str, Any]) -> Any:
        person, message = self.people[who], self._seen(message)
        if component["type"] == 2:
            return await self._through(person.click(message, custom_id=component["custom_id"]))
        values = [option["value"] for option in component["options"]]
        most = min(len(values), component.get("max_values", 1))
        chosen = self.chance.sample(values, self.chance.randint(1, most))
        return await self._through(person.select(message, chosen, custom_id=component["custom_id"]))

    async def _went_on(self, who: str, result: Any) -> Any:
        """Whatever else the answer asks of him he answers too: whom, and whether he is sure."""
        pressed: set[str] = set()
        while (asking := own(result)) is not None:
            asked = {each["custom_id"].split(":")[0]: each for each in walk(asking) if not each.get("disabled")}
            onward = [verb for verb in ("sure", "double", "double_to", "paid") if verb in asked]
            if not onward:
                break
            component = asked[self.chance.choice(onward)]
            result = await self._pressed(who, asking, component)
            if component["custom_id"] in pressed:  # the first answer was lost, and may have told that it is done
                self.repeated.add(str(result._interaction.id))
            pressed.add(component["custom_id"])
        return result

    def _seen(self, message: Any) -> Any:
        """A message as people have it before them."""
        return ResponseMessage(self.bot.env, message) if isinstance(message, Message) else message

    def _who(self, table: Table, seat: int) -> str:
        if seat < len(table.people.seats):
            return table.person(seat).name
        seated = {person.name for person in table.people.seats}
        return next(name for name in PEOPLE if name not in seated)

    def _button(self, wished: Wish, table: Table) -> tuple[Any, dict[str, Any]] | None:
        """A button of a wish and the message that shows it, or showed it."""
        if wished.old:
            message = self.bot.env.backend.get_message(self.channel, wished.old[0])
            if wished.old[1]["custom_id"] not in [each["custom_id"] for each in walk(message)]:
                message.components = [{"type": 1, "components": [wished.old[1]]}]  # a slow phone shows it still
            return message, wished.old[1]
        found = []
        for message in self.messages[-3:]:
            for each in walk(message):
                verb, name, number = each["custom_id"].split(":")[:3]
                if verb in wished.verbs and name == self.name and int(number) == wished.question:
                    found.append((message, each))
        return self.chance.choice(found) if found else None

    def _look_around(self) -> None:
        """People remember the buttons of the last message."""
        last = self.messages[-1]
        own = (each for each in walk(last) if each["custom_id"].split(":")[1] == self.name)
        self.shown += [(last.id, component) for component in own]

    @property
    def messages(self) -> list[Any]:
        """What the channel shows to everybody, as Discord has it stored, the oldest first."""
        stored = self.bot.env.backend.messages[self.channel].values()
        return [message for message in stored if not message.flags & _EPHEMERAL]

    @property
    def boards(self) -> list[Any]:
        """Those with a picture of this table's board."""
        return [each for each in self.messages if each.attachments and self.name in each.attachments[0]["filename"]]


async def _agreed() -> None:
    """There is no other clock."""

"""What `load` measures: tables at a simulated Discord, what is seen there, and what processes take of the machine."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from tests.discord_server import BotProcess, DiscordServer, Guild
from tests.discord_server.process import BOT
from tests.discord_server.world import Found
from tests.process.bots import READY, PlayedTable, control, verb
from tests.store.servers import Server

#: Seconds between two presses at a table: Discord takes five messages in as many from a channel.
PERIOD = 1.25
SHARDS = 2
#: Requests a second with Discord's global limit.
GLOBAL = 50
#: Tables that begin at the same time, seconds that anything may take, and after which what is over is forgotten.
_BEGINNING, LONG, _OLD = 10, 120.0, 30.0
PAINTERS = {"PAINTERS": os.environ.get("PAINTERS", "2")}
LIMITED = (sys.executable, "-m", "tests.bench.load_bot", "limited")
TICK, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


class Place(PlayedTable):
    """A table and what is measured there."""

    def start(self) -> None:
        """Nothing has been measured yet."""
        self.acknowledged: list[float] = []
        self.shown: list[float] = []
        self.news = asyncio.Event()

    @property
    def asks(self) -> int:
        """The state that is shown, if it can be pressed; else 0."""
        return self.version if self.labels else 0

    async def press(self) -> None:
        """One press, and the board to which it leads. Raises `TimeoutError` if none comes."""
        before, begun = self.asks, time.monotonic()
        doing = [asyncio.create_task(each) for each in self._doings()]
        async with asyncio.timeout(LONG):
            while self.asks <= before:
                self.news.clear()
                await self.news.wait()
        took = time.monotonic() - begun
        answers = await asyncio.gather(*doing)
        assert not any(each.failed for each in answers), answers
        self.acknowledged += [each.seconds for each in answers if each.seconds is not None]
        self.shown.append(took)

    def _doings(self) -> list[Any]:
        """What has to be done now, and by whom."""
        on = {verb(button): button.custom_id for button in self.live.buttons}
        if "next" in on:
            return [person.press(self.live, on["next"]) for person in self.people]
        if "roll" in on:
            return [self.asked().press(self.live, on["roll"])]
        return [self.asked().slash(self.channel, "move", play=self.plays[0])]

    async def play(self, first: float, end: float) -> None:
        """Press at every beat, the first one at a time of its own."""
        beat = first
        while beat < end:
            await asyncio.sleep(max(0.0, beat - time.monotonic()))
            await self.press()
            beat = max(beat + PERIOD, time.monotonic())


class Process:
    """What a process, and those it has started, have taken of the machine so far."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    @property
    def seconds(self) -> float:
        """Of processors."""
        used = (self._folder / "stat").read_text().rpartition(") ")[2].split()[11:13]
        return sum(map(int, used)) / TICK + sum(each.seconds for each in self._started)

    @property
    def memory(self) -> int:
        """Bytes that are resident."""
        own = int((self._folder / "statm").read_text().split()[1]) * _PAGE
        return own + sum(each.memory for each in self._started)

    @property
    def _started(self) -> list[Process]:
        threads = (self._folder / "task").iterdir()
        return [Process(int(pid)) for each in threads for pid in (each / "children").read_text().split()]


def _taken(*others: Process) -> list[float]:
    """Seconds of processors that this process has had so far, where Discord is, and that each of the others has."""
    return [time.process_time(), *(each.seconds for each in others)]


class Counted(list[Any]):
    """A list that only knows how long it would be."""

    def __init__(self, long: int) -> None:
        self._long = long

    def append(self, _: object) -> None:
        self._long += 1

    def __len__(self) -> int:
        return self._long


class Town:
    """A Discord, its tables, and the processes of the bot and its store."""

    def __init__(
        self,
        discord: DiscordServer,
        processes: Sequence[Process] = (),
        kind: type[Place] = Place,
        shards: Sequence[int] = range(SHARDS),
    ) -> None:
        """`processes`: the store's and the bots'; `kind` are its tables; `shards` have a server each."""
        self.discord, self.processes, self._kind = discord, processes, kind
        self.guilds = [self._guild(shard) for shard in shards]
        self.places: list[Place] = []
        self._by_channel: dict[str, Place] = {}
        self.answers: Counter[str] = Counter()
        self._told, discord.world.dispatch = discord.world.dispatch, self._tell
        discord.world.until = self._until  # type: ignore[method-assign]

    def ready(self) -> None:
        """Once the bot is there: from now on what it has heard is only counted."""
        for session in self.discord.gateway.sessions:
            session.events = Counted(len(session.events))

    def _guild(self, shard: int) -> Guild:
        """A server of a shard."""
        while (guild := self.discord.guild()).id >> 22 & 1 != shard:
            guild.leave(self.discord.bot)
            time.sleep(0.001)
        return guild

    def _tell(self, event: str, data: Any, intent: int) -> None:
        """The bot hears of what happens, and a table of what is new there."""
        self._told(event, data, intent)
        place = self._by_channel.get(data.get("channel_id", "")) if event.startswith("MESSAGE_") else None
        if place:
            place.news.set()

    async def _until(self, check: Callable[[], Found | None], timeout: float, what: Callable[[], str]) -> Found:
        """Now and then is enough: with hundreds who wait, every change would wake them all."""
        async with asyncio.timeout(max(timeout, LONG)):
            while not (found := check()):
                await asyncio.sleep(0.1)
        return found

    async def begin(self, tables: int) -> None:
        """Until there are so many."""
        while (missing := tables - len(self.places)) > 0:
            new = [self._place(len(self.places) + number) for number in range(min(missing, _BEGINNING))]
            self.places += new
            await asyncio.gather(*(self._opened(place) for place in new))
            self._forget()

    def _place(self, number: int) -> Place:
        guild = self.guilds[number % len(self.guilds)]
        place = self._kind(
            guild.channel(f"table-{number}"), [guild.member(f"{name}{number}") for name in ("Ann", "Bob")]
        )
        place.start()
        self._by_channel[str(place.channel.id)] = place
        return place

    async def _opened(self, place: Place) -> None:
        await place.people[0].slash(place.channel, "play", opponent=place.people[1], length=25)
        challenge = await place.channel.wait_for(lambda message: bool(message.buttons), LONG)
        await place.people[1].press(challenge, control(challenge, "join"))
        await place.until(lambda: place.asks, LONG)

    def _forget(self) -> None:
        """What has been said and done is counted, and no longer kept."""
        for each in self.discord.requests:
            self.answers[f"{each.by} {each.status}"] += 1
        self.discord.requests.clear()
        world, now = self.discord.world, time.monotonic()
        for token, done in list(world.interactions.items()):
            if done.finished and now - done.sent > _OLD:
                del world.interactions[token]
        for place in self.places:
            for message in place.channel.everything[:-6]:
                world.messages.pop(message.id, None)
                for attachment in message.attachments:
                    world.files.pop(attachment.id, None)
            del place.channel.everything[:-6]

    async def _forgetting(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._forget()

    async def measured(self, seconds: float) -> Stage:
        """All play for so long."""
        for place in self.places:
            place.start()
        sweeping = asyncio.create_task(self._forgetting())
        self._forget()
        self.answers.clear()
        before, begun = _taken(*self.processes), time.monotonic()
        step = PERIOD / len(self.places)
        await asyncio.gather(
            *(each.play(begun + number * step, begun + seconds) for number, each in enumerate(self.places))
        )
        took = time.monotonic() - begun
        sweeping.cancel()
        self._forget()
        used = [now - earlier for now, earlier in zip(_taken(*self.processes), before, strict=True)]
        return Stage(
            took,
            [len(place.shown) for place in self.places],
            sorted(1000 * each for place in self.places for each in place.acknowledged),
            sorted(1000 * each for place in self.places for each in place.shown),
            used,
            sum(each.memory for each in self.processes[1:]),
            self.answers.copy(),
        )


class Stage:
    """What was measured with so many tables: boards of each, milliseconds, and seconds of processors that Discord, the
    store and the bots took."""

    def __init__(
        self,
        took: float,
        each: Sequence[int],
        acknowledged: Sequence[float],
        shown: Sequence[float],
        used: Sequence[float],
        memory: int,
        answers: Counter[str],
    ) -> None:
        self.took, self.each, self.memory, self.answers = took, each, memory, answers
        self.acknowledged, self.shown = acknowledged, shown
        self.tables, self.boards = len(each), sum(each) / took
        self.discord, self.store, self.bot = used[0], sum(used[1:2]), sum(used[2:])
        self.with_token = answers["token 200"] + answers["token 204"]

    def line(self) -> str:
        """In a table."""
        boards = sum(self.each)
        acknowledged, shown = (
            f"{statistics.median(times):9.0f}{slowest(times):8.0f}" for times in (self.acknowledged, self.shown)
        )
        costs = "".join(f"{1000 * used / boards:9.1f}" for used in (self.bot, self.store, self.discord))
        return f"{self.tables:6}{self.boards:9.1f}{acknowledged}{shown}{self.memory / 1e6:9.0f}{costs}"


HEAD = (
    f"{'':6}{'boards':>9}{'acknowledged, ms':>17}{'board, ms':>17}{'bot':>9}{'ms of processor a board':>27}\n"
    f"{'tables':>6}{'/s':>9}{'p50':>9}{'p99':>8}{'p50':>9}{'p99':>8}{'MB':>9}{'bot':>9}{'store':>9}{'Discord':>9}"
)


def slowest(times: Sequence[float]) -> float:
    """What all but one in a hundred are faster than."""
    return times[max(0, -(-len(times) * 99 // 100) - 1)]


def processes_of(server: Server, bots: Sequence[BotProcess]) -> list[Process]:
    """The store's process, and the bots'."""
    return [Process(int(server.ask("INFO", "server")["process_id"])), *(Process(bot.pid) for bot in bots)]


@contextmanager
def store(folder: Path) -> Iterator[Server]:
    with Server(folder, "--appendonly", "yes", "--appendfsync", "always") as server:
        yield server


@asynccontextmanager
async def running_town(
    processes: int, folder: Path, *, limited: bool = False, kind: type[Place] = Place
) -> AsyncIterator[Town]:
    """A town with tables of this kind, whose bot is so many processes; `limited`: with Discord's global limit."""
    ids = ["0,1"] if processes == 1 else ["0", "1"]
    with store(folder / f"{processes}{limited}{kind.__name__}") as server:
        async with DiscordServer(limits=True) as discord:
            discord.world.response_seconds = LONG
            discord.traffic.global_limit = GLOBAL if limited else None
            env = {"REDIS_URL": server.url, "SHARD_COUNT": str(SHARDS), "LOG_LEVEL": "INFO"} | PAINTERS
            command = LIMITED if limited else BOT
            bots = [discord.bot_process(env | {"SHARD_IDS": each}, data_dir=folder, command=command) for each in ids]
            town = Town(discord, kind=kind)
            try:
                for bot in bots:
                    await bot.start()
                    await bot.says(READY, LONG)
                town.ready()
                town.processes = processes_of(server, bots)
                yield town
            finally:
                for bot in bots:
                    await bot.terminate(30)

"""Bots as processes at a simulated Discord, and a table as the people in its channel see it: they read its live
message, press its buttons and type commands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import redis
from msgspec.structs import replace

from bot.backgammon import log
from bot.backgammon.actions import AnyAction
from bot.screens.custom_ids import Press
from bot.store import EmbeddedServer, Store, open_store
from bot.tables.repository import TableRepository
from bot.tables.table import Screen, Table
from tests.discord_server import (
    BotProcess,
    Button,
    Channel,
    DiscordServer,
    Guild,
    Interaction,
    Message,
    Person,
    Request,
    Select,
)
from tests.discord_server.process import BOT
from tests.seen_board import SeenBoard, seen_board

_PICTURE = re.compile(r"(\w+)-(\d+)\.png")
#: The verb of the button that every board has.
MORE = "more"

#: What the bot says of a store that had no time; whoever pressed has been told to press again.
BUSY = "does not answer within"

#: Seconds a person waits for an answer. Discord waits three, which a busy machine may take; `bench` measures them.
PATIENCE = 20.0

#: What the bot says once it has shown what was not shown when it last ended.
READY = "ready as"

Look = tuple[int, str, tuple[str | None, ...]]


@dataclass(eq=False)
class PlayedTable:
    """A channel and the people who play there: the first has challenged, the second accepts."""

    channel: Channel
    people: Sequence[Person]
    table: str = ""
    refused: list[Interaction] = field(default_factory=list)

    # What there is to see

    @property
    def boards(self) -> list[Message]:
        """All messages with a picture, the oldest first."""
        return [message for message in self.channel.messages if message.attachments]

    @property
    def live(self) -> Message:
        return self.boards[-1]

    @property
    def look(self) -> Look:
        """What there is to see of the live message."""
        if not self.boards:
            return 0, "", ()
        live = self.live
        return live.id, live.content, tuple(button.custom_id for button in live.buttons)

    @property
    def labels(self) -> list[str]:
        """What can be pressed, without More."""
        if not self.boards:
            return []
        return [each.label for each in self.live.buttons if not each.disabled and verb(each) != MORE]

    @property
    def version(self) -> int:
        """The state that the live message shows, by its picture's name; 0 without one."""
        found = _PICTURE.fullmatch(self.live.attachments[0].filename) if self.boards else None
        return int(found[2]) if found else 0

    @property
    def seen(self) -> SeenBoard:
        """The board that the live message shows."""
        return seen_board(self.live.attachments[0].description)

    @property
    def plays(self) -> list[str]:
        """The legal plays of the roll on the board."""
        return self.seen.plays

    def asked(self, word: str = "") -> Person:
        """Who is mentioned first in the last line (with this word in it) that asks somebody."""
        lines = [line for line in self.live.content.splitlines() if "<@" in line and word in line]
        found = re.search(r"<@(\d+)>", lines[-1])
        assert found
        return next(person for person in self.people if person.id == int(found[1]))

    def other(self, person: Person) -> Person:
        return self.people[1] if person is self.people[0] else self.people[0]

    async def until(self, check: Callable[[], object], timeout: float = 60) -> None:
        """Wait for something to be seen."""
        await self.channel.world.until(
            lambda: bool(check()), timeout, lambda: f"something in {self.channel.name}: {self.channel.messages[-3:]}"
        )

    # What people do

    async def challenge(self, **rules: object) -> Message:
        """The first challenges the second."""
        return await posted(self.people[0].slash(self.channel, "play", opponent=self.people[1], **rules))

    async def begin(self, **rules: object) -> None:
        """Challenge, accept, and see the first board."""
        challenge = await self.challenge(**rules)
        await self.shown(self.people[1].press(challenge, control(challenge, "join")))

    async def shown(self, doing: Awaitable[Interaction]) -> Interaction:
        """Do something that is accepted, and see what it leads to: a board that asks something or is the last."""
        before = self.look
        answer = await doing
        assert not answer.failed, answer
        await self.until(lambda: self.look != before and self.labels)
        return answer

    async def confirmed(self, person: Person, label: str) -> Interaction:
        """Press what asks once more, and confirm."""
        answer = await person.press(self.live, label)
        assert answer.ephemeral and answer.message, answer
        return await person.press(answer.message, "Confirm")


@dataclass(eq=False)
class Bots:
    """A Discord, one server there, the bot's process, which others may follow, and where it keeps what it knows."""

    discord: DiscordServer
    guild: Guild
    process: BotProcess
    data: Path
    made: int = 0

    def table(self) -> PlayedTable:
        """A new channel with two new people."""
        self.made += 1
        people = [self.guild.member(f"{name}{self.made}") for name in ("Ann", "Bob")]
        return PlayedTable(self.guild.channel(f"table-{self.made}"), people)

    @property
    def answers(self) -> list[Interaction]:
        """Everything people have done so far, with its answers."""
        return list(self.discord.world.interactions.values())

    def nonces(self, played: PlayedTable) -> list[str]:
        """The nonces with which boards were posted in a channel, a board that was posted again with its own again."""
        posts = self.discord.calls("POST", rf"^/channels/{played.channel.id}/messages$")
        return [post.data["nonce"] for post in posts if _shows_board(post)]

    async def restart(self, **more: str) -> None:
        """Another process goes on, with more in its environment, and has looked at what the last one left undone."""
        before = self.process.stderr.count(READY)
        await self.process.start(**more)
        await self.process.ready()
        await self.discord.world.until(
            lambda: self.process.stderr.count(READY) > before, 20, lambda: self.process.stderr
        )

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The store of the running bot."""
        store = await Store.connect(EmbeddedServer(self.data).url)
        try:
            yield store
        finally:
            with suppress(redis.TimeoutError):  # on a busy machine: what was to be read has been read
                await store.close()

    async def stored(self, played: PlayedTable) -> Table | None:
        """The table of a channel as the running bot has stored it: the one that is open, or the last of its people.

        Without the note of what the channel has been shown, which follows a little later.
        """
        async with self.store() as store:
            table = await _table_of(store, played)
        return None if table is None else replace(table, screen=Screen())

    def check_sound(self, *, crowded: bool = False) -> None:
        """Nobody has read "This interaction failed", and the bot is well."""
        assert [answer for answer in self.answers if answer.failed] == []
        self.check_well(crowded=crowded)

    def check_well(self, *, crowded: bool = False) -> None:
        """Nothing was asked of Discord that it does not have, no error is in the log.

        `crowded`: more was asked of the store at once than some machine may do in time.
        """
        assert [request for request in self.discord.requests if request.unmodelled] == []
        errors = [line for line in self.process.stderr.splitlines() if " ERROR " in line]
        assert [line for line in errors if not (crowded and BUSY in line)] == [], self.process.stderr
        assert "Traceback" not in self.process.stderr, self.process.stderr


@asynccontextmanager
async def running_bots(
    data: Path, command: Sequence[str] = BOT, env: Mapping[str, str] | None = None
) -> AsyncIterator[Bots]:
    """A bot that is ready, run by this command, with more in its environment."""
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guild = discord.guild()
        async with discord.bot_process(env, data_dir=data, command=command) as process:
            await process.ready()
            yield Bots(discord, guild, process, data)


async def posted(doing: Awaitable[Interaction]) -> Message:
    """What a command posts for everybody, as its answer or as a message of its own."""
    answer = await doing
    there = answer.message
    if there is None or answer.ephemeral:
        assert there is None or there.deleted, answer
        return await answer.channel.wait_for(lambda message: message.id > answer.id and message.buttons)
    return there


async def kept(data: Path, tables: Sequence[PlayedTable]) -> list[tuple[Table, list[bytes], list[AnyAction]]]:
    """What the data directory of an ended bot holds of tables: the table, its log, and the actions therein."""
    store = await open_store(None, data)
    try:
        found = []
        for played in tables:
            table = await _table_of(store, played)
            assert table is not None
            entries = await store.log(table.channel, table.id)
            found.append((table, entries, [log.decode_action(entry) for entry in entries[1:]]))
        return found
    finally:
        await store.close()


async def _table_of(store: Store, played: PlayedTable) -> Table | None:
    repository = TableRepository(store)
    channel = played.channel.id
    if held := await repository.held(channel):
        return held
    names = await store.tables_of(played.people[0].id)
    return await repository.load(channel, played.table or names[0]) if names or played.table else None


def _shows_board(post: Request) -> bool:
    return any(_PICTURE.fullmatch(name) for name, _ in post.files.values())


def left_nothing(answer: Interaction) -> bool:
    """Whether what a command was answered with has been taken away again: all see what it has done."""
    return bool(answer.original and answer.original.deleted and not answer.followups)


def verb(control: Button | Select) -> str:
    """What somebody does with it, whatever is written on it."""
    press = Press.parse(control.custom_id or "")
    return press.verb if press else ""


def control(message: Message, name: str) -> str:
    """The custom id of the one button or list of a message that has this verb, or this beside its verb."""
    ids = [each.custom_id or "" for each in (*message.buttons, *message.selects)]
    (found,) = (str(press) for press in map(Press.parse, ids) if press and name in (press.verb, press.extra))
    return found


async def all_of(doings: Sequence[Awaitable[Interaction]]) -> list[Interaction]:
    """Everything at the same moment."""
    return list(await asyncio.gather(*doings))


async def in_thread(bots: Bots) -> PlayedTable:
    """A game in a thread of its own."""
    played = bots.table()
    await played.people[0].slash(played.channel, "play", opponent=played.people[1], thread=True)
    await bots.discord.world.until(lambda: bots.discord.threads(played.channel), 20, lambda: "a thread")
    (thread,) = bots.discord.threads(played.channel)
    inner = PlayedTable(thread, played.people)
    challenge = await thread.wait_for(lambda message: message.buttons)
    await inner.shown(inner.people[1].press(challenge, "Accept challenge"))
    return inner

"""The tables of one channel with a clock that only tests move, drawn bytes that are always the same, and a store whose
saves are counted."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

import fakeredis
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.backgammon import Match, Phase, Refused, Rules, log
from bot.backgammon.actions import AnyAction
from bot.core.intent import Intent
from bot.store import Saved, Store
from bot.tables import intents
from bot.tables.challenges import Challenges
from bot.tables.clock import Clock
from bot.tables.desk import Desk
from bot.tables.preferences import PersonPreferences, Preferences
from bot.tables.repository import Outcome, TableRepository
from bot.tables.schedule import TABLE, Schedule
from bot.tables.standings import Ladders
from bot.tables.table import Person, Screen, Table

GUILD, CHANNEL = 7_000, 8_000
ANN, BOB, CYD = Person(9_001_001, "Ann"), Person(9_001_002, "Bob"), Person(9_001_003, "Cyd")
#: 14 November 2026, 12:00 in UTC.
NOON = 1_794_657_600.0
HOUR = 3600.0


class CountingStore(Store):
    """A store that remembers what it was asked to save, and lets others save first when a test says so."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, "the test")
        self.saved: list[list[bytes]] = []
        self.faster: list[Any] = []

    async def save(self, channel: int, table: str, expected: int, *rest: Any, **options: Any) -> Saved:
        if self.faster:
            await self.faster.pop(0)()
        answer = await super().save(channel, table, expected, *rest, **options)
        if answer is Saved.DONE:
            self.saved.append(list(rest[1]) if len(rest) > 1 else [])
        return answer


class Tables:
    """What the bot's process holds, on a store that outlives it."""

    def __init__(self, server: fakeredis.FakeServer | None = None, client: Redis | None = None) -> None:
        """`client`: of a real server, where a test needs one."""
        self.server = server or fakeredis.FakeServer()
        self.time = NOON
        self.drawn = 0
        self.receipts = 0
        self.store = CountingStore(client or fakeredis.FakeAsyncRedis(server=self.server))
        self.repository = TableRepository(self.store)
        self.preferences = Preferences(self.store)
        self.gone: set[int] = set()
        self.looked_for: list[set[int]] = []
        self.desk = Desk(self.repository, self.preferences, lambda: self.time, self.who_is_gone)
        self.ladders = Ladders(self.store, self.preferences)
        self.challenges = Challenges(
            self.store,
            self.repository,
            self.preferences,
            self.desk,
            self.ladders,
            lambda: self.time,
            lambda count: self.entropy(count),
        )
        self.clock = Clock(self.store, self.repository, self.preferences, self.desk, self.challenges, lambda: self.time)

    def entropy(self, count: int) -> bytes:
        """Bytes that look drawn."""
        self.drawn += 1
        return hashlib.sha256(b"%d" % self.drawn).digest()[:count]

    async def who_is_gone(self, guild: int, users: Collection[int]) -> Collection[int]:
        """Those of `gone`; `looked_for` tells who was asked about."""
        assert guild == GUILD
        self.looked_for.append(set(users))
        return self.gone & set(users)

    def receipt(self) -> str:
        """One for each interaction."""
        self.receipts += 1
        return f"i{self.receipts}"

    async def challenge(self, rules: Rules | None = None, host: Person = ANN, other: Person | None = BOB) -> Table:
        return await self.challenges.make(GUILD, CHANNEL, host, other, rules or Rules(), self.receipt())

    async def begin(self, rules: Rules | None = None) -> Table:
        """Ann has challenged Bob, who has accepted."""
        made = await self.challenge(rules)
        return (await self.challenges.accept(CHANNEL, made.id, BOB, self.receipt())).table

    async def act(self, person: Person, intent: Intent, *, receipt: str | None = None, **where: Any) -> Outcome:
        return await self.desk.act(CHANNEL, person, intent, receipt=receipt or self.receipt(), **where)

    async def table(self) -> Table:
        """The one that the channel holds."""
        return await self.desk.table(CHANNEL)

    async def match(self) -> Match:
        match = (await self.table()).state
        assert isinstance(match, Match)
        return match

    async def log(self, table: Table) -> list[AnyAction]:
        """The actions of its log."""
        return [log.decode_action(entry) for entry in (await self.store.log(CHANNEL, table.id))[1:]]

    async def until(self, phase: Phase) -> Match:
        """Whoever is asked rolls, or makes the first legal play, until the game waits for something of this kind."""
        while (match := await self.match()).game.phase is not phase:
            seat = match.game.decider
            assert seat is not None, "the game is over"
            person = (await self.table()).person(seat)
            if match.game.phase is Phase.PLAY:
                await self.act(person, intents.move(str(match.game.plays(match.rules)[0])))
            else:
                await self.act(person, intents.roll())
        return match

    async def asked(self, match: Match | None = None) -> Person:
        """Whom the game waits for."""
        match = match or await self.match()
        assert match.game.decider is not None
        return (await self.table()).person(match.game.decider)

    async def prefer(self, person: Person, **preferences: Any) -> None:
        await self.preferences.keep_person(person.user, PersonPreferences(**preferences))

    async def screen(self, **what: Any) -> None:
        """Pretend that the channel has been shown so much."""
        await self.repository.shown(await self.table(), Screen(**what))

    async def show(self, channel: int, table: str) -> None:
        """The channel is shown what people have done."""
        with suppress(Refused):
            found = await self.repository.load(channel, table)
            if found and found.unshown:
                await self.repository.shown(found, replace(found.screen, message=1, shown=found.version))

    async def tick(self) -> tuple[list[Table], list[Table]]:
        """The clock looks once: tables it changed, and those to be reminded of."""
        changed: list[Table] = []
        reminded: list[Table] = []

        async def change(table: Table) -> None:
            changed.append(table)

        async def remind(table: Table) -> None:
            reminded.append(table)
            screen = table.screen
            await self.repository.shown(
                table, Screen(message=1, posted_at=self.time, shown=table.version, reminders=screen.reminders + 1)
            )

        async def look(channel: int, table: str) -> float | None:
            await self.show(channel, table)
            return await self.clock.look(channel, table, change, remind)

        schedule = Schedule(self.store, lambda: self.time)
        schedule.handle(TABLE, look)
        await asyncio.gather(*await schedule.begin(50))
        return changed, reminded

    async def due(self, kind: str = TABLE) -> list[str]:
        """What of a kind is due some time, soonest first."""
        return list(await self.store.due.times(kind))


def other(person: Person, people: Sequence[Person] = (ANN, BOB)) -> Person:
    """The other one of two."""
    return next(each for each in people if each != person)

"""A night in a channel, with the threads of its tables: its people by name, and every score recounted."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from bot.chouette import Session
from bot.chouette.history import Finished
from bot.core.actions import Seat
from bot.league.night import folded
from bot.league.night_entries import At, read_entry
from bot.league.night_standings import standing
from bot.tables.held_night import HeldNight
from bot.tables.table import Stage, Table

from .bot import OneBot, one_bot, private, said, walk
from .chouette import OneChouette

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea")


class _AtTable(OneChouette):
    """The people at one table of a night, whose thread is the channel."""

    def __init__(self, bot: OneBot, night: OneNight) -> None:
        super().__init__(bot)
        self.night = night

    async def table(self) -> Table:
        held = await self.night.held()
        (at,) = [at for at, each in held.tables.items() if each.channel == self.bot.channel.id]
        return await self.night.table(at)


class OneNight:
    """Drives a night by what its people see and press. Ann may manage the server."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot
        self.place = bot.channel

    async def open(self, *people: str, **options: Any) -> str:
        """Ann opens a night, and these people join; what Ann was answered."""
        answer = await self.bot.slash("Ann", "league night", name="Thursday", **options)
        for person in people:
            await self.press(person, "Join")
        await self.look()
        return answer

    @property
    def shown(self) -> Any:
        """The message of the night, with its buttons."""
        messages = [each for each in self.place.history() if "🌙 **" in each.content and walk(each)]
        return messages[-1]

    @property
    def labels(self) -> list[str]:
        return [each["label"] for each in walk(self.shown)]

    @property
    def lines(self) -> list[str]:
        return self.shown.content.splitlines()

    async def press(self, who: str, label: str) -> str:
        return said(await self.bot.press(who, label, self.shown))

    async def draw(self) -> None:
        await self.press("Ann", "Draw")

    async def look(self) -> None:
        """The night's clock looks, with enough time passed for an edit."""
        self.bot.later(20)
        await self.bot.tick()
        held = await self.held()
        await self.bot.services.nights.clock.look(held.guild, held.id)

    async def held(self) -> HeldNight:
        nights = self.bot.services.nights.log
        name = next(iter(await nights.listed(self.bot.guild.id)))
        return await nights.find(self.bot.guild.id, name)

    async def name(self, seat: Seat) -> str:
        return (await self.held()).person(seat).name

    async def tables(self) -> list[list[str]]:
        """Who belongs to each table of the round."""
        held = await self.held()
        return [[held.person(seat).name for seat in held.evening.there(table.at)] for table in held.evening.current]

    @contextmanager
    def thread(self, channel: int) -> Iterator[OneChouette]:
        """People act in the thread of a table."""
        before = self.bot.channel
        self.bot.channel = next(each for each in [*self.place.threads, self.place] if each.id == channel)
        try:
            yield _AtTable(self.bot, self)
        finally:
            self.bot.channel = before

    async def table(self, at: At) -> Table:
        held = await self.held()
        found = await self.bot.services.nights.tables.table_of(held, at)
        assert found is not None
        return found

    async def session(self, at: At) -> Session:
        state = (await self.table(at)).state
        assert isinstance(state, Session)
        return state

    async def play(self, at: At, *, box_wins: bool = False, kind: str = "single") -> None:
        """A game is played at a table: its box resigns to all, or all to it; the next one begins first if it has to."""
        with self.thread((await self.table(at)).channel) as chouette:
            if (await self.session(at)).over:
                await chouette.next()
            await (chouette.team_resigns if box_wins else chouette.resign_all)(kind)
        await self.look()

    async def check(self) -> Counter[str]:
        """Every score, folded anew from the logs of the sessions, is that of the night; the score by name."""
        held = await self.held()
        log = await self.bot.services.store.leagues.log(held.guild, held.id)
        assert folded([read_entry(entry) for entry in log]) == held.evening
        points: Counter[str] = Counter()
        for at in held.tables:
            table = await self.bot.services.nights.tables.table_of(held, at)
            assert table is not None and table.state is not None
            final = table.state.final
            for game in await self.bot.services.repository.games(table):
                if isinstance(game, Finished) and not game.game.void and game.number <= final:
                    for row in game.rows:
                        points[table.person(row.payee).name] += row.points
                        points[table.person(row.payer).name] -= row.points
        counted = {held.person(seat).name: each for seat, each in enumerate(held.evening.points) if each}
        assert {name: each for name, each in points.items() if each} == counted
        assert sum(points.values()) == 0
        return points

    async def places(self) -> list[tuple[int, str]]:
        held = await self.held()
        return [(line.place, held.person(line.seat).name) for line in standing(held.evening)]

    async def seated(self, at: At) -> set[str]:
        """Who sits at a table, as its session says."""
        table, session = await self.table(at), await self.session(at)
        return {each.name for seat, each in enumerate(table.people.seats) if session.is_seated(seat)}

    async def closed(self, at: At) -> bool:
        return (await self.table(at)).stage is Stage.CLOSED


@asynccontextmanager
async def evening(people: Sequence[str] = NAMES) -> AsyncIterator[OneNight]:
    async with one_bot(people[1:]) as bot:
        bot.hire(people[0], manage_guild=True, manage_messages=True, send_messages=True)
        yield OneNight(bot)
        bot.env.raise_errors()


__all__ = ["NAMES", "OneNight", "evening", "private", "said"]

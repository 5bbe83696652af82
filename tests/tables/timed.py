"""A table with a clock, whose boards are shown and whose people press at moments that a test says."""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import Match, Phase, Rules
from bot.core.clock import Clock, Live, Pace
from bot.core.intent import Intent
from bot.core.pace import MINUTE, SECOND
from bot.tables import intents
from bot.tables.table import Table

from .tables import ANN, BOB, CHANNEL, GUILD, NOON, Tables

LIVE = Live(reserve=2 * MINUTE, delay=15 * SECOND)
SEVEN, MONEY = Rules(length=7), Rules()


def at(seconds: float) -> int:
    return round((NOON + seconds) * 1000)


class Timed:
    """A table with a clock. Boards are shown and people press at moments that are given in seconds after noon."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def begin(self, pace: Pace, rules: Rules) -> None:
        make = self.tables.challenges.make
        made = await make(GUILD, CHANNEL, ANN, BOB, rules, self.tables.receipt(), pace=pace)
        await self.tables.challenges.accept(CHANNEL, made.id, BOB, self.tables.receipt())

    async def shown(self, seconds: float) -> None:
        """The board can be seen."""
        self.tables.time = NOON + seconds
        table = await self.tables.table()
        screen = replace(table.screen, shown=table.version, message=1, posted_at=self.tables.time)
        await self.tables.repository.shown(table, screen, at(seconds))
        await self.tables.clock.watch(await self.tables.table())

    async def pressed(self, seconds: float, *, arrives: float | None = None, by: Intent | None = None) -> Match:
        """Who must act does: rolls, or makes the first legal play."""
        self.tables.time = NOON + (seconds if arrives is None else arrives)
        match = await self.tables.match()
        playing = match.game.phase is Phase.PLAY
        intent = by or (intents.move(str(match.game.plays(match.rules)[0])) if playing else intents.roll())
        await self.tables.act(await self.tables.asked(match), intent, pressed_at=at(seconds))
        return await self.tables.match()

    async def clock(self) -> Clock:
        clock = (await self.tables.table()).clock
        assert clock is not None
        return clock

    async def left(self, seconds: float) -> list[int | None]:
        """What both have, in seconds."""
        clock = await self.clock()
        return [None if (left := clock.left(side, at(seconds))) is None else left // SECOND for side in (0, 1)]

    async def tick(self, seconds: float) -> tuple[list[Table], list[Table]]:
        self.tables.time = NOON + seconds
        return await self.tables.tick()

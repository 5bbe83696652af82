"""The bot is killed at a table with a clock, and is back after a while: nobody has lost any of it.

Nobody waits for that while: Discord's clock is moved, and that of the process that comes after.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from bot.core.clock import Away, Clock, Entry, Pressed, decode_entry, is_entry
from bot.core.pace import HOUR, SECOND
from bot.tables.outages import LONG
from bot.tables.table import Stage, Table
from tests.process.bots import Bots, PlayedTable, running_bots

LATER = (sys.executable, "-m", "tests.known_dice", "tests.process.later_bot")
LIVE, HOURS = "2 min + 15 s", "1 h + 0 h"


@dataclass
class Outage:
    """A match whose clock runs, and a bot that is killed there."""

    bots: Bots
    played: PlayedTable
    before: Table
    later: int = 0
    killed: int = 0

    async def lasts(self, seconds: int) -> None:
        """The process is killed, and another one goes on so many seconds later."""
        world = self.bots.discord.world
        await self.bots.process.kill()
        self.killed = round(world.now() * SECOND)
        world.advance(seconds)
        self.later += seconds
        await self.bots.restart(LATER=str(self.later))

    async def table(self) -> Table:
        table = await self.bots.stored(self.played)
        assert table is not None
        return table

    async def entries(self) -> list[Entry]:
        """What the log says of time."""
        async with self.bots.store() as store:
            lines = await store.log(self.before.channel, self.before.id)
        return [decode_entry(line) for line in lines if is_entry(line)]

    async def entered(self) -> Away:
        """What was missed, once that is in the log."""
        async with asyncio.timeout(60):
            while True:
                found = [each for each in await self.entries() if isinstance(each, Away)]
                if found:
                    (away,) = found
                    return away
                await asyncio.sleep(0.05)


async def begun(bots: Bots, pace: str) -> Outage:
    """The clock of a match runs, and the bot has noted since that all is well."""
    played = bots.table()
    await played.begin(length=3, pace=pace)
    async with asyncio.timeout(60), bots.store() as store:
        while True:
            table = await bots.stored(played)
            signs = [msgspec.json.decode(said)[0] for said in (await store.serving.noted()).values()]
            since = table.clock.since if table is not None and table.clock else None
            if table is not None and since is not None and any(at > since for at in signs):
                return Outage(bots, played, table)
            await asyncio.sleep(0.05)


def have(clock: Clock, at: int) -> tuple[int, ...]:
    """What both sides have: of the stretch and of their reserves."""
    reserves = [clock.left(side, at) for side in (0, 1)]
    assert None not in reserves
    return (clock.free_left(at), *(each or 0 for each in reserves))


@pytest.mark.parametrize(("pace", "seconds"), [(LIVE, 40), (HOURS, 40), (LIVE, 3600), (HOURS, 7200)])
async def test_after_a_kill_both_have_what_they_had(tmp_path: Path, pace: str, seconds: int) -> None:
    """Also where the flag would have fallen meanwhile."""
    async with running_bots(tmp_path, LATER) as bots:
        outage = await begun(bots, pace)
        played, clock = outage.played, outage.before.clock
        assert clock is not None
        await outage.lasts(seconds)
        away = await outage.entered()
        assert away.until is not None and away.start <= outage.killed
        assert away.until - away.start >= seconds * SECOND
        # Until the bot was missed its clock ran, and from then on it runs again.
        entries = await outage.entries()
        folded = Clock.of(clock.pace, [each for each in entries if not isinstance(each, Pressed)])
        assert have(folded, away.until) == have(clock, away.start)
        table = await outage.table()
        assert table.stage is Stage.OPEN and table.clock == Clock.of(clock.pace, await outage.entries())
        rests = pace == LIVE and away.until - away.start > LONG
        if rests:
            await played.until(lambda: "Ready" in played.labels)
            for person in played.people:
                await played.shown(person.press(played.live, "Ready"))
        assert not (await played.asked().slash(played.channel, "move", play=played.plays[0])).failed
        after = await outage.table()
        assert after.state is not None and table.state is not None and after.state.question > table.state.question
        assert sum(isinstance(each, Away) for each in await outage.entries()) == 1
        bots.check_sound()


async def test_after_an_outage_by_hours_nobody_is_asked_again(tmp_path: Path) -> None:
    async with running_bots(tmp_path, LATER) as bots:
        outage = await begun(bots, HOURS)
        boards, clock = len(outage.played.boards), outage.before.clock
        assert clock is not None and clock.falls is not None
        await outage.lasts(HOUR // SECOND // 2)
        await outage.entered()
        table = await outage.table()
        later = table.clock
        await outage.played.until(lambda: outage.played.version == table.version)
        assert later is not None and later.falls is not None and later.falls - clock.falls >= HOUR // 2
        assert len(outage.played.boards) == boards

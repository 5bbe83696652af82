"""The bot is removed from its server in the middle of a game, or killed, and is back after a while.

That while is no time of anybody at the table: of what a clock has nothing may be spent.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.core.clock import Away, Clock, Days, decode_entry, is_entry
from bot.store import StoreError
from bot.tables.table import Stage
from tests.play.away import Removal

if TYPE_CHECKING:
    from .game import Game

#: What a table may have agreed on; days also for money.
_PACES = ("2 min", "1 min + 10 s", "48 h + 12 h", "24 h", "2 days")
_DAYS = "2 days"
#: For how long the bot is away, in seconds: less than four are not missed, and in all it may be for less than thirty
#: days.
_WHILES = (5, 30, 90, 3600, 86_400, 28 * 86_400)
_ENDLESS = 400


class Comings:
    """What becomes of a game's bot, out of a source of chance of its own."""

    def __init__(self, game: Game) -> None:
        self._game, self._chance = game, random.Random(f"{game.seed} server")
        self._often = self._chance.choice((0.0, 0.1, 0.25))

    def pace(self, length: int) -> str:
        """What a table agrees on; empty for no clock."""
        if self._chance.random() < 0.25:
            return ""
        return self._chance.choice([each for each in _PACES if length or each in (_DAYS, "2 min")])

    async def perhaps(self) -> None:
        """The bot is gone for a while, or not."""
        if self._chance.random() >= self._often:
            return
        if self._chance.random() < 0.3:
            await self._killed()
        else:
            await self._removed()

    async def _killed(self) -> None:
        """The process ends, and the next one begins after a while."""
        self._game.figures["away: killed"] += 1
        self._game.faults.dead = True
        self._game.pass_time(self._chance.choice(_WHILES))
        await self._game.rise()

    async def _removed(self) -> None:
        """The bot is removed, or its server has an outage; it may miss one or the other, or both."""
        game, chance = self._game, self._chance
        guild = game.bot.guild.id
        game.figures["away: removed"] += 1
        before, removal = await game.table(), Removal(game.bot)
        if chance.random() < 0.2:
            game.faults.dead = True
        game.faults.out = True
        removal.out(unavailable=chance.random() < 0.3)
        await self._until(lambda absence: absence is not None, guild)
        well = chance.random() < 0.7  # but for that server nothing is missed
        for seconds in chance.sample(_WHILES, chance.randint(1, 3)):
            game.pass_time(seconds)
            if well and not game.faults.dead and game.bot.client._outages._last is not None:
                game.bot.client._outages._last += round(1000 * seconds)
            await game.look(0)
            if chance.random() < 0.2:
                game.faults.dead = True
                await game.rise()
        table = await game.table()
        assert table.stage is before.stage, "a table is closed while the bot is away"
        assert table.state == before.state or table.state.paused, "something happens while the bot is away"  # type: ignore[union-attr]
        if chance.random() < 0.2:
            game.faults.dead = True
        game.faults.out = False
        removal.back()
        await self._until(lambda absence: absence is None, guild)
        await game.rise()
        assert (await game.table()).stage is before.stage, "a table does not go on when the bot is back"
        assert await game.done() == game.accepted, "what people have done is not as it was"

    async def _until(self, check: object, guild: int) -> None:
        """It is stored that the bot is away, or that it is back; what was cut off is taken up again by and by."""
        assert callable(check)
        for number in range(_ENDLESS):
            await self._game.rise()
            if check(await self._game.truth.absences.find(guild)):
                return
            await self._game.look(60.0 * number)
            await asyncio.sleep(0.001)
        raise AssertionError("what has become of the server is never stored")

    async def check_clock(self) -> None:
        """What stands in the log tells what the table has: all of it, since everybody is quick."""
        game = self._game
        table = await game.table()
        lines = [line for line in await game.truth.log(game.bot.channel.id, game.name) if is_entry(line)]
        if table.clock is None:
            assert not lines
            return
        entries = [decode_entry(line) for line in lines]
        whole = Clock.of(table.about.pace, entries)  # type: ignore[arg-type]
        assert table.clock == whole, f"{table.clock} is not what the log tells: {whole}"
        full = Clock.of(table.clock.pace)
        assert table.clock.reserves == full.reserves, f"somebody has lost time: {table.clock}"
        game.figures["clocks"] += 1
        game.figures["clocks: outages"] += sum(isinstance(each, Away) for each in entries)
        game.figures["clocks: by days"] += isinstance(table.clock.pace, Days)


async def beat(game: Game) -> None:
    """The bot says that all is well, after having entered what was missed, as soon as its store answers."""
    outages, serve = game.bot.client._outages, game.bot.services.lifecycle.serve
    for _ in range(_ENDLESS):
        if game.faults.dead:
            return
        try:
            changed = await outages.beat()
        except StoreError:
            continue
        for table in changed:
            if table.stage is Stage.OPEN:
                with suppress(StoreError):  # it is shown later
                    await serve(table)
        return
    raise AssertionError("the store never takes that all is well")

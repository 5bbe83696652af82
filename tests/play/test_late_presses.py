"""Presses just before and just after the flag, however late they arrive and wherever the bot's clock stands."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Ending, Phase
from bot.core.clock import Pressed, decode_entry, is_entry
from bot.tables.table import Stage
from bot.tables.table_clock import GRACE

from .bot import OneBot, said
from .set_clock import SetClock
from .test_lifecycle import stored

TOLD = "Your time was up before you acted, so this does not count any more."
#: Milliseconds by which Discord's clock is ahead of the bot's.
apart = pytest.mark.parametrize("ahead", [-5000, 0, 5000])


class Late:
    """A live match in which somebody is to roll, and his press that is on its way."""

    def __init__(self, bot: OneBot, ahead: int) -> None:
        self.bot, self.clock = bot, SetClock(bot, ahead)
        self.who, self.falls, self.result, self.payload = "", 0, None, dict[str, Any]()

    async def begin(self, pace: str, length: int = 3) -> None:
        await self.bot.play(length=length, pace=pace)
        self.who = await self.bot.until(Phase.CUBE)
        table = await self.bot.table()
        assert table.clock is not None and table.clock.falls is not None
        self.table, self.falls = table, table.clock.falls

    async def press(self, offset: int) -> None:
        """He presses so many milliseconds after his flag, by Discord's clock."""
        await self.clock.pass_until(self.falls + offset)
        with self.clock.held() as on_the_way:
            self.result = await self.bot.people[self.who].click(self.bot.live, label="Roll")
        (self.payload,) = on_the_way

    async def arrive(self, offset: int) -> str:
        """The press reaches the bot so many milliseconds after the flag; what he is told, if Discord still takes it."""
        await self.clock.pass_until(self.falls + offset)
        await self.clock.arrives(self.payload)
        assert self.result is not None
        return said(self.result)

    async def pressed_at(self) -> list[int]:
        """When the log says that somebody pressed, from the press on its way until a flag may be saved."""
        lines = await self.bot.services.store.log(self.table.channel, self.table.id)
        entries = [decode_entry(line) for line in lines if is_entry(line)]
        pressed = [each.at - self.falls for each in entries if isinstance(each, Pressed)]
        return [at for at in pressed if -1000 <= at < GRACE]

    async def lost(self, offset: int) -> bool:
        """Whether he has lost by the clock once the bot has looked so many milliseconds after the flag."""
        await self.clock.pass_until(self.falls + offset)
        await self.bot.tick()
        table = await stored(self.bot, self.table)
        state: Any = table.state
        result = state.game.bet.result
        return result is not None and result.ending is Ending.FLAGGED


@apart
@pytest.mark.parametrize("late", [0, 1000, 2900])
@pytest.mark.parametrize("pace", ["2 min", "48 h"])
async def test_a_press_before_the_flag_counts_that_arrives_in_time(
    bot: OneBot, ahead: int, late: int, pace: str
) -> None:
    """Though the bot has looked meanwhile, up to the last moment. Its own way costs nothing."""
    play = Late(bot, ahead)
    await play.begin(pace)
    await play.press(-100)
    for moment in (0, 1000, 2799):
        assert moment >= late - 100 or not await play.lost(moment)
    assert TOLD not in await play.arrive(late - 100)
    assert (await bot.match()).game.phase is Phase.PLAY
    assert await play.pressed_at() == [-100]
    table = await bot.table()
    assert table.clock is not None and table.clock.falls == play.falls + late
    assert not await play.lost(late + GRACE - 1)
    assert await play.lost(late + GRACE)


@apart
@pytest.mark.parametrize("late", [0, 1000, 2900])
async def test_a_press_after_the_flag_counts_for_nothing_and_that_is_told(bot: OneBot, ahead: int, late: int) -> None:
    play = Late(bot, ahead)
    await play.begin("2 min")
    await play.press(100)
    assert TOLD in await play.arrive(100 + late)
    assert (await bot.match()).game.phase is Phase.CUBE and await play.pressed_at() == []
    assert late == 2900 or not await play.lost(GRACE - 1)
    assert await play.lost(GRACE)


@apart
@pytest.mark.parametrize("offset", [-100, 100])
@pytest.mark.parametrize("saved", [False, True], ids=["before the flag is saved", "after it is saved"])
async def test_a_press_that_arrives_after_the_grace_counts_for_nothing_and_the_board_tells(
    bot: OneBot, ahead: int, offset: int, saved: bool
) -> None:
    """Discord takes no answer to it any more."""
    play = Late(bot, ahead)
    await play.begin("2 min")
    await play.press(offset)
    assert not saved or await play.lost(GRACE)
    await play.arrive(offset + 3500)
    assert play.result is not None and not play.result.acknowledged
    assert await play.pressed_at() == [] and await play.lost(offset + 3500)
    assert f"**{play.who}**'s time is up." in bot.live.content
    bot.env._errors.clear()


@apart
@pytest.mark.parametrize("length", [3, 0])
async def test_who_presses_before_he_sees_that_his_flag_has_fallen_is_told_so(
    bot: OneBot, ahead: int, length: int
) -> None:
    play = Late(bot, ahead)
    await play.begin("2 min", length)
    await play.press(2900)
    assert await play.lost(GRACE)
    assert TOLD in await play.arrive(3100)
    assert await play.pressed_at() == []


@apart
async def test_the_flag_is_saved_three_seconds_after_the_time_is_up_and_no_sooner(bot: OneBot, ahead: int) -> None:
    play = Late(bot, ahead)
    await play.begin("2 min")
    for offset in (-1, 0, 1, GRACE - 1):
        assert not await play.lost(offset)
    assert await play.lost(GRACE)
    assert (await stored(bot, play.table)).stage is Stage.CLOSED


@apart
async def test_as_long_as_the_gateway_is_lost_no_flag_is_saved(bot: OneBot, ahead: int) -> None:
    """And who could not be heard is not told that his time was up."""
    play = Late(bot, ahead)
    await play.begin("2 min")
    await play.clock.pass_until(play.falls - 3000)
    outage: Any = bot.client._outages
    well, outage._wrong = outage._wrong, lambda: 1
    for moment in (0, GRACE, 10_000):
        assert not await play.lost(moment)
    outage._wrong = well
    await play.press(10_100)
    assert TOLD not in await play.arrive(10_200)
    assert await bot.asked() == play.who and (await bot.match()).game.phase is Phase.PLAY

"""A board that a press may edit: what another process has shown later stays."""

from __future__ import annotations

import fakeredis
import pytest
from msgspec.structs import replace

from bot.backgammon import Phase
from bot.store import Store
from bot.tables.repository import TableRepository

from .bot import OneBot, private


@pytest.mark.parametrize("overtaken", [True, False])
async def test_a_press_never_overwrites_a_later_board_of_another_process(bot: OneBot, overtaken: bool) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    assert private(await bot.press(who, "More"))
    table, board, words = await bot.table(), bot.live, bot.live.content
    assert bot.services.presenter.webhooks.edits(board.id)
    other = TableRepository(Store(fakeredis.FakeAsyncRedis(server=bot.server), "memory"))
    seen = await other.load(table.channel, table.id)
    assert seen is not None
    await other.shown(seen, replace(seen.screen, shown=seen.version + 2 * overtaken))
    assert private(await bot.press(who, "Roll")), "the composer"
    assert bot.live.id == board.id and (bot.live.content == words) is overtaken

"""A file with several matches is analysed match by match: seen, stopped, resumed, and not ended by a fault."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Illegal
from bot.tables import reviewing as reviewing_module
from bot.tables.personal_data import delete
from bot.tables.reviews import ReviewFault
from tests.backgammon.test_match_files import MATCH

from .bot import OneBot, options
from .test_analysis import QUARTER, alone, passes
from .test_imports import others


async def given(bot: OneBot, who: str, text: str) -> Any:
    await bot.people[who].slash(bot.channel, "analyze", file=("many.mat", text.encode()))
    return alone(bot)[-1]


async def ids(bot: OneBot, who: str = "Ann") -> list[str]:
    return await bot.services.store.imported_by(bot.people[who].id)


def of(bot: OneBot, message: Any) -> Any:
    """A message as it stands now."""
    return next(each for each in alone(bot) if each.id == message.id)


async def test_every_match_gets_its_report(bot: OneBot) -> None:
    message = await given(bot, "Ann", others(3))
    await bot.services.reviewing.idle()
    there = of(bot, message)
    assert "3 matches of this file are analysed" in there.content
    assert options(there, "review_match") == await ids(bot)
    for table in await ids(bot):
        await bot.choose("Ann", there, "review_match", table)
        assert f"Analysis of {table}\n" in alone(bot)[-1].content
    assert not await bot.services.store.reviews.asked()


async def test_the_same_file_again_is_no_second_analysis(bot: OneBot) -> None:
    await given(bot, "Ann", others(2))
    await bot.services.reviewing.idle()
    made, tables = bot.reviewer.asked, await ids(bot)
    again = await given(bot, "Ann", others(2))
    await bot.services.reviewing.idle()
    assert "2 matches of this file are analysed" in of(bot, again).content
    assert bot.reviewer.asked == made and await ids(bot) == tables


async def test_one_run_a_person_seen_and_stopped(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    message = await given(bot, "Ann", others(3))
    assert "Match 1 of 3:" in of(bot, message).content
    second = await given(bot, "Ann", others(2, 10))
    assert "I am still analysing" in second.content
    assert "Match" not in (await given(bot, "Bob", MATCH)).content
    await bot.press("Ann", "Cancel", of(bot, message))
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    there = of(bot, message)
    assert "cancelled" in there.content
    assert not await bot.services.store.reviews.asked()


async def test_it_goes_on_after_a_restart_with_the_match_it_was_at(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    message = await given(bot, "Ann", others(3))
    await bot.restart()
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    there = of(bot, message)
    assert "3 matches of this file are analysed" in there.content
    assert options(there, "review_match") == await ids(bot)
    spent = await bot.services.store.reviews.spent(bot.people["Ann"].id, bot.services.now())
    assert len(spent) == 3


async def test_a_fault_in_one_match_does_not_stop_the_others(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, tables = reviewing_module.counted_anew, list[str]()

    async def failing(store: Any, fold: Any, request: Any, table: Any) -> Any:
        tables.append(table.id)
        if len(tables) == 2:
            raise Illegal(ReviewFault.UNKNOWN_GAME)
        return await counted(store, fold, request, table)

    monkeypatch.setattr(reviewing_module, "counted_anew", failing)
    message = await given(bot, "Ann", others(3))
    await bot.services.reviewing.idle()
    there = of(bot, message)
    assert "2 matches of this file are analysed" in there.content
    assert f"Not analysed: `{tables[1]}`." in there.content
    assert options(there, "review_match") == [tables[0], tables[2]] and tables == await ids(bot)


async def test_what_is_too_much_for_today_is_left_and_the_rest_is_made(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await given(bot, "Bob", others(1))
    await bot.services.reviewing.idle()
    ((_, each),) = await bot.services.store.reviews.spent(bot.people["Bob"].id, bot.services.now())
    monkeypatch.setattr(reviewing_module, "MOST_A_DAY", 2 * each)
    message = await given(bot, "Ann", others(3))
    await bot.services.reviewing.idle()
    there = of(bot, message)
    assert "2 matches of this file are analysed" in there.content and "Not analysed: `" in there.content


async def test_with_ones_data_the_rest_of_a_run_goes(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    await given(bot, "Ann", others(3))
    services, ann = bot.services, bot.people["Ann"].id
    await delete(services.store, services.repository, services.preferences, services.ladders, ann)
    bot.reviewer.may_go_on.set()
    await services.reviewing.idle()
    assert not await services.store.reviews.asked() and not services.reviewing.requests


async def test_after_a_long_wait_the_run_is_announced(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    await given(bot, "Ann", others(2))
    passes(bot, QUARTER)
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert "the analysis you asked for is done" in bot.last.content
    shown = (await bot.press("Ann", "Show it to me", bot.last)).response
    assert options(shown, "review_match") == await ids(bot)


async def test_the_names_of_a_file_say_which_side_one_was(bot: OneBot) -> None:
    """One question for all matches of the file; another file is not touched."""
    store, cyd = bot.services.store, bot.people["Cyd"]
    await cyd.slash(bot.channel, "import", file=("one.mat", others(1, 50).encode()))
    bot.later(60)
    file = MATCH + MATCH.replace("Alice", "Bob2").replace("Bob ", "Carl ").replace("Bob2", "Bob") + others(1)
    told = (await cyd.slash(bot.channel, "import", file=("three.mat", file.encode()))).response
    tables = [line.split("`")[1] for line in told.content.splitlines() if line.startswith("`")]

    async def seats() -> list[int | None]:
        found = [await bot.services.repository.load(cyd.id, each) for each in [*tables, (await ids(bot, "Cyd"))[-1]]]
        return [each.seat_of(cyd.id) if each else None for each in found]

    assert len(tables) == 3 and await seats() == [None] * 4
    await bot.press("Cyd", "I was Bob (3 matches)", told)
    assert (await seats())[3] is None and None not in (await seats())[:3]
    await bot.press("Cyd", "Neither", told)
    assert await seats() == [None] * 4
    assert len(await store.imported_by(cyd.id)) == 4

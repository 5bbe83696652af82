"""The teaching aid of a first game against the computer: it asks once before a bad play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.analysis.why import why_play
from bot.backgammon import Phase, Play
from bot.backgammon.steps import format_steps
from bot.engine.thoughts import Level
from bot.lessons.reading import lessons
from bot.screens.lessons.items import FIRST_GAME
from bot.screens.reviews.why_words import sentence
from bot.tables.preferences import PersonPreferences
from bot.texts import texts

from .bot import OneBot, one_bot, private, said, walk
from .test_computer import anns_cube, begun

OPENING = {24: 2, 13: 5, 8: 3, 6: 5}
ROLL = (4, 2)
"""Of 18 plays the engine of the tests finds each 0.01 worse than the one before."""


@pytest.fixture
async def bot() -> AsyncIterator[OneBot]:
    async with one_bot() as bot:
        yield bot


async def preferences(bot: OneBot) -> PersonPreferences:
    return await bot.services.preferences.of_person(bot.people["Ann"].id)


async def taught(bot: OneBot) -> None:
    """The aid is on at the table of the channel."""
    own, table = await preferences(bot), await bot.table()
    await bot.services.preferences.keep_person(bot.people["Ann"].id, replace(own, aid_table=table.id))


async def to_play(bot: OneBot) -> tuple[Play, ...]:
    """Ann has rolled 4-2 at the start; her plays, the best first."""
    await anns_cube(bot)
    await bot.show_position(OPENING, OPENING, ROLL)
    match = await bot.match()
    assert match.game.phase is Phase.PLAY and match.game.decider == 0
    return match.game.plays(match.rules)


async def played(bot: OneBot) -> bool:
    """Whether Ann's play has been made."""
    await bot.rested()
    match = await bot.match()
    return not (match.game.phase is Phase.PLAY and match.game.board.dice == ROLL and match.game.decider == 0)


async def test_it_asks_once_before_a_bad_play_and_lets_it_be_made(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    bad = str((await to_play(bot))[-1])
    asked = private(await bot.people["Ann"].slash(bot.channel, "move", play=bad))
    assert bad in asked.content and asked.content.endswith("Play it anyway?")
    assert [each["label"] for each in walk(asked)] == ["Another play", "Play it anyway", "Stop asking"]
    assert not await played(bot)
    await bot.press("Ann", "Play it anyway", asked)
    assert await played(bot)


async def test_it_says_why_by_the_facts_of_the_board(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    plays = await to_play(bot)
    reasons = why_play(plays[0].position, plays[-1].result, plays[0].result, 0.17)
    (expected, *_) = [sentence(each, texts("en")) for each in reasons if each.numbers] or ["It loses 0.17 points"]
    assert expected in await bot.slash("Ann", "move", play=str(plays[-1]))


async def test_a_good_play_is_made_at_once(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    plays = await to_play(bot)
    await bot.slash("Ann", "move", play=str(plays[15]))
    assert await played(bot)


async def test_it_never_asks_at_two_plays_running(bot: OneBot) -> None:
    await begun(bot, length=25)
    await taught(bot)
    for asks in (True, False, True):
        bad = str((await to_play(bot))[-1])
        told = await bot.slash("Ann", "move", play=bad)
        assert ("Play it anyway?" in told) is asks
        if asks:
            assert "Play it anyway?" not in await bot.slash("Ann", "move", play=bad), "once for a play"
        assert await played(bot)


async def test_the_composer_asks_too_and_goes_back(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    bad = next(play for play in reversed(await to_play(bot)) if len({step.start for step in play.steps}) == 2)
    message = private(await bot.press("Ann", "Move"))
    for step in bad.steps:
        message = (await bot.press("Ann", format_steps([step]), message)).response
    message = (await bot.press("Ann", "Confirm", message)).response
    assert message.content.endswith("Play it anyway?") and not await played(bot)
    composer = (await bot.press("Ann", "Another play", message)).response
    assert "choose a step" in composer.content and not await played(bot)


async def test_it_is_off_with_one_press(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    bad = str((await to_play(bot))[-1])
    asked = private(await bot.people["Ann"].slash(bot.channel, "move", play=bad))
    await bot.press("Ann", "Stop asking", asked)
    assert (await preferences(bot)).aid_table == "" and not await played(bot)
    assert "Play it anyway?" not in await bot.slash("Ann", "move", play=bad)
    assert await played(bot)


async def test_it_asks_nowhere_else(bot: OneBot) -> None:
    """Neither where hints are not allowed, nor at another table, nor where a person plays."""
    await begun(bot, hints=False)
    await taught(bot)
    bad = str((await to_play(bot))[-1])
    assert "Play it anyway?" not in await bot.slash("Ann", "move", play=bad)
    assert await played(bot)


async def test_it_never_asks_between_people(bot: OneBot) -> None:
    await bot.play(hints=True)
    await taught(bot)
    await bot.show_position(OPENING, OPENING, ROLL)
    who = await bot.asked()
    own = await bot.services.preferences.of_person(bot.people[who].id)
    table = await bot.table()
    await bot.services.preferences.keep_person(bot.people[who].id, replace(own, aid_table=table.id))
    match = await bot.match()
    asked = bot.engine.asked
    told = await bot.slash(who, "move", play=str(match.game.plays(match.rules)[-1]))
    assert "Play it anyway?" not in told and bot.engine.asked == asked


async def test_where_the_engine_is_silent_the_play_is_made(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    bad = str((await to_play(bot))[-1])
    bot.engine.silent = True
    assert "Play it anyway?" not in await bot.slash("Ann", "move", play=bad)
    bot.engine.silent = False
    assert await played(bot)


async def test_an_illegal_play_is_refused_as_ever(bot: OneBot) -> None:
    await begun(bot)
    await taught(bot)
    await to_play(bot)
    assert "no checker on 12" in await bot.slash("Ann", "move", play="12/8 13/11")


async def test_after_the_fourth_lesson_a_first_game_begins_with_it(bot: OneBot) -> None:
    number, lesson = next((place, each) for place, each in enumerate(lessons(), 1) if each.name == FIRST_GAME)
    assert number == 4
    for place in range(len(lesson.steps) - 1):
        await bot.services.store.lessons.note(bot.people["Ann"].id, lesson.named(place), 1.0)
    step = private(await bot.people["Ann"].slash(bot.channel, "learn", lesson=number))
    done = (await bot.press("Ann", "Backgammon: triple", step)).response
    result: Any = await bot.press("Ann", "A first game", done)
    await bot.rested()
    (thread,) = bot.channel.threads
    held = await bot.services.repository.held(thread.id)
    assert held is not None and held.person(1).level is Level.BEGINNER and held.about.rated is False
    assert held.about.hints and (await preferences(bot)).aid_table == held.id
    assert "In this game I ask before a play that loses much" in said(result)

"""`/learn`: somebody goes through every lesson by what is written alone, answers wrong, stops and goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.backgammon import legal_plays
from bot.lessons.judging import Mark, answers, judge, solution
from bot.lessons.lesson import BestPlay, Count, Lesson, PlayGoal
from bot.lessons.progress import Place
from bot.lessons.reading import lessons
from bot.screens.lessons.place import Asked
from bot.screens.lessons.words import answer_words
from bot.tables import personal_data
from bot.texts import texts
from tests.seen_board import seen_board

from .bot import OneBot, one_bot, private, walk

EN = texts("en")


@pytest.fixture
async def bot() -> AsyncIterator[OneBot]:
    async with one_bot() as bot:
        yield bot


async def opened(bot: OneBot, who: str = "Ann", lesson: int = 1) -> Any:
    """The first open step of a lesson."""
    return private(await bot.people[who].slash(bot.channel, "learn", lesson=lesson))


async def pressed(bot: OneBot, who: str, message: Any, *labels: str) -> Any:
    for label in labels:
        message = (await bot.press(who, label, message)).response
    return message


async def typed(bot: OneBot, who: str, message: Any, text: str) -> Any:
    """The step after an answer was written into the form."""
    form = await bot.press(who, "Type it", message)
    result = await bot.people[who].submit_modal(form, {"answer": text})
    return result.response


def plain(text: str) -> str:
    """A text as one would type it."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


def described(message: Any) -> str:
    """What is said of the picture to who does not see it."""
    (picture,) = message.attachments
    assert picture.description
    return picture.description


async def done_steps(bot: OneBot, who: str) -> list[str]:
    return list(await bot.services.store.lessons.of(bot.people[who].id))


def read(message: Any, asked: Asked) -> None:
    """All that is needed to answer is written: the question, the board with the roll, the cube and the score."""
    step = asked.step
    assert plain(EN(step.text)) in plain(message.content), message.content
    if step.position is None:
        assert len(described(message)) > 100
        return
    seen = seen_board(described(message))
    assert seen.position == step.board and seen.dice == (step.dice and tuple(sorted(step.dice, reverse=True)))
    assert seen.cube == step.cube and seen.crawford == step.crawford
    if step.away:
        assert (seen.length - seen.score[0], seen.length - seen.score[1]) == step.away


async def answer(bot: OneBot, who: str, message: Any, asked: Asked, given: str) -> Any:
    """Give an answer by what is written: typed where that goes, else by the button's words."""
    if isinstance(asked.step.question, PlayGoal | BestPlay | Count):
        return await typed(bot, who, message, given)
    return await pressed(bot, who, message, answer_words(asked.step, given, EN))


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
async def test_a_lesson_is_gone_through_by_what_is_written(bot: OneBot, lesson: Lesson) -> None:
    number = lessons().index(lesson)
    message = await opened(bot, lesson=number + 1)
    for place in range(len(lesson.steps)):
        asked = Asked(Place(number, place))
        read(message, asked)
        wrong = next(
            (each for each in answers(asked.step) if judge(asked.step, each, asked.losses).mark is Mark.WRONG), None
        )
        if wrong is not None:
            message = await answer(bot, "Ann", message, asked, wrong)
            assert "❌" in message.content and message.content.count("\n") >= 1
            assert asked.name not in await done_steps(bot, "Ann")
            message = await pressed(bot, "Ann", message, "Try again")
            read(message, asked)
        message = await answer(bot, "Ann", message, asked, solution(asked.step, asked.losses))
        assert "✅" in message.content and plain(EN(asked.step.right)) in plain(message.content)
        assert asked.name in await done_steps(bot, "Ann")
        if not asked.ends:
            message = await pressed(bot, "Ann", message, "Next")
    assert f"That was lesson {number + 1}." in message.content
    listed = await pressed(bot, "Ann", message, "All lessons")
    assert f"{number + 1}. {lesson.title} ✅" in plain(listed.content) and listed.content.count("✅") == 1


async def test_a_play_is_put_together_as_in_a_game(bot: OneBot) -> None:
    message = await opened(bot, lesson=2)
    message = await pressed(bot, "Ann", message, "13/8 24/22", "Next", "8/5(2)")
    assert "left to play: 3 3" in message.content and "8: 1" in described(message)
    message = await pressed(bot, "Ann", message, "Back", "6/3(2)", "8/5(2)", "Confirm")
    assert "✅ **8/5(2) 6/3(2)**" in message.content and "Last play, You: 8/5(2) 6/3(2)" in described(message)


async def test_an_illegal_play_is_refused_by_the_rules_and_nothing_is_lost(bot: OneBot) -> None:
    message = await opened(bot)
    message = await pressed(bot, "Ann", message, "Points 1 to 6", "Next")
    refused = await typed(bot, "Ann", message, "24/20 13/12 8/7")
    assert "❌" in refused.content and "more than 3-1 allows" in refused.content
    again = await pressed(bot, "Ann", refused, "Try again")
    assert "✅ **24/20**" in (await typed(bot, "Ann", again, "24/20")).content


async def test_what_is_shown_still_has_to_be_answered(bot: OneBot) -> None:
    message = await pressed(bot, "Ann", await opened(bot), "Points 7 to 12", "Show me")
    assert "The answer: **Points 1 to 6**" in message.content and await done_steps(bot, "Ann") == []
    assert "✅" in (await pressed(bot, "Ann", message, "Points 1 to 6")).content


async def test_a_number_that_is_none_is_refused_and_may_be_written_again(bot: OneBot) -> None:
    message = await opened(bot, lesson=3)
    for place in range(2):
        asked = Asked(Place(2, place))
        message = await pressed(bot, "Ann", await answer(bot, "Ann", message, asked, solution(asked.step, {})), "Next")
    for nonsense in ("many", "1e99999999", "9" * 60, "1/0"):
        form = await bot.press("Ann", "Type it", message)
        result = await bot.people["Ann"].submit_modal(form, {"answer": nonsense})
        assert "is not a number" in "".join(each.content for each in (result.response, *result.followups) if each)
    assert "✅ **27**" in (await typed(bot, "Ann", message, "27,0")).content


async def test_one_goes_on_where_one_was_after_a_restart(bot: OneBot) -> None:
    begin = private(await bot.people["Ann"].slash(bot.channel, "learn"))
    assert "Begin" in labels(begin) and "✅" not in begin.content
    await pressed(bot, "Ann", begin, "Begin", "Points 1 to 6")
    await bot.restart()
    listed = private(await bot.people["Ann"].slash(bot.channel, "learn"))
    assert f"(1 of {len(lessons()[0].steps)})" in listed.content
    step = await pressed(bot, "Ann", listed, "Go on with lesson 1")
    assert EN(lessons()[0].steps[1].text) in step.content
    theirs = private(await bot.people["Bob"].slash(bot.channel, "learn"))
    assert "Begin" in labels(theirs)


async def test_a_lesson_is_chosen_from_the_list(bot: OneBot) -> None:
    listed = private(await bot.people["Ann"].slash(bot.channel, "learn"))
    step = (await bot.choose("Ann", listed, "learn_lesson", "2")).response
    assert step.content.startswith("**Lesson 3: Hitting and the bar**")


async def test_presses_delivered_twice_and_old_buttons_do_no_harm(bot: OneBot) -> None:
    first = await opened(bot)
    shown = list(bot.env.backend.get_message(bot.channel.id, first.id).components)
    await asyncio.gather(*(bot.press("Ann", "Points 1 to 6", first) for _ in range(3)))
    assert await done_steps(bot, "Ann") == ["board.1"]
    await pressed(bot, "Ann", await opened(bot), "All lessons")
    bot.env.backend.get_message(bot.channel.id, first.id).components = shown
    late = (await bot.press("Ann", "Points 1 to 6", first)).response
    assert "✅" in late.content and await done_steps(bot, "Ann") == ["board.1"]


@pytest.mark.parametrize(
    "custom_id",
    [
        "learn_pick:00000000:101:0",
        "learn_pick:{digest}:101:9",
        "learn_pick:{digest}:101",
        "learn_pick:{digest}:102:0",
        "learn_pick:{digest}:9999:0",
        "learn_pick:{digest}:0:0",
        "learn_confirm:{digest}:101:n.a1",
        "learn_step:{digest}:102:n.zz",
    ],
)
async def test_a_button_of_another_version_is_refused_with_words(bot: OneBot, custom_id: str) -> None:
    message = await opened(bot)
    digest = Asked(Place(0, 0)).step.digest
    stored = bot.env.backend.get_message(bot.channel.id, message.id)
    stored.components[0]["components"][0]["custom_id"] = custom_id.format(digest=digest)
    result = await bot.people["Ann"].click(message, custom_id=custom_id.format(digest=digest))
    said = [each.content for each in (result.response, *result.followups) if each is not None and each.id != message.id]
    assert said and not any("Something went wrong" in each for each in said)
    assert await done_steps(bot, "Ann") == []


async def test_steps_answered_are_in_ones_own_export_and_gone_with_delete(bot: OneBot) -> None:
    await pressed(bot, "Ann", await opened(bot), "Points 1 to 6")
    services = bot.services
    kept = services.store, services.repository, services.preferences, services.ladders
    mine, theirs = [
        json.loads(await personal_data.export(*kept, bot.people[who].id, 0.0))["steps_of_lessons"]
        for who in ("Ann", "Bob")
    ]
    assert [each["step"] for each in mine] == ["board.1"] and theirs == []
    await personal_data.delete(*kept, bot.people["Ann"].id)
    assert await done_steps(bot, "Ann") == []


async def test_a_lesson_is_in_the_language_of_who_learns(bot: OneBot) -> None:
    bot.speaks("cs", "Ann")
    message = await opened(bot)
    assert message.content.startswith("**Lekce 1: Deska a tahy**") and "Kde máš domov?" in message.content
    assert "Pole 1 až 6" in labels(message)


def test_every_play_of_a_question_can_be_typed() -> None:
    """Where a play is asked for, what its button says is read back as that play."""
    for lesson in lessons():
        for step in lesson.steps:
            if isinstance(step.question, PlayGoal | BestPlay):
                for play in legal_plays(step.board, step.roll):
                    assert answer_words(step, str(play), EN) == str(play)


async def test_the_lessons_are_offered_by_help_and_once_by_play_the_computer(bot: OneBot) -> None:
    help_ = private(await bot.people["Ann"].slash(bot.channel, "help"))
    asked = await pressed(bot, "Ann", help_, "Play the computer")
    assert asked.content.startswith("New to backgammon? **Learn to play**") and "Learn to play" in labels(asked)
    assert "short lessons" in (await pressed(bot, "Ann", asked, "Learn to play")).content
    help_ = private(await bot.people["Ann"].slash(bot.channel, "help"))
    again = await pressed(bot, "Ann", help_, "Play the computer")
    assert "New to backgammon" not in again.content and "Learn to play" not in labels(again)
    help_ = private(await bot.people["Bob"].slash(bot.channel, "help"))
    assert "short lessons" in (await pressed(bot, "Bob", help_, "Learn to play")).content


async def test_who_has_begun_a_lesson_is_offered_none(bot: OneBot) -> None:
    await pressed(bot, "Ann", await opened(bot), "Points 1 to 6")
    help_ = private(await bot.people["Ann"].slash(bot.channel, "help"))
    assert "New to backgammon" not in (await pressed(bot, "Ann", help_, "Play the computer")).content

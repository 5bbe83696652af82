"""What is somebody's own is theirs in a direct message and in servers without the bot too: training, lessons, what
waits, the profile, the analysis of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.cogs.places import BUT_GROUPS, usable_in
from bot.lessons.judging import Mark, answers, judge
from bot.lessons.progress import Place
from bot.screens.lessons.place import Asked
from bot.screens.lessons.words import answer_words
from bot.tables.faults import PlaceFault, TableTrouble
from bot.tables.presence import note_left
from bot.texts import texts
from tests.backgammon.test_match_files import MATCH

from .away import Removal
from .bot import OneBot, component, options, said, walk
from .spots import Spot, abroad, direct, group
from .test_analysis import QUARTER, finished, passes
from .test_games import resigned
from .test_places import leaves
from .test_showing import SHOW, labels
from .test_training import kept, shown

EN = texts("en")
ALONE: dict[str, Callable[[OneBot], Spot]] = {
    "direct": lambda bot: direct(bot, "Ann", installed=True),
    "abroad": lambda bot: abroad(bot, "Ann", "Bob"),
}
alone = pytest.mark.parametrize("place", ALONE)
pytestmark = pytest.mark.usefixtures("short")


def stored(there: Spot, message: Any) -> Any:
    """A message as it stands now."""
    return there.bot.env.backend.get_message(there.channel.id, message.id)


def test_the_five_are_offered_everywhere_but_in_groups(bot: OneBot) -> None:
    named = {name for name, each in leaves(bot).items() if usable_in(each) == BUT_GROUPS}
    assert named == {"train", "learn", "waiting", "profile", "analyze"}


@alone
async def test_a_card_is_answered_and_explained(bot: OneBot, place: str) -> None:
    there = ALONE[place](bot)
    task = (await there.slash("Ann", "train")).response
    assert task.content.startswith("**Training:** card 1 of 3 today") and task.attachments[0].description
    assert SHOW not in labels(task)
    verdict = (await shown(bot)).verdict
    picks = [label for label in labels(task) if label not in ("Turn the board", "Not this one")]
    await there.press("Ann", task, picks[0])
    assert task.content.startswith(("**Right:**", "**No:**", "**Nearly:**")) and verdict.best
    await there.press("Ann", task, "Why")
    await there.press("Ann", task, "Turn the board")
    await there.press("Ann", task, "Next")
    assert task.content.startswith("**Training:** card 2 of 3 today")
    assert (await kept(bot)).deck.done == 1
    at_home = await bot.people["Ann"].slash(bot.channel, "train")
    assert at_home.response.content == task.content, "it is the same deck"
    assert there.messages == []


@alone
async def test_a_lesson_is_learned_there(bot: OneBot, place: str) -> None:
    there = ALONE[place](bot)
    listed = (await there.slash("Ann", "learn")).response
    await there.press("Ann", listed, "Begin")
    asked = Asked(Place(0, 0))
    offered = answers(asked.step)
    assert offered and SHOW not in labels(listed)
    for answer in sorted(offered, key=lambda each: judge(asked.step, each, asked.losses).mark is Mark.RIGHT):
        await there.press("Ann", listed, answer_words(asked.step, answer, EN))
        if "Try again" in labels(listed):
            await there.press("Ann", listed, "Try again")
    await there.press("Ann", listed, "Next")
    assert list(await bot.services.store.lessons.of(there.named("Ann").id)) == [asked.name]
    await there.press("Ann", listed, "All lessons")
    assert "Go on with lesson 1" in labels(listed) and there.messages == []


@alone
async def test_what_waits_is_listed_with_the_servers(bot: OneBot, place: str) -> None:
    await bot.play(length=3)
    words = (await ALONE[place](bot).ask("Ann", "waiting")).splitlines()
    assert words[0] in ("**You must act**", "**Others must act**") and words[2] == "-# Club"
    home = (await bot.slash("Ann", "waiting")).splitlines()
    assert "-# Club" not in home


@alone
async def test_a_profile_is_asked_for_by_server(bot: OneBot, place: str) -> None:
    there = ALONE[place](bot)
    first = (await there.slash("Ann", "profile")).response
    assert first.content == (
        "**Your training**\n0 days in a row · 0 cards known\n**Games in direct messages**\n"
        "None is over yet. In a direct message with me `/play` begins one.\n-# Only you see this."
    ) and not walk(first)  # fmt: skip
    await bot.play(length=1)
    await resigned(bot, "Ann", "match")
    asked = (await there.slash("Ann", "profile")).response
    assert options(asked, "profile_in") == [str(bot.guild.id)]
    await there.choose("Ann", asked, component(asked, "profile_in"), str(bot.guild.id))
    assert asked.content.startswith("**Club**\n") and asked.attachments[0].description
    assert options(asked, "profile_in") == [str(bot.guild.id)] and SHOW not in labels(asked)
    stored(there, asked).components[0]["components"][0]["options"][0]["value"] = "77"
    refused = await there.choose("Ann", asked, component(asked, "profile_in"), "77")
    assert EN(TableTrouble.MOVED_ON.value) in said(refused)
    assert there.messages == []


@alone
async def test_nobody_else_s_profile_is_shown(bot: OneBot, place: str) -> None:
    there = ALONE[place](bot)
    await bot.play(length=1)
    await resigned(bot, "Ann", "match")
    bob = there.named("Bob")
    assert await there.ask("Ann", "profile", member=bob) == EN(PlaceFault.OTHERS_IN_SERVERS.value)
    assert (await there.ask("Ann", "profile", member=there.named("Ann"))).startswith("**Your training**")


async def test_a_server_that_one_has_left_or_that_has_no_bot_is_not_offered(bot: OneBot) -> None:
    await bot.play(length=1)
    await resigned(bot, "Ann", "match")
    there, removal = direct(bot, "Ann"), Removal(bot)
    assert walk((await there.slash("Ann", "profile")).response)
    removal.out()
    assert not walk((await there.slash("Ann", "profile")).response)
    removal.back()
    await note_left(bot.services.preferences, there.named("Ann").id, bot.guild.id)
    assert not walk((await there.slash("Ann", "profile")).response)


@alone
async def test_a_file_is_analysed_and_shown_to_everybody(bot: OneBot, place: str) -> None:
    there = ALONE[place](bot)
    asked = await there.slash("Ann", "analyze", file=("match.mat", MATCH.encode()))
    await bot.services.reviewing.idle()
    report = stored(there, asked.response)
    assert "Alice" in report.content and report.is_ephemeral and there.messages == []
    assert SHOW in labels(report) and "Play from here" not in labels(report)
    await there.choose("Ann", asked.response, component(report, "review_error"), options(report, "review_error")[0])
    await there.press("Ann", asked.response, "Practise these")
    await there.press("Ann", asked.response, "The whole list")
    await there.press("Ann", asked.response, SHOW)
    (public,) = there.messages
    assert "Alice" in public.content and public.components == [] and not public.ping_user_ids


async def test_in_a_server_that_does_not_let_one_s_apps_speak_the_report_stays_private(bot: OneBot) -> None:
    there = abroad(bot, "Ann", use_external_apps=True)
    asked = await there.slash("Ann", "analyze", file=("match.mat", MATCH.encode()))
    await bot.services.reviewing.idle()
    assert said(await there.press("Ann", asked.response, SHOW)) == EN(PlaceFault.OWN_APPS_HIDDEN.value)
    assert there.messages == []


@alone
async def test_a_game_of_a_server_is_analysed_there_alone(bot: OneBot, place: str) -> None:
    table = await finished(bot)
    there = ALONE[place](bot)
    assert "belongs to another server" in await there.ask("Ann", "analyze", game=table)
    assert await there.typed("Ann", "analyze", "game", "") == []


async def test_what_takes_long_is_told_where_the_bot_is_and_nowhere_else(bot: OneBot) -> None:
    """After a quarter of an hour an answer cannot be changed any more."""
    for there, told in ((direct(bot, "Ann"), 1), (abroad(bot, "Ann"), 0)):
        bot.reviewer.may_go_on.clear()
        data = MATCH.replace("Alice", f"Alice{told}").encode()
        await there.slash("Ann", "analyze", file=("match.mat", data))
        passes(bot, QUARTER)
        bot.reviewer.may_go_on.set()
        await bot.services.reviewing.idle()
        assert len(there.messages) == told
        if told:
            await there.press("Ann", there.messages[0], "Show it to me")
            assert there.messages == []


async def test_a_group_is_for_look_ups(bot: OneBot) -> None:
    there = group(bot, "Ann", "Bob")
    found = {name for name, each in leaves(bot).items() if 2 in _contexts(bot, name.split()[0])}
    assert not {"train", "learn", "waiting", "profile", "analyze"} & found
    helped = (await there.slash("Ann", "help")).response
    assert "Learn to play" not in labels(helped)


def _contexts(bot: OneBot, name: str) -> list[int]:
    found = bot.env.backend.find_command(name, None)
    return found["contexts"] if found else []

"""`/analyze`: how far it is, the report, practice; queues, stops and cancels."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.analysis.verdicts import ERROR
from bot.backgammon import Phase
from bot.engine.reviews import Again
from bot.store import StoreError
from bot.tables import reviewing as reviewing_module
from bot.tables.review_requests import Progress, Request
from bot.tables.reviews import kept_reviews

from .bot import OneBot, said, walk
from .chouette import OneChouette, crew
from .test_games import resigned

FILES = Path(__file__).parent.parent / "facts" / "match_files"


async def finished(bot: OneBot, **rules: Any) -> str:
    """A match in which Ann has resigned after some plays, all of them the last in the list. The table's id."""
    await bot.play(**({"length": 1} | rules))
    for _ in range(3):
        await bot.turn()
        await bot.move(bot.plays[-1])
    await resigned(bot, "Ann", "match")
    return await last_table(bot)


async def last_table(bot: OneBot) -> str:
    return (await bot.services.store.tables_of(bot.people["Ann"].id, 1))[0]


def alone(bot: OneBot) -> list[Any]:
    """What one person sees alone, as it stands now."""
    seen = {each.id for each in bot.private}
    found = {each.id: each for person in bot.people.values() for each in bot.channel.history(viewer=person)}
    return [found[each] for each in sorted(seen)]


async def report(bot: OneBot, who: str, game: str) -> Any:
    """What somebody is shown who asks for an analysis, when it is there."""
    await bot.slash(who, "analyze", game=game)
    await bot.services.reviewing.idle()
    return alone(bot)[-1]


async def asked(bot: OneBot, who: str, game: str) -> Any:
    """Somebody asks for an analysis while the engine thinks of something else."""
    bot.reviewer.may_go_on.clear()
    await bot.slash(who, "analyze", game=game)
    return alone(bot)[-1]


def worst_of(message: Any) -> tuple[str, str, str]:
    """What a report says above its picture: what was played, by whom, and what is best."""
    found = re.search(
        r"-# (\w+) · roll \d · 4-ply\n.*🔵 played: (.+?)\n.*🟡 best: \*\*(.+?)\*\*", message.content, re.DOTALL
    )
    assert found is not None, message.content
    return found[1], without_marks(found[2]), without_marks(found[3])


def without_marks(text: str) -> str:
    """As it is read: of a message's stars those that are escaped are seen."""
    return text.replace("\\*", "*")


async def test_a_match_is_analysed_and_ones_own_worst_is_seen_first(bot: OneBot) -> None:
    table = await finished(bot)
    for who, other in (("Ann", "Bob"), ("Bob", "Ann")):
        message = await report(bot, who, table)
        assert message.content.startswith(f"### Analysis of {table}-1\n**{who}**")
        # No rating without its number of decisions and how sure it is, and so few are too few.
        for name in (who, other):
            rating = (
                rf"\*\*{name}\*\*: PR \*\*\d+\.\d ± \d+\.\d\*\*, too few decisions\n-# 3 decisions: 3 plays, 0 cubes\n"
            )
            assert re.search(rating, message.content)
        assert re.search(r"luck [+−]\d+\.\d.% of the match", message.content)
        assert "**Your worst mistake: −" in message.content
        name, played, best = worst_of(message)
        (course,) = message.attachments
        assert name == who and course.filename == "course.png"
        assert f"Course of {table}-1, chances to win: {who}: " in course.description
        assert "**Course of game 1**, chances to win: " in message.content
        options = choices(message)
        assert not any(each.default for each in options)
        await bot.choose(who, message, "review_error", options[0].value)
        (picture,) = alone(bot)[-1].attachments
        assert picture.filename == "mistake.png" and f"{who} to play" in picture.description
        assert f"Blue arrows: {played}. Gold arrows, the best: {best}." in picture.description
        assert "bgsage" in message.content and "4-ply" in message.content  # who says so
        options = choices(message)
        assert [who in each.label for each in options] == sorted([who in each.label for each in options], reverse=True)
    assert bot.messages == [each for each in bot.messages if "Analysis" not in each.content]  # nobody else sees it


async def test_who_has_not_played_sees_the_worst_of_all(bot: OneBot) -> None:
    message = await report(bot, "Cyd", await finished(bot))
    assert "**The worst mistake: −" in message.content
    losses = [float(re.findall(r"−(\d\.\d+)", each.label)[0]) for each in choices(message)]
    assert losses == sorted(losses, reverse=True) and losses


def choices(message: Any) -> list[Any]:
    """What the list under a report offers."""
    return next(child.options for row in message.components for child in row.children if hasattr(child, "options"))


async def test_it_is_made_once_and_says_the_same_again(bot: OneBot) -> None:
    table = await finished(bot)
    first = await report(bot, "Ann", table)
    made = bot.reviewer.asked
    await bot.slash("Ann", "analyze", game=f"{table}-1")
    assert alone(bot)[-1].content == first.content and bot.reviewer.asked == made > 0


async def test_another_mistake_is_looked_at(bot: OneBot) -> None:
    message = await report(bot, "Ann", await finished(bot))
    before, second = message.attachments[0].description, choices(message)[1]
    await bot.choose("Ann", message, "review_error", second.value)
    after = alone(bot)[-1]
    assert after.id == message.id and "**Mistake 2 of" in after.content
    name, played, best = worst_of(after)
    assert second.label.endswith(f" {name}: {played}") and second.description.endswith(f" · best: {best} (4-ply)")
    assert f"{name} to play" in after.attachments[0].description != before


async def test_from_a_mistake_one_comes_back_to_the_course(bot: OneBot) -> None:
    message = await report(bot, "Ann", await finished(bot))
    await bot.choose("Ann", message, "review_error", choices(message)[0].value)
    await bot.tap("Ann", alone(bot)[-1], "review_course")
    again = alone(bot)[-1]
    assert again.id == message.id and again.attachments[0].filename == "course.png"
    assert again.attachments[0].description == message.attachments[0].description
    assert "**Course of game 1**" in again.content


async def test_mistakes_can_be_practised(bot: OneBot) -> None:
    message = await report(bot, "Ann", await finished(bot))
    told, second, count = worst_of(message), choices(message)[1], len(choices(message)) - 1
    await bot.tap("Ann", message, "practise")
    task = alone(bot)[-1]
    name, played = re.fullmatch(r"−\S+ (\w+): (.+)", second.label).groups()  # type: ignore[union-attr]
    best = re.search(r"best: (.+) \(", second.description)[1]  # type: ignore[index]
    assert (name, played, best) != told and name == "Ann", "the one that was told is not asked"
    assert f"**Practice 1 of {count}**, your own mistake." in task.content and "What is the best play?" in task.content
    assert best not in task.content and "arrows" not in task.attachments[0].description
    labels = [child.label for row in task.components for child in row.children]
    assert {played, best} <= set(labels) == set(labels)
    await bot.press("Ann", played, task)
    answer = alone(bot)[-1]
    told = without_marks(answer.content)
    assert f"**No:** {best} is best." in told
    line = re.search(rf"(\d)\. [🔵🔴] {re.escape(played)} (−\d\.\d+) · your choice · played in the game", told)
    assert line is not None and f"1. 🟡 {best}\n" in told and "-# EMG · all at 4-ply" in told
    arrows = re.search(r"Arrows, the best play first: (.*?)\. Each", answer.attachments[0].description)
    assert arrows is not None
    compared = arrows[1].split("; ")
    assert compared[0] == f"1. {best}" and f"{line[1]}. {played} {line[2]}" in compared
    await bot.press("Ann", "Next one", answer)
    again = alone(bot)[-1]
    assert "Practice 2 of" in again.content and "arrows" not in again.attachments[0].description


async def test_the_whole_list_is_a_file(bot: OneBot) -> None:
    table = await finished(bot)
    message = await report(bot, "Ann", table)
    await bot.tap("Ann", message, "review_list")
    (file,) = alone(bot)[-1].attachments
    blob = bot.env.backend.cdn.get(file.url)
    assert file.filename == f"{table}-1-analysis.txt" and blob is not None
    text = blob.decode()
    assert len(re.findall(r"(?m)^ +\d[ ·](?:Ann|Bob) ", text)) == 6  # every decision


async def test_a_report_is_shown_to_everybody_only_by_who_has_it(bot: OneBot) -> None:
    message = await report(bot, "Ann", await finished(bot))
    await bot.tap("Ann", message, "review_show")
    assert "Analysis of" in bot.last.content
    assert not any(each["custom_id"].startswith("review_show") for each in walk(bot.last))
    assert "**The worst mistake: −" in bot.last.content
    # Who looks at a mistake there is shown it alone.
    await bot.choose("Cyd", bot.last, "review_error", choices(bot.last)[1].value)
    assert "Analysis of" in alone(bot)[-1].content and alone(bot)[-1].id != bot.last.id


async def test_buttons_lead_there_from_every_end(bot: OneBot) -> None:
    await finished(bot)
    await bot.press("Bob", "Analyse")
    await bot.services.reviewing.idle()
    assert "Analysis of" in alone(bot)[-1].content


async def test_an_evening_is_remembered(bot: OneBot) -> None:
    """Of a session that is over Analyse tells the whole evening, and Show tells it to all."""
    await bot.play(length=0)
    for loser in ("Ann", "Bob"):
        for _ in range(3):
            await bot.turn()
            if (await bot.match()).game.phase is Phase.PLAY:
                await bot.move()
        await resigned(bot, loser, "single")
        if loser == "Ann":
            await bot.press("Ann", "Next")
            await bot.press("Bob", "Next")
    await bot.press("Ann", "End")
    await bot.press("Bob", "Analyse")
    await bot.services.reviewing.idle()
    message = alone(bot)[-1]
    assert "**The evening**" in message.content and re.search(
        r"Luckiest: \*\*\w+\*\*, \+\d\.\d\d.points", message.content
    )
    await bot.press("Bob", "Show everybody", message)
    assert "**The evening**" in bot.last.content


async def test_how_far_it_is_moves_and_can_be_cancelled(bot: OneBot) -> None:
    table = await finished(bot)
    message = await asked(bot, "Ann", table)
    assert "I am analysing" in message.content and "▱▱▱" in message.content
    await bot.press("Ann", "Cancel", message)
    await bot.services.reviewing.idle()
    assert "cancelled" in alone(bot)[-1].content and not walk(alone(bot)[-1])
    assert not await bot.services.store.reviews.asked()
    bot.reviewer.may_go_on.set()
    assert "Analysis of" in (await report(bot, "Ann", table)).content


async def test_what_has_cost_most_is_looked_at_once_more_while_the_bar_moves_on(bot: OneBot) -> None:
    table, far = await finished(bot), list[tuple[int, int]]()
    reviewing, review = bot.services.reviewing, bot.reviewer.review

    async def watched(asked: Any) -> Any:
        progress = reviewing.progress(reviewing.requests[0].name)
        far.append((progress.done, progress.all))
        return await review(asked)

    bot.reviewer.review = watched
    await report(bot, "Ann", table)
    found = await bot.services.repository.load(bot.channel.id, table)
    assert found is not None
    verdicts = (await kept_reviews(bot.services.store, found, [1]))[1].verdicts
    wrong = [each for each in verdicts if each.error >= ERROR]
    assert {each.plies for each in wrong} == {4} and len(wrong) == len(bot.reviewer.again) > 0
    assert {each.plies for each in verdicts if each not in wrong} == {3}
    assert far == sorted(far) and far[0][0] == 0 and 0 < far[-1][0] < far[-1][1]
    assert {every for _, every in far} == {bot.reviewer.asked}


async def test_where_the_engine_is_silent_at_a_second_look_nothing_is_kept(bot: OneBot) -> None:
    table = await finished(bot)
    review = bot.reviewer.review

    async def once(asked: Any) -> Any:
        bot.reviewer.silent = any(isinstance(each, Again) for each in asked)
        return await review(asked)

    bot.reviewer.review = once
    assert "did not succeed" in (await report(bot, "Ann", table)).content
    found = await bot.services.repository.load(bot.channel.id, table)
    assert found is not None and not await kept_reviews(bot.services.store, found, [1])
    bot.reviewer.review, bot.reviewer.silent = review, False
    assert "Analysis of" in (await report(bot, "Ann", table)).content


async def test_people_see_their_place(bot: OneBot) -> None:
    table = await finished(bot)
    await asked(bot, "Ann", table)
    assert "turns" not in alone(bot)[-1].content
    second = (await asked(bot, "Bob", table)).content
    assert (
        f"`{table}-1` waits for its turn. I take turns with 1 other analysis, a game each. About 1 minute more."
        in second
    )
    assert "I take turns with 2 other analyses" in (await asked(bot, "Cyd", table)).content
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert [each.content.count("Analysis of") for each in alone(bot)[-3:]] == [1, 1, 1]
    assert bot.reviewer.asked == 6  # once for all three


async def test_who_asks_again_is_told_there_from_then_on(bot: OneBot) -> None:
    table = await finished(bot)
    first = await asked(bot, "Ann", table)
    await asked(bot, "Bob", table)
    again = await asked(bot, "Ann", table)
    before = next(each for each in alone(bot) if each.id == first.id)
    assert "goes on there" in before.content and not walk(before)
    assert "I am analysing" in again.content and again.id != first.id
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    told = {each.id: each.content for each in alone(bot)}
    assert "Analysis of" in told[again.id] and "Analysis of" not in told[first.id]
    assert bot.reviewer.asked == 6 and not await bot.services.store.reviews.asked()


async def test_one_thing_a_person(bot: OneBot) -> None:
    other = await finished(bot)
    table = await finished(bot)
    message = await asked(bot, "Ann", table)
    refused = await asked(bot, "Ann", other)
    assert f"I am still analysing `{table}-1` for you" in refused.content
    await bot.press("Ann", "Cancel", refused)
    await bot.services.reviewing.idle()
    told = {each.id: each.content for each in alone(bot)}
    assert "cancelled" in told[message.id] and "cancelled" in told[refused.id]
    bot.reviewer.may_go_on.set()
    assert f"Analysis of {other}" in (await report(bot, "Ann", other)).content


QUARTER = 15 * 60.0


def passes(bot: OneBot, seconds: float) -> None:
    """So much time passes, for the bot and for what it is answered with."""
    bot.client._now._ahead += seconds


async def test_who_waits_longer_than_an_answer_lives_is_mentioned(bot: OneBot) -> None:
    table = await finished(bot)
    before = len(bot.messages)
    assert "mention you here" not in (await asked(bot, "Ann", table)).content
    message = await asked(bot, "Bob", table)
    assert "I mention you here when it is done" in message.content
    passes(bot, QUARTER)
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    posted = bot.messages[before:]
    assert [bot.notified(each) for each in posted] == [["Ann"], ["Bob"]]
    assert all(table not in each.content for each in posted)  # what of is their business
    # Anybody may look; who was meant takes it away.
    for who, left in (("Cyd", 2), ("Bob", 1)):
        await bot.press(who, "Show it to me", posted[1])
        assert "Analysis of" in alone(bot)[-1].content
        assert len(bot.messages) == before + left


async def test_a_stop_longer_than_an_answer_lives(bot: OneBot) -> None:
    table = await finished(bot)
    await asked(bot, "Ann", table)
    reviews = bot.services.store.reviews
    for name, data in (await reviews.asked()).items():
        request = msgspec.json.decode(data, type=Request)
        await reviews.ask(name, msgspec.json.encode(replace(request, at=request.at - QUARTER)))
    await bot.restart()
    await bot.services.reviewing.idle()
    assert bot.notified(bot.last) == ["Ann"] and "is done" in bot.last.content


async def test_a_failure_that_comes_late_is_told_too(bot: OneBot) -> None:
    table = await finished(bot)
    await asked(bot, "Ann", table)
    passes(bot, QUARTER)
    bot.reviewer.silent = True
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert bot.notified(bot.last) == ["Ann"] and "did not succeed" in bot.last.content and not walk(bot.last)


async def test_where_the_bot_may_not_write_it_says_so_in_time(bot: OneBot) -> None:
    table = await finished(bot)
    mute = {bot.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    quiet = bot.guild.create_text_channel("quiet", overwrites=mute)
    await asked(bot, "Ann", table)
    await bot.people["Bob"].slash(quiet, "analyze", game=table)
    assert "type `/analyze` again" in quiet.history(viewer=bot.people["Bob"])[-1].content
    passes(bot, QUARTER)
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert not [each for each in quiet.history() if not each.flags.ephemeral]
    await bot.people["Bob"].slash(quiet, "analyze", game=table)
    assert "Analysis of" in quiet.history(viewer=bot.people["Bob"])[-1].content


async def test_whatever_goes_wrong_the_queue_goes_on(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    """A table that cannot be judged, a store that fails once, words that cannot be told: the others are served."""
    table = await finished(bot)
    reviewing = bot.services.reviewing
    keep, tell, trouble = (
        reviewing.games.keep,
        reviewing._telling.tell,
        [RuntimeError("as the test says"), StoreError("so too")],
    )

    async def keeping(*args: Any) -> None:
        if trouble:
            raise trouble.pop(0)
        await keep(*args)

    async def telling(request: Request, progress: Progress) -> None:
        if request.user == bot.people["Cyd"].id:
            raise KeyError("as the test says")
        await tell(request, progress)

    reviewing.games.keep, reviewing._telling.tell = keeping, telling
    with pytest.MonkeyPatch.context() as quickly:
        quickly.setattr(reviewing_module, "_LATER", 0.01)
        for who in ("Ann", "Bob", "Cyd"):
            await asked(bot, who, table)
        bot.reviewer.may_go_on.set()
        await reviewing.idle()
    by_person = [each.content for each in alone(bot)[-3:]]
    assert "did not succeed" in by_person[0] and "Analysis of" in by_person[1]
    assert not await bot.services.store.reviews.asked()
    assert "as the test says" in caplog.text
    assert "Analysis of" in (await report(bot, "Cyd", table)).content


async def test_a_stop_in_the_middle_loses_nothing(bot: OneBot) -> None:
    table = await finished(bot)
    message = await asked(bot, "Ann", table)
    await bot.restart()
    await bot.services.reviewing.idle()
    there = next(each for each in alone(bot) if each.id == message.id)
    assert "Analysis of" in there.content
    assert not await bot.services.store.reviews.asked()
    found = await bot.services.repository.load(bot.channel.id, table)
    assert found is not None
    assert set(await kept_reviews(bot.services.store, found, [1])) == {1}


async def test_a_silent_engine_is_told_of(bot: OneBot) -> None:
    table = await finished(bot)
    bot.reviewer.silent = True
    message = await report(bot, "Ann", table)
    assert "did not succeed" in message.content and not await bot.services.store.reviews.asked()
    bot.reviewer.silent = False
    assert "Analysis of" in (await report(bot, "Ann", table)).content


async def test_what_cannot_be_analysed_is_refused_with_words(bot: OneBot) -> None:
    assert "Name a game" in await bot.slash("Ann", "analyze")
    assert "I know no table" in await bot.slash("Ann", "analyze", game="zzzzzz")
    table = await finished(bot)
    bot.reviewer.available = False
    assert "no engine" in await bot.slash("Ann", "analyze", game=table)


async def test_hypergammon_is_not_known(bot: OneBot) -> None:
    await bot.play(length=1, variant="hypergammon")
    await resigned(bot, "Ann", "match")
    assert "hypergammon" in await bot.slash("Ann", "analyze", game=await last_table(bot))


async def test_a_game_that_may_be_taken_back_is_not_analysed_yet(bot: OneBot) -> None:
    await bot.play(length=0)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    table = (await bot.table()).id
    assert "may still be taken back" in await bot.slash("Ann", "analyze", game=f"{table}-1")
    assert "is finished yet" in await bot.slash("Ann", "analyze", game=table)


async def test_a_file_is_analysed_for_its_owner_alone(bot: OneBot) -> None:
    data = (FILES / "08.txt").read_bytes()
    result = await bot.people["Ann"].slash(bot.channel, "analyze", file=("08.mat", data))
    await bot.services.reviewing.idle()
    *_, message, note = alone(bot)
    assert "Backgammon Galaxy writes a game for money as a match to 16 points" in note.content
    assert "Analysis of" in message.content, said(result)
    table = message.content.split()[3].partition("-")[0]
    assert "I know no table" in await bot.slash("Bob", "analyze", game=table)
    assert "Analysis of" in (await report(bot, "Ann", table)).content


async def test_what_somebody_brings_can_be_analysed_from_its_card(bot: OneBot) -> None:
    data = (FILES / "08.txt").read_bytes()
    result = await bot.people["Ann"].slash(bot.channel, "import", file=("08.mat", data))
    assert "Line 16: Backgammon Galaxy writes a game for money" in result.response.content
    await bot.press("Ann", "Analyse", result.response)
    await bot.services.reviewing.idle()
    assert "Analysis of" in alone(bot)[-1].content


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


async def test_in_a_chouette_everybody_has_a_number_of_their_own(group: OneChouette) -> None:
    people = ("Ann", "Bob", "Cyd", "Dan")
    await group.open(*people)
    await group.until(box=False)
    captain = await group.on_roll()
    first, second = (name for name in await group.team() if name != captain)
    await group.bot.press(first, "Pass")
    for _ in range(2):  # the team rolls, and moves
        await group.turn()
    await group.until(box=False)
    await group.resign_all()
    table = (await group.table()).id
    await group.command("Ann", "chouette end")
    message = await report(group.bot, "Ann", table)
    found = dict(re.findall(r"\*\*(\w+)\*\*: PR[^\n]*\n-# (\d+) decision", message.content))
    assert set(found) <= set(people) and len(found) > 1, message.content
    # Who is neither box nor captain has decided about no play, but about a cube; who was silent when it was rolled at
    # once, about nothing.
    assert re.search(rf"\*\*{first}\*\*: PR[^\n]*\n-# \d+ decisions?: 0 plays, \d+ cube", message.content)
    assert second not in found

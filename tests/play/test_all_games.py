"""**Export all** under `/games`, and the same file brought again: nothing is lost and nothing is there twice."""

from __future__ import annotations

import io
from typing import Any
from zipfile import ZipFile

import pytest

from bot.backgammon.mat import parse_mat
from bot.cogs import all_games
from bot.ogxm import collection, parse_ogxm
from tests.backgammon.test_match_files import MATCH

from .bot import OneBot, walk
from .chouette import crew
from .test_analysis import alone, finished
from .test_from_position import LAST
from .test_imports import bring, id_of, others
from .test_records import content


async def exported(bot: OneBot, who: str) -> Any:
    """What is said to somebody who presses Export all."""
    listed = (await bot.people[who].slash(bot.channel, "games")).response
    return (await bot.press(who, "Export all", listed)).response


def files(bot: OneBot, message: Any) -> dict[str, bytes]:
    name, data = content(bot, message)
    assert name == "games.zip" and message.ephemeral
    with ZipFile(io.BytesIO(data)) as zipped:
        return {each: zipped.read(each) for each in zipped.namelist()}


async def test_all_games_are_in_it_those_played_and_those_brought(bot: OneBot) -> None:
    played = await finished(bot)
    brought = id_of((await bring(bot, "Ann", MATCH.encode())).content)
    await bring(bot, "Bob", others(1).encode())
    message = await exported(bot, "Ann")
    assert message.content.startswith("**All your games**: 2 × `.mat`, 2 in `games.ogxm`.")
    found = files(bot, message)
    assert set(found) == {f"{played}.mat", f"{brought}.mat", "games.ogxm"}
    assert parse_mat(found[f"{brought}.mat"]).games == parse_mat(MATCH).games
    assert [parse_ogxm(each).names for each in collection(found["games.ogxm"])] == [("Alice", "Bob"), ("Ann", "Bob")]


async def test_a_game_from_a_position_is_in_the_collection_alone(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=LAST)
    await bot.press("Bob", "Accept challenge", bot.last)
    table = (await bot.table()).id
    await bot.tick()
    message = await exported(bot, "Bob")
    found = files(bot, message)
    assert set(found) == {"games.ogxm", "notes.txt"}
    line = f"Only in `games.ogxm`, as `.mat` cannot hold them: `{table}`"
    assert line in message.content and found["notes.txt"].decode() == line + "\n"
    again = await bring(bot, "Bob", content(bot, message)[1], "games.zip")
    assert f"Here already: `{table}`" in again.content


async def test_running_games_and_those_of_others_are_not_in_it(bot: OneBot) -> None:
    await finished(bot)
    await bot.play(length=3)
    await bot.slash("Cyd", "games")
    assert "Export all" not in [each.get("label") for each in walk(alone(bot)[-1])], "there is nothing to export"
    assert len(files(bot, await exported(bot, "Ann"))) == 2
    for who, offered in (("Ann", True), ("Bob", False)):
        await bot.slash("Ann", "games", member=who)
        labels = [each.get("label") for each in walk(alone(bot)[-1])]
        assert ("Export all" in labels) is offered


async def test_what_is_here_does_not_come_in_again(bot: OneBot) -> None:
    """Neither what was played here nor what was brought, from the whole file, the collection or one of the games."""
    played = await finished(bot)
    brought = id_of((await bring(bot, "Ann", MATCH.encode())).content)
    message = await exported(bot, "Ann")
    found = files(bot, message)
    store, ann = bot.services.store, bot.people["Ann"].id
    for name, data, ids in (
        ("games.zip", content(bot, message)[1], [brought, played]),
        ("games.ogxm", found["games.ogxm"], [brought, played]),
        ("games.ogxms", found["games.ogxm"], [brought, played]),
        (f"{played}.mat", found[f"{played}.mat"], [played]),
        ("match.mat", MATCH.encode(), [brought]),
    ):
        told = await bring(bot, "Ann", data, name)
        assert f"Came in: 0. Here already: {len(ids)}. Refused: 0." in told.content
        assert all(f"`{each}`" in told.content for each in ids)
        assert await store.imported_by(ann) == [brought]


async def test_somebody_else_gets_all_of_it_once(bot: OneBot) -> None:
    await finished(bot)
    await bring(bot, "Ann", MATCH.encode())
    data = content(bot, await exported(bot, "Ann"))[1]
    told = await bring(bot, "Cyd", data, "games.zip")
    assert "Here already" not in told.content
    store, cyd = bot.services.store, bot.people["Cyd"].id
    kept = await store.imported_by(cyd)
    assert len(kept) == 2
    assert "Came in: 0. Here already: 2. Refused: 0." in (await bring(bot, "Cyd", data, "games.zip")).content
    assert await store.imported_by(cyd) == kept


async def test_the_answer_says_what_came_in_what_was_here_and_what_was_refused(bot: OneBot) -> None:
    await bring(bot, "Cyd", others(1).encode())
    out = io.BytesIO()
    with ZipFile(out, "w") as zipped:
        for name, data in (("a.mat", others(1)), ("b.mat", others(1, 1)), ("c.mat", "hello"), ("../d.mat", MATCH)):
            zipped.writestr(name, data)
    told = await bring(bot, "Cyd", out.getvalue(), "some.zip")
    assert "Came in: 1. Here already: 1. Refused: 2." in told.content
    assert "- c.mat: Up to line 1 nothing says" in told.content.replace("\u200b", "")
    assert "Its name leads out of the `.zip`." in told.content


async def test_more_than_is_kept_for_one_is_refused_in_words(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cogs.imports.KEPT", 2)
    out = io.BytesIO()
    with ZipFile(out, "w") as zipped:
        for number in range(3):
            zipped.writestr(f"{number}.mat", others(1, number))
    told = await bring(bot, "Cyd", out.getvalue(), "some.zip")
    assert "Came in: 2. Here already: 0. Refused: 1." in told.content
    assert "I keep 2 such matches for you" in told.content
    assert len(await bot.services.store.imported_by(bot.people["Cyd"].id)) == 2


async def test_a_large_export_is_in_parts(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bring(bot, "Ann", others(4).encode())
    whole = content(bot, await exported(bot, "Ann"))[1]
    monkeypatch.setattr(all_games, "LARGEST", len(whole) - 1)
    listed = (await bot.people["Ann"].slash(bot.channel, "games")).response
    result = await bot.press("Ann", "Export all", listed)
    sent = [each for each in (result.response, *result.followups) if each and each.attachments]
    assert [each.attachments[0].filename for each in sent] == ["games-1.zip", "games-2.zip"]
    assert "Part 1 of 2." in sent[0].content and sent[1].content == "All your games, part 2 of 2."


async def test_games_of_a_chouette_are_in_the_collection_as_captain_and_box_played_them() -> None:
    async with crew() as group:
        await group.open("Ann", "Bob", "Cyd")
        await group.until(box=False)
        await group.resign_all()
        table = (await group.table()).id
        message = await exported(group.bot, "Cyd")
        found = files(group.bot, message)
        assert set(found) == {"games.ogxm", "notes.txt"} and f"`{table}-1`" in message.content
        again = await bring(group.bot, "Cyd", found["games.ogxm"], "games.ogxm")
        assert f"Here already: `{table}`" in again.content

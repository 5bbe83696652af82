"""A match from elsewhere: brought, seen by who brought it, shown when he says so, exported, and gone with his data."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.backgammon.mat import parse_mat
from bot.engine.engine import available
from bot.store.imports import Opened
from bot.tables.heads_up import imports
from bot.tables.personal_data import delete, export
from tests.backgammon.test_match_files import MATCH
from tests.play.bot import OneBot
from tests.play.test_records import ask, content


async def bring(bot: OneBot, who: str, data: bytes, name: str = "match.mat") -> Any:
    result = await bot.people[who].slash(bot.channel, "import", file=(name, data))
    assert result.acknowledged and result.response.ephemeral
    return result.response


def id_of(content: str) -> str:
    return content.split("`")[1]


def others(count: int, first: int = 0) -> str:
    """So many matches of the same size, each with other players."""
    return "".join(MATCH.replace("Alice", f"Al{number:03}") for number in range(first, first + count))


async def test_a_match_is_kept_for_the_one_who_brought_it(bot: OneBot) -> None:
    told = await bring(bot, "Cyd", MATCH.replace("Wins 4 points", "Wins 2 points").replace("24/14", "24/14*").encode())
    game = id_of(told.content)
    assert told.content.startswith(f"`{game}`: Alice – Bob, ")
    assert "Line 11:" in told.content
    assert told.attachments[0].filename == f"{game}-2.webp"
    assert f"The replay below is game `{game}-2`." in told.content
    again = (await ask(bot, "Cyd", "replay", game=f"{game}-1")).response
    assert again.ephemeral and again.attachments[0].filename == f"{game}-1.webp"
    given = (await ask(bot, "Cyd", "export", game=game, format="mat")).response
    name, data = content(bot, given)
    assert name == f"{game}.mat"
    assert len(parse_mat(data).games) == 2
    offered = await bot.people["Cyd"].autocomplete(bot.channel, "replay", "game", "")
    assert [each["value"] for each in offered] == [game]
    for command, options in (("replay", {}), ("export", {"format": "mat"}), ("fairness", {})):
        refused = (await ask(bot, "Bob", command, game=game, **options)).response
        assert refused.content == f"I know no table {game} that you can see."
    own = (await ask(bot, "Cyd", "fairness", game=game)).response
    assert "brought from elsewhere" in own.content


async def test_show_is_what_makes_it_public(bot: OneBot) -> None:
    before = len(bot.messages)
    told = await bring(bot, "Cyd", MATCH.encode())
    assert len(bot.messages) == before
    await bot.people["Cyd"].click(told, label="Show everybody")
    shown = bot.messages[-1]
    assert len(bot.messages) == before + 1
    assert "it counts for nothing" in shown.content and shown.attachments


async def test_ones_side_is_asked_and_kept(bot: OneBot) -> None:
    told = await bring(bot, "Cyd", MATCH.encode())
    store, user, game = bot.services.store, bot.people["Cyd"].id, id_of(told.content)

    async def own() -> int | None:
        found = await bot.services.repository.load(user, game)
        assert found is not None and [each.name for each in found.people.seats] == ["Alice", "Bob"]
        return found.seat_of(user)

    assert await own() is None
    for label, seat in (("I was Bob, black", 1), ("I was Alice, white", 0), ("Neither", None)):
        await bot.people["Cyd"].click(told, label=label)
        assert await own() == seat
    assert await store.imported_by(user) == [game]
    assert (
        len(parse_mat(content(bot, (await ask(bot, "Cyd", "export", game=game, format="mat")).response)[1]).games) == 2
    )


async def test_comments_are_shown_with_the_moves(bot: OneBot) -> None:
    told = await bring(bot, "Cyd", MATCH.replace("31: 8/5 6/5", "31: 8/5 6/5 {the *best*}").encode())
    game = id_of(told.content)
    shown = (await ask(bot, "Cyd", "replay", game=f"{game}-1")).response
    assert "-# Roll 1: “the \\*best\\*”" in shown.content
    assert "1) 3-1: 8/5 6/5 “the *best*”" in " ".join(shown.attachments[0].description.split())
    assert "Roll 1" not in (await ask(bot, "Cyd", "replay", game=f"{game}-2")).response.content


@pytest.mark.skipif(not available(), reason="no engine on this machine")
async def test_a_file_of_extreme_gammon_is_kept_as_any_other(bot: OneBot) -> None:
    from tests.engine.xg_files import write_xg

    told = await bring(bot, "Cyd", write_xg(parse_mat(MATCH), ("of nothing",)), "match.xg")
    game = id_of(told.content)
    assert told.content.startswith(f"`{game}`: Alice – Bob, ")
    assert "- Comments that belong to no move are left out: 1." in told.content
    given = (await ask(bot, "Cyd", "export", game=game, format="mat")).response
    assert parse_mat(content(bot, given)[1]).games == parse_mat(MATCH).games
    damaged = await bring(bot, "Cyd", b"RGMH" + bytes(9000), "match.xg")
    assert damaged.content.startswith("This file says that it is .xg, but it is damaged.")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (MATCH.replace("24/14", "24/13").encode(), "Game 2, line 11: 24/13"),
        (b"hello", "Up to line 1 nothing says how many points"),
        (b"(;FF[4]", "This is not SGF: a bracket is not closed."),
        (b"OGXM\x02", "This is not OGXM"),
        (b"x" * (imports.LARGEST + 1), "The file is too big"),
        ((MATCH * 26).encode(), "There are more than 25 matches"),
        (MATCH[: MATCH.index("  2)")].encode(), "No game in this file is finished"),
    ],
)
async def test_what_cannot_be_kept_is_refused_in_words(bot: OneBot, data: bytes, why: str) -> None:
    assert (await bring(bot, "Cyd", data)).content.startswith(why)
    assert await bot.services.store.imported_by(bot.people["Cyd"].id) == []


async def test_the_oldest_makes_room_and_all_goes_with_ones_data(
    bot: OneBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imports, "KEPT", 2)
    store, user = bot.services.store, bot.people["Cyd"].id
    told = await bring(bot, "Cyd", others(3).encode())
    kept = await store.imported_by(user)
    assert len(kept) == 2 and "made room" in told.content
    for name in kept:
        assert await store.load(user, name) is not None
    services = bot.services
    assert b"brought_from_elsewhere" in await export(
        store, services.repository, services.preferences, services.ladders, user, 0
    )
    await delete(store, services.repository, services.preferences, services.ladders, user)
    assert await store.imported_by(user) == []
    assert [await store.load(user, name) for name in kept] == [None, None]


def size_of(text: str) -> int:
    (match,) = imports.read_file(text.encode())
    return match.size


async def test_ones_oldest_make_room_where_all_would_take_too_much(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, user, size = bot.services.store, bot.people["Cyd"].id, size_of(MATCH)
    monkeypatch.setattr(imports, "MOST_BYTES", 3 * size)
    first = [id_of((await bring(bot, "Cyd", others(1, number).encode())).content) for number in range(3)]
    assert await store.imports.of(user) == await store.imports.all() == 3 * size
    told = await bring(bot, "Cyd", others(2, 10).encode())
    assert f"the oldest made room: `{first[0]}`, `{first[1]}`." in told.content
    assert await store.imported_by(user) == [*re.findall(r"`(\w+)`: Al0", told.content), first[2]]
    assert await store.imports.of(user) == 3 * size
    refused = await bring(bot, "Cyd", others(4, 20).encode())
    assert "takes more room than the" in refused.content and "Split it" in refused.content
    assert len(await store.imported_by(user)) == 3
    services = bot.services
    await delete(store, services.repository, services.preferences, services.ladders, user)
    assert await store.imports.all() == await store.imports.of(user) == 0


async def test_all_people_together_have_a_tenth_of_the_store(bot: OneBot) -> None:
    store, size = bot.services.store, size_of(MATCH)
    store.room.limit = 10 * 4 * size
    await bring(bot, "Ann", others(3).encode())
    refused = await bring(bot, "Bob", others(2).encode())
    assert "take up all the room" in refused.content
    assert await store.imported_by(bot.people["Bob"].id) == []
    assert await store.imports.all() == 3 * size
    assert "it counts for nothing" not in (await bring(bot, "Bob", others(1).encode())).content
    assert await store.imports.all() == 4 * size
    assert "take up all the room" in (await bring(bot, "Ann", others(1, 9).encode())).content
    assert len(await store.imported_by(bot.people["Ann"].id)) == 3, "nothing has made room for nothing"


async def test_of_a_file_for_which_there_is_no_room_nothing_is_kept(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where others take the last of it in the middle."""
    store, user = bot.services.store, bot.people["Cyd"].id
    opening = store.imports.open
    answers = [Opened.ALL, Opened.OK]

    async def rivals(*args: Any) -> Opened:
        answer = answers.pop()
        return await opening(*args) if answer is Opened.OK else answer

    monkeypatch.setattr(store.imports, "open", rivals)
    assert "take up all the room" in (await bring(bot, "Cyd", others(2).encode())).content
    assert await store.imported_by(user) == [] and await store.imports.all() == 0

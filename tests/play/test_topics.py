"""`/rules topic` as people see it: what is offered while they type, what they read, and the list below it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import app
from bot.cogs import verbs
from bot.screens import faces
from bot.screens.reference import topics
from tests.toy.plug import plug_in

from .bot import OneBot, one_bot, walk


@pytest.fixture
async def bot() -> AsyncIterator[OneBot]:
    async with one_bot() as made:
        yield made
        made.env.raise_errors()


@pytest.fixture
async def with_toy(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OneBot]:
    monkeypatch.setattr(faces, "_FACES", dict(faces._FACES))
    monkeypatch.setattr(verbs, "_rows", dict(verbs._rows))
    monkeypatch.setattr(app, "COMMANDS", list(app.COMMANDS))
    plug_in()
    async with one_bot() as made:
        yield made
        made.env.raise_errors()


async def offered(bot: OneBot, typed: str = "", who: str = "Cyd") -> list[str]:
    found = await bot.people[who].autocomplete(bot.channel, "rules", "topic", typed)
    return [each.value if hasattr(each, "value") else each["value"] for each in found]


async def read(bot: OneBot, topic: str, who: str = "Cyd") -> Any:
    return (await bot.people[who].slash(bot.channel, "rules", topic=topic)).response


def listed(message: Any) -> tuple[list[str], list[str]]:
    """The topics of the list below, and which of them is marked."""
    (options,) = [each["options"] for each in walk(message) if "options" in each]
    return [each["value"] for each in options], [each["value"] for each in options if each.get("default")]


async def test_the_topics_of_the_channel_s_table_are_offered_first(bot: OneBot) -> None:
    assert (await offered(bot))[0] == "board"
    await bot.play(length=5, variant="nackgammon", egyptian=True)
    assert (await offered(bot))[:5] == ["nackgammon", "egyptian", "match", "board", "roll"]
    match = await offered(bot)
    assert match.index("jacoby") > match.index("dice"), "a match has no Jacoby rule"
    bot.channel = bot.guild.create_text_channel("money")
    await bot.play(length=0)
    money = await offered(bot)
    assert money.index("jacoby") < money.index("dice") < money.index("match")
    assert len(money) == 25 and not {"chouette", "preferans"} & set(money[:12])


async def test_topics_are_found_by_what_is_typed_in_one_s_own_language(bot: OneBot) -> None:
    assert await offered(bot, "bear") == ["off"]
    bot.speaks("cs", "Cyd")
    assert await offered(bot, "dvojkostka") == [] and "cube" in await offered(bot, "KOSTKA")
    assert "cube" in await offered(bot, "doubling c")
    refused = await bot.slash("Cyd", "rules", topic="kostka")
    assert refused.startswith("Téma „kostka“ není. Nejblíž jsou: **Zdvojovací kostka**")


async def test_what_is_no_topic_is_refused_with_those_near_to_it(bot: OneBot) -> None:
    refused = await read(bot, "crawfrod @everyone")
    assert refused.content.startswith("There is no topic “crawfrod") and "**Matches and Crawford**" in refused.content
    assert "@everyone" not in refused.content.replace("@\u200b", "")


async def test_another_topic_is_chosen_in_the_list_below_one(bot: OneBot) -> None:
    shown = await read(bot, "Doubling cube")
    assert shown.content.startswith("**Doubling cube**\n") and listed(shown)[1] == ["cube"]
    other = (await bot.choose("Cyd", shown, "topic", "gammon")).response
    assert other.content.startswith("**Gammon and backgammon**\n") and listed(other)[1] == ["gammon"]


async def test_without_a_table_the_topics_are_listed(bot: OneBot) -> None:
    shown = (await bot.people["Cyd"].slash(bot.channel, "rules")).response
    assert shown.content.startswith("Nothing is being played here. Choose a topic") and listed(shown)[1] == []
    chosen = (await bot.choose("Cyd", shown, "topic", "gammon")).response
    assert chosen.content.startswith("**Gammon and backgammon**\n")


async def test_the_toy_adds_its_topic_and_the_list_has_two_pages(with_toy: OneBot) -> None:
    assert len(topics.topics()) > 25
    assert await offered(with_toy, "highest") == ["highest_roll"]
    await with_toy.slash("Ann", "highest_roll", opponent="Bob")
    await with_toy.press("Bob", "Accept challenge", with_toy.last)
    assert (await offered(with_toy))[0] == "highest_roll" and len(await offered(with_toy)) == 25
    first = await read(with_toy, "highest roll")
    begun = listed(first)[0]
    assert first.content.startswith("**Highest roll**\nBoth throw") and len(begun) == 25
    second = (await with_toy.press("Cyd", "Page 2 of 2", first)).response
    assert second.content == first.content, "what is read stays"
    rest = listed(second)[0]
    assert not set(rest) & set(begun) and {*rest, *begun} == set(topics.topics())
    chosen = (await with_toy.choose("Cyd", second, "topic", rest[-1])).response
    assert listed(chosen) == (rest, [rest[-1]])
    assert [each["label"] for each in walk(chosen) if each.get("label")] == ["Page 1 of 2", "Show everybody"]
    with_toy.channel = with_toy.guild.create_text_channel("empty")
    contents = (await with_toy.people["Cyd"].slash(with_toy.channel, "rules")).response
    above, (page, marked) = contents.content, listed(contents)
    turned = (await with_toy.press("Cyd", "Page 2 of 2", contents)).response
    assert turned.content == above and {*page, *listed(turned)[0]} == set(topics.topics())
    assert marked == listed(turned)[1] == []

"""Banks, cubes that begin higher, and fixed turns, as the people of a channel meet them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.chouette import HouseRules, Retain
from bot.chouette.house import StartCube
from bot.chouette.places import places

from .bot import said, walk
from .chouette import OneChouette, crew
from .test_house import gather

THREE = ("Ann", "Bob", "Cyd")


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


async def test_a_bank_is_played_to_the_last_one(group: OneChouette) -> None:
    """Every game is a backgammon at 8 against the team, so that somebody is out soon."""
    bot = group.bot
    await gather(group, *THREE, bank=6, start_cube=StartCube.BOX_GAME, start_steps=(8,))
    total = 18
    while not (session := await group.session()).closed:
        assert sum(player.balance for player in session.players) == total
        assert all(player.balance >= 0 for player in session.players)
        assert all(bet.start == 8 for bet in session.game.bets)
        await group.team_resigns()
        if not (await group.session()).closed:
            await group.next()
    text = " ".join(message.content for message in bot.messages)
    assert "is out (" in text and "Places: 1. " in text and "Bank: " in text
    assert session.payments == () and len(places(session)[0]) == 1
    winner = await group.name(places(session)[0][0])
    assert f"1. {winner}" in text.replace("**", "")


async def test_the_box_is_offered_what_it_can_pay(group: OneChouette) -> None:
    """Of two cubes at 4 it may turn one, as 8 + 4 is within 13, and 16 is not."""
    bot = group.bot
    await gather(group, *THREE, bank=13)
    await group.until(box=True)
    box, team = await group.box(), await group.team()
    await group.command(box, "double")
    for who in team:
        await group.command(who, "take")
    await group.until(box=False)
    for who in reversed(team):
        await group.confirmed(who, "Double")
    await bot.press(team[0], "Roll")
    await bot.press(box, "Take all")
    await group.until(box=True)
    assert "Your bets would stand at 16; you have 13." in await group.command(box, "double")
    asked = (await bot.press(box, "Double")).response
    assert [each.get("label", each.get("placeholder")) for each in walk(asked)] == ["Choose whom"]
    chosen = await bot.choose(box, asked, "double_to", str(await group.seat(team[1])))
    await bot.people[box].click(chosen.response, label="Confirm")
    assert f"**{box}** doubles to 8" in bot.live.content


async def test_a_refusal_tells_the_bank(group: OneChouette) -> None:
    bot = group.bot
    await gather(group, *THREE, bank=6)
    await group.until(box=True)
    box, team = await group.box(), await group.team()
    await group.command(box, "double")
    for who in team:
        await group.command(who, "take")
    for who in team:
        await group.command(who, "resign", kind="single")
        await bot.press(box, "Accept resignation")
    told = await bot.slash(box, "roll")
    assert "Bank: **" in told and "Balance" not in told and ".." not in told


async def test_fixed_turns_are_public_and_end_by_themselves(group: OneChouette) -> None:
    bot = group.bot
    await gather(group, *THREE, preset="fixed_turns", schedule_rounds=1)
    session = await group.session()
    assert session.turns is not None
    score = await bot.slash("Ann", "chouette score")
    assert "Turns that are left" in score and "1. " in score and "3. " in score
    boxes = []
    while not (await group.session()).closed:
        boxes.append((await group.session()).game.box)
        await group.team_resigns()
        if not (await group.session()).closed:
            await group.next()
            assert "Game " in " ".join(message.content for message in bot.messages)
    assert sorted(boxes) == [0, 1, 2]
    text = " ".join(message.content for message in bot.messages)
    assert "Game 1 of 3" in text and "Places: 1. " in text


async def test_a_newcomer_after_the_first_round_is_told_why_not(group: OneChouette) -> None:
    await gather(group, *THREE, preset="fixed_turns", schedule_rounds=2)
    for _ in range(2):
        await group.team_resigns()
        await group.next()
    assert "Fixed turns are under way." in await group.bot.slash("Dan", "chouette join")


async def test_options_that_exclude_each_other_are_refused_by_both_names(group: OneChouette) -> None:
    bot = group.bot
    await bot.slash("Ann", "chouette open", preset="fixed_turns")
    panel = (await bot.press("Ann", "Options", bot.last)).response
    await bot.choose("Ann", panel, "table", "bank")
    refused = said(await bot.choose("Ann", panel, "lobby_value", "13"))
    assert "**Bank**: 13 each" in refused and "**Who keeps the box**: nobody: fixed turns" in refused
    options = (await group.table()).setup_of(type((await group.table()).about.setup))
    assert options.retain is Retain.SCHEDULE and options.house_rules.bank == HouseRules().bank

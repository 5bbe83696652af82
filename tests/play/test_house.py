"""The small options of a house, as the people of a channel meet them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.backgammon import Phase
from bot.chouette import HouseRules, JoinApproval, Pace, PartnerAdvice
from bot.screens.chouette.score_sheet import score_sheet
from bot.texts import texts

from .bot import component, said, walk
from .chouette import OneChouette, crew
from .set_clock import SetClock

FOUR = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


async def gather(group: OneChouette, *people: str, preset: str = "standard", **changed: Any) -> None:
    """A session by these options, of the house and others, begins."""
    host, *guests = people
    await group.bot.slash(host, "chouette open", preset=preset)
    lobby = group.bot.last
    for person in guests:
        await group.bot.press(person, "Join", lobby)
    small = {name: value for name, value in changed.items() if name in HouseRules.__struct_fields__}
    others = {name: value for name, value in changed.items() if name not in small}
    await group.with_options(house=HouseRules(**small), **others)
    await group.bot.slash(host, "chouette start")


async def test_a_host_turns_an_option_on_and_everybody_reads_it(group: OneChouette) -> None:
    bot = group.bot
    await bot.slash("Ann", "chouette open")
    lobby = bot.last
    panel = (await bot.press("Ann", "Options", lobby)).response
    await bot.choose("Ann", panel, "cubes", "first_batch")
    await bot.choose("Ann", panel, "lobby_value", "on")
    assert "Different: First cubes of a game all together." in bot.messages[0].content
    rules = said(await bot.press("Bob", "Rules", lobby))
    assert "**First cubes of a game all together: until a double is answered" in rules
    assert "**First cubes of a game all together**" in said(await bot.press("Bob", "Join", lobby))


async def test_the_first_batch_is_doubled_and_answered_as_one(group: OneChouette) -> None:
    bot = group.bot
    await gather(group, *FOUR, first_batch=True)
    await group.until(box=True)
    box, team = await group.box(), await group.team()
    assert "you double all you may or nobody" in await group.command(box, "double", to=team[1])
    await group.confirmed(box, "Double")
    assert len((await group.session()).game.exchange.bets) == 3  # type: ignore[union-attr]
    for who in team:
        await group.command(who, "take")
    await group.resign_all()
    await group.next()
    await group.until(box=False)
    box, team = await group.box(), await group.team()
    for who in reversed(team):
        await group.confirmed(who, "Double")
    await bot.press(team[0], "Roll")
    assert "The same answer for all." in bot.live.content
    assert {"Take", "Drop", "Beaver"} <= set(group.labels) and "Take all" not in group.labels
    await group.command(box, "take", **{"from": team[0]})
    said_more = await group.command(box, "drop", **{"from": f"{team[1]}, {team[2]}"})
    assert "give all of them the same answer" in said_more
    await bot.press(box, "Take")
    assert [bet.value for bet in (await group.session()).game.bets] == [2, 2, 2]


async def test_a_settlement_for_half_a_point_with_the_number_of_the_engine(group: OneChouette) -> None:
    bot = group.bot
    await gather(group, *FOUR, preset="full_advice", half_points=True)
    await group.until(box=True)
    box, (captain, second, third) = await group.box(), await group.team()
    assert "whole number" in await group.command(second, "settle", points=0.25)
    await group.command(second, "settle", points=1.5)
    assert f"**{second}** offers to settle: **{second}** receives 1½ points. Engine: −0.10 for **{second}**." in (
        bot.live.content
    )
    await bot.press(box, "Accept settlement")
    # By the button, with what is typed into the form.
    whom = await bot.press(box, "Settle…", (await bot.press(box, "More")).response)
    seat = str(await group.seat(third))
    form = await bot.people[box].select(whom.response, [seat], custom_id=component(whom.response, "settle"))
    await bot.people[box].submit_modal(form, {"points": "-½"})
    assert f"**{third}** receives half a point" in bot.live.content
    assert "Engine: +0.10" in bot.live.content
    await bot.press(third, "Accept settlement")
    await group.command(captain, "resign", kind="single")
    await bot.press(box, "Accept resignation")
    assert "½" in group.said and "Game 1:" in group.said
    won = {second: "+1½", third: "+½", captain: "-1", box: "-1"}
    score = await bot.slash("Ann", "chouette score")
    assert all(f"<@{bot.people[who].id}> {points}\n" in score for who, points in won.items()), score
    await bot.slash("Ann", "chouette end")
    assert "½" in bot.live.content and "pays" in bot.live.content


async def test_without_the_option_there_are_no_halves(group: OneChouette) -> None:
    await group.open(*FOUR)
    await group.until(box=True)
    told = await group.command((await group.team())[0], "settle", points=1.5)
    assert "Points are a whole number" in told
    assert not (await group.session()).proposals


async def test_everybody_chooses_a_stake(group: OneChouette) -> None:
    bot = group.bot
    await bot.slash("Ann", "chouette open")
    lobby = bot.last
    assert "no stakes to choose" in await bot.slash("Ann", "chouette stake", stake=2)
    for person in ("Bob", "Cyd"):
        await bot.press(person, "Join", lobby)
    await group.with_options(house=HouseRules(stakes=True))
    assert "You begin with a stake of 4." in await bot.slash("Ann", "chouette stake", stake=4)
    await bot.slash("Cyd", "chouette stake", stake=2)
    assert "not joined" in await bot.slash("Eva", "chouette stake", stake=2)
    assert "3 of 10: 👑 Ann (4), Bob, Cyd (2)" in bot.messages[0].content
    await bot.slash("Ann", "chouette start")
    stakes = {"Ann": 4, "Bob": 1, "Cyd": 2}
    box, team = await group.box(), await group.team()
    values = [bet.value for bet in (await group.session()).game.bets]
    assert values == [min(stakes[box], stakes[who]) for who in team]
    await bot.slash("Bob", "chouette stake", stake=4)
    assert "**Bob** plays for 4 from the next game on." in bot.live.content
    assert f"<@{bot.people['Bob'].id}> 0 · stake 4" in await bot.slash("Eva", "chouette score")
    assert [bet.value for bet in (await group.session()).game.bets] == values
    await group.resign_all()
    await group.next()
    stakes["Bob"] = 4
    # One number for all is said only where it holds for all.
    begin = {bet.start for bet in (await group.session()).game.bets}
    assert ("Cubes begin at" in bot.live.content) is (len(begin) == 1 and begin != {1})
    box, team = await group.box(), await group.team()
    assert [bet.value for bet in (await group.session()).game.bets] == [min(stakes[box], stakes[who]) for who in team]


def wish(group: OneChouette, who: str) -> Any:
    """The message in which somebody asks to come in."""
    (asked,) = (each for each in group.bot.messages if f"**{who}** asks to come in from" in each.content)
    return asked


async def test_a_newcomer_is_let_in_or_not_now(group: OneChouette) -> None:
    bot = group.bot
    await gather(group, "Ann", "Bob", "Cyd", join_approval=JoinApproval.HOST)
    assert "You have asked to come in; **Ann** decides." in await bot.slash("Dan", "chouette join")
    asked = wish(group, "Dan")
    assert [each["label"] for each in walk(asked)] == ["Let in", "Not now"] and bot.notified(asked) == ["Ann"]
    assert "asked already" in await bot.slash("Dan", "chouette join")
    assert "Only **Ann** lets newcomers in." in said(await bot.press("Bob", "Let in", asked))
    await bot.press("Ann", "Not now", asked)
    assert "**Ann** to **Dan**: not now." in bot.live.content
    assert "You may ask again in 10 min." in await bot.slash("Dan", "chouette join")
    await bot.slash("Eva", "chouette join")
    asked = wish(group, "Eva")
    await bot.press("Ann", "Let in", asked)
    assert "**Ann** lets **Eva** in" in bot.live.content
    await group.resign_all()
    assert len((await group.session()).line) == 4 and "Dan" not in await bot.slash("Ann", "chouette score")
    # Nor has he a column, who has never been at the table.
    finished = await bot.services.repository.games(await group.table())
    names = ["Ann", "Bob", "Cyd", "Dan", "Eva"].__getitem__
    assert score_sheet(await group.session(), finished, names, texts("en")).players == ("Ann", "Bob", "Cyd", "Eva")


async def test_what_is_over_the_free_time_comes_from_the_reserve(group: OneChouette) -> None:
    bot = group.bot
    clock = SetClock(bot, 0)
    await gather(group, "Ann", "Bob", "Cyd", pace=Pace.LIVE, forfeit_after=5, play_timer=60)
    await group.until(box=True)
    box = await group.box()
    await bot.press(box, "Roll")
    assert "Reserve: 5:00." in bot.live.content
    assert (await group.session()).game.phase is Phase.PLAY
    await clock.pass_until(clock.discord + 75_000)
    await group.turn()
    seat = await group.seat(box)
    assert (await group.session()).used == ((seat, 15_000),)
    await group.until(box=True)
    await bot.press(box, "Roll")
    assert f"<@{bot.people[box].id}>, play" in bot.live.content and "Reserve: 4:45." in bot.live.content
    await clock.pass_until(clock.discord + 344_000)
    await bot.tick()
    assert (await group.session()).game.phase is Phase.PLAY
    await clock.pass_until(clock.discord + 2_000)
    await bot.tick()
    assert (await group.session()).game.phase is Phase.OVER and (await group.session()).game.forfeited


SIX = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay")


def inside(group: OneChouette, thread: Any) -> list[str]:
    """Who is in a thread."""
    there = group.bot.env.backend.get_channel(thread.id).thread_members
    return sorted(name for name, person in group.bot.people.items() if person.id in there)


async def test_box_and_partner_have_a_thread_as_long_as_they_share() -> None:
    async with crew(SIX) as group:
        bot = group.bot
        await gather(group, *SIX, partner_from=6, partner_advice=PartnerAdvice.CUBES)
        box = await group.box()
        await bot.press(box, "Take a partner")
        asked = await group.name((await group.session()).partnering.asked)  # type: ignore[union-attr]
        await bot.press(asked, "Accept partnership")
        await bot.services.presenter.companions.rest(5)
        await bot.env.settle()
        (thread,) = (each for each in bot.channel.threads if each.name.startswith("Box and partner"))
        assert inside(group, thread) == sorted((box, asked))
        await group.resign_all()
        await bot.services.presenter.companions.rest(5)
        await bot.env.settle()
        assert inside(group, thread) == []
        advice = (await group.table()).thread(1)
        assert advice.told and not advice.members
        bot.env.raise_errors()

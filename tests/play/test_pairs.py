"""Two against two: four people agree, one of a side sits and presses for both, each side has a private thread."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.backgammon import Phase, Sits
from bot.backgammon.actions import Sat
from bot.tables.table import Stage, Table

from .bot import OneBot, one_bot, said, walk

FOUR = ("Ann", "Bob", "Cyd", "Dan")
ALL = {"partner": "Bob", "opponent": "Cyd", "opponent2": "Dan"}
HOUR = 3600


@pytest.fixture
async def bot() -> AsyncIterator[OneBot]:
    async with one_bot((*FOUR, "Eve")) as made:
        yield made
        made.env.raise_errors()


async def settled(bot: OneBot) -> None:
    await bot.services.presenter.companions.rest(5)
    await bot.env.settle()


async def begun(bot: OneBot, **options: Any) -> None:
    """Ann and Bob play against Cyd and Dan."""
    await bot.slash("Ann", "play", **ALL, **options)
    challenge = bot.last
    for who in ("Cyd", "Bob", "Dan"):
        await bot.press(who, "Accept challenge", challenge)
    await settled(bot)


async def sits(bot: OneBot) -> list[str]:
    """Who sits, by seat."""
    names = {person.id: name for name, person in bot.people.items()}
    return [names[person.user] for person in (await bot.table()).people.seats]


async def partner(bot: OneBot, who: str) -> str:
    team = (await bot.table()).people.team_of(bot.people[who].id)
    assert team
    return next(name for name, person in bot.people.items() if person.id == team.partner_of(bot.people[who].id).user)


async def game_over(bot: OneBot, kind: str = "single") -> None:
    """Whoever is asked resigns, and the other side accepts."""
    loser = await bot.asked()
    answer = await bot.people[loser].slash(bot.channel, "resign", kind=kind)
    await bot.press(loser, "Confirm", answer.response)
    (winner,) = [name for name in await sits(bot) if name != loser]
    await bot.press(winner, "Accept resignation")
    await settled(bot)


def threads(bot: OneBot) -> list[Any]:
    return sorted(bot.channel.threads, key=lambda thread: thread.name[-1])


def people_in(bot: OneBot, thread: Any) -> list[str]:
    inside = bot.env.backend.get_channel(thread.id).thread_members
    return sorted(name for name, person in bot.people.items() if person.id in inside)


def forbid(bot: OneBot, *permissions: str) -> None:
    """No role gives these permissions any more."""
    backend, guild = bot.env.backend, bot.guild.id
    for role in list(backend.get_guild(guild).roles.values()):
        left = discord.Permissions(role.permissions)
        left.update(**dict.fromkeys(permissions, False))
        backend.edit_role(guild, role.id, {"permissions": left.value})


async def loaded(bot: OneBot, table: str) -> Table:
    found = await bot.services.repository.load(bot.channel.id, table)
    assert found is not None
    return found


async def test_all_four_agree(bot: OneBot) -> None:
    await bot.slash("Ann", "play", **ALL, length=3)
    message = bot.last
    bob, cyd, dan = (bot.people[name].id for name in FOUR[1:])
    first = f"**Ann** with <@{bob}> challenges <@{cyd}> and <@{dan}>: backgammon, a match to 3 points."
    lines = message.content.splitlines()
    assert lines[:2] == [first, "✅ Ann · ⏳ Bob, Cyd, and Dan"] and "not rated" in message.content
    assert len(lines) == 4, "that partners change is usual"
    rules = said(await bot.press("Eve", "Rules", message))
    assert "Two against two; partners change after each game." in rules.splitlines()
    assert bot.notified(message) == ["Bob", "Cyd", "Dan"]
    assert "You have agreed already. It still waits for Bob, Cyd, Dan." in said(
        await bot.press("Ann", "Accept challenge", message)
    )
    assert "This challenge is for Ann & Bob, Cyd & Dan." in said(await bot.press("Eve", "Accept challenge", message))
    await bot.press("Dan", "Accept challenge", message)
    assert bot.last.content.splitlines()[1] == "✅ Ann and Dan · ⏳ Bob and Cyd"
    assert next(each["label"] for each in walk(bot.last)) == "Accept challenge"
    await bot.press("Bob", "Accept challenge", message)
    assert len(bot.messages) == 1, "nothing is played yet"
    await bot.press("Cyd", "Accept challenge", message)
    assert "**Ann & Bob** against **Cyd & Dan**: all four agree" in bot.messages[0].content
    assert walk(bot.messages[0]) == []
    assert "**Ann & Bob** against **Cyd & Dan**: backgammon, a match to 3 points." in bot.messages[1].content
    assert "-# Ann and Cyd sit." in bot.live.content and bot.decider in ("Ann", "Cyd")
    table = await bot.table()
    assert table.about.rated is False and table.setup_of(type((await bot.match()).rules)).sits is Sits.GAME


async def test_one_declines_or_the_challenger_withdraws(bot: OneBot) -> None:
    await bot.slash("Ann", "play", **ALL)
    await bot.press("Cyd", "Accept challenge", bot.last)
    assert "Only Ann can withdraw this challenge." in said(await bot.press("Bob", "Withdraw", bot.last))
    await bot.press("Bob", "Decline challenge", bot.last)
    assert bot.last.content.startswith("**Bob** declines **Ann**'s challenge")
    again = await bot.slash("Ann", "play", **ALL)
    assert "has just been declined" in again, "whoever of them declined"
    await bot.slash("Cyd", "play", partner="Dan", opponent="Ann", opponent2="Eve")
    await bot.press("Cyd", "Withdraw", bot.last)
    assert bot.last.content.startswith("**Cyd** has withdrawn the challenge")


async def test_a_challenge_lapses(bot: OneBot) -> None:
    await bot.slash("Ann", "play", **ALL)
    message = bot.last
    await bot.press("Dan", "Accept challenge", message)
    bot.later(601)
    await bot.tick()
    assert bot.last.content.startswith("**Ann**'s challenge") and "has expired" in bot.last.content
    bot.still_shown(message)
    assert "This challenge is over." in said(await bot.press("Bob", "Accept challenge", message))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"partner": "Bob"}, "name `partner`, `opponent` and `opponent2`, all three"),
        ({**ALL, "opponent2": "Cyd"}, "four different people, and Cyd is named twice"),
        ({**ALL, "partner": "Ann"}, "four different people, and Ann is named twice"),
        ({**ALL, "partner": "the bot"}, "I play alone, not as anybody's partner"),
        ({**ALL, "opponent2": "the bot"}, "I play alone, not as anybody's partner"),
        ({**ALL, "opponent": "other bot"}, "is a bot and does not play."),
        ({**ALL, "opponent2": "Fay"}, "Fay cannot see this channel."),
        ({**ALL, "level": 13}, "`level` does not go with two against two"),
        ({**ALL, "position": "4HPwATDgc/ABMA"}, "`position` does not go with two against two"),
        ({"opponent": "Bob", "sits": "match"}, "`sits` belongs to two against two"),
    ],
)
async def test_who_cannot_play_so(bot: OneBot, options: dict[str, Any], why: str) -> None:
    bot.people["other bot"] = bot.guild.add_member(bot.env.create_user("other", bot=True))
    bot.people["Fay"] = bot.env.create_user("fay", global_name="Fay")
    assert why in await bot.slash("Ann", "play", **options)
    assert bot.messages == []


async def test_who_takes_no_challenges_is_named(bot: OneBot) -> None:
    await bot.services.preferences.keep_person(
        bot.people["Dan"].id, (await bot.services.preferences.of_person(0)).__replace__(blocked=(bot.people["Bob"].id,))
    )
    assert "Dan takes no challenges at the moment." in await bot.slash("Ann", "play", **ALL)


async def test_who_does_not_sit_is_told_so_privately(bot: OneBot) -> None:
    await begun(bot, length=3)
    await bot.until(Phase.CUBE)
    who = await bot.asked()
    other = await partner(bot, who)
    before = (await bot.table()).version
    for press in ("Roll", "Double"):
        answer = await bot.press(other, press)
        assert said(answer).startswith(f"{who} sits this game.") and answer.response.ephemeral
    assert f"{who} sits this game." in await bot.slash(other, "resign", kind="single")
    assert (await bot.table()).version == before
    await bot.press(who, "Roll")
    if (await bot.match()).game.phase is Phase.PLAY:
        assert f"{who} sits this game." in said(await bot.press(other, "Move"))
        assert f"{who} sits this game." in await bot.slash(other, "move", play=bot.plays[0])
    more = await bot.press(other, "More")
    labels = [each["label"] for each in walk(more.response)]
    assert "Sit down" not in labels and "Resign…" not in labels and "Rules of this table" in labels


async def test_a_match_to_its_end_with_a_kill_in_the_middle(bot: OneBot) -> None:
    await begun(bot, length=2)
    name = (await bot.table()).id
    assert await sits(bot) == ["Ann", "Cyd"]
    await game_over(bot)
    assert await sits(bot) == ["Bob", "Dan"], "partners change after each game"
    assert "-# Bob and Dan sit." in bot.live.content and bot.decider in ("Bob", "Dan")
    await bot.turn()
    await bot.restart()
    assert await sits(bot) == ["Bob", "Dan"]
    await game_over(bot, "match")
    table = await loaded(bot, name)
    assert table.stage is Stage.CLOSED
    assert "wins the match" in bot.last.content and "sit." not in bot.last.content.splitlines()[-1]
    assert "Ann & Bob" in (await bot.people["Dan"].slash(bot.channel, "replay", game=name)).response.content
    record = await bot.slash("Dan", "export", game=name, format="mat")
    assert "Ann & Bob" in record and "Cyd & Dan" in record
    for who in FOUR:
        games = await bot.slash(who, "games")
        others = [bot.people[each].id for each in (("Cyd", "Dan") if who in ("Ann", "Bob") else ("Ann", "Bob"))]
        assert all(f"<@{each}>" in games for each in others) and f"`{name}-2`" in games and "+1" in games
        assert "match won" in games or "match lost" in games
        profile = await bot.slash(who, "profile")
        assert "0 finished games" in profile, "it counts for nothing"
    await bot.press("Dan", "Rematch")
    cyd, ann, bob = (bot.people[each].id for each in ("Cyd", "Ann", "Bob"))
    assert bot.last.content.startswith(f"**Dan** with <@{cyd}> challenges <@{ann}> and <@{bob}>")


async def test_one_may_sit_the_whole_match(bot: OneBot) -> None:
    await begun(bot, length=3, sits="match")
    await game_over(bot)
    assert await sits(bot) == ["Ann", "Cyd"]


async def test_the_partner_sits_down_when_half_of_the_time_is_over(bot: OneBot) -> None:
    await begun(bot, length=3)
    await bot.until(Phase.CUBE)
    who = await bot.asked()
    other = await partner(bot, who)
    claim_after = (await bot.services.preferences.of_server(bot.guild.id)).claim_after

    async def offered() -> bool:
        more = await bot.press(other, "More")
        return "Sit down" in [each["label"] for each in walk(more.response)]

    bot.later(claim_after * HOUR / 2 - 60)
    assert not await offered()
    bot.later(120)
    assert await offered()
    more = await bot.press(other, "More")
    await bot.people[other].click(more.response, label="Sit down")
    await settled(bot)
    assert other in await sits(bot) and bot.decider == other
    assert "change places: from now on the other one sits." in bot.live.content
    assert f"{other} sits this game." in said(await bot.press(who, "Roll"))
    await bot.press(other, "Roll")
    actions = [type(each) for each in await log_of(bot)]
    assert actions.count(Sat) == 1
    await game_over(bot)
    assert await sits(bot) == ["Bob", "Dan"], "the next game goes on in turn"


async def log_of(bot: OneBot) -> list[Any]:
    table = await bot.table()
    lines = await bot.services.store.log(bot.channel.id, table.id)
    return [table.game.codec.action(line) for line in lines[1:]]


async def test_a_sitter_who_leaves_the_server(bot: OneBot) -> None:
    await begun(bot, length=3)
    await bot.until(Phase.CUBE)
    who = await bot.asked()
    other = await partner(bot, who)
    bot.env.backend.get_guild(bot.guild.id).members.pop(bot.people[who].id)
    more = await bot.press(other, "More")
    await bot.people[other].click(more.response, label="Sit down")
    assert other in await sits(bot)
    await bot.press(other, "Roll")


async def test_each_side_has_a_private_thread_that_says_what_it_is_for(bot: OneBot) -> None:
    await begun(bot)
    one, other = threads(bot)
    assert people_in(bot, one) == ["Ann", "Bob"] and people_in(bot, other) == ["Cyd", "Dan"]
    assert one.name.startswith("Ann & Bob at table ") and one.name.endswith("-1")
    (first,) = one.history()
    assert "Here **Ann & Bob** talk about their game in" in first.content
    assert "Moderators can always read along." in first.content
    name = (await bot.table()).id
    await bot.until(Phase.CUBE)
    await settled(bot)
    await bot.restart()
    await settled(bot)
    assert len(threads(bot)) == 2
    await bot.slash(await bot.asked(), "abort")
    (agrees,) = [each for each in await sits(bot) if each != await asked_last(bot)]
    await bot.slash(agrees, "accept")
    await bot.slash("Ann", "end")
    await settled(bot)
    table = await loaded(bot, name)
    assert table.stage is Stage.CLOSED and table.thread(0).ended and table.thread(1).ended
    states = [bot.env.backend.get_channel(each.id).thread_metadata for each in (one, other)]
    assert all(each.archived and each.locked for each in states)


async def asked_last(bot: OneBot) -> str:
    """Who has proposed something."""
    state = (await bot.table()).state
    assert state is not None
    seat = state.proposals[0].what.by
    return (await sits(bot))[seat]


async def test_a_deleted_thread_stays_away_and_the_game_goes_on(bot: OneBot) -> None:
    await begun(bot)
    one, other = threads(bot)
    bot.env.backend.delete_channel(one.id)
    await settled(bot)
    for _ in range(4):
        await bot.turn()
        await settled(bot)
    assert [each.id for each in threads(bot)] == [other.id]
    table = await bot.table()
    assert table.thread(0).ended and not table.thread(1).ended


async def test_without_the_permission_the_game_goes_on_and_says_so_once(bot: OneBot) -> None:
    forbid(bot, "create_private_threads")
    await begun(bot)
    for _ in range(3):
        await bot.turn()
        await settled(bot)
    told = [each for each in bot.messages if "may not make private threads here" in each.content]
    assert len(told) == 1 and threads(bot) == []


async def test_it_waits_for_who_sits(bot: OneBot) -> None:
    await bot.slash("Ann", "play", **ALL, length=3)
    assert "Answers you owe" in await bot.slash("Bob", "waiting")
    assert "Answers you owe" not in await bot.slash("Ann", "waiting")
    challenge = bot.last
    for who in ("Bob", "Cyd"):
        await bot.press(who, "Accept challenge", challenge)
    assert "Answers you owe" not in await bot.slash("Bob", "waiting")
    await bot.press("Dan", "Accept challenge", challenge)
    await bot.until(Phase.CUBE)
    who = await bot.asked()
    assert "You must act" in await bot.slash(who, "waiting")
    others = [each for each in FOUR if each != who]
    assert ["Others must act" in await bot.slash(each, "waiting") for each in others] == [True] * 3

"""Whole chouettes in a channel, from the opening message to the payments."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.backgammon import Phase
from bot.chouette import PRESETS, LoneTaker, Pace, digest, fewest_transfers
from bot.screens.chouette import score_sheet
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Stage

from .bot import component, private, said, walk
from .chouette import OneChouette, crew


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


FOUR = ("Ann", "Bob", "Cyd", "Dan")


async def balanced(group: OneChouette) -> dict[str, int]:
    points = await group.points()
    assert sum(points.values()) == 0
    return points


async def test_the_rules_of_a_session_are_told_by_the_same_digest_while_it_runs_and_when_it_is_over(
    group: OneChouette,
) -> None:
    bot = group.bot
    await group.open(*FOUR, preset="no_advice")
    table = await group.table()
    stamp = f"rules `{digest(PRESETS['no_advice'])}`"
    (opening,) = (message for message in bot.messages if stamp in message.content)
    assert len(opening.content.splitlines()) == 4 and table.short_commitment in opening.content
    rules = said(await bot.press("Ann", "Rules", opening))
    assert rules.startswith("**Chouette: No advice**") and "\nBeavers in one game: at most 1\n" in rules
    assert f"-# R{stamp[1:]}" in rules
    more = (await bot.press("Bob", "More")).response
    assert said(await bot.press("Bob", "Rules of this table", more)) == rules
    assert await bot.slash("Eva", "rules") == rules
    await group.resign_all()
    await bot.slash("Ann", "chouette end")
    assert (await group.table()).stage is Stage.CLOSED
    assert said(await bot.press("Eva", "Rules", opening)) == said(await bot.press("Cyd", "Rules")) == rules
    contents = await bot.slash("Ann", "rules")
    assert contents.startswith("Nothing is being played here. Choose a topic.") and f"game:{table.id}" in contents
    bot.channel = bot.guild.create_text_channel("elsewhere")
    assert "Choose a topic, or name a table" in await bot.slash("Ann", "rules")
    assert await bot.slash("Eva", "rules", game=table.id) == rules
    both = await bot.slash("Eva", "rules", topic="chouette_cubes", game=table.id)
    assert both.startswith("**Chouette: cubes**") and both.endswith(rules)


async def test_two_members_double_and_the_box_takes_one(group: OneChouette) -> None:
    await group.open(*FOUR)
    bot = group.bot
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()
    assert {"Roll", "Double", "Pass", "Hold", "More"} <= set(group.labels)
    told = await group.confirmed(second, "Double")
    assert "change your mind" in told
    assert f"**{second}**" not in bot.live.content.splitlines()[-2] or "doubles" not in bot.live.content
    await group.confirmed(captain, "Double")
    await bot.press(third, "Pass")
    await bot.press(captain, "Roll")
    assert "double to 2" in bot.live.content and bot.notified(bot.live) == [box]
    session = await group.session()
    assert session.game.exchange is not None and len(session.game.exchange.bets) == 2
    seats = [await group.seat(second)]
    bets = [session.game.own_bet(seat) for seat in seats]
    asked = await bot.choose(box, bot.live, "answers", f"{bets[0]}t")
    assert "Take" in asked.response.content and "Drop" in asked.response.content
    await bot.people[box].click(asked.response, label="Confirm")
    session = await group.session()
    assert session.game.phase in (Phase.ROLL, Phase.PLAY) and len(session.game.open_bets) == 2
    assert f"**{captain}**" in group.said
    await group.resign_all()
    points = await balanced(group)
    assert points[captain] == 1 and points[second] == 2 and points[third] == 1 and points[box] == -4


async def test_ten_games_with_everything(group: OneChouette) -> None:
    await group.open(*FOUR)
    bot = group.bot
    for number in range(1, 11):
        session = await group.session()
        assert session.number == number
        await group.until(box=number % 2 == 0)
        if number == 1:  # captain out, acting captain, box beats the rest
            captain = (await group.team())[0]
            await group.confirmed(captain, "Double")
            await bot.press(captain, "Roll")
            await group.command(await group.box(), "drop")
            assert await group.name((await group.session()).game.acting_captain) == (await group.team())[1]
            await bot.restart()
            await group.team_resigns()
        elif number == 2:  # the box doubles all, who answer at the same moment
            box, team = await group.box(), await group.team()
            asked = await bot.press(box, "Double")
            await bot.people[box].click(asked.response, label="Double all")
            await self_confirm(group, box)
            await asyncio.gather(*(take(group, who) for who in team))
            assert all(bet.turned for bet in (await group.session()).game.bets)
            await group.resign_all("gammon")
        elif number == 3:  # a late joiner, and somebody who leaves
            await bot.slash("Eva", "chouette join")
            await group.command((await group.team())[2], "chouette leave")
            await bot.restart()
            await group.team_resigns()
            assert len((await group.session()).line) == 4
        elif number == 4:  # a settlement with one, the rest play on
            box, team = await group.box(), await group.team()
            await settle(group, box, team[1])
            await bot.press(team[1], "Accept settlement")
            assert len((await group.session()).game.open_bets) == len(team) - 1
            await group.resign_all()
        else:
            await (group.resign_all() if number % 2 else group.team_resigns())
        await balanced(group)
        if number < 10:
            await group.next()
    host = await group.name((await group.session()).host)
    said = await bot.slash(host, "chouette end")
    table = await group.table()
    assert table.stage is Stage.CLOSED and table.state is not None and table.state.closed, said
    expected = fewest_transfers({seat: each.points for seat, each in enumerate(table.state.players)})
    assert tuple(each.transfer for each in table.state.payments) == expected
    shown = bot.live.attachments[0].description
    paid = expected[0]
    names = [person.name for person in table.people.seats]
    assert f"{names[paid.payer]} pays {names[paid.payee]} {paid.points}" in shown and "10 games" in shown
    for _ in expected:
        label = next(each for each in group.labels if each.startswith("Paid"))
        payer = next(
            payment.transfer.payer for payment in (await group.session_of(table.id)).payments if not payment.paid
        )
        await bot.press(await group.name(payer), label)
    assert all(payment.paid for payment in (await group.session_of(table.id)).payments)
    assert await bot.services.store.held(bot.channel.id) is None


async def self_confirm(group: OneChouette, who: str) -> None:
    """Confirm what was just asked of somebody privately, if it still stands."""
    if (await group.session()).game.exchange is None:
        await group.command(who, "double")


async def take(group: OneChouette, who: str) -> None:
    await group.bot.press(who, "Take")


async def settle(group: OneChouette, who: str, with_whom: str) -> None:
    result = await group.bot.people[who].slash(group.bot.channel, "settle", **{"points": -1, "with": with_whom})
    assert result.acknowledged and said(result) == ""


async def test_a_settlement_at_nothing_with_the_captain_asks_who_has_won(group: OneChouette) -> None:
    bot = group.bot
    await group.open(*FOUR)
    await group.until(box=True)
    box, captain = await group.box(), (await group.team())[0]
    whom = await bot.press(box, "Settle…", (await bot.press(box, "More")).response)
    form = await bot.people[box].select(
        whom.response, [str(await group.seat(captain))], custom_id=component(whom.response, "settle")
    )
    asked = (await bot.people[box].submit_modal(form, {"points": "0"})).response
    assert "Who counts as having won?" in asked.content
    assert [each["label"] for each in walk(asked)] == [box, captain]
    await bot.people[box].click(asked, label=captain)
    assert f"offers to settle the bet at nothing. **{captain}** would count as its winner." in bot.live.content


async def test_a_settlement_without_a_partner_asks_with_whom_and_then_who_has_won(group: OneChouette) -> None:
    bot = group.bot
    await group.open(*FOUR)
    await group.until(box=True)
    box, captain = await group.box(), (await group.team())[0]
    whom = (await bot.people[box].slash(bot.channel, "settle", points=0)).response
    assert whom.content == "With whom do you settle?"
    asked = (await bot.choose(box, whom, "settle_for", str(await group.seat(captain)))).response
    assert "Who counts as having won?" in asked.content
    done = await bot.people[box].click(asked, label=box)
    assert done.response is None, "nothing private is left"
    assert f"offers to settle the bet at nothing. **{box}** would count as its winner." in bot.live.content
    # Who has one bet need not say with whom, but who has won where nobody pays.
    await bot.press(captain, "Decline settlement")
    asked = (await bot.people[captain].slash(bot.channel, "settle", points=0)).response
    assert [each["label"] for each in walk(asked)] == [captain, box]


async def test_after_the_roll_a_settlement_is_told_when_it_can_be_offered(group: OneChouette) -> None:
    await group.open(*FOUR)
    await group.until(box=True)
    box = await group.box()
    await group.bot.press(box, "Roll")
    for who in (box, (await group.team())[0]):
        told = await group.bot.slash(who, "settle", points=1)
        assert "The dice have been rolled. A settlement can be offered again when this roll has been played" in told


async def test_where_everything_may_be_discussed_a_hint_has_the_buttons_of_the_play_and_of_the_cube(
    group: OneChouette,
) -> None:
    bot = group.bot
    await group.open(*FOUR, preset="full_advice")
    captain_play = private(await bot.press(await group.on_roll(), "Move"))
    hint = (await bot.press(await group.on_roll(), "Hint", captain_play)).response
    await bot.press(await group.on_roll(), walk(hint)[1]["label"], hint)
    await group.until(box=False)
    member = (await group.team())[1]
    more = (await bot.press(member, "More")).response
    hint = (await bot.press(member, "Hint", more)).response
    assert [each["label"] for each in walk(hint)] == ["Double", "Pass", "Hold", "Figures"]
    asked = (await bot.press(member, "Double", hint)).response
    told = await bot.press(member, "Confirm", asked)
    assert "change your mind" in said(told) and "doubles" not in bot.live.content
    assert len((await group.session()).game.doubled) == 1


async def started(group: OneChouette, **options: Any) -> None:
    """Four play by these options."""
    bot = group.bot
    await bot.slash("Ann", "chouette open")
    for who in FOUR[1:]:
        await bot.press(who, "Join", bot.messages[0])
    await group.with_options(**options)
    await bot.slash("Ann", "chouette start")


async def lone_taker(group: OneChouette, way: LoneTaker) -> tuple[str, list[str]]:
    """The box has doubled, and the second of the team alone takes; who is box, and the team."""
    await started(group, lone_taker=way)
    await group.until(box=True)
    box, team = await group.box(), await group.team()
    await group.command(box, "double")
    assert "Noted" in await group.command(team[0], "drop")
    await group.bot.press(team[1], "Take")
    await group.command(team[2], "drop")
    return box, team


async def test_a_lone_taker_with_extras(group: OneChouette) -> None:
    bot = group.bot
    box, team = await lone_taker(group, LoneTaker.EXTRAS)
    assert {"Offer an extra", "No extra"} <= set(group.labels)
    await bot.press(team[0], "Offer an extra")
    await bot.press(team[2], "No extra")
    assert "Stay in" in group.labels
    await bot.press(team[1], "Stay in")
    session = await group.session()
    assert len(session.game.bets) == 4 and session.game.bets[3].value == 2
    await bot.restart()
    await group.command(team[1], "resign", kind="single")
    for proposal in (await group.session()).proposals:
        await bot.slash(await group.name(proposal.of[0]), "accept", offer=str(proposal.number))
    points = await balanced(group)
    assert points == {box: 4, team[0]: 0, team[1]: -3, team[2]: -1}


async def test_a_lone_taker_stays_in_and_refuses_an_extra(group: OneChouette) -> None:
    bot = group.bot
    _, team = await lone_taker(group, LoneTaker.EXTRAS_VOLUNTARY)
    before = len((await group.session()).game.bets)
    for who in (team[0], team[2]):
        await bot.press(who, "Offer an extra")
    seat = await group.seat(team[0])
    told = await bot.choose(team[1], bot.live, "extras", f"r{seat}", f"d{seat}")
    assert f"**{team[0]}**" in said(told) and (await group.session()).game.exchange is not None
    await bot.choose(team[1], bot.live, "extras", f"r{seat}")
    session = await group.session()
    assert session.game.exchange is None and len(session.game.bets) == before + 1


async def test_the_clock_is_stopped_and_started_by_buttons(group: OneChouette) -> None:
    bot = group.bot
    await started(group, pace=Pace.LIVE)
    for label, paused in (("Stop the clock", True), ("Start the clock", False)):
        opened = (await bot.press("Ann", "More")).response
        await bot.press("Ann", label, opened)
        assert (await group.session()).paused is paused


async def test_points_of_many_are_on_several_pages(group: OneChouette, monkeypatch: pytest.MonkeyPatch) -> None:
    await group.open(*FOUR)
    monkeypatch.setattr(score_sheet, "limits", SimpleNamespace(MESSAGE=200))
    first = (await group.bot.people["Bob"].slash(group.bot.channel, "chouette score")).response
    second = (await group.bot.tap("Bob", first, "score")).response
    listed = [set(re.findall(r"<@(\d+)> [-+0]", page.content)) for page in (first, second)]
    assert all(listed) and not listed[0] & listed[1]


async def test_everybody_answers_at_once_and_all_are_counted(group: OneChouette) -> None:
    await group.open(*FOUR, "Eva")
    bot = group.bot
    await group.until(box=False)
    team = await group.team()
    asked = await asyncio.gather(*(bot.press(who, "Double") for who in team))
    await asyncio.gather(
        *(bot.people[who].click(each.response, label="Confirm") for who, each in zip(team, asked, strict=True))
    )
    assert set((await group.session()).game.doubled) == set(range(4))
    await bot.press(team[0], "Roll")
    session = await group.session()
    assert session.game.exchange is not None and session.game.exchange.bets == (0, 1, 2, 3)


async def test_refusals_are_in_plain_words(group: OneChouette) -> None:
    await group.open(*FOUR)
    bot = group.bot
    assert "You do not play at this table." in await bot.slash("Eva", "roll")
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()
    assert "It is not your turn." in await bot.slash(box, "roll")
    assert f"**{captain}** rolls and moves for your side." in await bot.slash(second, "roll")
    await bot.press(third, "Hold")
    assert f"**{third}** asks to wait" in bot.live.content or "wait" in bot.live.content
    assert f"**{third}** asks you to wait before you roll." in await bot.slash(captain, "roll")
    await bot.press(third, "Pass")
    await group.confirmed(second, "Double")
    await bot.press(captain, "Roll")
    await group.command(box, "drop")
    assert "You are out of this game" in await bot.slash(second, "roll")


async def test_everybody_is_offered_what_they_may_do_and_nothing_else(group: OneChouette) -> None:
    await group.open(*FOUR)
    bot = group.bot
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()

    async def more(who: str) -> set[str]:
        opened = await bot.press(who, "More")
        return {each["label"] for each in walk(opened.response)}

    async def offered(who: str, command: str) -> list[str]:
        return [each["value"] for each in await bot.people[who].autocomplete(bot.channel, command, "from", "")]

    waits = "Make the captain wait for me"
    assert [waits in await more(who) for who in (box, captain, second)] == [False, False, True]
    assert "You roll for your side yourself" in await group.command(captain, "hold")
    assert not (await group.session()).game.holding
    await group.command(second, "double")
    await group.command(captain, "double")
    await bot.press(captain, "Roll")
    assert [await offered(box, name) for name in ("take", "beaver", "raccoon")] == [[captain, second]] * 2 + [[]]
    assert await offered(third, "take") == []
    bets = [(await group.session()).game.own_bet(await group.seat(who)) for who in (captain, second)]
    said = await bot.choose(box, bot.live, "answers", f"{bets[0]}t", f"{bets[0]}b", f"{bets[1]}t")
    assert f"You have chosen two answers for **{captain}**" in said.response.content
    assert (await group.session()).game.exchange is not None


async def test_leaving_in_mid_game_asks_first_whatever_is_switched_off(group: OneChouette) -> None:
    await group.open(*FOUR)
    bot = group.bot
    await group.until(box=False)
    box, (_, second, third) = await group.box(), await group.team()
    await bot.services.preferences.keep_person(bot.people[second].id, PersonPreferences(confirm=False))
    asked = await bot.people[second].slash(bot.channel, "chouette leave")
    assert f"Your bet with **{box}**, at 1, goes on." in asked.response.content
    assert (await group.session()).leaving == ()
    await bot.people[second].click(asked.response, label="Cancel")
    assert (await group.session()).leaving == ()
    asked = await bot.people[third].click((await bot.press(third, "More")).response, label="Leave the table")
    await bot.people[third].click(asked.response, label="Confirm")
    assert (await group.session()).leaving == (await group.seat(third),)
    assert f"**{third}** leaves." in group.said


async def test_a_moderator_sends_away_and_ends_what_he_does_not_play(group: OneChouette) -> None:
    await group.open("Ann", "Bob", "Cyd", "Dan")
    group.bot.hire("Mod", manage_messages=True)
    assert "does not play at this table" in await group.command("Mod", "chouette kick", member=group.bot.people["Eva"])
    captain = (await group.team())[0]
    assert await group.command("Mod", "chouette kick", member=group.bot.people[captain]) == ""
    assert f"A moderator has sent **{captain}** away." in group.said
    assert captain != await group.name((await group.session()).game.acting_captain)
    assert await group.command("Mod", "chouette end") == ""
    assert "A moderator ends the session after this game." in group.said
    assert (await group.session()).ending


async def test_a_moderator_who_has_left_voids_a_game_that_is_not_theirs(group: OneChouette) -> None:
    bot = group.bot
    for name, rights in (("Mod", {"send_messages": True, "use_application_commands": True}), ("Boss", {})):
        bot.hire(name, manage_messages=True, **rights)
    await group.open("Ann", "Bob", "Cyd", "Mod")
    await group.command("Mod", "chouette leave")
    assert "You do not play at this table." in await group.command("Mod", "abort"), "their bet goes on"
    assert await group.command("Boss", "abort") == ""
    await group.next()
    assert (await group.session()).number == 2
    assert await group.command("Mod", "abort") == ""
    assert group.said.count("A moderator has voided the game.") == 2

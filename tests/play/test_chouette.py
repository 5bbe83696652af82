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

from .crew import Crew, crew
from .party import component, private, said, walk


@pytest.fixture
async def group() -> AsyncIterator[Crew]:
    async with crew() as made:
        yield made


FOUR = ("Ann", "Bob", "Cyd", "Dan")


async def balanced(group: Crew) -> dict[str, int]:
    points = await group.points()
    assert sum(points.values()) == 0
    return points


async def test_the_rules_of_a_session_are_told_by_the_same_digest_while_it_runs_and_when_it_is_over(
    group: Crew,
) -> None:
    club = group.club
    await group.open(*FOUR, preset="no_advice")
    table = await group.table()
    stamp = f"rules `{digest(PRESETS['no_advice'])}`"
    (opening,) = (message for message in club.messages if stamp in message.content)
    assert len(opening.content.splitlines()) == 4 and table.short_commitment in opening.content
    rules = said(await club.press("Ann", "Rules", opening))
    assert rules.startswith("**Chouette: No advice**") and "\nBeavers in one game: at most 1\n" in rules
    assert f"-# R{stamp[1:]}" in rules
    more = (await club.press("Bob", "More")).response
    assert said(await club.press("Bob", "Rules of this table", more)) == rules
    assert await club.slash("Eva", "rules") == rules
    await group.resign_all()
    await club.slash("Ann", "chouette end")
    assert (await group.table()).stage is Stage.CLOSED
    assert said(await club.press("Eva", "Rules", opening)) == said(await club.press("Cyd", "Rules")) == rules
    assert await club.slash("Ann", "rules") == rules
    club.channel = club.guild.create_text_channel("elsewhere")
    assert "Choose a topic" in await club.slash("Ann", "rules")
    assert await club.slash("Eva", "rules", game=table.id) == rules
    both = await club.slash("Eva", "rules", topic="chouette_cubes", game=table.id)
    assert both.startswith("**Chouette: cubes**") and both.endswith(rules)


async def test_two_members_double_and_the_box_takes_one(group: Crew) -> None:
    await group.open(*FOUR)
    club = group.club
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()
    assert {"Roll", "Double", "Pass", "Hold", "More"} <= set(group.labels)
    told = await group.confirmed(second, "Double")
    assert "change your mind" in told
    assert f"**{second}**" not in club.live.content.splitlines()[-2] or "doubles" not in club.live.content
    await group.confirmed(captain, "Double")
    await club.press(third, "Pass")
    await club.press(captain, "Roll")
    assert "double to 2" in club.live.content and club.notified(club.live) == [box]
    session = await group.session()
    assert session.game.exchange is not None and len(session.game.exchange.bets) == 2
    seats = [await group.seat(second)]
    bets = [session.game.own_bet(seat) for seat in seats]
    asked = await club.choose(box, club.live, "answers", f"{bets[0]}t")
    assert "Take" in asked.response.content and "Drop" in asked.response.content
    await club.people[box].click(asked.response, label="Confirm")
    session = await group.session()
    assert session.game.phase in (Phase.ROLL, Phase.PLAY) and len(session.game.open_bets) == 2
    assert f"**{captain}**" in group.said
    await group.resign_all()
    points = await balanced(group)
    assert points[captain] == 1 and points[second] == 2 and points[third] == 1 and points[box] == -4


async def test_ten_games_with_everything(group: Crew) -> None:
    await group.open(*FOUR)
    club = group.club
    for number in range(1, 11):
        session = await group.session()
        assert session.number == number
        await group.until(box=number % 2 == 0)
        if number == 1:  # captain out, acting captain, box beats the rest
            captain = (await group.team())[0]
            await group.confirmed(captain, "Double")
            await club.press(captain, "Roll")
            await group.command(await group.box(), "drop")
            assert await group.name((await group.session()).game.acting_captain) == (await group.team())[1]
            await club.restart()
            await group.team_resigns()
        elif number == 2:  # the box doubles all, who answer at the same moment
            box, team = await group.box(), await group.team()
            asked = await club.press(box, "Double")
            await club.people[box].click(asked.response, label="Double all")
            await self_confirm(group, box)
            await asyncio.gather(*(take(group, who) for who in team))
            assert all(bet.turned for bet in (await group.session()).game.bets)
            await group.resign_all("gammon")
        elif number == 3:  # a late joiner, and somebody who leaves
            await club.slash("Eva", "chouette join")
            await group.command((await group.team())[2], "chouette leave")
            await club.restart()
            await group.team_resigns()
            assert len((await group.session()).line) == 4
        elif number == 4:  # a settlement with one, the rest play on
            box, team = await group.box(), await group.team()
            await settle(group, box, team[1])
            await club.press(team[1], "Accept settlement")
            assert len((await group.session()).game.open_bets) == len(team) - 1
            await group.resign_all()
        else:
            await (group.resign_all() if number % 2 else group.team_resigns())
        await balanced(group)
        if number < 10:
            await group.next()
    host = await group.name((await group.session()).host)
    said = await club.slash(host, "chouette end")
    table = await group.table()
    assert table.stage is Stage.CLOSED and table.state is not None and table.state.closed, said
    expected = fewest_transfers({seat: each.points for seat, each in enumerate(table.state.players)})
    assert tuple(each.transfer for each in table.state.payments) == expected
    shown = club.live.attachments[0].description
    paid = expected[0]
    names = [person.name for person in table.people.seats]
    assert f"{names[paid.payer]} pays {names[paid.payee]} {paid.points}" in shown and "10 games" in shown
    for _ in expected:
        label = next(each for each in group.labels if each.startswith("Paid"))
        payer = next(
            payment.transfer.payer for payment in (await group.session_of(table.id)).payments if not payment.paid
        )
        await club.press(await group.name(payer), label)
    assert all(payment.paid for payment in (await group.session_of(table.id)).payments)
    assert await club.bot.services.store.held(club.channel.id) is None


async def self_confirm(group: Crew, who: str) -> None:
    """Confirm what was just asked of somebody privately, if it still stands."""
    if (await group.session()).game.exchange is None:
        await group.command(who, "double")


async def take(group: Crew, who: str) -> None:
    await group.club.press(who, "Take")


async def settle(group: Crew, who: str, with_whom: str) -> None:
    result = await group.club.people[who].slash(group.club.channel, "settle", **{"points": -1, "with": with_whom})
    assert result.acknowledged and said(result) == ""


async def test_a_settlement_at_nothing_with_the_captain_asks_who_has_won(group: Crew) -> None:
    club = group.club
    await group.open(*FOUR)
    await group.until(box=True)
    box, captain = await group.box(), (await group.team())[0]
    whom = await club.press(box, "Settle…", (await club.press(box, "More")).response)
    form = await club.people[box].select(
        whom.response, [str(await group.seat(captain))], custom_id=component(whom.response, "settle")
    )
    asked = (await club.people[box].submit_modal(form, {"points": "0"})).response
    assert "Who counts as having won?" in asked.content
    assert [each["label"] for each in walk(asked)] == [box, captain]
    await club.people[box].click(asked, label=captain)
    assert f"offers to settle the bet at nothing. **{captain}** would count as its winner." in club.live.content


async def test_a_settlement_without_a_partner_asks_with_whom_and_then_who_has_won(group: Crew) -> None:
    club = group.club
    await group.open(*FOUR)
    await group.until(box=True)
    box, captain = await group.box(), (await group.team())[0]
    whom = (await club.people[box].slash(club.channel, "settle", points=0)).response
    assert whom.content == "With whom do you settle?"
    asked = (await club.choose(box, whom, "settle_for", str(await group.seat(captain)))).response
    assert "Who counts as having won?" in asked.content
    done = await club.people[box].click(asked, label=box)
    assert done.response is None, "nothing private is left"
    assert f"offers to settle the bet at nothing. **{box}** would count as its winner." in club.live.content
    # Who has one bet need not say with whom, but who has won where nobody pays.
    await club.press(captain, "Decline settlement")
    asked = (await club.people[captain].slash(club.channel, "settle", points=0)).response
    assert [each["label"] for each in walk(asked)] == [captain, box]


async def test_after_the_roll_a_settlement_is_told_when_it_can_be_offered(group: Crew) -> None:
    await group.open(*FOUR)
    await group.until(box=True)
    box = await group.box()
    await group.club.press(box, "Roll")
    for who in (box, (await group.team())[0]):
        told = await group.club.slash(who, "settle", points=1)
        assert "The dice have been rolled. A settlement can be offered again when this roll has been played" in told


async def test_where_everything_may_be_discussed_a_hint_has_the_buttons_of_the_play_and_of_the_cube(
    group: Crew,
) -> None:
    club = group.club
    await group.open(*FOUR, preset="full_advice")
    captain_play = private(await club.press(await group.on_roll(), "Move"))
    hint = (await club.press(await group.on_roll(), "Hint", captain_play)).response
    await club.press(await group.on_roll(), walk(hint)[1]["label"], hint)
    await group.until(box=False)
    member = (await group.team())[1]
    more = (await club.press(member, "More")).response
    hint = (await club.press(member, "Hint", more)).response
    assert [each["label"] for each in walk(hint)] == ["Double", "Pass", "Hold"]
    asked = (await club.press(member, "Double", hint)).response
    told = await club.press(member, "Confirm", asked)
    assert "change your mind" in said(told) and "doubles" not in club.live.content
    assert len((await group.session()).game.doubled) == 1


async def started(group: Crew, **options: Any) -> None:
    """Four play by these options."""
    club = group.club
    await club.slash("Ann", "chouette open")
    for who in FOUR[1:]:
        await club.press(who, "Join", club.messages[0])
    await group.with_options(**options)
    await club.slash("Ann", "chouette start")


async def lone_taker(group: Crew, way: LoneTaker) -> tuple[str, list[str]]:
    """The box has doubled, and the second of the team alone takes; who is box, and the team."""
    await started(group, lone_taker=way)
    await group.until(box=True)
    box, team = await group.box(), await group.team()
    await group.command(box, "double")
    assert "Noted" in await group.command(team[0], "drop")
    await group.club.press(team[1], "Take")
    await group.command(team[2], "drop")
    return box, team


async def test_a_lone_taker_with_extras(group: Crew) -> None:
    club = group.club
    box, team = await lone_taker(group, LoneTaker.EXTRAS)
    assert {"Offer an extra", "No extra"} <= set(group.labels)
    await club.press(team[0], "Offer an extra")
    await club.press(team[2], "No extra")
    assert "Stay in" in group.labels
    await club.press(team[1], "Stay in")
    session = await group.session()
    assert len(session.game.bets) == 4 and session.game.bets[3].value == 2
    await club.restart()
    await group.command(team[1], "resign", kind="single")
    for proposal in (await group.session()).proposals:
        await club.slash(await group.name(proposal.of[0]), "accept", offer=str(proposal.number))
    points = await balanced(group)
    assert points == {box: 4, team[0]: 0, team[1]: -3, team[2]: -1}


async def test_a_lone_taker_stays_in_and_refuses_an_extra(group: Crew) -> None:
    club = group.club
    _, team = await lone_taker(group, LoneTaker.EXTRAS_VOLUNTARY)
    before = len((await group.session()).game.bets)
    for who in (team[0], team[2]):
        await club.press(who, "Offer an extra")
    seat = await group.seat(team[0])
    told = await club.choose(team[1], club.live, "extras", f"r{seat}", f"d{seat}")
    assert f"**{team[0]}**" in said(told) and (await group.session()).game.exchange is not None
    await club.choose(team[1], club.live, "extras", f"r{seat}")
    session = await group.session()
    assert session.game.exchange is None and len(session.game.bets) == before + 1


async def test_the_clock_is_stopped_and_started_by_buttons(group: Crew) -> None:
    club = group.club
    await started(group, pace=Pace.LIVE)
    for label, paused in (("Stop the clock", True), ("Start the clock", False)):
        opened = (await club.press("Ann", "More")).response
        await club.press("Ann", label, opened)
        assert (await group.session()).paused is paused


async def test_points_of_many_are_on_several_pages(group: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    await group.open(*FOUR)
    monkeypatch.setattr(score_sheet, "limits", SimpleNamespace(MESSAGE=200))
    first = (await group.club.people["Bob"].slash(group.club.channel, "chouette score")).response
    second = (await group.club.tap("Bob", first, "score")).response
    listed = [set(re.findall(r"<@(\d+)> [-+0]", page.content)) for page in (first, second)]
    assert all(listed) and not listed[0] & listed[1]


async def test_everybody_answers_at_once_and_all_are_counted(group: Crew) -> None:
    await group.open(*FOUR, "Eva")
    club = group.club
    await group.until(box=False)
    team = await group.team()
    asked = await asyncio.gather(*(club.press(who, "Double") for who in team))
    await asyncio.gather(
        *(club.people[who].click(each.response, label="Confirm") for who, each in zip(team, asked, strict=True))
    )
    assert set((await group.session()).game.doubled) == set(range(4))
    await club.press(team[0], "Roll")
    session = await group.session()
    assert session.game.exchange is not None and session.game.exchange.bets == (0, 1, 2, 3)


async def test_refusals_are_in_plain_words(group: Crew) -> None:
    await group.open(*FOUR)
    club = group.club
    assert "You do not play at this table." in await club.slash("Eva", "roll")
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()
    assert "It is not your turn." in await club.slash(box, "roll")
    assert f"**{captain}** rolls and moves for your side." in await club.slash(second, "roll")
    await club.press(third, "Hold")
    assert f"**{third}** asks to wait" in club.live.content or "wait" in club.live.content
    assert f"**{third}** asks you to wait before you roll." in await club.slash(captain, "roll")
    await club.press(third, "Pass")
    await group.confirmed(second, "Double")
    await club.press(captain, "Roll")
    await group.command(box, "drop")
    assert "You are out of this game" in await club.slash(second, "roll")


async def test_everybody_is_offered_what_they_may_do_and_nothing_else(group: Crew) -> None:
    await group.open(*FOUR)
    club = group.club
    await group.until(box=False)
    captain, second, third = await group.team()
    box = await group.box()

    async def more(who: str) -> set[str]:
        opened = await club.press(who, "More")
        return {each["label"] for each in walk(opened.response)}

    async def offered(who: str, command: str) -> list[str]:
        return [each["value"] for each in await club.people[who].autocomplete(club.channel, command, "from", "")]

    waits = "Make the captain wait for me"
    assert [waits in await more(who) for who in (box, captain, second)] == [False, False, True]
    assert "You roll for your side yourself" in await group.command(captain, "hold")
    assert not (await group.session()).game.holding
    await group.command(second, "double")
    await group.command(captain, "double")
    await club.press(captain, "Roll")
    assert [await offered(box, name) for name in ("take", "beaver", "raccoon")] == [[captain, second]] * 2 + [[]]
    assert await offered(third, "take") == []
    bets = [(await group.session()).game.own_bet(await group.seat(who)) for who in (captain, second)]
    said = await club.choose(box, club.live, "answers", f"{bets[0]}t", f"{bets[0]}b", f"{bets[1]}t")
    assert f"You have chosen two answers for **{captain}**" in said.response.content
    assert (await group.session()).game.exchange is not None


async def test_leaving_in_mid_game_asks_first_whatever_is_switched_off(group: Crew) -> None:
    await group.open(*FOUR)
    club = group.club
    await group.until(box=False)
    box, (_, second, third) = await group.box(), await group.team()
    await club.bot.services.preferences.keep_person(club.people[second].id, PersonPreferences(confirm=False))
    asked = await club.people[second].slash(club.channel, "chouette leave")
    assert f"Your bet with **{box}**, at 1, goes on." in asked.response.content
    assert (await group.session()).leaving == ()
    await club.people[second].click(asked.response, label="Cancel")
    assert (await group.session()).leaving == ()
    asked = await club.people[third].click((await club.press(third, "More")).response, label="Leave the table")
    await club.people[third].click(asked.response, label="Confirm")
    assert (await group.session()).leaving == (await group.seat(third),)
    assert f"**{third}** leaves." in group.said


async def test_a_moderator_sends_away_and_ends_what_he_does_not_play(group: Crew) -> None:
    await group.open("Ann", "Bob", "Cyd", "Dan")
    group.club.hire("Mod", manage_messages=True)
    assert "does not play at this table" in await group.command("Mod", "chouette kick", member=group.club.people["Eva"])
    captain = (await group.team())[0]
    assert await group.command("Mod", "chouette kick", member=group.club.people[captain]) == ""
    assert f"A moderator has sent **{captain}** away." in group.said
    assert captain != await group.name((await group.session()).game.acting_captain)
    assert await group.command("Mod", "chouette end") == ""
    assert "A moderator ends the session after this game." in group.said
    assert (await group.session()).ending


async def test_a_moderator_who_has_left_voids_a_game_that_is_not_theirs(group: Crew) -> None:
    club = group.club
    for name, rights in (("Mod", {"send_messages": True, "use_application_commands": True}), ("Boss", {})):
        club.hire(name, manage_messages=True, **rights)
    await group.open("Ann", "Bob", "Cyd", "Mod")
    await group.command("Mod", "chouette leave")
    assert "You do not play at this table." in await group.command("Mod", "abort"), "their bet goes on"
    assert await group.command("Boss", "abort") == ""
    await group.next()
    assert (await group.session()).number == 2
    assert await group.command("Mod", "abort") == ""
    assert group.said.count("A moderator has voided the game.") == 2

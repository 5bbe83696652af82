"""Chouettes against the unmodified process: whole evenings, kills in every phase, crowds, a Discord that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.backgammon import Phase, Reply
from bot.chouette import LoneTaker, fewest_transfers
from bot.chouette.actions import Answer, Double
from bot.chouette.log import CHOUETTE
from bot.tables.table import Stage
from tests.discord_server import Interaction, Person
from tests.process.chouette_table import ChouetteTable
from tests.process.tabletop import READY, Evening, all_of, evening
from tests.process.test_faults import CALLBACK, EDIT, POST

pytestmark = pytest.mark.asyncio(loop_scope="module")
#: What fails, with which status (None: the connection is cut), whether it is done all the same.
FAULTS = [(POST, 500, True), (CALLBACK, 500, True), (CALLBACK, None, False), (EDIT, 500, False), (EDIT, None, True)]
CROWD = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    async with evening(tmp_path_factory.mktemp("chouette")) as made:
        await made.bot.says(READY)
        yield made
        made.check_sound()


async def with_extras(top: ChouetteTable) -> None:
    """The host turns the extras on in his panel; everybody else has to accept the rules anew."""
    host, *others = top.people[:4]
    lobby = await top.lobby(joining=3)
    panel = (await host.press(lobby, "Options")).message
    assert panel and panel.ephemeral
    await host.choose(panel, "A rule about cubes …", ["lone_taker"])
    values = panel.selects[-1]
    assert values.custom_id and values.custom_id.endswith("lone_taker")
    await host.choose(panel, values.custom_id, ["extras"])
    options = (await top.stored()).about.setup
    assert options and options.lone_taker is LoneTaker.EXTRAS
    refused = await host.slash(top.channel, "chouette start")
    assert refused.ephemeral and all(person.name in refused.content for person in others)
    await top.until(lambda: any(button.label == "Accept the rules" for button in lobby.buttons))
    await all_of([person.press(lobby, "Accept the rules", stale=True) for person in others])
    await top.start()


@pytest.mark.long
async def test_an_evening_from_the_opening_to_the_payments(club: Evening) -> None:
    top = ChouetteTable.at(club, *CROWD[:5])
    late = top.people[4]
    await with_extras(top)
    await captain_is_dropped(top)
    await top.next()
    await somebody_comes_and_somebody_goes(top, late)
    await top.next()
    await lone_taker(top)
    await top.next()
    await one_settles(top)
    await over_and_paid(top)
    await top.check()


async def captain_is_dropped(top: ChouetteTable) -> None:
    """The captain's cube is dropped, the next member plays on; the captain has won the box all the same."""
    await top.until_cube(box=False)
    captain, second, _ = await top.team()
    box = await top.box()
    await top.at_once([captain], "Double", confirm=True)
    assert "doubles" not in top.live.content
    await top.press(captain, "Roll")
    assert top.asked() is box
    await top.typed(box, "drop")
    game = (await top.session()).game
    assert game.bets[0].result and await top.who(game.acting_captain) is second
    assert "You are out of this game" in (await top.typed(captain, "move", play="8/5 6/5")).content
    if game.phase is Phase.PLAY:
        await top.turn()
    await top.team_resigns()
    points = await top.points()
    assert points[captain] == 1 and points[box] == 1
    assert await top.who((await top.session()).line[0]) is captain


async def somebody_comes_and_somebody_goes(top: ChouetteTable, late: Person) -> None:
    """Both from the next game on; who has gone says nothing, who has a delegate lets him say it."""
    await top.until_cube(box=True)
    captain, second, third = await top.team()
    joined = await top.typed(late, "chouette join")
    assert "You have joined." in joined.content
    await top.typed(third, "chouette leave")
    await top.typed(second, "chouette delegate", member=captain)
    await top.offered()
    assert "Noted." in (await top.typed(captain, "take", **{"from": second.name})).content
    assert (await top.session()).game.phase is Phase.OFFER
    await top.typed(captain, "take", **{"from": captain.name})
    game = (await top.session()).game
    assert [bet.value for bet in game.bets] == [2, 2, 1] and game.bets[2].result
    await top.box_resigns("gammon")
    session = await top.session()
    names = [(await top.who(seat)).name for seat in session.line]
    assert late.name in names and third.name not in names
    await top.typed(second, "chouette delegate")


async def lone_taker(top: ChouetteTable) -> None:
    """The box doubles all, two drop, one of them gives an extra, which is dropped at once."""
    await top.until_cube(box=True)
    first, second, taker = await top.team()
    before, box = await top.points(), await top.box()
    await top.offered()
    answers = await all_of([top.sure(first, top.live, "Drop"), top.sure(second, top.live, "Drop"), taken(top, taker)])
    await top.all_done(answers)
    game = (await top.session()).game
    assert game.exchange and game.exchange.extras
    live = top.live
    await top.all_done(await all_of([first.press(live, "Offer an extra"), second.press(live, "No extra", stale=True)]))
    await top.typed(taker, "extra drop")
    await top.typed(taker, "resign", kind="single")
    await top.accept_all()
    after = await top.points()
    won = {person: after[person] - before[person] for person in (first, second, taker, box)}
    assert won == {first: 0, second: -1, taker: -3, box: 4}


async def taken(top: ChouetteTable, who: Person) -> Interaction:
    return await who.press(top.live, "Take", stale=True)


async def one_settles(top: ChouetteTable) -> None:
    """One member settles, who is out; the others play on."""
    await top.until_cube(box=False)
    captain, second, _ = await top.team()
    box = await top.box()
    before = await top.points()
    await top.typed(box, "settle", **{"points": -1, "with": second.name})
    await top.press(second, "Accept settlement")
    game = (await top.session()).game
    assert [bet.result is None for bet in game.bets] == [True, False, True]
    await top.typed(captain, "roll")
    await top.box_resigns("single")
    after = await top.points()
    assert after[second] - before[second] == 1 and after[box] < before[box]


async def over_and_paid(top: ChouetteTable) -> None:
    """Score and sheet for all, the end, and the fewest payments."""
    host = await top.who((await top.session()).host)
    score = await host.slash(top.channel, "chouette score")
    told = [f"<@{person.id}> {points:+}" for person, points in (await top.points()).items() if points]
    assert not score.ephemeral and told and all(line in score.content.splitlines() for line in told)
    sheet = await (await host.slash(top.channel, "chouette history")).completed()
    assert not sheet.failed and any("score sheet" in message.content for message in top.channel.messages)
    await top.typed(host, "chouette end")
    table = await top.stored()
    session = await top.session()
    assert table.stage is Stage.CLOSED and session.closed
    expected = fewest_transfers({seat: player.points for seat, player in enumerate(session.players)})
    assert tuple(each.transfer for each in session.payments) == expected
    await top.pay_all()
    async with top.club.store() as store:
        assert await store.held(top.channel.id) is None


@pytest.mark.long
async def test_killed_in_every_phase(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        top = ChouetteTable.at(club, *CROWD[:6])
        lobby = await top.lobby(joining=3, preset="extras_and_partner")
        await top.killed()
        await top.joined(lobby, top.people[4:])
        await top.start()
        await partner_question(top)
        await window_and_batch(top)
        await top.box_resigns()
        assert (await top.session()).game.phase is Phase.OVER
        await top.killed()
        await top.next()
        await top.press(await top.box(), "No partner")
        await extras_half_given(top)
        session = await top.session()
        assert session.closed and session.payments
        await top.killed()
        await top.pay_all()
        await top.check()
        club.check_sound()


async def partner_question(top: ChouetteTable) -> None:
    """Killed while the first crew member is asked."""
    await top.press(await top.box(), "Take a partner")
    await top.killed()
    for label in ("Decline partnership", "Accept partnership"):
        session = await top.session()
        assert session.partnering
        asked = await top.who(session.partnering.asked)
        assert asked.mention in top.live.content
        await top.press(asked, label)
    session = await top.session()
    assert session.partner is not None and len(session.game.team) == 4


async def window_and_batch(top: ChouetteTable) -> None:
    """Killed with doubles, a pass and a wish to wait in the window, and with one of two cubes answered."""
    await top.until_cube(box=False)
    captain, second, third, fourth = await top.team()
    box, old = await top.box(), top.live
    await top.at_once([second, third], "Double", confirm=True)
    await top.at_once([captain], "Pass")
    await top.at_once([fourth], "Hold")
    await top.killed()
    game = (await top.session()).game
    assert set(game.doubled) == {1, 2} and game.passed == (game.team[0],) and game.holding == (game.team[3],)
    assert "asks you to wait" in (await captain.press(old, "Roll", stale=True)).content
    await top.press(fourth, "Pass")
    await top.press(captain, "Roll")
    assert top.asked() is box
    assert "Noted." in (await top.typed(box, "take", **{"from": second.name})).content
    await top.killed()
    exchange = (await top.session()).game.exchange
    assert exchange and exchange.replies == ((1, Reply.TAKE),)
    await top.typed(box, "drop", **{"from": third.name})
    game = (await top.session()).game
    assert [bet.value for bet in game.bets] == [1, 2, 1, 1] and game.bets[2].result and not game.exchange


async def extras_half_given(top: ChouetteTable) -> None:
    """Killed while some have offered an extra and others are still asked."""
    await top.until_cube(box=True)
    host = await top.who((await top.session()).host)
    await top.typed(host, "chouette end")  # after this game
    team = await top.team()
    *droppers, taker = team
    await top.offered()
    await top.at_once(droppers, "Drop", confirm=True)
    await top.at_once([taker], "Take")
    assert {"Offer an extra", "No extra"} <= set(top.labels)
    await top.at_once(droppers[:2], "Offer an extra")
    await top.killed()
    await top.at_once(droppers[2:], "No extra")
    await top.press(taker, "Stay in")
    game = (await top.session()).game
    assert len(game.bets) == len(team) + 2 and len(game.open_bets) == 3
    await top.typed(taker, "resign", kind="single")
    await top.accept_all()


@pytest.mark.long
async def test_nine_members_at_the_same_moment(club: Evening) -> None:
    """Everybody doubles, then everybody answers; each word counts, once, whatever the others do meanwhile."""
    top = ChouetteTable.at(club, *CROWD)
    await top.lobby()
    await top.start()
    await top.until_cube(box=False)
    team, box = await top.team(), await top.box()
    assert len(team) == 9
    answers = await top.at_once(team, "Double", confirm=True)
    assert all("change your mind" in answer.content for answer in answers)
    assert (await logged(top)).count(Double) == 9 and len((await top.session()).game.doubled) == 9
    await top.press(team[0], "Roll")
    select = top.live.selects[0]
    chosen = [f"{bet}t" for bet in range(7)]
    asked = await box.choose(top.live, str(select.custom_id), chosen)
    assert asked.message and "What you drop costs" in asked.content
    await top.all_done([await box.press(asked.message, "Confirm")])
    game = (await top.session()).game
    assert [bet.value for bet in game.bets] == [2] * 7 + [1, 1] and len(game.open_bets) == 7
    await top.until_cube(box=True)
    await top.offered()
    before = (await logged(top)).count(Answer)
    await top.all_done(await all_of([answered(top, index, person) for index, person in enumerate(team[:7])]))
    assert (await logged(top)).count(Answer) == before + 7
    game = (await top.session()).game
    assert len(game.open_bets) == 4 and game.phase in (Phase.ROLL, Phase.PLAY)
    assert [game.bets[bet].value for bet in game.open_bets] == [4] * 4
    await top.box_resigns()
    await top.check()


async def answered(top: ChouetteTable, index: int, person: Person) -> Interaction:
    """Those with an even index take by button, the others drop by command."""
    if index % 2 == 0:
        return await person.press(top.live, "Take", stale=True)
    asked = await person.slash(top.channel, "drop")
    assert asked.message, asked
    return await person.press(asked.message, "Confirm")


async def logged(top: ChouetteTable) -> list[type]:
    """What people have done, in order."""
    table = await top.stored()
    async with top.club.store() as store:
        entries = await store.log(table.channel, table.id)
    return [type(action) for action in map(CHOUETTE.action, entries[1:]) if action.by is not None]


@pytest.mark.long
async def test_killed_while_all_speak_at_once(tmp_path: Path) -> None:
    """Nine press at the same moment and the bot is killed: whoever was told so is counted, the others say it again."""
    async with evening(tmp_path) as club:
        top = ChouetteTable.at(club, *CROWD)
        await top.lobby()
        await top.start()
        await top.until_cube(box=False)
        team, live = await top.team(), top.live
        asked = await all_of([person.press(live, "Double") for person in team])
        messages = {answer.person: answer.message for answer in asked if answer.message}
        sent = {who: asyncio.ensure_future(who.press(message, "Confirm")) for who, message in messages.items()}
        await top.until(lambda: any("change your mind" in answer.content for answer in club.answers))
        await club.bot.kill()
        for doing in sent.values():
            doing.cancel()
        told = {answer.person for answer in club.answers if "change your mind" in answer.content}
        await club.restart()
        await top.settled()
        game = (await top.session()).game
        doubled = {await top.who(game.bets[bet].white) for bet in game.doubled}
        print(f"{len(doubled)} of 9 were heard, {len(told)} were told so")
        assert told <= doubled
        await top.all_done(await all_of([who.press(messages[who], "Confirm") for who in team if who not in doubled]))
        assert (await logged(top)).count(Double) == 9
        await top.press(team[0], "Roll")
        exchange = (await top.session()).game.exchange
        assert exchange and len(exchange.bets) == 9
        await top.check()


@pytest.mark.parametrize(("place", "status", "done"), FAULTS, ids=str)
async def test_discord_fails_once_in_some_steps(
    club: Evening, place: tuple[str, str], status: int | None, done: bool
) -> None:
    """Nothing is lost and nothing done twice, whichever request of a window, a batch and its answer fails."""
    top = ChouetteTable.at(club, *CROWD[:4])
    await top.lobby()
    await top.start()
    await top.until_cube(box=False)
    captain, second, third = await top.team()
    box = await top.box()
    hits = 0

    async def failing(doing: Awaitable[object]) -> None:
        """One request fails while somebody does one thing, which is done once."""
        nonlocal hits
        before = len(await logged(top))
        fault = club.discord.fail_next(*place, status=status, after_accepting=done)
        await doing
        await top.settled()
        hits, fault.hits = hits + fault.hits, fault.times
        assert len(await logged(top)) == before + 1

    asked = (await second.press(top.live, "Double")).message
    assert asked
    await failing(second.press(asked, "Confirm"))
    await top.at_once([third], "Double", confirm=True)
    await failing(captain.press(top.live, "Roll"))
    chosen = await box.choose(top.live, str(top.live.selects[0].custom_id), ["1t"])
    assert chosen.message
    await failing(box.press(chosen.message, "Confirm"))
    game = (await top.session()).game
    assert [bet.value for bet in game.bets] == [1, 2, 1] and game.bets[2].result
    assert hits
    await top.box_resigns()
    await top.check()

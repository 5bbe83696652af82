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
from tests.process.bots import READY, Bots, all_of, running_bots
from tests.process.chouette_table import ChouetteTable
from tests.process.test_faults import CALLBACK, EDIT, POST

pytestmark = pytest.mark.asyncio(loop_scope="module")
#: What fails, with which status (None: the connection is cut), whether it is done all the same.
FAULTS = [(POST, 500, True), (CALLBACK, 500, True), (CALLBACK, None, False), (EDIT, 500, False), (EDIT, None, True)]
CROWD = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("chouette")) as made:
        await made.process.says(READY)
        yield made
        made.check_sound()


async def with_extras(played: ChouetteTable) -> None:
    """The host turns the extras on in his panel; everybody else has to accept the rules anew."""
    host, *others = played.people[:4]
    lobby = await played.lobby(joining=3)
    panel = (await host.press(lobby, "Options")).message
    assert panel and panel.ephemeral
    await host.choose(panel, "A rule about cubes …", ["lone_taker"])
    values = panel.selects[-1]
    assert values.custom_id and values.custom_id.endswith("lone_taker")
    await host.choose(panel, values.custom_id, ["extras"])
    options = (await played.stored()).about.setup
    assert options and options.lone_taker is LoneTaker.EXTRAS
    refused = await host.slash(played.channel, "chouette start")
    assert refused.ephemeral and all(person.name in refused.content for person in others)
    await played.until(lambda: any(button.label == "Accept the rules" for button in lobby.buttons))
    await all_of([person.press(lobby, "Accept the rules", stale=True) for person in others])
    await played.start()


@pytest.mark.long
async def test_an_evening_from_the_opening_to_the_payments(bots: Bots) -> None:
    played = ChouetteTable.at(bots, *CROWD[:5])
    late = played.people[4]
    await with_extras(played)
    await captain_is_dropped(played)
    await played.next()
    await somebody_comes_and_somebody_goes(played, late)
    await played.next()
    await lone_taker(played)
    await played.next()
    await one_settles(played)
    await over_and_paid(played)
    await played.check()


async def captain_is_dropped(played: ChouetteTable) -> None:
    """The captain's cube is dropped, the next member plays on; the captain has won the box all the same."""
    await played.until_cube(box=False)
    captain, second, _ = await played.team()
    box = await played.box()
    await played.at_once([captain], "Double", confirm=True)
    assert "doubles" not in played.live.content
    await played.press(captain, "Roll")
    assert played.asked() is box
    await played.typed(box, "drop")
    game = (await played.session()).game
    assert game.bets[0].result and await played.who(game.acting_captain) is second
    assert "You are out of this game" in (await played.typed(captain, "move", play="8/5 6/5")).content
    if game.phase is Phase.PLAY:
        await played.turn()
    await played.team_resigns()
    points = await played.points()
    assert points[captain] == 1 and points[box] == 1
    assert await played.who((await played.session()).line[0]) is captain


async def somebody_comes_and_somebody_goes(played: ChouetteTable, late: Person) -> None:
    """Both from the next game on; who has gone says nothing, who has a delegate lets him say it."""
    await played.until_cube(box=True)
    captain, second, third = await played.team()
    joined = await played.typed(late, "chouette join")
    assert "You have joined." in joined.content
    await played.typed(third, "chouette leave")
    await played.typed(second, "chouette delegate", member=captain)
    await played.offered()
    assert "Noted." in (await played.typed(captain, "take", **{"from": second.name})).content
    assert (await played.session()).game.phase is Phase.OFFER
    await played.typed(captain, "take", **{"from": captain.name})
    game = (await played.session()).game
    assert [bet.value for bet in game.bets] == [2, 2, 1] and game.bets[2].result
    await played.box_resigns("gammon")
    session = await played.session()
    names = [(await played.who(seat)).name for seat in session.line]
    assert late.name in names and third.name not in names
    await played.typed(second, "chouette delegate")


async def lone_taker(played: ChouetteTable) -> None:
    """The box doubles all, two drop, one of them gives an extra, which is dropped at once."""
    await played.until_cube(box=True)
    first, second, taker = await played.team()
    before, box = await played.points(), await played.box()
    await played.offered()
    answers = await all_of(
        [played.sure(first, played.live, "Drop"), played.sure(second, played.live, "Drop"), taken(played, taker)]
    )
    await played.all_done(answers)
    game = (await played.session()).game
    assert game.exchange and game.exchange.extras
    live = played.live
    await played.all_done(
        await all_of([first.press(live, "Offer an extra"), second.press(live, "No extra", stale=True)])
    )
    await played.typed(taker, "extra drop")
    await played.typed(taker, "resign", kind="single")
    await played.accept_all()
    after = await played.points()
    won = {person: after[person] - before[person] for person in (first, second, taker, box)}
    assert won == {first: 0, second: -1, taker: -3, box: 4}


async def taken(played: ChouetteTable, who: Person) -> Interaction:
    return await who.press(played.live, "Take", stale=True)


async def one_settles(played: ChouetteTable) -> None:
    """One member settles, who is out; the others play on."""
    await played.until_cube(box=False)
    captain, second, _ = await played.team()
    box = await played.box()
    before = await played.points()
    await played.typed(box, "settle", **{"points": -1, "with": second.name})
    await played.press(second, "Accept settlement")
    game = (await played.session()).game
    assert [bet.result is None for bet in game.bets] == [True, False, True]
    await played.typed(captain, "roll")
    await played.box_resigns("single")
    after = await played.points()
    assert after[second] - before[second] == 1 and after[box] < before[box]


async def over_and_paid(played: ChouetteTable) -> None:
    """Score and sheet for all, the end, and the fewest payments."""
    host = await played.who((await played.session()).host)
    score = await host.slash(played.channel, "chouette score")
    told = [f"<@{person.id}> {points:+}" for person, points in (await played.points()).items() if points]
    assert not score.ephemeral and told and all(line in score.content.splitlines() for line in told)
    sheet = await (await host.slash(played.channel, "chouette history")).completed()
    assert not sheet.failed and any("score sheet" in message.content for message in played.channel.messages)
    await played.typed(host, "chouette end")
    table = await played.stored()
    session = await played.session()
    assert table.stage is Stage.CLOSED and session.closed
    expected = fewest_transfers({seat: player.points for seat, player in enumerate(session.players)})
    assert tuple(each.transfer for each in session.payments) == expected
    await played.pay_all()
    async with played.bots.store() as store:
        assert await store.held(played.channel.id) is None


@pytest.mark.long
async def test_killed_in_every_phase(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = ChouetteTable.at(bots, *CROWD[:6])
        lobby = await played.lobby(joining=3, preset="extras_and_partner")
        await played.killed()
        await played.joined(lobby, played.people[4:])
        await played.start()
        await partner_question(played)
        await window_and_batch(played)
        await played.box_resigns()
        assert (await played.session()).game.phase is Phase.OVER
        await played.killed()
        await played.next()
        await played.press(await played.box(), "No partner")
        await extras_half_given(played)
        session = await played.session()
        assert session.closed and session.payments
        await played.killed()
        await played.pay_all()
        await played.check()
        bots.check_sound()


async def partner_question(played: ChouetteTable) -> None:
    """Killed while the first crew member is asked."""
    await played.press(await played.box(), "Take a partner")
    await played.killed()
    for label in ("Decline partnership", "Accept partnership"):
        session = await played.session()
        assert session.partnering
        asked = await played.who(session.partnering.asked)
        assert asked.mention in played.live.content
        await played.press(asked, label)
    session = await played.session()
    assert session.partner is not None and len(session.game.team) == 4


async def window_and_batch(played: ChouetteTable) -> None:
    """Killed with doubles, a pass and a wish to wait in the window, and with one of two cubes answered."""
    await played.until_cube(box=False)
    captain, second, third, fourth = await played.team()
    box, old = await played.box(), played.live
    await played.at_once([second, third], "Double", confirm=True)
    await played.at_once([captain], "Pass")
    await played.at_once([fourth], "Hold")
    await played.killed()
    game = (await played.session()).game
    assert set(game.doubled) == {1, 2} and game.passed == (game.team[0],) and game.holding == (game.team[3],)
    assert "asks you to wait" in (await captain.press(old, "Roll", stale=True)).content
    await played.press(fourth, "Pass")
    await played.press(captain, "Roll")
    assert played.asked() is box
    assert "Noted." in (await played.typed(box, "take", **{"from": second.name})).content
    await played.killed()
    exchange = (await played.session()).game.exchange
    assert exchange and exchange.replies == ((1, Reply.TAKE),)
    await played.typed(box, "drop", **{"from": third.name})
    game = (await played.session()).game
    assert [bet.value for bet in game.bets] == [1, 2, 1, 1] and game.bets[2].result and not game.exchange


async def extras_half_given(played: ChouetteTable) -> None:
    """Killed while some have offered an extra and others are still asked."""
    await played.until_cube(box=True)
    host = await played.who((await played.session()).host)
    await played.typed(host, "chouette end")  # after this game
    team = await played.team()
    *droppers, taker = team
    await played.offered()
    await played.at_once(droppers, "Drop", confirm=True)
    await played.at_once([taker], "Take")
    assert {"Offer an extra", "No extra"} <= set(played.labels)
    await played.at_once(droppers[:2], "Offer an extra")
    await played.killed()
    await played.at_once(droppers[2:], "No extra")
    await played.press(taker, "Stay in")
    game = (await played.session()).game
    assert len(game.bets) == len(team) + 2 and len(game.open_bets) == 3
    await played.typed(taker, "resign", kind="single")
    await played.accept_all()


@pytest.mark.long
async def test_nine_members_at_the_same_moment(bots: Bots) -> None:
    """Everybody doubles, then everybody answers; each word counts, once, whatever the others do meanwhile."""
    played = ChouetteTable.at(bots, *CROWD)
    await played.lobby()
    await played.start()
    await played.until_cube(box=False)
    team, box = await played.team(), await played.box()
    assert len(team) == 9
    answers = await played.at_once(team, "Double", confirm=True)
    assert all("change your mind" in answer.content for answer in answers)
    assert (await logged(played)).count(Double) == 9 and len((await played.session()).game.doubled) == 9
    await played.press(team[0], "Roll")
    select = played.live.selects[0]
    chosen = [f"{bet}t" for bet in range(7)]
    asked = await box.choose(played.live, str(select.custom_id), chosen)
    assert asked.message and "What you drop costs" in asked.content
    await played.all_done([await box.press(asked.message, "Confirm")])
    game = (await played.session()).game
    assert [bet.value for bet in game.bets] == [2] * 7 + [1, 1] and len(game.open_bets) == 7
    await played.until_cube(box=True)
    await played.offered()
    before = (await logged(played)).count(Answer)
    await played.all_done(await all_of([answered(played, index, person) for index, person in enumerate(team[:7])]))
    assert (await logged(played)).count(Answer) == before + 7
    game = (await played.session()).game
    assert len(game.open_bets) == 4 and game.phase in (Phase.ROLL, Phase.PLAY)
    assert [game.bets[bet].value for bet in game.open_bets] == [4] * 4
    await played.box_resigns()
    await played.check()


async def answered(played: ChouetteTable, index: int, person: Person) -> Interaction:
    """Those with an even index take by button, the others drop by command."""
    if index % 2 == 0:
        return await person.press(played.live, "Take", stale=True)
    asked = await person.slash(played.channel, "drop")
    assert asked.message, asked
    return await person.press(asked.message, "Confirm")


async def logged(played: ChouetteTable) -> list[type]:
    """What people have done, in order."""
    table = await played.stored()
    async with played.bots.store() as store:
        entries = await store.log(table.channel, table.id)
    return [type(action) for action in map(CHOUETTE.action, entries[1:]) if action.by is not None]


@pytest.mark.long
async def test_killed_while_all_speak_at_once(tmp_path: Path) -> None:
    """Nine press at the same moment and the bot is killed: whoever was told so is counted, the others say it again."""
    async with running_bots(tmp_path) as bots:
        played = ChouetteTable.at(bots, *CROWD)
        await played.lobby()
        await played.start()
        await played.until_cube(box=False)
        team, live = await played.team(), played.live
        asked = await all_of([person.press(live, "Double") for person in team])
        messages = {answer.person: answer.message for answer in asked if answer.message}
        sent = {who: asyncio.ensure_future(who.press(message, "Confirm")) for who, message in messages.items()}
        await played.until(lambda: any("change your mind" in answer.content for answer in bots.answers))
        await bots.process.kill()
        for doing in sent.values():
            doing.cancel()
        told = {answer.person for answer in bots.answers if "change your mind" in answer.content}
        await bots.restart()
        await played.settled()
        game = (await played.session()).game
        doubled = {await played.who(game.bets[bet].white) for bet in game.doubled}
        print(f"{len(doubled)} of 9 were heard, {len(told)} were told so")
        assert told <= doubled
        await played.all_done(await all_of([who.press(messages[who], "Confirm") for who in team if who not in doubled]))
        assert (await logged(played)).count(Double) == 9
        await played.press(team[0], "Roll")
        exchange = (await played.session()).game.exchange
        assert exchange and len(exchange.bets) == 9
        await played.check()


@pytest.mark.parametrize(("place", "status", "done"), FAULTS, ids=str)
async def test_discord_fails_once_in_some_steps(
    bots: Bots, place: tuple[str, str], status: int | None, done: bool
) -> None:
    """Nothing is lost and nothing done twice, whichever request of a window, a batch and its answer fails."""
    played = ChouetteTable.at(bots, *CROWD[:4])
    await played.lobby()
    await played.start()
    await played.until_cube(box=False)
    captain, second, third = await played.team()
    box = await played.box()
    hits = 0

    async def failing(doing: Awaitable[object]) -> None:
        """One request fails while somebody does one thing, which is done once."""
        nonlocal hits
        before = len(await logged(played))
        fault = bots.discord.fail_next(*place, status=status, after_accepting=done)
        await doing
        await played.settled()
        hits, fault.hits = hits + fault.hits, fault.times
        assert len(await logged(played)) == before + 1

    asked = (await second.press(played.live, "Double")).message
    assert asked
    await failing(second.press(asked, "Confirm"))
    await played.at_once([third], "Double", confirm=True)
    await failing(captain.press(played.live, "Roll"))
    chosen = await box.choose(played.live, str(played.live.selects[0].custom_id), ["1t"])
    assert chosen.message
    await failing(box.press(chosen.message, "Confirm"))
    game = (await played.session()).game
    assert [bet.value for bet in game.bets] == [1, 2, 1] and game.bets[2].result
    assert hits
    await played.box_resigns()
    await played.check()

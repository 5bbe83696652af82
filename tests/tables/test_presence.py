"""People who are gone from the server, of whom nobody tells the bot: whom it asks for, when, and what comes of it."""

from __future__ import annotations

import pytest

from bot.backgammon import Illegal, Phase, Refused
from bot.backgammon.actions import Abort, Next
from bot.chouette import ChouetteFault, Options
from bot.chouette import actions as many
from bot.tables import intents
from bot.tables.chouette import intents as chouette_intents
from bot.tables.faults import TableTrouble

from .tables import ANN, BOB, CHANNEL, GUILD, HOUR, Tables, other
from .test_sessions import PEOPLE, Club

MISSED = 600


@pytest.fixture
async def club() -> Club:
    return Club()


def users(*seats: int | None) -> set[int]:
    return {PEOPLE[seat].user for seat in seats if seat is not None}


async def test_whom_a_chouette_has_waited_for_ten_minutes_is_looked_for_once(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[2], chouette_intents.plain(many.Hold))
    club.time += MISSED - 1
    assert await club.tick() == ([], []) and club.looked_for == []
    club.time += 1
    assert await club.tick() == ([], [])
    waited = users(session.game.team[0], session.game.team[2], session.host)
    assert club.looked_for == [waited]
    for _ in range(11):
        club.time += HOUR
        await club.tick()
    assert club.looked_for == [waited]


async def test_a_hold_of_who_is_gone_lapses_and_the_clock_is_not_put_back(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    captain, _, third = session.game.team
    await club.by(third, chouette_intents.plain(many.Hold))
    acted_at = (await club.table()).acted_at
    club.gone = users(third)
    club.time += MISSED
    (changed, *_), _ = await club.tick()
    assert changed.state and not changed.state.game.holding and changed.acted_at == acted_at
    assert changed.state.players[third].out
    await club.by(captain, intents.roll())
    assert (await club.session()).game.phase is Phase.PLAY


async def test_a_hold_of_who_is_gone_lapses_as_soon_as_the_captain_rolls(club: Club) -> None:
    """Nobody has to wait ten minutes for somebody who will not come back."""
    await club.sit_down()
    session = await club.window(box=False)
    captain, second, third = session.game.team
    await club.by(second, chouette_intents.plain(many.Hold))
    await club.by(third, chouette_intents.plain(many.Hold))
    club.gone = users(third)
    with pytest.raises(Illegal) as refused:
        await club.by(captain, intents.roll())
    assert refused.value.reason is ChouetteFault.HOLDS, "one of the two is still there"
    assert set(map(frozenset, club.looked_for)) == {frozenset(users(second, third))}
    club.gone = users(second, third)
    await club.by(captain, intents.roll())
    after = await club.session()
    assert after.game.phase is Phase.PLAY and not after.game.holding
    assert after.players[second].out and after.players[third].out and not after.players[captain].out


async def test_who_rolls_asks_discord_for_nobody_where_nobody_holds(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[0], intents.roll())
    assert club.looked_for == []


async def test_host_passes_on_to_somebody_who_is_there(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=True)
    box = session.game.box
    there = next(seat for seat in session.line if seat not in (session.host, box))
    club.gone = users(session.host, box, *(seat for seat in session.line if seat != there))
    club.time += MISSED
    await club.tick()
    after = await club.session()
    assert after.players[box].out
    assert after.host == there or not after.players[after.host].out
    assert not after.players[there].out


async def test_whoever_is_gone_does_not_play_the_next_game(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=True)
    await club.desk.moderate(CHANNEL, Abort(), receipt=club.receipt())
    club.gone = users(session.game.box)
    captain = session.game.captain
    await club.by(captain, intents.plain(Next))
    after = await club.session()
    assert after.number == 2 and after.game.box == captain and session.game.box not in after.game.line


async def test_one_alone_does_not_begin_the_next_game(club: Club) -> None:
    await club.sit_down(3)
    session = await club.window(box=True)
    await club.desk.moderate(CHANNEL, Abort(), receipt=club.receipt())
    club.gone = users(*session.game.team)
    with pytest.raises(Refused) as refused:
        await club.by(session.game.box, intents.plain(Next))
    assert refused.value.reason in (ChouetteFault.NOT_ENOUGH_LEFT, ChouetteFault.NOT_ROLLING_SOON)
    assert (await club.session()).number == 1


@pytest.mark.parametrize("gone", [False, True])
async def test_who_is_gone_may_be_claimed_from_after_the_time_of_a_reminder(tables: Tables, gone: bool) -> None:
    await tables.begin()
    waited = await tables.asked()
    tables.gone = {waited.user} if gone else set()
    claimer = other(waited, (ANN, BOB))
    tables.time += 12 * HOUR - 1
    with pytest.raises(Illegal) as early:
        await tables.act(claimer, intents.claim())
    assert early.value.reason is TableTrouble.TOO_EARLY and early.value.details["hours"] == (12 if gone else 72)
    tables.time += 1
    if not gone:
        with pytest.raises(Illegal):
            await tables.act(claimer, intents.claim())
        tables.time += 60 * HOUR
    await tables.act(claimer, intents.claim())
    assert (await tables.match()).game.phase is Phase.OVER


async def test_in_a_chouette_too(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=True)
    club.gone = users(session.game.box)
    club.time += 12 * HOUR
    await club.by(session.game.captain, intents.claim())
    assert (await club.session()).game.forfeited


async def test_at_a_reminder_those_are_looked_for_whom_the_table_waits_for_then(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=True)
    club.time += MISSED
    await club.tick()
    club.gone = users(session.game.box)
    reminded = []
    for _ in range(24):
        club.time += HOUR
        reminded += (await club.tick())[1]
    assert reminded and (await club.session()).players[session.game.box].out
    assert len(club.looked_for) >= 2


async def test_who_is_gone_is_dropped_from_a_lobby_before_it_starts(club: Club) -> None:
    host, second, *others = PEOPLE[:5]
    made = await club.lobby.open(GUILD, CHANNEL, host, Options(), await club.lobby.admit(GUILD, host, club.receipt()))
    for person in (second, *others):
        await club.lobby.join(CHANNEL, made.id, person, club.receipt())
    assert await club.lobby.drop_gone(CHANNEL, made.id) == ()
    club.gone = {host.user, others[0].user}
    assert await club.lobby.drop_gone(CHANNEL, made.id) == (host, others[0])
    begun = (await club.lobby.start(CHANNEL, made.id, second, None, club.receipt())).table
    assert [person.name for person in begun.people.seats] == [second.name, others[1].name, others[2].name]
    assert begun.state and begun.state.host == 0


async def test_a_lobby_of_which_all_are_gone_is_over(club: Club) -> None:
    host = PEOPLE[0]
    made = await club.lobby.open(GUILD, CHANNEL, host, Options(), await club.lobby.admit(GUILD, host, club.receipt()))
    club.gone = {host.user}
    assert await club.lobby.drop_gone(CHANNEL, made.id) == (host,)
    assert await club.store.held(CHANNEL) is None

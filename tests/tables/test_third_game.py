"""A third game, of which nothing in `bot/` knows, at tables: challenged, played, kept, reminded of and claimed."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Kind, Refused, Reply, Stale
from bot.backgammon.actions import Undo
from bot.chouette import ChouetteFault, Options, Session
from bot.chouette.actions import Pass
from bot.core.intent import Intent
from bot.core.log import UnreadableLog
from bot.core.question import TableFault
from bot.tables import games, intents
from bot.tables.chouette import intents as chouette_intents
from bot.tables.faults import TableTrouble
from bot.tables.kept_games import finished_games, game_log, last_counted, replay
from bot.tables.personal_data import delete, export
from bot.tables.repository import TableRepository
from bot.tables.table import Stage, Table, from_fields
from tests.toy.game import HIGHEST_ROLL, throw
from tests.toy.rules import Duel, Finished, Stakes

from .house import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, House


async def begun(house: House, points: int = 3) -> Table:
    made = await house.challenges.make(GUILD, CHANNEL, ANN, BOB, Stakes(points), house.receipt())
    await house.clock.watch(made)
    return (await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())).table


async def played(house: House) -> Table:
    """The same, thrown to its end."""
    table = await begun(house)
    while table.stage is Stage.OPEN:
        state = table.state
        assert isinstance(state, Duel) and state.to_throw is not None
        table = (await house.act(table.person(state.to_throw), throw(), question=state.question)).table
    return table


def test_it_is_found_by_its_tag_its_state_and_its_setup() -> None:
    assert games.named("highest_roll") is games.of(Duel(stakes=Stakes())) is games.of(Stakes()) is HIGHEST_ROLL


async def test_what_it_holds_is_had_by_its_own_types_and_by_no_others(house: House) -> None:
    table = await begun(house)
    assert table.setup_of(Stakes).points == 3 and table.state_of(Duel).to_throw == 0
    for asked in (lambda: table.setup_of(Options), lambda: table.state_of(Session)):
        with pytest.raises(Illegal) as refused:
            asked()
        assert refused.value.reason is ChouetteFault.NOT_A_CHOUETTE
    with pytest.raises(Illegal) as refused:
        replace(table, state=None).state_of(Duel)
    assert refused.value.reason is TableFault.NOT_STARTED


async def test_it_begins_without_a_roll_of_the_bots(house: House) -> None:
    table = await begun(house)
    assert table.stage is Stage.OPEN and table.state == Duel(stakes=Stakes(3)) and table.game is HIGHEST_ROLL
    assert len(await house.store.log(CHANNEL, table.id)) == 1, "a header and nothing else"
    with pytest.raises(Foreign) as refused:
        await house.act(BOB, throw())
    assert refused.value.reason is TableFault.NOT_YOUR_TURN
    with pytest.raises(Foreign):
        await house.act(CYD, throw())
    await house.act(ANN, throw())
    with pytest.raises(Stale):
        await house.act(ANN, throw(), question=2)


async def test_it_is_played_to_its_end_and_gives_its_channel_back(house: House) -> None:
    table = await played(house)
    state = table.state
    assert isinstance(state, Duel) and state.closed and state.winner is not None
    assert [news.version for news in table.news][-2:] == [table.version] * 2, "the last roll and the end are one save"
    assert await house.store.held(CHANNEL) is None
    throws = [table.roll(number) for number in range(1, state.rolls + 1)]
    logged = [json.loads(line) for line in (await house.store.log(CHANNEL, table.id))[1:-1]]
    assert [tuple(entry["dice"]) for entry in logged] == throws


async def test_a_log_is_folded_and_a_table_read_by_another_process(house: House) -> None:
    table = await played(house)
    log = await house.store.log(CHANNEL, table.id)
    assert replay(table.game, log) == table.state
    assert await TableRepository(house.store).load(CHANNEL, table.id) == table
    with pytest.raises(UnreadableLog, match="entry 2 of the log is refused"):
        replay(table.game, [log[0], log[2]])
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    older = json.loads(record.fields["state"]) | {"schema": 0}
    assert from_fields(record.version, record.fields | {"state": json.dumps(older).encode()}) is None


async def test_a_snapshot_of_another_version_is_folded_anew(house: House) -> None:
    table = await begun(house)
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    older = json.loads(record.fields["state"]) | {"schema": 0}
    await house.store.put(CHANNEL, table.id, "state", json.dumps(older).encode())
    assert await TableRepository(house.store).load(CHANNEL, table.id) == table


async def test_its_game_is_kept(house: House) -> None:
    table = await played(house)
    assert isinstance(table.state, Duel)
    kept = await finished_games(house.store, table)
    assert kept.folded is None and kept.read() == (Finished(1, table.state.winner, 3),)
    assert await last_counted(house.store, table) == 1
    with (await game_log(house.store, table, 1)).reading() as (start, actions):
        assert HIGHEST_ROLL.history_from(start, actions) == kept.read()


async def test_a_moderator_voids_it_and_it_does_not_count(house: House) -> None:
    table = await begun(house)
    outcome = await house.desk.abandon(table)
    assert outcome is not None and outcome.table.stage is Stage.CLOSED
    assert (await finished_games(house.store, outcome.table)).read() == (Finished(1, None, 3),)
    assert await last_counted(house.store, outcome.table) is None


async def test_who_keeps_it_waiting_is_reminded_and_it_is_claimed(house: House) -> None:
    table = await begun(house)
    await house.screen(message=1, posted_at=house.time, shown=table.version)
    await house.clock.watch(table)
    with pytest.raises(Illegal) as early:
        await house.act(BOB, intents.claim())
    assert early.value.reason is TableTrouble.TOO_EARLY
    with pytest.raises(Illegal) as own:
        await house.act(ANN, intents.claim())
    assert own.value.reason is TableFault.YOUR_OWN_TURN
    house.time += 21 * HOUR  # nine in the morning
    assert [each.id for each in (await house.tick())[1]] == [table.id]
    house.time += 51 * HOUR
    state = (await house.act(BOB, intents.claim())).table.state
    assert isinstance(state, Duel) and state.winner == 1


@pytest.mark.parametrize(
    "intent",
    [
        intents.roll(),
        intents.move("8/5 6/5"),
        intents.double(),
        intents.reply(Reply.TAKE),
        intents.resign(Kind.SINGLE),
        intents.settle(1),
        intents.accept(),
        intents.decline(7),
        intents.plain(Undo),
        chouette_intents.plain(Pass),
        chouette_intents.leave(),
    ],
)
async def test_what_is_done_in_other_games_is_refused_with_a_reason(house: House, intent: Intent) -> None:
    table = await begun(house)
    for person in (ANN, BOB):
        with pytest.raises(Refused):
            await house.act(person, intent)
    assert (await house.table()).version == table.version


async def test_nobody_else_sits_down(house: House) -> None:
    table = await begun(house)
    with pytest.raises(Illegal) as refused:
        await house.desk.join(CHANNEL, CYD, receipt=house.receipt(), table=table.id)
    assert refused.value.reason is TableFault.NOT_SEATED
    with pytest.raises(Stale):
        await house.desk.give_word(CHANNEL, table.id, ANN, "word", house.receipt())


async def test_people_are_given_what_is_kept_and_taken_out(house: House) -> None:
    table = await played(house)
    told = json.loads(
        await export(house.store, house.repository, house.preferences, house.ladders, ANN.user, house.time)
    )["tables"][0]
    assert (told["kind"], told["rules"]) == ("highest roll", {"points": 3})
    assert sorted(seat["points"] for seat in told["seats"]) == [-3, 3]
    await delete(house.store, house.repository, house.preferences, house.ladders, ANN.user)
    after = await house.desk.table(CHANNEL, table.id)
    assert not after.person(0).known and after.state == table.state


async def test_a_challenge_to_it_expires(house: House) -> None:
    made = await house.challenges.make(GUILD, CHANNEL, ANN, None, Stakes(), house.receipt())
    await house.clock.watch(made)
    house.time += HOUR
    (changed,), _ = await house.tick()
    assert changed.stage is Stage.WITHDRAWN

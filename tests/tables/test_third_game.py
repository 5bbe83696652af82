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

from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables


async def begun(tables: Tables, points: int = 3) -> Table:
    made = await tables.challenges.make(GUILD, CHANNEL, ANN, BOB, Stakes(points), tables.receipt())
    await tables.clock.watch(made)
    return (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table


async def played(tables: Tables) -> Table:
    """The same, thrown to its end."""
    table = await begun(tables)
    while table.stage is Stage.OPEN:
        state = table.state
        assert isinstance(state, Duel) and state.to_throw is not None
        table = (await tables.act(table.person(state.to_throw), throw(), question=state.question)).table
    return table


def test_it_is_found_by_its_tag_its_state_and_its_setup() -> None:
    assert games.named("highest_roll") is games.of(Duel(stakes=Stakes())) is games.of(Stakes()) is HIGHEST_ROLL


async def test_what_it_holds_is_had_by_its_own_types_and_by_no_others(tables: Tables) -> None:
    table = await begun(tables)
    assert table.setup_of(Stakes).points == 3 and table.state_of(Duel).to_throw == 0
    for asked in (lambda: table.setup_of(Options), lambda: table.state_of(Session)):
        with pytest.raises(Illegal) as refused:
            asked()
        assert refused.value.reason is ChouetteFault.NOT_A_CHOUETTE
    with pytest.raises(Illegal) as refused:
        replace(table, state=None).state_of(Duel)
    assert refused.value.reason is TableFault.NOT_STARTED


async def test_it_begins_without_a_roll_of_the_bots(tables: Tables) -> None:
    table = await begun(tables)
    assert table.stage is Stage.OPEN and table.state == Duel(stakes=Stakes(3)) and table.game is HIGHEST_ROLL
    assert len(await tables.store.log(CHANNEL, table.id)) == 1, "a header and nothing else"
    with pytest.raises(Foreign) as refused:
        await tables.act(BOB, throw())
    assert refused.value.reason is TableFault.NOT_YOUR_TURN
    with pytest.raises(Foreign):
        await tables.act(CYD, throw())
    await tables.act(ANN, throw())
    with pytest.raises(Stale):
        await tables.act(ANN, throw(), question=2)


async def test_it_is_played_to_its_end_and_gives_its_channel_back(tables: Tables) -> None:
    table = await played(tables)
    state = table.state
    assert isinstance(state, Duel) and state.closed and state.winner is not None
    assert [news.version for news in table.news][-2:] == [table.version] * 2, "the last roll and the end are one save"
    assert await tables.store.held(CHANNEL) is None
    throws = [table.roll(number) for number in range(1, state.rolls + 1)]
    logged = [json.loads(line) for line in (await tables.store.log(CHANNEL, table.id))[1:-1]]
    assert [tuple(entry["dice"]) for entry in logged] == throws


async def test_a_log_is_folded_and_a_table_read_by_another_process(tables: Tables) -> None:
    table = await played(tables)
    log = await tables.store.log(CHANNEL, table.id)
    assert replay(table.game, log) == table.state
    assert await TableRepository(tables.store).load(CHANNEL, table.id) == table
    with pytest.raises(UnreadableLog, match="entry 2 of the log is refused"):
        replay(table.game, [log[0], log[2]])
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    older = json.loads(record.fields["state"]) | {"schema": 0}
    assert from_fields(record.version, record.fields | {"state": json.dumps(older).encode()}) is None


async def test_a_snapshot_of_another_version_is_folded_anew(tables: Tables) -> None:
    table = await begun(tables)
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    older = json.loads(record.fields["state"]) | {"schema": 0}
    await tables.store.put(CHANNEL, table.id, "state", json.dumps(older).encode())
    assert await TableRepository(tables.store).load(CHANNEL, table.id) == table


async def test_its_game_is_kept(tables: Tables) -> None:
    table = await played(tables)
    assert isinstance(table.state, Duel)
    kept = await finished_games(tables.store, table)
    assert kept.folded is None and kept.read() == (Finished(1, table.state.winner, 3),)
    assert await last_counted(tables.store, table) == 1
    with (await game_log(tables.store, table, 1)).reading() as (start, actions):
        assert HIGHEST_ROLL.history_from(start, actions) == kept.read()


async def test_a_moderator_voids_it_and_it_does_not_count(tables: Tables) -> None:
    table = await begun(tables)
    outcome = await tables.desk.abandon(table)
    assert outcome is not None and outcome.table.stage is Stage.CLOSED
    assert (await finished_games(tables.store, outcome.table)).read() == (Finished(1, None, 3),)
    assert await last_counted(tables.store, outcome.table) is None


async def test_who_keeps_it_waiting_is_reminded_and_it_is_claimed(tables: Tables) -> None:
    table = await begun(tables)
    await tables.screen(message=1, posted_at=tables.time, shown=table.version)
    await tables.clock.watch(table)
    with pytest.raises(Illegal) as early:
        await tables.act(BOB, intents.claim())
    assert early.value.reason is TableTrouble.TOO_EARLY
    with pytest.raises(Illegal) as own:
        await tables.act(ANN, intents.claim())
    assert own.value.reason is TableFault.YOUR_OWN_TURN
    tables.time += 21 * HOUR  # nine in the morning
    assert [each.id for each in (await tables.tick())[1]] == [table.id]
    tables.time += 51 * HOUR
    state = (await tables.act(BOB, intents.claim())).table.state
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
async def test_what_is_done_in_other_games_is_refused_with_a_reason(tables: Tables, intent: Intent) -> None:
    table = await begun(tables)
    for person in (ANN, BOB):
        with pytest.raises(Refused):
            await tables.act(person, intent)
    assert (await tables.table()).version == table.version


async def test_nobody_else_sits_down(tables: Tables) -> None:
    table = await begun(tables)
    with pytest.raises(Illegal) as refused:
        await tables.desk.join(CHANNEL, CYD, receipt=tables.receipt(), table=table.id)
    assert refused.value.reason is TableFault.NOT_SEATED
    with pytest.raises(Stale):
        await tables.desk.give_word(CHANNEL, table.id, ANN, "word", tables.receipt())


async def test_people_are_given_what_is_kept_and_taken_out(tables: Tables) -> None:
    table = await played(tables)
    told = json.loads(
        await export(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user, tables.time)
    )["tables"][0]
    assert (told["kind"], told["rules"]) == ("highest roll", {"points": 3})
    assert sorted(seat["points"] for seat in told["seats"]) == [-3, 3]
    await delete(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user)
    after = await tables.desk.table(CHANNEL, table.id)
    assert not after.person(0).known and after.state == table.state


async def test_a_challenge_to_it_expires(tables: Tables) -> None:
    made = await tables.challenges.make(GUILD, CHANNEL, ANN, None, Stakes(), tables.receipt())
    await tables.clock.watch(made)
    tables.time += HOUR
    (changed,), _ = await tables.tick()
    assert changed.stage is Stage.WITHDRAWN

"""How a table is kept: what is written, what is rebuilt from the log, what a newer bot has written."""

from __future__ import annotations

import json
from unittest import mock

import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal, Kind, Phase, Refused, Reply, Rules, Stale, TableFault, log, replay
from bot.tables import intents, repository
from bot.tables.faults import TableTrouble
from bot.tables.repository import Change
from bot.tables.table import Stage, Table
from tests.store.listed import open_places
from tests.tables.tables import ANN, BOB, CHANNEL, GUILD, Tables


async def played(tables: Tables) -> Table:
    """A table in the second game of a match, its people's words in the dice."""
    made = await tables.challenge(Rules(length=5))
    await tables.challenges.give_word(CHANNEL, made.id, ANN, "luck", tables.receipt())
    await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    await tables.until(Phase.CUBE)
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    after = await tables.act(BOB, intents.accept())
    await tables.desk.go_on(after.table)
    await tables.until(Phase.CUBE)
    return await tables.table()


async def rewrite(tables: Tables, table: Table, field: str, value: bytes) -> None:
    await tables.store.put(CHANNEL, table.id, field, value)


async def test_a_table_comes_back_as_it_was_saved(tables: Tables) -> None:
    table = await played(tables)
    again = await Tables(tables.server).table()
    assert again == table


async def test_only_what_has_changed_is_written(tables: Tables) -> None:
    table = await tables.begin()
    before = await tables.store.load(CHANNEL, table.id)
    assert before is not None
    await rewrite(tables, table, "about", before.fields["about"] + b" ")
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    after = await tables.store.load(CHANNEL, table.id)
    assert after is not None and after.fields["about"].endswith(b" ")


async def test_the_log_replays_into_the_state(tables: Tables) -> None:
    table = await played(tables)
    header, *entries = await tables.store.log(CHANNEL, table.id)
    assert log.decode_header(header) == log.Header(rules=Rules(length=5))
    assert replay(Rules(length=5), map(log.decode_action, entries)) == table.state


@pytest.mark.parametrize("other", [{"schema": 0}, {"rules_version": 0}, {"state": {"another": "shape"}}])
async def test_a_snapshot_of_another_schema_is_rebuilt_from_the_log(tables: Tables, other: dict[str, object]) -> None:
    table = await played(tables)
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    snapshot = json.loads(record.fields["state"]) | other
    await rewrite(tables, table, "state", json.dumps(snapshot).encode())

    rebuilt = await tables.table()

    assert rebuilt == table
    await tables.act(await tables.asked(), intents.roll())
    assert (await tables.match()).game.phase is Phase.PLAY


@pytest.mark.parametrize("newer", ["schema", "rules_version"])
async def test_the_log_of_a_newer_bot_is_left_alone(tables: Tables, newer: str) -> None:
    table = await played(tables)
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    snapshot = json.loads(record.fields["state"]) | {newer: 99}
    await rewrite(tables, table, "state", json.dumps(snapshot).encode())
    entries = await tables.store.log(CHANNEL, table.id)
    header = json.loads(entries[0]) | {newer: 99}

    client = tables.store._connection
    key = f"{{{CHANNEL}}}:log:{table.id}"
    await client.ask("DEL", key)
    for entry in (json.dumps(header).encode(), *entries[1:]):
        await client.ask("XADD", key, "*", "do", entry)

    version = record.version
    tables = Tables(tables.server)
    for attempt in (tables.table, lambda: tables.act(ANN, intents.roll())):
        with pytest.raises(Illegal) as refused:
            await attempt()
        assert refused.value.reason is TableTrouble.NEWER
    after = await tables.store.load(CHANNEL, table.id)
    assert after is not None and after.version == version
    assert len(await tables.store.log(CHANNEL, table.id)) == len(entries)


@pytest.mark.parametrize("field", ["about", "people", "news", "screen"])
async def test_a_field_with_what_a_newer_bot_has_added_is_left_alone(tables: Tables, field: str) -> None:
    table = await played(tables)
    await tables.screen(message=1)
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    value = json.loads(record.fields[field])
    (value[0] if isinstance(value, list) else value)["unheard_of"] = 1
    await rewrite(tables, table, field, json.dumps(value).encode())
    with pytest.raises(Illegal) as refused:
        await Tables(tables.server).table()
    assert refused.value.reason is TableTrouble.NEWER


async def test_what_a_remembered_table_refuses_is_looked_at_again(tables: Tables) -> None:
    """Another process has gone on: what this one remembers is no reason to refuse."""
    await played(tables)
    elsewhere = Tables(tables.server)
    elsewhere.receipts = 1000
    asked = await tables.asked()
    await elsewhere.act(asked, intents.roll())
    match = await elsewhere.match()
    await tables.act(asked, intents.move(str(match.game.plays(match.rules)[0])))
    assert (await tables.match()).game.board.turn is not match.game.board.turn


async def test_what_another_process_has_saved_is_never_overwritten(tables: Tables) -> None:
    await played(tables)
    elsewhere = Tables(tables.server)
    elsewhere.receipts = 1000
    asked = await tables.asked()
    await elsewhere.act(asked, intents.roll())
    with pytest.raises(Stale) as refused:
        await tables.act(asked, intents.roll())
    assert refused.value.reason is TableFault.ALREADY_ROLLED
    assert (await tables.match()) == (await elsewhere.match())


async def test_an_action_at_a_remembered_table_takes_one_call_of_the_store(tables: Tables) -> None:
    table = await played(tables)
    asked = await tables.asked()
    with mock.patch.object(tables.store, "load", side_effect=AssertionError):
        await tables.act(asked, intents.roll(), table=table.id)
    assert len(tables.store.saved[-1]) >= 1


async def test_a_command_at_a_remembered_table_takes_one_call_of_the_store(tables: Tables) -> None:
    """The store is not asked which table the channel holds."""
    await played(tables)
    asked = await tables.asked()
    with mock.patch.object(tables.store, "held", side_effect=AssertionError):
        outcome = await tables.act(asked, intents.roll())
    assert (await tables.table()) == outcome.table


async def test_a_command_is_about_the_table_that_the_channel_holds_now(tables: Tables) -> None:
    """Another process has closed the one that this one remembers, and opened another one."""
    first = await played(tables)
    elsewhere = Tables(tables.server)
    elsewhere.receipts, elsewhere.drawn = 1000, 1000
    await elsewhere.desk.abandon(first)
    with pytest.raises(Stale) as refused:
        await tables.act(ANN, intents.roll())
    assert refused.value.reason is TableTrouble.NO_TABLE

    await tables.begin()
    second = await elsewhere.table()
    assert second.id != first.id
    await elsewhere.desk.abandon(second)
    third = await elsewhere.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    assert (await tables.table()).id == third.id
    assert (await tables.table()).version > third.version


async def test_what_is_going_to_be_saved_is_foreseen_and_is_the_table_of_the_outcome(tables: Tables) -> None:
    table = await played(tables)
    seen: list[Table] = []

    def foreseen(after: Table) -> None:
        assert len(tables.store.saved) == count, "it has been saved"
        seen.append(after)

    count = len(tables.store.saved)
    outcome = await tables.act(await tables.asked(), intents.roll(), foreseen=foreseen)
    assert seen == [outcome.table] and seen[0] is outcome.table is tables.repository.as_shown(outcome.table)
    assert outcome.table.version == table.version + 1
    with pytest.raises(Refused):
        await tables.act(ANN, intents.reply(Reply.TAKE), foreseen=seen.append)
    assert len(seen) == 1


async def test_what_others_were_faster_with_is_foreseen_anew(tables: Tables) -> None:
    await played(tables)
    elsewhere = Tables(tables.server)
    seen: list[Table] = []

    async def first() -> None:
        await elsewhere.act(ANN, intents.resign(Kind.SINGLE), receipt="faster")

    tables.store.faster = [first]
    outcome = await tables.act(await tables.asked(), intents.roll(), foreseen=seen.append)
    assert len(seen) == 2 and seen[0] is not outcome.table and seen[1] is outcome.table


async def test_the_log_names_seats_and_never_people(tables: Tables) -> None:
    """Who sits where is in the people record and nowhere else, so that overwriting it forgets them."""
    table = await played(tables)
    await tables.screen(message=1, holders=(ANN.user,))
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    secrets = [str(person.user).encode() for person in (ANN, BOB)] + [person.name.encode() for person in (ANN, BOB)]
    for entry in await tables.store.log(CHANNEL, table.id):
        assert not any(secret in entry for secret in secrets)
    telling = {field for field, value in record.fields.items() if any(secret in value for secret in secrets)}
    assert telling - {"screen"} == {"people"}


async def test_a_change_that_refuses_leaves_nothing(tables: Tables) -> None:
    table = await tables.begin()

    async def work(before: Table) -> Change:
        raise Stale(TableTrouble.MOVED_ON)

    with pytest.raises(Stale):
        await tables.repository.change(CHANNEL, table.id, work, "receipt")
    assert (await tables.table()).version == table.version


async def test_a_challenge_vanishes_in_time_and_an_accepted_one_stays(tables: Tables) -> None:
    client = tables.store._connection
    made = await tables.challenge()
    key = f"{{{CHANNEL}}}:table:{made.id}"
    assert 0 < await client.ask("TTL", key) <= 24 * 3600
    await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    assert await client.ask("TTL", key) == -1


async def test_a_declined_challenge_vanishes_too(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())
    assert await tables.store._connection.ask("TTL", f"{{{CHANNEL}}}:table:{made.id}") > 0


async def test_open_tables_are_listed_until_they_are_finished(tables: Tables) -> None:
    table = await tables.begin(Rules(length=1))
    assert await open_places(tables.store) == [(CHANNEL, table.id)]
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    assert (await tables.act(BOB, intents.accept())).table.stage is Stage.CLOSED
    await tables.repository.finished(GUILD, CHANNEL, table.id)
    assert await open_places(tables.store) == []


async def test_what_is_looked_at_is_remembered_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays loses nothing by how many others have begun."""
    monkeypatch.setattr(repository, "MOST_SEEN", 2)
    tables = Tables()
    table = await tables.begin()
    first, second, third = (replace(table, about=replace(table.about, id=f"table{number}")) for number in range(3))
    seen = replace(table.screen, posts=table.screen.posts + 9)
    await tables.repository.shown(first, seen)
    await tables.repository.shown(second, seen)
    assert tables.repository.as_shown(first).screen == seen
    await tables.repository.shown(third, seen)
    assert [tables.repository.as_shown(each).screen == seen for each in (first, second, third)] == [True, False, True]

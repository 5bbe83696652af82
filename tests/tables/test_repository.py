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
from tests.tables.house import ANN, BOB, CHANNEL, House


async def played(house: House) -> Table:
    """A table in the second game of a match, its people's words in the dice."""
    made = await house.challenge(Rules(length=5))
    await house.challenges.give_word(CHANNEL, made.id, ANN, "luck", house.receipt())
    await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())
    await house.until(Phase.CUBE)
    await house.act(ANN, intents.resign(Kind.SINGLE))
    after = await house.act(BOB, intents.accept())
    await house.desk.go_on(after.table)
    await house.until(Phase.CUBE)
    return await house.table()


async def rewrite(house: House, table: Table, field: str, value: bytes) -> None:
    await house.store.put(CHANNEL, table.id, field, value)


async def test_a_table_comes_back_as_it_was_saved(house: House) -> None:
    table = await played(house)
    again = await House(house.server).table()
    assert again == table


async def test_only_what_has_changed_is_written(house: House) -> None:
    table = await house.begin()
    before = await house.store.load(CHANNEL, table.id)
    assert before is not None
    await rewrite(house, table, "about", before.fields["about"] + b" ")
    await house.act(ANN, intents.resign(Kind.SINGLE))
    after = await house.store.load(CHANNEL, table.id)
    assert after is not None and after.fields["about"].endswith(b" ")


async def test_the_log_replays_into_the_state(house: House) -> None:
    table = await played(house)
    header, *entries = await house.store.log(CHANNEL, table.id)
    assert log.decode_header(header) == log.Header(rules=Rules(length=5))
    assert replay(Rules(length=5), map(log.decode_action, entries)) == table.state


@pytest.mark.parametrize("other", [{"schema": 0}, {"rules_version": 0}, {"state": {"another": "shape"}}])
async def test_a_snapshot_of_another_schema_is_rebuilt_from_the_log(house: House, other: dict[str, object]) -> None:
    table = await played(house)
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    snapshot = json.loads(record.fields["state"]) | other
    await rewrite(house, table, "state", json.dumps(snapshot).encode())

    rebuilt = await house.table()

    assert rebuilt == table
    await house.act(await house.asked(), intents.roll())
    assert (await house.match()).game.phase is Phase.PLAY


@pytest.mark.parametrize("newer", ["schema", "rules_version"])
async def test_the_log_of_a_newer_bot_is_left_alone(house: House, newer: str) -> None:
    table = await played(house)
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    snapshot = json.loads(record.fields["state"]) | {newer: 99}
    await rewrite(house, table, "state", json.dumps(snapshot).encode())
    entries = await house.store.log(CHANNEL, table.id)
    header = json.loads(entries[0]) | {newer: 99}

    client = house.store._connection
    key = f"{{{CHANNEL}}}:log:{table.id}"
    await client.ask("DEL", key)
    for entry in (json.dumps(header).encode(), *entries[1:]):
        await client.ask("XADD", key, "*", "do", entry)

    version = record.version
    house = House(house.server)
    for attempt in (house.table, lambda: house.act(ANN, intents.roll())):
        with pytest.raises(Illegal) as refused:
            await attempt()
        assert refused.value.reason is TableTrouble.NEWER
    after = await house.store.load(CHANNEL, table.id)
    assert after is not None and after.version == version
    assert len(await house.store.log(CHANNEL, table.id)) == len(entries)


@pytest.mark.parametrize("field", ["about", "people", "news", "screen"])
async def test_a_field_with_what_a_newer_bot_has_added_is_left_alone(house: House, field: str) -> None:
    table = await played(house)
    await house.screen(message=1)
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    value = json.loads(record.fields[field])
    (value[0] if isinstance(value, list) else value)["unheard_of"] = 1
    await rewrite(house, table, field, json.dumps(value).encode())
    with pytest.raises(Illegal) as refused:
        await House(house.server).table()
    assert refused.value.reason is TableTrouble.NEWER


async def test_what_a_remembered_table_refuses_is_looked_at_again(house: House) -> None:
    """Another process has gone on: what this one remembers is no reason to refuse."""
    await played(house)
    elsewhere = House(house.server)
    elsewhere.receipts = 1000
    asked = await house.asked()
    await elsewhere.act(asked, intents.roll())
    match = await elsewhere.match()
    await house.act(asked, intents.move(str(match.game.plays(match.rules)[0])))
    assert (await house.match()).game.board.turn is not match.game.board.turn


async def test_what_another_process_has_saved_is_never_overwritten(house: House) -> None:
    await played(house)
    elsewhere = House(house.server)
    elsewhere.receipts = 1000
    asked = await house.asked()
    await elsewhere.act(asked, intents.roll())
    with pytest.raises(Stale) as refused:
        await house.act(asked, intents.roll())
    assert refused.value.reason is TableFault.ALREADY_ROLLED
    assert (await house.match()) == (await elsewhere.match())


async def test_an_action_at_a_remembered_table_takes_one_call_of_the_store(house: House) -> None:
    table = await played(house)
    asked = await house.asked()
    with mock.patch.object(house.store, "load", side_effect=AssertionError):
        await house.act(asked, intents.roll(), table=table.id)
    assert len(house.store.saved[-1]) >= 1


async def test_a_command_at_a_remembered_table_takes_one_call_of_the_store(house: House) -> None:
    """The store is not asked which table the channel holds."""
    await played(house)
    asked = await house.asked()
    with mock.patch.object(house.store, "held", side_effect=AssertionError):
        outcome = await house.act(asked, intents.roll())
    assert (await house.table()) == outcome.table


async def test_a_command_is_about_the_table_that_the_channel_holds_now(house: House) -> None:
    """Another process has closed the one that this one remembers, and opened another one."""
    first = await played(house)
    elsewhere = House(house.server)
    elsewhere.receipts, elsewhere.drawn = 1000, 1000
    await elsewhere.desk.abandon(first)
    with pytest.raises(Stale) as refused:
        await house.act(ANN, intents.roll())
    assert refused.value.reason is TableTrouble.NO_TABLE

    await house.begin()
    second = await elsewhere.table()
    assert second.id != first.id
    await elsewhere.desk.abandon(second)
    third = await elsewhere.begin()
    await house.act(ANN, intents.resign(Kind.SINGLE))
    assert (await house.table()).id == third.id
    assert (await house.table()).version > third.version


async def test_what_is_going_to_be_saved_is_foreseen_and_is_the_table_of_the_outcome(house: House) -> None:
    table = await played(house)
    seen: list[Table] = []

    def foreseen(after: Table) -> None:
        assert len(house.store.saved) == count, "it has been saved"
        seen.append(after)

    count = len(house.store.saved)
    outcome = await house.act(await house.asked(), intents.roll(), foreseen=foreseen)
    assert seen == [outcome.table] and seen[0] is outcome.table is house.repository.as_shown(outcome.table)
    assert outcome.table.version == table.version + 1
    with pytest.raises(Refused):
        await house.act(ANN, intents.reply(Reply.TAKE), foreseen=seen.append)
    assert len(seen) == 1


async def test_what_others_were_faster_with_is_foreseen_anew(house: House) -> None:
    await played(house)
    elsewhere = House(house.server)
    seen: list[Table] = []

    async def first() -> None:
        await elsewhere.act(ANN, intents.resign(Kind.SINGLE), receipt="faster")

    house.store.faster = [first]
    outcome = await house.act(await house.asked(), intents.roll(), foreseen=seen.append)
    assert len(seen) == 2 and seen[0] is not outcome.table and seen[1] is outcome.table


async def test_the_log_names_seats_and_never_people(house: House) -> None:
    """Who sits where is in the people record and nowhere else, so that overwriting it forgets them."""
    table = await played(house)
    await house.screen(message=1, holders=(ANN.user,))
    record = await house.store.load(CHANNEL, table.id)
    assert record is not None
    secrets = [str(person.user).encode() for person in (ANN, BOB)] + [person.name.encode() for person in (ANN, BOB)]
    for entry in await house.store.log(CHANNEL, table.id):
        assert not any(secret in entry for secret in secrets)
    telling = {field for field, value in record.fields.items() if any(secret in value for secret in secrets)}
    assert telling - {"screen"} == {"people"}


async def test_a_change_that_refuses_leaves_nothing(house: House) -> None:
    table = await house.begin()

    async def work(before: Table) -> Change:
        raise Stale(TableTrouble.MOVED_ON)

    with pytest.raises(Stale):
        await house.repository.change(CHANNEL, table.id, work, "receipt")
    assert (await house.table()).version == table.version


async def test_a_challenge_vanishes_in_time_and_an_accepted_one_stays(house: House) -> None:
    client = house.store._connection
    made = await house.challenge()
    key = f"{{{CHANNEL}}}:table:{made.id}"
    assert 0 < await client.ask("TTL", key) <= 24 * 3600
    await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())
    assert await client.ask("TTL", key) == -1


async def test_a_declined_challenge_vanishes_too(house: House) -> None:
    made = await house.challenge()
    await house.challenges.decline(CHANNEL, made.id, BOB, house.receipt())
    assert await house.store._connection.ask("TTL", f"{{{CHANNEL}}}:table:{made.id}") > 0


async def test_open_tables_are_listed_until_they_are_finished(house: House) -> None:
    table = await house.begin(Rules(length=1))
    assert await house.repository.unfinished() == [(CHANNEL, table.id)]
    await house.act(ANN, intents.resign(Kind.SINGLE))
    assert (await house.act(BOB, intents.accept())).table.stage is Stage.CLOSED
    await house.repository.finished(CHANNEL, table.id)
    assert await house.repository.unfinished() == []


async def test_what_is_looked_at_is_remembered_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays loses nothing by how many others have begun."""
    monkeypatch.setattr(repository, "MOST_SEEN", 2)
    house = House()
    table = await house.begin()
    first, second, third = (replace(table, about=replace(table.about, id=f"table{number}")) for number in range(3))
    seen = replace(table.screen, posts=table.screen.posts + 9)
    await house.repository.shown(first, seen)
    await house.repository.shown(second, seen)
    assert house.repository.as_shown(first).screen == seen
    await house.repository.shown(third, seen)
    assert [house.repository.as_shown(each).screen == seen for each in (first, second, third)] == [True, False, True]

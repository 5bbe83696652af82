"""A table that is over is packed an hour later, and everything asked of it is answered as before."""

from __future__ import annotations

from bot.backgammon import Kind, Rules
from bot.store import PACKING, Store, place
from bot.tables import intents
from bot.tables.earlier_lists import take_over
from bot.tables.kept_games import finished_games, game_log
from bot.tables.repository import Change
from bot.tables.table import Stage, Table
from tests.tables.lifecycle import Place, TablesLifecycle, lifecycle
from tests.tables.tables import ANN, BOB, CHANNEL, Tables


async def closed(tables: Tables, serve: TablesLifecycle) -> Table:
    """A match that Ann has resigned, and that the channel has seen to its end."""
    await tables.begin(Rules(length=1))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    table = (await tables.act(BOB, intents.accept())).table
    await serve.serve(table)
    return table


async def is_packed(tables: Tables, table: Table) -> bool:
    return await tables.store._connection.ask("TYPE", f"{{{CHANNEL}}}:table:{table.id}") == b"string"


async def read_of(store: Store, tables: Tables, table: Table) -> list[object]:
    """What people ask of a table that is over."""
    return [
        await tables.repository.load(CHANNEL, table.id),
        await tables.repository.face(CHANNEL, table.id),
        await finished_games(store, table),
        await game_log(store, table, 1, timed=True),
        await store.log(CHANNEL, table.id),
    ]


async def test_a_table_is_packed_an_hour_after_its_end(tables: Tables) -> None:
    serve = lifecycle(tables, Place(tables))
    table = await closed(tables, serve)
    assert list(await tables.store.due.times(PACKING)) == [place(CHANNEL, table.id)]
    before = await read_of(tables.store, tables, table)
    assert await serve.pack(CHANNEL, table.id) is None and await is_packed(tables, table)
    assert await read_of(tables.store, tables, table) == before
    assert await serve.pack(CHANNEL, table.id) is None
    later = Tables(tables.server)
    assert await read_of(later.store, later, table) == before


async def test_what_is_changed_later_is_packed_again(tables: Tables) -> None:
    serve = lifecycle(tables, Place(tables))
    table = await closed(tables, serve)
    await serve.pack(CHANNEL, table.id)
    await tables.store.due.set(PACKING, place(CHANNEL, table.id), None)

    async def work(before: Table) -> Change:
        return Change(before.with_name(ANN.user, "Annabel"))

    changed = (await tables.repository.change(CHANNEL, table.id, work)).table
    assert changed.people.seats[0].name == "Annabel" and not await is_packed(tables, table)
    assert list(await tables.store.due.times(PACKING)) == [place(CHANNEL, table.id)]
    await serve.pack(CHANNEL, table.id)
    stored = await tables.repository.load(CHANNEL, table.id)
    assert stored and stored.people == changed.people and await is_packed(tables, table)


async def test_an_open_table_is_not_packed(tables: Tables) -> None:
    serve = lifecycle(tables, Place(tables))
    table = await tables.begin(Rules(length=3))
    await serve.serve(table)
    assert list(await tables.store.due.times(PACKING)) == []
    assert await serve.pack(CHANNEL, table.id) is None and not await is_packed(tables, table)
    assert await serve.pack(CHANNEL, "missing") is None


async def test_tables_of_an_earlier_version_are_packed_in_time(tables: Tables) -> None:
    serve = lifecycle(tables, Place(tables))
    table = await closed(tables, serve)
    assert table.stage is Stage.CLOSED
    await tables.store.due.set(PACKING, place(CHANNEL, table.id), None)
    await take_over(tables.store, tables.repository)
    assert list(await tables.store.due.times(PACKING)) == [place(CHANNEL, table.id)]

"""What the store has of one person: all his tables, his place in them, his preferences."""

from __future__ import annotations

from bot.store import Store
from bot.store.keys import whereabouts
from tests.store.servers import Line


async def test_all_of_a_persons_tables_are_listed_newest_first(store: Store) -> None:
    for number in range(60):
        await store.register(f"t{number}", 1000 + number, [5], float(number))
    assert await store.tables_of(5, most=None) == [f"t{number}" for number in range(59, -1, -1)]
    assert await store.tables_of(6, most=None) == []


async def test_who_is_struck_from_a_table_has_it_no_more_and_the_others_have(store: Store, line: Line) -> None:
    for table in ("abc", "def"):
        await store.register(table, 1, [5, 6], 1.0)
    for _ in range(2):
        await store.strike("abc", 5)
    assert await store.tables_of(5) == ["def"]
    assert sorted(await store.tables_of(6)) == ["abc", "def"]
    assert await line.execute_command("HKEYS", whereabouts("abc")) == [b"channel", b"6"]
    assert await store.channel_of("abc") == 1
    await store.forget(1, "abc")
    assert await store.tables_of(6) == ["def"]


async def test_dropped_preferences_are_gone_and_nobody_elses(store: Store) -> None:
    for person in (5, 6):
        await store.set_preferences(person, b"%d" % person)
    for _ in range(2):
        await store.drop_preferences(5)
    assert [await store.preferences(person) for person in (5, 6)] == [None, b"6"]

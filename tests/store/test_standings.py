"""What is counted of a server's list: written once, however often it is counted, and read a page at a time."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Entry, Store
from bot.store.ladder import Noted
from bot.store.standings import AT_A_TIME, Counted
from tests.store.servers import Line

G = 7
ANN, BOB, CYD = 1, 2, 3


async def test_what_is_counted_is_there_at_once(store: Store) -> None:
    view = store.ladder.counted(G, "a")
    assert await view.counted() == 0 and await view.page("rating", 0, 10) == []
    what = Counted(
        values={"player": {"1": b"Ann", "2": b"Bob"}, "pair": {"1 2": b"both"}},
        orders={"rating": {ANN: 1500.5, BOB: 1499.25, CYD: 1500.5}},
    )
    assert await view.advance(0, 3, what)
    assert await view.counted() == 3
    assert await view.values("player", ["2", "9", "1"]) == [b"Bob", None, b"Ann"]
    assert await view.values("player", []) == []
    assert await view.page("rating", 0, 2) == [(CYD, 1500.5), (ANN, 1500.5)]
    assert await view.page("rating", 2, 2) == [(BOB, 1499.25)]
    assert (await view.size("rating"), await view.place("rating", BOB), await view.place("rating", 9)) == (3, 2, None)
    assert (await view.order("rating", ANN), await view.order("rating", 9)) == (1500.5, None)
    assert [await view.above("rating", order) for order in (1500.5, 1499.25)] == [0, 2]


async def test_entries_are_counted_once(store: Store, new_store: Callable[[], tuple[Store, Line]]) -> None:
    mine, theirs = store.ladder.counted(G, "a"), new_store()[0].ladder.counted(G, "a")
    assert await mine.advance(0, 1, Counted(values={"p": {"1": b"x"}}))
    assert not await theirs.advance(0, 1, Counted(values={"p": {"1": b"y"}}))
    assert await theirs.advance(1, 2, Counted(orders={"b": {ANN: 1.0}}))
    assert await mine.advance(2, 3, Counted(orders={"b": {ANN: None}}))
    assert await mine.values("p", ["1"]) == [b"x"] and await mine.size("b") == 0


async def test_many_are_written_in_parts(store: Store) -> None:
    view, many = store.ladder.counted(G, "a"), range(2 * AT_A_TIME + 1)
    values = {str(each): b"%d" % each for each in many}
    assert await view.advance(0, 1, Counted(values={"p": values}, orders={"b": {each: float(each) for each in many}}))
    assert await view.values("p", [*values]) == [*values.values()] and await view.size("b") == len(many)


async def test_one_view_goes_and_another_stays(store: Store) -> None:
    for name in ("a", "b"):
        await store.ladder.counted(G, name).advance(0, 1, Counted(values={"p": {"1": b"x"}}))
    assert await store.ladder.view(G) is None
    await store.ladder.show_view(G, "b")
    await store.ladder.counted(G, "a").drop()
    assert await store.ladder.view(G) == "b"
    assert [await store.ladder.counted(G, name).counted() for name in ("a", "b")] == [0, 1]


async def test_notes_stand_among_the_games(store: Store) -> None:
    await store.ladder.enter(G, "abc", [Entry(1, b"game", (9001,))])
    assert await store.ladder.note(G, b"struck") == 2
    await store.ladder.enter(G, "abc", [Entry(2, b"game", (9001,))])
    assert [entry.number for page in [page async for page in store.ladder.pages(G)] for entry in page] == [1, 2, 3]
    assert await store.ladder.entry(G, 2) == Noted(2, b"struck") and await store.ladder.entry(G, 4) is None
    assert await store.ladder.note(G, b"struck", strikes=1) == 4
    assert await store.ladder.note(G, b"again", strikes=1) == 0
    assert await store.ladder.struck(G) == {1} and await store.ladder.note(G, b"restored", restores=3) == 0
    assert await store.ladder.length(G) == 4 and [each.number for each in await store.ladder.entries(G)] == [1, 3]
    assert await store.ladder.note(G, b"restored", restores=1) == 5 and await store.ladder.struck(G) == frozenset()


async def test_an_analysis_is_entered_once(store: Store, new_store: Callable[[], tuple[Store, Line]]) -> None:
    await store.ladder.enter(G, "abc", [Entry(1, b"game", (9001,))])
    theirs = new_store()[0]
    found = [await each.ladder.note_analysis(G, b"found", "1 an engine") for each in (store, theirs, store)]
    assert found == [2, 0, 0] and await store.ladder.note_analysis(G, b"found", "1 another") == 3
    assert await store.ladder.length(G) == 3 and await store.ladder.struck(G) == frozenset()


async def test_numbers_lead_back_to_people_until_they_are_forgotten(store: Store) -> None:
    await store.ladder.enter(G, "abc", [Entry(1, b"game", (9001, 9002))])
    assert await store.ladder.people(G, [2, 1, 5]) == [9002, 9001, None]
    await store.ladder.forget(G, 9001)
    assert await store.ladder.people(G, [2, 1]) == [9002, None] and await store.ladder.people(G, []) == []

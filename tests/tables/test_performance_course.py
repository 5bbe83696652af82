"""The course of somebody's performance rating, of the list of the server and of matches from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.backgammon import Seat
from bot.ladder.facts import write_fact
from bot.ladder.notes import Analysis, write_note
from bot.ladder.performance import JudgedGame, Share
from bot.store import Entry
from bot.tables import ladder_pages
from bot.tables.heads_up.imports import keep, read_file, sit
from bot.tables.performance_course import performance_course
from bot.tables.personal_data import delete
from bot.tables.reviews import write_review
from tests.backgammon.test_match_files import MATCH
from tests.ladder.facts import match_game
from tests.tables.tables import ANN, BOB, CYD, GUILD, NOON, Person, Tables
from tests.training.test_cards import PLAYED

OTHER_GUILD = 7_001


async def entered(
    tables: Tables, table: str, at: float, *lost: int, guild: int = GUILD, computers: Sequence[tuple[Seat, str]] = ()
) -> int:
    """A match of Ann and Bob is in the list, and an engine has found so much lost in it, in 50 decisions of each;
    returns its number there.
    """
    fact = replace(match_game(winner=0, length=1, table=table, at=at), server=guild, computers=tuple(computers))
    people = [None if seat in dict(computers) else person.user for seat, person in enumerate((ANN, BOB))]
    await tables.store.ladder.enter(guild, table, [Entry(1, write_fact(fact), tuple(people))])
    number = (await tables.store.ladder.places(guild, table))[1]
    if lost:
        await analysed(tables, number, *lost, guild=guild)
    return number


async def analysed(tables: Tables, number: int, *lost: int, engine: str = "one", guild: int = GUILD) -> None:
    note = Analysis(number, engine, "so far", tuple(Share(seat, 40, 10, each) for seat, each in enumerate(lost)))
    await tables.store.ladder.note_analysis(guild, write_note(note), note.id)


async def told(tables: Tables, person: Person, guild: int = GUILD) -> list[tuple[float, float, int]]:
    reader = await tables.ladders.reader(guild, NOON)
    points = await performance_course(tables.store, tables.repository, reader, person.user)
    return [(each.at, round(each.rating, 3), each.decisions) for each in points]


async def brought(tables: Tables, person: Person, at: float, *games: int) -> str:
    """A match from elsewhere, in whose games White has made 40 plays that lost 0.01 and Black 60 that lost 0.02."""
    (table,), _ = await keep(tables.store, person.user, read_file(MATCH.encode()), tables.entropy, lambda: at)
    made = replace(PLAYED, error=0.01)
    for game in games:
        verdicts = [replace(made, seat=0)] * 40 + [replace(made, seat=1, error=0.02)] * 60
        await tables.store.reviews.keep(person.user, table.id, game, write_review(verdicts))
    return table.id


async def test_games_of_the_server_that_are_analysed_and_no_others(tables: Tables) -> None:
    await entered(tables, "one", 10.0, 500_000, 200_000)
    await entered(tables, "two", 20.0)
    await entered(tables, "three", 30.0, 100_000, 600_000)
    await entered(tables, "elsewhere", 40.0, 0, 0, guild=OTHER_GUILD)
    assert await told(tables, ANN) == [(10, 5, 50), (30, 3, 100)]
    assert await told(tables, BOB) == [(10, 2, 50), (30, 4, 100)]
    assert await told(tables, ANN, OTHER_GUILD) == [(40, 0, 50)]
    assert await told(tables, CYD) == []


async def test_a_game_that_is_analysed_again_counts_once_and_a_struck_one_not(tables: Tables) -> None:
    first = await entered(tables, "one", 10.0, 500_000, 200_000)
    await entered(tables, "two", 20.0, 100_000, 100_000)
    await analysed(tables, first, 300_000, 200_000, engine="two")
    assert await told(tables, ANN) == [(10, 3, 50), (20, 2, 100)]
    await tables.ladders.strike(GUILD, "two", None, "a test", 0, 50.0)
    assert await told(tables, ANN) == [(10, 3, 50)]


async def test_games_against_the_computer_alone_are_left_out_as_on_the_board(tables: Tables) -> None:
    await entered(tables, "one", 10.0, 500_000, 200_000, computers=((1, "expert2"),))
    await entered(tables, "two", 20.0, 100_000, 100_000)
    assert await told(tables, ANN) == [(20, 1, 50)]


async def test_a_match_from_elsewhere_counts_once_its_side_is_said(tables: Tables) -> None:
    await entered(tables, "one", 10.0, 500_000, 200_000)
    name = await brought(tables, ANN, 20.0, 1, 2)
    assert await told(tables, ANN) == [(10, 5, 50)]
    for seat, after in ((0, [(20, round(500 * 1.3 / 130, 3), 130)]), (1, [(20, round(500 * 2.9 / 170, 3), 170)])):
        await sit(tables.repository, ANN.user, name, seat)
        assert await told(tables, ANN) == [(10, 5, 50), *after]
    assert await told(tables, BOB) == [(10, 2, 50)]
    await sit(tables.repository, ANN.user, name, None)
    assert await told(tables, ANN) == [(10, 5, 50)]


async def test_a_game_from_elsewhere_that_is_not_analysed_is_left_out(tables: Tables) -> None:
    name = await brought(tables, ANN, 20.0, 2)
    await sit(tables.repository, ANN.user, name, 0)
    assert await told(tables, ANN) == [(20, 5, 40)]


async def test_of_many_games_the_last_ones_are_read(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_pages, "MOST_JUDGED", 3)
    for number in range(5):
        await entered(tables, f"t{number}", float(number), 50_000 * number, 0)
    judged = await (await tables.ladders.reader(GUILD, NOON)).judged(ANN.user)
    assert judged == [JudgedGame(float(each), 50, 50_000 * each) for each in (2, 3, 4)]


async def test_who_is_deleted_has_no_course(tables: Tables) -> None:
    await entered(tables, "one", 10.0, 500_000, 200_000)
    await sit(tables.repository, ANN.user, await brought(tables, ANN, 20.0, 1), 0)
    assert len(await told(tables, ANN)) == 2
    await tables.store.ladder.forget(GUILD, ANN.user)
    assert [at for at, _, _ in await told(tables, ANN)] == [20]
    await delete(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user)
    assert await told(tables, ANN) == []

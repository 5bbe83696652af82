"""Tables of other versions: what an older bot has written is folded once and kept, what cannot be read is told."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple
from unittest import mock

import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal, Match, Phase, Rules, rules, start
from bot.backgammon.log import HEADS_UP, SCHEMA, OldRules, RefusedEntry, UnreadableLog
from bot.chouette import Options, Session
from bot.chouette import start as sit_down
from bot.chouette.log import CHOUETTE
from bot.store import Record
from bot.tables import games, intents, repository, table
from bot.tables.about import About, encoded
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame
from bot.tables.kept_games import reading, replay
from bot.tables.repository import TableRepository
from bot.tables.table import Table
from bot.worker_pool import WorkerFailed
from tests.backgammon.test_log import STORED as MATCHES
from tests.chouette.test_log import STORED as CHOUETTES

from .tables import ANN, BOB, CHANNEL, Tables

#: A version of the rules that is not known yet.
OLDEST, NEWEST = rules.KNOWN_RULES
NEWER = max(NEWEST, *CHOUETTE.rules) + 1

T = TypeVar("T")
Args = TypeVarTuple("Args")


class Counted:
    """What is folded beside the loop, and what happens meanwhile."""

    def __init__(self) -> None:
        self.keys: list[Hashable] = []
        self.meanwhile: list[Callable[[], Any]] = []

    async def __call__(self, work: Callable[[*Args], T], *args: *Args, key: Hashable | None = None) -> T:
        self.keys.append(key)
        if self.meanwhile:
            await self.meanwhile.pop(0)()
        await asyncio.sleep(0)
        return work(*args)


def bot(tables: Tables) -> tuple[TableRepository, Counted]:
    """The tables as another process sees them, and what it folds."""
    counted = Counted()
    return TableRepository(tables.store, fold=counted), counted


async def played(tables: Tables) -> Table:
    """A table in the middle of a game."""
    await tables.begin(Rules(length=5))
    await tables.until(Phase.CUBE)
    return await tables.table()


async def record_of(tables: Tables, it: Table) -> Record:
    record = await tables.store.load(CHANNEL, it.id)
    assert record is not None
    return record


@contextmanager
def newer_schema() -> Iterator[None]:
    """A bot that stores states in another shape than the one before it."""
    with mock.patch.object(HEADS_UP, "schema", SCHEMA + 1), mock.patch.object(CHOUETTE, "schema", SCHEMA + 1):
        yield


@contextmanager
def newer_rules(oldest: int = OLDEST) -> Iterator[None]:
    """A bot that knows one more version of the rules, and none before `oldest`."""
    known = oldest, NEWER
    with mock.patch.object(HEADS_UP, "rules", known), mock.patch.object(CHOUETTE, "rules", known):
        yield


async def rewrite_log(tables: Tables, it: Table, entries: Sequence[bytes]) -> None:
    ask, key = tables.store._connection.ask, f"{{{CHANNEL}}}:log:{it.id}"
    await ask("DEL", key)
    for number, entry in enumerate(entries, 1):
        await ask("XADD", key, f"{number}-0", "do", entry)


async def test_an_older_snapshot_is_folded_once_beside_the_loop_and_kept(tables: Tables) -> None:
    before = await played(tables)
    entries = await tables.store.log(CHANNEL, before.id)
    with newer_schema():
        reader, counted = bot(tables)
        assert await reader.load(CHANNEL, before.id) == before
        assert counted.keys == [("state", CHANNEL, before.id, before.version)]
        after = await record_of(tables, before)
        assert json.loads(after.fields["state"])["schema"] == HEADS_UP.schema
        assert await reader.load(CHANNEL, before.id) == before
        reader, again = bot(tables)
        with mock.patch.object(tables.store, "_log", side_effect=AssertionError):
            assert await reader.load(CHANNEL, before.id) == before
        assert (counted.keys[1:], again.keys) == ([], []), "nobody folds it again"
    assert after.version == before.version and await tables.store.log(CHANNEL, before.id) == entries


async def test_several_who_load_an_older_table_at_once_ask_for_the_same(tables: Tables) -> None:
    before = await played(tables)
    with newer_schema():
        reader, counted = bot(tables)
        assert await asyncio.gather(*(reader.load(CHANNEL, before.id) for _ in range(3))) == [before] * 3
    assert len(set(counted.keys)) == 1


async def test_a_table_that_changes_while_it_is_folded_is_as_it_is_now(tables: Tables) -> None:
    before = await played(tables)
    asked = await tables.asked()
    with newer_schema():
        reader, counted = bot(tables)
        counted.meanwhile = [lambda: tables.act(asked, intents.roll())]
        after = await reader.load(CHANNEL, before.id)
        assert after == await tables.table() and after.version == before.version + 1
        assert len(counted.keys) == 1, "who was faster has written it in today's shape"


async def test_a_table_that_always_changes_is_busy(tables: Tables) -> None:
    before = await played(tables)

    async def touched() -> None:
        record = await record_of(tables, before)
        await tables.store.save(CHANNEL, before.id, record.version, {})

    with newer_schema():
        reader, counted = bot(tables)
        counted.meanwhile = [touched] * 100
        with pytest.raises(Illegal) as refused:
            await reader.load(CHANNEL, before.id)
    assert refused.value.reason is TableTrouble.BUSY
    assert len(counted.keys) == repository.ATTEMPTS


async def test_people_play_on_at_an_older_table(tables: Tables) -> None:
    before = await played(tables)
    asked = await tables.asked()
    with newer_schema():
        later = Tables(tables.server)
        later.receipts = 1000
        await later.act(asked, intents.roll())
        assert (await later.table()).version == before.version + 1
    assert replay(games.HEADS_UP, await tables.store.log(CHANNEL, before.id)) == (await later.table()).state


async def test_a_course_of_another_shape_does_without(tables: Tables) -> None:
    before = await played(tables)
    await tables.store.put(CHANNEL, before.id, "course", b'{"another":["shape"]}')
    with newer_schema():
        assert await bot(tables)[0].load(CHANNEL, before.id) == replace(before, course=None)


async def test_a_list_needs_no_state(tables: Tables) -> None:
    before = await played(tables)
    with (
        newer_schema(),
        mock.patch.object(tables.store, "_log", side_effect=AssertionError),
        mock.patch.object(table.msgspec.json, "decode", wraps=table.msgspec.json.decode) as decoded,
    ):
        reader, counted = bot(tables)
        face = await reader.face(CHANNEL, before.id)
    assert face is not None and (face.about, face.people) == (before.about, before.people)
    assert counted.keys == []
    assert {call.kwargs["type"] for call in decoded.call_args_list} == {Rules, table.People}
    assert await reader.face(CHANNEL, "nowhere") is None


async def test_a_list_is_told_of_a_table_that_it_cannot_read(tables: Tables) -> None:
    it = await played(tables)
    people = (await record_of(tables, it)).fields["people"]
    await tables.store.put(CHANNEL, it.id, "people", people[:-1] + b',"unheard_of":1}')
    with pytest.raises(Illegal) as refused:
        await bot(tables)[0].face(CHANNEL, it.id)
    assert refused.value.reason is TableTrouble.NEWER


async def test_who_comes_while_nothing_can_be_folded_is_told_to_try_again(tables: Tables) -> None:
    before = await played(tables)

    async def failing() -> None:
        raise WorkerFailed("the workers died")

    with newer_schema():
        reader, counted = bot(tables)
        counted.meanwhile = [failing]
        with pytest.raises(Illegal) as refused:
            await reader.load(CHANNEL, before.id)
        assert refused.value.reason is TableTrouble.NOT_FOLDED
        assert await reader.load(CHANNEL, before.id) == before


# Rules


async def test_a_table_goes_on_by_the_rules_it_began_with(tables: Tables) -> None:
    before = await played(tables)
    asked = await tables.asked()
    with newer_rules():
        reader, counted = bot(tables)
        with mock.patch.object(tables.store, "_log", side_effect=AssertionError):
            assert await reader.load(CHANNEL, before.id) == before
        assert counted.keys == [], "nothing is to be folded anew"
        later = Tables(tables.server)
        later.receipts = 1000
        after = (await later.act(asked, intents.roll())).table
        assert after.state is not None and after.state.rules_version == NEWEST
        assert json.loads((await record_of(tables, after)).fields["state"])["rules_version"] == NEWEST
        with newer_schema():
            assert await bot(tables)[0].load(CHANNEL, after.id) == after


@pytest.mark.parametrize(
    "begins", [start(Rules(), NEWER), sit_down(Options(), 4, rules_version=NEWER)], ids=["two", "chouette"]
)
def test_the_version_of_the_rules_goes_from_the_log_into_every_state(begins: Match | Session) -> None:
    rules = games.of(begins)
    stored = rules.header(begins)
    assert json.loads(stored)["rules_version"] == NEWER
    with newer_rules():
        assert replay(rules, [stored]) == begins
        assert table.from_fields(1, {"state": table.snapshot(begins)} | fields_of(begins)) is not None
    with pytest.raises(UnreadableLog, match="newer version"):
        replay(rules, [stored])
    assert table.from_fields(1, {"state": table.snapshot(begins)} | fields_of(begins)) is None


def fields_of(state: Match | Session) -> dict[str, bytes]:
    """The rest of a table's fields."""
    setup = state.options if isinstance(state, Session) else state.rules
    about = About(id="a", guild=1, channel=2, setup=setup, made_at=0.0, expires_at=0.0)
    return {
        "about": encoded(about),
        "people": table.msgspec.json.encode(table.People(seats=(ANN, BOB))),
        "secret": b"",
        "stage": b"open",
        "news": b"[]",
        "acted_at": b"0.0",
    }


async def test_rules_that_are_no_longer_known_are_told(tables: Tables) -> None:
    before = await played(tables)
    with newer_rules(oldest=NEWER):
        words = f"written under rules {NEWEST}; the oldest known here are {NEWER}"
        with pytest.raises(OldRules, match=words):
            replay(games.HEADS_UP, await tables.store.log(CHANNEL, before.id))
        with pytest.raises(Illegal) as refused:
            await bot(tables)[0].load(CHANNEL, before.id)
        assert refused.value.reason is TableTrouble.OLD_RULES
        assert await bot(tables)[0].face(CHANNEL, before.id) is not None
    assert await tables.table() == before, "it is left alone"


async def test_an_action_that_has_become_illegal_is_told_as_that(tables: Tables) -> None:
    before = await played(tables)
    entries = await tables.store.log(CHANNEL, before.id)
    moved = next(number for number, entry in enumerate(entries) if b'"move"' in entry)
    entries[moved] = entries[moved].replace(b'"play":"', b'"play":"24/1 ')
    await rewrite_log(tables, before, entries)
    with newer_schema(), pytest.raises(Illegal) as refused:
        await bot(tables)[0].load(CHANNEL, before.id)
    assert refused.value.reason is TableTrouble.REFUSED_ENTRY
    assert refused.value.details == {"number": moved + 1}
    assert f"entry {moved + 1} of its log" in str(refused.value)
    assert (await record_of(tables, before)).version == before.version, "it is left alone"


def test_it_is_told_in_another_process_too() -> None:
    error = pickle.loads(pickle.dumps(RefusedEntry(7, "It is not your turn.")))
    assert (error.number, error.why) == (7, "It is not your turn.")
    assert str(error) == "entry 7 of the log is refused: It is not your turn."


@pytest.mark.parametrize(
    ("rules", "stored"),
    [
        *((games.HEADS_UP, stored) for stored in MATCHES.values()),
        *((games.CHOUETTE, stored) for stored in CHOUETTES.values()),
    ],
)
def test_whatever_a_log_holds_it_folds_or_is_told(rules: AnyGame, stored: Sequence[bytes]) -> None:
    """An entry left out, one said twice, two that have changed places: nothing crashes."""
    lines, told = list(stored), 0
    for place in range(len(lines)):
        swapped = [*lines[:place], *reversed(lines[place : place + 2]), *lines[place + 2 :]]
        for variant in ([*lines[:place], *lines[place + 1 :]], [*lines[:place], lines[place], *lines[place:]], swapped):
            try:
                replay(rules, variant)
            except UnreadableLog:
                told += 1
    assert told > len(lines)


def last_of(entries: Sequence[bytes]) -> Match | Session:
    """The last state, one action after the other."""
    with reading(games.HEADS_UP, entries) as (state, actions):
        for action in actions:
            state = games.of(state).apply(state, action)
        return state


def test_what_is_refused_is_told_by_the_number_of_its_entry() -> None:
    entries = MATCHES[1][:5]
    assert last_of(entries) == replay(games.HEADS_UP, entries)
    with pytest.raises(RefusedEntry) as refused:
        last_of([*entries, entries[-2]])
    assert refused.value.number == 6


async def test_a_log_that_is_not_there_is_told(tables: Tables) -> None:
    before = await played(tables)
    await rewrite_log(tables, before, [])
    with newer_schema(), pytest.raises(Illegal) as refused:
        await bot(tables)[0].load(CHANNEL, before.id)
    assert refused.value.reason is TableTrouble.NEWER

"""What is kept of each game is what a fold of the whole log gives, and one game is read without those before it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import fakeredis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Kind, Match, Phase, Rules, actions, start
from bot.backgammon.actions import Accept, Next, Undo
from bot.backgammon.history import Finished
from bot.backgammon.log import HEADS_UP
from bot.backgammon.record import game_records, kept_steps
from bot.chouette import Session
from bot.chouette import start as sit_down
from bot.chouette.log import CHOUETTE
from bot.chouette.record import session_steps
from bot.core.actions import Action
from bot.store import Store, StoreError
from bot.tables import games, intents, kept_games
from bot.tables.about import About
from bot.tables.kept_games import (
    Began,
    Ended,
    Mark,
    StoredEnding,
    finished_games,
    game_log,
    games_over,
    last_counted,
    marks,
    stored,
    whole_log,
)
from bot.tables.table import People, Person, Stage, Table
from tests.backgammon.random_play import RULES
from tests.backgammon.random_play import play_on as play_match
from tests.chouette import test_history
from tests.chouette.random_session import play_on as play_session
from tests.tables.tables import ANN, BOB, CHANNEL, Tables

TABLE = "k7f3q2"


class Counting(Store):
    """A store that counts the entries of logs that were read."""

    def __init__(self) -> None:
        super().__init__(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "fake")
        self.read = 0

    async def log_lines(self, *where: Any) -> bytes:
        found = await super().log_lines(*where)
        self.read += len(found.splitlines())
        return found


def table_with(state: Match | Session) -> Table:
    setup = state.options if isinstance(state, Session) else state.rules
    about = About(id=TABLE, guild=7, channel=CHANNEL, setup=setup, made_at=0.0, expires_at=0.0)
    people = tuple(Person(100 + seat, f"P{seat}") for seat in range(20))
    return Table(about=about, people=People(seats=people), seed=b"", stage=Stage.OPEN, state=state)


async def played(
    state: Match | Session, actions: Sequence[Action], rng: random.Random, since: int = 0
) -> tuple[Counting, Table]:
    """A store with the table at which all this was done, several actions in a save; games are kept from the one on
    that was set up after so many actions.
    """
    store, begun, table = Counting(), state, table_with(state)
    rules, write = table.game, table.game.codec.encode
    course = None if since else rules.new_course()
    todo, version, done = list(actions), 0, 0
    while todo or not version:
        some = [todo.pop(0) for _ in range(min(len(todo), rng.randint(1, 4)))]
        found: list[Mark] = [] if version or since else [Began(1, 0, state)]
        for number, action in enumerate(some, 1):
            after = games.of(state).apply(state, action)
            then = rules.followed(course, state, action, after)
            found += marks(state, course, after, then, number, 60.0 * done)
            state, course, done = after, then, done + 1
            if done < since:
                found, course = [], None
        entries = [write(action) for action in some]
        head = [] if version else [rules.header(begun)]
        await store.save(CHANNEL, TABLE, version, {}, [*head, *entries], games=stored(rules, found, len(head)))
        version += 1
    return store, table_with(state)


def random_log(kind: str, seed: int) -> tuple[Match | Session, Sequence[Action]]:
    """The state before a random log, and the log. Half of the sessions are such in which people want to get on."""
    rng = random.Random(seed)
    if kind == "match":
        rules = rng.choice([rules for rules in RULES.values() if rules.length != 1])
        _, actions = play_match(rng, rules, 400, straying=rng.choice((0.05, 0.3)))
        return start(rules), actions
    if seed % 2:
        options, people, _, actions = play_session(seed, 400)
        return sit_down(options, people), actions
    session = test_history.some_session(seed, rng.choice(list(test_history.OPTIONS.values())), rng.choice((4, 6)))
    return sit_down(session.options, session.players), session.log


KINDS = st.sampled_from(("match", "session"))


@pytest.mark.long
@given(KINDS, st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
async def test_what_is_kept_of_games_is_what_a_fold_gives(kind: str, seed: int) -> None:
    state, done = random_log(kind, seed)
    store, table = await played(state, done, random.Random(seed))
    folded = games.of(state).history_from(state, done)
    assert table.state is not None and [game.number for game in folded] == list(range(1, games_over(table.state) + 1))
    kept = await finished_games(store, table)
    assert kept.folded is None and store.read == 0
    assert kept.read() == folded
    counted = [game.number for game in folded if table.game.counts(game)]
    assert await last_counted(store, table) == (counted[-1] if counted else None)


@pytest.mark.long
@given(KINDS, st.integers(0, 10**6), st.integers(1, 200))
@settings(max_examples=20, deadline=None)
async def test_a_table_of_which_games_are_kept_only_from_some_on_has_them_all(kind: str, seed: int, since: int) -> None:
    state, done = random_log(kind, seed)
    store, table = await played(state, done, random.Random(seed), since)
    kept, folded = (await finished_games(store, table)).read(), games.of(state).history_from(state, done)
    if kind == "match":  # the cubes of the game that was running then are not known, nor the plays of its match
        assert sum(one.cubes != other.cubes for one, other in zip(kept, folded, strict=True)) <= 1
        assert all(one.plays in (UNSET, other.plays) for one, other in zip(kept, folded, strict=True))
        kept, folded = (tuple(replace(game, cubes=UNSET, plays=UNSET) for game in each) for each in (kept, folded))
    assert kept == folded


@pytest.mark.long
@given(KINDS, st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
async def test_one_game_is_read_as_it_is_out_of_the_whole_log(kind: str, seed: int) -> None:
    state, done = random_log(kind, seed)
    store, table = await played(state, done, random.Random(seed))
    assert table.state is not None
    whole: Any = steps_of(state, done)
    for game in range(1, table.state.number + 1):
        stretch = await game_log(store, table, game)
        assert stretch.before is not None
        with stretch.reading() as (before, found):
            alone = steps_of(before, tuple(found))
        assert set(alone) <= {game, game + 1}, "what sets up the next one is there too"
        if isinstance(state, Session):
            # That the game was set up belongs to what led to it.
            assert alone.get(game, []) == [step for step in whole.get(game, []) if not isinstance(step[1], Next)]
        else:
            assert alone.get(game, []) == whole.get(game, [])
            with stretch.reading() as (before, found):
                records = game_records(before, found)  # type: ignore[arg-type]
            assert records == {each: record for each, record in game_records(state, done).items() if each == game}
    beginnings = await store.beginnings(CHANNEL, TABLE, range(1, table.state.number + 1))
    assert store.read == len(done) and [each.entry for each in beginnings if each] == sorted(
        each.entry for each in beginnings if each
    ), "every entry was read once"


@pytest.mark.parametrize("kind", ["match", "session"])
async def test_of_a_log_can_be_asked_when_each_action_was_saved(kind: str) -> None:
    state, done = random_log(kind, 3)
    store, table = await played(state, done, random.Random(3))
    assert (await whole_log(store, table)).at == (await game_log(store, table, 1)).at == ()
    whole = (await whole_log(store, table, timed=True)).at
    assert len(whole) == len(done), "the header is no action"
    first = await game_log(store, table, 1, timed=True)
    with first.reading() as (_, actions):
        assert first.at == whole[: len(list(actions))]


def steps_of(state: Match | Session, actions: Sequence[Action]) -> dict[int, list[Any]]:
    return session_steps(state, actions) if isinstance(state, Session) else kept_steps(state, actions)  # type: ignore


# At the desk


async def kept(tables: Tables, table: Table, game: int) -> StoredEnding | None:
    """What is stored of a finished game."""
    (found,) = await tables.store.endings(CHANNEL, table.id, [game])
    return found and kept_games.read_ending(table.game, found)


async def begun(tables: Tables, table: Table, number: int) -> bool:
    (found,) = await tables.store.beginnings(CHANNEL, table.id, [number])
    return found is not None


async def agree(tables: Tables, proposal: intents.Intent) -> None:
    """Ann asks, Bob agrees."""
    await tables.act(ANN, proposal)
    await tables.act(BOB, proposal if proposal is UNDO else intents.accept())


UNDO = intents.plain(actions.Undo)


async def test_a_game_is_kept_by_the_save_that_ends_it(tables: Tables) -> None:
    table = await tables.begin(Rules())
    assert await begun(tables, table, 1) and await kept(tables, table, 1) is None
    tables.time += 60
    await agree(tables, intents.resign(Kind.GAMMON))
    found = await kept(tables, table, 1)
    assert found is not None and found.at == tables.time
    assert isinstance(found.finished, Finished)
    assert (found.finished.number, found.finished.score) == (1, (-1, 1)), "a gammon without a cube counts once"


@pytest.mark.parametrize("set_up", [False, True])
async def test_a_result_that_is_taken_back_is_kept_no_longer(tables: Tables, set_up: bool) -> None:
    table = await tables.begin(Rules(length=3) if set_up else Rules())
    await agree(tables, intents.resign(Kind.SINGLE))
    assert await kept(tables, table, 1)
    if set_up:  # the next game of a match begins by itself, and its opening roll ends what can be taken back
        state = (await tables.table()).state
        assert state is not None
        after = games.of(state).apply(state, Next())
        assert after.number == 2 and [type(mark) for mark in marks(state, None, after, None, 1, 0.0)] == [Began]
        asked = games.of(state).apply(after, actions.Undo(by=0))
        back = games.of(state).apply(asked, actions.Undo(by=1))
        found = list(marks(asked, None, back, None, 1, 0.0))
        assert found == [Began(2), Ended(1)], "neither has the next game begun, nor this one ended"
    await agree(tables, UNDO)
    assert await kept(tables, table, 1) is None and await begun(tables, table, 1)
    assert (await tables.match()).game.phase is not Phase.OVER
    await agree(tables, intents.resign(Kind.SINGLE))
    assert await kept(tables, table, 1)


async def test_a_save_that_fails_keeps_nothing_of_the_game(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await tables.begin(Rules())
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    entries = await tables.store.log(CHANNEL, table.id)

    async def away(*_: Any, **__: Any) -> None:
        raise StoreError("the store is away")

    with monkeypatch.context() as broken:
        broken.setattr(tables.store, "save", away)
        with pytest.raises(StoreError):
            await tables.act(BOB, intents.accept())
    assert await tables.store.log(CHANNEL, table.id) == entries and await kept(tables, table, 1) is None
    await tables.act(BOB, intents.accept())
    assert await kept(tables, table, 1)


async def test_a_voided_game_is_kept_as_one(tables: Tables) -> None:
    table = await tables.begin(Rules())
    await tables.desk.moderate(CHANNEL, actions.Abort(), receipt=tables.receipt())
    found = await kept(tables, table, 1)
    assert found is not None and not games.HEADS_UP.counts(found.finished)


async def test_what_is_kept_names_nobody_and_goes_with_its_table(tables: Tables) -> None:
    table = await tables.begin(Rules())
    await agree(tables, intents.resign(Kind.SINGLE))
    (end,), (beginning,) = (
        await tables.store.endings(CHANNEL, table.id, [1]),
        await tables.store.beginnings(CHANNEL, table.id, [1]),
    )
    assert end is not None and beginning is not None
    for person in (ANN, BOB):
        assert str(person.user).encode() not in end + beginning.state
        assert person.name.encode() not in end + beginning.state
    await tables.store.forget(CHANNEL, table.id)
    assert await kept(tables, table, 1) is None and not await begun(tables, table, 1)


async def test_a_game_of_another_schema_is_folded_anew(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await tables.begin(Rules())
    await agree(tables, intents.resign(Kind.SINGLE))
    table = await tables.table()
    for each in (HEADS_UP, CHOUETTE):
        monkeypatch.setattr(each, "schema", each.schema + 1)
    assert (await game_log(tables.store, table, 1)).before is None
    found = await finished_games(tables.store, table)
    assert found.games == () and [game.number for game in found.read()] == [1]


async def test_the_result_of_a_chouette_is_taken_back_with_what_the_game_was_remembered_by() -> None:
    session = test_history.played_out()
    state: Match | Session = sit_down(session.options, session.players)
    store, table = await played(state, session.log, random.Random(1))
    assert (await store.endings(CHANNEL, TABLE, [1]))[0]
    session.do(Undo(by=0))
    while wishes := session.session.proposed(Undo):
        session.do(Accept(by=wishes[0].of[0], question=wishes[0].number))
    assert session.session.game.phase is not Phase.OVER
    store, table = await played(state, session.log, random.Random(1))
    assert await store.endings(CHANNEL, TABLE, [1]) == [None]
    assert (await finished_games(store, table)).read() == () == session.history()

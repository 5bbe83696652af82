"""What follows a save: the board, the next game, the list of the server, the clock; each once, whatever is cut off."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import Kind, Match, Phase, Rules
from bot.backgammon.actions import Next
from bot.store import StoreError, scripts
from bot.store.scripts import Script
from bot.tables import intents
from bot.tables.table import Stage, Table
from tests.store.listed import open_places

from .lifecycle import Breaking, Place, TablesLifecycle, done, ids, lifecycle, started
from .tables import ANN, BOB, CHANNEL, HOUR, Tables

NEXT = intents.plain(Next)


async def begun(tables: Tables, serve: TablesLifecycle, rules: Rules) -> Table:
    """Ann and Bob play, and their board is out."""
    table = await tables.begin(rules)
    await serve.serve(table)
    return tables.repository.as_shown(table)


async def game_lost(tables: Tables) -> Table:
    """Ann has resigned a game: that is saved, and nothing more."""
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    return (await tables.act(BOB, intents.accept())).table


def noting(monkeypatch: pytest.MonkeyPatch, into: list[Any], owner: object, name: str) -> None:
    """From now on it is written down when this is called."""
    call = getattr(owner, name)

    async def noted(*words: Any) -> Any:
        into.append(name)
        return await call(*words)

    monkeypatch.setattr(owner, name, noted)


# In its order


async def test_the_board_comes_first_then_the_next_game_the_list_and_the_clock(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules(length=3))
    over = await game_lost(tables)
    tables.time += 2 * HOUR
    place.done.clear()
    place.answers.clear()
    order: list[Any] = place.done
    noting(monkeypatch, order, tables.desk, "go_on")
    noting(monkeypatch, order, tables.store.ladder, "enter")
    noting(monkeypatch, order, tables.store.due, "set")
    assert await serve.serve(over, "pressed") is None
    following = over.version + 1
    assert order == [
        ("show", over.version), "go_on", ("show", following), ("advise", following), "enter", "set"
    ]  # fmt: skip
    assert place.answers == ["pressed", None], "who acted is answered with the board of their action"
    match = await tables.match()
    assert (match.number, match.game.phase) == (2, Phase.PLAY)


async def test_in_a_money_session_people_begin_the_next_game(tables: Tables) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules())
    over = await game_lost(tables)
    await serve.serve(over)
    assert place.done[-2:] == [("show", over.version), ("advise", over.version)]
    assert (await tables.match()).number == 1
    await done(tables, serve, ANN, NEXT)
    await done(tables, serve, BOB, NEXT)
    assert (await tables.match()).number == 2


async def test_a_table_that_is_over_is_let_go_once_its_end_is_shown(tables: Tables) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    table = await begun(tables, serve, Rules(length=1))
    over = await game_lost(tables)
    place.why = "not now"
    assert await serve.serve(over) == "not now"
    assert await open_places(tables.store) == [(CHANNEL, table.id)] and "forget" not in dict(place.done)
    assert await tables.due() == []
    place.why = None
    await serve._retry(over)
    assert await open_places(tables.store) == [] and dict(place.done)["forget"] == over.version
    assert await tables.store.held(CHANNEL) is None


# Not shown


async def _at_once(seconds: float) -> None:
    """Nobody waits."""
    await asyncio.sleep(0)


async def test_a_board_that_cannot_be_shown_is_tried_again_and_the_game_goes_on(tables: Tables) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules(length=3))
    over = await game_lost(tables)
    place.why, place.done = "forbidden", []
    assert await serve.serve(over) == "forbidden"
    assert [what for what, _ in place.done] == ["show", "show"], "nobody is told beside a board that is not there"
    table = await tables.table()
    assert table.state is not None and table.state.number == 2 and table.unshown
    place.shut, place.done = True, []
    await serve._retry(table)
    assert place.done == [], "the bot knows that it may not"
    place.shut, place.why = False, None
    await serve._retry(table)
    assert not (await tables.table()).unshown
    place.done = []
    await serve._retry(table)
    assert place.done == [], "nothing is owed any more"
    serve.retries.rest()


async def test_the_next_game_begins_though_the_word_that_the_board_is_out_was_lost(tables: Tables) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules(length=3))
    over = await game_lost(tables)
    await tables.repository.shown(over, replace(over.screen, shown=over.version))
    await serve._retry(await tables.table())
    table = await tables.table()
    assert table.state is not None and table.state.number == 2
    serve.retries.rest()


async def test_an_error_in_showing_is_told_and_the_board_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules(length=3))
    over = await game_lost(tables)
    owed: list[Table] = []
    monkeypatch.setattr(serve.retries, "add", owed.append)
    place.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        await serve.serve(over)
    assert owed == [over] and (await tables.match()).number == 1
    place.error = None
    await serve._retry(over)
    assert (await tables.match()).number == 2


async def test_what_is_saved_though_the_store_did_not_answer_is_shown_by_itself(tables: Tables) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    await begun(tables, serve, Rules(length=3))
    shown, match, asking = await tables.table(), await tables.match(), tables.store._connection
    working, serve.retries._sleep = asking.run, _at_once

    async def saved(script: Script, *words: Any) -> Any:
        answer = await working(script, *words)
        if script is scripts.SAVE:
            raise StoreError("the store has gone before it answered")
        return answer

    asking.run = saved  # type: ignore[method-assign]
    with pytest.raises(StoreError):
        await tables.act(await tables.asked(), intents.move(str(match.game.plays(match.rules)[0])))
    asking.run = working  # type: ignore[method-assign]
    [pending] = serve.retries._waiting.values()
    assert pending.trying
    await pending.trying
    table = await tables.table()
    assert table.version > shown.version and not table.unshown


@pytest.mark.parametrize("ask", ["serve", "remind", "restore", "take_up"])
async def test_where_the_place_is_gone_the_running_game_is_void_and_the_rest_stands(tables: Tables, ask: str) -> None:
    place = Place(tables)
    serve = lifecycle(tables, place)
    table = await begun(tables, serve, Rules(length=3))
    await serve.serve(await game_lost(tables))
    place.lost, place.why = True, "unknown channel"
    await getattr(serve, ask)(await tables.table())
    closed = await tables.desk.table(CHANNEL, table.id)
    assert closed.stage is Stage.CLOSED and isinstance(closed.state, Match) and closed.state.score == (0, 1)
    assert await ids(tables) == [f"{table.id}:1"]
    assert await open_places(tables.store) == await tables.due() == []
    assert await tables.store.held(CHANNEL) is None
    assert ("forget", closed.version) in place.done


async def test_a_challenge_whose_place_is_gone_is_withdrawn(tables: Tables) -> None:
    serve = lifecycle(tables)
    made = await tables.challenge()
    await serve.serve(made)
    assert await tables.due() == [f"{CHANNEL}:{made.id}"]
    assert (await serve.abandon(made)).stage is Stage.WITHDRAWN
    assert await tables.due() == []


# The clock


async def test_the_clock_is_not_wound_again_for_what_is_due_later(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve = lifecycle(tables)
    table = await begun(tables, serve, Rules())
    wound: list[str] = []
    noting(monkeypatch, wound, tables.store.due, "set")
    counting = Breaking(tables, 10_000, done=True)
    await serve.after(table)
    assert counting.count == 0, "nothing has changed, and nothing is asked of the store"
    for _ in range(4):
        tables.time += 600
        player = await tables.asked()
        match = await tables.match()
        play = match.game.phase is Phase.PLAY
        intent = intents.move(str(match.game.plays(match.rules)[0])) if play else intents.roll()
        await done(tables, serve, player, intent)
    assert wound == [], "the next reminder is put off when the table is looked at"
    tables.time += HOUR
    await serve.after(await tables.table())
    assert wound == ["set"], "what the clock has looked at since is not known here"


async def test_at_a_table_that_is_over_nothing_is_due(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = lifecycle(tables)
    table = await begun(tables, serve, Rules(length=1))
    assert await tables.due() == [f"{CHANNEL}:{table.id}"]
    wound: list[str] = []
    noting(monkeypatch, wound, tables.store.due, "set")
    await serve.serve(await game_lost(tables))
    assert wound == ["set", "set"] and await tables.due() == [], "only that it is to be packed"


# Cut off


@pytest.mark.parametrize("length", [0, 1, 3], ids=["people go on", "it is over", "the next game follows"])
async def test_whatever_is_cut_off_another_process_does_once(length: int) -> None:
    """A game has been resigned and that is saved; of all that follows each command to the store is the last one."""

    async def saved(tables: Tables) -> Table:
        await begun(tables, lifecycle(tables), Rules(length=length))
        return await game_lost(tables)

    async def follows(tables: Tables, table: Table) -> None:
        serve = lifecycle(tables)
        try:
            await serve.serve(table)
        finally:
            serve.retries.rest()

    async def told(tables: Tables, name: str) -> tuple[Any, ...]:
        table = await tables.repository.load(CHANNEL, name)
        assert table is not None and table.state is not None
        return (
            table.stage,
            table.version,
            table.state,
            table.unshown,
            len(await tables.log(table)),
            await ids(tables),
            await open_places(tables.store),
            # One that is over is forgotten by the clock when it looks at it next.
            table.stage is Stage.OPEN and await tables.due(),
            await tables.store.held(CHANNEL),
        )

    whole = Tables()
    table = await saved(whole)
    counting = Breaking(whole, 10_000, done=True)
    await follows(whole, table)
    commands, expected = counting.count, await told(whole, table.id)
    assert commands >= 1
    for at in range(1, commands + 1):
        for was_done in (False, True):
            tables = Tables()
            table = await saved(tables)
            Breaking(tables, at, done=was_done)
            with suppress(StoreError):  # as the process would have ended
                await follows(tables, table)
            again = Tables(tables.server)
            again.time = tables.time
            for _ in range(2):  # the second start finds nothing to do
                await started(again)
                assert await told(again, table.id) == expected, (at, was_done)

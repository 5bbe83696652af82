"""Finished games as facts: in the save that ends a game, gone with the save that takes it back, and in the list of the
server once they stand for good, each once, whatever is cut off."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.backgammon import Kind, Phase, Reply, Rules, actions
from bot.backgammon.actions import Abort, End, Next, Undo
from bot.chouette import HouseRules
from bot.ladder.facts import Row, Turn, read_fact, write_fact
from bot.ladder.seasons import Seasons
from bot.preferans.conventions import HOUSE, among
from bot.preferans.hands import Misere
from bot.preferans.lines import Column, Played
from bot.preferans.sheet import Edit, Options, Write
from bot.store import StoreError
from bot.tables import intents
from bot.tables.counting import CountingRules
from bot.tables.games import PREFERANS
from bot.tables.personal_data import delete, export
from bot.tables.preferans.intents import correct
from bot.tables.table import Stage, Table
from bot.tables.watching import watched
from tests.store.listed import open_places

from .lifecycle import Breaking, TablesLifecycle, done, facts, ids, lifecycle, started
from .sheets import gathered, written
from .tables import ANN, BOB, CHANNEL, GUILD, HOUR, Tables, other
from .test_sessions import PEOPLE, Club

UNDO, NEXT = intents.plain(Undo), intents.plain(Next)


async def lost(tables: Tables, serve: TablesLifecycle, kind: Kind | None = Kind.SINGLE) -> Table:
    """Ann resigns a game to Bob."""
    await done(tables, serve, ANN, intents.resign(kind))
    return await done(tables, serve, BOB, intents.accept())


async def next_game(tables: Tables, serve: TablesLifecycle) -> None:
    for person in (ANN, BOB):
        await done(tables, serve, person, NEXT)


async def test_a_money_game_is_a_fact_when_the_next_one_has_its_opening_roll(tables: Tables) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules())
    await lost(tables, serve, Kind.GAMMON)
    assert await facts(tables) == [], "it may still be taken back"
    ended = tables.time
    tables.time += HOUR
    await next_game(tables, serve)
    assert (await tables.match()).game.phase is not Phase.OPENING
    (fact,) = await facts(tables)
    assert (fact.id, fact.server, fact.kind, fact.ended_at) == (f"{table.id}:1", GUILD, "heads_up", ended)
    account = fact.account
    assert (account.variant, account.length, account.score, account.winner) == ("backgammon", 0, (0, 0), None)
    assert account.roles == ((0, "white"), (1, "black"))
    assert account.rows == (Row(payer=0, payee=1, points=(1, 1), reason="resigned", cube=1, turns=()),)
    (entry,) = await tables.store.ladder.entries(GUILD)
    who = await tables.store.ladder.players(GUILD)
    assert [who[number] for number in entry.who] == [person.user for person in table.people.seats]
    for person in (ANN, BOB):
        assert str(person.user).encode() not in entry.says and person.name.encode() not in entry.says


async def test_a_match_tells_its_score_and_its_winner(tables: Tables) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules(length=3))
    await lost(tables, serve)
    assert await ids(tables) == [f"{table.id}:1"], "the next game has begun by itself"
    await lost(tables, serve, None)
    first, second = [fact.account for fact in await facts(tables)]
    assert (first.length, first.score, first.winner) == (3, (0, 0), None)
    assert (second.score, second.winner) == ((0, 1), 1)
    assert second.rows[0].points == (2, 1)
    assert await open_places(tables.store) == []


async def test_it_is_told_who_turned_the_cube_when_and_what_was_answered(tables: Tables) -> None:
    serve = lifecycle(tables)
    await tables.begin(Rules())
    rolls: list[int] = []
    turns: list[tuple[int, int]] = []
    for answer in (Reply.TAKE, Reply.DROP):
        match = await tables.until(Phase.CUBE)
        while match.game.bet.owner is not None and match.game.bet.owner is not match.game.board.turn:
            await tables.act(await tables.asked(), intents.roll())
            match = await tables.until(Phase.CUBE)
        giver = match.game.decider
        assert giver is not None
        turns.append((giver, 1 - giver))
        rolls.append(match.rolls)
        doubler = await tables.asked()
        await tables.act(doubler, intents.double())
        await done(tables, serve, other(doubler), intents.reply(answer))
    await next_game(tables, serve)
    (fact,) = await facts(tables)
    (row,) = fact.account.rows
    assert (row.reason, row.points, row.cube) == ("dropped", (2, 1), 2)
    (one, two), (first, then) = turns, rolls
    assert row.turns == (
        Turn(giver=one[0], receiver=one[1], value=1, turned=1, dropper=None, roll=first),
        Turn(giver=two[0], receiver=two[1], value=2, turned=1, dropper=two[1], roll=then),
    )


async def test_a_drop_that_is_taken_back_is_no_turn(tables: Tables) -> None:
    serve = lifecycle(tables)
    await tables.begin(Rules())
    await tables.until(Phase.CUBE)
    doubler = await tables.asked()
    await tables.act(doubler, intents.double())
    await done(tables, serve, other(doubler), intents.reply(Reply.DROP))
    await done(tables, serve, doubler, NEXT)
    await done(tables, serve, doubler, UNDO)
    await done(tables, serve, other(doubler), UNDO)
    assert (await tables.match()).game.phase is Phase.OFFER
    await done(tables, serve, other(doubler), intents.reply(Reply.TAKE))
    await lost(tables, serve)
    await next_game(tables, serve)
    (fact,) = await facts(tables)
    (turn,) = fact.account.rows[0].turns or ()
    assert turn.dropper is None and fact.account.rows[0].cube == 2


@pytest.mark.parametrize("length", [0, 3])
async def test_a_result_that_is_taken_back_is_no_fact_and_the_one_in_its_place_is(tables: Tables, length: int) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules(length=length))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    over = (await tables.act(BOB, intents.accept())).table  # nobody has gone on yet
    await serve.after(over)
    assert (await tables.store.endings(CHANNEL, table.id, [1]))[0]
    await tables.act(ANN, UNDO)
    await serve.serve((await tables.act(BOB, UNDO)).table)
    assert await tables.store.endings(CHANNEL, table.id, [1]) == [None] and await facts(tables) == []
    await done(tables, serve, BOB, intents.resign(Kind.GAMMON))
    await done(tables, serve, ANN, intents.accept())
    if not length:
        await next_game(tables, serve)
    (fact,) = await facts(tables)
    assert (fact.account.rows[0].payer, fact.account.rows[0].payee) == (1, 0)


async def test_a_voided_game_is_no_fact_and_a_claimed_one_is(tables: Tables) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules(length=5))
    await serve.serve((await tables.desk.moderate(CHANNEL, actions.Abort(), receipt=tables.receipt())).table)
    assert (await tables.match()).number == 2 and await facts(tables) == []
    waiting = await tables.asked()
    tables.time += 80 * HOUR
    await done(tables, serve, other(waiting), intents.claim())
    assert await ids(tables) == [f"{table.id}:2"]
    (fact,) = await facts(tables)
    assert fact.account.rows[0].reason == "claimed"


async def test_what_is_left_when_a_table_closes_is_final(tables: Tables) -> None:
    """By its people, by the clock, and because its place is gone, with a game in the middle."""
    serve = lifecycle(tables)
    table = await tables.begin(Rules())
    await lost(tables, serve)
    closed = await tables.desk.close(await tables.table())
    assert closed is not None
    await serve.serve(closed.table)
    assert await ids(tables) == [f"{table.id}:1"]
    tables.time += 601
    again = await tables.begin(Rules())
    await lost(tables, serve)
    await next_game(tables, serve)
    gone = await serve.abandon(await tables.table())
    assert gone.stage is Stage.CLOSED
    assert await ids(tables) == [f"{table.id}:1", f"{again.id}:1"], "the running game is void"


async def test_a_chouette_tells_roles_rows_and_cubes() -> None:
    club = Club()
    serve = lifecycle(club)
    table = await club.sit_down(4)
    session = await club.window(box=True)
    box, team = session.game.box, session.game.team
    await club.by(box, intents.double())
    for seat in team:
        await club.by(seat, intents.reply(Reply.DROP))
    over = await club.table()
    assert over.state is not None and over.state.game.phase is Phase.OVER
    await serve.serve(over)
    assert await facts(club) == []
    closed = await club.desk.close(over)
    assert closed is not None
    await serve.serve(closed.table)
    (fact,) = await facts(club)
    account = fact.account
    assert (fact.id, fact.kind, account.score, account.length) == (f"{table.id}:1", "chouette", None, 0)
    roles = {box: "box", team[0]: "captain", team[1]: "crew", team[2]: "crew"}
    assert dict(account.roles) == roles
    assert [(row.payer, row.payee, row.points, row.reason) for row in account.rows] == [
        (seat, box, (1, 1), "dropped") for seat in team
    ]
    for row in account.rows:
        (turn,) = row.turns or ()
        assert (turn.giver, turn.receiver, turn.dropper, turn.roll) == (box, row.payer, row.payer, session.rolls)
    (entry,) = await club.store.ladder.entries(GUILD)
    who = await club.store.ladder.players(GUILD)
    assert [who[number] for number in entry.who] == [PEOPLE[seat].user for seat, _ in account.roles]


async def test_a_game_with_a_bank_is_listed_and_counts_for_nothing() -> None:
    club = Club()
    serve = lifecycle(club)
    await club.sit_down(3, house=HouseRules(bank=6))
    session = await club.window(box=True)
    await club.by(session.game.box, intents.double())
    for seat in session.game.team:
        await club.by(seat, intents.reply(Reply.DROP))
    closed = await club.desk.close(await club.table())
    assert closed is not None
    await serve.serve(closed.table)
    (fact,) = await facts(club)
    assert fact.contest and not fact.counts and not fact.apart
    assert {fact.side(seat) for seat, _ in fact.account.roles} == {0, 1, 2}
    assert read_fact(write_fact(fact)) == fact
    (entry,) = await club.store.ladder.entries(GUILD)
    rules = CountingRules(Seasons.OFF, "Europe/Prague")
    assert watched(rules, rules.season(fact.ended_at), [(entry.says, entry.who)]) == ()


async def test_a_sheet_tells_who_pays_whom_and_for_how_many_hands() -> None:
    club = Club()
    serve = lifecycle(club)
    table = await written(club)
    await serve.serve(table)
    assert await facts(club) == [], "all of it may still be changed"
    closed = await done(club, serve, PEOPLE[0], intents.plain(End))
    (fact,) = await facts(club)
    account = fact.account
    assert (fact.kind, fact.rated, account.board, account.variant, account.hands) == (
        "preferans", False, "preferans", "house", 3
    )  # fmt: skip
    assert [(row.payer, row.payee, row.points) for row in account.rows] == [
        (3, 0, (159, 2)), (3, 1, (103, 2)), (3, 2, (35, 2))
    ]  # fmt: skip
    assert account.roles == tuple((seat, "player") for seat in range(4))
    told = await export(club.store, club.repository, club.preferences, club.ladders, PEOPLE[1].user, club.time)
    (kept,) = msgspec.json.decode(told)["tables"]
    assert kept["kind"] == "Preferans sheet" and kept["word_for_the_dice"] == "прикуп"
    assert kept["seats"][1] == {"name": "Bob", "points": "103/2", "you": True}
    await delete(club.store, club.repository, club.preferences, club.ladders, PEOPLE[1].user)
    after = await club.repository.load(CHANNEL, closed.id)
    assert after is not None and after.state == closed.state and after.seat_of(PEOPLE[1].user) is None
    assert [each.name for each in after.people.seats][::2] == ["Ann", "Cyd"] and after.dice_words == ((1, "прикуп"),)
    assert PEOPLE[1].user not in (await club.store.ladder.players(GUILD)).values()


async def test_a_sheet_that_was_given_up_or_is_empty_is_no_fact() -> None:
    club = Club()
    serve = lifecycle(club)
    await written(club)
    await serve.serve((await club.desk.moderate(CHANNEL, Abort(), receipt=club.receipt())).table)
    assert await club.store.held(CHANNEL) is None and await facts(club) == []
    await gathered(club, 3, Options(convention=among(HOUSE, 3)))
    closed = await done(club, serve, PEOPLE[0], intents.plain(End))
    assert closed.stage is Stage.CLOSED and await facts(club) == []


# Cut off


async def evening(tables: Tables, *, closing: bool) -> Table:
    """A game of two is over; then comes what is cut off: they go on to the opening roll, or the table is closed."""
    table = await tables.begin(Rules())
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    if not closing:
        await tables.act(ANN, NEXT)
    return table


async def cut_off(tables: Tables, *, closing: bool) -> None:
    serve = lifecycle(tables)
    if closing:
        outcome = await tables.desk.close(await tables.table())
        assert outcome is not None
        await serve.serve(outcome.table)
    else:
        await done(tables, serve, BOB, NEXT)
    serve.retries.rest()


@pytest.mark.parametrize("closing", [False, True], ids=["opening roll", "closed"])
async def test_whichever_write_is_the_last_one_nothing_is_lost_or_doubled(closing: bool) -> None:
    whole = Tables()
    await evening(whole, closing=closing)
    counting = Breaking(whole, 10_000, done=True)
    await cut_off(whole, closing=closing)
    assert len(await ids(whole)) == 1 and counting.count > 3
    for at in range(1, counting.count + 1):
        for was_done in (False, True):
            tables = Tables()
            table = await evening(tables, closing=closing)
            Breaking(tables, at, done=was_done)
            with suppress(StoreError):  # as the process would have ended
                await cut_off(tables, closing=closing)
            again = Tables(tables.server)
            again.time, again.receipts = tables.time, 1000
            await started(again)
            if (await again.repository.held(CHANNEL)) and not await ids(again):  # the save itself never came
                await cut_off(again, closing=closing)
            assert await ids(again) == [f"{table.id}:1"], (at, was_done)
            await started(Tables(tables.server))
            assert await ids(again) == [f"{table.id}:1"], (at, was_done)


async def sheet_evening(tables: Tables, receipts: str) -> None:
    """Everything that can be done to a sheet once, by receipts that stay the same however often it is done."""
    table = await tables.repository.held(CHANNEL)
    assert table is not None
    line = Played(0, 1, Misere(0))
    doing = (
        (0, lambda state, seat, throw: Write(by=seat, line=line)),
        (1, lambda state, seat, throw: Edit(by=seat, number=1, line=replace(line, hand=Misere(1)))),
        (2, correct(Column.BULLET, 3, 2, None)),
        (3, UNDO),
        (0, intents.plain(End)),
    )
    for number, (seat, intent) in enumerate(doing):
        outcome = await tables.act(PEOPLE[seat], intent, receipt=f"{receipts}{number}", table=table.id)
        await lifecycle(tables).serve(outcome.table)


async def test_a_sheet_that_is_cut_off_at_any_write_goes_on_and_nothing_is_written_twice() -> None:
    whole = Club()
    await gathered(whole, 4)
    counting = Breaking(whole, 10_000, done=True)
    await sheet_evening(whole, "r")
    (meant,) = await facts(whole)
    for at in range(1, counting.count + 1, 3):
        tables = Club()
        table = await gathered(tables, 4)
        Breaking(tables, at, done=bool(at % 2))
        with suppress(StoreError):
            await sheet_evening(tables, "r")
        again = Club(tables.server)
        again.time, again.receipts = tables.time, 1000
        await started(again)
        if await again.repository.held(CHANNEL):
            await sheet_evening(again, "r")
        assert await facts(again) == [replace(meant, table=table.id, ended_at=again.time)], at
        log = await again.store.log(CHANNEL, table.id)
        assert [PREFERANS.codec.action(each).__struct_config__.tag for each in log[1:]] == [
            "lot", "write", "edit", "correct", "undo", "end"
        ], at  # fmt: skip


async def test_a_store_that_is_away_for_a_moment_is_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve = lifecycle(tables)
    await tables.begin(Rules(length=1))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    over = (await tables.act(BOB, intents.accept())).table

    async def away(*_: Any) -> int:
        raise StoreError("the store is away")

    with monkeypatch.context() as broken:
        broken.setattr(tables.store.ladder, "enter", away)
        assert await serve.serve(over) is None, "the board is out; nobody is told of an error"
    assert await open_places(tables.store) != [] and await ids(tables) == []
    await serve._retry(over)
    assert await ids(tables) == [f"{over.id}:1"] and await open_places(tables.store) == []
    serve.retries.rest()


async def test_what_another_version_has_kept_is_folded(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules(length=1))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    over = (await tables.act(BOB, intents.accept())).table
    (stored,) = await tables.store.endings(CHANNEL, table.id, [1])
    assert stored is not None
    other_shape = stored.replace(b'"schema":1', b'"schema":0')
    assert other_shape != stored
    await tables.store._connection.ask("HSET", f"{{{CHANNEL}}}:games:{table.id}", "1:ends", other_shape)
    await serve.serve(over)
    (fact,) = await facts(tables)
    assert fact.ended_at == over.acted_at and fact.account.winner == 1


# People


async def test_who_is_deleted_is_nobody_in_the_list_and_the_games_stay(tables: Tables) -> None:
    serve = lifecycle(tables)
    table = await tables.begin(Rules(length=1))
    over = await lost(tables, serve)
    before = await tables.store.ladder.entries(GUILD)
    told = await export(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user, tables.time)
    assert b'"in_the_list_of_the_server"' in told and b'"games_up_to": 1' in told
    await delete(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user)
    assert await tables.store.ladder.entries(GUILD) == before
    assert await tables.store.ladder.players(GUILD) == {2: BOB.user}
    await serve.after(over)
    await lifecycle(tables).after(over)
    assert await tables.store.ladder.players(GUILD) == {2: BOB.user}, "a straggler brings nobody back"
    assert await ids(tables) == [f"{table.id}:1"]


async def test_a_game_that_waits_is_entered_before_somebody_is_taken_out(tables: Tables) -> None:
    """So that everybody's games are his, and then nobody's, and none is somebody's again."""
    await tables.begin(Rules(length=1))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    over = (await tables.act(BOB, intents.accept())).table
    await delete(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user)
    await lifecycle(tables).after(over)
    (entry,) = await tables.store.ladder.entries(GUILD)
    assert entry.who == (1, 2) and await tables.store.ladder.players(GUILD) == {2: BOB.user}

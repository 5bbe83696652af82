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
from bot.ladder.facts import Row, Turn
from bot.preferans.conventions import HOUSE, among
from bot.preferans.hands import Misere
from bot.preferans.lines import Column, Played
from bot.preferans.sheet import Edit, Options, Write
from bot.store import StoreError
from bot.tables import intents
from bot.tables.games import PREFERANS
from bot.tables.personal_data import delete, export
from bot.tables.preferans.intents import correct
from bot.tables.table import Stage, Table

from .house import ANN, BOB, CHANNEL, GUILD, HOUR, House, other
from .life import Breaking, Life, done, facts, ids, life, started
from .sheets import gathered, written
from .test_sessions import PEOPLE, Club

UNDO, NEXT = intents.plain(Undo), intents.plain(Next)


async def lost(house: House, serve: Life, kind: Kind | None = Kind.SINGLE) -> Table:
    """Ann resigns a game to Bob."""
    await done(house, serve, ANN, intents.resign(kind))
    return await done(house, serve, BOB, intents.accept())


async def next_game(house: House, serve: Life) -> None:
    for person in (ANN, BOB):
        await done(house, serve, person, NEXT)


async def test_a_money_game_is_a_fact_when_the_next_one_has_its_opening_roll(house: House) -> None:
    serve = life(house)
    table = await house.begin(Rules())
    await lost(house, serve, Kind.GAMMON)
    assert await facts(house) == [], "it may still be taken back"
    ended = house.time
    house.time += HOUR
    await next_game(house, serve)
    assert (await house.match()).game.phase is not Phase.OPENING
    (fact,) = await facts(house)
    assert (fact.id, fact.server, fact.kind, fact.ended_at) == (f"{table.id}:1", GUILD, "heads_up", ended)
    account = fact.account
    assert (account.variant, account.length, account.score, account.winner) == ("backgammon", 0, (0, 0), None)
    assert account.roles == ((0, "white"), (1, "black"))
    assert account.rows == (Row(payer=0, payee=1, points=(1, 1), reason="resigned", cube=1, turns=()),)
    (entry,) = await house.store.ladder.entries(GUILD)
    who = await house.store.ladder.players(GUILD)
    assert [who[number] for number in entry.who] == [person.user for person in table.people.seats]
    for person in (ANN, BOB):
        assert str(person.user).encode() not in entry.says and person.name.encode() not in entry.says


async def test_a_match_tells_its_score_and_its_winner(house: House) -> None:
    serve = life(house)
    table = await house.begin(Rules(length=3))
    await lost(house, serve)
    assert await ids(house) == [f"{table.id}:1"], "the next game has begun by itself"
    await lost(house, serve, None)
    first, second = [fact.account for fact in await facts(house)]
    assert (first.length, first.score, first.winner) == (3, (0, 0), None)
    assert (second.score, second.winner) == ((0, 1), 1)
    assert second.rows[0].points == (2, 1)
    assert await house.store.open_tables() == []


async def test_it_is_told_who_turned_the_cube_when_and_what_was_answered(house: House) -> None:
    serve = life(house)
    await house.begin(Rules())
    rolls: list[int] = []
    turns: list[tuple[int, int]] = []
    for answer in (Reply.TAKE, Reply.DROP):
        match = await house.until(Phase.CUBE)
        while match.game.bet.owner is not None and match.game.bet.owner is not match.game.board.turn:
            await house.act(await house.asked(), intents.roll())
            match = await house.until(Phase.CUBE)
        giver = match.game.decider
        assert giver is not None
        turns.append((giver, 1 - giver))
        rolls.append(match.rolls)
        doubler = await house.asked()
        await house.act(doubler, intents.double())
        await done(house, serve, other(doubler), intents.reply(answer))
    await next_game(house, serve)
    (fact,) = await facts(house)
    (row,) = fact.account.rows
    assert (row.reason, row.points, row.cube) == ("dropped", (2, 1), 2)
    (one, two), (first, then) = turns, rolls
    assert row.turns == (
        Turn(giver=one[0], receiver=one[1], value=1, turned=1, dropper=None, roll=first),
        Turn(giver=two[0], receiver=two[1], value=2, turned=1, dropper=two[1], roll=then),
    )


async def test_a_drop_that_is_taken_back_is_no_turn(house: House) -> None:
    serve = life(house)
    await house.begin(Rules())
    await house.until(Phase.CUBE)
    doubler = await house.asked()
    await house.act(doubler, intents.double())
    await done(house, serve, other(doubler), intents.reply(Reply.DROP))
    await done(house, serve, doubler, NEXT)
    await done(house, serve, doubler, UNDO)
    await done(house, serve, other(doubler), UNDO)
    assert (await house.match()).game.phase is Phase.OFFER
    await done(house, serve, other(doubler), intents.reply(Reply.TAKE))
    await lost(house, serve)
    await next_game(house, serve)
    (fact,) = await facts(house)
    (turn,) = fact.account.rows[0].turns or ()
    assert turn.dropper is None and fact.account.rows[0].cube == 2


@pytest.mark.parametrize("length", [0, 3])
async def test_a_result_that_is_taken_back_is_no_fact_and_the_one_in_its_place_is(house: House, length: int) -> None:
    serve = life(house)
    table = await house.begin(Rules(length=length))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    over = (await house.act(BOB, intents.accept())).table  # nobody has gone on yet
    await serve.after(over)
    assert (await house.store.endings(CHANNEL, table.id, [1]))[0]
    await house.act(ANN, UNDO)
    await serve.serve((await house.act(BOB, UNDO)).table)
    assert await house.store.endings(CHANNEL, table.id, [1]) == [None] and await facts(house) == []
    await done(house, serve, BOB, intents.resign(Kind.GAMMON))
    await done(house, serve, ANN, intents.accept())
    if not length:
        await next_game(house, serve)
    (fact,) = await facts(house)
    assert (fact.account.rows[0].payer, fact.account.rows[0].payee) == (1, 0)


async def test_a_voided_game_is_no_fact_and_a_claimed_one_is(house: House) -> None:
    serve = life(house)
    table = await house.begin(Rules(length=5))
    await serve.serve((await house.desk.moderate(CHANNEL, actions.Abort(), receipt=house.receipt())).table)
    assert (await house.match()).number == 2 and await facts(house) == []
    waiting = await house.asked()
    house.time += 80 * HOUR
    await done(house, serve, other(waiting), intents.claim())
    assert await ids(house) == [f"{table.id}:2"]
    (fact,) = await facts(house)
    assert fact.account.rows[0].reason == "claimed"


async def test_what_is_left_when_a_table_closes_is_final(house: House) -> None:
    """By its people, by the clock, and because its place is gone, with a game in the middle."""
    serve = life(house)
    table = await house.begin(Rules())
    await lost(house, serve)
    closed = await house.desk.close(await house.table())
    assert closed is not None
    await serve.serve(closed.table)
    assert await ids(house) == [f"{table.id}:1"]
    house.time += 601
    again = await house.begin(Rules())
    await lost(house, serve)
    await next_game(house, serve)
    gone = await serve.abandon(await house.table())
    assert gone.stage is Stage.CLOSED
    assert await ids(house) == [f"{table.id}:1", f"{again.id}:1"], "the running game is void"


async def test_a_chouette_tells_roles_rows_and_cubes() -> None:
    club = Club()
    serve = life(club)
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


async def test_a_sheet_tells_who_pays_whom_and_for_how_many_hands() -> None:
    club = Club()
    serve = life(club)
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
    serve = life(club)
    await written(club)
    await serve.serve((await club.desk.moderate(CHANNEL, Abort(), receipt=club.receipt())).table)
    assert await club.store.held(CHANNEL) is None and await facts(club) == []
    await gathered(club, 3, Options(convention=among(HOUSE, 3)))
    closed = await done(club, serve, PEOPLE[0], intents.plain(End))
    assert closed.stage is Stage.CLOSED and await facts(club) == []


# Cut off


async def evening(house: House, *, closing: bool) -> Table:
    """A game of two is over; then comes what is cut off: they go on to the opening roll, or the table is closed."""
    table = await house.begin(Rules())
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())
    if not closing:
        await house.act(ANN, NEXT)
    return table


async def cut_off(house: House, *, closing: bool) -> None:
    serve = life(house)
    if closing:
        outcome = await house.desk.close(await house.table())
        assert outcome is not None
        await serve.serve(outcome.table)
    else:
        await done(house, serve, BOB, NEXT)
    serve.retries.rest()


@pytest.mark.parametrize("closing", [False, True], ids=["opening roll", "closed"])
async def test_whichever_write_is_the_last_one_nothing_is_lost_or_doubled(closing: bool) -> None:
    whole = House()
    await evening(whole, closing=closing)
    counting = Breaking(whole, 10_000, done=True)
    await cut_off(whole, closing=closing)
    assert len(await ids(whole)) == 1 and counting.count > 3
    for at in range(1, counting.count + 1):
        for was_done in (False, True):
            house = House()
            table = await evening(house, closing=closing)
            Breaking(house, at, done=was_done)
            with suppress(StoreError):  # as the process would have ended
                await cut_off(house, closing=closing)
            again = House(house.server)
            again.time, again.receipts = house.time, 1000
            await started(again)
            if (await again.repository.held(CHANNEL)) and not await ids(again):  # the save itself never came
                await cut_off(again, closing=closing)
            assert await ids(again) == [f"{table.id}:1"], (at, was_done)
            await started(House(house.server))
            assert await ids(again) == [f"{table.id}:1"], (at, was_done)


async def sheet_evening(house: House, receipts: str) -> None:
    """Everything that can be done to a sheet once, by receipts that stay the same however often it is done."""
    table = await house.repository.held(CHANNEL)
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
        outcome = await house.act(PEOPLE[seat], intent, receipt=f"{receipts}{number}", table=table.id)
        await life(house).serve(outcome.table)


async def test_a_sheet_that_is_cut_off_at_any_write_goes_on_and_nothing_is_written_twice() -> None:
    whole = Club()
    await gathered(whole, 4)
    counting = Breaking(whole, 10_000, done=True)
    await sheet_evening(whole, "r")
    (meant,) = await facts(whole)
    for at in range(1, counting.count + 1, 3):
        house = Club()
        table = await gathered(house, 4)
        Breaking(house, at, done=bool(at % 2))
        with suppress(StoreError):
            await sheet_evening(house, "r")
        again = Club(house.server)
        again.time, again.receipts = house.time, 1000
        await started(again)
        if await again.repository.held(CHANNEL):
            await sheet_evening(again, "r")
        assert await facts(again) == [replace(meant, table=table.id, ended_at=again.time)], at
        log = await again.store.log(CHANNEL, table.id)
        assert [PREFERANS.codec.action(each).__struct_config__.tag for each in log[1:]] == [
            "lot", "write", "edit", "correct", "undo", "end"
        ], at  # fmt: skip


async def test_a_store_that_is_away_for_a_moment_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = life(house)
    await house.begin(Rules(length=1))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    over = (await house.act(BOB, intents.accept())).table

    async def away(*_: Any) -> int:
        raise StoreError("the store is away")

    with monkeypatch.context() as broken:
        broken.setattr(house.store.ladder, "enter", away)
        assert await serve.serve(over) is None, "the board is out; nobody is told of an error"
    assert await house.store.open_tables() != [] and await ids(house) == []
    await serve._again(over)
    assert await ids(house) == [f"{over.id}:1"] and await house.store.open_tables() == []
    serve.retries.rest()


async def test_what_another_version_has_kept_is_folded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    serve = life(house)
    table = await house.begin(Rules(length=1))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    over = (await house.act(BOB, intents.accept())).table
    (stored,) = await house.store.endings(CHANNEL, table.id, [1])
    assert stored is not None
    other_shape = stored.replace(b'"schema":1', b'"schema":0')
    assert other_shape != stored
    await house.store._connection.ask("HSET", f"{{{CHANNEL}}}:games:{table.id}", "1:ends", other_shape)
    await serve.serve(over)
    (fact,) = await facts(house)
    assert fact.ended_at == over.acted_at and fact.account.winner == 1


# People


async def test_who_is_deleted_is_nobody_in_the_list_and_the_games_stay(house: House) -> None:
    serve = life(house)
    table = await house.begin(Rules(length=1))
    over = await lost(house, serve)
    before = await house.store.ladder.entries(GUILD)
    told = await export(house.store, house.repository, house.preferences, house.ladders, ANN.user, house.time)
    assert b'"in_the_list_of_the_server"' in told and b'"games_up_to": 1' in told
    await delete(house.store, house.repository, house.preferences, house.ladders, ANN.user)
    assert await house.store.ladder.entries(GUILD) == before
    assert await house.store.ladder.players(GUILD) == {2: BOB.user}
    await serve.after(over)
    await life(house).after(over)
    assert await house.store.ladder.players(GUILD) == {2: BOB.user}, "a straggler brings nobody back"
    assert await ids(house) == [f"{table.id}:1"]


async def test_a_game_that_waits_is_entered_before_somebody_is_taken_out(house: House) -> None:
    """So that everybody's games are his, and then nobody's, and none is somebody's again."""
    await house.begin(Rules(length=1))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    over = (await house.act(BOB, intents.accept())).table
    await delete(house.store, house.repository, house.preferences, house.ladders, ANN.user)
    await life(house).after(over)
    (entry,) = await house.store.ladder.entries(GUILD)
    assert entry.who == (1, 2) and await house.store.ladder.players(GUILD) == {2: BOB.user}

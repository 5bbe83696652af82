"""Nights with banks and fixed turns: balances that go along, rounds that begin anew, and who still finds a place."""

from __future__ import annotations

from msgspec import UNSET

from bot.chouette.history import Finished
from bot.chouette.log import CHOUETTE
from bot.tables.table import Table

from .night import NAMES, OneNight, evening


def paid(has: dict[str, int], box: str, line: list[str], won: dict[str, int]) -> dict[str, int]:
    """What everybody has after a game, by hand: the box's purse goes round the line. `won`: by the box, of each."""
    has, purse = dict(has), has[box]
    bets = {name: max(-has[name], min(has[name], won[name])) for name in line if name != box}
    in_full = -purse <= sum(bets.values()) <= purse
    box_loses = sum(bets.values()) < 0
    first = [name for name in bets if (bets[name] > 0) is box_loses]
    for name in [*first, *(name for name in bets if name not in first)]:
        points = bets[name]
        if not in_full and points > 0 and not box_loses:
            points = min(points, 2 * has[box] - purse)
        if not in_full and points < 0 and box_loses:
            points = -min(-points, purse)
        has[name] -= points
        purse += points
    return has | {box: purse}


async def played(night: OneNight, table: Table) -> list[Finished]:
    found = await night.bot.services.repository.games(table)
    return [game for game in found if isinstance(game, Finished)]


async def recounted(night: OneNight, bank: int, *, anew: bool) -> dict[str, int]:
    """Everybody's balance by the bets in the logs of the sessions, settled by hand, which is what the night has of the
    games that are final; `anew`: each round begins with a full bank.
    """
    held = await night.held()
    has: dict[str, int] = {}
    final: dict[str, int] = {}
    for at in sorted(held.tables):
        table, session = await night.table(at), await night.session(at)
        name = [person.name for person in table.people.seats]
        for each in name:
            has[each] = bank if anew else has.get(each, bank)
        begun = {each: has[each] for each in name}
        final |= begun
        assert table.state is not None
        assert [player.bank for player in session.players] == list(begun.values())
        for game in await played(night, table):
            line = [name[seat] for seat in game.game.line]
            won = {name[bet.white]: -bet.result.points for bet in game.game.bets if bet.result}
            has |= paid({each: has[each] for each in line}, line[0], line, won)
            if game.number <= table.state.final:
                final |= {each: has[each] for each in name}
        assert [player.balance for player in session.players] == [has[each] for each in name]
        there = held.evening.table(at)
        assert there is not None
        if there.closed:
            told = {held.person(seat).name: each for seat, each in there.balances}
            assert told == {each: has[each] for each in name}
            assert sum(told.values()) == sum(begun.values())
    known = {held.person(seat).name: held.evening.balance(seat) for seat in range(len(held.evening.lots))}
    assert {each: known[each] for each in final} == final
    assert min(has.values()) >= 0
    return has


async def test_twelve_take_their_balances_from_round_to_round() -> None:
    async with evening() as night:
        bot = night.bot
        refused = await bot.slash("Ann", "league night", name="Any", plan="rounds", preset="rising_cube")
        assert "bank goes along" in refused
        await night.open(*NAMES, plan="rounds", rounds=3, games=2, table_size=4, preset="rising_cube")
        await night.draw()
        assert [len(table) for table in await night.tables()] == [4, 4, 4]
        for table in (1, 2, 3):
            await night.play((1, table), box_wins=table != 2, kind="backgammon")
            await recounted(night, 50, anew=False)
        for table in (1, 2, 3):
            await night.play((1, table), box_wins=table == 1, kind="gammon")
        first = await recounted(night, 50, anew=False)
        assert sum(first.values()) == 12 * 50
        assert len({*first.values()}) > 2
        held = await night.held()
        best = max(held.evening.balance(seat) for seat in held.evening.there((1, 1)))
        assert f"** {best}" in night.shown.content
        assert "over: **" in night.shown.content
        # An hour after the night began the cubes of the next round begin at the second step.
        bot.later(50 * 60)
        await night.look()
        held = await night.held()
        assert held.evening.rounds == 2
        for number in (1, 2, 3):
            assert {bet.start for bet in (await night.session((2, number))).game.bets} == {2}
            table = await night.table((2, number))
            head = CHOUETTE.header((await bot.services.store.log(table.channel, table.id))[0])
            brought = tuple(first[person.name] for person in table.people.seats)
            assert head.balances == (UNSET if {*brought} == {50} else brought)
            assert head.since == held.evening.first_drawn_at
            await night.play((2, number), box_wins=True, kind="backgammon")
            await night.play((2, number), kind="backgammon")
        second = await recounted(night, 50, anew=False)
        await bot.slash("Kim", "league leave")
        await night.look()
        await night.draw()
        for number in range(1, len(await night.tables()) + 1):
            await night.play((3, number), kind="backgammon")
            await night.play((3, number), kind="gammon")
        assert (await night.held()).settled
        has = await recounted(night, 50, anew=False)
        assert sum(has.values()) == 12 * 50
        assert has["Kim"] == second["Kim"]
        await night.check()
        assert "**Payments**" not in await night.press("Bob", "Standing")
        *places, last = [name for _, name in await night.places()]
        assert last == "Kim"
        assert [has[name] for name in places] == sorted((has[name] for name in places), reverse=True)


async def test_the_last_one_of_a_final_wins_it_and_newcomers_come_while_nobody_is_out() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:3], preset="last_one")
        await night.draw()
        await night.play((1, 1), box_wins=True, kind="backgammon")
        await bot.slash("Dan", "league join")
        await night.look()
        assert "Dan" in await night.seated((1, 1))
        winner = (await night.table((1, 1))).person((await night.session((1, 1))).game.box).name
        while not (await night.session((1, 1))).broke:
            await night.play((1, 1), box_wins=True, kind="backgammon")
        table, session = await night.table((1, 1)), await night.session((1, 1))
        assert {table.person(seat).name for seat in session.broke} == {*NAMES[:3]} - {winner}
        assert "no table takes newcomers" in await bot.slash("Eve", "league join")
        assert "Eve" not in [person.name for person in (await night.held()).people.values()]
        while not await night.closed((1, 1)):
            await night.play((1, 1), box_wins=True, kind="backgammon")
        await night.look()
        assert (await night.held()).settled
        nothing = dict.fromkeys({*NAMES[:4]} - {winner}, 0)
        assert await recounted(night, 13, anew=True) == {winner: 52} | nothing
        assert (await night.places())[:2] == [(1, winner), (2, "Dan")]
        await night.check()


async def test_each_round_of_a_final_begins_with_a_full_bank() -> None:
    async with evening() as night:
        await night.open(*NAMES[:7], preset="last_one", games=1)
        await night.draw()
        await night.play((1, 1), box_wins=True, kind="backgammon")
        await night.play((1, 2), kind="backgammon")
        await recounted(night, 13, anew=True)
        await night.draw()
        (final,) = await night.tables()
        session = await night.session((2, 1))
        assert [player.balance for player in session.players] == [13] * 4
        await night.play((2, 1), box_wins=True, kind="gammon")
        assert (await night.held()).settled
        has = await recounted(night, 13, anew=True)
        assert sum(has[name] for name in final) == 4 * 13
        assert {name for _, name in (await night.places())[:4]} == set(final)
        await night.check()


async def test_fixed_turns_of_a_night_take_newcomers_in_their_first_round_and_end_by_themselves() -> None:
    async with evening() as night:
        bot = night.bot
        refused = await bot.slash("Ann", "league night", name="Any", preset="fixed_turns", games=3)
        assert "ends by itself" in refused
        await night.open(*NAMES[:3])  # the usual preset of a final
        await night.draw()
        await night.play((1, 1))
        with night.thread((await night.table((1, 1))).channel) as chouette:
            await chouette.next()
        await night.look()
        assert "game 2 of 12" in night.shown.content
        await bot.slash("Dan", "league join")
        await night.look()
        assert "Dan" in await night.seated((1, 1))
        for _ in range(2):
            await night.play((1, 1), box_wins=True)
        with night.thread((await night.table((1, 1))).channel) as chouette:
            await chouette.next()
        await night.look()
        assert "no table takes newcomers" in await bot.slash("Eve", "league join")
        assert "game 4 of 12" in night.shown.content
        turns = (await night.session((1, 1))).turns
        assert turns is not None
        assert len(turns.people) == 4
        while not await night.closed((1, 1)):
            await night.play((1, 1), box_wins=(await night.session((1, 1))).number % 3 == 0)
        held = await night.held()
        assert held.settled
        points = await night.check()
        place, first = (await night.places())[0]
        assert place == 1
        assert points[first] == max(points.values())
        assert len(held.evening.scored) == 12  # a full schedule of four people


async def test_who_sits_out_too_long_has_left_and_finds_the_balance_again() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:4], preset="last_one")
        await night.draw()
        await night.play((1, 1))
        session, table = await night.session((1, 1)), await night.table((1, 1))
        rester = table.person(session.playing[-1]).name
        before = session.players[session.playing[-1]].balance
        with night.thread(table.channel) as chouette:
            await chouette.command(rester, "chouette sit_out")
        for _ in range(3):
            assert rester in (await night.tables())[0]
            await night.play((1, 1))
        assert rester not in (await night.tables())[0]
        assert rester not in await night.seated((1, 1))
        await bot.slash(rester, "league join")
        await night.look()
        assert rester in await night.seated((1, 1))
        session = await night.session((1, 1))
        seat = (await night.table((1, 1))).seat_of(bot.people[rester].id)
        assert seat is not None
        assert session.players[seat].balance == before
        assert seat in session.active
        await recounted(night, 13, anew=True)


async def test_balances_of_a_table_whose_thread_is_deleted_go_along_as_they_are() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:7], plan="rounds", rounds=2, games=2, preset="rising_cube")
        await night.draw()
        await night.play((1, 1), box_wins=True)
        bot.env.backend.delete_channel((await night.table((1, 1))).channel)
        await bot.env.settle()
        await night.look()
        assert await night.closed((1, 1))
        await night.play((1, 2))
        await night.play((1, 2))
        first = await recounted(night, 50, anew=False)
        assert max(first.values()) == 53
        assert sum(first.values()) == 7 * 50
        # The bot dies when the next round is drawn and one of its tables is made.
        held = await bot.services.nights.log.draw(await night.held(), "drawn")
        thread = await bot.services.nights.clock._places.thread(held, held.evening.current[0])
        assert thread is not None
        await bot.services.nights.tables.make(held, held.evening.current[0], thread)
        await bot.restart()
        await night.look()
        for number in (1, 2):
            table, session = await night.table((2, number)), await night.session((2, number))
            brought = {
                person.name: player.bank for person, player in zip(table.people.seats, session.players, strict=True)
            }
            assert brought == {name: first[name] for name in brought}
            await night.play((2, number))
            await night.play((2, number), box_wins=True)
        assert (await night.held()).settled
        assert sum((await recounted(night, 50, anew=False)).values()) == 7 * 50
        await night.check()

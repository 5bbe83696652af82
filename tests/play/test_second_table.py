"""A chouette that is split at seven people: two tables, one score, and one table again when they are few."""

from __future__ import annotations

from bot.cogs.night_table import split_of
from bot.league.night_entries import Plan

from .bot import walk
from .chouette import OneChouette
from .night import NAMES, OneNight, evening, said

SEVEN = NAMES[:7]


async def opened(night: OneNight, *people: str) -> OneChouette:
    """A chouette of these in the channel, with one game played."""
    chouette = OneChouette(night.bot)
    await chouette.open(*people)
    await chouette.resign_all()
    return chouette


def test_half_of_all_go_the_latest_first_then_the_last_of_the_line() -> None:
    assert split_of((4, 2, 0, 1, 3, 5, 6), (5, 6)) == ((4, 2, 0, 1), (6, 5, 3))
    assert split_of((4, 2, 0, 1, 3, 5, 6, 7), (7,)) == ((4, 2, 0, 1), (7, 6, 5, 3))
    assert split_of((4, 2, 0, 1, 3, 5, 6), ()) == ((4, 2, 0, 1), (6, 5, 3))


async def test_a_chouette_of_seven_becomes_two_tables_with_one_score() -> None:
    async with evening() as night:
        bot = night.bot
        chouette = await opened(night, *SEVEN[:6])
        assert "from 7 people on; 6 are here" in await bot.slash("Ann", "chouette second_table")
        assert "belongs to no night" in await bot.slash("Ann", "chouette change", table=1)
        await bot.slash("Gus", "chouette join")
        assert "Only the host" in await bot.slash("Bob", "chouette second_table")
        line = await chouette.names((await chouette.session()).line)
        points = await chouette.points()
        answer = await bot.slash("Ann", "chouette second_table")
        assert answer.startswith("The second table is in <#")
        first, second = await night.tables()
        assert second == ["Gus", *[name for name in reversed(line) if name != "Gus"][:2]]
        assert first == [name for name in line if name not in second] and len(first) == 4
        held = await night.held()
        assert held.evening.plan is Plan.TABLES and held.host.name == "Ann"
        assert {*(await night.seated((1, 1)))} == {*(await night.tables())[0]} and len(await night.tables()) == 2
        assert {*(await night.seated((1, 2)))} == {*(await night.tables())[1]} and "Gus" in (await night.tables())[1]
        assert held.tables[1, 1].channel == night.place.id != held.tables[1, 2].channel
        assert "belongs to a night already" in await bot.slash("Ann", "chouette second_table")
        # Both go on.
        await night.play((1, 2))
        with night.thread(night.place.id) as first:
            await first.next()
        await night.look()
        held = await night.held()
        scored = {held.person(seat).name: each for seat, each in held.evening.points_at((1, 1)).items()}
        assert scored == {name: each for name, each in points.items() if name != "Gus"}
        with night.thread(night.place.id) as first:
            await first.resign_all()
        await night.check()
        # A late comer comes to the smaller table, and somebody changes.
        await bot.slash("Hal", "chouette join")
        await night.look()
        assert "Hal" in await night.seated((1, 2))
        mover = (await night.tables())[0][0]
        assert "Your table: " in await bot.slash(mover, "chouette change", table=2)
        assert mover in await night.seated((1, 2)) and mover not in await night.seated((1, 1))
        other = (await night.tables())[0][0]
        assert "At least 3 people must stay" in await bot.slash(other, "chouette change", table=2)
        await night.play((1, 2))
        await night.check()


async def test_a_chouette_with_a_bank_is_not_split() -> None:
    async with evening() as night:
        chouette = OneChouette(night.bot)
        await chouette.open(*SEVEN, preset="rising_cube")
        await chouette.resign_all()
        assert "The option `bank` does not go with a night" in await night.bot.slash("Ann", "chouette second_table")
        assert not await night.bot.services.nights.log.listed(night.bot.guild.id)


async def test_two_tables_become_one_again_when_all_fit_at_it() -> None:
    async with evening() as night:
        bot = night.bot
        await opened(night, *SEVEN)
        await bot.slash("Ann", "chouette second_table")
        await bot.restart()
        await night.look()
        first, second = await night.tables()
        assert len(first) == 4 and len(second) == 3
        await night.play((1, 2))
        for leaver in second[:1]:
            await bot.slash(leaver, "league leave")
        await night.look()
        await night.look()
        tables = await night.tables()
        assert sorted(map(len, tables)) == [0, 6] and {*tables[0]} == {*SEVEN} - {second[0]}
        assert await night.seated((1, 1)) == {*SEVEN} - {second[0]} and await night.closed((1, 2))
        session = await night.session((1, 1))
        table = await night.table((1, 1))
        assert [table.person(seat).name for seat in session.line][-2:] == [
            name for name in await came(night) if name in second
        ]
        await night.play((1, 1))
        points = await night.check()
        assert sum(points.values()) == 0
        await bot.slash("Ann", "league end")
        await night.look()
        assert (await night.held()).settled
        assert not (await night.session((1, 1))).payments
        assert "**Payments**" in await bot.slash("Bob", "league table", league="Chouette")


async def came(night: OneNight) -> list[str]:
    """The people of the night's first table, as they came to it."""
    held = await night.held()
    return [held.person(seat).name for seat in held.evening.there((1, 1))]


async def test_a_thread_of_a_second_table_is_deleted_and_its_people_have_left() -> None:
    async with evening() as night:
        bot = night.bot
        await opened(night, *SEVEN)
        await bot.slash("Ann", "chouette second_table")
        _, second = await night.tables()
        await night.play((1, 2))
        bot.env.backend.delete_channel((await night.table((1, 2))).channel)
        await bot.env.settle()
        await night.look()
        assert await night.closed((1, 2)) and not (await night.held()).over
        await night.check()
        await night.play((1, 1))
        await night.check()
        assert {name for _, name in await night.places()} == {*SEVEN}
        assert "You are in the night" in await night.press(second[0], "Join")
        await night.look()
        assert second[0] in await night.seated((1, 1))
        assert "You are in this night already." in await night.press(second[0], "Join")


async def test_somebody_is_asked_to_go_to_a_table_of_two() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:9], plan="tables")
        await night.draw()
        first, second, third = await night.tables()
        await bot.slash("Joe", "league join")
        await night.look()
        assert "Joe" in (await night.tables())[0]
        for table in (1, 2, 3):
            await night.play((1, table))
        await bot.slash(second[0], "league leave")
        await night.look()
        assert sorted(map(len, await night.tables())) == [2, 3, 4]
        await night.look()
        with night.thread((await night.table((1, 1))).channel):
            question = bot.last
        assert "Table 2 has two people left." in question.content
        session, table = await night.session((1, 1)), await night.table((1, 1))
        names = [table.person(seat).name for seat in reversed(session.line)]
        assert bot.notified(question) == [names[0]]
        assert f"It is {names[0]} who is asked." in said(await bot.people[names[1]].click(question, label="I go there"))
        assert "You stay" in said(await bot.people[names[0]].click(question, label="I stay"))
        await bot.services.presenter.stale_buttons.rest(10)
        assert not walk(bot.env.backend.get_message(question.channel.id, question.id))
        with night.thread(table.channel):
            question = bot.last
        assert bot.notified(question) == [names[1]]
        assert "Your table: " in said(await bot.people[names[1]].click(question, label="I go there"))
        assert sorted(map(len, await night.tables())) == [3, 3, 3] and names[1] in await night.seated((1, 2))
        assert third and first
        await night.play((1, 2))
        await night.check()

"""Whole nights in a channel: opened, joined, drawn, played at tables in their own threads, whoever comes and goes."""

from __future__ import annotations

from typing import Any

from bot.league.night_entries import Seated
from bot.tables.preferences import PersonPreferences, ServerSettings
from tests.dice_proof import printed_rolls
from tests.hours import where_it_is_noon

from .bot import walk
from .night import NAMES, OneNight, evening

NINE = NAMES[:9]


async def test_a_night_is_opened_joined_and_drawn_by_whoever_may() -> None:
    async with evening() as night:
        bot = night.bot
        assert "Only who may manage this server" in await bot.slash("Bob", "league night", name="Thursday", games=1)
        assert "has to end by itself" in await bot.slash("Ann", "league night", name="Thursday", preset="standard")
        assert "not both" in await bot.slash("Ann", "league night", name="Thursday", games=1, minutes=20)
        wrong = await bot.slash("Ann", "league night", name="Thursday", games=1, plan="tables")
        assert "leave `games` and `minutes` out" in wrong
        assert "`rounds` is for the plan" in await bot.slash("Ann", "league night", name="Any", games=1, rounds=3)
        assert not bot.messages
        await night.open("Ann", "Bob", games=1)
        assert night.lines == [
            "🌙 **Thursday** · 2 in",
            "Tables of 4, the best of each table go on; Standard; 1 game",
            "👑 Ann and Bob",
        ]
        assert night.labels == ["Join", "Leave", "Rules", "Draw"]
        assert "A night is on in this channel" in await bot.slash("Ann", "league night", name="Other", games=1)
        assert "You are in this night already." in await night.press("Bob", "Join")
        assert "Only Ann, who opened" in await night.press("Bob", "Draw")
        assert "needs at least 3 people; 2 are in" in await night.press("Ann", "Draw")
        assert "You are in the night **Thursday**." in await bot.slash("Cyd", "league join")
        assert "**Chouette" in await night.press("Dan", "Rules") or "Tables of 4" in await night.press("Dan", "Rules")
        await night.press("Dan", "Join")
        await night.press("Dan", "Leave")
        before = night.shown
        await bot.slash("Ann", "league start")
        await night.look()
        assert night.shown.id != before.id and not walk(bot.env.backend.get_message(bot.channel.id, before.id))
        assert bot.notified(night.shown) == ["Ann", "Bob", "Cyd"]
        assert night.lines[0] == "🌙 **Thursday** · round 1 of 1"
        assert len(await night.tables()) == 1 and night.labels == ["Standing", "My table"]
        assert f"<#{night.place.threads[0].id}>" in await night.press("Bob", "My table")
        assert "You are not in this night." in await night.press("Dan", "My table")
        assert len((await night.session((1, 1))).players) == 3


async def test_a_night_of_nine_is_played_to_its_card() -> None:
    async with evening() as night:
        await night.open(*NINE, games=1)
        assert night.lines[2] == "👑 Ann, Bob, Cyd and 6 more"
        await night.draw()
        assert [len(table) for table in await night.tables()] == [3, 3, 3] and len(night.lines) == 4
        await night.play((1, 1))
        assert await night.closed((1, 1)) and "over: **" in night.shown.content
        await night.play((1, 2), box_wins=True)
        assert "draw <t:" not in night.shown.content
        await night.play((1, 3), kind="gammon")
        assert "draw <t:" in night.lines[0] and night.labels == ["Standing", "Sit out", "Draw"]
        assert await night.tables() and (await night.held()).evening.rounds == 1
        night.bot.later(300)
        await night.look()
        (final,) = await night.tables()
        assert len(final) == 3 and night.lines[0] == "🌙 **Thursday** · round 2 of 2"
        await night.play((2, 1))
        assert night.lines[0].startswith("🌙 **Thursday**: 1 ") and night.lines[1].startswith("9 people, 4 games, ")
        assert night.labels == ["Standing", "Tables", "Dice"] and len(night.lines) == 2
        (card,) = night.shown.attachments
        assert "largest swing: +2" in card.description and "1. " in card.description
        await night.check()
        places = await night.places()
        assert {name for _, name in places[:3]} == set(final) and len(places) == 9
        assert await night.press("Bob", "Standing") == await night.bot.slash("Bob", "league table")
        dice = await night.press("Bob", "Dice")
        held = await night.held()
        assert held.seed.hex() in dice
        log = await seated_in(night)
        program = dice.split("```python\n")[1].split("```")[0]
        assert printed_rolls(program) == [roll for each in log for roll in each.rolls]


async def seated_in(night: OneNight) -> list[Seated]:
    """The draws in a night's log."""
    from bot.league.night_entries import read_entry

    held = await night.held()
    log = await night.bot.services.store.leagues.log(held.guild, held.id)
    return [each for each in map(read_entry, log) if isinstance(each, Seated)]


async def test_a_night_goes_on_with_a_leaver_a_late_comer_a_kill_and_a_deleted_thread() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NINE, games=2)
        # The bot dies when one table is made, and of another only the thread.
        services, held = bot.services, await night.held()
        held = await services.nights.log.draw(held, "drawn")
        one, two, _ = held.evening.current
        shown = services.nights.clock._places
        thread = await shown.thread(held, one)
        assert thread is not None
        await services.nights.tables.make(held, one, thread)
        assert await shown.thread(held, two) is not None
        await bot.restart()
        await night.look()
        assert len(night.place.threads) == 3
        tables = await night.tables()
        for number in (1, 2, 3):
            assert await night.seated((1, number)) == set(tables[number - 1])
            assert len((await night.table((1, number))).people.seats) == 3
        # One leaves in the middle of a game, another one comes to the smallest table.
        last = (await night.session((1, 1))).line[-1]
        leaver = (await night.table((1, 1))).person(last).name
        assert "You have left the night" in await bot.slash(leaver, "league leave")
        await night.look()
        assert leaver not in await night.seated((1, 1))
        await bot.slash("Joe", "league join")
        await night.look()
        assert "Joe" in await night.seated((1, 1)) and len(await night.seated((1, 2))) == 3
        await night.play((1, 1))
        await night.play((1, 1))
        assert await night.closed((1, 1))
        # The thread of the second table is deleted after a game: what was finished counts.
        await night.play((1, 2))
        bot.env.backend.delete_channel((await night.table((1, 2))).channel)
        await bot.env.settle()
        await night.look()
        assert await night.closed((1, 2))
        await night.play((1, 3))
        await night.play((1, 3))
        await night.check()
        night.bot.later(400)
        await night.look()
        (final,) = await night.tables()
        assert len(final) == 3 and leaver not in final
        await night.play((2, 1))
        await night.play((2, 1))
        assert (await night.held()).settled
        points = await night.check()
        assert sum(points.values()) == 0
        last = (await night.places())[-1][1]
        assert leaver in {name for _, name in (await night.places())[3:]} and last


async def test_twelve_play_rounds_for_one_score_that_is_paid_once() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES, plan="rounds", rounds=2, games=1, table_size=4)
        await night.draw()
        assert [len(table) for table in await night.tables()] == [4, 4, 4]
        assert night.lines[0] == "🌙 **Thursday** · round 1 of 2"
        rester, leaver = "Lea", "Kim"
        assert "You sit out from the next draw on" in await night.press(rester, "Sit out")
        for table in (1, 2, 3):
            await night.play((1, table), box_wins=table == 2)
        await bot.slash(leaver, "league leave")
        await night.look()
        assert "Only Ann, who opened" in await bot.slash("Bob", "league start")
        await night.draw()
        second = [name for table in await night.tables() for name in table]
        assert len(second) == 10 and rester not in second and leaver not in second
        for table in range(1, len(await night.tables()) + 1):
            await night.play((2, table), kind="gammon")
        held = await night.held()
        assert held.settled
        points = await night.check()
        standing = await night.press("Bob", "Standing")
        assert "**Payments**" in standing
        paid = dict.fromkeys(points, 0)
        for line in standing.split("**Payments**\n")[1].splitlines():
            payer, _, payee, number = line.split()
            paid[payer] -= int(number)
            paid[payee] += int(number)
        assert {name: each for name, each in paid.items() if each} == {n: each for n, each in points.items() if each}
        assert (await night.places())[-1][1] == leaver
        for number in (1, 2, 3):
            session = await night.session((1, number))
            assert session.closed and not session.payments


async def test_the_channel_of_a_night_is_deleted_and_everything_is_over_as_it_stands() -> None:
    async with evening() as night:
        await night.open(*NAMES[:7], games=3)
        await night.draw()
        await night.play((1, 1))
        await night.check()
        held = await night.held()
        for where in held.tables.values():
            night.bot.env.backend.delete_channel(where.channel)
        night.bot.env.backend.delete_channel(night.place.id)
        await night.bot.env.settle()
        await night.bot.services.nights.clock.look(held.guild, held.id)
        held = await night.held()
        assert held.settled and len(held.evening.scored) == 1
        for at in ((1, 1), (1, 2)):
            assert await night.closed(at)


async def test_who_runs_a_night_does_what_a_host_may_and_nobody_else() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[1:5], games=3)
        await night.draw()
        with night.thread((await night.table((1, 1))).channel) as chouette:
            for command in ("pause", "end"):
                assert "its opener or a moderator" in await chouette.command("Bob", f"chouette {command}")
            assert "Only Ann" in await bot.slash("Bob", "chouette kick", member="Cyd")
            await chouette.command("Ann", "chouette pause")
            assert (await night.session((1, 1))).paused
            await chouette.command("Ann", "chouette resume")
            assert not (await night.session((1, 1))).paused
            await bot.slash("Ann", "chouette kick", member="Cyd")
            await night.look()
            assert await night.seated((1, 1)) == {"Bob", "Dan", "Eve"}
            assert "You are in the night **Thursday**" in await bot.slash("Cyd", "chouette join")
            await night.look()
            assert await night.seated((1, 1)) == {"Bob", "Cyd", "Dan", "Eve"}
            await chouette.command("Ann", "chouette end")
        await night.play((1, 1))
        assert await night.closed((1, 1)) and (await night.held()).settled
        await night.check()


async def test_whoever_sits_out_by_command_is_not_drawn_until_they_are_back() -> None:
    async with evening() as night:
        bot = night.bot
        assert "Only a night of chouettes has draws" in await bot.slash("Eve", "league sit_out")
        await night.open(*NAMES[:5], plan="tables")
        assert "You are not in this night." in await bot.slash("Fay", "league sit_out")
        assert "`/league sit_out` or the button brings you back." in await bot.slash("Eve", "league sit_out")
        await night.look()
        assert night.lines[0] == "🌙 **Thursday** · 4 in" and "Eve" not in night.lines[2]
        await night.draw()
        assert [sorted(table) for table in await night.tables()] == [["Ann", "Bob", "Cyd", "Dan"]]
        assert "has no further round" in await bot.slash("Ann", "league sit_out", league="Thursday")
        assert await bot.slash("Eve", "league sit_out") == "You are in again."
        await night.look()
        assert "Eve" in (await night.tables())[0]


async def test_a_night_is_drawn_at_its_time_and_ended_by_its_opener() -> None:
    async with evening() as night:
        bot = night.bot
        answer = await bot.slash("Ann", "league night", name="Thursday", games=1, at="yesterday")
        assert "I do not understand this time" in answer
        await night.open(*NAMES[:4], games=1, at=next_half_hour(night))
        assert "draw <t:" in night.lines[0]
        begins = (await night.held()).evening.begins
        assert begins is not None
        bot.later(begins + 60 - bot.services.now())
        await night.look()
        assert (await night.held()).evening.rounds == 1
        assert "ends after the running games" in await bot.slash("Ann", "league end")
        await night.look()
        held = await night.held()
        assert held.over and not held.settled and "It ends after the running games." in night.shown.content
        await night.play((1, 1))
        assert (await night.held()).settled
        await night.check()
        empty = await bot.slash("Ann", "league night", name="Friday", games=1)
        assert empty.startswith("The night is open.")
        await bot.slash("Ann", "league end", league="Friday")
        await night.look()


async def test_who_is_in_is_reminded_half_an_hour_before_the_draw_but_not_at_night() -> None:
    async with evening() as night:
        bot, preferences = night.bot, night.bot.services.preferences
        await preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
        await preferences.keep_person(bot.people["Bob"].id, PersonPreferences(mentions=False))
        await night.open(*NAMES[:4], games=1, at="20:00")
        await night.press("Dan", "Leave")
        begins = (await night.held()).evening.begins
        assert begins is not None
        await until(night, begins - 1900)
        assert not reminders(night)
        await until(night, begins - 1800)
        (reminder,) = reminders(night)
        assert f"the tables are drawn <t:{begins:.0f}:R>. <@{bot.people['Ann'].id}>" in reminder.content
        assert bot.notified(reminder) == ["Ann", "Cyd"] and f"<@{bot.people['Bob'].id}>" in reminder.content
        await night.press("Eve", "Join")
        await bot.restart()
        await until(night, begins - 600)
        await night.draw()
        await until(night, begins)
        assert len(reminders(night)) == 1 and night.lines[0] == "🌙 **Thursday** · round 1 of 1"
        await bot.slash("Ann", "league end")
        await night.play((1, 1))
        await bot.slash("Ann", "league night", name="Late", games=1, at="23:00")
        await bot.slash("Ann", "league join", league="Late")
        late = await night.held()
        assert late.name == "Late" and late.evening.begins is not None
        for moment in (-1800, -60, 60):
            await until(night, late.evening.begins + moment)
        assert len(reminders(night)) == 1


async def until(night: OneNight, at: float) -> None:
    """It is so late, and what is due by then is done."""
    night.bot.later(at - night.bot.services.nights.clock._now())
    await night.bot.tick()


def reminders(night: OneNight) -> list[Any]:
    return [each for each in night.bot.messages if "the tables are drawn" in each.content]


def next_half_hour(night: OneNight) -> str:
    from bot.tables.appointments import offered_appointments

    return next(offered_appointments(night.bot.services.now() + 1800, "UTC"))

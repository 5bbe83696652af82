"""What people at a night see and are told, as somebody on a phone reads it."""

from __future__ import annotations

from bot.screens.nights.pages import card

from .bot import private, said, walk
from .chouette import OneChouette
from .night import NAMES, evening


def numbers(standing: str) -> list[str]:
    """The places of a standing, as they are written."""
    return [line.split(" ")[0] for line in standing.splitlines() if line[:1].isdigit()]


async def test_threads_have_short_names_and_are_found_again_by_them() -> None:
    async with evening() as night:
        await night.open(*NAMES[:9], games=1)
        await night.draw()
        assert [each.name for each in night.place.threads] == ["table-1", "table-2", "table-3"]
        for table in (1, 2, 3):
            await night.play((1, table))
        # The bot dies when it has made the thread of the final.
        services = night.bot.services
        held = await services.nights.log.draw(await night.held(), "drawn")
        made = await services.nights.clock._places.thread(held, held.evening.current[0])
        await night.bot.restart()
        await night.look()
        assert [each.name for each in night.place.threads][3:] == ["table-1 · r2"]
        assert (await night.held()).tables[2, 1].channel == made
        await night.play((2, 1))
        # Another night has threads of its own.
        await night.bot.slash("Ann", "league night", name="Friday", games=1)
        for person in NAMES[:3]:
            await night.press(person, "Join")
        await night.draw()
        assert [each.name for each in night.place.threads][4:] == ["table-1"]


async def test_the_crown_is_the_openers_who_stands_first() -> None:
    async with evening() as night:
        await night.open("Bob", "Cyd")
        assert night.lines[2] == "Bob and Cyd"
        await night.press("Ann", "Join")
        await night.look()
        assert night.lines[2] == "👑 Ann, Bob, and Cyd"


async def test_shared_places_stay_shared_where_discord_numbers_lists() -> None:
    async with evening() as night:
        await night.open(*NAMES[:7], games=1)
        await night.draw()
        for table in (1, 2):
            await night.play((1, table))
        told = await night.press("Ann", "Standing")
        assert numbers(told) == ["1\\.", "1\\.", "1\\.", "1\\.", "1\\.", "6\\.", "7\\."]
        assert "round 1" not in told
        await night.draw()
        await night.play((2, 1))
        told = await night.press("Ann", "Standing")
        assert numbers(told) == ["1\\.", "1\\.", "1\\.", "4\\.", "5\\.", "6\\.", "7\\."]
        assert "**: +1 · round 2 · 2 games" in told and "round 1 · 1 game" in told
        # All who share the places told are named, with what they have won in the last round.
        held = await night.held()
        assert night.lines[0].count("1 ") == 3
        ranking = card(held, "", "wood", await night.bot.services.presenter.texts_of(held.guild))
        assert ranking is not None
        assert [row.value for row in ranking.rows[:4]] == ["+1", "+1", "+1", "−3"]
        tables = await night.press("Ann", "Tables")
        assert tables.splitlines()[1] == "**Round 1**" and tables.splitlines()[4] == "**Round 2**"
        first = (await night.held()).evening.tables[0].drawn
        dice = await night.press("Ann", "Dice")
        assert f"**Round 1**, as they joined: {', '.join(NAMES[:7])}. Drawn: " in dice
        assert ", ".join([await night.name(seat) for seat in first]) in dice


async def test_the_message_of_a_round_that_is_over_says_how_it_ended() -> None:
    async with evening() as night:
        await night.open(games=1)
        before = night.shown
        for person in NAMES[:3]:
            await night.press(person, "Join")
        await night.draw()
        shown = night.bot.env.backend.get_message(before.channel.id, before.id)
        assert shown.content.splitlines()[0] == "🌙 **Thursday** · 3 in" and not walk(shown)
        round_one = night.shown
        await night.play((1, 1))
        assert (await night.held()).settled
        shown = night.bot.env.backend.get_message(round_one.channel.id, round_one.id)
        assert "over: **" in shown.content and "<@" not in shown.content and not walk(shown)


async def test_only_buttons_that_do_something_are_there() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:7], plan="rounds", rounds=2, games=2)
        await night.draw()
        assert night.labels == ["Standing", "My table", "Sit out", "Join"]
        old = night.shown
        told = await night.press("Hal", "Join")
        assert told.splitlines()[-2:] == ["You are in the night **Thursday**.", "You play from the next draw on."]
        assert "You sit at no table at the moment." in await night.press("Hal", "My table")
        assert "You are not in this night." in await night.press("Ida", "My table")
        for table in (1, 2):
            await night.play((1, table))
            await night.play((1, table))
        assert night.labels == ["Standing", "Sit out", "Join", "Draw"]
        await night.draw()
        assert night.labels == ["Standing", "My table"]
        bot.still_shown(old)
        assert "no further round" in said(await bot.press("Hal", "Sit out", old))


async def test_a_late_comer_is_told_the_table_and_none_takes_one_for_whom_no_game_is_left() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:7], games=2)
        await night.draw()
        assert "Join" in night.labels
        told = await night.press("Hal", "Join")
        held = await night.held()
        assert told.splitlines()[-1] == f"Your table: <#{held.tables[1, 2].channel}>"
        for table in (1, 2):
            await night.play((1, table))
            with night.thread((await night.table((1, table))).channel) as chouette:
                await chouette.next()
        await night.look()
        assert "no table takes newcomers" in await bot.slash("Ida", "league join")
        assert night.labels == ["Standing", "My table", "Sit out"]


async def test_who_presses_leave_at_a_table_leaves_the_night_and_is_asked_first() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:5], games=3)
        await night.draw()
        table, session = await night.table((1, 1)), await night.session((1, 1))
        one, other = (table.person(seat).name for seat in session.game.team[:2])
        with night.thread(table.channel):
            more = private(await bot.press(one, "More"))
            asked = await bot.people[one].click(more, label="Leave the table")
            assert "Leave in the middle of the game?" in said(asked)
            assert "Confirm" in [each["label"] for each in walk(private(asked))]
            done = await bot.people[one].click(private(asked), label="Confirm")
            assert "You have left the night **Thursday**." in said(done)
            asked = await bot.people[other].slash(bot.channel, "chouette leave")
            assert "Leave in the middle of the game?" in said(asked)
        await night.look()
        await night.look()
        assert one not in (await night.tables())[0] and one not in await night.seated((1, 1))
        assert other in (await night.tables())[0]


async def test_the_end_of_a_table_offers_no_rematch_and_speaks_of_no_debts() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:3], games=3)
        await night.draw()
        with night.thread((await night.table((1, 1))).channel) as chouette:
            await chouette.command("Ann", "chouette end")
            assert "The session ends after this game." in chouette.said and "moderator" not in chouette.said
        await night.play((1, 1))
        with night.thread((await night.held()).tables[1, 1].channel):
            assert "owes" not in bot.last.content
            assert [each["label"] for each in walk(bot.last)][:2] == ["Replay", "Export"]


async def test_the_line_of_a_running_game_keeps_who_sits_out_from_the_next_one_on() -> None:
    async with evening() as night:
        await night.open(*NAMES[:4])
        await night.draw()
        await night.play((1, 1))
        table = await night.table((1, 1))
        with night.thread(table.channel) as chouette:
            await chouette.next()
            box, captain, second, last = await chouette.names((await chouette.session()).game.line)
            line = f"Game 2 of 12. Box: **{box}** · captain: **{captain}** · then **{second}**, **{last}**"
            turns = (await night.session((1, 1))).turns
            assert turns is not None
            following = [table.person(line[0]).name for line in turns.lines()]
            assert chouette.bot.live.content.splitlines()[:2] == [line, f"Next box **{following[1]}**"]
            await chouette.command(box, "chouette sit_out")
            await chouette.command(following[1], "chouette sit_out")
            assert chouette.bot.live.content.splitlines()[:2] == [line, f"Next box **{following[2]}**"]


async def test_somebody_who_is_left_alone_comes_to_another_table_when_the_game_is_over() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:9], plan="tables")
        await night.draw()
        third = (await night.tables())[2]
        old = await night.table((1, 3))
        stays = old.person((await night.session((1, 3))).game.captain).name
        with night.thread(old.channel) as chouette:
            while await chouette.on_roll() != stays:
                await chouette.turn()
        for leaver in third:
            if leaver != stays:
                await bot.slash(leaver, "league leave")
        await night.look()
        assert (await night.tables())[2] == [stays]
        with night.thread(old.channel) as chouette:
            while not (await night.session((1, 3))).over:
                await chouette.turn()
            assert "It takes two people to go on." in chouette.said and "end the session" not in chouette.said
        bot.later(1)
        await bot.tick()  # nothing but the end of the game calls the night's clock
        tables = await night.tables()
        assert sorted(map(len, tables)) == [0, 3, 4]
        here = next(number for number, people in enumerate(tables, 1) if stays in people)
        assert stays in await night.seated((1, here)) and await night.closed((1, 3))
        with night.thread(old.channel):
            assert bot.last.content == f"<@{bot.people[stays].id}>: now at <#{(await night.table((1, here))).channel}>."
            assert bot.notified(bot.last) == [stays]
        # A table at which nobody sits any more takes no line.
        await night.look()
        assert len(night.lines) == 3


async def test_who_is_moved_while_another_game_begins_plays_it_first() -> None:
    async with evening() as night:
        await night.open(*NAMES[:7], plan="tables")
        await night.draw()
        await night.play((1, 2))
        second = (await night.tables())[1]
        with night.thread((await night.table((1, 2))).channel) as chouette:
            await chouette.next()
        held = await night.held()
        seat = held.seat_of(night.bot.people[second[0]].id)
        assert seat is not None
        await night.bot.services.nights.log.move(held, seat, (1, 1), "moved")
        await night.look()
        assert second[0] in await night.seated((1, 2)) and second[0] not in await night.seated((1, 1))
        await night.play((1, 2))
        assert second[0] in await night.seated((1, 1)) and second[0] not in await night.seated((1, 2))
        await night.check()


async def test_changing_is_refused_for_the_reason_that_matters() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:7], games=2)
        await night.draw()
        who = (await night.tables())[0][0]
        with night.thread((await night.table((1, 1))).channel):
            assert "nobody moves to another table" in await bot.slash(who, "chouette change", table=2)
        await bot.slash("Ann", "league end")
        await night.play((1, 1))
        await night.play((1, 2))
        await bot.slash("Ann", "league night", name="Friday", plan="tables")
        for person in NAMES[:7]:
            await night.press(person, "Join")
        await night.draw()
        held = next(each for each in await bot.services.nights.log.running(bot.guild.id))
        with night.thread(held.tables[1, 2].channel):
            who = held.person(held.evening.there((1, 2))[0]).name
            assert "You sit at that table already." in await bot.slash(who, "chouette change", table=2)
            assert "no such table" in await bot.slash(who, "chouette change", table=3)
            assert "At least 3 people must stay" in await bot.slash(who, "chouette change", table=1)


async def test_the_seventh_in_a_lobby_hears_of_the_button_for_a_second_table() -> None:
    async with evening() as night:
        chouette, bot = OneChouette(night.bot), night.bot
        await bot.slash("Ann", "chouette open")
        lobby = bot.last
        for person in NAMES[1:6]:
            await bot.press(person, "Join", lobby)
        told = said(await bot.press(NAMES[6], "Join", lobby))
        assert "after a game the host can press **Second table**" in told
        await bot.slash("Ann", "chouette start")
        await chouette.resign_all()
        assert "Second table" in chouette.labels
        await bot.press("Ann", "Second table")
        assert " leaves this table." in chouette.said
        assert [each.name for each in night.place.threads] == ["table-2"]


async def test_a_split_has_no_dice_to_show() -> None:
    async with evening() as night:
        bot = night.bot
        chouette = OneChouette(bot)
        await chouette.open(*NAMES[:7])
        await chouette.resign_all()
        await bot.slash("Ann", "chouette second_table")
        await night.look()
        await bot.slash("Ann", "league end")
        await night.play((1, 2))
        await night.look()
        assert (await night.held()).settled and night.labels == ["Standing", "Tables"]


async def test_whoever_has_to_act_because_somebody_left_is_called() -> None:
    async with evening() as night:
        bot = night.bot
        await night.open(*NAMES[:4], games=3)
        await night.draw()
        with night.thread((await night.table((1, 1))).channel) as chouette:
            captain, acting, *_ = await chouette.team()
            while await chouette.on_roll() != captain:
                await chouette.turn()
            before = bot.live
            await bot.slash(captain, "league leave")
            await night.look()
            assert await chouette.on_roll() == acting
            assert bot.live.id != before.id
            assert bot.notified(bot.live) == [acting]

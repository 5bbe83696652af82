"""The bot is removed from a server and invited again, in time or too late; and channels that are deleted."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.core.clock import Away, Clock, decode_entry, is_entry
from bot.core.pace import DAY
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import ABSENCE, CLOSING, TABLE, WEEK
from bot.tables.schedule import DAY as DAILY
from bot.tables.table import Stage
from tests.hours import where_it_is_noon

from .away import Removal, pass_time
from .bot import OneBot
from .test_lifecycle import noticed, running_chouette, stored


async def clock_of(bot: OneBot) -> Clock:
    clock = (await bot.table()).clock
    assert clock is not None
    return clock


async def out_for(bot: OneBot, removal: Removal, days: float) -> None:
    """The bot is away for so long, during which its clock looks at what is due again and again."""
    removal.out()
    await noticed(bot)
    for _ in range(3):
        pass_time(bot, days * 86_400 / 3)
        await bot.tick()
    removal.back()
    await noticed(bot)


async def test_a_game_goes_on_when_the_bot_is_back_after_29_days(bot: OneBot) -> None:
    """With the time that was left, though a clock of two days would have run out long ago."""
    await bot.play(length=3, pace="2 days")
    before, desk = await bot.table(), bot.services.desk
    left = before.clock and before.clock.reaches(0, desk.discord.now())
    assert left is not None
    await out_for(bot, Removal(bot), 29)
    table, clock = await bot.table(), await clock_of(bot)
    assert table.stage is Stage.OPEN and table.id == before.id and table.version == before.version + 1
    assert clock.falls is not None and abs(clock.falls - left - 29 * DAY) < 60_000
    entries = [decode_entry(line) for line in await bot.services.store.log(table.channel, table.id) if is_entry(line)]
    (away,) = [each for each in entries if isinstance(each, Away)]
    assert away.until is not None and abs(away.until - away.start - 29 * DAY) < 60_000
    assert table.screen.shown == table.version, "the board is shown with its new times"
    assert await bot.services.store.absences.find(bot.guild.id) is None
    assert list(await bot.services.store.due.times(ABSENCE)) == []
    await bot.move()
    assert (await bot.table()).version > table.version


async def test_after_29_days_nobody_may_claim_at_once(bot: OneBot) -> None:
    """Nor is anybody reminded of what could not be done."""
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await bot.play(length=3)
    decider = bot.decider
    other = "Bob" if decider == "Ann" else "Ann"
    pass_time(bot, 3600)
    await out_for(bot, Removal(bot), 29)
    await bot.tick()
    table = await bot.table()
    assert table.stage is Stage.OPEN and table.screen.reminders == 0
    told = re.search(r"That will be <t:(\d+):f>", await bot.slash(other, "claim"))
    assert told and abs(int(told[1]) - bot.services.desk._now() - 71 * 3600) < 60


async def test_after_31_days_it_is_closed_and_that_is_said(bot: OneBot) -> None:
    await bot.play(length=3)
    table = await bot.table()
    removal = Removal(bot)
    removal.out()
    await noticed(bot)
    pass_time(bot, 29 * 86_400)
    await bot.tick()
    assert (await stored(bot, table)).stage is Stage.OPEN
    pass_time(bot, 2 * 86_400)
    await bot.tick()
    assert (await stored(bot, table)).stage is Stage.CLOSED
    assert list(await bot.services.store.due.times(TABLE)) == []
    removal.back()
    await noticed(bot)
    await bot.tick()
    assert "I was away from this server for more than 30 days" in bot.last.content
    assert f"`/replay game:{table.id}`" in bot.last.content
    said = len(bot.messages)
    await bot.tick()
    assert len(bot.messages) == said and await bot.services.store.absences.find(bot.guild.id) is None
    assert (await stored(bot, table)).screen.shown == (await stored(bot, table)).version
    await bot.play(length=1)


async def test_back_too_late_without_having_looked_it_is_closed_as_well(bot: OneBot) -> None:
    await bot.play(length=3)
    table = await bot.table()
    removal = Removal(bot)
    removal.out()
    await noticed(bot)
    pass_time(bot, 31 * 86_400)
    removal.back()
    await noticed(bot)
    assert (await stored(bot, table)).stage is Stage.CLOSED
    await bot.tick()
    assert "I was away from this server for more than 30 days" in bot.last.content


async def test_a_session_and_a_lobby_go_on_too_and_a_challenge_lapses(bot: OneBot) -> None:
    await bot.slash("Ann", "chouette open")
    await bot.press("Bob", "Join", bot.last)
    lobby = await bot.services.repository.held(bot.channel.id)
    assert lobby is not None
    await bot.slash("Ann", "play", opponent="Cyd")
    await out_for(bot, Removal(bot), 3)
    again = await stored(bot, lobby)
    assert again.stage is Stage.CHALLENGE and len(again.people.seats) == 2
    assert abs(again.about.expires_at - lobby.about.expires_at - 3 * 86_400) < 60
    await bot.tick()
    assert list(await bot.services.store.due.times(TABLE)) == [f"{lobby.channel}:{lobby.id}"]
    await bot.press("Cyd", "Join", bot.last)
    await bot.slash("Ann", "chouette start")
    await out_for(bot, Removal(bot), 29)
    table = await bot.table()
    assert table.stage is Stage.OPEN and table.screen.shown == table.version


@pytest.mark.parametrize("restarted", [False, True], ids=["there", "restarted"])
async def test_a_removal_that_was_missed_is_found_at_the_next_start(bot: OneBot, restarted: bool) -> None:
    """And so is that the bot is back."""
    await bot.play(length=3, pace="2 days")
    removal, store = Removal(bot), bot.services.store
    emit, bot.env.backend.emit = bot.env.backend.emit, lambda *_: None
    removal.out()
    bot.env.backend.emit = emit
    await bot.restart()
    absence = await store.absences.find(bot.guild.id)
    assert absence is not None and absence.since is not None and absence.until is None
    pass_time(bot, 10 * 86_400)
    await bot.tick()
    assert (await bot.table()).stage is Stage.OPEN
    if restarted:
        bot.env.backend.emit = lambda *_: None
        removal.back()
        bot.env.backend.emit = emit
        await bot.restart()
    else:
        removal.back()
        await noticed(bot)
    assert await store.absences.find(bot.guild.id) is None
    table = await bot.table()
    # The clock of a new process has not been moved: for it the bot was away for a moment.
    assert table.clock is not None and (restarted or len(table.clock.rests[0]) >= 1)
    assert table.screen.shown == table.version


async def test_an_outage_of_a_server_is_no_time_of_its_players(bot: OneBot) -> None:
    """And after a long one a live table rests until both are ready, as after any other."""
    await bot.play(length=3, pace="2 min")
    removal, before = Removal(bot), await clock_of(bot)
    removal.out(unavailable=True)
    await noticed(bot)
    pass_time(bot, 3600)
    await bot.tick()
    removal.back()
    await noticed(bot)
    assert (await clock_of(bot)).falls is None
    for who in ("Ann", "Bob"):
        assert "Ready" in bot.labels
        await bot.press(who, "Ready")
    after = await clock_of(bot)
    assert before.falls is not None and after.falls is not None
    assert abs(after.falls - before.falls - timedelta(hours=1) // timedelta(milliseconds=1)) < 10_000
    await bot.move()


async def test_a_short_outage_of_a_server_lets_a_live_table_go_on_at_once(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 min")
    removal, before = Removal(bot), await clock_of(bot)
    removal.out(unavailable=True)
    await noticed(bot)
    pass_time(bot, 40)
    removal.back()
    await noticed(bot)
    after = await clock_of(bot)
    assert before.falls is not None and after.falls is not None
    assert abs(after.falls - before.falls - 40_000) < 10_000


async def test_a_return_that_was_cut_off_is_made_good_once(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies when the first of its tables goes on again."""
    await bot.play(length=3, pace="2 days")
    first, removal = await clock_of(bot), Removal(bot)
    removal.out()
    await noticed(bot)
    pass_time(bot, 86_400)

    async def dies(guild: int) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(bot.services.store.absences, "over", dies)
        removal.back()
        await noticed(bot)
        assert (await bot.services.store.absences.find(bot.guild.id)) is not None
        bot.env._errors.clear()
    between, version = await clock_of(bot), (await bot.table()).version
    pass_time(bot, 100)
    await bot.tick()
    assert await bot.services.store.absences.find(bot.guild.id) is None
    assert await clock_of(bot) == between and (await bot.table()).version == version
    assert first.falls is not None and between.falls is not None and between.falls - first.falls < DAY + 60_000


async def test_a_return_that_is_told_before_the_removal_is_stored_goes_on(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The store takes the removal late, in the middle of the return."""
    await bot.play(length=3, pace="2 days")
    absences = bot.services.store.absences
    end, late = absences.end, [True]

    async def ended(guild: int, at: int) -> None:
        await end(guild, at)
        if late.pop() if late else False:
            await absences.begin(guild, at)

    monkeypatch.setattr(absences, "end", ended)
    await out_for(bot, Removal(bot), 2)
    for _ in range(5):
        await bot.tick()
    assert not late and await absences.find(bot.guild.id) is None
    assert not [record for record in caplog.records if record.exc_info]
    before = await bot.table()
    assert before.screen.shown == before.version
    await bot.move()
    assert (await bot.table()).version > before.version


@pytest.mark.parametrize(("kind", "setting"), [(DAILY, "daily"), (WEEK, "week")])
async def test_positions_of_the_day_and_weeks_rest_and_are_due_again(bot: OneBot, kind: str, setting: str) -> None:
    settings = replace(ServerSettings(time_zone=where_it_is_noon()), **{setting: bot.channel.id})
    await bot.services.preferences.keep_server(bot.guild.id, settings)
    await bot.services.schedule.notice(bot.guild.id, settings)
    due, removal = bot.services.store.due, Removal(bot)
    removal.out()
    await noticed(bot)
    assert list(await due.times(kind)) == []
    removal.back()
    await noticed(bot)
    assert list(await due.times(kind)) == [str(bot.guild.id)]


async def test_a_deleted_channel_is_told_of_where_the_server_wants_podiums(bot: OneBot) -> None:
    podiums = bot.guild.create_text_channel("podiums")
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(podium=podiums.id))
    await bot.play(length=3)
    table = await bot.table()
    bot.env.backend.delete_channel(bot.channel.id)
    await noticed(bot)
    assert (await stored(bot, table)).stage is Stage.CLOSED
    for _ in range(2):
        await bot.tick()
    (told,) = podiums.history()
    assert "The channel of a table is gone, so it is closed." in told.content and table.id in told.content
    assert "Ann" not in told.content, "who reads it may not have seen that channel"
    assert list(await bot.services.store.due.times(CLOSING)) == []


async def test_where_nothing_was_chosen_nothing_is_told(bot: OneBot) -> None:
    await running_chouette(bot)
    elsewhere = bot.guild.create_text_channel("elsewhere")
    bot.env.backend.delete_channel(bot.channel.id)
    await noticed(bot)
    await bot.tick()
    assert list(elsewhere.history()) == [] == list(await bot.services.store.due.times(CLOSING))

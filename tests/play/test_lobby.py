"""Gathering for a chouette, as people type and press it: open, join, change the rules, start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot import dice
from bot.backgammon import Kind
from bot.chouette import BoxTake, Consult, Options, values
from bot.tables import intents
from bot.tables.games import CHOUETTE
from bot.tables.schedule import TABLE
from bot.tables.table import Person, Stage, Table

from .bot import OneBot, component, one_bot, options, said, walk

HOURS = 3600


@pytest.fixture
async def hall() -> AsyncIterator[OneBot]:
    """Four players, and somebody who only looks on."""
    async with one_bot(("Ann", "Bob", "Cyd", "Dan", "Eve")) as made:
        yield made
        made.env.raise_errors()


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


async def opened(hall: OneBot, *guests: str, **how: Any) -> Any:
    """Ann's lobby, with guests; its message."""
    await hall.slash("Ann", "chouette open", **how)
    message = hall.last
    for guest in guests:
        await hall.press(guest, "Join", message)
    return message


async def fresh(hall: OneBot, message: Any) -> Any:
    """The message as it is now."""
    return next(each for each in hall.messages if each.id == message.id)


async def table_of(hall: OneBot) -> Table:
    held = await hall.services.repository.held(hall.channel.id)
    assert held is not None
    return held


async def panel(hall: OneBot, message: Any) -> Any:
    """The host's panel."""
    return (await hall.press("Ann", "Options", message)).response


async def test_a_lobby_shows_what_one_joins(hall: OneBot) -> None:
    message = await opened(hall, preset="no_beavers")
    assert message.content.startswith("**Chouette: No beavers**\n1 of 10: 👑 Ann\n")
    assert dice.short_commitment((await table_of(hall)).seed) in message.content
    assert labels(message) == ["Join", "Rules", "My word", "Leave", "Start", "Options"]


async def test_people_join_and_the_message_follows(hall: OneBot) -> None:
    message = await opened(hall)
    told = said(await hall.press("Bob", "Join", message))
    assert "You have joined" in told and "nothing unusual" in told
    assert "You have joined" in await hall.slash("Cyd", "chouette join")
    assert "3 of 10: 👑 Ann, Bob, Cyd\n" in (await fresh(hall, message)).content
    assert "You are at the table already." in said(await hall.press("Bob", "Join", message))
    await hall.press("Bob", "Leave", message)
    assert "2 of 10: 👑 Ann, Cyd\n" in (await fresh(hall, message)).content
    assert len(hall.messages) == 1 and hall.notified(message) == []


async def test_who_joins_is_told_what_is_unusual(hall: OneBot) -> None:
    message = await opened(hall, preset="full_advice")
    told = said(await hall.press("Bob", "Join", message))
    assert "The rules: Full advice. Not usual here is:" in told
    assert "**Advice about plays**: everybody who is in, about cubes too" in told


async def test_every_rule_can_be_read(hall: OneBot) -> None:
    message = await opened(hall)
    for told in (said(await hall.press("Eve", "Rules", message)), await hall.slash("Eve", "chouette rules")):
        assert "**Chouette: Standard**" in told and "\nWho keeps the box: the bet between" in told
    assert "Rules of this table" in await hall.slash("Ann", "chouette rules")
    assert len(hall.messages) == 1


async def test_changed_rules_must_be_accepted_before_the_start(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd", "Dan")
    shown = await panel(hall, message)
    picked = await hall.choose("Ann", shown, "cubes", "box_take")
    assert options(picked.response or shown, "box_take") == ["free", "half", "break_even", "all_or_none"]
    await hall.choose("Ann", shown, "lobby_value", "half")
    assert "**Which cubes the box may take**: at least half" in shown.content
    now = await fresh(hall, message)
    assert "1 rule is different." in now.content
    assert "👑 Ann, Bob ⏳, Cyd ⏳, Dan ⏳\n" in now.content
    assert labels(now)[0] == "Accept the rules"
    assert "**Bob**, **Cyd**, and **Dan** must agree first" in said(await hall.press("Ann", "Start", message))
    for guest in ("Bob", "Cyd"):
        await hall.press(guest, "Accept the rules", await fresh(hall, message))
    assert "Bob, Cyd, Dan ⏳\n" in (await fresh(hall, message)).content
    await hall.press("Dan", "Leave", await fresh(hall, message))
    assert "Accept the rules" not in labels(await fresh(hall, message))
    table = await table_of(hall)
    assert table.setup_of(Options).box_take is BoxTake.HALF


async def test_a_preset_replaces_all_rules(hall: OneBot) -> None:
    message = await opened(hall)
    shown = await panel(hall, message)
    await hall.choose("Ann", shown, "lobby_preset", "full_advice")
    assert "**Chouette: Full advice**" in (await fresh(hall, message)).content
    table = await table_of(hall)
    assert table.setup_of(Options).consult is Consult.FULL


async def test_every_option_is_two_choices_away(hall: OneBot) -> None:
    shown = await panel(hall, await opened(hall))
    table = await table_of(hall)
    names = [*options(shown, "cubes"), *options(shown, "table")]
    assert sorted(names) == sorted(values(table.setup_of(Options)))
    await hall.choose("Ann", shown, "table", "pace")
    await hall.choose("Ann", shown, "pace", "live")
    assert component(shown, "pace").startswith("lobby_value")
    assert "**Pace**: live" in shown.content


async def test_a_stale_button_accepts_nothing(hall: OneBot) -> None:
    message = await opened(hall)
    shown = await panel(hall, message)
    before = message
    old = component(before, "lobby_join")
    await hall.choose("Ann", shown, "lobby_preset", "full_advice")
    assert component(await fresh(hall, message), "lobby_join") != old
    hall.still_shown(before)
    assert "The rules have been changed" in said(await hall.people["Bob"].click(before, custom_id=old))
    assert len((await table_of(hall)).people.seats) == 1


async def test_only_the_host_has_the_panel(hall: OneBot) -> None:
    message = await opened(hall, "Bob")
    assert "Only the host can do that: **Ann**." in said(await hall.press("Bob", "Options", message))
    assert "Only the host can do that: **Ann**." in said(await hall.press("Bob", "Start", message))
    assert "Only the host can do that: **Ann**." in await hall.slash("Bob", "chouette end")


async def test_my_word_is_mixed_into_the_dice(hall: OneBot) -> None:
    message = await opened(hall, "Bob")
    asked = await hall.press("Eve", "My word", message)
    assert "You have not joined." in said(await hall.people["Eve"].submit_modal(asked, {"word": "elm"}))
    asked = await hall.press("Bob", "My word", message)
    done = await hall.people["Bob"].submit_modal(asked, {"word": "birch"})
    assert "Your word is mixed into the dice." in said(done)
    assert (await table_of(hall)).words == ("birch",)


async def test_it_takes_three_to_start(hall: OneBot) -> None:
    message = await opened(hall, "Bob")
    assert "It takes 3 people to start." in said(await hall.press("Ann", "Start", message))


async def test_nothing_of_a_session_before_it_begins(hall: OneBot) -> None:
    assert "No chouette is being played" in await hall.slash("Ann", "chouette join")
    await opened(hall, "Bob")
    for command in ("score", "history", "sit_out", "auto_pass", "decline_box", "partner", "pause", "resume", "paid"):
        assert "The session has not begun yet." in await hall.slash("Bob", f"chouette {command}")


async def test_a_match_is_no_chouette(hall: OneBot) -> None:
    await hall.play()
    assert "this table is not one" in await hall.slash("Cyd", "chouette join")
    assert "A table is open in this channel already." in await hall.slash("Cyd", "chouette open")


async def test_the_host_sends_away_and_calls_off(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd")
    await hall.slash("Ann", "chouette kick", member=hall.people["Bob"])
    assert "2 of 10: 👑 Ann, Cyd\n" in (await fresh(hall, message)).content
    await hall.slash("Ann", "chouette end")
    gone = await fresh(hall, message)
    assert gone.content == "**Ann**'s chouette did not come about." and walk(gone) == []
    assert await hall.services.store.held(hall.channel.id) is None


async def test_a_moderator_calls_off_what_is_not_his(hall: OneBot) -> None:
    hall.hire("Mod", manage_messages=True, send_messages=True, use_application_commands=True)
    message = await opened(hall)
    await hall.slash("Mod", "chouette end")
    assert "did not come about" in (await fresh(hall, message)).content


async def test_a_forgotten_lobby_says_so(hall: OneBot) -> None:
    message = await opened(hall, "Bob")
    hall.later(72 * HOURS)
    await hall.tick()
    gone = await fresh(hall, message)
    assert "did not come about" in gone.content and walk(gone) == []


async def test_a_lobby_that_was_put_off_is_due_again_after_a_restart(hall: OneBot) -> None:
    """Another version of the bot has been there meanwhile, and could not read it."""
    await opened(hall, "Bob")
    table = await table_of(hall)
    store, name = hall.services.store, f"{table.channel}:{table.id}"
    await store.due.set(TABLE, name, table.about.expires_at + HOURS)
    await hall.restart()
    assert await hall.services.store.due.take(table.about.expires_at) == [(TABLE, name)]


async def test_a_restart_loses_nothing(hall: OneBot) -> None:
    message = await opened(hall, "Bob")
    await hall.restart()
    await hall.press("Cyd", "Join", message)
    assert "3 of 10: " in (await fresh(hall, message)).content
    await hall.restart()
    await hall.press("Ann", "Start", await fresh(hall, message))
    assert (await table_of(hall)).stage is Stage.OPEN


async def test_four_people_start(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd", "Dan")
    await hall.press("Ann", "Start", message)
    table = await table_of(hall)
    assert table.state is not None and sorted(table.state.line) == [0, 1, 2, 3]
    begun = await fresh(hall, message)
    assert begun.content.startswith("**Chouette** with **Ann**, **Bob**, **Cyd**, and **Dan**.") and walk(begun) == []
    hall.still_shown(message)
    assert "The session has begun already." in said(await hall.press("Eve", "Join", message))


async def test_the_host_types_the_order_where_the_rules_leave_it_to_him(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd")
    shown = await panel(hall, message)
    await hall.choose("Ann", shown, "table", "order")
    await hall.choose("Ann", shown, "lobby_value", "manual")
    for guest in ("Bob", "Cyd"):
        await hall.press(guest, "Accept the rules", await fresh(hall, message))
    assert "/chouette start order:" in said(await hall.press("Ann", "Start", await fresh(hall, message)))
    assert "must name everybody" in await hall.slash("Ann", "chouette start", order="Cyd, Ann")
    assert "Ann Zed" in await hall.slash("Ann", "chouette start", order="Cyd, Ann Zed")
    await hall.slash("Ann", "chouette start", order=f"<@{hall.people['Cyd'].id}> Ann Bob")
    table = await table_of(hall)
    assert table.state is not None and table.state.line == (2, 0, 1)


async def test_while_it_runs_people_come_and_go(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd")
    await hall.press("Ann", "Start", message)
    hall.still_shown(message)
    assert "The rules cannot be changed" in said(await hall.press("Ann", "Options", message))
    assert "You play from game 2 on." in await hall.slash("Dan", "chouette join")
    session = (await table_of(hall)).state
    assert session is not None and session.joining == (3,)
    assert (await table_of(hall)).id in await hall.services.store.tables_of(hall.people["Dan"].id)
    told = await hall.slash("Bob", "chouette score")
    assert f"<@{hall.people['Ann'].id}> 0" in told and "Line: " in told


async def test_switches_are_told_as_they_are_now(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd")
    await hall.press("Ann", "Start", message)
    for told in ("sits out from the next game on.", "plays again from the next game on."):
        assert await hall.slash("Bob", "chouette sit_out") == ""
        assert f"**Bob** {told}" in hall.live.content
    assert "The captain waits for you" in await hall.slash("Bob", "chouette auto_pass")
    assert "**Cyd** may decide" in await hall.slash("Bob", "chouette delegate", member=hall.people["Cyd"])
    assert "Eve does not play" in await hall.slash("Bob", "chouette delegate", member=hall.people["Eve"])
    session = (await table_of(hall)).state
    assert session is not None and session.players[1].delegate == 2 and not session.players[1].auto_pass
    assert "Nobody decides for you." in await hall.slash("Bob", "chouette delegate")
    assert "Only the host can do that: **Ann**." in await hall.slash("Bob", "chouette pause")
    await hall.slash("Ann", "chouette pause")
    session = (await table_of(hall)).state
    assert session is not None and session.paused


async def test_after_the_session_there_are_score_history_payments_and_another_one(hall: OneBot) -> None:
    message = await opened(hall, "Bob", "Cyd")
    await hall.press("Ann", "Start", message)
    await hall.slash("Ann", "chouette end")
    table = await table_of(hall)
    assert table.state is not None
    desk = hall.services.desk
    box, *members = (table.person(seat) for seat in table.state.game.line)
    await desk.act(hall.channel.id, box, intents.resign(Kind.SINGLE), receipt="resigns")
    for member in members:
        await desk.act(hall.channel.id, member, intents.accept(), receipt=f"accepts {member.name}")
    assert await hall.services.store.held(hall.channel.id) is None
    score = await hall.slash(box.name, "chouette score")
    assert f"<@{box.user}> -2" in score and f"<@{members[0].user}> +1" in score
    assert hall.notified(hall.last) == []
    await hall.slash(box.name, "chouette history")
    (sheet,) = hall.last.attachments
    assert sheet.filename.endswith("-sheet.png") and f"{box.name} −2" in sheet.description
    assert "No chouette is being played" in await hall.slash("Eve", "chouette score")
    asked = await hall.people[box.name].slash(hall.channel, "chouette paid")
    assert sorted(labels(asked.response)) == sorted(f"{box.name} → {each.name}: 1" for each in members)
    await hall.tap(box.name, asked.response, "0")
    closed = await hall.services.repository.load(hall.channel.id, table.id)
    assert closed is not None and closed.state is not None
    first, second = closed.state.payments
    assert first.paid and not second.paid
    payee = closed.person(second.transfer.payee).name
    await hall.slash(payee, "chouette paid")
    assert "That has been paid." in await hall.slash(payee, "chouette paid")
    await hall.slash(payee, "rematch")
    assert "1 of 10: " in hall.last.content and "Join" in labels(hall.last)
    assert (await table_of(hall)).setup_of(Options) == table.setup_of(Options), "another one, by the same rules"


async def test_a_thread_of_its_own(hall: OneBot) -> None:
    told = await hall.slash("Ann", "chouette open", thread=True)
    (thread,) = hall.channel.threads
    assert f"The chouette is in <#{thread.id}>." in told
    held = await hall.services.repository.held(thread.id)
    assert held is not None and held.game is CHOUETTE
    assert await hall.services.store.held(hall.channel.id) is None


async def test_one_chouette_too_many_opens_no_thread(hall: OneBot) -> None:
    for _ in range(3):
        assert "The chouette is in" in await hall.slash("Ann", "chouette open", thread=True)
    assert "You have three open challenges already." in await hall.slash("Ann", "chouette open", thread=True)
    assert len(hall.channel.threads) == 3


async def test_missing_permissions_are_named(hall: OneBot) -> None:
    hall.channel = hall.guild.create_text_channel(
        "narrow", overwrites={hall.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    assert "Attach Files" in await hall.slash("Ann", "chouette open")
    assert hall.messages == []


async def test_a_lobby_that_was_not_posted_is_posted_at_the_next_start(hall: OneBot) -> None:
    """The process has died between keeping it and showing it; the channel is taken."""
    services = hall.services
    ann = Person(hall.people["Ann"].id, "Ann")
    name = await services.lobby.admit(hall.guild.id, ann, "the command")
    await services.lobby.open(hall.guild.id, hall.channel.id, ann, Options(), name)
    assert not hall.messages
    await hall.restart()
    assert labels(hall.last) == ["Join", "Rules", "My word", "Leave", "Start", "Options"]
    await hall.restart()
    assert len(hall.messages) == 1
    assert "You have joined" in said(await hall.press("Bob", "Join", hall.last))


async def test_board_brings_the_lobby_down_to_where_people_read(hall: OneBot) -> None:
    message = await fresh(hall, await opened(hall, "Bob"))
    await hall.slash("Cyd", "board")
    assert hall.last.id != message.id and hall.last.content == message.content
    assert labels(hall.last) and not labels(await fresh(hall, message))
    await hall.press("Cyd", "Join", hall.last)
    assert "3 of 10: " in hall.last.content


async def test_the_lobby_says_that_it_has_begun_and_leaves_a_faster_board_alone(
    hall: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await opened(hall, "Bob", "Cyd")
    services = hall.services

    @asynccontextmanager
    async def slow(table: str) -> AsyncIterator[None]:
        for _ in range(1000):
            found = await services.repository.load(hall.channel.id, table)
            if found is not None and found.screen.message != lobby.id:
                break
            await asyncio.sleep(0.01)
        yield

    monkeypatch.setattr(services.presenter, "lobby_turn", slow)
    await hall.slash("Ann", "chouette start")
    await hall.env.settle()
    begun = await fresh(hall, lobby)
    assert "**Chouette** with" in begun.content
    assert "**Chouette** with" not in hall.live.content


async def timed(hall: OneBot, *guests: str, **how: Any) -> Any:
    """Ann's lobby that begins by itself at a time of tomorrow, with guests; its message."""
    return await opened(hall, *guests, at=tomorrow(hall), **how)


def tomorrow(hall: OneBot) -> str:
    at = datetime.fromtimestamp(hall.services.now() + 24 * HOURS, UTC)
    return f"{at:%Y-%m-%d} 20:00"


async def until_it_begins(hall: OneBot, message: Any, more: float = 1.0) -> None:
    table = await table_of(hall)
    hall.services.lobby._now = hall.services.challenges._now
    hall.later(table.about.expires_at - hall.services.clock._now() + more)
    hall.services.lobby._now = hall.services.clock._now
    services = hall.services
    schedule, life = services.schedule, services.lifecycle
    schedule.handle(TABLE, lambda channel, table: services.clock.look(channel, table, life.serve, life.remind))
    await schedule.look(TABLE, f"{table.channel}:{table.id}")


async def test_a_lobby_with_a_time_begins_by_itself_if_enough_are_there(hall: OneBot) -> None:
    message = await timed(hall, "Bob", "Cyd", "Dan")
    assert "⏰ Begins by itself <t:" in message.content and ", if 4 are here." in message.content
    await until_it_begins(hall, message)
    table = await table_of(hall)
    assert table.stage is Stage.OPEN and len(table.people.seats) == 4
    (said_so,) = [each for each in hall.messages if "the chouette begins" in each.content]
    assert hall.notified(said_so) == ["Ann", "Bob", "Cyd", "Dan"]
    begun = await fresh(hall, message)
    assert "**Chouette** with" in begun.content and walk(begun) == []
    assert table.screen.message != message.id


async def test_a_lobby_with_a_time_says_so_if_too_few_are_there(hall: OneBot) -> None:
    message = await timed(hall, "Bob", "Cyd")
    await until_it_begins(hall, message)
    assert await hall.services.repository.held(hall.channel.id) is None
    (said_so,) = [each for each in hall.messages if "does not begin" in each.content]
    assert "3 are here, and 4 are needed" in said_so.content and hall.notified(said_so) == ["Ann", "Bob", "Cyd"]
    assert "did not come about" in (await fresh(hall, message)).content


async def test_an_hour_late_nobody_is_dragged_to_a_table(hall: OneBot) -> None:
    message = await timed(hall, "Bob", "Cyd", "Dan")
    await until_it_begins(hall, message, more=3601.0)
    assert await hall.services.repository.held(hall.channel.id) is None


async def test_the_host_may_begin_earlier_and_has_one_such_lobby_at_a_time(hall: OneBot) -> None:
    message = await timed(hall, "Bob", "Cyd", people=3)
    there = hall.channel
    hall.channel = hall.guild.create_text_channel("other")
    refused = await hall.slash("Ann", "chouette open", at=tomorrow(hall))
    assert "You have opened a table that begins by itself already." in refused
    hall.channel = there
    await hall.press("Ann", "Start", message)
    assert (await table_of(hall)).stage is Stage.OPEN


async def test_a_time_is_checked_with_its_bounds(hall: OneBot) -> None:
    assert "I do not understand this time." in await hall.slash("Ann", "chouette open", at="soon")
    assert "15 minutes to 7 days ahead" in await hall.slash("Ann", "chouette open", at="2020-01-01 20:00")
    assert "give both, or `at` alone" in await hall.slash("Ann", "chouette open", people=4)

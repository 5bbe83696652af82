"""Presses of strangers, late presses, presses after a restart, and what is done about a table that stands still."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest

from bot.backgammon import Phase
from bot.cogs import router
from bot.screens.painter import Painter
from bot.store import Saved, Store, StoreError
from bot.tables import intents
from bot.tables.table import Stage
from render import Scene
from tests.screens.test_discord_errors import error

from .party import Party, make_bot, said, walk

HOUR = 3600


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


async def test_strangers_and_those_not_asked_are_told_so_privately(club: Party) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    before = club.live.content
    stranger = await club.press("Cyd", "Roll")
    assert stranger.response.ephemeral and said(stranger) == "You do not play at this table."
    assert said(await club.press(other(who), "Roll")) == "It is not your turn."
    assert said(await club.press(other(who), "Double")) == "It is not your turn."
    assert club.live.content == before


async def test_a_late_press_shows_the_state(club: Party) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    old = club.live
    await club.press(who, "Roll")
    club.still_shown(old)
    late = await club.press(who, "Roll", old)
    assert late.response.ephemeral
    assert "The table has moved on." in said(late)
    assert f"**{who}**, play " in said(late)
    assert f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{club.live.id}" in said(late)


async def test_a_press_on_what_is_no_button_of_ours_is_answered(club: Party) -> None:
    await club.play()
    stored = club.env.backend.get_message(club.channel.id, club.live.id)
    stored.components[0]["components"][0]["custom_id"] = "something else"
    answer = await club.people["Ann"].click(club.live, custom_id="something else")
    assert "The table has moved on." in said(answer)


async def test_nobody_who_has_been_answered_is_answered_once_more_when_word_of_it_was_lost(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play()
    who = await club.until(Phase.PLAY)
    defer = discord.InteractionResponse.defer

    async def accepted_and_lost(response: Any, **how: Any) -> None:
        await defer(response, **how)
        response._response_type = None
        raise error(400, 40060)

    monkeypatch.setattr(discord.InteractionResponse, "defer", accepted_and_lost)
    with patch.multiple(router, _IN_TIME=HOUR, _AT_LAST=HOUR):
        assert await club.slash(who, "move", play=club.plays[0]) == ""
    assert not club.bot.services.ack_timers


async def test_after_a_restart_old_buttons_work(club: Party) -> None:
    await club.play()
    who = await club.asked()
    composer = (await club.press(who, "Move")).response
    await club.restart()
    assert await club.asked() == who
    composer = (await club.tap(who, composer, "flip")).response
    assert ": choose a " in composer.content
    doubler = await club.until(Phase.CUBE)
    await club.restart()
    asked = await club.press(doubler, "Double")
    await club.restart()
    await club.press(doubler, "Confirm", asked.response)
    await club.restart()
    await club.press(other(doubler), "Take")
    assert club.seen.cube == 2


async def test_a_challenge_is_accepted_after_a_restart(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    await club.restart()
    await club.press("Bob", "Accept challenge", club.last)
    assert club.live.attachments


async def test_a_board_that_was_never_shown_is_shown_after_a_restart(club: Party) -> None:
    """The process ended after an action was saved and before it was shown."""
    await club.play()
    who = await club.asked()
    table, match = await club.table(), await club.match()
    await club.bot.services.desk.act(
        table.channel,
        table.people.seats[("Ann", "Bob").index(who)],
        intents.move(str(match.game.plays(match.rules)[0])),
        receipt="cut off",
    )
    before = len(club.messages)
    await club.restart()
    assert len(club.messages) == before + 1
    assert club.notified(club.live) == [other(who)]


async def test_board_shows_the_same_again_at_the_bottom_and_mentions_nobody(club: Party) -> None:
    await club.play()
    await club.slash("Cyd", "board")
    first, again = [message for message in club.messages if message.attachments]
    assert again.content == first.content and club.notified(again) == []
    assert walk(first) == [] and walk(again) != []


async def test_in_an_empty_channel_commands_say_how_to_start(club: Party) -> None:
    for name in ("board", "roll", "pips", "undo", "abort"):
        assert "Nothing is being played in this channel. Start with /play." in await club.slash("Ann", name), name


async def test_illegal_plays_are_answered_with_legal_ones_near_to_them(club: Party) -> None:
    await club.play()
    who = await club.asked()
    refused = await club.slash(who, "move", play="24/2")
    assert "Legal and near to it: `" in refused
    nonsense = await club.slash(who, "move", play="<@1> **x**")
    assert "<@1>" not in nonsense
    for nothing in ("banana", "what now?", "банан"):
        said = await club.slash(who, "move", play=nothing)
        assert "Write " in said and "Legal and near to it" not in said, "no play is nearer to it than any other"
    assert "Legal and near to it: `" in await club.slash(who, "move", play="8/5 banana")
    assert (await club.match()).game.phase is Phase.PLAY


async def test_autocomplete_offers_legal_plays_that_go_on_with_what_is_typed(club: Party) -> None:
    await club.play()
    who = await club.asked()
    person = club.people[who]
    everything = [choice["value"] for choice in await person.autocomplete(club.channel, "move", "play", "")]
    assert set(everything) <= set(club.plays) and everything
    begun = everything[0].split("/")[0] + "/"
    narrowed = [choice["value"] for choice in await person.autocomplete(club.channel, "move", "play", begun)]
    assert narrowed and all(begun in play for play in narrowed)
    assert await club.people["Cyd"].autocomplete(club.channel, "move", "play", "") == []


async def test_who_has_waited_three_days_claims_the_game(club: Party) -> None:
    await club.play()
    waiting = other(await club.asked())
    early = await club.slash(waiting, "claim")
    assert "You may claim when the other side has not acted for 72 hours. That will be <t:" in early
    assert "You cannot claim while the table waits for you." in await club.slash(other(waiting), "claim")
    club.later(72 * HOUR + 60)
    await club.slash(waiting, "claim")
    assert f"**{waiting}** claims the game." in club.live.content
    assert f"**{waiting}** wins 1 point." in club.live.content


async def test_who_keeps_a_table_waiting_is_reminded_under_a_fresh_board(club: Party) -> None:
    await club.play()
    who, before = await club.asked(), club.live.id
    reminded = []
    for _ in range(200):
        club.later(HOUR)
        await club.tick()
        if club.live.id != before:
            before = club.live.id
            reminded.append(club.notified(club.live))
    assert reminded == [[who]] * 3
    assert sum(bool(walk(message)) for message in club.messages) == 1


async def test_a_session_nobody_goes_on_with_is_closed(club: Party) -> None:
    await club.play()
    await club.press("Ann", "Void the game", (await club.press("Ann", "More")).response)
    await club.press("Bob", "Accept voiding")
    for _ in range(8):
        club.later(12 * HOUR)
        await club.tick()
    assert "Nobody went on, so the session ends." in club.live.content
    assert (await club.table()).stage is Stage.CLOSED


async def test_a_moderator_voids_a_game_he_does_not_play(club: Party) -> None:
    await club.play(length=3)
    assert "You do not play at this table." in await club.slash("Cyd", "abort")
    club.hire("Dan", manage_messages=True)
    assert await club.slash("Dan", "abort") == ""
    told = "\n".join(message.content for message in club.messages)
    assert "A moderator has voided the game." in told and "Game 1 counts for nothing." in told
    assert (await club.match()).number == 2


async def test_a_moderator_who_plays_has_to_ask_like_anybody(club: Party) -> None:
    club.hire("Dan", manage_messages=True)
    await club.slash("Dan", "play", opponent="Bob")
    await club.press("Bob", "Accept challenge", club.last)
    await club.slash("Dan", "abort")
    assert "**Dan** asks to void this game. Accept or decline?" in club.live.content


async def test_when_the_board_cannot_be_edited_it_is_posted_anew(club: Party) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    gone = club.live
    del club.env.backend.messages[club.channel.id][gone.id]  # and nothing tells the bot
    await club.slash(who, "roll")
    assert club.live.id > gone.id and club.seen.dice is not None
    assert club.notified(club.live) == []


async def test_two_processes_do_not_answer_one_press_twice(club: Party) -> None:
    """The same interaction delivered to a bot that has died and to its successor acts once."""
    await club.play()
    table, match, who = await club.table(), await club.match(), await club.asked()
    person = table.people.seats[("Ann", "Bob").index(who)]
    intent = intents.move(str(match.game.plays(match.rules)[0]))
    later = make_bot(club.server)
    first = await club.bot.services.desk.act(table.channel, person, intent, receipt="one")
    second = await later.services.desk.act(table.channel, person, intent, receipt="one")
    assert second.repeated and second.table.version == first.table.version
    await later.services.store.close()


async def test_a_board_is_made_ready_while_it_is_saved_and_shown_only_then(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play()
    drawn, saving, known, save, draw = [], [], len(club.messages), Store.save, Painter.draw

    def drawing(painter: Painter, scene: Scene) -> asyncio.Future[bytes]:
        drawn.append(scene)
        return draw(painter, scene)

    async def slow(store: Store, *what: Any, **how: Any) -> Saved:
        async with asyncio.timeout(20):
            while not drawn:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        saving.append(len(club.messages))
        return await save(store, *what, **how)

    monkeypatch.setattr(Painter, "draw", drawing)
    monkeypatch.setattr(Store, "save", slow)
    await club.move()
    assert saving == [known]
    assert len(drawn) == 1, "it is drawn once"
    assert club.live.attachments and club.notified(club.live)


async def test_what_was_made_ready_and_not_saved_is_never_shown(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.play()
    who, before = await club.asked(), [(message.id, message.content) for message in club.messages]
    first, second = club.plays[:2]
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save", AsyncMock(side_effect=StoreError("away")))
        assert "My memory cannot be reached" in await club.slash(who, "move", play=first)
    assert [(message.id, message.content) for message in club.messages] == before

    await club.slash(who, "move", play=second)
    assert f" {second}" in club.live.content and f" {first}" not in club.live.content


@pytest.mark.parametrize("verb", ["roll", "double", "take", "drop", "beaver", "raccoon", "next", "end", "undo"])
async def test_every_command_at_the_wrong_time_is_answered_with_a_reason(club: Party, verb: str) -> None:
    await club.play()
    for who in ("Ann", "Bob", "Cyd"):
        answer = await club.slash(who, verb)
        assert answer and "went wrong" not in answer
        assert (await club.match()).game.phase is Phase.PLAY

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

from .bot import OneBot, make_bot, said, walk

HOUR = 3600


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


async def test_strangers_and_those_not_asked_are_told_so_privately(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    before = bot.live.content
    stranger = await bot.press("Cyd", "Roll")
    assert stranger.response.ephemeral and said(stranger) == "You do not play at this table."
    assert said(await bot.press(other(who), "Roll")) == "It is not your turn."
    assert said(await bot.press(other(who), "Double")) == "It is not your turn."
    assert bot.live.content == before


async def test_a_late_press_shows_the_state(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    old = bot.live
    await bot.press(who, "Roll")
    bot.still_shown(old)
    late = await bot.press(who, "Roll", old)
    assert late.response.ephemeral
    assert "The table has moved on." in said(late)
    assert f"**{who}**, play " in said(late)
    assert f"https://discord.com/channels/{bot.guild.id}/{bot.channel.id}/{bot.live.id}" in said(late)


async def test_a_press_on_what_is_no_button_of_ours_is_answered(bot: OneBot) -> None:
    await bot.play()
    stored = bot.env.backend.get_message(bot.channel.id, bot.live.id)
    stored.components[0]["components"][0]["custom_id"] = "something else"
    answer = await bot.people["Ann"].click(bot.live, custom_id="something else")
    assert "The table has moved on." in said(answer)


async def test_nobody_who_has_been_answered_is_answered_once_more_when_word_of_it_was_lost(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.play()
    who = await bot.until(Phase.PLAY)
    defer = discord.InteractionResponse.defer

    async def accepted_and_lost(response: Any, **how: Any) -> None:
        await defer(response, **how)
        response._response_type = None
        raise error(400, 40060)

    monkeypatch.setattr(discord.InteractionResponse, "defer", accepted_and_lost)
    with patch.multiple(router, _IN_TIME=HOUR, _AT_LAST=HOUR):
        assert await bot.slash(who, "move", play=bot.plays[0]) == ""
    assert not bot.services.ack_timers


async def test_after_a_restart_old_buttons_work(bot: OneBot) -> None:
    await bot.play()
    who = await bot.asked()
    composer = (await bot.press(who, "Move")).response
    await bot.restart()
    assert await bot.asked() == who
    composer = (await bot.tap(who, composer, "flip")).response
    assert ": choose a " in composer.content
    doubler = await bot.until(Phase.CUBE)
    await bot.restart()
    asked = await bot.press(doubler, "Double")
    await bot.restart()
    await bot.press(doubler, "Confirm", asked.response)
    await bot.restart()
    await bot.press(other(doubler), "Take")
    assert bot.seen.cube == 2


async def test_a_challenge_is_accepted_after_a_restart(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    await bot.restart()
    await bot.press("Bob", "Accept challenge", bot.last)
    assert bot.live.attachments


async def test_a_board_that_was_never_shown_is_shown_after_a_restart(bot: OneBot) -> None:
    """The process ended after an action was saved and before it was shown."""
    await bot.play()
    who = await bot.asked()
    table, match = await bot.table(), await bot.match()
    await bot.services.desk.act(
        table.channel,
        table.people.seats[("Ann", "Bob").index(who)],
        intents.move(str(match.game.plays(match.rules)[0])),
        receipt="cut off",
    )
    before = len(bot.messages)
    await bot.restart()
    assert len(bot.messages) == before + 1
    assert bot.notified(bot.live) == [other(who)]


async def test_board_shows_the_same_again_at_the_bottom_and_mentions_nobody(bot: OneBot) -> None:
    await bot.play()
    await bot.slash("Cyd", "board")
    first, again = [message for message in bot.messages if message.attachments]
    assert again.content == first.content and bot.notified(again) == []
    assert walk(first) == [] and walk(again) != []


async def test_in_an_empty_channel_commands_say_how_to_start(bot: OneBot) -> None:
    for name in ("board", "roll", "pips", "undo", "abort"):
        assert "Nothing is being played in this channel. Start with /play." in await bot.slash("Ann", name), name


async def test_illegal_plays_are_answered_with_legal_ones_near_to_them(bot: OneBot) -> None:
    await bot.play()
    who = await bot.asked()
    refused = await bot.slash(who, "move", play="24/2")
    assert "Legal and near to it: `" in refused
    nonsense = await bot.slash(who, "move", play="<@1> **x**")
    assert "<@1>" not in nonsense
    for nothing in ("banana", "what now?", "банан"):
        said = await bot.slash(who, "move", play=nothing)
        assert "Write " in said and "Legal and near to it" not in said, "no play is nearer to it than any other"
    assert "Legal and near to it: `" in await bot.slash(who, "move", play="8/5 banana")
    assert (await bot.match()).game.phase is Phase.PLAY


async def test_autocomplete_offers_legal_plays_that_go_on_with_what_is_typed(bot: OneBot) -> None:
    await bot.play()
    who = await bot.asked()
    person = bot.people[who]
    everything = [choice["value"] for choice in await person.autocomplete(bot.channel, "move", "play", "")]
    assert set(everything) <= set(bot.plays) and everything
    begun = everything[0].split("/")[0] + "/"
    narrowed = [choice["value"] for choice in await person.autocomplete(bot.channel, "move", "play", begun)]
    assert narrowed and all(begun in play for play in narrowed)
    assert await bot.people["Cyd"].autocomplete(bot.channel, "move", "play", "") == []


async def test_who_has_waited_three_days_claims_the_game(bot: OneBot) -> None:
    await bot.play()
    waiting = other(await bot.asked())
    early = await bot.slash(waiting, "claim")
    assert "You may claim when the other side has not acted for 72 hours. That will be <t:" in early
    assert "You cannot claim while the table waits for you." in await bot.slash(other(waiting), "claim")
    bot.later(72 * HOUR + 60)
    await bot.slash(waiting, "claim")
    assert f"**{waiting}** claims the game." in bot.live.content
    assert f"**{waiting}** wins 1 point." in bot.live.content


async def test_who_keeps_a_table_waiting_is_reminded_under_a_fresh_board(bot: OneBot) -> None:
    await bot.play()
    who, before = await bot.asked(), bot.live.id
    reminded = []
    for _ in range(200):
        bot.later(HOUR)
        await bot.tick()
        if bot.live.id != before:
            before = bot.live.id
            reminded.append(bot.notified(bot.live))
    assert reminded == [[who]] * 3
    assert sum(bool(walk(message)) for message in bot.messages) == 1


async def test_a_session_nobody_goes_on_with_is_closed(bot: OneBot) -> None:
    await bot.play()
    await bot.press("Ann", "Void the game", (await bot.press("Ann", "More")).response)
    await bot.press("Bob", "Accept voiding")
    for _ in range(8):
        bot.later(12 * HOUR)
        await bot.tick()
    assert "Nobody went on, so the session ends." in bot.live.content
    assert (await bot.table()).stage is Stage.CLOSED


async def test_a_moderator_voids_a_game_he_does_not_play(bot: OneBot) -> None:
    await bot.play(length=3)
    assert "You do not play at this table." in await bot.slash("Cyd", "abort")
    bot.hire("Dan", manage_messages=True)
    assert await bot.slash("Dan", "abort") == ""
    told = "\n".join(message.content for message in bot.messages)
    assert "A moderator has voided the game." in told and "Game 1 counts for nothing." in told
    assert (await bot.match()).number == 2


async def test_a_moderator_who_plays_has_to_ask_like_anybody(bot: OneBot) -> None:
    bot.hire("Dan", manage_messages=True)
    await bot.slash("Dan", "play", opponent="Bob")
    await bot.press("Bob", "Accept challenge", bot.last)
    await bot.slash("Dan", "abort")
    assert "**Dan** asks to void this game. Accept or decline?" in bot.live.content


async def test_when_the_board_cannot_be_edited_it_is_posted_anew(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    gone = bot.live
    del bot.env.backend.messages[bot.channel.id][gone.id]  # and nothing tells the bot
    await bot.slash(who, "roll")
    assert bot.live.id > gone.id and bot.seen.dice is not None
    assert bot.notified(bot.live) == []


async def test_two_processes_do_not_answer_one_press_twice(bot: OneBot) -> None:
    """The same interaction delivered to a bot that has died and to its successor acts once."""
    await bot.play()
    table, match, who = await bot.table(), await bot.match(), await bot.asked()
    person = table.people.seats[("Ann", "Bob").index(who)]
    intent = intents.move(str(match.game.plays(match.rules)[0]))
    later = make_bot(bot.server)
    first = await bot.services.desk.act(table.channel, person, intent, receipt="one")
    second = await later.services.desk.act(table.channel, person, intent, receipt="one")
    assert second.repeated and second.table.version == first.table.version
    await later.services.store.close()


async def test_a_board_is_made_ready_while_it_is_saved_and_shown_only_then(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.play()
    drawn, saving, known, save, draw = [], [], len(bot.messages), Store.save, Painter.draw

    def drawing(painter: Painter, scene: Scene) -> asyncio.Future[bytes]:
        drawn.append(scene)
        return draw(painter, scene)

    async def slow(store: Store, *what: Any, **how: Any) -> Saved:
        async with asyncio.timeout(20):
            while not drawn:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        saving.append(len(bot.messages))
        return await save(store, *what, **how)

    monkeypatch.setattr(Painter, "draw", drawing)
    monkeypatch.setattr(Store, "save", slow)
    await bot.move()
    assert saving == [known]
    assert len(drawn) == 1, "it is drawn once"
    assert bot.live.attachments and bot.notified(bot.live)


async def test_what_was_made_ready_and_not_saved_is_never_shown(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bot.play()
    who, before = await bot.asked(), [(message.id, message.content) for message in bot.messages]
    first, second = bot.plays[:2]
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save", AsyncMock(side_effect=StoreError("away")))
        assert "My memory cannot be reached" in await bot.slash(who, "move", play=first)
    assert [(message.id, message.content) for message in bot.messages] == before

    await bot.slash(who, "move", play=second)
    assert f" {second}" in bot.live.content and f" {first}" not in bot.live.content


@pytest.mark.parametrize("verb", ["roll", "double", "take", "drop", "beaver", "raccoon", "next", "end", "undo"])
async def test_every_command_at_the_wrong_time_is_answered_with_a_reason(bot: OneBot, verb: str) -> None:
    await bot.play()
    for who in ("Ann", "Bob", "Cyd"):
        answer = await bot.slash(who, verb)
        assert answer and "went wrong" not in answer
        assert (await bot.match()).game.phase is Phase.PLAY

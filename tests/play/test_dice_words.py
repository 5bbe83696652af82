"""The commitment in the message that is never edited, and words for the dice: who is told of them, who may give one."""

from __future__ import annotations

import pytest

from bot import dice
from bot.tables.preferences import ServerSettings
from bot.texts import texts

from .bot import OneBot, one_bot, said, walk
from .chouette import OneChouette
from .test_games import resigned

CHECKED = "Every roll of this table can be checked: `/fairness`."
FIRST = "That was your first challenge."


async def test_the_message_that_opens_a_table_has_the_commitment_and_is_never_edited(bot: OneBot) -> None:
    await bot.play(length=5)
    challenge, opening, board = bot.messages
    short = dice.short_commitment((await bot.table()).seed)
    assert f"`{short}`" in challenge.content and f"`{short}`" in opening.content
    assert "**Ann** against **Bob**: backgammon, a match to 5 points." in opening.content
    assert "Crawford rule." in opening.content and (await bot.table()).id in opening.content
    assert bot.notified(opening) == [] and board.attachments
    for _ in range(3):
        await bot.turn()
    await bot.restart()
    await bot.slash("Ann", "board")
    same = [message for message in bot.messages if message.content == opening.content]
    assert [message.id for message in same] == [opening.id] and same[0].edited_at is None


async def test_nobody_is_taught_about_dice_before_a_game(bot: OneBot) -> None:
    told = await bot.slash("Ann", "play", opponent="Bob")
    assert "word" not in told
    form = await bot.press("Bob", "My word", bot.last)
    assert "Mixed into every roll" in str(form.modal)
    accepted = await bot.press("Bob", "Accept challenge", bot.last)
    assert accepted.followups == [] and not accepted.response.ephemeral


async def test_the_first_finished_game_of_a_life_tells_that_dice_can_be_checked(bot: OneBot) -> None:
    await bot.play(length=3)
    for number in range(3):
        await bot.turn()
        assert CHECKED not in bot.live.content
        await resigned(bot, "Ann", "single")
        told = [message for message in bot.messages if CHECKED in message.content]
        assert len(told) == 1, f"after game {number + 1}"
    await bot.slash("Ann", "play", opponent="Cyd", length=1)
    await bot.press("Cyd", "Accept challenge", bot.last)
    await bot.turn()
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.press("Ann", "Confirm", answer.response)
    await bot.press("Cyd", "Accept resignation")
    told = [message for message in bot.messages if CHECKED in message.content]
    assert len(told) == 2, "Cyd has not known it yet"


async def test_the_first_challenge_of_a_life_is_followed_by_a_hint(bot: OneBot) -> None:
    first = await bot.slash("Ann", "play")
    assert FIRST in first and "**Roll**" in first
    assert all(FIRST not in message.content for message in bot.messages)
    await bot.press("Bob", "Play", bot.last)
    assert FIRST not in await bot.slash("Ann", "play", opponent="Cyd")
    assert FIRST not in await bot.slash("Bob", "play", opponent="Cyd", thread=True), "who has played needs none"


async def test_whoever_has_deleted_their_data_is_told_again(bot: OneBot) -> None:
    await bot.slash("Ann", "play")
    assert FIRST not in await bot.slash("Ann", "play")
    await bot.services.preferences.drop_person(bot.people["Ann"].id)
    assert FIRST in await bot.slash("Ann", "play")


async def test_a_hint_names_buttons_as_the_board_has_them(bot: OneBot) -> None:
    services = bot.services
    await services.preferences.keep_server(bot.guild.id, ServerSettings(language="cs"))
    told = await bot.slash("Ann", "play")
    assert FIRST in told and f"**{texts('cs')('Roll')}**" in told and "**Roll**" not in told


async def test_who_has_given_none_may_give_a_word_for_the_games_to_come() -> None:
    async with one_bot(("Ann", "Bob", "Cyd", "Dan")) as bot:
        crew = OneChouette(bot)
        await crew.open("Ann", "Bob", "Cyd")
        (opening,) = [
            each for each in bot.messages if "**Chouette** with" in each.content and "The rules:" in each.content
        ]
        assert dice.short_commitment((await crew.table()).seed) in opening.content
        joined = await bot.people["Dan"].slash(bot.channel, "chouette join")
        assert "You have joined. You play from game 2 on." in said(joined)
        form = await bot.people["Dan"].click(joined.response, label="My word")
        done = await bot.people["Dan"].submit_modal(form, {"word": "comet"})
        assert "Your word is mixed into the dice from the next game on." in said(done)
        told = await bot.people["Dan"].slash(bot.channel, "fairness")
        assert "Nobody gave a word." not in said(told) and "1 word counts from the next game on." in said(told)
        assert not walk(told.response), "who has given one is not asked for another"
        asked = await bot.people["Bob"].slash(bot.channel, "fairness")
        form = await bot.people["Bob"].click(asked.response, label="My word")
        await bot.people["Bob"].submit_modal(form, {"word": "ash"})
        form = await bot.people["Bob"].click(asked.response, label="My word")
        again = await bot.people["Bob"].submit_modal(form, {"word": "oak"})
        assert "Your word is in the dice already" in said(again)
        assert [each.word for each in (await crew.table()).people.later] == ["comet", "ash"]


async def test_the_opening_message_is_posted_once_though_the_board_fails(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(scene: object) -> bytes:
        raise RuntimeError("no picture")

    await bot.slash("Ann", "play", opponent="Bob")
    with monkeypatch.context() as away:
        away.setattr(bot.services.painter, "draw", fails)
        assert "Something went wrong" in said(await bot.press("Bob", "Accept challenge", bot.last))
    await bot.slash("Ann", "board")
    assert bot.live.attachments
    assert sum("**Ann** against **Bob**" in message.content for message in bot.messages) == 1

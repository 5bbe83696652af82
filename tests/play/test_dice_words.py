"""The commitment in the message that is never edited, and words for the dice: who is told of them, who may give one."""

from __future__ import annotations

import pytest

from bot import dice
from bot.tables.preferences import ServerSettings
from bot.texts import texts

from .crew import Crew
from .party import Party, party, said, walk
from .test_games import resigned

CHECKED = "Every roll of this table can be checked: `/fairness`."
FIRST = "That was your first challenge."


async def test_the_message_that_opens_a_table_has_the_commitment_and_is_never_edited(club: Party) -> None:
    await club.play(length=5)
    challenge, opening, board = club.messages
    short = dice.short_commitment((await club.table()).seed)
    assert f"`{short}`" in challenge.content and f"`{short}`" in opening.content
    assert "**Ann** against **Bob**: backgammon, a match to 5 points." in opening.content
    assert "Crawford rule." in opening.content and (await club.table()).id in opening.content
    assert club.notified(opening) == [] and board.attachments
    for _ in range(3):
        await club.turn()
    await club.restart()
    await club.slash("Ann", "board")
    same = [message for message in club.messages if message.content == opening.content]
    assert [message.id for message in same] == [opening.id] and same[0].edited_at is None


async def test_nobody_is_taught_about_dice_before_a_game(club: Party) -> None:
    told = await club.slash("Ann", "play", opponent="Bob")
    assert "word" not in told
    form = await club.press("Bob", "My word", club.last)
    assert "It is mixed into every roll: nobody can have chosen the dice." in str(form.modal)
    accepted = await club.press("Bob", "Accept challenge", club.last)
    assert accepted.followups == [] and not accepted.response.ephemeral


async def test_the_first_finished_game_of_a_life_tells_that_dice_can_be_checked(club: Party) -> None:
    await club.play(length=3)
    for number in range(3):
        await club.turn()
        assert CHECKED not in club.live.content
        await resigned(club, "Ann", "single")
        told = [message for message in club.messages if CHECKED in message.content]
        assert len(told) == 1, f"after game {number + 1}"
    await club.slash("Ann", "play", opponent="Cyd", length=1)
    await club.press("Cyd", "Accept challenge", club.last)
    await club.turn()
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.press("Ann", "Confirm", answer.response)
    await club.press("Cyd", "Accept resignation")
    told = [message for message in club.messages if CHECKED in message.content]
    assert len(told) == 2, "Cyd has not known it yet"


async def test_the_first_challenge_of_a_life_is_followed_by_a_hint(club: Party) -> None:
    first = await club.slash("Ann", "play")
    assert FIRST in first and "**Roll**" in first
    assert all(FIRST not in message.content for message in club.messages)
    await club.press("Bob", "Play", club.last)
    assert FIRST not in await club.slash("Ann", "play", opponent="Cyd")
    assert FIRST not in await club.slash("Bob", "play", opponent="Cyd", thread=True), "who has played needs none"


async def test_whoever_has_deleted_their_data_is_told_again(club: Party) -> None:
    await club.slash("Ann", "play")
    assert FIRST not in await club.slash("Ann", "play")
    await club.bot.services.preferences.drop_person(club.people["Ann"].id)
    assert FIRST in await club.slash("Ann", "play")


async def test_a_hint_names_buttons_as_the_board_has_them(club: Party) -> None:
    services = club.bot.services
    await services.preferences.keep_server(club.guild.id, ServerSettings(language="cs"))
    told = await club.slash("Ann", "play")
    assert FIRST in told and f"**{texts('cs')('Roll')}**" in told and "**Roll**" not in told


async def test_who_has_given_none_may_give_a_word_for_the_games_to_come() -> None:
    async with party(("Ann", "Bob", "Cyd", "Dan")) as club:
        crew = Crew(club)
        await crew.open("Ann", "Bob", "Cyd")
        (opening,) = [
            each for each in club.messages if "**Chouette** with" in each.content and "The rules:" in each.content
        ]
        assert dice.short_commitment((await crew.table()).seed) in opening.content
        joined = await club.people["Dan"].slash(club.channel, "chouette join")
        assert "You have joined. You play from game 2 on." in said(joined)
        form = await club.people["Dan"].click(joined.response, label="My word")
        done = await club.people["Dan"].submit_modal(form, {"word": "comet"})
        assert "Your word is mixed into the dice from the next game on." in said(done)
        told = await club.people["Dan"].slash(club.channel, "fairness")
        assert "Nobody gave a word." not in said(told) and "1 word counts from the next game on." in said(told)
        assert not walk(told.response), "who has given one is not asked for another"
        asked = await club.people["Bob"].slash(club.channel, "fairness")
        form = await club.people["Bob"].click(asked.response, label="My word")
        await club.people["Bob"].submit_modal(form, {"word": "ash"})
        form = await club.people["Bob"].click(asked.response, label="My word")
        again = await club.people["Bob"].submit_modal(form, {"word": "oak"})
        assert "Your word is in the dice already" in said(again)
        assert [each.word for each in (await crew.table()).people.later] == ["comet", "ash"]


async def test_the_opening_message_is_posted_once_though_the_board_fails(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(scene: object) -> bytes:
        raise RuntimeError("no picture")

    await club.slash("Ann", "play", opponent="Bob")
    with monkeypatch.context() as away:
        away.setattr(club.bot.services.painter, "draw", fails)
        assert "Something went wrong" in said(await club.press("Bob", "Accept challenge", club.last))
    await club.slash("Ann", "board")
    assert club.live.attachments
    assert sum("**Ann** against **Bob**" in message.content for message in club.messages) == 1

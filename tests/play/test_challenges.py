"""From `/play` to the first board: who can be challenged, words for the dice, threads, permissions, the end of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot import dice
from bot.backgammon import CubeRules, Phase
from bot.screens.board_rules_words import rules_words
from bot.tables.challenges import LASTS
from bot.tables.table import Stage
from bot.texts import texts
from tests.store.servers import stored

from .party import Party, party, said, walk
from .test_games import resigned


async def test_a_challenge_names_its_rules_and_mentions_the_challenged_only(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob", length=5)
    message = club.last
    assert f"**Ann** challenges <@{club.people['Bob'].id}>: backgammon, a match to 5 points." in message.content
    assert "Crawford" not in message.content and "-# Commitment `" in message.content
    assert club.notified(message) == ["Bob"]
    buttons = ["Accept challenge", "Decline challenge", "Rules", "My word", "Withdraw"]
    assert [each["label"] for each in walk(message)] == buttons
    rules = said(await club.press("Cyd", "Rules", message))
    assert "backgammon, a match to 5 points" in rules and "Crawford rule." in rules
    assert club.messages == [message], "they are told to nobody else"


async def test_a_challenge_names_what_is_not_usual(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob", jacoby=False, cube_cap=8, colour="dark")
    assert "Not usual: Doubling cube up to 8. No Jacoby rule. (+1)" in club.last.content.splitlines()
    await club.press("Ann", "Withdraw", club.last)
    await club.slash("Ann", "play", opponent="Cyd", colour="dark")
    assert "Not usual: **Ann** has the dark checkers." in club.last.content.splitlines()


async def test_an_open_challenge_is_for_whoever_comes_first(club: Party) -> None:
    await club.slash("Ann", "play")
    message = club.last
    assert "**Ann** looks for an opponent" in message.content and club.notified(message) == []
    assert [each["label"] for each in walk(message)] == ["Play", "Rules", "My word", "Withdraw"]
    assert "This is your own challenge." in said(await club.press("Ann", "Play", message))
    assert "Only Ann can withdraw this challenge." in said(await club.press("Cyd", "Withdraw", message))
    await club.press("Cyd", "Play", message)
    assert "**Cyd** accepts **Ann**'s challenge" in club.messages[0].content
    assert walk(club.messages[0]) == []
    club.still_shown(message)
    assert "This challenge is over." in said(await club.press("Bob", "Play", message))


@pytest.mark.parametrize(
    ("opponent", "why"),
    [
        ("Ann", "You cannot challenge yourself."),
        ("other bot", "is a bot and does not play."),
    ],
)
async def test_who_cannot_be_challenged(club: Party, opponent: str, why: str) -> None:
    if opponent == "other bot":
        club.people[opponent] = club.guild.add_member(club.env.create_user("other", bot=True))
    assert why in await club.slash("Ann", "play", opponent=opponent)
    assert club.messages == []


async def test_who_is_not_here_is_not_challenged(club: Party) -> None:
    club.people["Eve"] = club.env.create_user("eve", global_name="Eve")
    assert "Eve cannot see this channel." in await club.slash("Ann", "play", opponent="Eve")
    assert club.messages == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"length": 5, "jacoby": True}, "Jacoby rule: that belongs to money sessions"),
        ({"crawford": True}, "Crawford rule: that belongs to matches"),
        ({"cube": False, "beavers": 1}, "Beavers: that needs a doubling cube."),
        ({"beavers": 0, "raccoons": True}, "Raccoons need beavers."),
    ],
)
async def test_rules_that_do_not_go_together_are_refused(club: Party, options: dict[str, Any], why: str) -> None:
    assert why in await club.slash("Ann", "play", opponent="Bob", **options)
    assert club.messages == []


async def test_how_many_beavers_and_how_high_the_cube(club: Party) -> None:
    await club.play(beavers=3, cube_cap=8)
    assert (await club.match()).rules.money == CubeRules(beavers_per_bet=3, cube_cap=8)
    assert "Doubling cube up to 8." in (rules := " ".join(rules_words((await club.match()).rules, texts("en"))))
    assert "Beavers: at most 3 a game." in rules
    assert "Highest cube: that belongs to money sessions" in await club.slash(
        "Ann", "play", opponent="Cyd", cube_cap=8, length=3
    )


async def test_no_beaver_and_no_cap(club: Party) -> None:
    await club.play(beavers=0, cube_cap=0)
    assert (await club.match()).rules.money == CubeRules(animals=0, cube_cap=None)


@pytest.mark.parametrize(("colour", "light"), [("dark", 1), ("light", 0)])
async def test_the_challenger_chooses_how_the_checkers_look(club: Party, colour: str, light: int) -> None:
    await club.slash("Ann", "play", opponent="Bob", length=1, colour=colour)
    assert ("**Ann** has the dark checkers." in club.last.content) == bool(light)
    await club.press("Bob", "Accept challenge", club.last)
    assert sum(f"**{'Ann' if light else 'Bob'}** has the dark checkers." in each.content for each in club.messages) > 0
    table = await club.table()
    assert table.about.light == light and [person.name for person in table.people.seats] == ["Ann", "Bob"]
    await resigned(club, "Ann", "match")
    await club.press("Bob", "Rematch")
    await club.press("Ann", "Accept challenge", club.last)
    again = await club.table()
    assert [person.name for person in again.people.seats] == ["Bob", "Ann"]
    assert again.about.light == 1 - light, "everybody keeps their checkers"


@pytest.mark.parametrize(("light", "dark"), [(0, "Bob"), (1, "Ann")])
async def test_colours_are_drawn_when_the_challenge_is_accepted(club: Party, light: int, dark: str) -> None:
    club.bot.services.challenges._entropy = lambda count: bytes([light]) * count
    await club.slash("Ann", "play", opponent="Bob", colour="drawn")
    assert "Colours are drawn." in club.last.content
    await club.press("Bob", "Accept challenge", club.last)
    assert (await club.table()).about.light == light
    (opening,) = [each for each in club.messages if each.content.startswith("**Ann** against **Bob**")]
    assert f"**{dark}** has the dark checkers." in opening.content


async def test_only_those_concerned_answer(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    assert "This challenge is for Bob." in said(await club.press("Cyd", "Accept challenge", club.last))
    assert "This challenge is for Bob." in said(await club.press("Cyd", "Decline challenge", club.last))
    await club.press("Bob", "Decline challenge", club.last)
    assert "**Bob** declines **Ann**'s challenge" in club.last.content
    assert walk(club.last) == []
    assert "between Bob and you has just been declined." in await club.slash("Ann", "play", opponent="Bob")


async def test_refused_commands_leave_the_store_as_it_was(club: Party) -> None:
    await club.play(length=1)
    await club.turn()
    await resigned(club, "Ann", "single")
    await club.slash("Ann", "play", opponent="Cyd")
    await club.press("Cyd", "Decline challenge", club.last)
    for _ in range(2):
        await club.slash("Ann", "play")
    await club.slash("Ann", "chouette open")
    before = await stored(club.server)
    for _ in range(10):
        for command in ("play", "rematch", "chouette open"):
            answer = await club.slash("Ann", command, **({"thread": True} if command == "chouette open" else {}))
            assert "You have three open challenges already." in answer
        assert "A table is open in this channel already." in await club.slash("Bob", "chouette open")
        assert "between Ann and you has just been declined." in await club.slash("Cyd", "play", opponent="Ann")
    assert await stored(club.server) == before


async def test_a_name_is_harmless_in_a_refusal_too() -> None:
    async with party(("Ann", "**Bob**", "Cyd")) as club:
        await club.slash("Ann", "play", opponent="**Bob**")
        refused = said(await club.press("Cyd", "Accept challenge", club.last))
        assert refused == "This challenge is for \\*\\*Bob\\*\\*."
        club.env.raise_errors()


@pytest.mark.parametrize("label", ["Withdraw", "Decline challenge"])
async def test_a_challenger_may_withdraw(club: Party, label: str) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    assert "Only Ann can withdraw this challenge." in said(await club.press("Bob", "Withdraw", club.last))
    await club.press("Ann", label, club.last)
    assert "**Ann** has withdrawn the challenge" in club.last.content and walk(club.last) == []


async def test_words_go_into_the_dice(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    for who, word in (("Bob", "second"), ("Ann", "first")):
        form = await club.press(who, "My word", club.last)
        done = await club.people[who].submit_modal(form, {"word": word})
        assert "Your word is mixed into the dice." in said(done)
    assert "first" not in club.last.content
    await club.press("Bob", "Accept challenge", club.last)
    table = await club.table()
    assert table.words == ("first", "second")
    rolls = [dice.roll(table.seed, table.words, number) for number in range(1, table.state.rolls + 1)]  # type: ignore[union-attr]
    assert set(club.seen.dice or ()) == set(rolls[-1])


async def test_a_word_that_would_spoil_the_proof_is_refused(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    form = await club.press("Bob", "My word", club.last)
    refused = await club.people["Bob"].submit_modal(form, {"word": "a|b"})
    assert "A word has 1 to 40 characters" in said(refused)


async def test_an_expired_challenge_says_so_and_loses_its_buttons(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    message = club.last
    club.later(LASTS + 1)
    late = await club.press("Bob", "Accept challenge", message)
    assert "This challenge is over." in said(late)
    await club.tick()
    assert club.last.id == message.id
    assert "**Ann**'s challenge (backgammon, a money session) has expired." in club.last.content
    assert walk(club.last) == []


async def test_a_second_table_is_offered_a_thread(club: Party) -> None:
    await club.play()
    answer = await club.people["Cyd"].slash(club.channel, "play", opponent=club.people["Ann"])
    assert "A table is open in this channel already. Play in a thread beside it?" in said(answer)
    opened = await club.press("Cyd", "Open a thread", answer.response)
    (thread,) = club.channel.threads
    assert thread.name == "Cyd – Ann: backgammon, a money session"
    assert f"The challenge is in <#{thread.id}>." in said(opened)
    challenge = thread.last_message
    await club.people["Ann"].click(challenge, label="Accept challenge")
    assert thread.last_message.attachments
    assert await club.bot.services.store.held(thread.id) is not None


async def test_a_challenge_whose_channel_was_taken_meanwhile_moves(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Cyd")
    waiting = club.last
    await club.slash("Ann", "play", opponent="Bob")
    await club.press("Bob", "Accept challenge", club.last)
    offered = await club.press("Cyd", "Accept challenge", waiting)
    assert "A table is open in this channel already." in said(offered)
    await club.press("Cyd", "Open a thread", offered.response)
    (thread,) = club.channel.threads
    moved = next(message for message in club.messages if message.id == waiting.id)
    assert f"This challenge has moved to <#{thread.id}>." in moved.content
    await club.people["Cyd"].click(thread.last_message, label="Accept challenge")
    assert thread.last_message.attachments


async def test_a_thread_can_be_asked_for_at_once(club: Party) -> None:
    answer = await club.slash("Ann", "play", opponent="Bob", thread=True)
    (thread,) = club.channel.threads
    assert f"The challenge is in <#{thread.id}>." in answer
    assert [message for message in club.messages if walk(message)] == []


async def test_missing_permissions_are_named_before_anything_is_opened(club: Party) -> None:
    club.channel = club.guild.create_text_channel(
        "narrow",
        overwrites={club.guild.default_role: discord.PermissionOverwrite(attach_files=False, send_messages=False)},
    )
    answer = await club.slash("Ann", "play", opponent="Bob")
    assert "Send Messages and Attach Files" in answer
    assert club.messages == []


async def test_a_rematch_by_button_and_by_command(club: Party) -> None:
    await club.play(length=1)
    form = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.press("Ann", "Confirm", form.response)
    await club.press("Bob", "Accept resignation")
    over = club.live
    assert "You do not play at this table." in said(await club.press("Cyd", "Rematch"))
    await club.press("Bob", "Rematch")
    assert walk(next(message for message in club.messages if message.id == over.id)) == [
        each for each in walk(over) if each["label"] != "Rematch"
    ]
    assert f"**Bob** challenges <@{club.people['Ann'].id}>: backgammon, a match to 1 point." in club.last.content
    await club.press("Ann", "Accept challenge", club.last)
    table = await club.table()
    assert [person.name for person in table.people.seats] == ["Bob", "Ann"] and table.about.setup.length == 1
    assert "Your game is still running." in await club.slash("Ann", "rematch")
    form = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.press("Ann", "Confirm", form.response)
    await club.press("Bob", "Accept resignation")
    await club.slash("Ann", "rematch")
    assert f"**Ann** challenges <@{club.people['Bob'].id}>" in club.last.content
    assert "You have not played here yet" in await club.slash("Cyd", "rematch")


async def test_four_challenges_are_one_too_many(club: Party) -> None:
    for _ in range(3):
        await club.slash("Ann", "play")
    assert "You have three open challenges already." in await club.slash("Ann", "play")


async def test_an_accepted_challenge_shows_the_board_and_who_begins(club: Party) -> None:
    await club.play()
    table = await club.table()
    assert table.stage is Stage.OPEN and table.state is not None and table.state.game.phase is Phase.PLAY
    assert club.live.attachments[0].filename.startswith(table.id)
    assert "begins." in club.live.content and club.labels == ["Move", "More"]


async def test_where_no_thread_can_be_opened_nobody_is_told_that_there_is_one(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*arguments: Any, **options: Any) -> None:
        raise TimeoutError

    await club.play()
    offered = await club.people["Cyd"].slash(club.channel, "play", opponent=club.people["Ann"])
    monkeypatch.setattr(discord.TextChannel, "create_thread", refused)
    opened = await club.press("Cyd", "Open a thread", offered.response)
    assert "The thread could not be opened" in said(opened)
    assert "moved into a thread" not in said(opened)
    assert not club.channel.threads

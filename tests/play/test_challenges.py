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

from .bot import OneBot, one_bot, said, walk
from .test_games import resigned


async def test_a_challenge_names_its_rules_and_mentions_the_challenged_only(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=5)
    message = bot.last
    assert f"**Ann** challenges <@{bot.people['Bob'].id}>: backgammon, a match to 5 points." in message.content
    assert "Crawford" not in message.content and "-# Commitment `" in message.content
    assert bot.notified(message) == ["Bob"]
    buttons = ["Accept challenge", "Decline challenge", "Rules", "My word", "Withdraw"]
    assert [each["label"] for each in walk(message)] == buttons
    rules = said(await bot.press("Cyd", "Rules", message))
    assert "backgammon, a match to 5 points" in rules and "Crawford rule." in rules
    assert bot.messages == [message], "they are told to nobody else"


async def test_a_challenge_names_what_is_not_usual(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", jacoby=False, cube_cap=8, colour="dark")
    assert "Not usual: Doubling cube up to 8. No Jacoby rule. (+1)" in bot.last.content.splitlines()
    await bot.press("Ann", "Withdraw", bot.last)
    await bot.slash("Ann", "play", opponent="Cyd", colour="dark")
    assert "Not usual: **Ann** has the dark checkers." in bot.last.content.splitlines()


async def test_an_open_challenge_is_for_whoever_comes_first(bot: OneBot) -> None:
    await bot.slash("Ann", "play")
    message = bot.last
    assert "**Ann** looks for an opponent" in message.content and bot.notified(message) == []
    assert [each["label"] for each in walk(message)] == ["Play", "Rules", "My word", "Withdraw"]
    assert "This is your own challenge." in said(await bot.press("Ann", "Play", message))
    assert "Only Ann can withdraw this challenge." in said(await bot.press("Cyd", "Withdraw", message))
    await bot.press("Cyd", "Play", message)
    assert "**Cyd** accepts **Ann**'s challenge" in bot.messages[0].content
    assert walk(bot.messages[0]) == []
    bot.still_shown(message)
    assert "This challenge is over." in said(await bot.press("Bob", "Play", message))


@pytest.mark.parametrize(
    ("opponent", "why"),
    [
        ("Ann", "You cannot challenge yourself."),
        ("other bot", "is a bot and does not play."),
    ],
)
async def test_who_cannot_be_challenged(bot: OneBot, opponent: str, why: str) -> None:
    if opponent == "other bot":
        bot.people[opponent] = bot.guild.add_member(bot.env.create_user("other", bot=True))
    assert why in await bot.slash("Ann", "play", opponent=opponent)
    assert bot.messages == []


async def test_who_is_not_here_is_not_challenged(bot: OneBot) -> None:
    bot.people["Eve"] = bot.env.create_user("eve", global_name="Eve")
    assert "Eve cannot see this channel." in await bot.slash("Ann", "play", opponent="Eve")
    assert bot.messages == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"length": 5, "jacoby": True}, "Jacoby rule: that belongs to money sessions"),
        ({"crawford": True}, "Crawford rule: that belongs to matches"),
        ({"cube": False, "beavers": 1}, "Beavers: that needs a doubling cube."),
        ({"beavers": 0, "raccoons": True}, "Raccoons need beavers."),
    ],
)
async def test_rules_that_do_not_go_together_are_refused(bot: OneBot, options: dict[str, Any], why: str) -> None:
    assert why in await bot.slash("Ann", "play", opponent="Bob", **options)
    assert bot.messages == []


async def test_how_many_beavers_and_how_high_the_cube(bot: OneBot) -> None:
    await bot.play(beavers=3, cube_cap=8)
    assert (await bot.match()).rules.money == CubeRules(beavers_per_bet=3, cube_cap=8)
    assert "Doubling cube up to 8." in (rules := " ".join(rules_words((await bot.match()).rules, texts("en"))))
    assert "Beavers: at most 3 a game." in rules
    assert "Highest cube: that belongs to money sessions" in await bot.slash(
        "Ann", "play", opponent="Cyd", cube_cap=8, length=3
    )


async def test_no_beaver_and_no_cap(bot: OneBot) -> None:
    await bot.play(beavers=0, cube_cap=0)
    assert (await bot.match()).rules.money == CubeRules(animals=0, cube_cap=None)


@pytest.mark.parametrize(("colour", "light"), [("dark", 1), ("light", 0)])
async def test_the_challenger_chooses_how_the_checkers_look(bot: OneBot, colour: str, light: int) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=1, colour=colour)
    assert ("**Ann** has the dark checkers." in bot.last.content) == bool(light)
    await bot.press("Bob", "Accept challenge", bot.last)
    assert sum(f"**{'Ann' if light else 'Bob'}** has the dark checkers." in each.content for each in bot.messages) > 0
    table = await bot.table()
    assert table.about.light == light and [person.name for person in table.people.seats] == ["Ann", "Bob"]
    await resigned(bot, "Ann", "match")
    await bot.press("Bob", "Rematch")
    await bot.press("Ann", "Accept challenge", bot.last)
    again = await bot.table()
    assert [person.name for person in again.people.seats] == ["Bob", "Ann"]
    assert again.about.light == 1 - light, "everybody keeps their checkers"


@pytest.mark.parametrize(("light", "dark"), [(0, "Bob"), (1, "Ann")])
async def test_colours_are_drawn_when_the_challenge_is_accepted(bot: OneBot, light: int, dark: str) -> None:
    bot.services.challenges._entropy = lambda count: bytes([light]) * count
    await bot.slash("Ann", "play", opponent="Bob", colour="drawn")
    assert "Colours are drawn." in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    assert (await bot.table()).about.light == light
    (opening,) = [each for each in bot.messages if each.content.startswith("**Ann** against **Bob**")]
    assert f"**{dark}** has the dark checkers." in opening.content


async def test_only_those_concerned_answer(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    assert "This challenge is for Bob." in said(await bot.press("Cyd", "Accept challenge", bot.last))
    assert "This challenge is for Bob." in said(await bot.press("Cyd", "Decline challenge", bot.last))
    await bot.press("Bob", "Decline challenge", bot.last)
    assert "**Bob** declines **Ann**'s challenge" in bot.last.content
    assert walk(bot.last) == []
    assert "between Bob and you has just been declined." in await bot.slash("Ann", "play", opponent="Bob")


async def test_refused_commands_leave_the_store_as_it_was(bot: OneBot) -> None:
    await bot.play(length=1)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    await bot.slash("Ann", "play", opponent="Cyd")
    await bot.press("Cyd", "Decline challenge", bot.last)
    for _ in range(2):
        await bot.slash("Ann", "play")
    await bot.slash("Ann", "chouette open")
    before = await stored(bot.server)
    for _ in range(10):
        for command in ("play", "rematch", "chouette open"):
            answer = await bot.slash("Ann", command, **({"thread": True} if command == "chouette open" else {}))
            assert "You have three open challenges already." in answer
        assert "A table is open in this channel already." in await bot.slash("Bob", "chouette open")
        assert "between Ann and you has just been declined." in await bot.slash("Cyd", "play", opponent="Ann")
    assert await stored(bot.server) == before


async def test_a_name_is_harmless_in_a_refusal_too() -> None:
    async with one_bot(("Ann", "**Bob**", "Cyd")) as bot:
        await bot.slash("Ann", "play", opponent="**Bob**")
        refused = said(await bot.press("Cyd", "Accept challenge", bot.last))
        assert refused == "This challenge is for \\*\\*Bob\\*\\*."
        bot.env.raise_errors()


@pytest.mark.parametrize("label", ["Withdraw", "Decline challenge"])
async def test_a_challenger_may_withdraw(bot: OneBot, label: str) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    assert "Only Ann can withdraw this challenge." in said(await bot.press("Bob", "Withdraw", bot.last))
    await bot.press("Ann", label, bot.last)
    assert "**Ann** has withdrawn the challenge" in bot.last.content and walk(bot.last) == []


async def test_words_go_into_the_dice(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    for who, word in (("Bob", "second"), ("Ann", "first")):
        form = await bot.press(who, "My word", bot.last)
        done = await bot.people[who].submit_modal(form, {"word": word})
        assert "Your word is mixed into the dice." in said(done)
    assert "first" not in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    table = await bot.table()
    assert table.words == ("first", "second")
    rolls = [dice.roll(table.seed, table.words, number) for number in range(1, table.state.rolls + 1)]  # type: ignore[union-attr]
    assert set(bot.seen.dice or ()) == set(rolls[-1])


async def test_a_word_that_would_spoil_the_proof_is_refused(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    form = await bot.press("Bob", "My word", bot.last)
    refused = await bot.people["Bob"].submit_modal(form, {"word": "a|b"})
    assert "A word has 1 to 40 characters" in said(refused)


async def test_an_expired_challenge_says_so_and_loses_its_buttons(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    message = bot.last
    bot.later(LASTS + 1)
    late = await bot.press("Bob", "Accept challenge", message)
    assert "This challenge is over." in said(late)
    await bot.tick()
    assert bot.last.id == message.id
    assert "**Ann**'s challenge (backgammon, a money session) has expired." in bot.last.content
    assert walk(bot.last) == []


async def test_a_second_table_is_offered_a_thread(bot: OneBot) -> None:
    await bot.play()
    answer = await bot.people["Cyd"].slash(bot.channel, "play", opponent=bot.people["Ann"])
    assert "A table is open in this channel already. Play in a thread beside it?" in said(answer)
    opened = await bot.press("Cyd", "Open a thread", answer.response)
    (thread,) = bot.channel.threads
    assert thread.name == "Cyd – Ann: backgammon, a money session"
    assert f"The challenge is in <#{thread.id}>." in said(opened)
    challenge = thread.last_message
    await bot.people["Ann"].click(challenge, label="Accept challenge")
    assert thread.last_message.attachments
    assert await bot.services.store.held(thread.id) is not None


async def test_a_challenge_whose_channel_was_taken_meanwhile_moves(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Cyd")
    waiting = bot.last
    await bot.slash("Ann", "play", opponent="Bob")
    await bot.press("Bob", "Accept challenge", bot.last)
    offered = await bot.press("Cyd", "Accept challenge", waiting)
    assert "A table is open in this channel already." in said(offered)
    await bot.press("Cyd", "Open a thread", offered.response)
    (thread,) = bot.channel.threads
    moved = next(message for message in bot.messages if message.id == waiting.id)
    assert f"This challenge has moved to <#{thread.id}>." in moved.content
    await bot.people["Cyd"].click(thread.last_message, label="Accept challenge")
    assert thread.last_message.attachments


async def test_a_thread_can_be_asked_for_at_once(bot: OneBot) -> None:
    answer = await bot.slash("Ann", "play", opponent="Bob", thread=True)
    (thread,) = bot.channel.threads
    assert f"The challenge is in <#{thread.id}>." in answer
    assert [message for message in bot.messages if walk(message)] == []


async def test_missing_permissions_are_named_before_anything_is_opened(bot: OneBot) -> None:
    bot.channel = bot.guild.create_text_channel(
        "narrow",
        overwrites={bot.guild.default_role: discord.PermissionOverwrite(attach_files=False, send_messages=False)},
    )
    answer = await bot.slash("Ann", "play", opponent="Bob")
    assert "Send Messages and Attach Files" in answer
    assert bot.messages == []


async def test_a_rematch_by_button_and_by_command(bot: OneBot) -> None:
    await bot.play(length=1)
    form = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.press("Ann", "Confirm", form.response)
    await bot.press("Bob", "Accept resignation")
    over = bot.live
    assert "You do not play at this table." in said(await bot.press("Cyd", "Rematch"))
    await bot.press("Bob", "Rematch")
    assert walk(next(message for message in bot.messages if message.id == over.id)) == [
        each for each in walk(over) if each["label"] != "Rematch"
    ]
    assert f"**Bob** challenges <@{bot.people['Ann'].id}>: backgammon, a match to 1 point." in bot.last.content
    await bot.press("Ann", "Accept challenge", bot.last)
    table = await bot.table()
    assert [person.name for person in table.people.seats] == ["Bob", "Ann"] and table.about.setup.length == 1
    assert "Your game is still running." in await bot.slash("Ann", "rematch")
    form = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.press("Ann", "Confirm", form.response)
    await bot.press("Bob", "Accept resignation")
    await bot.slash("Ann", "rematch")
    assert f"**Ann** challenges <@{bot.people['Bob'].id}>" in bot.last.content
    assert "You have not played here yet" in await bot.slash("Cyd", "rematch")


async def test_four_challenges_are_one_too_many(bot: OneBot) -> None:
    for _ in range(3):
        await bot.slash("Ann", "play")
    assert "You have three open challenges already." in await bot.slash("Ann", "play")


async def test_an_accepted_challenge_shows_the_board_and_who_begins(bot: OneBot) -> None:
    await bot.play()
    table = await bot.table()
    assert table.stage is Stage.OPEN and table.state is not None and table.state.game.phase is Phase.PLAY
    assert bot.live.attachments[0].filename.startswith(table.id)
    assert "begins." in bot.live.content and bot.labels == ["Move", "More"]


async def test_where_no_thread_can_be_opened_nobody_is_told_that_there_is_one(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*arguments: Any, **options: Any) -> None:
        raise TimeoutError

    await bot.play()
    offered = await bot.people["Cyd"].slash(bot.channel, "play", opponent=bot.people["Ann"])
    monkeypatch.setattr(discord.TextChannel, "create_thread", refused)
    opened = await bot.press("Cyd", "Open a thread", offered.response)
    assert "The thread could not be opened" in said(opened)
    assert "moved into a thread" not in said(opened)
    assert not bot.channel.threads

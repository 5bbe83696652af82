"""The server keeps Discord's rules, as a small bot with discord.py sees them from a process of its own."""

import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from . import BotProcess, Channel, ClientRefuses, DiscordServer, Guild, Person

COMMAND = (sys.executable, str(Path(__file__).parent / "sample_bot.py"))


#: Seconds for an answer, enough on any machine.
LONG = 20.0


@dataclass
class Evening:
    """A server with a guild, a channel, two people and the bot."""

    discord: DiscordServer
    bot: BotProcess
    guild: Guild
    channel: Channel
    alice: Person
    bob: Person


@pytest_asyncio.fixture
async def evening() -> AsyncIterator[Evening]:
    async with DiscordServer() as discord:
        discord.world.response_seconds = LONG
        guild = discord.guild(locale="de")
        channel = guild.channel("backgammon")
        alice, bob = guild.member("Alice", locale="fr"), guild.member("Bob")
        async with discord.bot_process(command=COMMAND) as bot:
            await bot.ready()
            yield Evening(discord, bot, guild, channel, alice, bob)


async def test_slash_commands_are_converted_and_answered(evening: Evening) -> None:
    alice, bob, channel = evening.alice, evening.bob, evening.channel
    answer = await alice.slash(channel, "play", opponent=bob, length=3, kind="Money", cube=False)
    assert (answer.type, answer.failed, answer.ephemeral) == (4, False, False)
    assert answer.content == f"{alice.mention} {bob.mention} 3 money False fr {bob.mention}"
    assert answer.seconds is not None
    assert channel.messages == [answer.message]
    message = channel.messages[0]
    assert message.mentions == [alice, bob]
    assert [(file.bytes, file.description) for file in message.attachments] == [(b"board", "The board")]
    for wrong in ({"size": 3}, {"length": 26}, {"length": "3"}, {"opponent": "Bob"}, {"kind": "match"}):
        with pytest.raises(ClientRefuses):
            await alice.slash(channel, "play", **({"opponent": bob} | wrong))
    with pytest.raises(ClientRefuses):
        await alice.slash(channel, "plan")


async def test_buttons_selects_and_what_only_one_sees(evening: Evening) -> None:
    alice, bob, channel = evening.alice, evening.bob, evening.channel
    message = (await alice.slash(channel, "play", opponent=bob)).message
    assert message
    chosen = await bob.choose(message, "Colour", ["Black"])
    await chosen.completed()
    assert (chosen.type, message.content, chosen.edits) == (6, "Colour: Black", 1)
    answer = await bob.press(message, "Accept")
    assert (answer.type, answer.content, answer.message) == (7, "Bob accepts", message)
    by = {each.by: each.path.partition("/")[2].partition("/")[0] for each in evening.discord.requests}
    assert (by["callback"], by["webhook"]) == ("interactions", "webhooks") and "token" in by
    await channel.wait_for(lambda one: one.content == "Only you see this", person=bob)
    assert channel.visible_to(alice) == channel.messages == [message]
    secret = channel.visible_to(bob)[1]
    assert secret.ephemeral
    with pytest.raises(ClientRefuses):
        await alice.press(secret, "Accept")
    with pytest.raises(ClientRefuses, match="disabled"):
        await bob.press(message, "Accept")
    assert (await alice.press(message, "accept", stale=True)).content == "Alice accepts"


async def test_modals_and_autocompletion(evening: Evening) -> None:
    alice, channel = evening.alice, evening.channel
    message = (await alice.slash(channel, "play", opponent=evening.bob)).message
    assert message
    opened = await alice.press(message, "note")
    assert opened.type == 9 and opened.modal
    assert opened.modal.title == "A note"
    with pytest.raises(ClientRefuses):
        await alice.submit(opened.modal, {"Words": "x" * 21})
    answer = await alice.submit(opened.modal, {"Words": "well played"})
    assert (answer.content, answer.ephemeral) == ("Noted: well played", True)
    offered = await alice.autocomplete(channel, "move", play="8/")
    assert (offered.type, [choice["value"] for choice in offered.choices]) == (8, ["8/5 6/5"])


async def test_a_deferred_answer_is_filled_by_the_first_followup(evening: Evening) -> None:
    answer = await evening.alice.slash(evening.channel, "move", play="24/20")
    assert (answer.type, answer.ephemeral) == (5, True)
    await answer.completed()
    assert (answer.content, answer.followups) == ("Played 24/20", [])
    assert answer.message and not answer.message.loading


async def test_context_menus_and_direct_messages(evening: Evening) -> None:
    message = evening.bob.say(evening.channel, "good luck")
    answer = await evening.alice.context_menu(evening.channel, "Quote", message)
    assert answer.content == f"> {message.id} Bob"
    answer = await evening.alice.slash(evening.alice.dm, "mistake", which="none")
    assert (answer.content, evening.alice.dm.messages) == ("here", [answer.message])
    answer = await evening.alice.slash(evening.channel, "mistake", which="direct")
    await evening.alice.dm.wait_for(lambda one: one.content == "between us")
    with pytest.raises(ClientRefuses):
        await evening.bob.slash(evening.alice.dm, "mistake", which="none")


async def test_nonces_files_and_threads(evening: Evening) -> None:
    answer = await evening.alice.slash(evening.channel, "table new")
    await answer.completed()
    assert answer.content == "same: True"
    [table] = evening.channel.messages
    assert [(file.filename, file.bytes, file.description) for file in table.attachments] == [
        ("2.txt", b"2", "two"),
        ("3.txt", b"3", None),
    ]
    assert table.thread
    assert [message.content for message in table.thread.messages] == ["in the thread"]
    assert len(evening.discord.calls("POST", r"^/channels/\d+/messages$")) == 3


async def test_three_seconds_and_other_mistakes(evening: Evening) -> None:
    alice, channel, bot = evening.alice, evening.channel, evening.bot
    evening.discord.world.response_seconds = 0.3
    answer = await alice.slash(channel, "mistake", which="late")
    assert answer.failed and answer.type is None and not channel.messages
    await bot.says("late: 404 10062")
    evening.discord.world.response_seconds = LONG
    channel.deny(evening.discord.bot, "send_messages")
    for which, said in (
        ("twice", "twice: 400 40060"),
        ("forbidden", "forbidden: 403 50013"),
        ("silent", "silent: 404 10015"),
        ("long", "long: 400 50035 Invalid Form Body"),
    ):
        evening.discord.world.response_seconds = LONG if which == "twice" else 0.1
        await alice.slash(channel, "mistake", which=which)
        await bot.says(said)
    assert "components.0.components.0.label" in bot.stdout
    evening.discord.world.response_seconds = LONG
    answer = await alice.slash(channel, "mistake", which="old")
    await answer.world.until(lambda: answer.followups, 5, lambda: "a followup")
    evening.discord.advance(15 * 60)
    await bot.says("old: 401 50027")


async def test_after_three_seconds_an_answer_is_no_longer_taken(evening: Evening) -> None:
    async with DiscordServer() as discord:
        assert discord.world.response_seconds == 3
    evening.discord.world.response_seconds = 0.3
    with evening.discord.holding("POST", "/callback$"):
        answer = await evening.alice.slash(evening.channel, "mistake", which="slow")
        assert answer.failed
    await evening.bot.says("slow: 404 10062")
    assert answer.type is None


async def test_failures_before_and_after_accepting(evening: Evening) -> None:
    fault = evening.discord.fail_next("POST", r"/channels/\d+/messages$", after_accepting=True)
    answer = await evening.alice.slash(evening.channel, "table new")
    await answer.completed()
    assert (answer.content, fault.hits, len(evening.channel.messages)) == ("same: True", 1, 1)
    evening.discord.fail_next("POST", r"/channels/\d+/messages$", status=403, code=50001)
    evening.discord.world.response_seconds = 0.1
    await evening.alice.slash(evening.channel, "mistake", which="forbidden")
    await evening.bot.says("forbidden: 403 50001")
    assert [call.status for call in evening.discord.calls("POST", r"/channels/\d+/messages$")][::4] == [500, 403]


async def test_a_cut_connection(evening: Evening) -> None:
    evening.discord.fail_next("POST", "/callback$", status=None, after_accepting=True)
    answer = await evening.alice.slash(evening.channel, "mistake", which="cut")
    assert answer.content == "here"
    await evening.bot.says("ServerDisconnectedError")
    assert evening.discord.calls("POST", "/callback$")[0].status is None


async def test_a_killed_bot_comes_back_to_its_messages(evening: Evening) -> None:
    message = (await evening.alice.slash(evening.channel, "play", opponent=evening.bob)).message
    assert message
    await evening.bot.kill()
    evening.discord.world.response_seconds = 0.1
    assert (await evening.bob.press(message, "Accept")).failed
    evening.discord.world.response_seconds = LONG
    await evening.bot.start()
    await evening.bot.ready()
    assert (await evening.bob.press(message, "Accept")).content == "Bob accepts"
    ended = await evening.bot.terminate()
    assert ended != -9


async def test_a_dropped_gateway_is_resumed_with_what_was_missed(evening: Evening) -> None:
    evening.discord.gateway.drop()
    evening.alice.say(evening.channel, "not for bots")
    evening.alice.say(evening.channel, f"for {evening.discord.bot.mention}")
    await evening.bot.says(f"heard 'for {evening.discord.bot.mention}'")
    assert "heard ''" in evening.bot.stdout
    gateway = evening.discord.gateway
    assert (gateway.identified, gateway.resumed) == (1, 1)
    gateway.ask_to_reconnect()
    await evening.discord.world.until(lambda: gateway.resumed == 2, 5, lambda: "a second RESUME")
    gateway.drop(resumable=False)
    await evening.discord.world.until(lambda: not gateway.connected, 5, lambda: "the end of the connection")


async def test_a_bot_that_does_not_start_says_why(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("raise SystemExit('no token')")
    async with DiscordServer() as discord, discord.bot_process(command=(sys.executable, str(script))) as bot:
        with pytest.raises(RuntimeError, match="no token"):
            await bot.ready()


async def test_the_registered_commands_can_be_read(evening: Evening) -> None:
    play = next(command for command in evening.discord.commands if command["name"] == "play")
    assert [option["type"] for option in play["options"]] == [6, 4, 3, 5]

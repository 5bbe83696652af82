"""Boards that could not be shown: who plays is told why, and they come once, as soon as they can."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import pytest_asyncio

from tests.discord_server import Channel, DiscordServer, Fault, Interaction, payloads
from tests.discord_server.world import Role, permission_bits
from tests.process.bots import PATIENCE, READY, Bots, PlayedTable, in_thread, running_bots
from tests.process.chouette_table import ChouetteTable
from tests.store.listed import open_places

IMPATIENT = (sys.executable, "-m", "tests.known_dice", "tests.process.impatient_bot")
POST, EDIT = ("POST", r"/channels/\d+/messages$"), ("PATCH", r"/messages/\d+$")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    """A bot that tries again as every bot does: nothing here waits for that."""
    async with running_bots(tmp_path_factory.mktemp("owed")) as made:
        await made.process.says(READY)
        yield made
        made.check_sound()


async def told(answer: Interaction, words: str) -> str:
    """What somebody alone has read, once it has these words in it."""

    def read() -> str:
        said = [answer.original, *answer.followups]
        return "\n".join(message.content for message in said if message is not None and message.ephemeral)

    await answer.world.until(lambda: words in read(), 20, lambda: repr(answer))
    return read()


def posts(bots: Bots, channel: Channel) -> int:
    return len(bots.discord.calls("POST", rf"/channels/{channel.id}/messages$"))


async def once(played: PlayedTable, version: int, mentioned: list[int]) -> None:
    """The board of a state comes, once, and mentions these people once."""
    await played.until(lambda: played.version >= version)
    assert played.version == version
    shown = [board for board in played.boards if board.attachments[0].filename.endswith(f"-{version}.png")]
    assert len(shown) == 1 and [person.id for person in shown[0].mentions] == mentioned


@pytest.mark.parametrize(
    ("lost", "missing", "threaded"),
    [
        ("view_channel", "View Channel", False),
        ("send_messages", "Send Messages", False),
        ("attach_files", "Attach Files", False),
        ("send_messages_in_threads", "Send Messages in Threads", True),
        ("view_channel", "View Channel", True),
    ],
)
async def test_who_plays_is_told_what_is_missing_and_the_board_comes_with_it(
    bots: Bots, lost: str, missing: str, threaded: bool
) -> None:
    played = await in_thread(bots) if threaded else bots.table()
    if not threaded:
        await played.begin()
    place, before = played.channel.parent or played.channel, played.version
    place.deny(bots.discord.bot, lost)
    who, play = played.asked(), played.plays[0]
    tried = posts(bots, played.channel)
    said = await told(await who.slash(played.channel, "move", play=play), "What you did is kept")
    assert f"I lack these permissions: **{missing}**." in said
    table = await bots.stored(played)
    assert table is not None and table.version > before == played.version
    assert posts(bots, played.channel) == tried + 1, "one request tells it, and no more are made"
    place.deny(bots.discord.bot)
    await once(played, table.version, [played.other(who).id])
    assert posts(bots, played.channel) == tried + 2
    await played.shown(played.other(who).press(played.live, "Roll"))


async def test_who_presses_is_told_too(bots: Bots) -> None:
    played = bots.table()
    await played.begin()
    await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
    who, live = played.asked(), played.live
    played.channel.deny(bots.discord.bot, "send_messages")
    asked = await who.press(live, "Double")
    answer = await who.press(asked.message, "Confirm") if asked.message and asked.ephemeral else asked
    assert "**Send Messages**" in await told(answer, "What you did is kept")
    table = await bots.stored(played)
    assert table is not None
    played.channel.deny(bots.discord.bot)
    await once(played, table.version, [played.other(who).id])


async def test_it_is_told_in_the_language_of_whoever_plays(bots: Bots) -> None:
    played = bots.table()
    challenge = await played.challenge()
    await played.shown(played.people[1].press(challenge, challenge.buttons[0].label))
    for person in played.people:  # the table speaks English till the next game
        person.locale = "cs"
    played.channel.deny(bots.discord.bot, "attach_files", "send_messages")
    answer = await played.asked().slash(played.channel, "move", play=played.plays[0])
    said = await told(answer, "Tvoje akce je uložená")
    assert "**Posílat zprávy** a\N{NO-BREAK SPACE}**Přikládat soubory**" in said
    played.channel.deny(bots.discord.bot)
    await played.until(lambda: len(played.boards) == 2)


async def test_who_says_a_sealed_word_is_told_that_the_board_is_not_shown(bots: Bots) -> None:
    """He has had his answer by then."""
    table = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
    await table.lobby()
    await table.start()
    await table.until_cube(box=False)
    team = await table.team()
    table.channel.deny(bots.discord.bot, "view_channel")
    answer = await team[1].slash(table.channel, "pass")  # the press itself would show it, whatever the bot may do
    assert "**View Channel**" in await told(answer, "What you did is kept")
    version = (await table.stored()).version
    assert table.version < version
    table.channel.deny(bots.discord.bot)
    await table.until(lambda: table.version == version)


async def test_the_next_action_tries_at_once(bots: Bots) -> None:
    """Also where nothing is heard of what has come back."""
    played = bots.table()
    await played.begin()
    who, play = played.asked(), played.plays[0]
    played.channel.deny(bots.discord.bot, "send_messages")
    await told(await who.slash(played.channel, "move", play=play), "What you did is kept")
    played.channel.denied.clear()  # the event is lost
    await played.shown(played.other(who).slash(played.channel, "roll"))


# What lets it come again

Return = Callable[[], None]


def without_speech(bots: Bots) -> tuple[Role, int]:
    """Neither everyone's role nor the bot's own lets it write any more; its own, and what it gave."""
    everyone, own = bots.guild.roles[0], bots.guild.members[bots.discord.bot.id].roles[0]
    before = own.permissions
    for role in (everyone, own):
        bots.guild.change_role(role, role.permissions & ~permission_bits("send_messages"))
    return own, before


def by_its_role(bots: Bots, played: PlayedTable) -> Return:
    """The bot's role lets it write again."""
    own, before = without_speech(bots)
    return lambda: bots.guild.change_role(own, before)


def by_one_more_role(bots: Bots, played: PlayedTable) -> Return:
    """It is given a role, of which only its own membership tells."""
    writers = bots.guild.new_role("writers", "send_messages")
    without_speech(bots)
    return lambda: bots.guild.give(bots.discord.bot, writers)


def by_one_role_less(bots: Bots, played: PlayedTable) -> Return:
    """The channel forbids a role of the bot to write; that role goes."""
    muted = bots.guild.new_role("muted")
    bots.guild.give(bots.discord.bot, muted)
    played.channel.deny(muted, "send_messages")
    return lambda: bots.guild.delete_role(muted)


def by_the_server(bots: Bots, played: PlayedTable) -> Return:
    """The server was away, and is another one now."""
    own, before = without_speech(bots)

    def back() -> None:
        bots.discord.gateway.dispatch("GUILD_DELETE", {"id": str(bots.guild.id), "unavailable": True}, 1)
        own.permissions = before
        bots.discord.gateway.dispatch("GUILD_CREATE", payloads.guild_create(bots.guild), 1)

    return back


@pytest.mark.parametrize("lose", [by_its_role, by_one_more_role, by_one_role_less, by_the_server])
async def test_what_comes_back_without_the_channel_brings_the_board(
    bots: Bots, lose: Callable[[Bots, PlayedTable], Return]
) -> None:
    bots = replace(bots, guild=bots.discord.guild())
    played = bots.table()
    await played.begin()
    back = lose(bots, played)
    who, play = played.asked(), played.plays[0]
    said = await told(await who.slash(played.channel, "move", play=play), "What you did is kept")
    assert "I lack these permissions: **Send Messages**." in said
    table = await bots.stored(played)
    assert table is not None
    tried = posts(bots, played.channel)
    back()
    await once(played, table.version, [played.other(who).id])
    assert posts(bots, played.channel) == tried + 1


async def test_a_lobby_that_could_not_be_posted_again_is_when_it_may_be(bots: Bots) -> None:
    table = ChouetteTable.at(bots, "Ann", "Bob", "Cyd")
    lobby = await table.lobby()
    table.channel.deny(bots.discord.bot, "send_messages")
    tried = posts(bots, table.channel)
    bots.guild.owner.delete(lobby)
    await bots.discord.world.until(lambda: posts(bots, table.channel) > tried, 20, lambda: "a try")
    assert table.channel.messages == []
    said = await table.people[0].slash(table.channel, "board")
    assert "**Send Messages**" in await told(said, "I lack")
    table.channel.deny(bots.discord.bot)
    again = await table.channel.wait_for(lambda message: message.buttons)
    assert again.content == lobby.content and table.channel.messages == [again]
    await table.people[0].slash(table.channel, "chouette start")
    await table.until(lambda: table.boards)


# A bot that does not wait


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def impatient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    data = tmp_path_factory.mktemp("impatient")
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guild = discord.guild()
        async with discord.bot_process(data_dir=data, command=IMPATIENT) as bot:
            await bot.ready()
            await bot.says(READY)
            made = Bots(discord, guild, bot, data)
            yield made
            made.check_sound()


@contextmanager
def failing(bots: Bots, *, done: bool = False) -> Iterator[list[Fault]]:
    """Discord takes no board, or does and does not say so."""
    faults = [bots.discord.fail_next(*place, status=503, times=1000, after_accepting=done) for place in (POST, EDIT)]
    yield faults
    for fault in faults:
        fault.times = fault.hits


@pytest.mark.parametrize("done", [False, True], ids=["not posted", "posted, but it is not said"])
async def test_when_discord_is_well_again_the_board_comes_once(impatient: Bots, done: bool) -> None:
    played = impatient.table()
    await played.begin()
    who = played.asked()
    with failing(impatient, done=done) as (fault, _):
        answer = await who.slash(played.channel, "move", play=played.plays[0])
        await told(answer, "Discord is not answering well")
        hits = fault.hits
        await impatient.discord.world.until(lambda: fault.hits > hits, 20, lambda: "another try")
    table = await impatient.stored(played)
    assert table is not None
    await once(played, table.version, [played.other(who).id])
    await played.shown(played.other(who).press(played.live, "Roll"))
    assert len({board.attachments[0].filename for board in played.boards}) == len(played.boards)


async def test_the_last_board_of_a_table_comes_without_a_new_start(impatient: Bots) -> None:
    played = impatient.table()
    await played.begin(length=1)
    asked = await played.people[0].slash(played.channel, "resign", kind="single")
    assert asked.message
    await played.shown(played.people[0].press(asked.message, "Confirm"))
    with failing(impatient):
        answer = await played.people[1].slash(played.channel, "accept")
        await told(answer, "Discord is not answering well")
    await played.until(lambda: played.labels[:1] == ["Rematch"])
    async with impatient.store() as store:
        async with asyncio.timeout(20):
            while (played.channel.id, "") in {(channel, "") for channel, _ in await open_places(store)}:
                await asyncio.sleep(0.05)


async def test_where_the_bot_knows_that_it_may_not_it_does_not_ask(impatient: Bots) -> None:
    """Nor where it is told so again and again: so many tries as there are pauses, and none at once."""
    played = impatient.table()
    await played.begin()
    who = played.asked()
    played.channel.deny(impatient.discord.bot, "send_messages")
    await told(await who.slash(played.channel, "move", play=played.plays[0]), "What you did is kept")
    before = len(impatient.discord.requests)
    await asyncio.sleep(1)
    assert len(impatient.discord.requests) == before
    played.channel.deny(impatient.discord.bot)
    await played.until(lambda: len(played.boards) == 2)


async def test_another_process_takes_up_what_one_owed(impatient: Bots) -> None:
    played = impatient.table()
    await played.begin()
    who = played.asked()
    played.channel.deny(impatient.discord.bot, "send_messages")
    await told(await who.slash(played.channel, "move", play=played.plays[0]), "What you did is kept")
    await impatient.process.kill()
    await impatient.restart()
    table = await impatient.stored(played)
    assert table is not None and played.version < table.version
    played.channel.deny(impatient.discord.bot)
    await once(played, table.version, [played.other(who).id])

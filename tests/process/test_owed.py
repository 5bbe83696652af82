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
from tests.process.chouette_table import ChouetteTable
from tests.process.tabletop import PATIENCE, READY, Evening, Tabletop, evening, in_thread

IMPATIENT = (sys.executable, "-m", "tests.known_dice", "tests.process.impatient_bot")
POST, EDIT = ("POST", r"/channels/\d+/messages$"), ("PATCH", r"/messages/\d+$")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """A bot that tries again as every bot does: nothing here waits for that."""
    async with evening(tmp_path_factory.mktemp("owed")) as made:
        await made.bot.says(READY)
        yield made
        made.check_sound()


async def told(answer: Interaction, words: str) -> str:
    """What somebody alone has read, once it has these words in it."""

    def read() -> str:
        said = [answer.original, *answer.followups]
        return "\n".join(message.content for message in said if message is not None and message.ephemeral)

    await answer.world.until(lambda: words in read(), 20, lambda: repr(answer))
    return read()


def posts(club: Evening, channel: Channel) -> int:
    return len(club.discord.calls("POST", rf"/channels/{channel.id}/messages$"))


async def once(top: Tabletop, version: int, mentioned: list[int]) -> None:
    """The board of a state comes, once, and mentions these people once."""
    await top.until(lambda: top.version >= version)
    assert top.version == version
    shown = [board for board in top.boards if board.attachments[0].filename.endswith(f"-{version}.png")]
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
    club: Evening, lost: str, missing: str, threaded: bool
) -> None:
    top = await in_thread(club) if threaded else club.tabletop()
    if not threaded:
        await top.begin()
    place, before = top.channel.parent or top.channel, top.version
    place.deny(club.discord.bot, lost)
    who, play = top.asked(), top.plays[0]
    tried = posts(club, top.channel)
    said = await told(await who.slash(top.channel, "move", play=play), "What you did is kept")
    assert f"I lack these permissions: **{missing}**." in said
    table = await club.stored(top)
    assert table is not None and table.version > before == top.version
    assert posts(club, top.channel) == tried + 1, "one request tells it, and no more are made"
    place.deny(club.discord.bot)
    await once(top, table.version, [top.other(who).id])
    assert posts(club, top.channel) == tried + 2
    await top.shown(top.other(who).press(top.live, "Roll"))


async def test_who_presses_is_told_too(club: Evening) -> None:
    top = club.tabletop()
    await top.begin()
    await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))
    who, live = top.asked(), top.live
    top.channel.deny(club.discord.bot, "send_messages")
    asked = await who.press(live, "Double")
    answer = await who.press(asked.message, "Confirm") if asked.message and asked.ephemeral else asked
    assert "**Send Messages**" in await told(answer, "What you did is kept")
    table = await club.stored(top)
    assert table is not None
    top.channel.deny(club.discord.bot)
    await once(top, table.version, [top.other(who).id])


async def test_it_is_told_in_the_language_of_whoever_plays(club: Evening) -> None:
    top = club.tabletop()
    challenge = await top.challenge()
    await top.shown(top.people[1].press(challenge, challenge.buttons[0].label))
    for person in top.people:  # the table speaks English till the next game
        person.locale = "cs"
    top.channel.deny(club.discord.bot, "attach_files", "send_messages")
    answer = await top.asked().slash(top.channel, "move", play=top.plays[0])
    said = await told(answer, "Tvoje akce je uložená")
    assert "**Posílat zprávy** a\N{NO-BREAK SPACE}**Přikládat soubory**" in said
    top.channel.deny(club.discord.bot)
    await top.until(lambda: len(top.boards) == 2)


async def test_who_says_a_sealed_word_is_told_that_the_board_is_not_shown(club: Evening) -> None:
    """He has had his answer by then."""
    table = ChouetteTable.at(club, "Ann", "Bob", "Cyd", "Dan")
    await table.lobby()
    await table.start()
    await table.until_cube(box=False)
    team = await table.team()
    table.channel.deny(club.discord.bot, "view_channel")
    answer = await team[1].press(table.live, "Pass")
    assert "**View Channel**" in await told(answer, "What you did is kept")
    version = (await table.stored()).version
    assert table.version < version
    table.channel.deny(club.discord.bot)
    await table.until(lambda: table.version == version)


async def test_the_next_action_tries_at_once(club: Evening) -> None:
    """Also where nothing is heard of what has come back."""
    top = club.tabletop()
    await top.begin()
    who, play = top.asked(), top.plays[0]
    top.channel.deny(club.discord.bot, "send_messages")
    await told(await who.slash(top.channel, "move", play=play), "What you did is kept")
    top.channel.denied.clear()  # the event is lost
    await top.shown(top.other(who).slash(top.channel, "roll"))


# What lets it come again

Return = Callable[[], None]


def without_speech(club: Evening) -> tuple[Role, int]:
    """Neither everyone's role nor the bot's own lets it write any more; its own, and what it gave."""
    everyone, own = club.guild.roles[0], club.guild.members[club.discord.bot.id].roles[0]
    before = own.permissions
    for role in (everyone, own):
        club.guild.change_role(role, role.permissions & ~permission_bits("send_messages"))
    return own, before


def by_its_role(club: Evening, top: Tabletop) -> Return:
    """The bot's role lets it write again."""
    own, before = without_speech(club)
    return lambda: club.guild.change_role(own, before)


def by_one_more_role(club: Evening, top: Tabletop) -> Return:
    """It is given a role, of which only its own membership tells."""
    writers = club.guild.new_role("writers", "send_messages")
    without_speech(club)
    return lambda: club.guild.give(club.discord.bot, writers)


def by_one_role_less(club: Evening, top: Tabletop) -> Return:
    """The channel forbids a role of the bot to write; that role goes."""
    muted = club.guild.new_role("muted")
    club.guild.give(club.discord.bot, muted)
    top.channel.deny(muted, "send_messages")
    return lambda: club.guild.delete_role(muted)


def by_the_server(club: Evening, top: Tabletop) -> Return:
    """The server was away, and is another one now."""
    own, before = without_speech(club)

    def back() -> None:
        club.discord.gateway.dispatch("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True}, 1)
        own.permissions = before
        club.discord.gateway.dispatch("GUILD_CREATE", payloads.guild_create(club.guild), 1)

    return back


@pytest.mark.parametrize("lose", [by_its_role, by_one_more_role, by_one_role_less, by_the_server])
async def test_what_comes_back_without_the_channel_brings_the_board(
    club: Evening, lose: Callable[[Evening, Tabletop], Return]
) -> None:
    club = replace(club, guild=club.discord.guild())
    top = club.tabletop()
    await top.begin()
    back = lose(club, top)
    who, play = top.asked(), top.plays[0]
    said = await told(await who.slash(top.channel, "move", play=play), "What you did is kept")
    assert "I lack these permissions: **Send Messages**." in said
    table = await club.stored(top)
    assert table is not None
    tried = posts(club, top.channel)
    back()
    await once(top, table.version, [top.other(who).id])
    assert posts(club, top.channel) == tried + 1


async def test_a_lobby_that_could_not_be_posted_again_is_when_it_may_be(club: Evening) -> None:
    table = ChouetteTable.at(club, "Ann", "Bob", "Cyd")
    lobby = await table.lobby()
    table.channel.deny(club.discord.bot, "send_messages")
    tried = posts(club, table.channel)
    club.guild.owner.delete(lobby)
    await club.discord.world.until(lambda: posts(club, table.channel) > tried, 20, lambda: "a try")
    assert table.channel.messages == []
    said = await table.people[0].slash(table.channel, "board")
    assert "**Send Messages**" in await told(said, "I lack")
    table.channel.deny(club.discord.bot)
    again = await table.channel.wait_for(lambda message: message.buttons)
    assert again.content == lobby.content and table.channel.messages == [again]
    await table.people[0].slash(table.channel, "chouette start")
    await table.until(lambda: table.boards)


# A bot that does not wait


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def impatient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    data = tmp_path_factory.mktemp("impatient")
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guild = discord.guild()
        async with discord.bot_process(data_dir=data, command=IMPATIENT) as bot:
            await bot.ready()
            await bot.says(READY)
            made = Evening(discord, guild, bot, data)
            yield made
            made.check_sound()


@contextmanager
def failing(club: Evening, *, done: bool = False) -> Iterator[list[Fault]]:
    """Discord takes no board, or does and does not say so."""
    faults = [club.discord.fail_next(*place, status=503, times=1000, after_accepting=done) for place in (POST, EDIT)]
    yield faults
    for fault in faults:
        fault.times = fault.hits


@pytest.mark.parametrize("done", [False, True], ids=["not posted", "posted, but it is not said"])
async def test_when_discord_is_well_again_the_board_comes_once(impatient: Evening, done: bool) -> None:
    top = impatient.tabletop()
    await top.begin()
    who = top.asked()
    with failing(impatient, done=done) as (fault, _):
        answer = await who.slash(top.channel, "move", play=top.plays[0])
        await told(answer, "Discord is not answering well")
        hits = fault.hits
        await impatient.discord.world.until(lambda: fault.hits > hits, 20, lambda: "another try")
    table = await impatient.stored(top)
    assert table is not None
    await once(top, table.version, [top.other(who).id])
    await top.shown(top.other(who).press(top.live, "Roll"))
    assert len({board.attachments[0].filename for board in top.boards}) == len(top.boards)


async def test_the_last_board_of_a_table_comes_without_a_new_start(impatient: Evening) -> None:
    top = impatient.tabletop()
    await top.begin(length=1)
    asked = await top.people[0].slash(top.channel, "resign", kind="single")
    assert asked.message
    await top.shown(top.people[0].press(asked.message, "Confirm"))
    with failing(impatient):
        answer = await top.people[1].slash(top.channel, "accept")
        await told(answer, "Discord is not answering well")
    await top.until(lambda: top.labels[:1] == ["Rematch"])
    async with impatient.store() as store:
        async with asyncio.timeout(20):
            while (top.channel.id, "") in {(channel, "") for channel, _ in await store.open_tables()}:
                await asyncio.sleep(0.05)


async def test_where_the_bot_knows_that_it_may_not_it_does_not_ask(impatient: Evening) -> None:
    """Nor where it is told so again and again: so many tries as there are pauses, and none at once."""
    top = impatient.tabletop()
    await top.begin()
    who = top.asked()
    top.channel.deny(impatient.discord.bot, "send_messages")
    await told(await who.slash(top.channel, "move", play=top.plays[0]), "What you did is kept")
    before = len(impatient.discord.requests)
    await asyncio.sleep(1)
    assert len(impatient.discord.requests) == before
    top.channel.deny(impatient.discord.bot)
    await top.until(lambda: len(top.boards) == 2)


async def test_another_process_takes_up_what_one_owed(impatient: Evening) -> None:
    top = impatient.tabletop()
    await top.begin()
    who = top.asked()
    top.channel.deny(impatient.discord.bot, "send_messages")
    await told(await who.slash(top.channel, "move", play=top.plays[0]), "What you did is kept")
    await impatient.bot.kill()
    await impatient.restart()
    table = await impatient.stored(top)
    assert table is not None and top.version < table.version
    top.channel.deny(impatient.discord.bot)
    await once(top, table.version, [top.other(who).id])

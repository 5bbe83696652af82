"""Every press and command is acknowledged, and boards follow, whatever else is under way: that is held up meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
import pytest_asyncio

from bot.store.connection import client_for
from bot.store.embedded import EmbeddedServer
from tests.discord_server import Interaction, Message
from tests.process.bots import PATIENCE, READY, Bots, PlayedTable, left_nothing, running_bots, verb

CALLBACK, POST = ("POST", "/callback$"), ("POST", r"/channels/\d+/messages$")
#: Callback types: a message, the promise of one, the promise of a change of the pressed message, and a form.
MESSAGE, PROMISE, LATER, FORM = 4, 5, 6, 9

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("acknowledge")) as made:
        await made.process.says(READY)
        yield made
        made.check_sound()


@pytest_asyncio.fixture(loop_scope="module")
async def played(bots: Bots) -> PlayedTable:
    """A game in which nobody but those at the table does anything, and each turn is one play."""
    made = bots.table()
    await made.begin(variant="hypergammon", cube=False)
    return made


@asynccontextmanager
async def doing(*things: Awaitable[Interaction]) -> AsyncIterator[None]:
    """People do things at one moment; at the end of the block all are over."""
    tasks = [asyncio.ensure_future(thing) for thing in things]
    yield
    await asyncio.gather(*tasks)


async def acknowledged(bots: Bots, number: int) -> list[Interaction]:
    """The last so many things that people have done, once Discord has an answer to each."""
    await asyncio.sleep(0)
    last = bots.answers[-number:]
    await bots.discord.world.until(lambda: all(each.type for each in last), 20, lambda: repr(last))
    return last


def on(message: Message) -> tuple[str, str]:
    """Edits of a message, but those through the webhook of somebody's press."""
    return "PATCH", rf"/channels/\d+/messages/{message.id}$"


async def play(played: PlayedTable) -> Interaction:
    """Whoever is asked plays by command, and the next board follows."""
    return await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))


async def composed(played: PlayedTable) -> Message:
    """A composer in which whoever is asked has put a play together."""
    who = played.asked()
    composer = (await who.press(played.live, "Move")).message
    assert composer and composer.ephemeral
    while steps := [button for button in composer.buttons if verb(button) == "step"]:
        await who.press(composer, steps[0].custom_id or "")
    return composer


async def play_by_buttons(played: PlayedTable) -> Interaction:
    """Whoever is asked plays by the composer, and the next board follows."""
    who, composer = played.asked(), await composed(played)
    return await played.shown(who.press(composer, "Confirm"))


@contextmanager
def refusing(bots: Bots, place: tuple[str, str], status: int) -> Iterator[None]:
    """Discord does not do it, however often it is asked."""
    fault = bots.discord.fail_next(*place, status=status, times=1000, retry_after=30, files=False)
    try:
        yield
        assert fault.hits
    finally:
        fault.times = fault.hits


async def test_no_board_waits_until_the_buttons_are_taken_from_the_one_before(bots: Bots, played: PlayedTable) -> None:
    first = played.live
    with bots.discord.holding(*on(first), files=False) as held:
        for _ in range(3):
            await play(played)
            await play_by_buttons(played)
        assert held.hits and first.buttons
    await played.until(lambda: not any(board.buttons for board in played.boards[:-1]))


@pytest.mark.parametrize("status", [500, 429])
async def test_nor_does_one_when_they_cannot_be_taken(bots: Bots, played: PlayedTable, status: int) -> None:
    with refusing(bots, on(played.live), status):
        for _ in range(3):
            await play(played)
            await play_by_buttons(played)


async def test_an_edit_that_matters_goes_before_one_that_does_not(bots: Bots) -> None:
    played = bots.table()
    await played.begin()
    while played.labels != ["Move"]:
        await played.shown(played.asked().press(played.live, "Roll"))
    first = played.live
    with bots.discord.holding(*on(first), files=False) as held:
        await play(played)
        second = played.live
        assert "Roll" in played.labels
        await bots.discord.world.until(lambda: held.hits, 20, lambda: "the edit of the first board")
        await played.shown(played.asked().slash(played.channel, "roll"))
        assert played.live is second
    await played.until(lambda: not first.buttons)


async def test_everybody_is_acknowledged_while_a_board_is_being_posted(bots: Bots, played: PlayedTable) -> None:
    board, (ann, bob) = played.live, played.people
    who, play = played.asked(), played.plays[0]
    async with doing(
        who.slash(played.channel, "move", play=play),
        played.other(who).slash(played.channel, "move", play=play),
        ann.press(board, "More"),
        bob.press(board, "Move"),
        ann.slash(played.channel, "pips"),
    ):
        with bots.discord.holding(*POST):
            answers = await acknowledged(bots, 5)
            assert all(answer.type in (MESSAGE, PROMISE, LATER) for answer in answers), answers
    await played.until(lambda: all(left_nothing(answer) or answer.content for answer in answers))
    assert all(answer.ephemeral or left_nothing(answer) for answer in answers), answers
    await played.until(lambda: played.live is not board and played.labels)


async def test_a_press_is_acknowledged_while_its_board_is_being_posted(bots: Bots, played: PlayedTable) -> None:
    board, who = played.live, played.asked()
    composer = await composed(played)
    async with doing(who.press(composer, "Confirm")):
        with bots.discord.holding(*POST) as held:
            (answer,) = await acknowledged(bots, 1)
            assert answer.type == LATER and played.live is board
            await bots.discord.world.until(lambda: held.hits, 20, lambda: "the post")
    await played.until(lambda: played.live is not board and not board.buttons)
    await played.until(lambda: composer.deleted)
    assert answer.followups == []


async def test_nobody_waits_for_the_answer_of_another(bots: Bots, played: PlayedTable) -> None:
    ann, bob = played.people
    async with doing(ann.slash(played.channel, "pips")):
        with bots.discord.holding(*CALLBACK, times=1) as held:
            await bots.discord.world.until(lambda: held.hits, 20, lambda: "the first answer")
            first = bots.answers[-1]
            others = await asyncio.gather(bob.slash(played.channel, "pips"), ann.press(played.live, "More"))
            assert all(other.content for other in others) and first.type is None
    assert first.content


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """A process does nothing for a while."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


async def store_process(bots: Bots) -> int:
    client = client_for(EmbeddedServer(bots.data).url, PATIENCE)
    try:
        return (await client.execute_command("INFO", "server"))["process_id"]
    finally:
        await client.aclose()


async def test_everybody_is_acknowledged_while_the_store_is_slow(bots: Bots, played: PlayedTable) -> None:
    board, (ann, bob) = played.live, played.people
    carol = bots.guild.member("Carol")
    store = await store_process(bots)
    async with doing(
        played.asked().slash(played.channel, "move", play=played.plays[0]),
        ann.press(board, "Move"),
        bob.press(board, "More"),
        carol.press(board, "Move"),
        carol.slash(played.channel, "play", opponent=ann),
    ):
        with stopped(store):
            answers = await acknowledged(bots, 5)
            assert [answer.type for answer in answers] == [PROMISE, LATER, LATER, LATER, PROMISE]
            assert answers[0].ephemeral and answers[-1].ephemeral
    for answer in answers:
        assert answer.message and (answer.message.deleted or answer.content), answer
    await played.until(lambda: played.labels)


async def test_a_form_is_opened_while_the_store_is_away_and_refused_when_it_is_filled_in(bots: Bots) -> None:
    played = bots.table()
    challenge = await played.challenge()
    carol = bots.guild.member("Carol")
    with stopped(await store_process(bots)):
        opened = await carol.press(challenge, "My word")
        assert opened.type == FORM and opened.modal
    refused = await carol.submit(opened.modal, {"word": "elm"})
    assert refused.ephemeral and "Only the two who play" in refused.content, refused


async def test_a_command_that_posts_leaves_no_promise_behind(bots: Bots) -> None:
    played = bots.table()
    ann, bob = played.people
    store = await store_process(bots)
    async with doing(ann.slash(played.channel, "play", opponent=bob)):
        with stopped(store):
            (answer,) = await acknowledged(bots, 1)
            assert answer.type == PROMISE
    challenge = await played.channel.wait_for(lambda message: "challenges" in message.content)
    assert challenge.buttons and answer.original and answer.original.deleted and not answer.followups


@pytest.mark.parametrize(("status", "done"), [(503, False), (500, True), (None, False), (None, True)], ids=str)
async def test_an_answer_that_does_not_arrive_is_given_again(
    bots: Bots, played: PlayedTable, status: int | None, done: bool
) -> None:
    fault = bots.discord.fail_next(*CALLBACK, status=status, after_accepting=done)
    answer = await play(played)
    await played.until(lambda: left_nothing(answer))
    assert fault.hits
    await played.until(lambda: len(bots.discord.calls("POST", f"/interactions/{answer.id}/")) == 2)


async def test_an_answer_that_discord_limits_is_given_again_when_discord_takes_it(
    bots: Bots, played: PlayedTable
) -> None:
    """A second later, as the header says; not at once, as after a lost connection."""
    bots.discord.fail_next(*CALLBACK, status=429, retry_after=0.5)
    answer = await play(played)
    await played.until(lambda: left_nothing(answer))
    place = f"/interactions/{answer.id}/"
    await played.until(lambda: len(bots.discord.calls("POST", place)) == 2)
    refused, taken = bots.discord.calls("POST", place)
    assert refused.status == 429 and taken.status in (200, 204) and taken.at - refused.at >= 1

"""Who presses what is not his, or no longer asked, is told so alone; the table stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.screens.custom_ids import Press
from tests.discord_server import Interaction, Message, Person
from tests.discord_server.interactions import COMPONENT
from tests.process.bots import Bots, PlayedTable, running_bots


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("strangers")) as made:
        yield made
        made.check_sound()


pytestmark = pytest.mark.asyncio(loop_scope="module")


def alone(answer: Interaction, *words: str) -> None:
    """The answer is a sentence for the one who pressed."""
    assert not answer.failed and answer.ephemeral, answer
    for each in words:
        assert each in answer.content, answer


async def unchanged(bots: Bots, played: PlayedTable, message: Message, who: Person, name: str, *words: str) -> None:
    """A press leaves table and channel as they are."""
    table, look, seen = await bots.stored(played), played.look, [one.content for one in played.channel.messages]
    alone(await who.press(message, name, stale=True), *words)
    assert (await bots.stored(played), played.look, [one.content for one in played.channel.messages]) == (
        table,
        look,
        seen,
    )


async def test_strangers_play_no_part(bots: Bots) -> None:
    played, cyd = bots.table(), bots.guild.member("Cyd")
    await played.begin()
    await unchanged(bots, played, played.live, cyd, "Move", "You do not play at this table.")
    alone(await cyd.slash(played.channel, "move", play=played.plays[0]), "You do not play at this table.")
    for command in ("roll", "double", "take", "drop", "beaver", "raccoon", "undo", "abort", "next", "end", "claim"):
        alone(await cyd.slash(played.channel, command), "You do not play at this table.")
    alone(await cyd.slash(played.channel, "resign", kind="gammon"), "You do not play at this table.")
    alone(await cyd.slash(played.channel, "settle", points=2), "You do not play at this table.")
    more = await cyd.press(played.live, "More")
    alone(more)
    offered = ["Board", "Position", "Pips", "Rules of this table"]
    assert more.message and [button.label for button in more.message.buttons] == offered


async def test_who_only_looks_on_has_the_board_posted_once_in_a_while(bots: Bots) -> None:
    played, cyd = bots.table(), bots.guild.member("Cyd")
    await played.begin()
    posted = len(played.boards)
    answers = await asyncio.gather(*(cyd.slash(played.channel, "board") for _ in range(5)))
    told = [answer for answer in answers if "only you see this" in answer.content]
    for answer in told:
        alone(answer, "https://discord.com/channels/")
        assert answer.message and answer.message.attachments and not answer.message.buttons
    await played.until(lambda: len(played.boards) == posted + 1)
    assert len(told) == len(answers) - 1
    await played.shown(played.people[0].slash(played.channel, "board"))


async def test_a_table_that_somebody_cannot_see_is_one_that_does_not_exist(bots: Bots) -> None:
    played, cyd, lounge = bots.table(), bots.guild.member("Cyd"), bots.guild.channel("lounge")
    thread = PlayedTable(played.channel.private_thread("for two", *played.people), played.people)
    await played.begin()
    await thread.begin()

    async def asked(who: Person, where: PlayedTable) -> str:
        table = where.live.attachments[0].filename.partition("_")[0]
        answer = await who.slash(lounge, "fairness", game=table)
        alone(answer)
        return answer.content.replace(table, "…").partition("\n")[0]

    found, unknown = "**Dice of table `…`**", "I know no table … that you can see."
    assert await asked(cyd, played) == found and await asked(cyd, thread) == unknown
    thread.channel.thread_members[cyd.id] = bots.discord.world.timestamp()
    assert await asked(cyd, thread) == found
    thread.channel.shut()
    assert await asked(cyd, thread) == found
    played.channel.deny(cyd, "view_channel")
    assert await asked(cyd, played) == await asked(cyd, thread) == unknown
    assert await asked(played.people[1], played) == await asked(played.people[1], thread) == found


async def test_the_one_whose_turn_it_is_not_waits(bots: Bots) -> None:
    played = bots.table()
    await played.begin()
    idle = played.other(played.asked())
    await unchanged(bots, played, played.live, idle, "Move", "It is not your turn.")
    alone(await idle.slash(played.channel, "move", play=played.plays[0]), "It is not your turn.")
    await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
    idle = played.other(played.asked())
    await unchanged(bots, played, played.live, idle, "Roll", "It is not your turn.")
    await unchanged(bots, played, played.live, idle, "Double", "It is not your turn.")


async def test_an_old_press_is_told_what_is_asked_now(bots: Bots) -> None:
    played = bots.table()
    await played.begin()
    first, who = played.live, played.asked()
    composer = (await who.press(first, "Move")).message
    assert composer
    await played.shown(who.slash(played.channel, "move", play=played.plays[0]))
    now = played.asked().name
    await unchanged(
        bots, played, first, who, "Move", "The table has moved on.", now, "roll or double", str(played.live.id)
    )
    await played.until(lambda: composer.deleted)
    late = await who.press(composer, "Turn the board", stale=True)
    assert not late.failed and late.followups == [], "it is the play they have made themselves"
    board = played.live
    await played.shown(played.asked().press(board, "Roll"))
    await unchanged(bots, played, board, played.asked(), "Roll", "The table has moved on.", f"play {_rolled(played)}")
    await unchanged(bots, played, board, played.asked(), "Double", "The table has moved on.")


def _rolled(played: PlayedTable) -> str:
    dice = played.seen.dice
    assert dice
    return f"{max(dice)}-{min(dice)}"


async def test_a_question_asked_once_more_is_not_answered_after_its_time(bots: Bots) -> None:
    played = bots.table()
    await played.begin()
    await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
    who = played.asked()
    sure = (await who.press(played.live, "Double")).message
    assert sure and "Double the cube to 2?" in sure.content
    cancelled = (await who.press(played.live, "Double")).message
    assert cancelled
    await who.press(cancelled, "Cancel")
    await played.until(lambda: cancelled.deleted)
    await played.shown(who.press(played.live, "Roll"))
    await unchanged(bots, played, sure, who, "Confirm", "The table has moved on.")


async def test_only_the_challenged_accepts(bots: Bots) -> None:
    played, cyd = bots.table(), bots.guild.member("Cyd")
    challenge = await played.challenge()
    ann, bob = played.people
    before = challenge.content
    alone(await cyd.press(challenge, "Accept challenge"), f"This challenge is for {bob.name}.")
    alone(await cyd.press(challenge, "Decline challenge"), f"This challenge is for {bob.name}.")
    alone(await ann.press(challenge, "Accept challenge"), "This is your own challenge.")
    assert challenge.content == before and not played.boards
    await played.shown(bob.press(challenge, "Accept challenge"))
    for person in (ann, bob, cyd):
        alone(await person.press(challenge, "Accept challenge", stale=True), "This challenge is over.")
        alone(await person.press(challenge, "Decline challenge", stale=True), "This challenge is over.")
    assert len(played.boards) == 1


async def test_who_withdraws_or_declines_ends_it_for_all(bots: Bots) -> None:
    for last, words in ((0, "has withdrawn the challenge"), (1, "declines")):
        played = bots.table()
        challenge = await played.challenge()
        answer = await played.people[last].press(challenge, "Decline challenge")
        assert answer.message is challenge and words in challenge.content and not challenge.buttons
        alone(await played.people[1].press(challenge, "Accept challenge", stale=True), "This challenge is over.")
        assert not played.boards


async def test_an_answer_to_an_offer_is_the_other_side_s(bots: Bots) -> None:
    played, cyd = bots.table(), bots.guild.member("Cyd")
    await played.begin()
    who = played.asked()
    asked = await who.slash(played.channel, "resign", kind="single")
    assert asked.message
    await played.shown(who.press(asked.message, "Confirm"))
    await unchanged(bots, played, played.live, who, "Accept resignation", "waits for the other side's answer")
    await unchanged(bots, played, played.live, cyd, "Accept resignation", "You do not play at this table.")
    alone(await who.slash(played.channel, "resign", kind="gammon"), "asked already")
    board = played.live
    await played.shown(played.other(who).press(board, "Decline resignation"))
    await unchanged(bots, played, board, played.other(who), "Accept resignation", "moved on")


async def test_a_press_that_comes_from_no_server_is_about_nothing(bots: Bots) -> None:
    cyd = bots.guild.member("Cyd")
    for verb, words in (("league_join", "This works only in a server"), ("help", "The table has moved on.")):
        data = {"component_type": 2, "custom_id": str(Press(verb, "k7f3q2", 1))}
        alone(await Interaction(COMPONENT, cyd, cyd.dm, data).send(), words)

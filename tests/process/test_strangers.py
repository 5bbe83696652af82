"""Who presses what is not his, or no longer asked, is told so alone; the table stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.screens.custom_ids import Press
from tests.discord_server import Interaction, Message, Person
from tests.discord_server.interactions import COMPONENT
from tests.process.tabletop import Evening, Tabletop, evening


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    async with evening(tmp_path_factory.mktemp("strangers")) as made:
        yield made
        made.check_sound()


pytestmark = pytest.mark.asyncio(loop_scope="module")


def alone(answer: Interaction, *words: str) -> None:
    """The answer is a sentence for the one who pressed."""
    assert not answer.failed and answer.ephemeral, answer
    for each in words:
        assert each in answer.content, answer


async def unchanged(club: Evening, top: Tabletop, message: Message, who: Person, name: str, *words: str) -> None:
    """A press leaves table and channel as they are."""
    table, look, seen = await club.stored(top), top.look, [one.content for one in top.channel.messages]
    alone(await who.press(message, name, stale=True), *words)
    assert (await club.stored(top), top.look, [one.content for one in top.channel.messages]) == (table, look, seen)


async def test_strangers_play_no_part(club: Evening) -> None:
    top, cyd = club.tabletop(), club.guild.member("Cyd")
    await top.begin()
    await unchanged(club, top, top.live, cyd, "Move", "You do not play at this table.")
    alone(await cyd.slash(top.channel, "move", play=top.plays[0]), "You do not play at this table.")
    for command in ("roll", "double", "take", "drop", "beaver", "raccoon", "undo", "abort", "next", "end", "claim"):
        alone(await cyd.slash(top.channel, command), "You do not play at this table.")
    alone(await cyd.slash(top.channel, "resign", kind="gammon"), "You do not play at this table.")
    alone(await cyd.slash(top.channel, "settle", points=2), "You do not play at this table.")
    more = await cyd.press(top.live, "More")
    alone(more)
    offered = ["Board", "Position", "Pips", "Rules of this table"]
    assert more.message and [button.label for button in more.message.buttons] == offered


async def test_who_only_looks_on_has_the_board_posted_once_in_a_while(club: Evening) -> None:
    top, cyd = club.tabletop(), club.guild.member("Cyd")
    await top.begin()
    posted = len(top.boards)
    answers = await asyncio.gather(*(cyd.slash(top.channel, "board") for _ in range(5)))
    told = [answer for answer in answers if "only you see this" in answer.content]
    for answer in told:
        alone(answer, "https://discord.com/channels/")
        assert answer.message and answer.message.attachments and not answer.message.buttons
    await top.until(lambda: len(top.boards) == posted + 1)
    assert len(told) == len(answers) - 1
    await top.shown(top.people[0].slash(top.channel, "board"))


async def test_a_table_that_somebody_cannot_see_is_one_that_does_not_exist(club: Evening) -> None:
    top, cyd, lounge = club.tabletop(), club.guild.member("Cyd"), club.guild.channel("lounge")
    thread = Tabletop(top.channel.private_thread("for two", *top.people), top.people)
    await top.begin()
    await thread.begin()

    async def asked(who: Person, where: Tabletop) -> str:
        table = where.live.attachments[0].filename.partition("-")[0]
        answer = await who.slash(lounge, "fairness", game=table)
        alone(answer)
        return answer.content.replace(table, "…").partition("\n")[0]

    found, unknown = "**Dice of table `…`**", "I know no table … that you can see."
    assert await asked(cyd, top) == found and await asked(cyd, thread) == unknown
    thread.channel.thread_members[cyd.id] = club.discord.world.timestamp()
    assert await asked(cyd, thread) == found
    thread.channel.shut()
    assert await asked(cyd, thread) == found
    top.channel.deny(cyd, "view_channel")
    assert await asked(cyd, top) == await asked(cyd, thread) == unknown
    assert await asked(top.people[1], top) == await asked(top.people[1], thread) == found


async def test_the_one_whose_turn_it_is_not_waits(club: Evening) -> None:
    top = club.tabletop()
    await top.begin()
    idle = top.other(top.asked())
    await unchanged(club, top, top.live, idle, "Move", "It is not your turn.")
    alone(await idle.slash(top.channel, "move", play=top.plays[0]), "It is not your turn.")
    await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))
    idle = top.other(top.asked())
    await unchanged(club, top, top.live, idle, "Roll", "It is not your turn.")
    await unchanged(club, top, top.live, idle, "Double", "It is not your turn.")


async def test_an_old_press_is_told_what_is_asked_now(club: Evening) -> None:
    top = club.tabletop()
    await top.begin()
    first, who = top.live, top.asked()
    composer = (await who.press(first, "Move")).message
    assert composer
    await top.shown(who.slash(top.channel, "move", play=top.plays[0]))
    now = top.asked().name
    await unchanged(club, top, first, who, "Move", "The table has moved on.", now, "roll or double", str(top.live.id))
    await top.until(lambda: composer.deleted)
    late = await who.press(composer, "Turn the board", stale=True)
    assert not late.failed and late.followups == [], "it is the play they have made themselves"
    board = top.live
    await top.shown(top.asked().press(board, "Roll"))
    await unchanged(club, top, board, top.asked(), "Roll", "The table has moved on.", f"play {_rolled(top)}")
    await unchanged(club, top, board, top.asked(), "Double", "The table has moved on.")


def _rolled(top: Tabletop) -> str:
    dice = top.seen.dice
    assert dice
    return f"{max(dice)}-{min(dice)}"


async def test_a_question_asked_once_more_is_not_answered_after_its_time(club: Evening) -> None:
    top = club.tabletop()
    await top.begin()
    await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))
    who = top.asked()
    sure = (await who.press(top.live, "Double")).message
    assert sure and "Double the cube to 2?" in sure.content
    cancelled = (await who.press(top.live, "Double")).message
    assert cancelled
    await who.press(cancelled, "Cancel")
    await top.until(lambda: cancelled.deleted)
    await top.shown(who.press(top.live, "Roll"))
    await unchanged(club, top, sure, who, "Confirm", "The table has moved on.")


async def test_only_the_challenged_accepts(club: Evening) -> None:
    top, cyd = club.tabletop(), club.guild.member("Cyd")
    challenge = await top.challenge()
    ann, bob = top.people
    before = challenge.content
    alone(await cyd.press(challenge, "Accept challenge"), f"This challenge is for {bob.name}.")
    alone(await cyd.press(challenge, "Decline challenge"), f"This challenge is for {bob.name}.")
    alone(await ann.press(challenge, "Accept challenge"), "This is your own challenge.")
    assert challenge.content == before and not top.boards
    await top.shown(bob.press(challenge, "Accept challenge"))
    for person in (ann, bob, cyd):
        alone(await person.press(challenge, "Accept challenge", stale=True), "This challenge is over.")
        alone(await person.press(challenge, "Decline challenge", stale=True), "This challenge is over.")
    assert len(top.boards) == 1


async def test_who_withdraws_or_declines_ends_it_for_all(club: Evening) -> None:
    for last, words in ((0, "has withdrawn the challenge"), (1, "declines")):
        top = club.tabletop()
        challenge = await top.challenge()
        answer = await top.people[last].press(challenge, "Decline challenge")
        assert answer.message is challenge and words in challenge.content and not challenge.buttons
        alone(await top.people[1].press(challenge, "Accept challenge", stale=True), "This challenge is over.")
        assert not top.boards


async def test_an_answer_to_an_offer_is_the_other_side_s(club: Evening) -> None:
    top, cyd = club.tabletop(), club.guild.member("Cyd")
    await top.begin()
    who = top.asked()
    asked = await who.slash(top.channel, "resign", kind="single")
    assert asked.message
    await top.shown(who.press(asked.message, "Confirm"))
    await unchanged(club, top, top.live, who, "Accept resignation", "waits for the other side's answer")
    await unchanged(club, top, top.live, cyd, "Accept resignation", "You do not play at this table.")
    alone(await who.slash(top.channel, "resign", kind="gammon"), "asked already")
    board = top.live
    await top.shown(top.other(who).press(board, "Decline resignation"))
    await unchanged(club, top, board, top.other(who), "Accept resignation", "moved on")


async def test_a_press_that_comes_from_no_server_is_about_nothing(club: Evening) -> None:
    cyd = club.guild.member("Cyd")
    for verb in ("league_join", "help"):
        data = {"component_type": 2, "custom_id": str(Press(verb, "k7f3q2", 1))}
        alone(await Interaction(COMPONENT, cyd, cyd.dm, data).send(), "The table has moved on.")

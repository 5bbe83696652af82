"""The team's private thread on a Discord that has moderators: after every step, who can read it is who may. And people
who leave the server, of whom the bot hears nothing.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.backgammon import Phase
from bot.chouette import Session
from tests.discord_server import Channel, DiscordServer, Person, messages
from tests.process.chouette_table import ChouetteTable
from tests.process.tabletop import PATIENCE, READY, Evening

IMPATIENT = (sys.executable, "-m", "tests.known_dice", "tests.process.impatient_bot")
REMOVAL = ("DELETE", r"/thread-members/\d+$")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """A bot that tries again at once."""
    data = tmp_path_factory.mktemp("advice")
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        async with discord.bot_process(data_dir=data, command=IMPATIENT) as bot:
            await bot.says(READY)
            made = Evening(discord, discord.guild(), bot, data)
            rights = made.guild.new_role("Threads", "create_private_threads", "manage_threads")
            made.guild.give(discord.bot, rights)
            yield made
            made.check_sound()


@dataclass
class Talk:
    """A chouette in which all is discussed, its thread, and a moderator."""

    top: ChouetteTable
    club: Evening
    moderator: Person

    @property
    def threads(self) -> list[Channel]:
        """All of this table, the newest last."""
        return self.club.discord.threads(self.top.channel)

    @property
    def thread(self) -> Channel:
        return self.threads[-1]

    async def may_read(self) -> set[Person]:
        """Stated here for itself: while a game runs everybody on the team whose bet is open and who has not left;
        between two games nobody new, and not the box of the next one.
        """
        session = await self.top.session()
        game = session.game
        if game.phase is Phase.OVER:
            return {person for person in self.inside if person is not await self.top.who(session.line[0])}
        team = zip(game.line[1:], game.bets, strict=False)
        return {await self.top.who(seat) for seat, bet in team if bet.result is None and seat not in session.leaving}

    @property
    def inside(self) -> set[Person]:
        """Who can read, moderators and the bot aside."""
        return {person for person in self.top.people if person in self.thread.readers}

    async def settled(self) -> Session:
        """Wait until those can read who may, and nobody else."""
        await self.top.settled()
        wanted = await self.may_read()
        await self.top.until(lambda: self.threads and self.inside == wanted)
        return await self.top.session()

    def said(self, place: Channel, words: str) -> bool:
        return any(words in message.content for message in place.messages)

    async def hears(self, place: Channel, words: str) -> None:
        await self.top.until(lambda: self.said(place, words))


@pytest_asyncio.fixture(loop_scope="module")
async def talk(club: Evening) -> Talk:
    top = ChouetteTable.at(club, "Ann", "Bob", "Cyd", "Dan")
    moderator = club.guild.member(f"Mod{club.made}", permissions=("manage_threads", "manage_messages"))
    await top.lobby(preset="full_advice")
    await top.start()
    made = Talk(top, club, moderator)
    await made.settled()
    return made


async def over(talk: Talk) -> Person:
    """The team wins the game; who has the box now."""
    await talk.top.until_cube(box=False)
    await talk.top.box_resigns()
    return await talk.top.who((await talk.settled()).line[0])


async def test_the_new_box_goes_before_the_next_game_also_where_the_thread_is_locked(talk: Talk) -> None:
    talk.thread.shut(locked=True)
    thread, captain = talk.thread, (await talk.top.team())[0]
    assert await over(talk) is captain
    assert captain not in thread.readers and talk.threads == [thread]
    await talk.top.until(lambda: thread.archived and thread.locked)
    thread.reopen()
    await talk.top.next()
    await talk.settled()
    assert talk.threads == [thread] and not thread.archived


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (500, 0), (404, 0)])
async def test_a_box_that_cannot_be_taken_out_is_told_of_and_the_team_gets_another_thread(
    talk: Talk, status: int, code: int
) -> None:
    old, (captain, second, _) = talk.thread, await talk.top.team()
    fault = talk.club.discord.fail_next(*REMOVAL, status=status, code=code, times=1000)
    await talk.top.until_cube(box=False)
    await talk.top.box_resigns()
    words = f"<@{second.id}>, **{captain.name}** can read <#{old.id}> and I cannot take them out: do not talk there."
    for place in (talk.top.channel, old):
        await talk.hears(place, words)
    assert captain in old.readers
    await talk.top.next()
    await talk.top.until(lambda: len(talk.threads) == 2 and old.archived and old.locked)
    talk.club.discord.traffic.failures.remove(fault)
    await talk.settled()
    await talk.hears(talk.top.channel, f"The team talks in <#{talk.thread.id}> from now on.")
    assert sum(words in message.content for message in talk.top.channel.messages) == 1
    await talk.top.turn()
    await talk.settled()
    assert f"<#{old.id}>" not in talk.top.live.content


async def test_whom_a_moderator_lets_in_goes_and_whom_he_takes_out_comes_back(talk: Talk) -> None:
    top, thread = talk.top, talk.thread
    box, (captain, second, third) = await top.box(), await top.team()
    stranger = talk.club.guild.member("Zed")
    for person in (box, stranger):
        messages.let_in(thread, person, talk.moderator)
        await top.until(lambda person=person: person not in thread.readers)
        await talk.settled()
    await talk.hears(thread, f"**{box.name}** was let in here and should not read.")
    await talk.hears(
        thread,
        "somebody who does not play here was let in",
    )
    messages.take_out(thread, second, talk.moderator)
    await talk.settled()
    await talk.hears(thread, f"**{second.name}** is back in here")
    messages.take_out(thread, third, third)  # who goes by himself may
    talk.moderator.say(thread, "Behave.")
    messages.take_out(thread, captain, talk.moderator)
    await top.until(lambda: captain in thread.readers)
    assert third not in thread.readers


async def test_who_leaves_is_kicked_or_drops_reads_no_more_and_who_returns_to_the_server_reads_again(
    talk: Talk,
) -> None:
    top = talk.top
    captain, second, third = await top.team()
    await top.until_cube(box=True)
    await top.offered()
    await top.at_once([third], "Drop", confirm=True)
    await top.at_once([captain, second], "Take")
    await talk.settled()
    assert third not in talk.thread.readers
    await top.typed(talk.moderator, "chouette kick", member=second)
    await talk.settled()
    assert second not in talk.thread.readers
    await top.typed(second, "chouette join")
    await talk.settled()
    assert second not in talk.thread.readers
    await top.typed(await top.box(), "resign", kind="single")
    await top.accept_all(only=1)  # and the bet of the one who was sent away is lost
    await talk.settled()
    talk.club.guild.leave(third)
    talk.club.guild.join(third)
    await top.next()
    await talk.settled()
    assert {second, third} <= talk.thread.readers | {await top.box()}


async def test_what_happened_while_the_bot_was_away_is_put_right(talk: Talk) -> None:
    box, (_, second, _) = await talk.top.box(), await talk.top.team()
    await talk.club.bot.kill()
    stranger = talk.club.guild.member("Zoe")
    messages.let_in(talk.thread, box, talk.moderator)
    messages.let_in(talk.thread, stranger, talk.moderator)
    messages.take_out(talk.thread, second, talk.moderator)
    talk.moderator.say(talk.thread, "Behave.")
    await talk.club.restart()
    await talk.settled()
    await talk.top.until(lambda: stranger not in talk.thread.readers)
    assert talk.moderator in talk.thread.readers


async def test_who_leaves_the_server_and_comes_back_is_back_in_the_thread_in_the_same_game(talk: Talk) -> None:
    top, (_, second, third) = talk.top, await talk.top.team()
    for person in (second, third):
        await top.typed(person, "pips")
        talk.club.guild.leave(person)
        talk.club.guild.join(person)
        assert person not in talk.thread.readers
    await top.typed(second, "pips")
    await top.until(lambda: second in talk.thread.readers)
    third.say(top.channel, "I am back")
    await talk.settled()


async def test_who_has_left_the_server_is_asked_for_at_the_start_of_a_chouette_and_of_a_game(club: Evening) -> None:
    top = ChouetteTable.at(club, "Ann", "Bob", "Cyd", "Dan", "Eva")
    await top.lobby()
    club.guild.leave(top.people[4])
    await top.start()
    table = await top.stored()
    assert {person.user for person in table.people.seats} == {person.id for person in top.people[:4]}
    await top.until_cube(box=False)
    box, (captain, *others) = await top.box(), await top.team()
    await top.box_resigns()
    club.guild.leave(box)
    await top.next()
    session = await top.session()
    assert [await top.who(seat) for seat in session.game.line] == [captain, *others]
    await top.until(lambda: any(f"**{box.name}** is no longer in this server" in each.content for each in top.boards))

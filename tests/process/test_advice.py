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
from tests.process.bots import PATIENCE, READY, Bots
from tests.process.chouette_table import ChouetteTable

IMPATIENT = (sys.executable, "-m", "tests.known_dice", "tests.process.impatient_bot")
REMOVAL = ("DELETE", r"/thread-members/\d+$")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    """A bot that tries again at once."""
    data = tmp_path_factory.mktemp("advice")
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        async with discord.bot_process(data_dir=data, command=IMPATIENT) as bot:
            await bot.says(READY)
            made = Bots(discord, discord.guild(), bot, data)
            rights = made.guild.new_role("Threads", "create_private_threads", "manage_threads")
            made.guild.give(discord.bot, rights)
            yield made
            made.check_sound()


@dataclass
class Talk:
    """A chouette in which all is discussed, its thread, and a moderator."""

    played: ChouetteTable
    bots: Bots
    moderator: Person

    @property
    def threads(self) -> list[Channel]:
        """All of this table, the newest last."""
        return self.bots.discord.threads(self.played.channel)

    @property
    def thread(self) -> Channel:
        return self.threads[-1]

    async def may_read(self) -> set[Person]:
        """Stated here for itself: while a game runs everybody on the team whose bet is open and who has not left;
        between two games nobody new, and not the box of the next one.
        """
        session = await self.played.session()
        game = session.game
        if game.phase is Phase.OVER:
            return {person for person in self.inside if person is not await self.played.who(session.line[0])}
        team = zip(game.line[1:], game.bets, strict=False)
        return {await self.played.who(seat) for seat, bet in team if bet.result is None and seat not in session.leaving}

    @property
    def inside(self) -> set[Person]:
        """Who can read, moderators and the bot aside."""
        return {person for person in self.played.people if person in self.thread.readers}

    async def settled(self) -> Session:
        """Wait until those can read who may, and nobody else."""
        await self.played.settled()
        wanted = await self.may_read()
        await self.played.until(lambda: self.threads and self.inside == wanted)
        return await self.played.session()

    def said(self, place: Channel, words: str) -> bool:
        return any(words in message.content for message in place.messages)

    async def hears(self, place: Channel, words: str) -> None:
        await self.played.until(lambda: self.said(place, words))


@pytest_asyncio.fixture(loop_scope="module")
async def talk(bots: Bots) -> Talk:
    played = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
    moderator = bots.guild.member(f"Mod{bots.made}", permissions=("manage_threads", "manage_messages"))
    await played.lobby(preset="full_advice")
    await played.start()
    made = Talk(played, bots, moderator)
    await made.settled()
    return made


async def over(talk: Talk) -> Person:
    """The team wins the game; who has the box now."""
    await talk.played.until_cube(box=False)
    await talk.played.box_resigns()
    return await talk.played.who((await talk.settled()).line[0])


async def test_the_new_box_goes_before_the_next_game_also_where_the_thread_is_locked(talk: Talk) -> None:
    talk.thread.shut(locked=True)
    thread, captain = talk.thread, (await talk.played.team())[0]
    assert await over(talk) is captain
    assert captain not in thread.readers and talk.threads == [thread]
    await talk.played.until(lambda: thread.archived and thread.locked)
    thread.reopen()
    await talk.played.next()
    await talk.settled()
    assert talk.threads == [thread] and not thread.archived


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (500, 0), (404, 0)])
async def test_a_box_that_cannot_be_taken_out_is_told_of_and_the_team_gets_another_thread(
    talk: Talk, status: int, code: int
) -> None:
    old, (captain, second, _) = talk.thread, await talk.played.team()
    fault = talk.bots.discord.fail_next(*REMOVAL, status=status, code=code, times=1000)
    await talk.played.until_cube(box=False)
    await talk.played.box_resigns()
    words = f"<@{second.id}>, **{captain.name}** can read <#{old.id}> and I cannot take them out: do not talk there."
    for place in (talk.played.channel, old):
        await talk.hears(place, words)
    assert captain in old.readers
    await talk.played.next()
    await talk.played.until(lambda: len(talk.threads) == 2 and old.archived and old.locked)
    talk.bots.discord.traffic.failures.remove(fault)
    await talk.settled()
    await talk.hears(talk.played.channel, f"The team talks in <#{talk.thread.id}> from now on.")
    assert sum(words in message.content for message in talk.played.channel.messages) == 1
    await talk.played.turn()
    await talk.settled()
    assert f"<#{old.id}>" not in talk.played.live.content


async def test_whom_a_moderator_lets_in_goes_and_whom_he_takes_out_comes_back(talk: Talk) -> None:
    played, thread = talk.played, talk.thread
    box, (captain, second, third) = await played.box(), await played.team()
    stranger = talk.bots.guild.member("Zed")
    for person in (box, stranger):
        messages.let_in(thread, person, talk.moderator)
        await played.until(lambda person=person: person not in thread.readers)
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
    await played.until(lambda: captain in thread.readers)
    assert third not in thread.readers


async def test_who_leaves_is_kicked_or_drops_reads_no_more_and_who_returns_to_the_server_reads_again(
    talk: Talk,
) -> None:
    played = talk.played
    captain, second, third = await played.team()
    await played.until_cube(box=True)
    await played.offered()
    await played.at_once([third], "Drop", confirm=True)
    await played.at_once([captain, second], "Take")
    await talk.settled()
    assert third not in talk.thread.readers
    await played.typed(talk.moderator, "chouette kick", member=second)
    await talk.settled()
    assert second not in talk.thread.readers
    await played.typed(second, "chouette join")
    await talk.settled()
    assert second not in talk.thread.readers
    await played.typed(await played.box(), "resign", kind="single")
    await played.accept_all(only=1)  # and the bet of the one who was sent away is lost
    await talk.settled()
    talk.bots.guild.leave(third)
    talk.bots.guild.join(third)
    await played.next()
    await talk.settled()
    assert {second, third} <= talk.thread.readers | {await played.box()}


async def test_what_happened_while_the_bot_was_away_is_put_right(talk: Talk) -> None:
    box, (_, second, _) = await talk.played.box(), await talk.played.team()
    await talk.bots.process.kill()
    stranger = talk.bots.guild.member("Zoe")
    messages.let_in(talk.thread, box, talk.moderator)
    messages.let_in(talk.thread, stranger, talk.moderator)
    messages.take_out(talk.thread, second, talk.moderator)
    talk.moderator.say(talk.thread, "Behave.")
    await talk.bots.restart()
    await talk.settled()
    await talk.played.until(lambda: stranger not in talk.thread.readers)
    assert talk.moderator in talk.thread.readers


async def test_who_leaves_the_server_and_comes_back_is_back_in_the_thread_in_the_same_game(talk: Talk) -> None:
    played, (_, second, third) = talk.played, await talk.played.team()
    for person in (second, third):
        await played.typed(person, "pips")
        talk.bots.guild.leave(person)
        talk.bots.guild.join(person)
        assert person not in talk.thread.readers
    await played.typed(second, "pips")
    await played.until(lambda: second in talk.thread.readers)
    third.say(played.channel, "I am back")
    await talk.settled()


async def test_who_has_left_the_server_is_asked_for_at_the_start_of_a_chouette_and_of_a_game(bots: Bots) -> None:
    played = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan", "Eva")
    await played.lobby()
    bots.guild.leave(played.people[4])
    await played.start()
    table = await played.stored()
    assert {person.user for person in table.people.seats} == {person.id for person in played.people[:4]}
    await played.until_cube(box=False)
    box, (captain, *others) = await played.box(), await played.team()
    await played.box_resigns()
    bots.guild.leave(box)
    await played.next()
    session = await played.session()
    assert [await played.who(seat) for seat in session.game.line] == [captain, *others]
    await played.until(
        lambda: any(f"**{box.name}** is no longer in this server" in each.content for each in played.boards)
    )

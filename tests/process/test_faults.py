"""Discord fails in the middle of a game: nothing is lost or posted twice, the table can be played to its end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable

import pytest
import pytest_asyncio

from bot.backgammon import log, replay
from tests.discord_server import Interaction, Person
from tests.process.bots import READY, Bots, PlayedTable, running_bots
from tests.process.refold import people_s, refolded

CALLBACK, POST, EDIT = ("POST", "/callback$"), ("POST", r"/channels/\d+/messages$"), ("PATCH", r"/messages/")
#: (what fails, with which status (None: the connection is cut), whether it is done all the same).
FAULTS = [
    (place, status, done)
    for place in (POST, CALLBACK, EDIT)
    for status, done in ((500, False), (500, True), (None, False), (None, True))
]


class Game:
    """A session that goes on whatever happens; what has been accepted is remembered."""

    def __init__(self, bots: Bots, played: PlayedTable) -> None:
        self.bots, self.played = bots, played
        self.chance = random.Random(3)
        self.acted: list[int] = []

    def step(self) -> tuple[Person, Awaitable[Interaction]]:
        """Who is asked, and what he does: by command and by button in turn."""
        played = self.played
        who, slash = played.asked(), self.chance.random() < 0.5
        match played.labels:
            case ["Move"]:
                return who, who.slash(played.channel, "move", play=self.chance.choice(played.plays))
            case ["Roll", *_]:
                return who, who.slash(played.channel, "roll") if slash else who.press(played.live, "Roll")
            case ["Next", "End"]:
                return who, who.press(played.live, "Next")
            case _:
                raise AssertionError(played.labels)

    async def act(self) -> Interaction:
        """One step, until the board shows the state that is stored."""
        before = self.played.version
        who, doing = self.step()
        answer = await doing
        self.acted.append(self.played.people.index(who))
        await self.played.until(lambda: self.played.version > before and self.played.labels, 60)
        return answer

    async def check(self) -> None:
        """What was accepted is in the log, once; each board is there once."""
        table = await self.bots.stored(self.played)
        assert table is not None
        async with self.bots.store() as store:
            entries = await store.log(table.channel, table.id)
        actions = [log.decode_action(entry) for entry in entries[1:]]
        people = people_s(actions)
        assert [action.by for action in people] == self.acted
        assert refolded(table, people) == entries and replay(table.about.setup, actions) == table.state
        told = [message.content for message in self.played.boards]
        assert len(set(told)) == len(told)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("faults")) as made:
        await made.process.says(READY)  # else it may still look for tables to take up
        yield made
        made.check_sound()


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(("place", "status", "done"), FAULTS, ids=str)
async def test_one_failure_in_the_middle_of_a_game(
    bots: Bots, place: tuple[str, str], status: int | None, done: bool
) -> None:
    played = bots.table()
    await played.begin(variant="hypergammon", cube=False)
    game = Game(bots, played)
    for _ in range(2):
        await game.act()
    fault = bots.discord.fail_next(*place, status=status, after_accepting=done)
    answers = []
    while not fault.hits:
        answers.append(await game.act())
    for answer in answers:
        assert not answer.failed and "Try again" not in answer.content, answer
    for _ in range(2):
        await game.act()
    await game.check()


@pytest.mark.parametrize(("status", "done"), [(500, False), (500, True), (None, False), (None, True)], ids=str)
async def test_a_challenge_is_posted_once_and_can_be_accepted(bots: Bots, status: int | None, done: bool) -> None:
    played = bots.table()
    fault = bots.discord.fail_next(*CALLBACK, status=status, after_accepting=done)
    await played.people[0].slash(played.channel, "play", opponent=played.people[1])
    assert fault.hits
    challenge = await played.channel.wait_for(lambda message: "challenges" in message.content)
    await asyncio.sleep(1.5)  # until the bot has made sure that it is there
    bots.discord.fail_next(*CALLBACK, status=status, after_accepting=done)
    answer = await played.shown(played.people[1].press(challenge, "Accept challenge"))
    assert answer.message is challenge
    await played.until(lambda: not challenge.buttons)
    assert len(played.boards) == 1 and len(played.channel.messages) == 3


@pytest.mark.long
async def test_when_discord_stays_away_the_action_is_kept_and_the_board_can_be_asked_for(bots: Bots) -> None:
    """By whoever does not wait until it comes by itself."""
    played = bots.table()
    await played.begin(variant="hypergammon", cube=False)
    game = Game(bots, played)
    faults = [bots.discord.fail_next(*place, status=None, times=4) for place in (POST, EDIT)]
    who, doing = game.step()
    answer = await doing
    game.acted.append(played.people.index(who))
    assert not answer.failed
    await answer.world.until(
        lambda: any("or with /board" in one.content for one in answer.followups), 12, lambda: repr(answer)
    )
    for fault in faults:
        fault.hits = fault.times
    table = await bots.stored(played)
    assert table and table.version > 2
    await who.slash(played.channel, "board")
    await played.until(lambda: played.version == table.version)
    for _ in range(3):
        await game.act()
    await game.check()


@pytest.mark.long
async def test_a_game_can_be_played_to_its_end_in_a_storm(bots: Bots) -> None:
    """One request in five fails, in whatever way."""
    played = bots.table()
    await played.begin(variant="hypergammon", length=1)
    game, chance = Game(bots, played), random.Random(11)
    while played.labels[:1] != ["Rematch"]:
        if chance.random() < 0.5:
            place, status, done = chance.choice(FAULTS)
            bots.discord.fail_next(*place, status=status, after_accepting=done)
        await game.act()
    await game.check()
    assert "wins the match" in played.live.content

"""The process is killed after, or in the middle of, each action of a game; the game goes on and its log is the same.

Two games are played at once, each on a bot of its own: in one the bot is killed as soon as an action is answered, in
the other up to 60 ms after it was sent, and what was not answered is done again, as a person would.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.backgammon import replay
from bot.backgammon.actions import (
    Accept,
    Action,
    AnyAction,
    Beaver,
    Decline,
    Double,
    End,
    Move,
    Next,
    OpeningRoll,
    Raccoon,
    Resign,
    Roll,
    Take,
    Undo,
)
from bot.screens.live import picture_name
from bot.store import keys, open_store
from bot.tables.repository import TableRepository
from bot.tables.schedule import TABLE
from bot.tables.table import Table
from tests.discord_server import Interaction, Person
from tests.process.bots import Bots, PlayedTable, kept, running_bots
from tests.process.refold import people_s, refolded

#: Moves after which the game is resigned, if it is not over by then.
ENOUGH = 4

Doing = Callable[[], Awaitable[Interaction]]


@dataclass
class Step:
    """What somebody does next: how he sends it, and what should then be in the log."""

    who: Person
    kind: type[Action]
    send: Doing
    play: str = ""


@dataclass
class Script:
    """Which action comes next, by what the live message asks: every kind of action once, in any order they come."""

    played: PlayedTable
    chance: random.Random
    done: list[type[Action]] = field(default_factory=list)

    async def next(self) -> Step | None:
        """The next step; None when the table is closed."""
        played, labels = self.played, self.played.labels
        match labels:
            case ["Rematch", *_]:
                return None
            case ["Next", "End"]:
                return self.button(Next) if Next not in self.done else self.button(End)
            case [*_, label] if label.startswith("Decline "):
                return self.reply()
            case ["Move"] if self.done.count(Move) == 3 and Resign not in self.done:
                return await self.resigned()
            case ["Move"] if self.done.count(Move) >= ENOUGH and {Decline, Undo} <= set(self.done):
                return await self.resigned()
            case ["Roll", "Double"] if Double not in self.done:
                return await self.sure("Double", Double, played.asked())
            case ["Take", "Beaver", *_]:
                return self.slash("beaver", Beaver)
            case ["Take", "Raccoon", *_]:
                return self.button(Raccoon)
            case ["Take", *_]:
                return self.slash("take", Take)
            case ["Move"] | ["Roll", "Double"] if self.done[-1:] == [Move] and {Take, Undo} & set(self.done) == {Take}:
                return self.slash("undo", Undo, played.other(played.asked()))
            case ["Roll", *_]:
                return self.button(Roll)
            case ["Move"]:
                return self.moved(self.chance.choice(played.plays))
        raise AssertionError(labels)

    def button(self, kind: type[Action]) -> Step:
        """Press what the live message now offers, also when it has changed meanwhile."""
        who, live, label = self.played.asked(), self.played.live, kind.__name__
        return Step(who, kind, lambda: who.press(live, label, stale=True))

    def moved(self, play: str) -> Step:
        who = self.played.asked()
        return Step(who, Move, lambda: who.slash(self.played.channel, "move", play=play), play)

    def slash(self, name: str, kind: type[Action], who: Person | None = None) -> Step:
        who = who or self.played.asked()
        return Step(who, kind, lambda: who.slash(self.played.channel, name))

    async def sure(self, label: str, kind: type[Action], who: Person) -> Step:
        """Something that asks once more: what counts is the second press."""
        asked = await who.press(self.played.live, label)
        assert asked.message, asked
        question = asked.message
        return Step(who, kind, lambda: who.press(question, "Confirm", stale=True))

    async def resigned(self) -> Step:
        """An offer to resign, by command; it asks once more too."""
        who = self.played.asked()
        asked = await who.slash(self.played.channel, "resign", kind="single")
        assert asked.message, asked
        question = asked.message
        return Step(who, Resign, lambda: who.press(question, "Confirm", stale=True))

    def reply(self) -> Step:
        """The first resignation is refused, the undo and the second resignation are accepted."""
        refused = self.done[-1] is Resign and Decline not in self.done
        kind: type[Action] = Decline if refused else Accept
        who, live = self.played.asked("Accept or decline?"), self.played.live
        label = next(each for each in self.played.labels if each.startswith(kind.__name__))
        return Step(who, kind, lambda: who.press(live, label, stale=True))


@dataclass
class Story:
    """What came of a game."""

    played: PlayedTable
    steps: list[Step]
    sent: int
    nonces: list[str]
    table: Table
    entries: list[bytes]
    actions: list[AnyAction]


async def settled(bots: Bots, played: PlayedTable) -> None:
    """After a restart the live message shows the state as it is stored, in exactly one message, and asks something."""
    table = await bots.stored(played)
    if table is not None:  # else it is still a challenge
        await played.until(lambda: played.version == table.version and played.labels)
        names = [message.attachments[0].filename for message in played.boards]
        assert names.count(picture_name(table)) == 1


async def press_something_old(bots: Bots, played: PlayedTable) -> None:
    """An old button is answered in words, to that person alone, and changes nothing."""
    before, look = await bots.stored(played), played.look
    old = played.boards[0]
    shown = [old.components, *old.earlier_components]
    label = next(button["label"] for version in shown for row in version for button in row["components"])
    answer = await played.people[0].press(old, label, stale=True)
    assert answer.ephemeral and "moved on" in answer.content, answer
    assert (await bots.stored(played), played.look) == (before, look)


async def after_it(bots: Bots, played: PlayedTable, step: Step) -> int:
    """Kill as soon as it is answered."""
    answer = await step.send()
    assert not answer.failed, (step, answer)
    await bots.process.kill()
    await bots.restart()
    await settled(bots, played)
    return 1


async def in_the_middle(bots: Bots, played: PlayedTable, step: Step, chance: random.Random) -> int:
    """Kill while it is under way, and do it again if there was no answer; how often it was sent."""
    doing = asyncio.ensure_future(step.send())
    await asyncio.sleep(chance.uniform(0, 0.06))
    await bots.process.kill()
    await asyncio.sleep(0.02)
    doing.cancel()
    answered = bots.answers[-1].finished
    await bots.restart()
    await settled(bots, played)
    if answered:
        return 1
    answer = await step.send()
    assert not answer.failed, (step, answer)
    await settled(bots, played)
    return 2


async def play(data: Path, seed: int, *, middle: bool) -> Story:
    """A whole session with a kill at each action."""
    chance = random.Random(seed)
    steps: list[Step] = []
    sent = 0
    async with running_bots(data) as bots:
        played = bots.table()
        challenge = await played.challenge(variant="hypergammon", beavers=1, raccoons=True)
        script = Script(played, chance)
        step: Step | None = Step(
            played.people[1], OpeningRoll, lambda: played.people[1].press(challenge, "Accept challenge", stale=True)
        )
        while step is not None:
            sent += await in_the_middle(bots, played, step, chance) if middle else await after_it(bots, played, step)
            steps.append(step)
            script.done.append(step.kind)
            if len(played.boards) > 1 and len(steps) % 4 == 0:
                await press_something_old(bots, played)
            step = await script.next()
        bots.check_well(crowded=True)  # two stores start again at each step
        assert await bots.process.terminate() == 0
        nonces = bots.nonces(played)
    [(table, entries, actions)] = await kept(data, [played])
    return Story(played, steps, sent, nonces, table, entries, actions)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Story]:
    """Both games, played at the same time."""
    after, middle = await asyncio.gather(
        play(tmp_path_factory.mktemp("after"), 1, middle=False), play(tmp_path_factory.mktemp("middle"), 2, middle=True)
    )
    return {"after": after, "middle": middle}


both = pytest.mark.parametrize("when", ["after", "middle"])


@pytest.mark.long
@both
def test_every_action_is_in_the_log_exactly_once(stories: dict[str, Story], when: str) -> None:
    story = stories[when]
    print(f"{when}: {len(story.steps)} actions, as many kills, {story.sent - len(story.steps)} done again")
    people = [person.id for person in story.played.people]
    wanted = [(people.index(step.who.id), step.kind, step.play) for step in story.steps[1:]]
    logged = [(action.by, type(action), getattr(action, "play", "")) for action in people_s(story.actions)]
    assert logged == wanted


@both
def test_the_log_is_that_of_a_bot_that_was_never_killed(stories: dict[str, Story], when: str) -> None:
    story = stories[when]
    assert refolded(story.table, people_s(story.actions)) == story.entries
    assert story.table.state == replay(story.table.about.setup, story.actions)


@both
def test_every_kind_of_action_was_cut_off(stories: dict[str, Story], when: str) -> None:
    story = stories[when]
    wanted = {Roll, Move, Double, Beaver, Raccoon, Take, Undo, Resign, Decline, Accept, Next, End}
    assert {type(action) for action in people_s(story.actions)} == wanted


async def test_what_was_cut_off_after_accepting_is_made_up_for(tmp_path: Path) -> None:
    """A table is open before it is in its people's lists; a new bot sees to that. The clock knows it all along."""
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        await bots.process.kill()
        store = await open_store(None, tmp_path)
        table = await TableRepository(store).held(played.channel.id)
        assert table
        assert f"{table.channel}:{table.id}" in list(await store.due.times(TABLE))
        for person in played.people:
            await store._connection.ask("DEL", keys.tables(person.id))
            await store._connection.ask("HDEL", keys.whereabouts(table.id), person.id)
        await store.close()
        await bots.restart()
        async with bots.store() as again:
            for person in played.people:
                assert await again.tables_of(person.id) == [table.id]


@both
def test_no_state_was_posted_twice(stories: dict[str, Story], when: str) -> None:
    story = stories[when]
    assert len(story.played.boards) == len(set(story.nonces))
    told = [message.content for message in story.played.boards]
    assert len(set(told)) == len(told)

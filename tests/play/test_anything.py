"""Whatever people press and type, in whatever order: the table stays valid and the channel shows it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bot.backgammon import log, replay
from bot.tables.table import Stage

from .bot import OneBot, private, said, walk

PLAIN = ("roll", "double", "take", "drop", "beaver", "raccoon", "undo", "next", "board", "pips", "abort", "claim")


class Crowd:
    """Three people who do anything, by a seed; they remember every message they were shown."""

    def __init__(self, bot: OneBot, seed: int) -> None:
        self.bot, self.random = bot, random.Random(seed)
        self.private: list[tuple[str, Any]] = []
        self.done: list[str] = []

    async def act(self) -> None:
        """Somebody does something."""
        way = self.random.choices((self.sense, self.press, self.type, self.fumble), (10, 3, 2, 4))[0]
        await way(self.random.choice(("Ann", "Bob", "Cyd")))

    async def sense(self, who: str) -> None:
        """What keeps the game going."""
        match = await self.bot.match()
        if match.game.decider is None:
            await self.press(who)
        elif match.game.offer is None:
            self.done.append("turn")
            await self.bot.turn()
        else:
            await self.press(await self.bot.asked())

    async def press(self, who: str) -> None:
        """A button of the live message."""
        await self.click(who, self.bot.live)

    async def fumble(self, who: str) -> None:
        """A button or list of something that only he sees, however old, or one a slow client still shows."""
        there = self.bot.env.backend.messages[self.bot.channel.id]
        own = [message for name, message in self.private if name == who and message.id in there]
        if own and self.random.random() < 0.8:
            await self.click(who, self.random.choice(own))
            return
        old = self.random.choice(self.bot.messages)
        await self.click(who, old)

    async def click(self, who: str, message: Any) -> None:
        """Anything on a message that can be pressed or chosen."""
        there = [each for each in walk(message) if not each.get("disabled") and "custom_id" in each]
        if not there:
            return
        part = self.random.choice(there)
        verb = part["custom_id"]
        self.done.append(f"{who} {part.get('label') or 'list'}")
        if "options" in part:
            value = self.random.choice(part["options"])["value"]
            result = await self.bot.people[who].select(message, [value], custom_id=verb)
        else:
            result = await self.bot.people[who].click(message, custom_id=verb)
        if result.modal:
            result = await self.bot.people[who].submit_modal(
                result, {"points": self.random.choice(("1", "-2", "x", "0"))}
            )
        self.check(who, result)

    async def type(self, who: str) -> None:
        """Any command."""
        name = self.random.choice((*PLAIN, "resign", "settle", "move", "accept", "decline"))
        filled: dict[str, Any] = {
            "resign": {"kind": self.random.choice(("single", "gammon", "match"))},
            "settle": {"points": self.random.randint(-2, 2)},
            "move": {"play": self.random.choice(("8/5 6/5", "24/18", "bar/20", "nonsense"))},
        }.get(name, {})
        self.done.append(f"{who} /{name}")
        self.check(who, await self.bot.people[who].slash(self.bot.channel, name, **filled))

    def check(self, who: str, result: Any) -> None:
        """He was answered, and not by an error of ours."""
        assert result.acknowledged, self.done[-1]
        assert "went wrong" not in said(result), self.done[-5:]
        for message in (result.response, *result.followups):
            if message is not None and message.ephemeral and walk(message):
                self.private = [*self.private[-8:], (who, message)]


async def valid(bot: OneBot) -> None:
    """The stored table is the fold of its log, and the channel shows this state, with buttons on one message only."""
    table, match = await bot.table(), await bot.match()
    entries = await bot.services.store.log(bot.channel.id, table.id)
    assert replay(table.about.setup, map(log.decode_action, entries[1:])) == match
    assert bot.seen.position == match.game.board.seen_by_white
    assert table.screen.message == bot.live.id and table.screen.shown == table.version
    assert len(bot.live.attachments) == 1
    of_table = [message for message in bot.messages if any(table.id in each["custom_id"] for each in walk(message))]
    assert [message.id for message in of_table] == [bot.live.id]


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (1, {}),
        (2, {"length": 5}),
        (3, {"raccoons": True, "auto_doubles": 2}),
        (4, {"variant": "hypergammon"}),
        (5, {"length": 3, "variant": "nackgammon"}),
    ],
)
async def test_whatever_people_do_the_table_is_valid_and_shown(bot: OneBot, seed: int, rules: dict[str, Any]) -> None:
    crowd = Crowd(bot, seed)
    await bot.play(**rules)
    for number in range(90):
        await crowd.act()
        await valid(bot)
        if (await bot.table()).stage is not Stage.OPEN:
            await bot.play(**rules)
        if number % 30 == 29:
            await bot.restart()
            await valid(bot)
    assert len(crowd.done) > 60


async def test_a_whole_game_is_mentioned_and_shown_while_strangers_press_everything(bot: OneBot) -> None:
    """Cyd presses every button after every turn: nothing changes, and everybody is still mentioned once a turn."""
    await bot.play(length=1)
    # Read at once: an edit notifies nobody, but simcord then forgets whom the message notified when it was posted.
    boards = {bot.live.id: bot.notified(bot.live)}
    for _ in range(15):
        before = bot.live.content
        for part in walk(bot.live):
            result = await bot.people["Cyd"].click(bot.live, custom_id=part["custom_id"])
            assert private(result).content
        assert bot.live.content == before
        await bot.turn()
        boards.setdefault(bot.live.id, bot.notified(bot.live))
    assert list(boards) == [message.id for message in bot.messages if message.attachments]
    notified = list(boards.values())
    assert all(len(names) == 1 for names in notified)
    assert all(one != two for one, two in pairwise(notified))

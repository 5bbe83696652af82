"""Whatever people press and type, in whatever order: the table stays valid and the channel shows it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bot.backgammon import log, replay
from bot.tables.table import Stage

from .party import Party, said, walk

PLAIN = ("roll", "double", "take", "drop", "beaver", "raccoon", "undo", "next", "board", "pips", "abort", "claim")


class Crowd:
    """Three people who do anything, by a seed; they remember every message they were shown."""

    def __init__(self, club: Party, seed: int) -> None:
        self.club, self.random = club, random.Random(seed)
        self.private: list[tuple[str, Any]] = []
        self.done: list[str] = []

    async def act(self) -> None:
        """Somebody does something."""
        way = self.random.choices((self.sense, self.press, self.type, self.fumble), (10, 3, 2, 4))[0]
        await way(self.random.choice(("Ann", "Bob", "Cyd")))

    async def sense(self, who: str) -> None:
        """What keeps the game going."""
        match = await self.club.match()
        if match.game.decider is None:
            await self.press(who)
        elif match.game.offer is None:
            self.done.append("turn")
            await self.club.turn()
        else:
            await self.press(await self.club.asked())

    async def press(self, who: str) -> None:
        """A button of the live message."""
        await self.click(who, self.club.live)

    async def fumble(self, who: str) -> None:
        """A button or list of something that only he sees, however old, or one a slow client still shows."""
        there = self.club.env.backend.messages[self.club.channel.id]
        own = [message for name, message in self.private if name == who and message.id in there]
        if own and self.random.random() < 0.8:
            await self.click(who, self.random.choice(own))
            return
        old = self.random.choice(self.club.messages)
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
            result = await self.club.people[who].select(message, [value], custom_id=verb)
        else:
            result = await self.club.people[who].click(message, custom_id=verb)
        if result.modal:
            result = await self.club.people[who].submit_modal(
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
        self.check(who, await self.club.people[who].slash(self.club.channel, name, **filled))

    def check(self, who: str, result: Any) -> None:
        """He was answered, and not by an error of ours."""
        assert result.acknowledged, self.done[-1]
        assert "went wrong" not in said(result), self.done[-5:]
        for message in (result.response, *result.followups):
            if message is not None and message.ephemeral and walk(message):
                self.private = [*self.private[-8:], (who, message)]


async def valid(club: Party) -> None:
    """The stored table is the fold of its log, and the channel shows this state, with buttons on one message only."""
    table, match = await club.table(), await club.match()
    entries = await club.bot.services.store.log(club.channel.id, table.id)
    assert replay(table.about.setup, map(log.decode_action, entries[1:])) == match
    assert club.seen.position == match.game.board.seen_by_white
    assert table.screen.message == club.live.id and table.screen.shown == table.version
    assert len(club.live.attachments) == 1
    of_table = [message for message in club.messages if any(table.id in each["custom_id"] for each in walk(message))]
    assert [message.id for message in of_table] == [club.live.id]


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
async def test_whatever_people_do_the_table_is_valid_and_shown(club: Party, seed: int, rules: dict[str, Any]) -> None:
    crowd = Crowd(club, seed)
    await club.play(**rules)
    for number in range(90):
        await crowd.act()
        await valid(club)
        if (await club.table()).stage is not Stage.OPEN:
            await club.play(**rules)
        if number % 30 == 29:
            await club.restart()
            await valid(club)
    assert len(crowd.done) > 60


async def test_a_whole_game_is_mentioned_and_shown_while_strangers_press_everything(club: Party) -> None:
    """Cyd presses every button after every turn: nothing changes, and everybody is still mentioned once a turn."""
    await club.play(length=1)
    # Read at once: an edit notifies nobody, but simcord then forgets whom the message notified when it was posted.
    boards = {club.live.id: club.notified(club.live)}
    for _ in range(15):
        before = club.live.content
        for part in walk(club.live):
            result = await club.people["Cyd"].click(club.live, custom_id=part["custom_id"])
            assert result.response is not None and result.response.ephemeral
        assert club.live.content == before
        await club.turn()
        boards.setdefault(club.live.id, club.notified(club.live))
    assert list(boards) == [message.id for message in club.messages if message.attachments]
    notified = list(boards.values())
    assert all(len(names) == 1 for names in notified)
    assert all(one != two for one, two in pairwise(notified))

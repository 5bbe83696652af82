"""A match and a session from the challenge to the rematch by button labels alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.backgammon.actions import Double, Drop, Move, Roll, Take
from tests.discord_server import Interaction, Message, Person
from tests.process.bots import Bots, PlayedTable, kept, running_bots, verb
from tests.process.refold import people_s, refolded


class Player:
    """Plays whatever the live message asks for, with the mouse."""

    def __init__(self, played: PlayedTable, chance: random.Random) -> None:
        self.played, self.chance = played, chance
        self.rolled = False

    async def move(self) -> Interaction:
        """Move, step after step, Confirm; now and then a step back, or the board turned round."""
        who = self.played.asked()
        opened = await who.press(self.played.live, "Move")
        composer = opened.message
        assert opened.ephemeral and composer and composer.attachments[0].description, opened
        await self._compose(who, composer)
        if self.chance.random() < 0.3:
            await who.press(composer, "Turn the board")
        if self.chance.random() < 0.3:
            await who.press(composer, "Back")
            await self._compose(who, composer)
        return await who.press(composer, "Confirm")

    async def _compose(self, who: Person, composer: Message) -> None:
        while steps := [button for button in composer.buttons if verb(button) == "step"]:
            await who.press(composer, self.chance.choice(steps).label)

    async def turn(self, *, doubles: bool, drops: bool) -> None:
        """Answer what is asked."""
        labels, who = self.played.labels, self.played.asked()
        match labels:
            case ["Move"]:
                doing = self.move()
            case ["Roll", "Double"] if doubles:
                doing = self.played.confirmed(who, "Double")
            case ["Roll", "Double"]:
                self.rolled = True
                doing = who.press(self.played.live, "Roll")
            case ["Take", *_] if drops:
                doing = self.played.confirmed(who, "Drop")
            case ["Take", *_]:
                doing = who.press(self.played.live, "Take")
            case _:
                raise AssertionError(labels)
        await self.played.shown(doing)


async def play_match(player: Player) -> int:
    """In the first game a roll, a double taken and the redouble dropped, then the leader's doubles dropped until he
    needs one point, then Crawford, then a double at once: whatever the dice. How many turns of the Crawford game were
    seen."""
    played, in_crawford = player.played, 0
    while played.labels[:1] != ["Rematch"]:
        seen = played.seen
        leader = played.people[seen.score.index(max(seen.score))]
        begun, near = any(seen.score), max(seen.score) == seen.length - 1
        if seen.crawford:
            in_crawford += 1
            assert "Double" not in played.labels
        turned = seen.cube > 1
        doubles = player.rolled if not begun else not turned and (near or played.asked() is leader)
        await player.turn(doubles=doubles, drops=not near if begun else turned)
    return in_crawford


@pytest.mark.long
async def test_a_match_to_seven_by_buttons_alone(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin(length=7, variant="hypergammon")
        turns = await play_match(Player(played, random.Random(7)))
        assert turns and "🏆" in played.live.content
        await check_requests(bots, played)
        again = await played.people[1].press(played.live, "Rematch")
        assert not again.failed
        await played.channel.wait_for(lambda message: f"challenges {played.people[0].mention}" in message.content)
        bots.check_sound()
        assert await bots.process.terminate() == 0
    [(table, entries, actions)] = await kept(tmp_path, [played])
    assert table.state and table.state.closed and max(table.state.score) >= 7 and table.state.crawford_played
    assert refolded(table, people_s(actions)) == entries
    assert {Roll, Move, Double, Take, Drop} <= {type(action) for action in people_s(actions)}


async def check_requests(bots: Bots, played: PlayedTable) -> None:
    """Beside its one answer to each interaction, or two if the first was a promise, Discord hears of a new board, once
    of the rules as the table opens, and once for each of the two of what a word for the dice is for, no more. By the
    press of a board it hears of a roll whose answer is a composer, and of the old board's buttons.
    """
    answers = bots.discord.calls("POST", "/callback$")
    assert len(answers) == len(bots.answers)
    posts = bots.discord.calls("POST", rf"^/channels/{played.channel.id}/messages$")
    edits = bots.discord.calls("PATCH", r"/channels/.*/messages/")
    promises = sum(each.type in (5, 6) for each in bots.answers)

    def kept() -> int:
        return sum(len(bots.discord.calls(method, "^/webhooks/")) for method in ("PATCH", "POST", "DELETE"))

    # What a word is for is told beside an answer; where that was only promised, it is that answer.
    await played.until(lambda: kept() >= promises)
    assert kept() <= promises + sum(each.edits for each in bots.answers) + 2
    print(f"{len(answers)} interactions, {len(posts)} boards, {len(edits)} edits beside")
    # A challenge that came late is a message of its own, and no answer.
    assert len(played.boards) + 1 <= len(posts) <= len(played.boards) + 2
    assert len(edits) <= 0.25 * len(posts)


async def test_a_session_goes_on_and_ends_by_buttons_alone(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        ann, bob = played.people
        await played.begin(variant="hypergammon")
        player = Player(played, random.Random(1))
        await player.turn(doubles=True, drops=True)
        while played.labels != ["Next", "End"]:
            await player.turn(doubles=True, drops=True)
        assert "wins 1\N{NO-BREAK SPACE}point" in played.live.content
        before = len(played.boards)
        await played.shown(ann.press(played.live, "Next"))
        assert played.labels == ["Next", "End"] and "ready for the next game" in played.live.content
        again = await ann.press(played.live, "Next")
        assert again.ephemeral and "answered that already" in again.content
        await played.shown(bob.press(played.live, "Next"))
        assert len(played.boards) > before and played.labels == ["Move"]
        while played.labels != ["Next", "End"]:
            await player.turn(doubles=True, drops=True)
        await played.shown(bob.press(played.live, "End"))
        assert played.labels[:1] == ["Rematch"] and "The session is over." in played.live.content
        stranger = await bots.guild.member("Cyd").press(played.live, "Rematch")
        assert stranger.ephemeral and "do not play at this table" in stranger.content
        await ann.press(played.live, "Rematch")
        challenge = await played.channel.wait_for(lambda message: f"challenges {bob.mention}" in message.content)
        await played.shown(bob.press(challenge, "Accept challenge"))
        assert played.labels == ["Move"]
        bots.check_sound()

"""How many taps a turn takes, from the first press after it comes, Roll or Move, to the play being made.

Games of two people at a simulated Discord. Each play is one of the legal ones at random, and is put together by the
buttons that the messages have, of a double the combined ones first. Turns that leave a choice count; presses about the
cube do not. Pictures are left out. Run: `python -m tests.bench.taps [GAMES [TURNS]]`.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from simcord.results import ResponseMessage

import render
from bot.backgammon import Draft, Match, Phase, Play
from tests.play.bot import OneBot, component, one_bot, walk

GAMES = 200
MEDIAN, WORST = 4, 8
#: How often somebody who may double does: games with a turned cube are those in which the bot rolls.
_DOUBLES = 0.1
_PEOPLE = ("Ann", "Bob")


class Tapping:
    """Two people who tap; `taps` are those of each turn."""

    def __init__(self, bot: OneBot, chance: random.Random) -> None:
        self._club, self._chance = bot, chance
        self.taps: list[int] = []

    def _live(self) -> ResponseMessage:
        """The message that has the table's buttons: the newest that everybody sees."""
        backend, channel = self._club.env.backend, self._club.channel
        newest = max(each.id for each in backend.messages[channel.id].values() if each.visible_to(None))
        return ResponseMessage(self._club.env, backend.get_message(channel.id, newest))

    async def _tap(self, who: str, message: Any, custom_id: str) -> ResponseMessage | None:
        """Press a button; what this person alone then sees, if there is anything."""
        result = await self._club.people[who].click(message, custom_id=custom_id)
        assert result.acknowledged
        answers = [each for each in (result.response, *result.followups) if each is not None and each.ephemeral]
        return answers[-1] if answers else None

    async def game(self, turns: int) -> None:
        """A whole game, in a channel of its own; not so whole once so many turns are counted in all."""
        bot = self._club
        bot.channel = bot.guild.create_text_channel("backgammon")
        await bot.people["Ann"].slash(bot.channel, "play", opponent=bot.people["Bob"], length=7)
        await self._tap("Bob", live := self._live(), component(live, "join"))
        match = await self._match()
        while match.number == 1 and match.game.phase is not Phase.OVER and len(self.taps) < turns:
            decider = match.game.decider
            assert decider is not None
            who, live = _PEOPLE[decider], self._live()
            verbs = {each["custom_id"].partition(":")[0]: each["custom_id"] for each in walk(live)}
            if "take" in verbs:
                await self._tap(who, live, verbs["take"])
            elif "double" in verbs and self._chance.random() < _DOUBLES:
                await self._tap(who, live, verbs["double"])
            else:
                await self._turn(who, live, verbs.get("roll") or verbs["move"])
            match = await self._match()

    async def _turn(self, who: str, live: ResponseMessage, opening: str) -> None:
        """Roll or Move, and a play at random."""
        composer, taps = await self._tap(who, live, opening), 1
        if composer is None:
            return
        match = await self._match()
        board = match.game.board
        assert board.dice is not None
        play = self._chance.choice(match.game.plays(match.rules))
        draft = Draft(board.position, board.dice, (), match.rules.max_on_point)
        while draft.completed().play is None:
            buttons = {each["label"]: each["custom_id"] for each in walk(composer)}
            label, draft = _next(draft, play, list(buttons))
            composer, taps = await self._tap(who, composer, buttons[label]), taps + 1
            assert composer is not None
        left = await self._tap(who, composer, component(composer, "confirm"))
        assert left is None, f"{play} leaves behind: {left.content}"
        after = await self._match()
        assert after.rolls > match.rolls or after.game.board.dice is None, "the play is made"
        self.taps.append(taps + 1)

    async def _match(self) -> Match:
        state = (await self._club.table()).state
        assert isinstance(state, Match)
        return state


def _next(draft: Draft, play: Play, labels: list[str]) -> tuple[str, Draft]:
    """What somebody presses who wants this play, and the draft then: it as a whole, else the longest way to it, else
    what leads to others."""
    if str(play) in labels:
        return str(play), draft.towards(play)
    for way in sorted(draft.ways(), key=lambda way: -len(way.picks)):
        if str(way) in labels:
            after = draft
            for pick in way.picks:
                after = after.after(pick)
            if play in after.completions:
                return str(way), after
    return next(label for label in labels if label.startswith("Use the ")), draft


def _lines(taps: list[int]) -> Iterator[str]:
    for number, turns in sorted(Counter(taps).items()):
        yield f"{number:3} taps {turns:7} turns {turns / len(taps):6.1%}"


async def main(games: int = GAMES, turns: int = sys.maxsize) -> None:
    """Print what was counted in so many games, or turns if these are fewer."""
    start = render.draw(render.Scene((0,) * 26, (0,) * 26, _PEOPLE))
    with patch("render.draw", lambda scene: start), patch("bot.store.limits.MOST_RECENT_CHALLENGES", 10**9):
        async with one_bot(_PEOPLE) as bot:
            for name in _PEOPLE:
                panel = (await bot.people[name].slash(bot.channel, "preferences")).response
                await bot.tap(name, panel, "confirm")
            bot.services.challenges._entropy = random.Random(7).randbytes
            tapping = Tapping(bot, random.Random(7))
            for _ in range(games):
                await tapping.game(turns)
    taps = tapping.taps
    median, worst = statistics.median_high(taps), max(taps)
    print(f"{games} games, {len(taps)} turns with a choice")
    print("\n".join(_lines(taps)))
    print(f"at most {MEDIAN} and {WORST}: {'met' if median <= MEDIAN and worst <= WORST else 'missed'}")
    print(f"taps a turn: median {median}, worst {worst}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))

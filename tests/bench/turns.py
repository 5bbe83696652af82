"""Requests with the bot's token that a turn costs, and how many turns a second Discord's global limit leaves.

A turn is a play with what leads to it: by buttons, Roll or Move on the board, a step after the other in the composer,
and Confirm; or typed, `/roll` and `/move`. Preferences are the usual ones. Tables, people and processes are those of
`load`. Games that end, and the first board of the next, are counted with the turns between.
Beside it: milliseconds from a press of Move to the composer, and the same where the press is answered by the composer
itself, so that it cannot edit the board. There the picture is a fixed PNG: else its drawing hides the difference.
Run: `python -m tests.bench.turns [TURNS [TABLES [PRESSES]]]`; some ten minutes.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import render
from bot.backgammon import Position
from bot.pace import GLOBAL
from tests.bench import load_town
from tests.bench.press import OURS
from tests.discord_server import Interaction, Message, Person
from tests.process.bots import READY, control, running_bots, verb

TURNS, TABLES, PRESSES = 2000, 40, 100
#: Requests a turn by buttons, the part of the rate without the limit that is reached with it, and how much longer the
#: composer may take.
REQUESTS, REACHED, LONGER = 1.05, 0.95, 1.2
#: Requests a second that the bot allows itself of Discord's.
PACE = GLOBAL - 3
#: Seconds of one measurement, and between two presses of Move.
_STAGE, _BREATH = 20.0, 0.05

#: Our bot as it was: what is private is the answer to the press of a board.
ANSWERING = f"""
from bot.screens.answer import Answer
async def lend(self): pass
Answer.lend = lend
{OURS}
"""


class Turns(load_town.Place):
    """A table at which turns are counted."""

    turns = 0

    def start(self) -> None:
        """Nothing has been measured yet."""
        super().start()
        self.turns = 0

    async def press(self) -> None:
        """One turn, or what leads to the next game."""
        on = {verb(button): button.custom_id or "" for button in self.live.buttons}
        if "roll" not in on and "move" not in on:
            await super().press()
            return
        begun = time.monotonic()
        await self.turn(self.asked(), on)
        self.turns += 1
        self.shown.append(time.monotonic() - begun)

    async def turn(self, who: Person, on: Mapping[str, str]) -> None:
        """One turn of somebody who has these buttons, until the next one has been shown."""
        raise NotImplementedError

    async def moved(self, before: int) -> None:
        """Wait for a later state than this."""
        async with asyncio.timeout(load_town.LONG):
            while self.asks <= before:
                self.news.clear()
                await self.news.wait()

    def done(self, answer: Interaction) -> Interaction:
        """Note how long an answer took."""
        assert not answer.failed, answer
        if answer.seconds is not None:
            self.acknowledged.append(answer.seconds)
        return answer

    def to_play(self, who: Person) -> bool:
        """Whether somebody has rolled, and has to play."""
        return any(verb(button) == "move" for button in self.live.buttons) and self.asked() is who


class Buttons(Turns):
    """All by buttons."""

    async def turn(self, who: Person, on: Mapping[str, str]) -> None:
        before = self.asks
        opened = self.done(await who.press(self.live, on.get("roll") or on["move"]))
        if composer := await self._composer(opened, who, before):
            while steps := [button for button in composer.buttons if verb(button) == "step"]:
                self.done(await who.press(composer, steps[0].custom_id or ""))
            before = self.asks
            self.done(await who.press(composer, control(composer, "confirm")))
        await self.moved(before)

    async def _composer(self, opened: Interaction, who: Person, before: int) -> Message | None:
        """That which somebody has opened; None if there was no choice."""
        with suppress(TimeoutError):
            async with asyncio.timeout(load_town.LONG):
                while not opened.followups and (self.asks <= before or self.to_play(who)):
                    await asyncio.sleep(0.01)
        return opened.followups[-1] if opened.followups else None


class Typed(Turns):
    """All by commands."""

    async def turn(self, who: Person, on: Mapping[str, str]) -> None:
        if "roll" in on:
            before = self.asks
            self.done(await who.slash(self.channel, "roll"))
            await self.moved(before)
            if not self.to_play(who):
                return
        before = self.asks
        self.done(await who.slash(self.channel, "move", play=self.plays[0]))
        await self.moved(before)


class Cost(NamedTuple):
    """What turns came to: how many, in how many seconds, and with how many requests of each kind, by what let in."""

    turns: int
    seconds: float
    requests: Counter[str]

    @property
    def rate(self) -> float:
        """Turns a second."""
        return self.turns / self.seconds

    @property
    def with_token(self) -> float:
        """Requests a turn."""
        return self.requests["token"] / self.turns

    def line(self, name: str) -> str:
        """In a table."""
        each = "".join(f"{self.requests[by] / self.turns:10.3f}" for by in ("token", "webhook", "callback"))
        return f"{name:28}{self.turns:8}{each}{self.rate:10.1f}"


async def cost(kind: type[Turns], turns: int, tables: int, folder: Path, *, limited: bool = False) -> Cost:
    """What at least so many turns of this kind come to."""
    counted, seconds, requests = 0, 0.0, Counter[str]()
    async with load_town.running_town(1, folder, limited=limited, kind=kind) as town:
        await town.begin(tables)
        await town.measured(2.0)
        while counted < turns:
            stage = await town.measured(min(_STAGE, turns / tables))
            counted += sum(place.turns for place in town.places if isinstance(place, Turns))
            seconds += stage.took
            for answer, number in stage.answers.items():
                requests[answer.partition(" ")[0]] += number
    return Cost(counted, seconds, requests)


@asynccontextmanager
async def opening(program: str, file: Path, data: Path) -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """A bot of this program, and presses of Move: milliseconds until the composer is there."""
    command = [sys.executable, "-c", program, str(file)]
    async with running_bots(data, command=command, env={"PAINTERS": "0"}) as bots:
        await bots.process.says(READY)
        played = bots.table()
        await played.begin(variant="hypergammon", cube=False)
        who, board = played.asked(), played.live

        async def pressed() -> float:
            last = max(message.id for message in played.channel.everything)
            begun = time.perf_counter()
            pressing = asyncio.create_task(who.press(board, "Move"))
            await played.until(lambda: any(each.id > last and each.attachments for each in played.channel.everything))
            took = (time.perf_counter() - begun) * 1000
            await pressing
            await asyncio.sleep(_BREATH)
            return took

        yield pressed


async def composers(presses: int, folder: Path) -> tuple[list[float], list[float]]:
    """Of so many presses of Move each, by turns: answered as they are, and as they were."""
    start = Position.start()
    file = folder / "board.png"
    file.write_bytes(render.draw(render.Scene(bottom=start.own, top=start.opponent, names=("Ann", "Bob"))))
    after, before = list[float](), list[float]()
    async with AsyncExitStack() as stack:
        ours = await stack.enter_async_context(opening(OURS, file, folder / "ours"))
        answering = await stack.enter_async_context(opening(ANSWERING, file, folder / "answering"))
        for _ in range(presses):
            after.append(await ours())
            before.append(await answering())
    return after, before


def _met(good: bool) -> str:
    return "met" if good else "missed"


async def main(turns: int = TURNS, tables: int = TABLES, presses: int = PRESSES) -> None:
    """Measure so many turns of each kind at so many tables, and so many presses, and print."""
    print(f"{os.cpu_count()} cores, {tables} tables, {turns} turns or more of each kind")
    print(f"{'':28}{'turns':>8}{'token':>10}{'webhook':>10}{'callback':>10}{'turns/s':>10}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        buttons = await cost(Buttons, turns, tables, folder)
        print(buttons.line("by buttons"), flush=True)
        typed = await cost(Typed, turns, tables, folder)
        print(typed.line("by /move"), flush=True)
        limited = await cost(Buttons, turns, tables, folder, limited=True)
        print(limited.line("by buttons, with the limit"), flush=True)
        after, before = await composers(presses, folder)
    print(f"requests with the token a turn by buttons: {buttons.with_token:.3f}, goal {REQUESTS}: ", end="")
    print(_met(buttons.with_token <= REQUESTS))
    print(f"the same by /move: {typed.with_token:.3f}")
    allowed = min(PACE / limited.with_token, buttons.rate)
    print(f"turns a second with the limit: {limited.rate:.1f} of {allowed:.1f}, ", end="")
    print(f"{limited.rate / allowed:.2f}, goal {REACHED}: {_met(limited.rate >= REACHED * allowed)}")
    ratio = statistics.median(now / then for now, then in zip(after, before, strict=True))
    print(f"from Move to the composer: median {statistics.median(after):.1f} ms, before ", end="")
    print(f"{statistics.median(before):.1f} ms, ratio {ratio:.2f}, goal {LONGER}: {_met(ratio <= LONGER)}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))

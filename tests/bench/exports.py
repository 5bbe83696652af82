"""What a storm of exports does to somebody else's table: the time from a press to the board, in quiet and in the storm.

Our bot runs as a process of its own against the simulated Discord, over real sockets, with its tables on the embedded
server. Twelve people each ask for a whole table of a hundred games, all at once; two others play on in another channel.
Drawing is left out, as in `tests.bench.press`.
Run: `python -m tests.bench.exports [PRESSES [GAMES [EXPORTS]]]`.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import render
from bot.backgammon import Match, Phase, Position, Rules, apply, log, start
from bot.backgammon.actions import AnyAction, Move, Next, OpeningRoll, Roll
from bot.store import Store, open_store
from bot.tables.about import About
from bot.tables.games import HEADS_UP
from bot.tables.table import People, Person, Stage, Table, to_fields
from tests.bench.press import OURS, timed
from tests.discord_server import Channel, DiscordServer
from tests.discord_server import Person as Member
from tests.process.bots import PATIENCE, control, verb
from tests.seen_board import seen_board

PRESSES, GAMES, EXPORTS, BAR = 200, 100, 12, 20.0
_WARM = 5


def played(games: int, seed: int = 1) -> tuple[Match, list[bytes]]:
    """A money session of so many games, every play of it at random, and its log."""
    rng, state = random.Random(seed), start(Rules())
    entries = [HEADS_UP.header(state)]
    while not (state.number == games and state.game.phase is Phase.OVER):
        for action in _turn(rng, state):
            state = apply(state, action)
            entries.append(log.encode_action(action))
    return state, entries


def _turn(rng: random.Random, state: Match) -> list[AnyAction]:
    side, dice = state.game.board.turn, (rng.randint(1, 6), rng.randint(1, 6))
    match state.game.phase:
        case Phase.OPENING:
            return [OpeningRoll(dice=dice)]
        case Phase.OVER:
            return [Next(by=0), Next(by=1)]
        case Phase.PLAY:
            return [Move(by=side, play=str(rng.choice(state.game.plays(state.rules))))]
        case _:
            return [Roll(by=side, dice=dice)]


async def stored(store: Store, state: Match, entries: list[bytes], channel: Channel, people: list[Member]) -> list[str]:
    """A table of each of these people, all with the same games."""
    names: list[str] = []
    for number, person in enumerate(people):
        name = f"tab{number:03}"
        about = About(id=name, guild=channel.guild.id, channel=channel.id, setup=Rules(), made_at=0.0, expires_at=0.0)
        seats = Person(person.id, person.name), Person(people[number - 1].id, people[number - 1].name)
        table = Table(about=about, people=People(seats=seats), seed=bytes(32), stage=Stage.CLOSED, state=state)
        await store.save(channel.id, name, 0, to_fields(table), entries)
        await store.register(name, channel.id, [seat.user for seat in seats], 0.0)
        names.append(name)
    return names


class Game:
    """Two people who play as fast as the boards come."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.people = channel.guild.member("Ann"), channel.guild.member("Bob")

    async def begin(self) -> None:
        ann, bob = self.people
        await ann.slash(self.channel, "play", opponent=bob, length=0)
        challenge = await self.channel.wait_for(lambda message: message.buttons, timeout=30)
        await bob.press(challenge, control(challenge, "join"))

    async def times(self, presses: int) -> list[float]:
        """Milliseconds of so many rolls and plays, each to the next board."""
        times: list[float] = []
        while len(times) < presses:
            await self.channel.wait_for(lambda message: message.attachments and message.buttons, timeout=30)
            live = [message for message in self.channel.messages if message.attachments and message.buttons][-1]
            on = {verb(button): button.custom_id for button in live.buttons}
            asked = next(line for line in live.content.splitlines() if "<@" in line)
            who = next(person for person in self.people if person.mention in asked)
            if "next" in on:
                for person in self.people:
                    await person.press(live, control(live, "next"))
            elif "roll" in on:
                times.append(await timed(self.channel, partial(who.press, live, on["roll"])))
            else:
                play = seen_board(live.attachments[0].description).plays[0]
                times.append(await timed(self.channel, partial(who.slash, self.channel, "move", play=play)))
        return times


async def measure(
    file: Path, data: Path, presses: int, games: int, exports: int
) -> tuple[list[float], list[float], str]:
    """Times in quiet and in the storm, and what became of the storm meanwhile."""
    state, entries = played(games)
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guild = discord.guild("Club")
        there, here = guild.channel("old games"), guild.channel("backgammon")
        people = [guild.member(f"Exporter {number}") for number in range(exports)]
        store = await open_store(None, data)
        try:
            await store.check_version()
            names = await stored(store, state, entries, there, people)
        finally:
            await store.close()
        command = [sys.executable, "-c", OURS, str(file)]
        async with discord.bot_process({"PAINTERS": "0"}, data_dir=data, command=command) as bot:
            await bot.ready()
            game = Game(here)
            await game.begin()
            await game.times(_WARM)
            quiet = await game.times(presses)
            begun = time.perf_counter()
            storm = [
                asyncio.create_task(exported(person, there, name)) for person, name in zip(people, names, strict=True)
            ]
            await asyncio.sleep(0.5)
            stormy = await game.times(presses)
            took, done = time.perf_counter() - begun, sum(task.done() for task in storm)
            for task in storm:
                if task.done():
                    task.result()
                task.cancel()
            told = f"{len(entries)} entries a table; in {took:.1f} s of the storm {done} of {exports} exports were made"
    return quiet, stormy, told


async def exported(person: Member, channel: Channel, table: str) -> None:
    """Somebody asks for a whole table, and has it."""
    answer = await person.slash(channel, "export", game=table, format="mat")
    await answer.world.until(
        lambda: any(page and page.attachments for page in (answer.message, *answer.followups)),
        600,
        lambda: f"no file: {answer}",
    )


async def main(presses: int = PRESSES, games: int = GAMES, exports: int = EXPORTS) -> None:
    """Print what was measured."""
    board = Position.start()
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "board.png")
        file.write_bytes(render.draw(render.Scene(bottom=board.own, top=board.opponent, names=("Ann", "Bob"))))
        quiet, stormy, told = await measure(file, Path(directory, "data"), presses, games, exports)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {games} games, {told}")
    print(f"{'':12}{'presses':>8}{'p50 ms':>10}{'p95 ms':>10}{'slowest':>10}")
    for name, times in (("quiet", quiet), ("storm", stormy)):
        print(f"{name:12}{len(times):8}{statistics.median(times):10.1f}{_p95(times):10.1f}{max(times):10.1f}")
    more = _p95(stormy) - _p95(quiet)
    print(f"the storm adds {more:.1f} ms to the p95, at most {BAR:g}: {'met' if more <= BAR else 'missed'}")


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))

"""One process of the bot or two on the same machine, each with painters of its own, measured in turn.

All are there at the same time, with a store, tables and a Discord a shard each; while one is measured the others rest.
So a machine that gets slower, or that others use, is slow for all of them. A round in which a Discord takes more than
80 % of a processor is not counted.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.load_bot import PLACES
from tests.bench.load_discord import Simulator, simulator
from tests.bench.load_town import LONG, PAINTERS, SHARDS, TICK, Process, Stage, processes_of, store
from tests.discord_server import DiscordServer
from tests.process.bots import READY

#: Tables, seconds and rounds; more than one process has time for.
AMONG, SECONDS, ROUNDS = 140, 5.0, 9
#: Two processes of one, in boards a second; in processor a board, and how far that may be off; one of one before.
TWO, COST, OFF, BEFORE = 0.95, 1.0, 0.05, 0.97
#: The part of a processor that a Discord may take, and that others may without being mentioned.
BUSY, NOISE = 0.8, 0.2

#: By name: the shards of each process, and the arguments of `load_bot`.
DESIGNS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "one before": (["0,1"], ["slotless"]),
    "one": (["0,1"], []),
    "two before": (["0", "1"], ["slotless"]),
    "two": (["0", "1"], []),
}


@dataclass
class Design:
    """Processes of the bot with their store, and what was measured with them."""

    simulators: Sequence[Simulator]
    processes: Sequence[Process]
    rounds: list[Stage] = field(default_factory=list)
    busiest: float = 0.0

    async def begin(self, tables: int) -> None:
        for each in self.simulators:
            await each.ask("begin", tables // SHARDS)

    async def measure(self, seconds: float) -> None:
        """One round."""
        before = [each.seconds for each in self.processes]
        found = await _all(self.simulators, "measure", seconds)
        used = [each.seconds - earlier for each, earlier in zip(self.processes, before, strict=True)]
        took = max(each[0] for each in found)
        each, acknowledged, shown = ([one for part in found for one in part[index]] for index in (1, 2, 3))
        memory = sum(process.memory for process in self.processes[1:])
        discord = sum(part[4] for part in found)
        self.busiest = max(part[4] / part[0] for part in found)
        self.rounds.append(Stage(took, each, sorted(acknowledged), sorted(shown), [discord, *used], memory, Counter()))


async def _all(simulators: Sequence[Simulator], what: str, *args: object) -> list[Any]:
    return await asyncio.gather(*(each.ask(what, *args) for each in simulators))


@asynccontextmanager
async def design(name: str, folder: Path) -> AsyncIterator[Design]:
    """The processes of this design, which are ready."""
    ids, arguments = DESIGNS[name]
    command = (sys.executable, "-m", "tests.bench.load_bot", *arguments)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(store(folder / name))
        simulators = [await stack.enter_async_context(simulator(shard)) for shard in range(SHARDS)]
        places = [each.places for each in simulators]
        env = {"REDIS_URL": server.url, "SHARD_COUNT": str(SHARDS), PLACES: json.dumps(places)} | PAINTERS
        env |= {"DISCORD_API_BASE": places[0][0], "DISCORD_GATEWAY_URL": places[0][1]}
        nobody = DiscordServer()  # does not run: processes are started by one
        bots = [nobody.bot_process(env | {"SHARD_IDS": each}, data_dir=folder, command=command) for each in ids]
        for bot in bots:
            await bot.start()
            stack.push_async_callback(bot.terminate, 30)
            await bot.says(READY, LONG)
        commands = await simulators[0].ask("commands")
        await _all(simulators, "ready", commands)
        yield Design(simulators, processes_of(server, bots))


def _busy() -> float:
    """Seconds of processors that anybody on this machine has had."""
    user, nice, system, _, _, *interrupts = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]
    return sum(map(int, (user, nice, system, *interrupts))) / TICK


async def compared(
    tables: int, seconds: float, rounds: int, folder: Path, names: Sequence[str] = tuple(DESIGNS)
) -> Mapping[str, Sequence[Stage]]:
    """What the designs of these names come to in each round that counts."""
    async with AsyncExitStack() as stack:
        designs = {name: await stack.enter_async_context(design(name, folder)) for name in names}
        for each in designs.values():
            await each.begin(tables)
            await each.measure(seconds)
            each.rounds.clear()
        for number in range(rounds):
            # Now this one is first, now that: what somebody else does meanwhile strikes each alike.
            turn = list(designs)[number % len(designs) :] + list(designs)[: number % len(designs)]
            busy, begun = _busy(), time.monotonic()
            for name in turn:
                await designs[name].measure(seconds)
            busy, took = _busy() - busy, time.monotonic() - begun
            last = [each.rounds[-1] for each in designs.values()]
            others = (busy - sum(each.discord + each.store + each.bot for each in last)) / took
            print(_line(number, last, others), flush=True)
            if others > NOISE:
                print(f"{'':8}others work on this machine: take these figures for rough ones")
            if (busiest := max(each.busiest for each in designs.values())) > BUSY:
                print(f"{'':8}not counted: a Discord took {busiest:.0%} of a processor")
                for each in designs.values():
                    each.rounds.pop()
        return {name: each.rounds for name, each in designs.items()}


def head() -> str:
    """Of the table of rounds."""
    names = "".join(f"{name:>18}" for name in DESIGNS)
    return f"{'round':8}{names}{'others':>10}\n{'':8}" + f"{'boards/s':>10}{'ms each':>8}" * len(DESIGNS) + "   cores"


def _line(number: int, stages: Sequence[Stage], others: float) -> str:
    return f"{number + 1:<8}" + "".join(f"{each.boards:10.1f}{cost(each):8.1f}" for each in stages) + f"{others:10.2f}"


def cost(stage: Stage) -> float:
    """Milliseconds of processors a board, of the bot and its painters."""
    return 1000 * stage.bot / sum(stage.each)


def ratio(of: Sequence[Stage], to: Sequence[Stage], figure: Callable[[Stage], float]) -> float:
    """A figure of a design in terms of another one's in the same round: the middle one of all rounds."""
    return statistics.median(figure(each) / figure(other) for each, other in zip(of, to, strict=True))


def judged(rounds: Mapping[str, Sequence[Stage]], met: Callable[[bool], str]) -> None:
    """Print whether the goals are met."""
    if not rounds["one"]:
        print("too few rounds count: no goal is met or missed")
        return

    def boards(stage: Stage) -> float:
        return stage.boards

    two, before = ratio(rounds["two"], rounds["one"], boards), ratio(rounds["one"], rounds["one before"], boards)
    costs = ratio(rounds["two"], rounds["one"], cost)
    earlier = ratio(rounds["two before"], rounds["one before"], boards)
    costly = ratio(rounds["two before"], rounds["one before"], cost)
    print(f"without slots: two processes {earlier:.2f} × one in boards a second, {costly:.2f} × in processor a board")
    print(f"goal two processes >= {TWO} × one: {two:.2f}: {met(two >= TWO)}")
    print(f"goal processor a board {COST} × one ± {OFF}: {costs:.2f}: {met(abs(costs - COST) <= OFF)}")
    print(f"goal one process >= {BEFORE} × before: {before:.2f}: {met(before >= BEFORE)}")

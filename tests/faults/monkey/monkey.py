"""The monkey itself: at each step somebody does something, rather what was not done yet."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from itertools import chain
from typing import Any

from simcord.backend.errors import BackendError, SetupError
from simcord.enums import AppCommandType

from .commands import Commands
from .crowd import Crowd, Done, Report
from .games import Games
from .judging import Journal, accounts, errors, unanswered
from .mischief import Mischief
from .outside import Place
from .presses import Presses
from .world import Hours, World, counted_time

_Way = Callable[[Any], Awaitable[Done | None]]
#: Seconds that pass between two steps, and within which whatever was promised has been said.
_PAUSES = (0.0, 0.0, 0.0, 0.3, 2.0, 12.0)
_PROMISED = 120.0
#: How much is done outside of the bot's servers.
_OUTSIDE = 0.2


class Monkey:
    """Everybody at once, by one seed."""

    def __init__(self, seed: int, hours: Hours) -> None:
        self._chance = random.Random(f"monkey {seed}")
        self._world = World(self._chance, hours)
        self._crowd = Crowd(self._world, self._chance)
        commands, presses = Commands(self._crowd), Presses(self._crowd)
        games, self._mischief = Games(self._crowd), Mischief(self._crowd)
        self._go_on = presses.go_on
        self._elsewhere = list[str]()
        happens = self._mischief
        #: What may be done, and how often that is.
        self._ways: dict[_Way, float] = {games.play: 55, presses.press: 30, presses.press_old: 3, presses.fill_in: 3}
        self._ways |= {commands.type: 22, commands.suggest: 4, commands.point: 3}
        self._ways |= {happens.rob: 1.2, happens.give_back: 1.2, happens.wait: 1.5, happens.wreck: 0.5}
        self._ways |= {happens.silence: 0.8, happens.restart: 0.15}
        #: The same outside of the bot's servers.
        self._outside: dict[_Way, float] = {games.play_alone: 40, presses.press: 30, presses.press_old: 2}
        self._outside |= {commands.type: 30, commands.suggest: 3, commands.point: 6, presses.fill_in: 2}

    async def run(self, steps: int) -> Report:
        """So many steps, then everything comes to rest and is judged."""
        report, world = self._crowd.report, self._world
        journal = Journal(report)
        logging.getLogger().addHandler(journal)
        try:
            await world.env.start()
            try:
                await world.prepare()
                for _ in range(steps):
                    await self._step()
                await self._rest()
                wrong = errors(world) + await accounts(world)
            finally:
                await world.env.shutdown()
        finally:
            logging.getLogger().removeHandler(journal)
        report.faults = [report.at(step, said) for step, said in journal.faults] + self._elsewhere + wrong
        report.warnings.update(journal.warnings)
        return report

    async def _step(self) -> None:
        """Somebody does something, or something happens."""
        report, before = self._crowd.report, self._crowd.before
        guild: Place = self._chance.choice(self._world.guilds)
        ways = self._ways
        if self._chance.random() < _OUTSIDE:
            guild, ways = self._chance.choice(self._world.outside), self._outside
        (way,) = self._chance.choices(list(ways), list(ways.values()))
        if before and self._chance.random() < before.appeal:
            way = self._go_on
        name = way.__name__
        try:
            what, result = await way(guild) or ("nothing", None)
        except (SetupError, BackendError) as error:  # what no client would let them do
            name, what, result = f"could not {name}", str(error), None
        if result is not None:
            self._crowd.look_at(result)
        report.done[name] += 1
        report.trace.append(f"{name}: {what}")
        self._crowd.listen()
        await asyncio.sleep(self._chance.choice(_PAUSES))
        self._watched()
        report.steps += 1

    def _watched(self) -> None:
        """What was shown outside of servers at this step."""
        report = self._crowd.report
        self._elsewhere += (report.at(report.steps, wrong) for wrong in self._world.watch.wrong())

    async def _rest(self) -> None:
        """What was promised is said, and nothing is left to do."""
        report = self._crowd.report
        report.trace.append("rest")
        self._mischief.calm()
        await asyncio.sleep(_PROMISED)
        await self._world.env.settle()
        self._crowd.listen()
        self._watched()
        report.outside = self._world.watch.seen
        report.interactions = len(self._crowd.asked)
        answers = ((step, unanswered(self._world, interaction)) for step, interaction in self._crowd.asked)
        report.unanswered = [report.at(step, wrong) for step, wrong in answers if wrong]
        guild = self._world.guilds[0]
        place = self._world.channels(guild)[0].id
        commands, *apps = (
            self._world.backend.visible_commands(user_id=guild.owner.id, channel_id=place, type=kind)
            for kind in (AppCommandType.CHAT_INPUT, AppCommandType.USER, AppCommandType.MESSAGE)
        )
        report.never = self._crowd.sent.never(commands, chain(*apps))


async def played(steps: int, seed: int) -> Report:
    """A whole run."""
    hours = Hours()
    with counted_time(hours, random.Random(f"time {seed}")):
        return await Monkey(seed, hours).run(steps)

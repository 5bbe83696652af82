"""A whole game with faults, played to its end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .checks import Journal, check_end
from .comings import beat
from .faults import Killed, unleashed
from .game import Game
from .opening import begin

#: Games of the whole test; of every so many one is played against the computer, by the seeds that are this beyond
#: that.
GAMES = 500
_TENTH, _ALONE = 10, 6


def _told_of(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Nobody asks what has become of the tasks of a dead process."""
    if not isinstance(context.get("exception"), Killed):
        loop.default_exception_handler(context)


@asynccontextmanager
async def with_faults(seed: int, *, comes: bool = False) -> AsyncIterator[Game]:
    """A channel, its people and the bot, as one seed has it."""
    journal = Journal()
    logging.getLogger().addHandler(journal)
    asyncio.get_running_loop().set_exception_handler(_told_of)
    try:
        game = Game(seed, comes=comes, alone=not comes and seed % _TENTH == _ALONE)
        env = game.bot.env
        with unleashed(game.faults):
            await env.start()
            await beat(game)
            try:
                yield game
                errors = [error for error in env.errors if not isinstance(error, Killed)]
                assert not errors, errors
                assert not journal.records, [record.getMessage() for record in journal.records]
            finally:
                game.faults.calm = True
                await env.shutdown()
    finally:
        logging.getLogger().removeHandler(journal)


async def played(seed: int, *, comes: bool = False) -> Counter[str]:
    """A whole game; what it came to, in figures. What fails says how it can be seen again."""
    try:
        async with with_faults(seed, comes=comes) as game:
            await begin(game)
            await game.play()
            game.faults.calm = True
            await game.rise()  # the process may have died over something that nobody waited for
            await check_end(game)
            game.figures["games"] += 1
            return +game.figures
    except BaseException as error:
        error.add_note(f"again: python -m tests.faults {'--away ' if comes else ''}{seed}")
        raise

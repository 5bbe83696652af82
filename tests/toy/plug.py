"""Plugs the toy into the bot of this process, before that is made. Its rules enter themselves where they are imported:
so a worker that is sent one of its tables knows them too.
"""

from __future__ import annotations

from bot import app
from bot.cogs import verbs
from bot.cogs.challenging import begins_again
from bot.screens import faces

from .cog import VERBS, HighestRollCommands, open_again
from .face import HIGHEST_ROLL_FACE, ROLL_ROUND_FACE
from .game import HIGHEST_ROLL
from .gathering import ROLL_ROUND


def plug_in() -> None:
    """Face, verbs and commands."""
    faces.register(HIGHEST_ROLL, HIGHEST_ROLL_FACE)
    faces.register(ROLL_ROUND, ROLL_ROUND_FACE)
    begins_again(ROLL_ROUND, open_again)
    verbs.register(VERBS)
    app.COMMANDS.append(HighestRollCommands)

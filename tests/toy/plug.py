"""Plugs the toy into the bot of this process, before that is made. Its rules enter themselves where they are imported:
so a worker that is sent one of its tables knows them too.
"""

from __future__ import annotations

from bot import app
from bot.cogs import verbs
from bot.screens import faces

from .cog import VERBS, HighestRollCommands
from .face import HIGHEST_ROLL_FACE
from .game import HIGHEST_ROLL


def plug_in() -> None:
    """Face, verbs and commands."""
    faces.register(HIGHEST_ROLL, HIGHEST_ROLL_FACE)
    verbs.register(VERBS)
    app.COMMANDS.append(HighestRollCommands)

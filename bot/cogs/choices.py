"""Whether what is given for an option of a command can be chosen there."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands


def fits(option: app_commands.Parameter, value: object, people: dict[str, Any]) -> bool:
    """Whether a value is of an option's type and within its range."""
    match option.type:
        case discord.AppCommandOptionType.string:
            return isinstance(value, str)
        case discord.AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case discord.AppCommandOptionType.integer:
            least, most = option.min_value, option.max_value
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            return (least is None or value >= least) and (most is None or value <= most)
        case discord.AppCommandOptionType.user:
            return value in people
        case _:
            return True

"""Choices of command options, and validation of values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Variant
from bot.texts import N_

_Value = TypeVar("_Value", str, int)

_VARIANTS = {
    Variant.BACKGAMMON: N_("backgammon"),
    Variant.NACKGAMMON: N_("nackgammon"),
    Variant.HYPERGAMMON: N_("hypergammon"),
}


def choices(words: Mapping[_Value, str]) -> list[app_commands.Choice[_Value]]:
    """The choices of an option by value, with translatable names."""
    return [app_commands.Choice(name=locale_str(name), value=value) for value, name in words.items()]


def variant_choices() -> list[app_commands.Choice[str]]:
    return choices({variant.value: words for variant, words in _VARIANTS.items()})


def fits(option: app_commands.Parameter, value: object, people: dict[str, Any]) -> bool:
    """Whether a value has an option's type and range."""
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
        case discord.AppCommandOptionType.number:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case discord.AppCommandOptionType.user:
            return value in people
        case _:
            return True

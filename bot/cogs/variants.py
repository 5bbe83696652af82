"""The set-ups of a board, as commands let one choose them."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Variant
from bot.texts import N_

_WORDS = {
    Variant.BACKGAMMON: N_("backgammon"),
    Variant.NACKGAMMON: N_("nackgammon"),
    Variant.HYPERGAMMON: N_("hypergammon"),
}


def variant_choices() -> list[app_commands.Choice[str]]:
    """The choices of an option, each with the variant's own value."""
    return [app_commands.Choice(name=locale_str(words), value=each.value) for each, words in _WORDS.items()]

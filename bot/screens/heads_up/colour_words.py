"""Who has which checkers, where that has to be said."""

from __future__ import annotations

from bot.backgammon import Seat
from bot.screens.names import plain
from bot.tables.table import Table
from bot.texts import Texts


def colour_words(table: Table, t: Texts) -> str:
    """Whose checkers look how, where the challenger does not have the light ones."""
    light = table.about.light
    if light is None:
        return t("Colours are drawn.")
    return dark_words(table, light, t) if light else ""


def dark_words(table: Table, light: Seat, t: Texts) -> str:
    """Who does not have the light checkers."""
    return t("**{who}** has the dark checkers.", who=plain(table.people.seats[1 - light].name))

"""A note to oneself at a table: the button that asks for it, its form, and how only its writer is shown it."""

from __future__ import annotations

import discord

from bot.screens.buttons import GREY, Item, button, form
from bot.screens.custom_ids import Press
from bot.screens.names import plain
from bot.tables.notes import MOST
from bot.tables.table import Table
from bot.texts import Texts


def note_item(table: Table, t: Texts) -> Item:
    """The button that asks for a note."""
    return button(t("Note"), Press("note", table.id, 0), GREY, "📝", row=1)


def note_words(note: str) -> str:
    """A note as its writer sees it; empty if there is none."""
    return f"-# 📝 {plain(note, MOST)}" if note else ""


def note_form(press: Press, note: str, t: Texts) -> discord.ui.Modal:
    """A form for a note, with the one that stands; it is submitted as `press`."""
    return form(
        t("Note"),
        press,
        t("Only you see it, until the table is over"),
        discord.ui.TextInput(
            placeholder=t("Leave it empty to have none."),
            default=note or None,
            custom_id="note",
            style=discord.TextStyle.paragraph,
            max_length=MOST,
            required=False,
        ),
    )

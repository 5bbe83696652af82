"""Notes to oneself at a table: written behind **More**, shown there and in the composer."""

from __future__ import annotations

import discord

from bot.cogs.context import Context
from bot.cogs.places import WITH_US
from bot.cogs.verbs import Verb
from bot.screens.note_words import note_form, note_words
from bot.tables.table import Table


async def note_of(ctx: Context, table: Table) -> str:
    """The note of the user in words; empty if there is none."""
    return note_words(await ctx.services.notes.find(ctx.user, table))


def ask_note(ctx: Context) -> discord.ui.Modal:
    """The form for a note, with the one that the user has been shown."""
    return note_form(ctx.press._replace(question=1), ctx.services.notes.remembered(ctx.user, ctx.press.table), ctx.t)


async def take_note(ctx: Context) -> None:
    """A submitted note. Raises as `Notes.write`."""
    note = await ctx.services.notes.write(ctx.user, await ctx.table(), ctx.typed)
    said = ctx.t("Noted. You alone see it, in the composer and under **More**.") if note else ctx.t("The note is gone.")
    await ctx.say("\n".join(filter(None, (said, note_words(note)))), passing=True)


VERBS = (Verb("note", asks=ask_note, takes=take_note, private=True, where=WITH_US),)

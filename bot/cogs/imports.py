"""Imported matches: `/import` keeps them private until **Show everybody** is pressed."""

from __future__ import annotations

import secrets

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal
from bot.backgammon.record_faults import InvalidRecord, Note
from bot.cogs.analysis_reports import games_meant
from bot.cogs.analysis_requests import not_reviewed, review
from bot.cogs.context import Context, ServingCog, answered, moved_on
from bot.cogs.lookup import find_table
from bot.cogs.records import Animated, animated, tell_all, told
from bot.cogs.verbs import Verb
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.ended_items import analyze_items
from bot.screens.finished_game import show_buttons
from bot.screens.heads_up.import_words import (
    brought_words,
    gone_words,
    match_words,
    own_items,
    own_words,
    rules_words,
    shown_words,
)
from bot.screens.reviews import items as review_items
from bot.screens.reviews import queue_words
from bot.tables.heads_up.imports import LARGEST, ImportFault, keep, read_file, sit
from bot.tables.table import Table


class ImportCommands(ServingCog):
    @app_commands.command(name="import", description=locale_str("Bring a match from elsewhere, as a file, and see it"))
    @app_commands.describe(file=locale_str("A .mat or .txt of any program, .xg, .sgf or .ogxm, of up to 1 MB"))
    @answered
    async def bring(self, ctx: Context, file: discord.Attachment) -> None:
        kept, gone = await brought(ctx, file)
        table = kept[0][0]
        async with ctx.lookup() as pool:
            found = await told(ctx, pool, table, None, ctx.t)
            words = brought_words(kept, found.number, gone, ctx.t)
            picture = await animated(ctx, table, found, "webp")
            await ctx.say(
                words,
                show_buttons(
                    table, found.number, "webp", ctx.t, [*analyze_items(table, 0, ctx.t), *own_items(table, ctx.t)]
                ),
                picture,
            )


async def brought(ctx: Context, file: discord.Attachment) -> tuple[list[tuple[Table, tuple[Note, ...]]], list[str]]:
    """The matches of a file, stored for the sender, with the repairs of each, the last first in their list; and the ids
    deleted to make room. Raises `Illegal`.
    """
    if file.size > LARGEST:
        raise Illegal(ImportFault.TOO_BIG)
    async with ctx.lookup() as pool:
        try:
            data = await file.read()
        except DISCORD_ERRORS as error:
            raise Illegal(ImportFault.GONE) from error
        try:
            found = await pool.run(read_file, data)
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
        kept, gone = await keep(ctx.services.store, ctx.user, found, secrets.token_bytes, ctx.services.now)
        return [(table, match.notes) for table, match in zip(kept, found, strict=True)], gone


async def review_file(ctx: Context, file: discord.Attachment) -> None:
    """Analyse the match of a file; of several one is chosen. Raises `Illegal`."""
    kept, gone = await brought(ctx, file)
    tables = [table for table, _ in kept]
    if len(tables) == 1:
        await review(ctx, tables[0], 0)
    else:
        found = [await not_reviewed(ctx, each, await games_meant(ctx, each, 0)) for each in tables]
        sums = [sum(each.values()) for each in found]
        listed = [(each.id, match_words(each, ctx.t), number) for each, number in zip(tables, sums, strict=True)]
        text = queue_words.matches_words(len(tables), sum(sums), ctx.t)
        await ctx.say(text, review_items.matches_view(listed, ctx.t))
    said = [*rules_words(kept, ctx.t), *([gone_words(gone, ctx.t)] if gone else [])]
    if said:
        await ctx.say("\n".join(said))


async def press_show(ctx: Context) -> None:
    """Post a game of an imported match publicly."""
    table = await find_table(ctx)
    kind: Animated = "gif" if ctx.press.extra == "gif" else "webp"
    await ctx.acknowledge()
    async with ctx.lookup() as pool:
        t = await ctx.server_texts()
        found = await told(ctx, pool, table, ctx.press.question, t)
        await tell_all(ctx, shown_words(table, found.words, t), await animated(ctx, table, found, kind))


async def press_own(ctx: Context) -> None:
    """Which side of an imported match one was; only its owner sees the button, and finds the match."""
    table = await find_table(ctx)
    if not table.imported:
        raise moved_on()
    seat = int(ctx.press.extra) if ctx.press.extra in ("0", "1") else None
    table = await sit(ctx.services.repository, ctx.user, table.id, seat)
    await ctx.services.training.gather(table, ctx.user)
    await ctx.say(own_words(table, ctx.t))


VERBS = (
    Verb("show", press=press_show, private=True),
    Verb("own", press=press_own, private=True, apart=True),
)

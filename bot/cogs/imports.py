"""Imported matches: `/import` keeps them private until **Show everybody** is pressed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal
from bot.backgammon.mat import plain_name
from bot.backgammon.record_faults import InvalidRecord, Note
from bot.cogs.all_games import MOST
from bot.cogs.analysis_requests import review, review_all
from bot.cogs.context import Context, ServingCog, answered, moved_on
from bot.cogs.lookup import choice_words, find_table, tables_read
from bot.cogs.places import WITH_US, usable
from bot.cogs.records import Animated, animated, shown_here, tell_all, told
from bot.cogs.verbs import Verb
from bot.screens.all_games import digests_of
from bot.screens.board_scene import names_of
from bot.screens.buttons import Item, view
from bot.screens.discord_errors import DISCORD_ERRORS, attempt
from bot.screens.ended_items import analyze_items
from bot.screens.faces import face_of
from bot.screens.heads_up.import_words import (
    beside_words,
    brought_words,
    file_items,
    file_words,
    gone_words,
    own_items,
    own_words,
    rules_words,
    shown_words,
)
from bot.screens.names import called
from bot.screens.reviews import items as review_items
from bot.screens.show_items import shown_by
from bot.tables.heads_up.archives import RefusedFile, read_any
from bot.tables.heads_up.imports import (
    KEPT,
    LARGEST,
    LARGEST_ARCHIVE,
    Brought,
    ImportFault,
    keep,
    of_file,
    sit,
)
from bot.tables.kept_games import games_over, whole_log
from bot.tables.reviews import ReviewFault, kept_reviews, reviewable
from bot.tables.table import Table
from bot.texts import Texts
from bot.worker_pool import WorkerPool


class ImportCommands(ServingCog):
    @app_commands.command(name="import", description=locale_str("Bring a match from elsewhere, as a file, and see it"))
    @app_commands.describe(
        file=locale_str("A .mat or .txt of any program, .xg, .sgf or .ogxm, of up to 1 MB; or a .zip of such files")
    )
    @usable(WITH_US)
    @answered
    async def bring(self, ctx: Context, file: discord.Attachment) -> None:
        arrived = await brought(ctx, file)
        beside = beside_words(len(arrived.kept), arrived.here, arrived.refused, ctx.t)
        if not arrived.kept:
            await ctx.say("\n".join(beside), view(_sides(arrived.imported, ctx.t)))
            return
        table, tables = arrived.kept[0][0], [table for table, _ in arrived.kept]
        async with ctx.lookup() as pool:
            found = await told(ctx, pool, table, None, ctx.t)
            words = brought_words(arrived.kept, found.number, arrived.gone, ctx.t, beside)
            picture = await animated(ctx, table, found, "webp")
            await ctx.say(
                words,
                shown_here(ctx, table, found, "webp", [*analyze_items(table, 0, ctx.t), *_sides(tables, ctx.t)]),
                picture,
            )


class Arrived(NamedTuple):
    """What became of the matches of a file: those stored for the sender, with the repairs of each, the last first in
    their list; the ids deleted to make room; tables that have them already; and what was refused.
    """

    kept: list[tuple[Table, tuple[Note, ...]]]
    gone: list[str]
    here: list[Table]
    refused: list[RefusedFile]

    @property
    def imported(self) -> list[Table]:
        """The imported matches that are or were there."""
        return [*(table for table, _ in self.kept), *(table for table in self.here if table.imported)]


def _sides(tables: Sequence[Table], t: Texts) -> list[Item]:
    """The buttons that ask which side one was: of one match, or of all of a file by name."""
    if not tables:
        return []
    return own_items(tables[0], t) if len(tables) == 1 else file_items(tables, t)


async def brought(ctx: Context, file: discord.Attachment) -> Arrived:
    """Store the matches of a file for the sender, except those that are among their games already. Raises `Illegal`."""
    several = PurePath(file.filename).suffix.lower() in (".zip", ".ogxm", ".ogxms")
    if file.size > (LARGEST_ARCHIVE if several else LARGEST):
        raise Illegal(ImportFault.TOO_BIG)
    async with ctx.lookup() as pool:
        try:
            data = await file.read()
        except DISCORD_ERRORS as error:
            raise Illegal(ImportFault.GONE) from error
        try:
            unpacked = await pool.run(read_any, data)
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
        there = await _tables_here(ctx, pool, unpacked.found)
        new = [match for match, table in zip(unpacked.found, there, strict=True) if table is None]
        refused = list(unpacked.refused)
        if unpacked.several:
            beyond = Illegal(ImportFault.BEYOND, most=KEPT)
            refused += [RefusedFile(" – ".join(match.names), beyond) for match in new[KEPT:]]
            new = new[:KEPT]
        kept, gone = list[Table](), list[str]()
        if new:
            kept, gone = await keep(ctx.services.store, ctx.user, new, secrets.token_bytes, ctx.services.now)
        here = [table for table in dict.fromkeys(there) if table is not None and table.id not in gone]
        return Arrived([(table, match.notes) for table, match in zip(kept, new, strict=True)], gone, here, refused)


async def _tables_here(ctx: Context, pool: WorkerPool, found: Sequence[Brought]) -> list[Table | None]:
    """The table of the sender that has all games of each of these matches; None if there is none."""
    here: list[Table | None] = [None] * len(found)
    names = await ctx.services.store.tables_of(ctx.user, most=MOST)
    async for table in tables_read(ctx.services, ctx.user, names):
        open_ones = [index for index, each in enumerate(here) if each is None]
        if not open_ones:
            break
        if table is None or table.state is None or not games_over(table.state):
            continue
        people = {plain_name(called(person.name)) for person in table.people.seats}
        alike = [index for index in open_ones if people.issuperset(map(plain_name, found[index].names))]
        if not alike:
            continue
        try:
            log = await whole_log(ctx.services.store, table)
            digests = await pool.run(digests_of, face_of(table), table, log, key=("digests", table.id, table.version))
        except Illegal:
            continue  # it cannot be read any more
        for index in alike:
            if digests.issuperset(found[index].digests):
                here[index] = table
    return here


async def review_files(ctx: Context, files: Sequence[discord.Attachment]) -> None:
    """Analyse the matches of files; several each in the background, one after the other. Raises `Illegal`."""
    arrived = await brought(ctx, files[0]) if len(files) == 1 else await _all_brought(ctx, files)
    tables = [*(table for table, _ in arrived.kept), *arrived.here]
    if len(tables) == 1:
        await review(ctx, tables[0], 0)
    elif tables:
        await review_all(ctx, tables)
    said = [
        *rules_words(arrived.kept, ctx.t),
        *([gone_words(arrived.gone, ctx.t)] if arrived.gone else []),
        *(beside_words(len(arrived.kept), arrived.here, arrived.refused, ctx.t) if arrived.refused else []),
    ]
    if said:
        await ctx.say("\n".join(said))


async def _all_brought(ctx: Context, files: Sequence[discord.Attachment]) -> Arrived:
    """The matches of several files; what is no match is among what was refused."""
    all_of_them = Arrived([], [], [], [])
    for file in files:
        try:
            arrived = await brought(ctx, file)
        except Illegal as error:
            all_of_them.refused.append(RefusedFile(file.filename, error))
            continue
        for found, more in zip(all_of_them, arrived, strict=True):
            found += more
    return all_of_them


async def press_show(ctx: Context) -> None:
    """Post a game of an imported match publicly."""
    table = await find_table(ctx)
    kind: Animated = "gif" if ctx.press.extra == "gif" else "webp"
    await ctx.acknowledge()
    async with ctx.lookup() as pool:
        t = await ctx.server_texts()
        found = await told(ctx, pool, table, ctx.press.question, t)
        words = shown_by(shown_words(table, found.words, t), ctx.user, t)
        await tell_all(ctx, words, await animated(ctx, table, found, kind))


async def press_own(ctx: Context) -> None:
    """Which side of an imported match one was; only its owner sees the button, and finds the match."""
    table = await find_table(ctx)
    if not table.imported:
        raise moved_on()
    seat = int(ctx.press.extra) if ctx.press.extra in ("0", "1") else None
    table = await sit(ctx.services.repository, ctx.user, table.id, seat)
    await ctx.services.training.gather(table, ctx.user)
    await ctx.say(own_words(table, ctx.t))


async def press_own_file(ctx: Context) -> None:
    """Who of all matches of a file one was, by name; only the owner of the file sees the buttons, and finds it."""
    table = await find_table(ctx)
    if not table.imported:
        raise moved_on()
    name = names_of(table)[int(ctx.press.extra)] if ctx.press.extra in ("0", "1") else None
    services, count = ctx.services, 0
    for each in await of_file(services.store, services.repository, ctx.user, table.id):
        names = names_of(each)
        if name is None or name in names:
            seat = None if name is None else names.index(name)
            await services.training.gather(await sit(services.repository, ctx.user, each.id, seat), ctx.user)
            count += 1
    await ctx.say(file_words(name, count, ctx.t))


async def press_ready_run(ctx: Context) -> None:
    """The button of an announced run: the matches of the file that are analysed, to see the report of one."""
    table = await find_table(ctx)
    services, listed = ctx.services, list[tuple[str, str]]()
    for each in await of_file(services.store, services.repository, ctx.user, table.id) or [table]:
        games = await reviewable(services.store, each)
        if games and len(await kept_reviews(services.store, each, games)) == len(games):
            listed.append((each.id, choice_words(each.id, each.people.seats)))
    if not listed:
        raise Illegal(ReviewFault.NOT_ANALYSED)
    await ctx.say(ctx.t("Show the report of a match"), review_items.run_view(listed, None, ctx.t))
    if ctx.press.extra == str(ctx.user) and ctx.pressed is not None:
        await attempt(ctx.pressed.delete)


VERBS = (
    Verb("review_ready_run", press=press_ready_run, apart=True, logged="analyze", where=WITH_US),
    Verb("own_file", press=press_own_file, private=True, apart=True, logged="own", where=WITH_US),
    Verb("show", press=press_show, private=True),
    Verb("own", press=press_own, private=True, apart=True, where=WITH_US),
)

"""**Export all** under `/games`: every finished game of the person, as a file for them alone."""

from __future__ import annotations

import io
import logging

import discord

from bot import limits
from bot.backgammon import Illegal
from bot.cogs.context import Context
from bot.cogs.lookup import tables_read
from bot.cogs.verbs import Verb
from bot.screens.all_games import Written, all_games_item, all_games_words, files_of, packed
from bot.screens.buttons import Item
from bot.screens.faces import face_of
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import games_over, whole_log
from bot.tables.ladder_pages import GamePage
from bot.tables.table import Table

_log = logging.getLogger(__name__)

LARGEST = limits.FILE
"""Maximum bytes of one file; larger exports are in several."""
MOST = 1000
"""Tables of one export, the latest of a person."""


async def all_games_items(ctx: Context, page: GamePage) -> list[Item]:
    """The button **Export all** under a page of the user's games, if there is anything to export."""
    names = [] if page.games else await ctx.services.store.tables_of(ctx.user)
    found = bool(page.games) or any([_exported(table) async for table in tables_read(ctx.services, ctx.user, names)])
    return [all_games_item(ctx.t, row=2)] if found else []


def _exported(table: Table | None) -> bool:
    """Whether a table has finished games as files."""
    return table is not None and table.state is not None and bool(face_of(table).kinds and games_over(table.state))


async def press_all(ctx: Context) -> None:
    """Send all finished games of the person, of every server and those from elsewhere. Raises `Illegal`."""
    await ctx.acknowledge(apart=True)
    services, names = ctx.services, await ctx.services.store.tables_of(ctx.user, most=None)
    written, unread = list[Written](), 0
    async with ctx.lookup() as pool:
        async for table in tables_read(services, ctx.user, names[:MOST]):
            if table is None:
                unread += 1
            elif _exported(table):
                try:
                    log = await whole_log(services.store, table)
                    written += await pool.run(files_of, face_of(table), table, log, ctx.t.language)
                except Illegal as error:
                    _log.warning("table %s is not exported: %s", table.id, error)
                    unread += 1
        if not written:
            raise Illegal(FactFault.NONE_TO_EXPORT)
        parts = await pool.run(packed, written, ctx.t.language, LARGEST)
    for part, data in enumerate(parts, 1):
        words = all_games_words(written, part, len(parts), unread, max(0, len(names) - MOST), ctx.t)
        name = "games.zip" if len(parts) == 1 else f"games-{part}.zip"
        await ctx.say(words, file=discord.File(io.BytesIO(data), name))


VERBS = (Verb("games_all", press=press_all, private=True, apart=True, logged="export"),)

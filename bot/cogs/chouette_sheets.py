"""Results of a chouette, page by page: points, score sheet, payments.

Buttons of a public page send an ephemeral one; those of an ephemeral page edit it.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import discord

from bot.chouette import Session
from bot.cogs.context import Context, number_in
from bot.screens.buttons import pager, view
from bot.screens.chouette.buttons import payments_screen
from bot.screens.chouette.finished import sheet
from bot.screens.chouette.score_sheet import score_pages
from bot.screens.custom_ids import Press
from bot.screens.names import mentions
from bot.tables.kept_games import finished_games
from bot.tables.table import Table
from bot.texts import Texts


class Page(NamedTuple):
    """The content of one page."""

    words: str
    view: discord.ui.View | None = None
    file: discord.File | None = None


def score_page(table: Table, session: Session, page: int, t: Texts) -> Page:
    """Each player's points, and the line."""
    found = score_pages(session, mentions(table), t)
    page = min(page, len(found) - 1)
    return Page(found[page], _pages(Press("score", table.id, 0), page, len(found), t))


async def sheet_page(ctx: Context, table: Table, page: int, t: Texts, *, publicly: bool = False) -> Page:
    """The score sheet, game by game. `publicly`: the reply is public, and deferred so."""
    theme = (await ctx.services.preferences.of_server(table.about.guild)).theme
    async with ctx.lookup() as pool:
        if publicly:
            await ctx.promise_all()
        games = await finished_games(ctx.services.store, table)
        key = "sheet", table.id, table.version, page, theme, t.language
        picture, alt, count = await pool.run(sheet, table, games, page, theme, t.language, key=key)
    file = discord.File(io.BytesIO(picture), f"{table.id}-{table.version}-sheet.png", description=alt)
    words = t("The score sheet of table `{table}`", table=table.id)
    return Page(words, _pages(Press("history", table.id, 0), min(page, count - 1), count, t), file)


def _pages(press: Press, page: int, count: int, t: Texts) -> discord.ui.View | None:
    return view(pager(press, page, count, t)) if count > 1 else None


async def press_score(ctx: Context) -> None:
    """Turn to another page of the points."""
    table, session = await _session(ctx)
    await _turn(ctx, score_page(table, session, number_in(ctx.press.extra), ctx.t))


async def press_history(ctx: Context) -> None:
    """Turn to another page of the score sheet."""
    table, _ = await _session(ctx)
    await _turn(ctx, await sheet_page(ctx, table, number_in(ctx.press.extra), ctx.t))


async def press_payments(ctx: Context) -> None:
    """Turn to a page of the payments."""
    table, session = await _session(ctx)
    whose, _, page = ctx.press.extra.partition("/")
    seat = table.seat_of(ctx.user)
    words, shown = payments_screen(table, session, seat, number_in(page), ctx.t, own=whose == "own")
    await _turn(ctx, Page(words, shown))


async def _turn(ctx: Context, page: Page) -> None:
    """Send or edit an ephemeral page."""
    if ctx.pressed_public:
        await ctx.say(*page)
    else:
        await ctx.change(*page)


async def _session(ctx: Context) -> tuple[Table, Session]:
    table = await ctx.table()
    return table, table.state_of(Session)

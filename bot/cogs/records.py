"""Finished games: `/replay` shows one publicly, `/export` sends files to the user; also the buttons under a finished
table.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal, Rules
from bot.cogs.choices import choices
from bot.cogs.context import Context, ServingCog, answered, completing, moved_on, number_in
from bot.cogs.lookup import check_begun, find_table, games_offered
from bot.cogs.places import WITH_US, usable
from bot.cogs.services import Services
from bot.cogs.verbs import pressable
from bot.cogs.visibility import ALONE, publicly
from bot.core.state import TableState
from bot.screens.animation import animation
from bot.screens.buttons import Item, view
from bot.screens.discord_errors import DISCORD_ERRORS, trouble
from bot.screens.ended_items import export_items, replay_items
from bot.screens.faces import face_of, kinds_of_files
from bot.screens.finished import replayed, written
from bot.screens.finished_game import Replay, show_item
from bot.screens.reference.fact_words import parse_game
from bot.screens.reference.faults import FactFault
from bot.screens.reference.from_words import from_replay_item
from bot.tables.kept_games import LogSlice, game_log, games_over, last_counted, whole_log
from bot.tables.table import Table
from bot.texts import Texts
from bot.worker_pool import WorkerPool

Animated = Literal["webp", "gif"]
"""The formats of animations."""


class RecordCommands(ServingCog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # File formats are those of all games registered by now.
        app_commands.choices(format=choices(kinds_of_files()))(self.export)

    @app_commands.command(description=locale_str("Show a finished game to everybody here, move by move"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4; of a table such as k7f3q2 it is the last finished game"),
        format=locale_str("WebP is smaller and sharper, GIF can be kept and shown anywhere"),
    )
    @usable(WITH_US)
    @answered
    async def replay(self, ctx: Context, game: str, format: Animated = "webp") -> None:
        await replay(ctx, *parse_game(game), format)

    @app_commands.command(description=locale_str("A finished game, or all of a match or session, as a file for you"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        format=locale_str("What you want to do with it"),
    )
    @usable(WITH_US)
    @answered
    async def export(self, ctx: Context, game: str, format: app_commands.Choice[str]) -> None:
        await export(ctx, *parse_game(game), format.value)

    @replay.autocomplete("game")
    @completing
    async def _shown(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(ctx, typed, lambda face: face.about.told_in(ctx.guild), whole=_has_finished)

    @export.autocomplete("game")
    @completing
    async def _written(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(ctx, typed, lambda face: True, whole=_has_finished)


async def replay(ctx: Context, name: str, number: int | None = None, kind: Animated = "webp") -> None:
    """Show a finished game of a table, by default the last one: publicly, or ephemerally if something was shown
    publicly a moment ago. Raises `Refused`.
    """
    table = await find_table(ctx, name)
    if not table.about.told_in(ctx.guild):
        raise Illegal(FactFault.ELSEWHERE, table=table.id)
    if not face_of(table).replays:
        raise Illegal(FactFault.NO_REPLAY)
    state = _begun(table, number)
    number = number or await last_counted(ctx.services.store, table)
    if number == state.number and not state.over:
        raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
    try:
        async with ctx.lookup() as pool, publicly(ctx, table) as public:
            t = await ctx.services.presenter.texts_at(table, ctx.guild) if public else ctx.t
            found = await told(ctx, pool, table, number, t)
            await (ctx.promise_all() if public else ctx.acknowledge(apart=True))
            file = await animated(ctx, table, found, kind)
            here = [from_replay_item(table.id, found.number, t)] if isinstance(table.about.setup, Rules) else []
            if public:
                await ctx.tell_all(found.words, view(here), file)
            elif not table.about.in_server:
                await ctx.say(found.words, shown_here(ctx, table, found, kind, here), file)
            else:
                await ctx.say(f"{t(ALONE)}\n{found.words}", view(here), file)
    except DISCORD_ERRORS as error:
        await tell_why(ctx, error)


def shown_here(ctx: Context, table: Table, found: Replay, kind: Animated, more: Iterable[Item]) -> discord.ui.View:
    """Under a replay of one's own what may be pressed here: a button that shows it to everybody, and `more`."""
    return view(pressable(ctx.place, [show_item(table, found.number, kind, ctx.t), *more]))


async def export(ctx: Context, name: str, number: int | None, kind: str) -> None:
    """Send a file of a finished game of a table, or of all. Raises `Refused`."""
    table = await find_table(ctx, name)
    _begun(table, number)
    if kind not in face_of(table).kinds:
        raise Illegal(FactFault.NOT_AS_FILE, table=table.id, kind=kind)
    async with ctx.lookup() as pool:
        log = await _log_of(ctx, table, number)
        key = "export", table.id, table.version, number, kind, ctx.t.language
        title, data = await pool.run(written, face_of(table), table, log, number, kind, ctx.t.language, key=key)
    game = table.id if number is None else f"{table.id}-{number}"
    await ctx.aside(title, file=discord.File(io.BytesIO(data), f"{game}.{kind}"))


async def told(ctx: Context, pool: WorkerPool, table: Table, number: int | None, t: Texts) -> Replay:
    """The replay of a finished game in a language; None: the last one."""
    theme, log = await ctx.server_theme(), await _log_of(ctx, table, number)
    key = "replay", table.id, table.version, number, theme, t.language
    return await pool.run(replayed, face_of(table), table, log, number, theme, t.language, key=key)


async def animated(ctx: Context, table: Table, found: Replay, kind: Animated) -> discord.File:
    """The animation of a replay, as a file."""
    picture = await ctx.services.painter.animate(lambda: animation(found.scenes, kind))
    return discord.File(io.BytesIO(picture), f"{table.id}-{found.number}.{kind}", description=found.description)


def _has_finished(table: Table) -> bool:
    return table.state is not None and games_over(table.state) > 0


def _begun(table: Table, number: int | None) -> TableState:
    """The state of a table that has reached this game. Raises `Illegal`."""
    if number is not None:
        check_begun(table, number)
    if table.state is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    return table.state


async def _log_of(ctx: Context, table: Table, number: int | None) -> LogSlice:
    """The log of a game, or of the whole table."""
    store = ctx.services.store
    return await (game_log(store, table, number) if number else whole_log(store, table))


async def tell_all(ctx: Context, words: str, file: discord.File) -> None:
    """Post a replay publicly, or tell the user why not."""
    try:
        await ctx.tell_all(words, file=file)
    except DISCORD_ERRORS as error:
        await tell_why(ctx, error)


async def tell_why(ctx: Context, error: Exception) -> None:
    await ctx.say(ctx.t("The replay could not be posted: {reason}.", reason=ctx.t(trouble(error).value)))


# The buttons under a finished table


async def press_replay(ctx: Context) -> None:
    """The button Replay: of several games one is chosen first."""
    table = await _over(ctx)
    if items := replay_items(table, ctx.t):
        await ctx.say(ctx.t("Which game?"), view(items))
    else:
        await replay(ctx, table.id)


async def press_replay_game(ctx: Context) -> None:
    """A game was chosen."""
    await replay(ctx, ctx.press.table, number_in(ctx.chosen))
    await ctx.remove()


async def press_export(ctx: Context) -> None:
    """The button Export: a file format is chosen first."""
    table = await _over(ctx)
    items = export_items(table, face_of(table), ctx.t)
    if not items:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    await ctx.say(ctx.t("Which file?"), view(items))


async def press_export_as(ctx: Context) -> None:
    """A file format was chosen, for a game or the whole table."""
    await export(ctx, ctx.press.table, ctx.press.question or None, ctx.chosen)


async def _over(ctx: Context) -> Table:
    """The table of the pressed button, once it has a game."""
    table = await find_table(ctx)
    if table.state is None:
        raise moved_on()
    return table

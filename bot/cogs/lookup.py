"""Finding a table or game by its typed id, for all commands with a `game` option."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import NamedTuple

from discord import app_commands

from bot import limits
from bot.backgammon import Illegal, format_xgid
from bot.cogs.context import Context
from bot.cogs.services import Services
from bot.cogs.visibility import can_see
from bot.screens.board_face import BoardFace
from bot.screens.faces import board_face, face_of
from bot.screens.names import apart
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import read_ending
from bot.tables.table import Person, Table, TableSummary


async def find_table(ctx: Context, name: str | None = None) -> Table:
    """A table by its id, or that of the pressed button: the user's own, or of a channel that they can see now. Raises
    `Illegal`.

    The error does not reveal whether any other table exists.
    """
    name = name or ctx.press.table
    # A challenge is not registered before it is accepted; it is found in its channel.
    channel = await ctx.services.store.channel_of(name) or ctx.channel
    unknown = Illegal(FactFault.UNKNOWN, table=name)
    try:
        table = await ctx.services.repository.load(channel, name)
    except Illegal:
        if not await can_see(ctx, channel):
            raise unknown from None
        raise
    if table is None:
        raise unknown
    if not table.is_of(ctx.user) and (not table.about.in_server or not await can_see(ctx, channel)):
        raise unknown
    return table


async def tables_read(services: Services, user: int, names: Iterable[str]) -> AsyncIterator[Table | None]:
    """Those of these tables at which a user has a seat, in order; None for one that cannot be read. Expired tables are
    left out.
    """
    for name in names:
        channel = await services.store.channel_of(name)
        try:
            table = None if channel is None else await services.repository.load(channel, name)
        except Illegal:
            yield None  # written by a newer bot
            continue
        if table is not None and table.is_of(user):
            yield table


async def board_here(ctx: Context) -> Table:
    """The table of this channel, with a board. Raises `Illegal` if there is none."""
    held = await ctx.held()
    if held is None or held.state is None:
        raise Illegal(FactFault.NO_BOARD_HERE if ctx.guild else FactFault.NAME_A_POSITION)
    board_face(held)
    return held


def check_begun(table: Table, game: int) -> None:
    """Raise `Illegal` if a table has not reached this game."""
    if table.state is None or game > table.state.number:
        raise Illegal(FactFault.NO_SUCH_GAME, table=table.id, game=game)


class _Listed(NamedTuple):
    """A table in a list of choices, with its games, the latest first."""

    name: str
    face: TableSummary
    games: list[int]


async def board_offered(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """The board of the running table, while nothing else is typed."""
    table = None if typed else await ctx.held()
    face = face_of(table) if table else None
    if table is None or table.state is None or not isinstance(face, BoardFace):
        return []
    t = await ctx.person_texts()
    return [app_commands.Choice(name=t("The board of this channel"), value=format_xgid(face.xgid(table.state)))]


async def games_offered(
    ctx: Context, typed: str, fits: Callable[[TableSummary], bool], *, whole: Callable[[Table], bool]
) -> list[app_commands.Choice[str]]:
    """The user's latest matching tables, by id and players, and as many of their finished games as fit.

    `whole`: whether a table without known finished games can be chosen.
    """
    table, dash, number = typed.partition("·")[0].strip().lower().partition("-")
    names = await ctx.services.store.tables_of(ctx.user, limits.CHOICES)
    wanted = [name for name in names if (name == table if dash else name.startswith(table))]
    found = await asyncio.gather(*(_listed(ctx, name, fits, whole) for name in wanted))
    listed = [each for each in found if each is not None]
    games = {each.name: [game for game in each.games if str(game).startswith(number)] for each in listed}
    tables = set[str]() if number else {each.name for each in listed}
    shared = _shared(list(games.values()), limits.CHOICES - len(tables))
    return [
        app_commands.Choice(name=choice_words(value, each.face.people.seats), value=value)
        for each, some in zip(listed, shared, strict=True)
        for value in (*([each.name] if each.name in tables else []), *(f"{each.name}-{game}" for game in some))
    ]


def _shared(lists: Sequence[Sequence[int]], room: int) -> list[Sequence[int]]:
    """As much of each list as fits, one item of each in turn."""
    turns = sorted((place, index) for index, each in enumerate(lists) for place in range(len(each)))
    taken = Counter(index for _, index in turns[:room])
    return [each[: taken[index]] for index, each in enumerate(lists)]


async def _listed(
    ctx: Context, name: str, fits: Callable[[TableSummary], bool], whole: Callable[[Table], bool]
) -> _Listed | None:
    """A table for the list; None if it does not match, or cannot be read."""
    services, channel = ctx.services, await ctx.services.store.channel_of(name)
    try:
        face = None if channel is None else await services.repository.face(channel, name)
        if channel is None or face is None or not fits(face):
            return None
        if games := await _with_result(ctx, channel, face):
            return _Listed(name, face, games)
        table = await services.repository.load(channel, name)
    except Illegal:
        # written by a newer bot
        return None
    return _Listed(name, face, []) if table is not None and whole(table) else None


async def _with_result(ctx: Context, channel: int, face: TableSummary) -> list[int]:
    """The latest finished games of a table that can be shown, the last first, without voided ones."""
    numbers = (await ctx.services.store.ended(channel, face.about.id))[: limits.CHOICES]
    ends = await ctx.services.store.endings(channel, face.about.id, numbers)
    pasts = [read_ending(face.about.game, end) if end else None for end in ends]
    return [
        number for number, past in zip(numbers, pasts, strict=True) if not past or face.about.game.counts(past.finished)
    ]


def choice_words(game: str, people: Sequence[Person]) -> str:
    """An id and the players: as many as fit, and the number of the others."""
    names = [apart(person.name) for person in people]
    if len(names) < 3:
        return " · ".join(filter(None, (game, " – ".join(names))))[: limits.CHOICE]
    for shown in range(len(names), 1, -1):
        rest = f" + {len(names) - shown}" if shown < len(names) else ""
        words = f"{game} · {', '.join(names[:shown])}{rest}"
        if len(words) <= limits.CHOICE:
            return words
    return f"{game} · {names[0]}"[: limits.CHOICE - 5] + f" + {len(names) - 1}"

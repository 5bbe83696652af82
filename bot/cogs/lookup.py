"""Finding a table or game by the id somebody types, for every command with a `game` option."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from discord import app_commands

from bot import limits
from bot.backgammon import Illegal
from bot.cogs.context import Context
from bot.cogs.showing import sees
from bot.screens.names import apart
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import read_ending
from bot.tables.table import Person, Table, TableSummary


async def find_table(ctx: Context, name: str | None = None) -> Table:
    """A table by its id, or the one under which somebody has pressed: their own, or of a channel that they can see now.
    Raises `Illegal`.

    Of all others nobody is told whether there is such a table.
    """
    name = name or ctx.press.table
    # A challenge is not registered before it is accepted, but lies in the channel where it was made.
    channel = await ctx.services.store.channel_of(name) or ctx.channel
    unknown = Illegal(FactFault.UNKNOWN, table=name)
    try:
        table = await ctx.services.repository.load(channel, name)
    except Illegal:
        if not await sees(ctx, channel):
            raise unknown from None
        raise
    if table is None:
        raise unknown
    if not table.is_of(ctx.user) and (table.imported or not await sees(ctx, channel)):
        raise unknown
    return table


def check_begun(table: Table, game: int) -> None:
    """Raise `Illegal` if a table has not come to a game of this number."""
    if table.state is None or game > table.state.number:
        raise Illegal(FactFault.NO_SUCH_GAME, table=table.id, game=game)


class _Listed(NamedTuple):
    """A table as it is offered, and the single games of it, the last one first."""

    name: str
    face: TableSummary
    games: list[int]


async def games_offered(
    ctx: Context, typed: str, fits: Callable[[TableSummary], bool], *, whole: Callable[[Table], bool]
) -> list[app_commands.Choice[str]]:
    """The person's last tables that fit, by id and players, and their finished games as far as there is room.

    `whole`: of a table of which no finished game is known, whether it can be named.
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
    """As much of each list as there is room for: one more of each in turn, beginning with the first."""
    turns = sorted((place, index) for index, each in enumerate(lists) for place in range(len(each)))
    taken = Counter(index for _, index in turns[:room])
    return [each[: taken[index]] for index, each in enumerate(lists)]


async def _listed(
    ctx: Context, name: str, fits: Callable[[TableSummary], bool], whole: Callable[[Table], bool]
) -> _Listed | None:
    """A table for a list; None if it does not fit, or cannot be told."""
    services, channel = ctx.services, await ctx.services.store.channel_of(name)
    try:
        face = None if channel is None else await services.repository.face(channel, name)
        if channel is None or face is None or not fits(face):
            return None
        if games := await _with_result(ctx, channel, face):
            return _Listed(name, face, games)
        table = await services.repository.load(channel, name)
    except Illegal:
        # A newer bot's table.
        return None
    return _Listed(name, face, []) if table is not None and whole(table) else None


async def _with_result(ctx: Context, channel: int, face: TableSummary) -> list[int]:
    """The last finished games of a table that can be shown, the last one first: none that was voided."""
    numbers = (await ctx.services.store.ended(channel, face.about.id))[: limits.CHOICES]
    ends = await ctx.services.store.endings(channel, face.about.id, numbers)
    pasts = [read_ending(face.about.game, end) if end else None for end in ends]
    return [
        number for number, past in zip(numbers, pasts, strict=True) if not past or face.about.game.counts(past.finished)
    ]


def choice_words(game: str, people: Sequence[Person]) -> str:
    """An id and who plays: of many as many as there is room for, and the number of the others."""
    names = [apart(person.name) for person in people]
    if len(names) < 3:
        return " · ".join(filter(None, (game, " – ".join(names))))[: limits.CHOICE]
    for shown in range(len(names), 1, -1):
        rest = f" + {len(names) - shown}" if shown < len(names) else ""
        words = f"{game} · {', '.join(names[:shown])}{rest}"
        if len(words) <= limits.CHOICE:
            return words
    return f"{game} · {names[0]}"[: limits.CHOICE - 5] + f" + {len(names) - 1}"

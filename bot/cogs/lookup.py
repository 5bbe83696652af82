"""Finding a table or game by the id somebody types, for every command with a `game` option."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot import limits
from bot.backgammon import Illegal
from bot.cogs.services import Interaction, Services
from bot.cogs.sight import sees
from bot.screens.names import apart
from bot.screens.reference.faults import FactFault
from bot.tables.table import Person, Table

_DIGITS = 5


async def find_table(services: Services, interaction: Interaction, name: str) -> Table:
    """A table by its id: one's own, or of a channel that one can see now. Raises `Illegal`.

    Of all others nobody is told whether there is such a table.
    """
    # A challenge is not registered before it is accepted, but lies in the channel where it was made.
    channel = await services.store.channel_of(name) or interaction.channel_id
    unknown = Illegal(FactFault.UNKNOWN, table=name)
    if channel is None:
        raise unknown
    try:
        table = await services.repository.load(channel, name)
    except Illegal:
        if not await sees(interaction, channel):
            raise unknown from None
        raise
    if table is None:
        raise unknown
    if table.imported:
        seen = channel == interaction.user.id
    else:
        seen = table.seat_of(interaction.user.id) is not None or await sees(interaction, channel)
    if not seen:
        raise unknown
    return table


def check_begun(table: Table, game: int) -> None:
    """Raise `Illegal` if a table has not come to a game of this number."""
    if table.state is None or game > table.state.number:
        raise Illegal(FactFault.NO_SUCH_GAME, table=table.id, game=game)


async def games_offered(services: Services, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The person's last tables by id and players; the number of a game goes on being typed behind its table."""
    table, dash, number = typed.strip().lower().partition("-")
    found = [
        name
        for name in await services.store.tables_of(interaction.user.id, limits.CHOICES)
        if (name == table if dash else name.startswith(table)) and len(number) <= _DIGITS
    ]
    people = await asyncio.gather(*(_people(services, name) for name in found))
    return [
        app_commands.Choice(name=choice_words(f"{name}{dash}{number}", who), value=name + dash + number)
        for name, who in zip(found, people, strict=True)
    ]


async def _people(services: Services, table: str) -> tuple[Person, ...]:
    """Who plays at a table; nobody if that cannot be told."""
    channel = await services.store.channel_of(table)
    try:
        found = None if channel is None else await services.repository.face(channel, table)
    except Illegal:
        # A newer bot's table: it keeps its id.
        return ()
    return found.people.seats if found else ()


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

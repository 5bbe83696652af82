"""Rated matches that are still running: they count towards the daily limits all the same."""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Refused
from bot.store import Store
from bot.tables.outbox import final_game
from bot.tables.repository import TableRepository
from bot.tables.standings import Ladders, Today
from bot.tables.table import Stage, Table

_MOST = 50
"""How many of a member's tables are examined, the newest first."""


async def under_way(
    store: Store, repository: TableRepository, ladders: Ladders, guild: int, users: Sequence[int], now: float
) -> Today:
    """The rated matches that one or two members have begun today, leagues aside."""
    rules = await ladders.rules(guild)
    found: dict[str, Table] = {}
    for user in users:
        for name in await store.tables_of(user, _MOST):
            table = await _table(store, repository, name)
            if table is None or table.imported:
                continue
            if rules.day(table.about.made_at) != rules.day(now):
                break  # older tables were begun earlier still
            if table.about.guild == guild and await _will_be_rated(store, table):
                found[name] = table
    return Today(
        pair=sum(table.people.users.issuperset(users) for table in found.values()),
        each=tuple(sum(user in table.people.users for table in found.values()) for user in users),
    )


async def _table(store: Store, repository: TableRepository, name: str) -> Table | None:
    channel = await store.channel_of(name)
    try:
        return None if channel is None else await repository.load(channel, name)
    except Refused:  # written by a newer bot
        return None


async def _will_be_rated(store: Store, table: Table) -> bool:
    """Whether a table will presumably be rated, and none of its games is in the list yet."""
    if not table.about.rated or table.about.counts is not None:
        return False
    over = table.stage is not Stage.OPEN
    return not (over and not final_game(table)) and not await store.ladder.last_entered(table.about.guild, table.id)

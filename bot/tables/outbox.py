"""Finished games on their way to the list of their server.

A game waits in its table, where its end is saved with what brought it about and taken back with that, until nobody can
take it back any more. The list itself knows which games of a table it has: so whatever is cut off is simply done again.
"""

from __future__ import annotations

from bot.ladder.facts import Fact, write_fact
from bot.store import Entry, Store
from bot.tables.kept_games import Past, ended_at, read_past
from bot.tables.repository import TableRepository
from bot.tables.table import Table


def final_game(table: Table) -> int:
    """The last game of a table whose result stands for good; 0 if there is none, or it is of no server."""
    return 0 if table.state is None or table.imported else table.game.final(table.state)


async def enter_finished(store: Store, repository: TableRepository, table: Table) -> int:
    """Enter the games of a table that stand for good and are not in its server's list yet; the last one that is.

    Games played before their ends were kept are left out.
    """
    guild, final = table.about.guild, final_game(table)
    known = await store.ladder.last_entered(guild, table.id)
    if known >= final:
        return final
    waiting = range(known + 1, final + 1)
    stored = await store.endings(table.channel, table.id, waiting)
    past = {number: read_past(table.game, data) for number, data in zip(waiting, stored, strict=True) if data}
    if not all(past.values()):  # another version has kept them
        folded = await repository.games(table)
        times = {number: ended_at(data) for number, data in zip(waiting, stored, strict=True) if data}
        past = {each.number: Past(times[each.number], each) for each in folded if each.number in times}
    entries = [entry for number in past if (each := past[number]) and (entry := _entry(table, number, each))]
    if entries:
        await store.ladder.enter(guild, table.id, entries)
    return final


def _entry(table: Table, number: int, past: Past) -> Entry | None:
    account = table.game.account(table.about.setup, past.finished)
    if account is None:
        return None
    fact = Fact(
        server=table.about.guild,
        table=table.id,
        game=number,
        kind=table.game.name,
        ended_at=past.at,
        rated=bool(account.length),
        account=account,
    )
    people = [table.person(seat) for seat, _ in account.roles]
    return Entry(number, write_fact(fact), tuple(person.user if person.known else None for person in people))

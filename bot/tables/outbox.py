"""Finished games on their way to the list of their server.

A game waits in its table, where its end is saved with what brought it about and taken back with that, until nobody can
take it back any more. The list itself knows which games of a table it has: so whatever is cut off is simply done again.
"""

from __future__ import annotations

from bot.engine.thoughts import TAGS
from bot.ladder.facts import Fact, write_fact
from bot.league import Won
from bot.store import Entry, Store
from bot.tables.kept_games import StoredEnding, ended_at, read_ending
from bot.tables.leagues import Leagues
from bot.tables.repository import TableRepository
from bot.tables.table import Table


def final_game(table: Table) -> int:
    """The last game of a table whose result stands for good; 0 if there is none, or it is of no server."""
    return 0 if table.state is None or table.imported else table.game.final(table.state)


async def enter_finished(store: Store, repository: TableRepository, table: Table) -> int:
    """Enter the games of a table that stand for good and are not in its server's list yet; the last one that is."""
    guild, final = table.about.guild, final_game(table)
    known = await store.ladder.last_entered(guild, table.id)
    if known >= final:
        return final
    waiting = range(known + 1, final + 1)
    stored = await store.endings(table.channel, table.id, waiting)
    ends = {number: data for number, data in zip(waiting, stored, strict=True) if data}
    past = {number: read_ending(table.game, data) for number, data in ends.items()}
    if not all(past.values()):  # another version has kept them
        folded = await repository.games(table)
        past = {each.number: StoredEnding(ended_at(ends[each.number]), each) for each in folded if each.number in ends}
    facts = [fact for number in past if (each := past[number]) and (fact := _fact(table, number, each))]
    for fact in facts:  # first: until it is in the list, it is done again
        await _count(store, table, fact)
    if facts:
        await store.ladder.enter(guild, table.id, [_entry(table, fact) for fact in facts])
    return final


async def _count(store: Store, table: Table, fact: Fact) -> None:
    """Have a match that this game has ended count for the league for which it was played."""
    counts, account = table.about.counts, fact.account
    if counts is None or account.winner is None or account.score is None:
        return
    won, lost = account.winner, 1 - account.winner
    points = account.length, min(account.score[lost], account.length - 1)
    entry = Won(fact.ended_at, counts.pairing, counts.seats[won], points, fact.id)
    leagues = Leagues(store, now=lambda: fact.ended_at)  # so it is due at once
    await leagues.enter(fact.server, counts.league, entry, f"won:{fact.id}")


def _fact(table: Table, number: int, past: StoredEnding) -> Fact | None:
    account = table.game.account(table.about.setup, past.finished)
    if account is None:
        return None
    return Fact(
        server=table.about.guild,
        table=table.id,
        game=number,
        kind=table.game.name,
        ended_at=past.at,
        rated=bool(account.length) if table.about.rated is None else table.about.rated,
        league=table.about.counts.league if table.about.counts else "",
        computers=tuple(
            (seat, TAGS[person.level]) for seat, _ in account.roles if (person := table.person(seat)).level is not None
        ),
        account=account,
    )


def _entry(table: Table, fact: Fact) -> Entry:
    people = [table.person(seat) for seat, _ in fact.account.roles]
    return Entry(fact.game, write_fact(fact), tuple(person.user if person.known else None for person in people))

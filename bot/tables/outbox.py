"""The outbox of finished games, on their way to the server's list.

A game waits in its table, where its end is saved and undone with the actions, until it is final. The list knows which
games of a table it holds, so an interrupted transfer is simply repeated.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.engine.thoughts import TAGS
from bot.ladder.facts import SHARED, Fact, write_fact
from bot.league import Won
from bot.store import Entry, Store
from bot.tables.about import About
from bot.tables.kept_games import StoredEnding, ended_at, read_ending
from bot.tables.leagues import Leagues
from bot.tables.people import People
from bot.tables.repository import TableRepository
from bot.tables.table import Person, Table


def final_game(table: Table) -> int:
    """The last final game of a table; 0 if there is none, or it belongs to no server."""
    return 0 if table.state is None or not table.about.in_server else table.state.final


async def enter_finished(store: Store, repository: TableRepository, table: Table) -> int:
    """Enter the final games of a table that its server's list does not hold yet; returns the last one that it holds."""
    guild, final = table.about.guild, final_game(table)
    known = await store.ladder.last_entered(guild, table.id)
    if known >= final:
        return final
    waiting = range(known + 1, final + 1)
    stored = await store.endings(table.channel, table.id, waiting)
    ends = {number: data for number, data in zip(waiting, stored, strict=True) if data}
    past = {number: read_ending(table.game, data) for number, data in ends.items()}
    if not all(past.values()):  # stored by another version
        folded = await repository.games(table)
        past = {each.number: StoredEnding(ended_at(ends[each.number]), each) for each in folded if each.number in ends}
    told = [fact_of(table.about, table.people, number, each) for number, each in past.items() if each]
    facts = [fact for fact in told if fact]
    for fact in facts:  # leagues first: until the game is in the list, this is repeated
        await _count(store, table, fact)
    if facts:
        await store.ladder.enter(guild, table.id, [_entry(table, fact) for fact in facts])
    return final


async def _count(store: Store, table: Table, fact: Fact) -> None:
    """Count a match that this game has ended for its league."""
    counts, account = table.about.counts, fact.account
    if counts is None or account.winner is None or account.score is None:
        return
    won, lost = account.winner, 1 - account.winner
    points = account.length, min(account.score[lost], account.length - 1)
    entry = Won(fact.ended_at, counts.pairing, counts.seats[won], points, fact.id)
    leagues = Leagues(store, now=lambda: fact.ended_at)  # so that it is due at once
    await leagues.enter(fact.server, counts.league, entry, f"won:{fact.id}")


def fact_of(about: About, people: People, number: int, past: StoredEnding) -> Fact | None:
    """What a list of games says of a finished one of a table; None if it was voided."""
    account = about.game.account(about.setup, past.finished)
    if account is None:
        return None
    fact = Fact(
        server=about.guild,
        table=about.id,
        game=number,
        kind=about.game.name,
        ended_at=past.at,
        rated=bool(account.length) if about.rated is None else about.rated,
        league=about.counts.league if about.counts else "",
        computers=tuple(
            (seat, TAGS[person.level]) for seat, _ in account.roles if (person := people.seats[seat]).level is not None
        ),
        account=account,
        contest=about.game.is_contest(about.setup) or UNSET,
    )
    return _shared(fact) if people.teams else fact


def _shared(fact: Fact) -> Fact:
    """The same game where two share each seat."""
    roles = ((seat + more, role) for more in (0, SHARED) for seat, role in fact.account.roles)
    return replace(fact, account=replace(fact.account, roles=tuple(roles)), apart=True)


def _entry(table: Table, fact: Fact) -> Entry:
    people = [_person(table, seat) for seat, _ in fact.account.roles]
    return Entry(fact.game, write_fact(fact), tuple(person.user if person.known else None for person in people))


def _person(table: Table, seat: Seat) -> Person:
    """Who played at a seat of a fact."""
    teams = table.people.teams
    return teams[seat % SHARED].people[seat // SHARED] if teams else table.person(seat)

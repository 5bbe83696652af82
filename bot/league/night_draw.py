"""The draws of a night: who is in the next round, and at which table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.core.actions import Seat
from bot.core.shuffling import shuffled
from bot.league.night_entries import FEWEST, LARGEST_TABLE, MOST, SMALLEST_TABLE, At, Plan
from bot.league.night_state import Evening, NightTable

Roll = tuple[int, int]

PAUSE = 300.0
"""Seconds between the end of a round's last table and the next draw."""


def table_sizes(n: int, size: int = 4) -> tuple[int, ...]:
    """Tables for `n` people (3–36), of about `size` (3–6): three to six at each, as equal as can be, larger first.

    Up to six people sit at one table. Raises `ValueError` for other numbers.
    """
    if type(n) is not int or not FEWEST <= n <= MOST:
        raise ValueError(f"tables are for {FEWEST} to {MOST} people, not {n}")
    if type(size) is not int or not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise ValueError(f"a table is for {SMALLEST_TABLE} to {LARGEST_TABLE} people, not {size}")
    count = 1 if n <= LARGEST_TABLE else min(max(2, -(-n // size)), n // SMALLEST_TABLE)
    least, larger = divmod(n, count)
    return tuple(least + (table < larger) for table in range(count))


def seated(people: Sequence[Seat], size: int, rolls: Sequence[Roll]) -> tuple[tuple[Seat, ...], ...]:
    """Who sits at which table by these rolls: table 1 gets the first, and so on. Raises `ValueError` as `table_sizes`,
    and if the rolls are not as many as it takes.
    """
    sizes, supply = table_sizes(len(people), size), iter(rolls)
    try:
        line = iter(shuffled(people, supply))
    except StopIteration:
        raise ValueError("too few rolls") from None
    if next(supply, None) is not None:
        raise ValueError("too many rolls")
    return tuple(tuple(next(line) for _ in range(number)) for number in sizes)


def rolled(people: Sequence[Seat], first: int, roll: Callable[[int], Roll]) -> tuple[Roll, ...]:
    """The rolls that a draw takes, the next ones of a night: `roll` gives each by its number, `first` is that of the
    first.
    """
    used: list[Roll] = []

    def supply() -> Iterator[Roll]:
        while True:
            used.append(roll(first + len(used)))
            yield used[-1]

    shuffled(people, supply())
    return tuple(used)


def in_next_draw(evening: Evening) -> tuple[Seat, ...]:
    """Who is in the next draw, as they joined: not left, not sitting out, not out of a bank, and if the best go on, one
    of those. Nobody after the last round.
    """
    inside = tuple(seat for seat in evening.present if seat not in evening.resting)
    if not evening.rounds:
        return inside
    match evening.plan:
        case Plan.TABLES:
            return ()
        case Plan.ROUNDS:
            if evening.rounds >= evening.form.rounds:
                return ()
            return tuple(seat for seat in inside if not evening.form.bank or evening.balance(seat))
        case Plan.FINAL:
            return tuple(sorted(_best(evening, inside)))


def _best(evening: Evening, inside: Sequence[Seat]) -> list[Seat]:
    """The best of each table of the round, two of each if there are two tables, and if those are fewer than three the
    next best of the round. Nobody after a round of one table: that was the final.
    """
    tables = evening.current
    if len(tables) == 1:
        return []
    number = 2 if len(tables) == 2 else 1
    orders = [[seat for seat in order_at(evening, table) if seat in inside] for table in tables]
    going = [seat for order in orders for seat in order[:number]]
    left = [
        (place, -evening.points_at(table.at).get(seat, 0), evening.lots[seat], seat)
        for table, order in zip(tables, orders, strict=True)
        for place, seat in enumerate(order)
        if seat not in going
    ]
    return going + [seat for *_, seat in sorted(left)[: max(0, FEWEST - len(going))]]


def places_at(evening: Evening, table: NightTable) -> tuple[tuple[Seat, ...], ...]:
    """The people of a table, the best first, equals together: as its session says when it is over, else by points or,
    where a bank goes along, by balance.
    """
    if table.places:
        named = {seat for group in table.places for seat in group}
        rest = tuple(seat for seat in table.sat if seat not in named)
        return (*table.places, rest) if rest else table.places
    won = evening.points_at(table.at)
    if evening.form.bank and evening.plan is Plan.ROUNDS:
        won = {seat: evening.balance(seat, table.round + 1) for seat in table.sat}
    here = [seat for seat in table.sat if seat in evening.there(table.at)]
    away = [seat for seat in table.sat if seat not in here]
    groups: list[tuple[Seat, ...]] = []
    for some in (here, away):
        for points in sorted({won[seat] for seat in some}, reverse=True):
            groups.append(tuple(seat for seat in some if won[seat] == points))
    return tuple(groups)


def order_at(evening: Evening, table: NightTable) -> list[Seat]:
    """The people of a table, the best first, equals by the lots of joining."""
    return [seat for group in places_at(evening, table) for seat in sorted(group, key=lambda seat: evening.lots[seat])]


def no_further_draw(evening: Evening) -> bool:
    """Whether a night whose tables are all closed is over: it has no further round, or too few people for one."""
    if not evening.rounds or evening.playing or evening.over:
        return False
    return len(in_next_draw(evening)) < FEWEST


def next_draw(evening: Evening) -> float | None:
    """When the next round is drawn by itself; None if it is not, or nothing is to be drawn now."""
    if evening.over or evening.playing:
        return None
    if not evening.rounds:
        return evening.begins
    return None if no_further_draw(evening) else (evening.closed_at or 0.0) + PAUSE


def unplaced(evening: Evening) -> tuple[Seat, ...]:
    """Who is in and has yet to sit down at a table of the round: late comers, where they need not wait for a draw."""
    if not evening.playing or evening.plan is Plan.ROUNDS or (evening.plan is Plan.FINAL and evening.rounds > 1):
        return ()
    return tuple(seat for seat in evening.present if evening.at(seat) is None and seat not in evening.resting)


def stranded(evening: Evening) -> tuple[Seat, ...]:
    """Who is in, where tables stay, and whose table is closed: they may sit down at another one."""
    closed = {table.at for table in evening.current if table.closed}
    if evening.plan is not Plan.TABLES:
        return ()
    return tuple(seat for seat in evening.present if evening.at(seat) in closed)


def merged(evening: Evening, free: Mapping[At, Sequence[Seat]]) -> list[tuple[Seat, At]]:
    """Who goes to which table because one has become too small, in this order. `free`: the tables at which no game
    runs, with their lines.

    If all fit at one table, the people of the others come to the largest; else one person alone goes to the smallest.
    """
    tables = {table.at: evening.there(table.at) for table in evening.playing}
    if len(tables) < 2 or all(len(there) >= FEWEST for there in tables.values()):
        return []
    moves: list[tuple[Seat, At]] = []
    if sum(map(len, tables.values())) <= LARGEST_TABLE:
        largest = max(tables, key=lambda at: (len(tables[at]), -at[1]))
        for at, there in tables.items():
            if at != largest and (at in free or not there):
                line = [seat for seat in free.get(at, ()) if seat in there]
                moves += [(seat, largest) for seat in (*line, *(seat for seat in there if seat not in line))]
        return moves
    for at, there in tables.items():
        smallest = evening.smallest(but=at)
        if len(there) == 1 and at in free and smallest is not None:
            return [(there[0], smallest.at)]
    return []


def rounds_of(evening: Evening) -> int | None:
    """How many rounds the night has; None where its tables stay. If the best go on, by who is in or was drawn first."""
    match evening.plan:
        case Plan.TABLES:
            return None
        case Plan.ROUNDS:
            return evening.form.rounds
        case Plan.FINAL:
            tables = len(evening.current) or _tables_for(len(in_next_draw(evening)), evening.form.size)
            rounds = evening.rounds or 1
            while tables > 1:
                going = 2 * tables if tables == 2 else tables
                tables, rounds = _tables_for(going, evening.form.size), rounds + 1
            return rounds


def more_rounds(evening: Evening) -> bool:
    """Whether another draw may follow the round that is played, or the first one."""
    rounds = rounds_of(evening)
    return not evening.over and rounds is not None and rounds > evening.rounds


def _tables_for(people: int, size: int) -> int:
    return len(table_sizes(people, size)) if FEWEST <= people <= MOST else 1


def called(evening: Evening, free: Mapping[At, Sequence[Seat]]) -> tuple[At, At, tuple[Seat, ...]] | None:
    """From which table to which other one somebody is asked to go, and who, in order: where a table has but two people
    and not all fit at one, those at the largest, if four are there, from the end of its line upwards. `free` as of
    `merged`. None if nobody is asked now.
    """
    tables = {table.at: evening.there(table.at) for table in evening.playing}
    small = [at for at, there in tables.items() if len(there) == FEWEST - 1]
    large = [at for at, there in tables.items() if len(there) > FEWEST]
    if not small or not large or sum(map(len, tables.values())) <= LARGEST_TABLE:
        return None
    largest = max(large, key=lambda at: (len(tables[at]), -at[1]))
    if largest not in free:
        return None
    return largest, small[0], tuple(seat for seat in reversed(free[largest]) if seat in tables[largest])

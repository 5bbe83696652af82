"""A night as a fold of its log.

All transitions go through `apply`, which refuses what the rules of nights forbid, whatever its source.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.refusal import Illegal, Stale
from bot.league.night_draw import in_next_draw, seated
from bot.league.night_entries import (
    FEWEST,
    LARGEST_TABLE,
    MOST,
    At,
    Closed,
    Ended,
    Entry,
    Joined,
    Left,
    Moved,
    Opened,
    Plan,
    SatOut,
    Scored,
    Seated,
    Struck,
)
from bot.league.night_state import Evening, NightFault, NightTable


def opened(entry: Opened) -> Evening:
    """A night without members, or one that begins with the tables of a chouette that was split."""
    evening = Evening(opened=entry)
    if not entry.split:
        return evening
    seats = range(entry.seats or 0)
    seated = {seat for table in entry.split for seat in table}
    evening = replace(evening, lots=tuple(seats), left=frozenset(seats) - seated)
    return _with_tables(evening, 1, entry.split, entry.at)


def folded(log: Sequence[Entry], since: Evening | None = None) -> Evening:
    """The night of a log: of a whole one, which begins with its opening, or of what came after `since`."""
    if since is None:
        first, *log = log
        assert isinstance(first, Opened)
        since = opened(first)
    return reduce(apply, log, since)


def apply(evening: Evening, entry: Entry) -> Evening:
    """The night after an entry. Raises `Illegal` or `Stale` for one that is impossible."""
    match entry:
        case Joined():
            return _joined(evening, entry)
        case Left():
            return _left(evening, entry)
        case SatOut():
            return _sat_out(evening, entry)
        case Seated():
            return _seated(evening, entry)
        case Moved():
            return _moved(evening, entry)
        case Scored():
            return _scored(evening, entry)
        case Struck():
            return _struck(evening, entry)
        case Closed():
            return _closed(evening, entry)
        case Ended():
            if evening.over:
                raise Stale(NightFault.OVER)
            return replace(evening, over=True)
        case Opened():
            raise Illegal(NightFault.OUT_OF_TURN)


def check_draw(evening: Evening) -> tuple[Seat, ...]:
    """Who is in the next draw. Raises `Stale` or `Illegal` if there can be none."""
    if evening.over:
        raise Stale(NightFault.OVER)
    if evening.playing:
        raise Illegal(NightFault.ROUND_ON)
    people = in_next_draw(evening)
    if evening.rounds and not people:
        raise Illegal(NightFault.NO_ROUND_LEFT)
    if len(people) < FEWEST:
        raise Illegal(NightFault.TOO_FEW, least=FEWEST, number=len(people))
    if len(people) > MOST:
        raise Illegal(NightFault.TOO_MANY, most=MOST, number=len(people))
    return people


def check_change(evening: Evening, seat: Seat, to: At) -> None:
    """Raise `Illegal` unless a member may go to another table by their own wish: three must stay, six may be there."""
    if evening.plan is not Plan.TABLES:
        raise Illegal(NightFault.TABLES_STAY)
    apply(evening, Moved(0.0, seat, to))
    here = evening.at(seat)
    open_ones = {table.at for table in evening.playing}
    if here in open_ones and seat not in evening.left and len(evening.there(here)) - 1 < FEWEST:
        raise Illegal(NightFault.TOO_FEW_STAY, least=FEWEST)


def _check_inside(evening: Evening, seat: Seat) -> None:
    if evening.over:
        raise Stale(NightFault.OVER)
    if seat not in evening.present:
        raise Illegal(NightFault.NOT_IN_IT)


def _joined(evening: Evening, entry: Joined) -> Evening:
    seat = entry.seat
    if seat in evening.present:
        raise Illegal(NightFault.IN_IT)
    if (why := evening.no_room()) is not None:
        raise Illegal(why[0], most=why[1])
    if seat in evening.left:
        return replace(evening, left=evening.left - {seat})
    if seat != len(evening.lots):
        raise Stale(NightFault.OUT_OF_TURN)
    return replace(evening, lots=(*evening.lots, entry.lot))


def _left(evening: Evening, entry: Left) -> Evening:
    _check_inside(evening, entry.seat)
    where = evening.where
    if evening.plan is Plan.TABLES:  # who comes back sits down anew
        where = tuple(each for each in where if each[0] != entry.seat)
    resting = evening.resting - {entry.seat}
    return replace(evening, left=evening.left | {entry.seat}, resting=resting, where=where)


def _sat_out(evening: Evening, entry: SatOut) -> Evening:
    _check_inside(evening, entry.seat)
    if (entry.seat in evening.resting) is entry.out:
        raise Illegal(NightFault.SAID_ALREADY)
    if entry.out:
        return replace(evening, resting=evening.resting | {entry.seat})
    return replace(evening, resting=evening.resting - {entry.seat})


def _seated(evening: Evening, entry: Seated) -> Evening:
    people = check_draw(evening)
    if entry.round != evening.rounds + 1:
        raise Stale(NightFault.OUT_OF_TURN)
    try:
        drawn = seated(people, evening.form.size, entry.rolls)
    except ValueError:
        drawn = ()
    if drawn != entry.tables:
        raise Illegal(NightFault.OTHER_DRAW)
    after = replace(evening, rolls=evening.rolls + len(entry.rolls))
    return _with_tables(after, entry.round, entry.tables, entry.at)


def _with_tables(evening: Evening, number: int, seated: Sequence[tuple[Seat, ...]], at: float) -> Evening:
    """The night with the tables of a round."""
    tables = tuple(NightTable(at=(number, table), drawn=there, sat=there) for table, there in enumerate(seated, 1))
    where = dict(evening.where) | {seat: table.at for table in tables for seat in table.drawn}
    first = at if evening.first_drawn_at is None else evening.first_drawn_at
    after = replace(evening, tables=(*evening.tables, *tables), where=tuple(where.items()))
    return replace(after, drawn_at=at, first_drawn_at=first)


def _moved(evening: Evening, entry: Moved) -> Evening:
    _check_inside(evening, entry.seat)
    table = _known(evening, entry.to)
    if table.closed or table.round != evening.rounds:
        raise Stale(NightFault.TABLE_CLOSED)
    if entry.seat in evening.there(entry.to):
        raise Illegal(NightFault.AT_IT)
    late = evening.plan is Plan.FINAL and evening.rounds == 1 and evening.at(entry.seat) is None
    if evening.plan is not Plan.TABLES and not late:
        raise Illegal(NightFault.TABLES_STAY)
    if len(evening.there(entry.to)) >= LARGEST_TABLE:
        raise Illegal(NightFault.TABLE_FULL, most=LARGEST_TABLE)
    sat = (*(seat for seat in table.sat if seat != entry.seat), entry.seat)
    where = dict(evening.where) | {entry.seat: entry.to}
    return replace(evening.with_table(replace(table, sat=sat)), where=tuple(where.items()))


def _scored(evening: Evening, entry: Scored) -> Evening:
    table = _known(evening, entry.session)
    if any(each.session == entry.session and each.game == entry.game for each in evening.scored):
        raise Stale(NightFault.COUNTED)
    named = [seat for seat, _ in entry.points]
    strangers = not {*named, entry.box} <= {*range(len(evening.lots))}
    if strangers or len(set(named)) < len(named) or sum(points for _, points in entry.points):
        raise Illegal(NightFault.NO_SUCH_GAME)
    sat = tuple(dict.fromkeys((*table.sat, *named)))
    return replace(evening.with_table(replace(table, sat=sat)), scored=(*evening.scored, entry))


def _struck(evening: Evening, entry: Struck) -> Evening:
    game = entry.session, entry.game
    if game not in {(each.session, each.game) for each in evening.scored}:
        raise Illegal(NightFault.NO_SUCH_GAME)
    if (game in evening.struck) is not entry.back:
        raise Stale(NightFault.COUNTED)
    return replace(evening, struck=evening.struck - {game} if entry.back else evening.struck | {game})


def _closed(evening: Evening, entry: Closed) -> Evening:
    table = _known(evening, entry.session)
    if table.closed:
        raise Stale(NightFault.COUNTED)
    named = [seat for group in entry.places for seat in group]
    banked = [seat for seat, _ in entry.balances]
    repeated = len(set(named)) < len(named) or len(set(banked)) < len(banked)
    if repeated or not {*named, *banked} <= {*range(len(evening.lots))}:
        raise Illegal(NightFault.NOT_IN_IT)
    closed = replace(table, closed=True, places=entry.places, balances=entry.balances)
    return replace(evening.with_table(closed), closed_at=entry.at)


def _known(evening: Evening, at: At) -> NightTable:
    table = evening.table(at)
    if table is None:
        raise Illegal(NightFault.NO_SUCH_TABLE)
    return table

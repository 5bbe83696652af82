"""A league as a fold of its log.

All transitions go through `apply`, which refuses what the rules of leagues forbid, whatever its source.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations

from msgspec.structs import replace

from bot.core.refusal import Illegal, Stale
from bot.league import rounds
from bot.league.entries import (
    LARGEST,
    Answered,
    Begun,
    Challenged,
    Decided,
    Ended,
    Entry,
    Extended,
    Joined,
    Left,
    Moved,
    Opened,
    Paired,
    Restored,
    Started,
    Struck,
    TimeUp,
    Won,
)
from bot.league.state import LATE, League, LeagueFault, Pairing, Result


def opened(entry: Opened) -> League:
    """A league without members."""
    return League(opened=entry)


def folded(log: Sequence[Entry], since: League | None = None) -> League:
    """The league of a log: of a whole one, which begins with its opening, or of what came after `since`."""
    if since is None:
        first, *log = log
        assert isinstance(first, Opened)
        since = opened(first)
    return reduce(apply, log, since)


def apply(league: League, entry: Entry) -> League:
    """The league after an entry. Raises `Illegal` or `Stale` for one that is impossible."""
    after = _applied(league, entry)
    if after.over and not league.over and not isinstance(entry, TimeUp | Decided):
        return replace(after, news=None)
    return after


def _applied(league: League, entry: Entry) -> League:
    match entry:
        case Joined():
            return _joined(league, entry)
        case Left():
            return _left(league, entry)
        case Started():
            return _started(league, entry)
        case Paired():
            return _paired(league, entry)
        case Won():
            return _won(league, entry)
        case Struck():
            return _struck(league, entry)
        case Restored():
            return _restored(league, entry)
        case Challenged():
            return rounds.challenged(league, entry)
        case Answered():
            return rounds.answered(league, entry)
        case Begun():
            return rounds.begun(league, entry)
        case Extended():
            return rounds.extended(league, entry)
        case Moved():
            return rounds.moved(league, entry)
        case Decided():
            return rounds.decided(league, entry)
        case TimeUp():
            return rounds.time_up(league, entry)
        case Ended():
            if league.over:
                raise Stale(LeagueFault.OVER)
            return replace(league, called=True)
        case Opened():
            raise Illegal(LeagueFault.STARTED)


def _joined(league: League, entry: Joined) -> League:
    seat = entry.seat
    if seat in league.present:
        raise Illegal(LeagueFault.IN_IT)
    if why := league.no_room(entry.at):
        raise Illegal(why)
    if seat in league.left:
        if league.started_at is not None:
            raise Illegal(LeagueFault.HAS_LEFT)
        return replace(league, left=league.left - {seat})
    if seat != len(league.lots):
        raise Stale(LeagueFault.OUT_OF_TURN)
    league = replace(league, lots=(*league.lots, entry.lot))
    if league.started_at is None:
        return league
    if league.form.in_rounds:  # They do not play the current round, if one is running.
        rests = tuple((*resting, seat) for resting in league.rests) if league.form.late_rest else league.rests
        return replace(league, rests=rests)
    # Of equally small divisions the lowest one: the strength of latecomers is unknown.
    group = min(range(len(league.divisions)), key=lambda each: (len(league.divisions[each]), -each))
    others = [other for other in league.divisions[group] if other not in league.left]
    divisions = tuple((*seats, seat) if each == group else seats for each, seats in enumerate(league.divisions))
    more = tuple(Pairing(other, seat, group) for other in others)
    return replace(league, divisions=divisions, pairings=league.pairings + more)


def _left(league: League, entry: Left) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if entry.seat not in league.present:
        raise Illegal(LeagueFault.NOT_IN_IT)
    early = league.early | {entry.seat} if league.leaves_early(entry.seat) else league.early
    gone = replace(league, left=league.left | {entry.seat}, early=early)
    return replace(gone, pairings=tuple(_given_up(gone, pairing) for pairing in gone.pairings))


def _given_up(league: League, pairing: Pairing) -> Pairing:
    """An open pairing as lost by a seat that has left."""
    staying = [seat for seat in pairing.seats if seat not in league.left]
    if pairing.result is not None or len(staying) == 2:
        return pairing
    return replace(pairing, result=Result(staying[0] if staying else None))


def _started(league: League, entry: Started) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if league.started_at is not None:
        raise Stale(LeagueFault.STARTED)
    if len(league.present) < (least := league.form.fewest):
        raise Illegal(LeagueFault.TOO_FEW, least=least)
    seats = sorted(seat for division in entry.divisions for seat in division)
    alone = league.form.in_rounds
    if seats != list(league.present) or (
        len(entry.divisions) != 1 if alone else max(map(len, entry.divisions)) > LARGEST
    ):
        raise Stale(LeagueFault.OUT_OF_TURN)
    planned = league.form.rounds_for(len(seats))
    league = replace(league, started_at=entry.at, divisions=entry.divisions, planned=planned, draw=entry.draw or 0)
    if alone:
        return league
    pairings = tuple(
        Pairing(one, other, group)
        for group, division in enumerate(entry.divisions)
        for one, other in combinations(division, 2)
    )
    return replace(league, pairings=pairings)


def _paired(league: League, entry: Paired) -> League:
    if not league.due:
        raise Stale(LeagueFault.OUT_OF_TURN)
    seats = sorted((*(seat for pair in entry.pairs for seat in pair), *entry.byes))
    if seats != sorted(league.alive) or not entry.pairs:
        raise Stale(LeagueFault.OUT_OF_TURN)
    more = tuple(Pairing(one, other, league.rounds) for one, other in entry.pairs)
    current = rounds.round_from(league.form, entry.at)
    pairings, rests = league.pairings + more, (*league.rests, entry.byes)
    return replace(league, pairings=pairings, rests=rests, current=current, news=None)


def _won(league: League, entry: Won) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if not 0 <= entry.pairing < len(league.pairings):
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    pairing = league.pairings[entry.pairing]
    if entry.winner not in pairing.seats:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    if pairing.result is not None:
        raise Stale(LeagueFault.DECIDED)
    return league.with_pairing(entry.pairing, replace(pairing, result=Result(entry.winner, entry.points, entry.game)))


def _struck(league: League, entry: Struck) -> League:
    number = next(
        (at for at, each in enumerate(league.pairings) if each.result and each.result.game == entry.game), None
    )
    if number is None or not entry.game:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    pairing = league.pairings[number]
    if league.called:
        raise Stale(LeagueFault.OVER)
    if league.form.in_rounds and pairing.group != league.rounds - 1:
        raise Stale(LeagueFault.GONE_ON)
    assert pairing.result is not None
    current = league.current
    if current is not None:  # It can be played again, and what goes on meanwhile has as long.
        current = replace(current, ends_at=max(current.ends_at, entry.at + LATE), late_until=None)
    kept = replace(league, struck=(*league.struck, (number, pairing.result)), current=current)
    return kept.with_pairing(number, _given_up(league, replace(pairing, result=None)))


def _restored(league: League, entry: Restored) -> League:
    found = next((each for each in league.struck if each[1].game == entry.game), None)
    if found is None or not entry.game:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    number, result = found
    pairing = league.pairings[number]
    if pairing.result is not None and pairing.result.game:
        raise Stale(LeagueFault.REPLAYED)
    if league.form.in_rounds and pairing.group != league.rounds - 1:
        raise Stale(LeagueFault.GONE_ON)
    left = tuple(each for each in league.struck if each != found)
    return replace(league, struck=left).with_pairing(number, replace(pairing, result=result))

"""Lines of a sheet: hands and corrections in order, and their totals.

A line names seats of the sheet. The value of a hand depends on those before it only by the number of consecutive
all-passes.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.refusal import Illegal
from bot.preferans.conventions import Convention
from bot.preferans.hands import AllPass, Hand, Misere
from bot.preferans.records import Record, balances, record

Whists = tuple[tuple[Seat, Seat, Fraction], ...]


class SheetFault(Enum):
    """Why a line cannot stand on a sheet, or an edit not be made."""

    DEALER_PLAYS = "Who deals sits out, and cannot be the declarer."
    NO_SUCH_LINE = "There is no line {line} on this sheet."
    NOT_A_HAND = "Line {line} is a correction and no hand: take it back with another one."
    NOBODY = "There are {players} people on this sheet."
    ON_WHOM = "Whists are on somebody else: say with `on` on whom."
    ON_NOBODY = "Pool and dump are on nobody: leave `on` out."
    NOTHING = "A correction changes something: {most} at most, and not 0."
    BULLET_CLOSED = "The pool is closed: everybody has {pool}. `/preferans end` settles the sheet."
    NOTHING_WRITTEN = "Nothing has been written yet that could be taken back."
    NOT_HOST = "Until the pool is closed, only {names} can end this sheet, or a moderator."
    SAME = "That is how it stands already."
    NO_CLAIM = "On a sheet it is nobody's turn, so there is nothing to claim. `/preferans end` settles it."


class Column(Enum):
    """Where a correction is written."""

    BULLET = "bullet"
    MOUNTAIN = "mountain"
    WHISTS = "whists"


class Played(Struct, frozen=True, forbid_unknown_fields=True, tag="hand"):
    """A hand: the dealer, the declarer (None for an all-pass, whose tricks are by seat), and its result."""

    dealer: Seat
    declarer: Seat | None
    hand: Hand


class Correction(Struct, frozen=True, forbid_unknown_fields=True, tag="correction"):
    """A manual correction, such as an agreed penalty: this many points or whists more; `on`: whom the whists are on."""

    column: Column
    seat: Seat
    points: int
    on: Seat | None = None


Line = Played | Correction
#: The largest correction.
MOST = 10_000


class Written(Struct, frozen=True):
    """A line and its value: its number, what it writes by seat of the sheet, and its worth to each seat."""

    number: int
    line: Line
    record: Record
    balances: tuple[Fraction, ...]


class Totals(Struct, frozen=True):
    """The totals of a sheet: points of bullet and mountain by seat, whists by writer and debtor, and the balances."""

    bullet: tuple[Fraction, ...]
    mountain: tuple[Fraction, ...]
    whists: dict[tuple[Seat, Seat], Fraction]
    balances: tuple[Fraction, ...]


def order(line: Played, players: int) -> tuple[Seat, ...]:
    """The seats of a hand in the order of its record: declarer, defenders, then who sits out.

    Raises `Illegal` for impossible seats.
    """
    _check_seats(players, line.dealer, line.declarer)
    if line.declarer is None:
        return tuple(range(players))
    if players == 4 and line.declarer == line.dealer:
        raise Illegal(SheetFault.DEALER_PLAYS)
    seats = [(line.declarer + step) % players for step in range(players)]
    if players == 4:
        seats.remove(line.dealer)
        seats.append(line.dealer)
    return tuple(seats)


def _check_seats(players: int, *seats: Seat | None) -> None:
    if not all(seat is None or 0 <= seat < players for seat in seats):
        raise Illegal(SheetFault.NOBODY, players=players)


@lru_cache(256)
def written(lines: tuple[Line, ...], convention: Convention) -> tuple[Written, ...]:
    """All lines with their values. Raises `Illegal` if one is impossible."""
    found: list[Written] = []
    running = 0
    for number, line in enumerate(lines, 1):
        match line:
            case Played():
                hand = running_hand(line.hand, running)
                what = _seated(record(hand, convention), order(line, convention.players))
                running = running + 1 if isinstance(hand, AllPass) else 0
            case Correction():
                what = _corrected(line, convention.players)
        found.append(Written(number, line, what, balances(what, convention)))
    return tuple(found)


def running_hand(hand: Hand, running: int) -> Hand:
    """The same hand after this many all-passes. That number is not stored: it follows from the lines."""
    return hand if isinstance(hand, Misere) else replace(hand, running=running)


def running_before(lines: tuple[Line, ...]) -> int:
    """The number of all-passes at the end, corrections aside."""
    count = 0
    for line in reversed(lines):
        if isinstance(line, Played):
            if not isinstance(line.hand, AllPass):
                break
            count += 1
    return count


def _seated(what: Record, seats: tuple[Seat, ...]) -> Record:
    """A record by seats of the hand, renumbered to seats of the sheet."""
    place = {seat: index for index, seat in enumerate(seats)}
    players = range(len(seats))
    return Record(
        tuple(what.bullet[place[seat]] for seat in players),
        tuple(what.mountain[place[seat]] for seat in players),
        {(seats[writer], seats[on]): whists for (writer, on), whists in what.whists.items()},
    )


def _corrected(line: Correction, players: int) -> Record:
    _check_seats(players, line.seat, line.on)
    if not 0 < abs(line.points) <= MOST:
        raise Illegal(SheetFault.NOTHING, most=MOST)
    points = tuple(Fraction(line.points if seat == line.seat else 0) for seat in range(players))
    nothing = (Fraction(),) * players
    if line.column is Column.WHISTS:
        if line.on is None or line.on == line.seat:
            raise Illegal(SheetFault.ON_WHOM)
        return Record(nothing, nothing, {(line.seat, line.on): Fraction(line.points)})
    if line.on is not None:
        raise Illegal(SheetFault.ON_NOBODY)
    return Record(points, nothing, {}) if line.column is Column.BULLET else Record(nothing, points, {})


@lru_cache(256)
def totals(lines: tuple[Line, ...], convention: Convention, bullet: int, helping: bool) -> Totals:
    """The totals of all lines. `bullet`: the target; `helping`: points beyond it go to the bullets of others.

    A helping player writes whists worth as much on the player helped, so no balance depends on it.
    """
    players = range(convention.players)
    up, down = [Fraction()] * len(players), [Fraction()] * len(players)
    whists: dict[tuple[Seat, Seat], Fraction] = {}
    balance = [Fraction()] * len(players)

    def write(writer: Seat, on: Seat, more: Fraction) -> None:
        whists[writer, on] = whists.get((writer, on), Fraction()) + more

    for each in written(lines, convention):
        for seat in players:
            up[seat] += each.record.bullet[seat]
            down[seat] += each.record.mountain[seat]
            balance[seat] += each.balances[seat]
        for (writer, on), more in each.record.whists.items():
            write(writer, on, more)
        while helping and bullet and (helped := _helped(up, bullet)):
            helper, other, points = helped
            up[helper] -= points
            up[other] += points
            write(helper, other, points * convention.bullet)
    return Totals(tuple(up), tuple(down), whists, tuple(balance))


def _helped(up: list[Fraction], bullet: int) -> tuple[Seat, Seat, Fraction] | None:
    """The next help: (giver, receiver, points). The player nearest to the target is helped first, then the nearest seat
    after the giver.
    """
    helper = next((seat for seat, points in enumerate(up) if points > bullet), None)
    open_still = [seat for seat, points in enumerate(up) if points < bullet]
    if helper is None or not open_still:
        return None
    other = max(open_still, key=lambda seat: (up[seat], -((seat - helper) % len(up))))
    return helper, other, min(up[helper] - bullet, bullet - up[other])

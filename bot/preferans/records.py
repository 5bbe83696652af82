"""Records: what a hand writes on the sheet, and its worth to each seat.

Seats of a hand are the declarer, the two defenders in order and, with four, the dealer; of an all-pass the hands in
order. Sources: “Стоимость отдельной игры”, formulas 7 and those after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from bot.preferans.conventions import TRICKS, Convention, at
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role, check

DECLARER, FIRST, SECOND, DEALER = range(4)


class Record(Struct, frozen=True):
    """Entries of a hand: points of `bullet` and `mountain` by seat; whists by (writer, debtor)."""

    bullet: tuple[Fraction, ...]
    mountain: tuple[Fraction, ...]
    whists: dict[tuple[int, int], Fraction]


class _Sheet:
    """A record under construction."""

    def __init__(self, players: int) -> None:
        self.bullet = [Fraction()] * players
        self.mountain = [Fraction()] * players
        self.whists: dict[tuple[int, int], Fraction] = {}

    def write(self, writer: int, on: int, whists: Fraction | int) -> None:
        if whists:
            self.whists[writer, on] = self.whists.get((writer, on), Fraction()) + whists

    def done(self) -> Record:
        return Record(tuple(self.bullet), tuple(self.mountain), self.whists)


def record(hand: Hand, convention: Convention) -> Record:
    """The record of a hand. Raises `Illegal` for an impossible one."""
    check(hand, convention)
    sheet = _Sheet(convention.players)
    match hand:
        case Game():
            _game(hand, convention, sheet)
        case Misere(tricks):
            if tricks:
                sheet.mountain[DECLARER] += convention.misere * convention.penalty * tricks
            else:
                sheet.bullet[DECLARER] += convention.misere
        case AllPass():
            _all_pass(hand, convention, sheet)
    return sheet.done()


def _all_pass(hand: AllPass, convention: Convention, sheet: _Sheet) -> None:
    for seat, taken in enumerate(hand.tricks):
        sheet.mountain[seat] += at(convention.all_pass, hand.running) * taken
        sheet.bullet[seat] += 0 if taken else at(convention.no_trick, hand.running)
    if convention.pass_whists:
        fewest = [seat for seat, taken in enumerate(hand.tricks) if taken == min(hand.tricks)]
        for writer in fewest:
            for on, taken in enumerate(hand.tricks):
                if on not in fewest:
                    sheet.write(writer, on, Fraction(at(convention.pass_whists, hand.running) * taken, len(fewest)))


def _game(hand: Game, convention: Convention, sheet: _Sheet) -> None:
    unit, short = convention.price(hand.game), max(hand.game - hand.tricks, 0)
    penalty, whist = unit * convention.penalty, unit * convention.whist
    if short:
        sheet.mountain[DECLARER] += penalty * short
    else:
        sheet.bullet[DECLARER] += unit
    others = range(1, convention.players)
    if convention.consolation:
        for seat in others:
            sheet.write(seat, DECLARER, whist * short)
    sheet.write(others[-1], DECLARER, whist * hand.talon)
    for seat, whists in zip((FIRST, SECOND), _whists(hand, convention), strict=True):
        sheet.write(seat, DECLARER, whists)
    for seat, missing in zip((FIRST, SECOND), _missing(hand, convention), strict=True):
        sheet.mountain[seat] += Fraction(convention.duty * penalty * missing, 2)


def _whists(hand: Game, convention: Convention) -> tuple[Fraction, Fraction]:
    """The whists that the two defenders write on the declarer for their tricks."""
    unit, taken = convention.price(hand.game) * convention.whist, TRICKS - hand.tricks
    failed = hand.tricks < hand.game
    (one, first), (other, second) = hand.defenders
    half = Fraction(unit * taken, 2)
    match one, other:
        case Role.WHIST, Role.WHIST:
            return Fraction(unit * (first or 0)), Fraction(unit * (second or 0))
        case Role.CHECK, Role.CHECK:
            return (half, half) if failed else (Fraction(), Fraction())
        case Role.WHIST | Role.PASS, Role.WHIST | Role.PASS if one != other:
            if failed and convention.gentleman:
                return half, half
            return _alone(one is Role.WHIST, Fraction(unit * taken))
        case Role.OWN | Role.PASS, Role.OWN | Role.PASS if one != other:
            return _alone(one is Role.OWN, Fraction(unit * sum(convention.needed(hand.game)), 2))
        case _:
            return Fraction(), Fraction()


def _alone(first: bool, whists: Fraction) -> tuple[Fraction, Fraction]:
    return (whists, Fraction()) if first else (Fraction(), whists)


def _missing(hand: Game, convention: Convention) -> tuple[int, int]:
    """How many of the required tricks each of the two defenders has failed to take."""
    shares = convention.needed(hand.game)
    short = max(sum(shares) - (TRICKS - hand.tricks), 0)
    (one, first), (other, second) = hand.defenders
    match one, other:
        case Role.WHIST, Role.WHIST:
            missing = (max(share - (taken or 0), 0) for share, taken in zip(shares, (first, second), strict=True))
            charged = [min(each, short) for each in missing]
            return charged[0], charged[1]
        case Role.WHIST, _:
            return short, 0
        case _, Role.WHIST:
            return 0, short
        case _:
            return 0, 0


def balances(record: Record, convention: Convention) -> tuple[Fraction, ...]:
    """The worth of a record to each seat; sums to zero."""
    players = range(convention.players)
    points = [
        convention.bullet * up - convention.mountain * down
        for up, down in zip(record.bullet, record.mountain, strict=True)
    ]
    mean = Fraction(sum(points), convention.players)
    return tuple(points[seat] - mean + _net(record.whists.items(), seat) for seat in players)


def _net(whists: Iterable[tuple[tuple[int, int], Fraction]], seat: int) -> Fraction:
    return sum((each * ((writer == seat) - (on == seat)) for (writer, on), each in whists), Fraction())

"""Statistics of each player over the finished games of a session. Voided games do not count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from bot.backgammon import Bet, Ending, Kind, Seat

from .history import CubeTurn, Finished


class Tally(Struct, frozen=True):
    """A count, and the points won in what was counted."""

    number: int = 0
    points: int = 0


class Swing(Struct, frozen=True):
    """The points of one game, by its number."""

    game: int
    points: int


class Statistics(Struct, frozen=True, kw_only=True):
    """One player's session.

    Each game counts once, by the player's role at its start: `box`, `captain`, `partner`, or one of the `crew` behind
    the captain; their points are all points of these games, and over all players they sum to zero. `longest_box`: most
    games in a row.

    Cubes `given`, `taken` and `dropped` count offers whose answer counted, extras that were redoubled among them. A
    beaver is a take; refusing one counts as a cube given and dropped. Their points are the final results of the bets,
    each bet once.

    `gammons_won` and `gammons_lost` are games in which at least one bet was paid as a gammon or backgammon. The points
    of `extras_given` and `extras_taken` are fee and bet together. `swing`: the game, the earliest of several, with the
    largest win or loss; None without any. `against`: points won from each player with whom there was a payment or a
    settlement at zero, a partner's share among them.
    """

    box: Tally
    captain: Tally
    crew: Tally
    partner: Tally
    longest_box: int
    given: Tally
    taken: Tally
    dropped: Tally
    gammons_won: int
    gammons_lost: int
    extras_given: Tally
    extras_taken: Tally
    swing: Swing | None
    against: dict[Seat, int]

    @property
    def total(self) -> Tally:
        roles = (self.box, self.captain, self.crew, self.partner)
        return Tally(sum(role.number for role in roles), sum(role.points for role in roles))


def statistics(history: Iterable[Finished]) -> dict[Seat, Statistics]:
    """The statistics of each player of a session."""
    games = [each for each in history if not each.game.void]
    seats = sorted({seat for each in games for seat in each.points})
    return {seat: _of(seat, games) for seat in seats}


def _of(seat: Seat, games: Sequence[Finished]) -> Statistics:
    mine = [each for each in games if seat in each.points]
    boxes = [(box, len(list(row))) for box, row in groupby(each.game.box for each in games)]
    kinds = [{_paid_as(bet, seat, each.game.unit) for bet in each.game.bets} for each in mine]
    swing = max(mine, key=lambda each: abs(each.points[seat]))
    return Statistics(
        box=_played(seat, (each for each in mine if each.game.box == seat)),
        captain=_played(seat, (each for each in mine if each.game.captain == seat)),
        crew=_played(seat, (each for each in mine if seat in each.game.team[1:])),
        partner=_played(seat, (each for each in mine if each.game.partner == seat)),
        longest_box=max((length for box, length in boxes if box == seat), default=0),
        given=_cubes(seat, mine, lambda cube: cube.giver == seat),
        taken=_cubes(seat, mine, lambda cube: cube.receiver == seat and cube.dropper != seat),
        dropped=_cubes(seat, mine, lambda cube: cube.dropper == seat),
        gammons_won=sum(any(kind >= Kind.GAMMON for kind in paid) for paid in kinds),
        gammons_lost=sum(any(kind <= -Kind.GAMMON for kind in paid) for paid in kinds),
        extras_given=_extras(seat, mine, given=True),
        extras_taken=_extras(seat, mine, given=False),
        swing=Swing(swing.number, swing.points[seat]) if swing.points[seat] else None,
        against=_against(seat, mine),
    )


def _played(seat: Seat, games: Iterable[Finished]) -> Tally:
    return _tally(each.points[seat] for each in games)


def _tally(points: Iterable[int]) -> Tally:
    each = tuple(points)
    return Tally(len(each), sum(each))


def _won(bet: Bet, seat: Seat) -> int:
    """The points of a bet for one of its two seats."""
    assert bet.result is not None
    return bet.result.points if bet.white == seat else -bet.result.points


def _paid_as(bet: Bet, seat: Seat, unit: int) -> int:
    """1, 2 or 3 for the kind of win that a board or resignation paid a seat; negative if it paid, else 0."""
    assert bet.result is not None
    if seat not in (bet.white, bet.black) or bet.result.ending not in (Ending.PLAYED, Ending.RESIGNED):
        return 0
    kind = abs(bet.result.points) // (bet.value * unit)
    return kind if _won(bet, seat) > 0 else -kind


def _cubes(seat: Seat, games: Iterable[Finished], counts: Callable[[CubeTurn], bool]) -> Tally:
    number = points = 0
    for each in games:
        cubes = [cube for cube in each.cubes if counts(cube)]
        number += len(cubes)
        points += sum(_won(each.game.bets[bet], seat) for bet in {cube.bet for cube in cubes})
    return Tally(number, points)


def _extras(seat: Seat, games: Iterable[Finished], *, given: bool) -> Tally:
    """Extras that a seat has given, or taken; the giver pays the fee."""
    return _tally(
        _won(bet, seat) + (-fee.points if given else fee.points)
        for each in games
        for bet, fee in zip(each.game.bets[each.game.extras.start :], each.game.fees, strict=True)
        if seat == (fee.payer if given else fee.payee)
    )


def _against(seat: Seat, games: Iterable[Finished]) -> dict[Seat, int]:
    balance: dict[Seat, int] = {}
    for row in (row for each in games for row in each.rows):
        if row.payee == seat:
            balance[row.payer] = balance.get(row.payer, 0) + row.points
        elif row.payer == seat:
            balance[row.payee] = balance.get(row.payee, 0) - row.points
    return dict(sorted(balance.items()))

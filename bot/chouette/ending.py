"""The end of a game: the next box, each player's points, the rows of the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from bot.backgammon import Ending, Seat, Side
from bot.core.actions import BetIndex

from .options import Retain
from .round import BOX, TEAM, Round


class Reason(Enum):
    """What a row of the ledger is for; endings of bets have their own names."""

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    SETTLED = "settled"
    CLAIMED = "claimed"
    EXTRA = "extra"
    PARTNER = "partner"


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the ledger: in game `game`, `payer` gives `payee` this many points; `bet` None for a partner's
    share.
    """

    game: int
    bet: BetIndex | None
    payer: Seat
    payee: Seat
    points: int
    reason: Reason


def rows(game: Round, number: int) -> tuple[Row, ...]:
    """The ledger rows of a game so far, in order of bets; none if it was voided."""
    if game.void:
        return ()
    entries: list[Row] = []
    paid = _paid(game)
    for index, bet in enumerate(game.bets):
        if bet.result is None:
            continue
        won = paid.get(bet.white, bet.result.points)
        payer, payee = (bet.black, bet.white) if won >= 0 else (bet.white, bet.black)
        entries.append(Row(number, BetIndex(index), payer, payee, abs(won), _reason(bet.result.ending)))
    entries += [
        Row(number, BetIndex(index), fee.payer, fee.payee, fee.points, Reason.EXTRA)
        for index, fee in zip(game.extras, game.fees, strict=True)
    ]
    if game.partner is not None and (share := partner_share(game)):
        payer, payee = (game.box, game.partner) if share > 0 else (game.partner, game.box)
        entries.append(Row(number, None, payer, payee, abs(share), Reason.PARTNER))
    return tuple(entries)


def _paid(game: Round) -> dict[Seat, int]:
    """With a bank what each has won in fact, negative if lost; empty without one."""
    if not game.balances:
        return {}
    after = game.settled()
    return {seat: after[seat] - had for seat, had in zip(game.line, game.balances, strict=True)}


def cut_by_bank(game: Round) -> dict[Seat, tuple[int, int]]:
    """The members whose bets came to less than they stood for: points of the bet and points paid, both the box's."""
    paid = _paid(game)
    both = {bet.white: (-bet.result.points, -paid[bet.white]) for bet in game.bets if paid and bet.result}
    return {seat: (points, won) for seat, (points, won) in both.items() if points != won}


def _reason(ending: Ending) -> Reason:
    return Reason(ending.value)


def with_won(before: Iterable[tuple[Seat, Seat, int]], booked: Iterable[Row]) -> tuple[tuple[Seat, Seat, int], ...]:
    """What of two seats, the lower first, that one has won of the other, with more rows of the ledger."""
    won = {(one, other): points for one, other, points in before}
    for row in booked:
        one, other = min(row.payer, row.payee), max(row.payer, row.payee)
        won[one, other] = won.get((one, other), 0) + (row.points if row.payee == one else -row.points)
    return tuple((one, other, points) for (one, other), points in sorted(won.items()) if points)


def partner_share(game: Round) -> int:
    """The partner's half of what the box has won or lost, rounded towards zero."""
    box = dict(game.points)[game.box]
    return abs(box) // 2 * (1 if box > 0 else -1)


def points(game: Round) -> dict[Seat, int]:
    """Each player's points in a finished game; sums to zero."""
    if game.void:
        return {}
    won = dict(game.points) | _paid(game)
    if game.partner is not None:
        share = partner_share(game)
        won[game.box] -= share
        won[game.partner] = share
    assert sum(won.values()) == 0
    return won


def next_box(game: Round, retain: Retain) -> Seat:
    """The box after a finished game that counts, as its results have it; they do not move it under fixed turns."""
    box, captain = game.box, game.captain
    if game.forfeited and retain is not Retain.SCHEDULE:
        return captain
    beaten = {seat: _winner(game, seat) for seat in game.team}
    captain_won = beaten[captain] is TEAM
    follower = game.line[2] if len(game.line) > 2 else captain
    heir = captain if captain_won else follower
    net = dict(game.points)[box]
    match retain:
        case Retain.CAPTAIN:
            return captain if captain_won else box
        case Retain.LAST_STANDING:
            last = captain if game.decider is None else game.decider
            return last if beaten[last] is TEAM else box
        case Retain.WIN_AND_NET:
            last = captain if game.decider is None else game.decider
            if beaten[last] is TEAM:
                return heir
            return box if net >= 0 else follower
        case Retain.NET:
            return box if net >= 0 else heir
        case Retain.BEAT_ALL:
            return next((seat for seat in game.team if beaten[seat] is not BOX), box)
        case Retain.SCHEDULE:
            return box


def decisive(game: Round, retain: Retain) -> range:
    """The bets whose winner may decide who has the box; one of them settled at 0 has to name a winner."""
    if retain is Retain.SCHEDULE:
        return range(0)
    return range(1 if retain in (Retain.CAPTAIN, Retain.NET) else len(game.team))


def _winner(game: Round, seat: Seat) -> Side | None:
    """The winner of the bet between the box and a member."""
    index = game.own_bet(seat)
    assert index is not None
    result = game.bets[index].result
    return result and result.winner

"""Stakes: where a bet begins. With the option `stakes` each player has one, and a bet begins at the smaller of two."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.backgammon import Illegal, Reply, Seat

from .actions import Stake
from .faults import ChouetteFault
from .round import Exchange, Round
from .state import Session

#: The stakes there are.
STAKES = (1, 2, 4)


def begins_at(session: Session, member: Seat, box: Seat) -> int:
    """Where the bet between two players begins in the next game to be set up."""
    start = session.cubes_begin(box)
    if not session.options.house_rules.stakes:
        return start
    return start * min(session.players[member].stake, session.players[box].stake)


def with_starts(session: Session, game: Round) -> Round:
    """A game that has just been set up, every cube where its bet begins."""
    starts = tuple(begins_at(session, bet.white, bet.black) for bet in game.bets)
    if set(starts) <= {1}:
        return game
    bets = (replace(bet, value=start, start=start) for bet, start in zip(game.bets, starts, strict=True))
    return replace(game, bets=tuple(bets))


def staked(session: Session, what: Stake) -> Session:
    """A player chooses a stake, from the next game on. Raises `Illegal`."""
    assert what.by is not None
    check_stake(what.stake)
    if session.players[what.by].stake == what.stake:
        raise Illegal(ChouetteFault.SAID_ALREADY)
    return session.with_player(what.by, stake=what.stake)


def check_stake(stake: int) -> None:
    """Raise `Illegal` for a stake that there is not."""
    if stake not in STAKES:
        raise Illegal(ChouetteFault.NO_SUCH_STAKE)


def with_stakes(session: Session, stakes: Iterable[int]) -> Session:
    """The session before its first game, with the stakes chosen by then, by seat. Raises `Illegal`."""
    for seat, stake in enumerate(stakes):
        check_stake(stake)
        session = session.with_player(seat, stake=stake)
    return session


def breaks_even(game: Round, exchange: Exchange) -> bool:
    """Whether a single win on the cubes taken makes up for those dropped: twice the one sum is at least the other."""
    values = {index: game.bets[index].value for index in exchange.bets}
    dropped = sum(value for index, value in values.items() if exchange.reply(index) is Reply.DROP)
    return 2 * (sum(values.values()) - dropped) >= dropped

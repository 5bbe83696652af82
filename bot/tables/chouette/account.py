"""The ladder account of a finished game of a chouette."""

from __future__ import annotations

from msgspec import UNSET

from bot.backgammon import Seat
from bot.chouette import Options, in_points
from bot.chouette import Row as LedgerRow
from bot.chouette.ending import Reason
from bot.chouette.history import Finished
from bot.ladder.facts import Account, Row
from bot.ladder.listing import Average
from bot.tables.board_game import turns_of

BETS = Average("bets", few=30)


def account(options: Options, game: Finished) -> Account | None:
    """The account of a game; None if it was voided. It has no score."""
    if game.game.void:
        return None
    return Account(
        board=BETS.key,
        variant=options.rules.variant.value,
        length=0,
        score=None,
        roles=tuple((seat, _role(game, seat)) for seat in sorted(game.points)),
        rows=tuple(_row(game, paid) for paid in game.rows),
    )


def _role(game: Finished, seat: Seat) -> str:
    """A seat's role at the start of the game."""
    named = {game.game.box: "box", game.game.captain: "captain", game.game.partner: "partner"}
    return named.get(seat, "crew")


def _row(game: Finished, paid: LedgerRow) -> Row:
    points = in_points(paid.points, game.game.unit).as_integer_ratio()
    if paid.bet is None or paid.reason is Reason.EXTRA:  # a share or a fee: there is no cube for it
        return Row(payer=paid.payer, payee=paid.payee, points=points, reason=paid.reason.value)
    return Row(
        payer=paid.payer,
        payee=paid.payee,
        points=points,
        reason=paid.reason.value,
        cube=game.game.bets[paid.bet].value,
        start=UNSET if (start := game.game.bets[paid.bet].start) == 1 else start,
        turns=turns_of(cube for cube in game.cubes if cube.bet == paid.bet),
    )

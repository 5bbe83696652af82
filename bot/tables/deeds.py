"""What people wish to do, as functions from the table as it stands to an action.

A wish leaves open what only the table knows: the seat, the dice, which proposal is meant.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.backgammon import Foreign, Illegal, Kind, Match, Seat, Stale, TableFault
from bot.backgammon.actions import (
    Abort,
    Accept,
    AnyAction,
    Beaver,
    Claim,
    Decline,
    Double,
    Drop,
    End,
    Move,
    Next,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    Undo,
)
from bot.backgammon.plays import Dice
from bot.tables.faults import TableTrouble

#: What can be resigned, by its name in commands and buttons; None is the match.
KINDS: dict[str, Kind | None] = {
    "single": Kind.SINGLE,
    "gammon": Kind.GAMMON,
    "backgammon": Kind.BACKGAMMON,
    "match": None,
}
#: (the state, the seat that acts, the dice that would fall) to the action.
Deed = Callable[[Match, Seat, Dice], AnyAction]


def plain(action: type[Double | Take | Drop | Beaver | Raccoon | Undo | Abort | Next | End]) -> Deed:
    """Any action that says no more than who acts."""
    return lambda match, seat, dice: action(by=seat)


def roll() -> Deed:
    """Roll the dice."""
    return lambda match, seat, dice: Roll(by=seat, dice=dice)


def move(text: str) -> Deed:
    """Play what the text says, in any notation the reader takes; logged in canonical notation."""

    def deed(match: Match, seat: Seat, dice: Dice) -> AnyAction:
        game = match.game
        if game.board.dice is None or game.decider != seat:
            return Move(by=seat, play=text)
        return Move(by=seat, play=str(game.board.read(text, match.rules.max_on_point)))

    return deed


def resign(kind: Kind | None) -> Deed:
    """Offer to lose by `kind`; None: the match."""
    return lambda match, seat, dice: Resign(by=seat, kind=kind)


def settle(points: int) -> Deed:
    """Offer to end the game for so many points to the one who offers."""
    return lambda match, seat, dice: Settle(by=seat, points=points)


def accept(number: int | None = None) -> Deed:
    """Agree to what the other side proposes; `number` its question, None if there is only one."""
    return lambda match, seat, dice: Accept(by=seat, question=_proposal(match, seat, number))


def decline(number: int | None = None) -> Deed:
    """Refuse it."""
    return lambda match, seat, dice: Decline(by=seat, question=_proposal(match, seat, number))


def claim() -> Deed:
    """Claim the game; after two games claimed in a row, the match."""

    def deed(match: Match, seat: Seat, dice: Dice) -> AnyAction:
        in_a_row = match.claims[1] if match.claims and match.claims[0] == seat else 0
        return Claim(by=seat, match=bool(match.rules.length) and in_a_row >= 2)

    return deed


def _proposal(match: Match, seat: Seat, number: int | None) -> int:
    """The question that is meant. Raises `Stale`, `Foreign` or `Illegal`."""
    if number is not None:
        return number
    for_me = [proposal.number for proposal in match.proposals if proposal.what.by != seat]
    if len(for_me) == 1:
        return for_me[0]
    if for_me:
        raise Illegal(TableTrouble.WHICH_PROPOSAL)
    if match.proposals:
        raise Foreign(TableFault.NOT_YOURS_TO_ANSWER)
    raise Stale(TableFault.NOT_ASKED)

"""Intents for every table and every board, functions from the current state to an action.

An intent leaves open what only the table knows: the seat, the dice, which bets or which proposal is meant. Intents of a
single game are in that game's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from bot.backgammon import Foreign, Illegal, Kind, Refused, Reply, Seat, Stale, TableFault
from bot.backgammon.actions import Move, Roll
from bot.backgammon.plays import Dice
from bot.core.actions import Abort, Accept, Action, Decline, End, Next, Undo
from bot.core.intent import Intent, Throw
from bot.core.state import TableState
from bot.tables import games
from bot.tables.board_game import Whom, board_of, on_board
from bot.tables.faults import TableTrouble

#: The kinds of resignation by name, as in commands and buttons; None is the match.
KINDS: dict[str, Kind | None] = {
    "single": Kind.SINGLE,
    "gammon": Kind.GAMMON,
    "backgammon": Kind.BACKGAMMON,
    "match": None,
}


# At any table


def plain(action: type[Undo | Abort | Next | End]) -> Intent:
    """Any action whose only field is the seat."""
    return lambda state, seat, throw: action(by=seat)


def accept(number: int | None = None) -> Intent:
    """Agree to a proposal; `number` is its question, None if there is only one."""
    return lambda state, seat, throw: Accept(by=seat, question=_proposal(state, seat, number))


def decline(number: int | None = None) -> Intent:
    """Decline a proposal, as `accept`."""
    return lambda state, seat, throw: Decline(by=seat, question=_proposal(state, seat, number))


def claim() -> Intent:
    """Claim the game; after two games of a match claimed in a row, the match. What a clock changes, its table knows."""
    return lambda state, seat, throw: state.claim(seat)


def sit() -> Intent:
    """Sit down in place of a partner."""
    return lambda state, seat, throw: state.sit(seat)


def rest() -> Intent:
    """Stop the clock of any table, or ask for it."""
    return lambda state, seat, throw: state.rest(seat)


def go_on() -> Intent:
    """Let it go on."""
    return lambda state, seat, throw: state.go_on(seat)


def _proposal(state: TableState, seat: Seat, number: int | None) -> int:
    """The question of the proposal meant; of one made to several seats, one's own. Raises `Stale`, `Foreign` or
    `Illegal`.
    """
    if number is not None:
        return state.proposal_meant(seat, number)
    for_me = state.proposals_for(seat)
    if len(for_me) == 1:
        return for_me[0]
    if for_me:
        raise Illegal(TableTrouble.WHICH_PROPOSAL)
    if any(Accept in question.answers for question in state.questions):
        raise Foreign(TableFault.NOT_YOURS_TO_ANSWER)
    raise Stale(TableFault.NOT_ASKED)


# On a board. At a table without one they raise `Illegal`.


def roll() -> Intent:
    """Roll the dice."""

    def intent(state: TableState, seat: Seat, throw: Throw) -> Action:
        board_of(state)
        return Roll(by=seat, dice=throw())

    return intent


def move(text: str) -> Intent:
    """Play as the text says, in any notation the parser accepts; logged in canonical notation."""

    def intent(state: TableState, seat: Seat, throw: Throw) -> Action:
        on = board_of(state)
        if seat != on.mover or on.board.dice is None:
            return Move(by=seat, play=text)
        return Move(by=seat, play=str(on.board.read(text, on.rules.max_on_point)))

    return intent


def double(whom: Whom = None) -> Intent:
    """Offer the cube; where there are several, that of `whom`, or to them."""
    return lambda state, seat, throw: on_board(games.of(state)).double(state, seat, whom)


def reply(answer: Reply, whom: Whom = None) -> Intent:
    """Answer an offered cube; where there are several, those of `whom`."""
    return lambda state, seat, throw: on_board(games.of(state)).reply(state, seat, answer, whom)


def resign(kind: Kind | None, whom: Whom = None) -> Intent:
    """Offer to lose as `kind`; None: the match. `whom`: the opponents, where there are several."""
    return lambda state, seat, throw: on_board(games.of(state)).resign(state, seat, kind, whom)


def settle(points: int | Fraction, whom: Whom = None, winners: Whom = None) -> Intent:
    """Offer to end the game for this many points, paid to the proposer: whole ones, but where a table counts halves.
    `whom`: the opponents, where there are several; `winners`: who counts as the winner, where that has to be said.
    """
    return lambda state, seat, throw: on_board(games.of(state)).settle(state, seat, points, whom, winners)


def _any_dice() -> Dice:
    """Dummy dice for a trial: whether a player may roll does not depend on them."""
    return 1, 2


def possible(state: TableState, seat: Seat, intent: Intent | None) -> bool:
    """Whether the rules would accept this intent of a seat now."""
    return intent is not None and offered_action(state, seat, intent) is not None


def offered_action(state: TableState, seat: Seat, intent: Intent) -> Action | None:
    """The action of an intent; None if the rules would not accept it."""
    try:
        action = intent(state, seat, _any_dice)
        games.of(state).apply(state, action)
    except Refused:
        return None
    return action


def people_meant(
    state: TableState, seat: Seat, others: Iterable[Seat], intent: Callable[[Seat], Intent | None]
) -> tuple[Seat, ...]:
    """Those of the others for whom `intent` gives a legal action now."""
    return tuple(each for each in others if each != seat and possible(state, seat, intent(each)))

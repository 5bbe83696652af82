"""What is offered to somebody at a table: what the rules would accept of him now, asked of the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.backgammon import Refused, Seat
from bot.backgammon.plays import Dice
from bot.core.actions import Action
from bot.core.intent import Intent, TableState
from bot.tables import games


def _any_dice() -> Dice:
    """Stand for those that would fall: whether somebody may roll does not depend on them."""
    return 1, 2


def possible(state: TableState, seat: Seat, intent: Intent | None) -> bool:
    """Whether the rules would accept this of somebody now."""
    return intent is not None and offered_action(state, seat, intent) is not None


def offered_action(state: TableState, seat: Seat, intent: Intent) -> Action | None:
    """What somebody would do now; None where the rules would not accept it."""
    try:
        action = intent(state, seat, _any_dice)
        games.of(state).apply(state, action)
    except Refused:
        return None
    return action


def people_meant(
    state: TableState, seat: Seat, others: Iterable[Seat], intent: Callable[[Seat], Intent | None]
) -> tuple[Seat, ...]:
    """With whom of the others somebody may do now what `intent` makes of each of them."""
    return tuple(each for each in others if each != seat and possible(state, seat, intent(each)))

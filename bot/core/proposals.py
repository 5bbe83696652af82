"""Proposals: actions that need the consent of others, each a question of its own until all agree or one declines.

A state keeps the open ones. What each is about, whose consent it needs and what it does is up to its game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypeVar

from .actions import Abort, Accept, Action, Decline, Rest, Seat, Undo
from .question import TableFault
from .refusal import Foreign, Refused, Stale


class Proposal(Protocol):
    @property
    def number(self) -> int:
        """The number of its question."""
        ...

    @property
    def what(self) -> Action:
        """What is done once all have agreed; its `by` is the proposer."""
        ...

    @property
    def of(self) -> tuple[Seat, ...]:
        """The seats whose consent is still missing."""
        ...


class Asking(Protocol):
    """A state that numbers its questions. No number is given twice, not even after an undo."""

    @property
    def asked(self) -> int:
        """The last number given."""
        ...

    @property
    def proposals(self) -> Sequence[Proposal]:
        """The open proposals."""
        ...

    def __replace__(self, /, **changes: Any) -> Self: ...


P = TypeVar("P", bound=Proposal)
S = TypeVar("S", bound=Asking)


def renumbered(state: S, lasting: tuple[Proposal, ...] = ()) -> S:
    """The state with a new main question number; proposals lapse with the old one, except `lasting`."""
    number = state.asked + 1
    return state.__replace__(question=number, asked=number, proposals=lasting)


def about(proposals: Iterable[P], action: Action) -> P | None:
    """The open proposal that an action accepts, declines or proposes again; None if there is none."""
    match action:
        case Accept() | Decline():
            same = (each for each in proposals if each.number == action.question)
        case Undo() | Abort() | Rest() if action.by is not None:
            same = (each for each in proposals if type(each.what) is type(action))
        case _:
            return None
    return next(same, None)


def agreed_to(proposals: Iterable[P], action: Action) -> P | None:
    """The open proposal that an action agrees to, None if there is none; proposing the same counts as agreeing."""
    return None if isinstance(action, Decline) else about(proposals, action)


def others(proposals: Iterable[P], number: int) -> tuple[P, ...]:
    """The open proposals except the one with this question number."""
    return tuple(each for each in proposals if each.number != number)


def askers(proposals: Iterable[Proposal], kind: type[Undo | Abort | Rest], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of the seats that may propose it; while it is already proposed, those whose consent is still missing."""
    asked = [each for each in proposals if type(each.what) is kind]
    return tuple(seat for seat in seats if all(seat in each.of for each in asked))


def unanswerable(proposals: Iterable[Proposal], answer: Accept | Decline) -> Refused:
    """Why a seat may not answer: the proposal waits for others, or is closed."""
    known = any(each.number == answer.question for each in proposals)
    return Foreign(TableFault.NOT_YOURS_TO_ANSWER) if known else Stale(TableFault.NOT_ASKED)

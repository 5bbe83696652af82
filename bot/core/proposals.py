"""Proposals: what somebody asks of others, each a question of its own until all have agreed or somebody declines.

A state keeps those that are open. What each is about, who has to agree and what comes of it is its game's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypeVar

from .actions import Abort, Accept, Action, Decline, Seat, Undo
from .question import TableFault
from .refusal import Foreign, Refused, Stale


class Proposal(Protocol):
    """An open proposal."""

    @property
    def number(self) -> int:
        """Of its question."""
        ...

    @property
    def what(self) -> Action:
        """What is to be done, by whoever has proposed it."""
        ...

    @property
    def of(self) -> tuple[Seat, ...]:
        """Those who still have to agree."""
        ...


class Asking(Protocol):
    """A state that asks. No question number is given twice, not even after an undo."""

    @property
    def asked(self) -> int:
        """The last number that was given."""
        ...

    @property
    def proposals(self) -> Sequence[Proposal]:
        """Those that are open."""
        ...

    def __replace__(self, /, **changes: Any) -> Self: ...


P = TypeVar("P", bound=Proposal)
S = TypeVar("S", bound=Asking)


def renumbered(state: S, lasting: tuple[Proposal, ...] = ()) -> S:
    """What all wait for has changed: it gets a new number, and proposals lapse with the old one, but for these."""
    number = state.asked + 1
    return state.__replace__(question=number, asked=number, proposals=lasting)


def about(proposals: Iterable[P], action: Action) -> P | None:
    """The open proposal that an action is about: that it accepts or declines, or asks for once more."""
    match action:
        case Accept() | Decline():
            same = (each for each in proposals if each.number == action.question)
        case Undo() | Abort() if action.by is not None:
            same = (each for each in proposals if type(each.what) is type(action))
        case _:
            return None
    return next(same, None)


def agreed_to(proposals: Iterable[P], action: Action) -> P | None:
    """The open proposal to which somebody agrees: to ask for the same is to agree."""
    return None if isinstance(action, Decline) else about(proposals, action)


def others(proposals: Iterable[P], number: int) -> tuple[P, ...]:
    """The open proposals but for the one with this question number."""
    return tuple(each for each in proposals if each.number != number)


def askers(proposals: Iterable[Proposal], kind: type[Undo | Abort], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of the seats who may ask for it; once it is proposed, those who agree by that."""
    asked = [each for each in proposals if type(each.what) is kind]
    return tuple(seat for seat in seats if all(seat in each.of for each in asked))


def unanswerable(proposals: Iterable[Proposal], answer: Accept | Decline) -> Refused:
    """Why somebody cannot agree or decline: that waits for others, or for nobody any more."""
    known = any(each.number == answer.question for each in proposals)
    return Foreign(TableFault.NOT_YOURS_TO_ANSWER) if known else Stale(TableFault.NOT_ASKED)

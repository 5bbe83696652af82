"""Proposals, whatever game they are made in."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bot.core.actions import Abort, Accept, Action, Decline, Next, Seat, Undo
from bot.core.proposals import about, agreed_to, askers, others, unanswerable
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Stale


class Wish(NamedTuple):
    number: int
    what: Action
    of: tuple[Seat, ...]


UNDO, ABORT = Wish(5, Undo(by=0), (1, 2)), Wish(7, Abort(by=1), (0,))
OPEN = (UNDO, ABORT)


@pytest.mark.parametrize(
    ("action", "meant", "agreed"),
    [
        (Accept(by=1, question=5), UNDO, True),
        (Decline(by=1, question=5), UNDO, False),
        (Undo(by=2), UNDO, True),
        (Abort(by=0), ABORT, True),
        (Abort(), None, False),
        (Accept(by=1, question=6), None, False),
        (Next(by=0), None, False),
    ],
)
def test_to_ask_for_the_same_is_to_agree(action: Action, meant: Wish | None, agreed: bool) -> None:
    assert about(OPEN, action) is meant
    assert agreed_to(OPEN, action) is (meant if agreed else None)
    assert about((), action) is None


def test_who_has_asked_or_agreed_does_not_ask_again() -> None:
    assert askers(OPEN, Undo, range(4)) == (1, 2)
    assert askers(OPEN, Abort, range(4)) == (0,)
    assert askers((), Undo, (3, 1)) == (3, 1)


def test_what_is_declined_is_gone_and_nothing_else() -> None:
    assert others(OPEN, 5) == (ABORT,) and others(OPEN, 6) == OPEN


@pytest.mark.parametrize("answer", [Accept, Decline])
def test_an_answer_that_is_nobodys_is_refused_as_what_it_is(answer: type[Accept | Decline]) -> None:
    foreign, stale = (unanswerable(OPEN, answer(by=3, question=number)) for number in (7, 6))
    assert (type(foreign), foreign.reason) == (Foreign, TableFault.NOT_YOURS_TO_ANSWER)
    assert (type(stale), stale.reason) == (Stale, TableFault.NOT_ASKED)

"""Undo: the state to return to, and the log without what was taken back.

Works for every game whose states keep the one before the last action that can be undone, and the open proposals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from .actions import Action, Undo
from .proposals import Asking, agreed_to, renumbered


class _State(Asking, Protocol):
    @property
    def before(self) -> object: ...
    @property
    def rolls(self) -> int: ...


S = TypeVar("S", bound=_State)
A = TypeVar("A", bound=Action)


def stripped(state: S) -> S:
    """The state as an undo target, without an undo of its own."""
    return state.__replace__(before=None)


def taken_back(state: S, before: S) -> S:
    """The earlier state, restored. Question and roll numbers continue (they are never reused), and no proposal is
    open.
    """
    return renumbered(before.__replace__(rolls=state.rolls, asked=state.asked))


def took_back(before: _State, action: Action, after: _State) -> bool:
    """Whether this action completed an undo: it gave the last consent, or proposed it with nobody left to ask."""
    proposal = agreed_to(before.proposals, action)
    wanted = action if proposal is None else proposal.what
    return isinstance(wanted, Undo) and not any(isinstance(each.what, Undo) for each in after.proposals)


def _nothing(state: object, after: object, gone: object) -> tuple[()]:
    del state, after, gone
    return ()


def kept_steps(
    state: S,
    actions: Iterable[A],
    apply: Callable[[S, A], S],
    lasting: Callable[[S, S, Sequence[tuple[S, A, S]]], Iterable[tuple[S, A, S]]] = _nothing,
) -> list[tuple[S, A, S]]:
    """The state before each action that was not taken back, the action, and the state after it.

    `lasting` returns the steps that survive an undo, given the state before it, the one after it and the steps taken
    back. Raises what `apply` raises.
    """
    kept: list[tuple[S, A, S]] = []
    undoable = 0
    for action in actions:
        after = apply(state, action)
        if took_back(state, action, after):
            gone = kept[undoable:]
            del kept[undoable:]
            kept += lasting(state, after, gone)
        else:
            if after.before is not None and after.before is not state.before:
                undoable = len(kept)
            kept.append((state, action, after))
        state = after
    return kept

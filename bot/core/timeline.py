"""Undo: the way back to a state that is kept, and a log without what was taken back.

It holds for every game whose states keep the one before the last action that can be undone, and what is proposed.
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
    """What an undo goes back to: it knows no undo of its own."""
    return state.__replace__(before=None)


def taken_back(state: S, before: S) -> S:
    """The state before once more. Questions and rolls keep their numbers for ever, and nothing is proposed any more."""
    return renumbered(before.__replace__(rolls=state.rolls, asked=state.asked))


def took_back(before: _State, action: Action, after: _State) -> bool:
    """Whether an action was the last word that an undo needed: by accepting it, or by asking for it too."""
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

    `lasting`: what stays of steps that are taken back, given the states between which that happens. Raises what `apply`
    raises.
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

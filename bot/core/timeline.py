"""A log without what was undone: the steps from state to state that were not taken back.

It holds for every game whose states keep the one before the last action that can be undone, and what is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from .actions import Accept, Action, Undo


class _Proposal(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def what(self) -> Action: ...


class _State(Protocol):
    @property
    def before(self) -> object: ...
    @property
    def proposals(self) -> Sequence[_Proposal]: ...


S = TypeVar("S", bound=_State)
A = TypeVar("A", bound=Action)


def took_back(before: _State, action: Action, after: _State) -> bool:
    """Whether an action was the last word that an undo needed: by accepting it, or by asking for it too."""
    match action:
        case Undo():
            agreed = True
        case Accept():
            agreed = any(each.number == action.question for each in _undos(before))
        case _:
            agreed = False
    return agreed and not _undos(after)


def _undos(state: _State) -> list[_Proposal]:
    return [each for each in state.proposals if isinstance(each.what, Undo)]


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

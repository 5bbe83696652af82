"""The rules a table is played by: the one place that tells a match between two from a session of many.

Both have the same shape: a state that asks questions, and actions that lead to the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot import backgammon, chouette
from bot.backgammon import Match, Phase, Question, Rules, Seat
from bot.backgammon import actions as two
from bot.backgammon.log import HEADS_UP, Codec, Header
from bot.chouette import Options, Session
from bot.chouette import actions as many
from bot.chouette.log import CHOUETTE
from bot.chouette.log import Header as SessionHeader

State = Match | Session
Action = two.AnyAction | many.AnyAction


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""
    if isinstance(state, Session):
        return chouette.apply(state, action)  # type: ignore[arg-type]  admitted by what it is
    return backgammon.apply(state, action)  # type: ignore[arg-type]


def questions(state: State) -> tuple[Question, ...]:
    """Everything the state asks, what all wait for first."""
    return chouette.questions(state) if isinstance(state, Session) else backgammon.questions(state)


def waited_for(state: State) -> tuple[Seat, ...]:
    """Everybody whom the table waits for."""
    asked = (question for question in questions(state) if question.ask is not backgammon.Ask.TABLE)
    return tuple(dict.fromkeys(seat for question in asked for seat in question.waiting))


def over(state: State) -> bool:
    """Whether no game is running."""
    return state.game.phase is Phase.OVER


def ends_now(state: State, now: float) -> bool:
    """Whether the table ends by itself, now that the game is over: a match that is won, a session at its limit."""
    if not over(state):
        return False
    if isinstance(state, Session):
        return state.ending or (state.ends_at is not None and now >= state.ends_at)
    return state.winner is not None


def codec(options: Options | None) -> Codec[Any, Any, Any]:
    """How logs and states are written; `options` of a chouette, None heads-up."""
    return HEADS_UP if options is None else CHOUETTE


def header(rules: Rules, state: State) -> bytes:
    """The first line of a table's log."""
    if isinstance(state, Session):
        return CHOUETTE.encode(SessionHeader(options=state.options, players=len(state.players), host=state.host))
    return HEADS_UP.encode(Header(rules=rules))


def replay(options: Options | None, entries: Sequence[bytes]) -> State:
    """The state after a whole log, header first. Raises `UnreadableLog`."""
    if options is None:
        return backgammon.replay(HEADS_UP.header(entries[0]).rules, _actions(HEADS_UP, entries))
    head = CHOUETTE.header(entries[0])
    return chouette.replay(head.options, head.players, _actions(CHOUETTE, entries), head.host)


def _actions(reader: Codec[Any, Any, Any], entries: Sequence[bytes]) -> Iterable[Any]:
    return map(reader.action, entries[1:])

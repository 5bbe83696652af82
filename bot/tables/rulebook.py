"""The rules a table is played by: the one place that tells a match between two from a session of many.

Both have the same shape: a state that asks questions, and actions that lead to the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot import backgammon, chouette
from bot.backgammon import Illegal, Match, Phase, Question, Refused, Rules, Seat
from bot.backgammon import actions as two
from bot.backgammon import history as match_history
from bot.backgammon.log import HEADS_UP, Codec, Header, OldRules, RefusedEntry, UnreadableLog
from bot.chouette import Options, Session
from bot.chouette import actions as many
from bot.chouette import history as session_history
from bot.chouette.history import Course
from bot.chouette.log import CHOUETTE
from bot.chouette.log import Header as SessionHeader
from bot.tables.faults import TableTrouble

State = Match | Session
Action = two.AnyAction | many.AnyAction
Finished = match_history.Finished | session_history.Finished


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""
    if isinstance(state, Session):
        return chouette.apply(state, action)  # type: ignore[arg-type]  admitted by what it is
    return backgammon.apply(state, action)  # type: ignore[arg-type]


def followed(course: Course | None, before: State, action: Action, after: State) -> Course | None:
    """The course of the running game after an action; None heads-up, and as long as it is not known."""
    if not isinstance(after, Session):
        return None
    if after.number != before.number:
        return Course()
    return course and session_history.followed(course, before, action, after)  # type: ignore[arg-type]


def finished(state: State, course: Course | None) -> Finished | None:
    """What is kept of the last game; None while it is running, and of one whose course is not known."""
    if not isinstance(state, Session):
        return match_history.finished(state)
    return course and session_history.finished(state, course)


def history_from(state: State, actions: Iterable[Action]) -> tuple[Finished, ...]:
    """The games that these actions finish, from the state in which the first of them is set up."""
    if isinstance(state, Session):
        return session_history.history_from(state, actions)  # type: ignore[arg-type]
    return match_history.history_from(state, actions)  # type: ignore[arg-type]


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


def codec(options: Options | None) -> Codec[Any, Any, Any, Any]:
    """How logs and states are written; `options` of a chouette, None heads-up."""
    return HEADS_UP if options is None else CHOUETTE


def header(rules: Rules, state: State) -> bytes:
    """The first line of the log of a table that begins with this state."""
    version = state.rules_version
    if isinstance(state, Session):
        players = len(state.players)
        head = SessionHeader(rules_version=version, options=state.options, players=players, host=state.host)
        return CHOUETTE.encode(head)
    head = Header(rules_version=version, rules=rules)
    if state.score != (0, 0):
        head = replace(head, score=state.score, crawford_played=state.crawford_played)
    return HEADS_UP.encode(head)


@contextmanager
def reading(
    options: Options | None, entries: Sequence[bytes], start: State | None = None, first: int = 1
) -> Iterator[tuple[State, Iterator[Any]]]:
    """The state that a log begins with, header first, and its actions, to be applied one after the other.

    Of a part of a log, `start` is the state before it and `first` the number of its first entry. All is played by the
    rules the log was written under. What they refuse of it is told as an `UnreadableLog` too.
    """
    number = first - 1

    def actions() -> Iterator[Any]:
        nonlocal number
        read = codec(options).action
        for entry in entries if start is not None else entries[1:]:
            number += 1
            yield read(entry)

    try:
        if start is None:
            number = 1
            yield _start(options, entries), actions()
        else:
            yield start, actions()
    except Refused as error:
        raise RefusedEntry(number, str(error)) from error


def _start(options: Options | None, entries: Sequence[bytes]) -> State:
    if not entries:
        raise UnreadableLog("there is no log")
    if options is None:
        head = HEADS_UP.header(entries[0])
        score = (0, 0) if head.score is UNSET else head.score
        crawford_played = head.crawford_played is not UNSET and head.crawford_played
        return backgammon.start(head.rules, head.rules_version, score=score, crawford_played=crawford_played)
    many_head = CHOUETTE.header(entries[0])
    return chouette.start(many_head.options, many_head.players, many_head.host, many_head.rules_version)


def replay(options: Options | None, entries: Sequence[bytes]) -> State:
    """The state after a whole log, header first. Raises `UnreadableLog`."""
    with reading(options, entries) as (start, actions):
        return reduce(apply, actions, start)


def replay_lines(options: Options | None, lines: bytes) -> State:
    """The state after a whole log, a line an entry. Raises `UnreadableLog`."""
    return replay(options, lines.splitlines())


def unreadable(error: UnreadableLog) -> Illegal:
    """How a person is told that a table cannot be read."""
    match error:
        case RefusedEntry(number=number):
            return Illegal(TableTrouble.REFUSED_ENTRY, number=number)
        case OldRules():
            return Illegal(TableTrouble.OLD_RULES)
        case _:
            return Illegal(TableTrouble.NEWER)

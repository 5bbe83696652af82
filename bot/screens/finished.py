"""Output of finished games: replays, files, rolls. Each game's face produces its own.

The public functions fold logs, which takes long, and run in the workers of `bot.worker_pool`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bot.backgammon import Dice, Illegal, Xgid
from bot.backgammon.actions import Move
from bot.core.log import UnreadableLog
from bot.core.state import TableState
from bot.screens.board_face import AnyBoardFace
from bot.screens.face import AnyFace
from bot.screens.finished_game import Replay, WrittenRecord
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import LogSlice, unreadable
from bot.tables.table import Table
from bot.texts import texts


def replayed(face: AnyFace, table: Table, log_slice: LogSlice, number: int | None, theme: str, language: str) -> Replay:
    """The replay of a finished game; None: the last one with a result. Raises `Illegal`."""
    with _reading(log_slice) as (start, done):
        games = {each: face.told(table, steps) for each, steps in face.steps(start, done).items()}
    if number is None:
        number = max((each for each, game in games.items() if game.counts), default=None)
    if number is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    game = games.get(number)
    if game is None or not game.over:
        raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
    if not game.played and not game.counts:
        raise Illegal(FactFault.VOIDED, table=table.id, game=number)
    return game.tell(number, theme, texts(language))


def written(
    face: AnyFace, table: Table, log_slice: LogSlice, number: int | None, kind: str, language: str
) -> tuple[str, bytes]:
    """A file's title and content: of one game, or of all finished ones. Raises `Illegal`."""
    with _reading(log_slice) as (start, done):
        games = face.steps(start, done)  # a refusal in this block comes from the rules
    return face.file(table, games, number, kind, texts(language))


def records(face: AnyFace, table: Table, log_slice: LogSlice) -> Sequence[WrittenRecord]:
    """What other programs can read of the finished games of a table. Raises `Illegal`."""
    with _reading(log_slice) as (start, done):
        games = face.steps(start, done)
    return face.records(table, games)


def positions(face: AnyBoardFace, log_slice: LogSlice, number: int) -> list[Xgid]:
    """The positions before the moves of one game, dances too, as its replay numbers them. Raises `Illegal`."""
    with _reading(log_slice) as (start, done):
        steps = face.steps(start, done).get(number, ())
    return [face.xgid(before) for before, action, _ in steps if isinstance(action, Move)]


def rolled(face: AnyFace, log_slice: LogSlice, number: int) -> list[tuple[int, Dice]]:
    """The rolls of one game: number and dice as they fell, including undone ones, without those for the order of
    players. Raises `Illegal`.
    """
    found: list[tuple[int, Dice]] = []
    with _reading(log_slice) as (state, done):
        for action in done:
            before, state = state.rolls, log_slice.rules.apply(state, action)
            # Not every action with dice rolls them: a roll that meets a double does not.
            if (dice := face.dice(action)) and state.rolls > before and state.number == number:
                found.append((state.rolls, dice))
    return found


@contextmanager
def _reading(log_slice: LogSlice) -> Iterator[tuple[TableState, Iterator[Any]]]:
    """The state before a part of a log, and its actions. Raises `Illegal` if unreadable."""
    try:
        with log_slice.reading() as found:
            yield found
    except UnreadableLog as error:
        raise unreadable(error) from error

"""What can be asked of a state alone is asked of the state itself, not of its game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

from bot.core.state import TableState
from bot.tables.board_game import BoardGame
from bot.tables.game import Game

#: How a log begins is a matter of its codec; what a computer does and has to decide, one of tables and their engine.
OF_TABLES = {"header", "computer_waits", "decision"}


def functions(kind: type) -> Iterator[tuple[str, Callable[..., object]]]:
    for each in kind.__mro__:
        yield from ((name, value) for name, value in vars(each).items() if inspect.isfunction(value))


def test_a_game_says_nothing_that_its_states_know() -> None:
    asked = {name: [*inspect.signature(value).parameters] for name, value in functions(BoardGame)}
    assert {"apply", "by_itself", "decision"} <= asked.keys(), "the games have been read"
    alone = (["self", "state"], ["self", "state", "seat"])
    assert {name for name, named in asked.items() if named in alone} == OF_TABLES


def test_nothing_is_said_by_both() -> None:
    assert not {name for name, _ in functions(Game)} & {name for name in vars(TableState) if name[0] != "_"}

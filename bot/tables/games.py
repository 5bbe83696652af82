"""The registry of games: by stored tag, by type of state, by type of options."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.state import TableState
from bot.ladder.listing import COMPUTER, PERFORMANCE, Board
from bot.tables.chouette.game import Chouette
from bot.tables.game import AnyGame
from bot.tables.heads_up.game import HeadsUp
from bot.tables.preferans.game import Preferans

HEADS_UP, CHOUETTE, PREFERANS = HeadsUp(), Chouette(), Preferans()
_by_name: dict[str, AnyGame] = {}
_by_state: dict[type, AnyGame] = {}
_by_setup: dict[type, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make tables of this game playable."""
    _by_name[game.name] = _by_state[game.state] = _by_setup[game.setup] = game


for _game in (HEADS_UP, CHOUETTE, PREFERANS):
    register(_game)


def named(name: str) -> AnyGame:
    """The game of this tag. Raises `KeyError` for an unknown one, as of a newer version."""
    return _by_name[name]


def of(state: TableState) -> AnyGame:
    """The game of a state."""
    return _by_state[type(state)]


def played_by(setup: object) -> AnyGame:
    """The game of these options."""
    return _by_setup[type(setup)]


def boards() -> Mapping[str, Board]:
    """The boards of all games by key, in the order of display."""
    own = (board for game in _by_name.values() for board in game.boards)
    return {board.key: board for board in (*own, PERFORMANCE, COMPUTER)}

"""The registry of games: by stored tag, by types of state and options."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ladder.listing import COMPUTER, PERFORMANCE, Board
from bot.tables.chouette.game import Chouette
from bot.tables.game import AnyGame
from bot.tables.heads_up.game import HeadsUp
from bot.tables.preferans.game import Preferans

HEADS_UP, CHOUETTE, PREFERANS = HeadsUp(), Chouette(), Preferans()
_by_name: dict[str, AnyGame] = {}
_by_type: dict[type, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make tables of this game playable."""
    _by_name[game.name] = _by_type[game.state] = _by_type[game.setup] = game


for _game in (HEADS_UP, CHOUETTE, PREFERANS):
    register(_game)


def named(name: str) -> AnyGame:
    """The game of this tag. Raises `KeyError` for an unknown one, as of a newer version."""
    return _by_name[name]


def of(value: object) -> AnyGame:
    """The game of a state, or of options."""
    return of_type(type(value))


def of_type(kind: type) -> AnyGame:
    """The game whose states, or options, are of this type."""
    return _by_type[kind]


def boards() -> Mapping[str, Board]:
    """The boards of all games by key, in the order of display."""
    own = (board for game in _by_name.values() for board in game.boards)
    return {board.key: board for board in (*own, PERFORMANCE, COMPUTER)}

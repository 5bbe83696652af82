"""The registry of faces: how each game looks, by the tag of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.backgammon import Illegal
from bot.screens.board_face import AnyBoardFace, BoardFace
from bot.screens.chouette.face import ChouetteFace
from bot.screens.face import AnyFace
from bot.screens.heads_up.face import HeadsUpFace
from bot.screens.ladder.listing import SHARED, BoardWords
from bot.screens.preferans.face import PreferansFace
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame
from bot.tables.games import CHOUETTE, HEADS_UP, PREFERANS
from bot.tables.table import Table

_FACES: dict[str, AnyFace] = {}


def register(game: AnyGame, face: AnyFace) -> None:
    """Show the tables of this game as `face` does."""
    _FACES[game.name] = face


def named(tag: str) -> AnyFace:
    """How the game of this tag looks."""
    return _FACES[tag]


def registered() -> Iterable[AnyFace]:
    """How every game looks, in the order in which they were entered."""
    return _FACES.values()


def kinds_of_files() -> Mapping[str, str]:
    """Every kind of file in which any game can be had, as `Face.kinds` says it."""
    found: dict[str, str] = {}
    for face in registered():
        found |= {kind: words for kind, words in face.kinds.items() if kind not in found}
    return found


def boards() -> Mapping[str, BoardWords]:
    """The words of every board of the ladder by its key, in the order in which boards are offered."""
    own = (words for face in registered() for words in face.boards)
    return {words.board.key: words for words in (*own, *SHARED)}


def face_of(table: Table) -> AnyFace:
    """How a table looks."""
    return named(table.game.name)


def board_face(table: Table) -> AnyBoardFace:
    """The same of a table with a board. Raises `Illegal` if the game has none."""
    face = face_of(table)
    if not isinstance(face, BoardFace):
        raise Illegal(TableTrouble.NO_BOARD)
    return face


register(HEADS_UP, HeadsUpFace())
register(CHOUETTE, ChouetteFace())
register(PREFERANS, PreferansFace())

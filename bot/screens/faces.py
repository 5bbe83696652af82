"""The registry of faces, by the tag of the game."""

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
    """Display tables of this game with `face`."""
    _FACES[game.name] = face


def named(tag: str) -> AnyFace:
    return _FACES[tag]


def registered() -> Iterable[AnyFace]:
    return _FACES.values()


def kinds_of_files() -> Mapping[str, str]:
    """Every kind of file of any game, with its description as in `Face.kinds`."""
    found: dict[str, str] = {}
    for face in registered():
        found |= {kind: words for kind, words in face.kinds.items() if kind not in found}
    return found


def boards() -> Mapping[str, BoardWords]:
    """The texts of every board of the ladder by key, in the order of display."""
    own = (words for face in registered() for words in face.boards)
    return {words.board.key: words for words in (*own, *SHARED)}


def face_of(table: Table) -> AnyFace:
    return named(table.game.name)


def board_face(table: Table) -> AnyBoardFace:
    """The face of a board game's table. Raises `Illegal` for another game."""
    face = face_of(table)
    if not isinstance(face, BoardFace):
        raise Illegal(TableTrouble.NO_BOARD)
    return face


register(HEADS_UP, HeadsUpFace())
register(CHOUETTE, ChouetteFace())
register(PREFERANS, PreferansFace())

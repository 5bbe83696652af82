"""Every game has a face, and a table is shown by that of its own game."""

from __future__ import annotations

import pytest

from bot.backgammon import Illegal, Rules
from bot.screens import faces
from bot.screens.board_face import BoardFace
from bot.screens.board_words import pips_words
from bot.screens.face import AnyFace
from bot.screens.heads_up.face import HeadsUpFace
from bot.screens.live import components, content
from bot.screens.reference.faults import FactFault
from bot.screens.state_words import state_words
from bot.tables import games
from bot.tables.game import AnyGame
from bot.tables.table import Table
from bot.texts import texts
from tests.screens.states import OPENING, after, opened

ENGLISH = texts("en")


@pytest.mark.parametrize("game", [games.HEADS_UP, games.CHOUETTE], ids=lambda game: game.name)
def test_a_game_that_is_played_has_a_face(game: AnyGame) -> None:
    assert isinstance(faces.named(game.name), BoardFace)


class _Silent(HeadsUpFace):
    """Says one word of everything, and has no buttons."""

    def line(self, *_: object) -> str:
        return "said"

    def asked(self, *_: object) -> list[str]:
        return ["asked"]

    def footer(self, *_: object) -> list[str]:
        return ["small"]

    def items(self, *_: object) -> list[object]:  # type: ignore[override]
        return []


def test_a_face_that_is_entered_at_run_time_is_the_one_that_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "_FACES", dict(faces._FACES))
    faces.register(games.HEADS_UP, _Silent())
    table = after(opened(Rules()), OPENING)
    assert content(table, 0, ENGLISH) == "said\nasked\nsmall"
    assert state_words(table, ENGLISH) == ["asked"]
    assert [item.to_component_dict()["label"] for item in components(table, ENGLISH).children] == ["More"]


def test_a_game_without_a_board_has_no_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    def face_of(table: Table) -> AnyFace:
        return object()  # type: ignore[return-value]

    monkeypatch.setattr(faces, "face_of", face_of)
    with pytest.raises(Illegal) as refused:
        pips_words(after(opened(), OPENING), ENGLISH)
    assert refused.value.reason is FactFault.NO_BOARD

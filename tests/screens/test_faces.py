"""Every game has a face, and a table is shown by that of its own game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, cast

import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal, Rules
from bot.cogs.records import RecordCommands
from bot.cogs.services import Services
from bot.screens import faces
from bot.screens.board_face import BoardFace
from bot.screens.board_words import pips_words
from bot.screens.face import AnyFace, Lesson, Shown
from bot.screens.heads_up.face import HeadsUpFace
from bot.screens.live import Plan, components, content, plan
from bot.screens.painter import of_board
from bot.screens.reference.help_words import help_topics
from bot.screens.refusal_words import state_words
from bot.tables import games
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame
from bot.tables.table import Screen, Table
from bot.texts import texts
from tests.screens.states import OPENING, after, opened, scene_of

ENGLISH = texts("en")


@pytest.mark.parametrize("game", [games.HEADS_UP, games.CHOUETTE], ids=lambda game: game.name)
def test_a_game_that_is_played_has_a_face(game: AnyGame) -> None:
    assert isinstance(faces.named(game.name), BoardFace)


class _Silent(HeadsUpFace):
    """Says one word of everything, and has no buttons. Each of its actions ends a game."""

    kinds: ClassVar[Mapping[str, str]] = {"txt": "in silence", "wav": "to hear"}

    def line(self, *_: object) -> str:
        return "said"

    def ends(self, *_: object) -> bool:
        return True

    def lessons(self, *_: object) -> list[Lesson]:
        scene = scene_of(after(opened(Rules()), OPENING), "wood", ENGLISH)
        return [Lesson("Silence", "Say nothing.", of_board(scene, ENGLISH))]

    def asked(self, *_: object) -> list[str]:
        return ["asked"]

    def footer(self, *_: object) -> list[str]:
        return ["small"]

    def items(self, *_: object) -> list[object]:  # type: ignore[override]
        return []


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Matches are shown without a word."""
    monkeypatch.setattr(faces, "_FACES", dict(faces._FACES))
    faces.register(games.HEADS_UP, _Silent())
    yield
    monkeypatch.undo()
    RecordCommands(cast(Services, None))


@pytest.mark.usefixtures("silent")
def test_a_face_that_is_entered_at_run_time_is_the_one_that_speaks() -> None:
    table = after(opened(Rules()), OPENING)
    assert content(table, 0, ENGLISH, 0) == "said\nasked\nsmall"
    assert state_words(table, ENGLISH) == ["asked"]
    assert [item.to_component_dict()["label"] for item in components(table, ENGLISH).children] == ["More"]


def as_shown(table: Table) -> Plan:
    """What would be done at once with a table of which only its opening has been shown, by whoever acts again."""
    assert table.state is not None
    asked = tuple(question.number for question in table.state.questions)
    return plan(replace(table, screen=Screen(message=1, mentioned=asked, game=1)), 0.0)


def test_a_board_is_edited_while_the_game_goes_on() -> None:
    assert not as_shown(after(opened(Rules()), OPENING)).new


@pytest.mark.usefixtures("silent")
def test_whether_a_game_has_come_to_its_end_is_asked_of_the_face() -> None:
    assert as_shown(after(opened(Rules()), OPENING)).new


@pytest.mark.usefixtures("silent")
def test_every_face_has_its_say_in_the_help() -> None:
    topics = help_topics("wood", ENGLISH, Shown(ENGLISH, ENGLISH))
    assert [each.label for each in topics] == [
        "First steps",
        "Silence",
        "Chouette",
        "Preferans",
        "The computer and hints",
        "Ratings",
        "Position of the day",
        "Commands",
    ]
    assert topics[1].words == "Say nothing."


@pytest.mark.usefixtures("silent")
def test_the_files_that_are_offered_are_those_of_the_faces() -> None:
    offered = RecordCommands(cast(Services, None)).export.get_parameter("format")
    assert offered is not None
    assert [each.value for each in offered.choices] == ["txt", "wav", "mat", "sgf", "ogxm", "json"]
    assert str(offered.choices[0].name) == "in silence", "whoever was there first says what it is"


def test_a_game_without_a_board_has_no_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    def face_of(table: Table) -> AnyFace:
        return object()  # type: ignore[return-value]

    monkeypatch.setattr(faces, "face_of", face_of)
    with pytest.raises(Illegal) as refused:
        pips_words(after(opened(), OPENING), ENGLISH)
    assert refused.value.reason is TableTrouble.NO_BOARD

"""Questions to the engine as they travel, and answers that are checked before they are used."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.backgammon import Position, legal_plays
from bot.engine.checks import check_answer, check_question
from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import (
    Answer,
    Compared,
    CubeAnalysis,
    CubeGlance,
    Look,
    Piece,
    PlayList,
    Question,
    read_answer,
    read_question,
    write_answer,
    write_question,
)
from bot.engine.reviews import BGSAGE, Again, CubeAsked, PlayAsked, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Judged, Stakes, Unsupported

START, STAKES = Position.start().packed, Stakes(away=(3, 1), crawford=True)
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
PLAYS = tuple(
    Judged(play.packed, -0.1 / 3 * place, EVEN, 2) for place, play in enumerate(legal_plays(Position(START), (3, 1)))
)
CUBE = CubeThought(0.1, -0.05, 1.0, EVEN, 4, 0.25)
MADE = PlayAsked(START, (3, 1), STAKES, PLAYS[2].packed)
FOUND = PlayFound(PLAYS[0], PLAYS[2], False, 0.02, PLAYS[:3])
ASKED = (MADE, CubeAsked(START, STAKES), Again(MADE, FOUND), Again(CubeAsked(START, STAKES), CUBE))
PIECE = Piece(tuple(map(Look.of, ASKED)))
PAIRS: list[tuple[Question, Answer]] = [
    (PlayList(START, (3, 1), STAKES), PLAYS),
    (Compared(START, STAKES, tuple(each.packed for each in PLAYS[:2]), 2), PLAYS[:2]),
    (CubeAnalysis(START, STAKES), CUBE),
    (CubeGlance(START, STAKES), CUBE),
    (PIECE, (FOUND, CUBE, FOUND, CUBE)),
]


@pytest.mark.parametrize(("question", "answer"), PAIRS, ids=lambda each: type(each).__name__)
def test_what_travels_arrives_as_it_was(question: Question, answer: Answer) -> None:
    assert read_question(write_question(question)) == question
    assert read_answer(question, write_answer(answer)) == answer
    check_question(question)
    check_answer(question, answer)


def test_a_look_is_what_was_asked() -> None:
    assert tuple(each.asked for each in PIECE.looks) == ASKED
    with pytest.raises(Unsupported):
        _ = Look().asked


def test_why_there_is_no_answer_arrives_too() -> None:
    question = CubeAnalysis(START, STAKES)
    with pytest.raises(Unsupported, match="the game is over"):
        read_answer(question, write_answer(Unsupported("the game is over")))
    with pytest.raises(EngineUnavailable, match="a worker died"):
        read_answer(question, write_answer(EngineUnavailable("a worker died")))


@pytest.mark.parametrize("said", [b"", b"{}", b"[]", b'{"found": [1]}', b'{"found": {"stays": 1}}', b"\xff"])
def test_nonsense_is_no_answer(said: bytes) -> None:
    for question, _ in PAIRS:
        with pytest.raises(EngineUnavailable):
            read_answer(question, said)


def test_numbers_that_are_none_do_not_arrive() -> None:
    with pytest.raises(EngineUnavailable):
        read_answer(CubeAnalysis(START, STAKES), write_answer(replace(CUBE, stays=float("nan"))))


WRONG: list[tuple[Question, Answer]] = [
    (PAIRS[0][0], PLAYS[1:]),
    (PAIRS[0][0], (*PLAYS, PLAYS[0])),
    (PAIRS[0][0], (replace(PLAYS[0], packed=START), *PLAYS[1:])),
    (PAIRS[0][0], (replace(PLAYS[0], equity=float("inf")), *PLAYS[1:])),
    (PAIRS[0][0], (replace(PLAYS[0], chances=replace(EVEN, win=1.5)), *PLAYS[1:])),
    (PAIRS[0][0], CUBE),
    (PAIRS[1][0], PLAYS[:3]),
    (PAIRS[2][0], replace(CUBE, taken=1000.0)),
    (PAIRS[2][0], replace(CUBE, market=float("nan"))),
    (PAIRS[2][0], PLAYS),
    (PIECE, (FOUND, CUBE, FOUND)),
    (PIECE, (CUBE, FOUND, FOUND, CUBE)),
    (PIECE, (replace(FOUND, played=PLAYS[1]), CUBE, FOUND, CUBE)),
    (PIECE, (replace(FOUND, near=(replace(PLAYS[0], packed=START),)), CUBE, FOUND, CUBE)),
    (PIECE, (replace(FOUND, luck=float("nan")), CUBE, FOUND, CUBE)),
]


@pytest.mark.parametrize(("question", "answer"), WRONG)
def test_an_answer_that_cannot_be_right_is_not_used(question: Question, answer: Answer) -> None:
    with pytest.raises(EngineUnavailable):
        check_answer(question, answer)


@pytest.mark.parametrize("stakes", [Stakes(cube=0), Stakes(cube=3), Stakes(away=(0, 3)), Stakes(crawford=True)])
def test_a_worker_is_not_asked_what_never_ends(stakes: Stakes) -> None:
    """Questions come from a store that others may write to."""
    wrong: list[Question] = [
        PlayList(START, (3, 1), stakes), Compared(START, stakes, (), 2), CubeAnalysis(START, stakes),
        Piece((Look(play=replace(MADE, stakes=stakes)),)), Piece((Look(cube=CubeAsked(START, stakes)),)),
    ]  # fmt: skip
    for question in wrong:
        with pytest.raises(Unsupported):
            check_question(question)


def test_a_question_names_nothing_but_what_lies_on_the_table() -> None:
    """No person, no table, no seed: whatever a question can hold is one of these."""
    known = {
        "type",
        "position",
        "dice",
        "stakes",
        "plies",
        "plays",
        "looks",
        "play",
        "cube",
        "play_found",
        "cube_found",
    }
    known |= {*Stakes.__struct_fields__, *PlayAsked.__struct_fields__, *PlayFound.__struct_fields__}
    known |= {*Judged.__struct_fields__, *Chances.__struct_fields__, *CubeThought.__struct_fields__}

    def names(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value) | {name for each in value.values() for name in names(each)}
        return {name for each in value for name in names(each)} if isinstance(value, list) else set()

    for question, _ in PAIRS:
        assert names(msgspec.json.decode(write_question(question))) <= known
    assert not known & {"seed", "temper", "user", "table", "channel", "guild", "level"}


def test_the_engine_that_is_asked_for_elsewhere_is_the_one_that_is_installed() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(each.startswith(f"bgsage=={BGSAGE};") for each in project["project"]["optional-dependencies"]["engine"])

"""Lessons: every question has an answer, every answer exactly one mark, and every text fits a phone."""

from __future__ import annotations

import re

import pytest

from bot.backgammon import legal_plays
from bot.lessons.judging import ACCEPTED, NEAR, Judged, Mark, answers, judge, solution
from bot.lessons.lesson import (
    BestPlay,
    Choice,
    Count,
    CubeChoice,
    InvalidLesson,
    Legal,
    Lesson,
    PlayGoal,
    Step,
    checkers,
)
from bot.lessons.progress import Place, Progress
from bot.lessons.reading import FOLDER, lessons, losses, parse_lesson
from bot.texts import LANGUAGES, texts
from tests.screens.lines import lines

STEPS = [(lesson, place) for lesson in lessons() for place in range(len(lesson.steps))]
BY_ENGINE = [
    (lesson, place) for lesson, place in STEPS if isinstance(lesson.steps[place].question, BestPlay | CubeChoice)
]
LINES = 4
"""The most lines of a text of a lesson on a phone."""
RULES = 4
"""The first lessons, which are right or wrong by the rules alone."""


def named(case: object) -> str:
    return case.name if isinstance(case, Lesson) else str(case)


def marks(lesson: Lesson, place: int) -> dict[str, Judged]:
    """The mark of each answer of a step."""
    step = lesson.steps[place]
    return {each: judge(step, each, losses().get(lesson.named(place), {})) for each in answers(step)}


def test_the_files_are_named_as_the_lessons_in_them() -> None:
    files = sorted(file.name for file in FOLDER.glob("*.toml"))
    assert files == [f"{number:02}-{lesson.name}.toml" for number, lesson in enumerate(lessons(), 1)]
    assert len({lesson.name for lesson in lessons()}) == len(files)


@pytest.mark.parametrize("lesson", lessons(), ids=named)
def test_a_lesson_has_five_to_eight_steps(lesson: Lesson) -> None:
    assert 5 <= len(lesson.steps) <= 8


@pytest.mark.parametrize(("lesson", "place"), STEPS, ids=named)
def test_every_legal_answer_has_one_mark_and_one_of_them_is_right(lesson: Lesson, place: int) -> None:
    step, found = lesson.steps[place], marks(lesson, place)
    if isinstance(step.question, PlayGoal | BestPlay):
        assert set(found) == {str(play) for play in legal_plays(step.board, step.roll)}
    assert Mark.RIGHT in {each.mark for each in found.values()}
    assert found[solution(step, losses().get(lesson.named(place), {}))].mark is Mark.RIGHT
    if not isinstance(step.question, PlayGoal):
        assert Mark.WRONG in {each.mark for each in found.values()}
    if isinstance(step.question, Choice | Count | Legal):
        assert [each.mark for each in found.values()].count(Mark.RIGHT) == 1
    if isinstance(step.question, Legal):
        assert all((each.refusal is None) is (each.mark is Mark.RIGHT) for each in found.values())


@pytest.mark.parametrize("lesson", lessons()[:RULES], ids=named)
def test_the_rules_are_taught_without_the_engine(lesson: Lesson) -> None:
    assert not [step for step in lesson.steps if isinstance(step.question, BestPlay | CubeChoice)]
    assert not [name for name in losses() if name.startswith(f"{lesson.name}.")]


def test_the_losses_are_those_of_the_steps_that_the_engine_judges() -> None:
    assert set(losses()) == {lesson.named(place) for lesson, place in BY_ENGINE}
    for lesson, place in BY_ENGINE:
        found = losses()[lesson.named(place)]
        assert set(found) == set(answers(lesson.steps[place])) and min(found.values()) == 0


@pytest.mark.parametrize("lost", [0.0, ACCEPTED, 0.0201, NEAR, 0.0501, 1.0])
def test_an_answer_is_marked_by_what_it_loses(lost: float) -> None:
    step = Step(text="?", right="!", wrong="?", question=CubeChoice(), own="6:2", other="6:2")
    expected = Mark.RIGHT if lost <= 0.02 else Mark.NEARLY if lost <= 0.05 else Mark.WRONG
    assert judge(step, "roll", {"roll": lost, "double": 0.0}) == Judged(expected, lost)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_takes_more_than_four_lines_of_a_phone(language: str) -> None:
    t = texts(language)
    said = {text for lesson in lessons() for text in lesson.texts}
    assert len(said) > 60
    assert {t(text): lines(t(text)) for text in said if lines(t(text)) > LINES} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_fits_its_button(language: str) -> None:
    t = texts(language)
    options = [option for lesson in lessons() for step in lesson.steps if isinstance(step.question, Choice)
               for option in step.question.options]  # fmt: skip
    assert [t(option.text) for option in options if len(t(option.text)) > 38] == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_translation_names_the_same_numbers(language: str) -> None:
    """Plays, points and counts are data: no translation may have others. A die may be told by its name."""
    t = texts(language)
    for text in {text for lesson in lessons() for text in lesson.texts}:
        told, meant = (set(re.findall(r"\d+(?:/\d+)*", each)) for each in (t(text), text))
        assert told <= meant and all(len(each) == 1 for each in meant - told), text


GOOD = """
name = "x"
title = "X"
[[steps]]
text = "?"
own = "24:2 13:5 8:3 6:5"
other = "24:2 13:5 8:3 6:5"
dice = [3, 1]
right = "!"
wrong = "?"
question = { ask = "play", plays = ["8/5 6/5"] }
"""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("8/5 6/5", "8/3"), "x.1"),
        (('"play", plays = ["8/5 6/5"]', '"play", hits = 1'), "no legal play is right"),
        (
            ('"play", plays = ["8/5 6/5"]', '"legal", plays = ["8/5 6/5", "8/4 6/5", "24/20"]'),
            "2 of the plays are legal",
        ),
        (('"play", plays = ["8/5 6/5"]', '"count", what = "lead", offered = [1, 2]'), "0 is right, and not offered"),
        (('"play", plays = ["8/5 6/5"]', '"choice", options = [{ text = "a" }, { text = "b" }]'), "not exactly one"),
        (('wrong = "?"', ""), "does not say why"),
        (("24:2 13:5 8:3 6:5", "24:2 13:6 8:3 6:5"), "more than 15 checkers"),
        (("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 1:1 6:5"), "x.1"),
        (("dice = [3, 1]", ""), "there is no roll"),
        (("dice = [3, 1]", "dise = [3, 1]"), "unknown field"),
        (("name =", "name"), "Expected"),
    ],
)
def test_a_lesson_that_cannot_be_taught_is_refused_with_the_step(change: tuple[str, str], why: str) -> None:
    assert parse_lesson(GOOD).named(0) == "x.1"
    with pytest.raises(InvalidLesson, match=re.escape(why)):
        parse_lesson(GOOD.replace(*change))


def test_checkers_are_read_from_each_side() -> None:
    counts = checkers("bar:1 24:2 6:5")
    assert (counts[25], counts[24], counts[6], counts[0], sum(counts)) == (1, 2, 5, 7, 15)


def test_one_goes_on_where_one_was() -> None:
    taught = lessons()
    first, second = taught[0], taught[1]
    assert Progress(taught, []).goes_on == Place(0, 0)
    assert Progress(taught, [first.named(0), second.named(0)]).goes_on == Place(1, 1)
    whole = [second.named(place) for place in range(len(second.steps))]
    assert Progress(taught, [first.named(0), *whole]).goes_on == Place(0, 1)
    assert Progress(taught, [*whole, "gone.1"]).done(second) and not Progress(taught, whole).done(first)
    everything = [lesson.named(place) for lesson, place in STEPS]
    assert Progress(taught, everything).goes_on is None

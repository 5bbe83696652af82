"""The course of a game in picture and words: the same turning points, from the reader's side."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from bot import limits
from bot.analysis.course import TURNING, GameCourse, course_of, sides, told_game
from bot.analysis.report import Placed
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import OfferStage, Rules, Side, start
from bot.cogs.analysis_reports import course_meant
from bot.engine.thoughts import Chances, Stakes
from bot.screens.reviews import course_words
from bot.texts import LANGUAGES, texts
from render import Grade, Said
from render.course import check_course
from tests.screens.reference.test_facts import a_table
from tests.screens.test_reviews import BOARD

EN = texts("en")


def chances(win: float) -> Chances:
    return Chances(win, 0.1, 0.0, 0.1, 0.0)


def verdict(seat: int, turn: int, win: float, **fields: Any) -> Verdict:
    """A play by a seat, whose chance is `win` after it; seat 0 is White."""
    found: dict[str, Any] = {
        "seat": seat, "side": Side(min(seat, 1)), "turn": turn, "kind": Kind.PLAY, "position": BOARD.id,
        "stakes": Stakes(), "chosen": "10/9*", "best": "10/8", "after": chances(win), "after_best": chances(win),
        "error": 0.0, "dice": (1, 2),
    }  # fmt: skip
    return Verdict(**(found | fields))


def cube(seat: int, turn: int, win: float, **fields: Any) -> Verdict:
    made: dict[str, Any] = {"kind": Kind.CUBE, "chosen": "double", "best": "double", "dice": None}
    return verdict(seat, turn, win, **(made | fields))


#: White gains, then Black hits, then White doubles and is dropped.
GAME = (
    verdict(0, 1, 0.52),
    verdict(1, 2, 0.40),
    verdict(0, 3, 0.58, error=0.03),
    verdict(1, 4, 0.65, best="10/9*"),
    verdict(0, 5, 0.30, error=0.12),
    cube(1, 6, 0.70, chosen="roll", best="double", error=0.09),
    verdict(1, 6, 0.20),
    cube(0, 7, 0.81),
    cube(1, 7, 0.81, side=Side.WHITE, kind=Kind.ANSWER, chosen="drop", best="take", error=0.05),
)


def known(verdicts: tuple[Verdict, ...] = GAME, own: int | None = None) -> GameCourse:
    found = course_of(verdicts, own)
    assert found is not None
    return found


def test_the_chances_after_each_roll_are_those_of_one_side() -> None:
    white, black = known(), known(own=1)
    shares = {1: 0.52, 2: 0.6, 3: 0.58, 4: 0.35, 5: 0.3, 6: 0.8}
    assert dict(white.points) == pytest.approx(shares)
    assert dict(black.points) == pytest.approx({turn: 1 - share for turn, share in shares.items()})
    assert white.side is Side.WHITE and black.side is Side.BLACK
    assert sides(GAME) == {0: Side.WHITE, 1: Side.BLACK}


def test_a_roll_without_a_choice_has_the_chances_of_the_cube_after_it() -> None:
    danced = tuple(each for each in GAME if (each.turn, each.kind) != (5, Kind.PLAY))
    assert dict(known(danced).points)[5] == pytest.approx(0.3)
    # It is no turning point: nobody has played anything.
    assert all(swing.play.turn != 5 for swing in known(danced).swings)


def test_where_nobody_decided_anything_there_is_no_course() -> None:
    assert course_of(()) is None and course_of((cube(0, 1, 0.5),)) is None
    assert told_game([], []) is None


def test_turning_points_are_the_largest_changes_in_the_order_of_the_game() -> None:
    long = tuple(verdict(turn % 2, turn, 0.5 + 0.01 * turn) for turn in range(1, 21))
    found = known(long).swings
    assert len(found) == TURNING
    assert [each.play.turn for each in found] == sorted(each.play.turn for each in found)
    least = min(abs(each.after - each.before) for each in found)
    points = known(long).points
    changes = sorted((abs(b - a) for (_, a), (_, b) in itertools.pairwise(points)), reverse=True)
    assert least == pytest.approx(changes[TURNING - 1])
    still = tuple(verdict(0, turn, 0.5) for turn in range(1, 9))
    assert known(still).swings == ()


def test_the_course_first_shown_is_that_of_the_worst_mistake_else_of_the_last_game() -> None:
    placed = [Placed(game, GAME[0]) for game in (1, 2, 3)]
    assert told_game(placed, [placed[1]]) == 2 and told_game(placed, []) == 3


@pytest.mark.parametrize("own", [None, 0, 1])
def test_picture_words_and_alt_text_have_the_same_turning_points(own: int | None) -> None:
    table = a_table(start(Rules()))
    scene = course_words.course_scene(table, 4, GAME, own, "wood", EN)
    check_course(scene)
    said = course_words.course_words(table, 4, GAME, own, EN).replace("\u00a0", " ").splitlines()
    alt = course_words.course_alt(table, 4, GAME, own, EN).replace("\u00a0", " ")
    assert len(said) == 1 + len(scene.turning)
    for number, (place, line) in enumerate(zip(scene.turning, said[1:], strict=True), 1):
        turn, after = scene.points[place]
        before = scene.points[place - 1][1]
        told = f"roll {turn}: {100 * before:.0f} → {100 * after:.0f} %"
        assert line.startswith(str(number)) and told in line and f"{number}. {told}" in alt
    assert "10/9\\*" in said[1] and "10/9*" in alt  # a hit is no markup


def test_marks_lie_in_the_lane_of_whose_decision_it_was() -> None:
    table = a_table(start(Rules()))
    scene = course_words.course_scene(table, 4, GAME, 1, "wood", EN)
    own, other = scene.lanes
    assert own.side == 0 and other.side == 1 and scene.light == 1
    assert [(mark.turn, mark.said, mark.grade) for mark in own.marks] == [
        (6, Said.NOTHING, Grade.BLUNDER),
        (7, Said.DROP, Grade.ERROR),
    ]
    assert [(mark.turn, mark.said, mark.value, mark.grade) for mark in other.marks] == [(7, Said.CUBE, 2, Grade.RIGHT)]
    assert [(each.turn, each.side, each.grade) for each in scene.mistakes] == [
        (3, 1, Grade.ERROR),
        (5, 1, Grade.BLUNDER),
    ]


def test_each_member_of_a_chouette_has_the_marks_of_their_own_cube() -> None:
    """Two of the team double, the box takes one cube and drops the other; the third waits."""
    team = [cube(seat, 4, 0.7, side=Side.BLACK) for seat in (1, 2)]
    waited = cube(3, 4, 0.7, side=Side.BLACK, chosen="roll", error=0.1)
    answers = [
        cube(0, 4, 0.7, side=Side.BLACK, kind=Kind.ANSWER, chosen=chosen, best="take", stakes=Stakes(cube=value))
        for chosen, value in (("take", 1), ("beaver", 2))
    ]
    plays = [verdict(0, 1, 0.5), verdict(1, 2, 0.5), verdict(0, 3, 0.3)]
    table = a_table()
    table = replace(table, people=replace(table.people, seats=(*table.people.seats, *table.people.seats)))
    scene = course_words.course_scene(table, 1, (*plays, *team, waited, *answers), 0, "wood", EN)
    assert [lane.side for lane in scene.lanes] == [0, 1, 1, 1]
    box, *others = (lane.marks for lane in scene.lanes)
    assert [(mark.said, mark.value) for mark in box] == [(Said.TAKE, 0), (Said.CUBE, 8)]
    assert [[mark.said for mark in marks] for marks in others] == [[Said.CUBE], [Said.CUBE], [Said.NOTHING]]
    check_course(scene)


def test_a_further_turn_is_decided_by_the_doubler() -> None:
    raised = cube(0, 5, 0.5, kind=Kind.ANSWER, stage=OfferStage.BEAVER, chosen="raccoon", best="raccoon")
    scene = course_words.course_scene(a_table(), 1, (verdict(0, 1, 0.5), verdict(1, 2, 0.5), raised), 0, "wood", EN)
    assert scene.lanes[0].side == 0 and [mark.value for mark in scene.lanes[0].marks] == [8]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_alt_text_says_mistakes_and_cubes_and_fits(language: str) -> None:
    t, table = texts(language), a_table(start(Rules()))
    alt = course_words.course_alt(table, 4, GAME, 0, t)
    assert t("Turning points") in alt and t("Mistakes") in alt and t("Cubes") in alt
    many = tuple(
        cube(turn % 2, turn, 0.9 * (turn % 3) / 2 + 0.05, error=0.1) if turn % 3 else verdict(turn % 2, turn, 0.9)
        for turn in range(1, 200)
    )
    assert len(course_words.course_alt(table, 4, many, 0, t)) <= limits.PICTURE_WORDS


def test_a_press_names_a_game_by_button_select_or_page() -> None:
    games = [*range(2, 60)]
    assert course_meant("7", "", games) == 7
    assert course_meant("s2", "9", games) == 9
    assert course_meant("p1", "", games) == games[limits.CHOICES]
    for extra, chosen in (("1", ""), ("s2", "99"), ("p9", ""), ("px", ""), ("", ""), ("s2", "")):
        assert course_meant(extra, chosen, games) is None

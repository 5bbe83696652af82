"""What is said of an analysed game: stars of hits are no markup, rolls and cubes are as everywhere."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from msgspec.structs import replace

from bot.analysis.report import Placed
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import OfferStage, Rules, Side, legal_plays, start
from bot.engine.reviews import PRESET
from bot.engine.thoughts import EXACT, Chances, Judged, Stakes
from bot.screens.reference.hint_words import hint_words
from bot.screens.reviews import day_words, pictures, queue_words, words
from bot.tables.advice import Decision, Hint
from bot.tables.days import Puzzle
from bot.tables.review_requests import Progress
from bot.tables.reviews import Review, found_once
from bot.texts import LANGUAGES, Texts, texts
from tests.backgammon.positions import board
from tests.screens.reference.test_facts import a_table

EN = texts("en")
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
BOARD = board({13: 5, 10: 2, 8: 3, 6: 5}, {24: 1, 22: 1, 20: 1, 13: 5, 6: 7})
HITS, PLAYED = "6/5*/3*", "10/9 10/8"


def mistake(**fields: Any) -> Verdict:
    """Two blots might have been hit with one checker."""
    found: dict[str, Any] = {
        "seat": 0, "side": Side.WHITE, "turn": 3, "kind": Kind.PLAY, "position": BOARD.id, "stakes": Stakes(),
        "chosen": PLAYED, "best": HITS, "after": EVEN, "after_best": EVEN, "error": 0.35, "counted": True,
        "dice": (1, 2),
    }  # fmt: skip
    return Verdict(**(found | fields))


def all_said(t: Texts) -> list[str]:
    """Every message in which such a mistake is told."""
    table, verdict = a_table(start(Rules())), mistake(unseen=0.3)
    played, missed = Placed(1, mistake(chosen=HITS, best=PLAYED)), Placed(1, verdict)
    choices = (PLAYED, HITS)
    puzzle = Puzzle("x", 1, 2, "k7f3q2", 1, verdict, 0, choices, "bgsage", PRESET)
    plays = legal_plays(BOARD, (2, 1))
    hits = next(each for each in plays if str(each) == HITS)
    hint = Hint(Decision(BOARD, Side.WHITE, Stakes(), (2, 1)), (Judged(hits.packed, 0.1, EVEN, 3),), None)
    return [
        words.error_words(table, [missed], 0, [1], t),
        words.error_words(table, [played], 0, [1], t),
        words.solution_words(missed, PLAYED, t),
        words.report_words(table, [1, 2], [Placed(1, mistake(chosen=HITS, unseen=0.3))], Review("x", PRESET, ()), t),
        day_words.vote_words(HITS, 0.0, t),
        day_words.answer_words(puzzle, {}, "", t),
        hint_words(hint, plays, t),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_star_of_a_hit_is_no_markup(language: str) -> None:
    for said in all_said(texts(language)):
        assert "6/5\\*/3\\*" in said and HITS not in said, said


def test_a_name_beside_a_mistake_is_neither_markup_nor_a_link() -> None:
    table = a_table(start(Rules()))
    called = replace(table.people, seats=(replace(table.person(0), name="*A* discord.gg/x"), table.person(1)))
    said = words.error_words(replace(table, people=called), [Placed(1, mistake())], 0, [1], EN)
    assert r"\*A\* discord" in said and "discord.gg" not in said


def test_a_roll_has_its_higher_number_first() -> None:
    assert "has rolled 2-1." in words.task_words(Placed(1, mistake()), 1, 5, "Ann", EN)
    table = a_table(start(Rules()))
    assert " 21 10/9 10/8 " in words.whole_list(table, [1], [Placed(1, mistake())], Review("x", PRESET, ()), EN)


def test_what_was_looked_at_is_told_in_every_language() -> None:
    review = Review("bgsage", PRESET, ())
    told = {words.made_by(review, texts(language)).split(". ")[0] for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert words.made_by(Review("bgsage", "2-ply", ()), texts("cs")).startswith("bgsage, 2-ply.")  # by a bot of before


def test_progress_is_told_in_whole_percents() -> None:
    assert queue_words.progress_words("k7f3q2-1", Progress(done=1, all=21), EN).endswith(" 4\N{NO-BREAK SPACE}%")
    assert queue_words.progress_words("k7f3q2-1", Progress(done=249, all=250), EN).endswith(" 99\N{NO-BREAK SPACE}%")


def test_no_cube_lies_where_it_never_can_be_turned() -> None:
    """The same as on the board while it was played."""

    def cube(length: int, away: tuple[int, int], **stakes: Any) -> object:
        verdict = mistake(stakes=Stakes(away=away, **stakes))
        return pictures.puzzle_scene(verdict, length, "wood", EN).cube

    assert cube(1, (1, 1)) is None and cube(5, (1, 1)) is None
    assert cube(5, (1, 3), crawford=True) is None
    assert cube(5, (1, 3)) is not None and cube(3, (3, 3)) is not None
    assert cube(7, (1, 1), cube=4) is not None


def cube_mistake(**fields: Any) -> Verdict:
    """A double that was missed."""
    found: dict[str, Any] = {
        "kind": Kind.CUBE, "chosen": "roll", "best": "double", "error": 0.46, "dice": None, "plies": 4,
        "outcomes": (("roll", -0.12), ("take", 0.34), ("drop", 1.0)),
    }  # fmt: skip
    return mistake(**(found | fields))


def everywhere(verdict: Verdict, length: int = 0) -> list[str]:
    """Each message in which a cube mistake is shown."""
    table, each = a_table(start(Rules())), Placed(1, verdict)
    puzzle = Puzzle("x", 1, 2, "k7f3q2", 1, verdict, length, ("double", "roll"), "bgsage", PRESET)
    review = Review("x", PRESET, ())
    found = [
        words.error_words(table, [each], 0, [1], EN),
        words.solution_words(each, "double", EN),
        words.whole_list(table, [1], [each], review, EN),
        words.report_words(table, [1, 2], [each], review, EN),
        day_words.answer_words(puzzle, {}, "", EN),
    ]
    return [each.replace("\u00a0", " ") for each in found]


def test_a_cube_mistake_says_everywhere_what_each_answer_is_worth_and_which_is_right() -> None:
    for said in everywhere(cube_mistake()):
        assert "no double −0.120 · double, take +0.340 ✓ · double, drop +1.000" in said


def test_the_whole_list_tells_every_error_that_can_be_seen() -> None:
    def told(error: float) -> str:
        each = Placed(1, cube_mistake(error=error))
        return words.whole_list(a_table(start(Rules())), [1], [each], Review("x", PRESET, ()), EN)

    assert "no double −0.001, best: double (4-ply)\n      no double −0.120" in told(0.0006)
    assert "best:" not in told(0.0004) and "−0.000" not in told(0.0004)


def test_a_wrong_answer_says_so_too() -> None:
    dropped = {"kind": Kind.ANSWER, "chosen": "drop", "best": "take", "error": 0.66}
    for said in everywhere(cube_mistake(**dropped)):
        assert "no double −0.120 · double, take +0.340 ✓ · double, drop +1.000" in said
        assert "drop" in said and "take" in said
    beaver = dropped | {"best": "beaver", "outcomes": (("roll", 0.1), ("take", -0.3), ("beaver", -0.6), ("drop", 1.0))}
    for said in everywhere(cube_mistake(**beaver)):
        assert "double, take −0.300 · double, beaver −0.600 ✓ · double, drop +1.000" in said
    # Of a beaver that nobody should think of nothing is said.
    beaver = dropped | {"outcomes": (("roll", 0.1), ("take", 0.3), ("beaver", 0.6), ("drop", 1.0))}
    assert all("double, beaver" not in said for said in everywhere(cube_mistake(**beaver)))
    raccoon = dropped | {
        "stage": OfferStage.BEAVER,
        "chosen": "raccoon",
        "outcomes": (("take", -0.6), ("drop", -2.0), ("raccoon", -1.2)),
    }
    for said in everywhere(cube_mistake(**raccoon)):
        assert "beaver, take −0.600 ✓ · beaver, raccoon −1.200 · beaver, drop −2.000" in said


def test_units_are_said_once_and_how_far_was_looked() -> None:
    money, match = Stakes(2), Stakes(2, away=(3, 5))
    for said in everywhere(cube_mistake(stakes=money)):
        assert said.count("per unit of the cube before the double") == (0 if said.startswith("**The worst") else 1)
        assert "EMG" not in said
    for said in everywhere(cube_mistake(stakes=match), 7):
        assert said.count("EMG") == (0 if said.startswith("**The worst") else 1) and "per unit" not in said
    in_report, in_practice, in_list, _, of_day = everywhere(cube_mistake())
    assert "roll 3 · 4-ply\n" in in_report and "· 4-ply" in in_practice and "(4-ply)" in in_list and "· 4-ply" in of_day
    known = everywhere(cube_mistake(plies=EXACT))
    assert "roll 3 · exact\n" in known[0] and "(exact)" in known[2]
    assert all("· exactly, by the two-sided base" in said and "ply" not in said for said in (known[1], known[4]))


def test_what_was_kept_before_equities_were_shows_what_it_did() -> None:
    """As a bot of before has written it."""
    kept = (
        b'{"engine":"bgsage 2.0 / 2","preset":"2- to 4-ply","verdicts":[{"seat":0,"side":0,"turn":3,"kind":"cube",'
        b'"position":"4HPwATDgc/ABMA","stakes":{"cube":2,"owner":1,"away":null,"crawford":false,"jacoby":true,'
        b'"beavers":false},"chosen":"roll","best":"double","after":{"win":0.5,"gammon":0.1,"backgammon":0.0,'
        b'"lose_gammon":0.1,"lose_backgammon":0.0},"after_best":{"win":0.5,"gammon":0.1,"backgammon":0.0,'
        b'"lose_gammon":0.1,"lose_backgammon":0.0},"error":0.46,"counted":true}]}'
    )
    review = found_once(zlib.compress(kept))
    assert review is not None
    (verdict,) = review.verdicts
    said = words.error_words(a_table(start(Rules())), [Placed(1, verdict)], 0, [1], EN)
    assert "(blunder)" in said and "🔵 chosen: no double\n🟡 best: **double**\n-# On roll" in said
    for each in everywhere(verdict):
        assert "double, take" not in each and "-ply)" not in each
    assert f"bgsage, {PRESET}" in everywhere(verdict)[4]


def test_luck_has_its_unit_and_the_cube_in_it() -> None:
    table, review = a_table(start(Rules())), Review("x", PRESET, ())
    money = [Placed(1, mistake(luck=0.4, stakes=Stakes(8))), Placed(1, mistake(luck=-0.35, stakes=Stakes(2), turn=5))]
    said = words.report_words(table, [1], money, review, EN)
    assert "luck +2.50 points" in said
    assert "luck +3.20 points" in words.whole_list(table, [1], money, review, EN)
    assert "+2.50 points by the dice" in words.report_words(table, [1, 2], money, review, EN)
    match = [Placed(1, mistake(luck=0.4, stakes=Stakes(8, away=(5, 7))))]
    assert "luck +20.0\u00a0% of the match" in words.report_words(table, [1], match, review, EN)
    assert "+20.0\u00a0% of the match by the dice" in words.report_words(table, [1, 2], match, review, EN)
    cube = [Placed(1, cube_mistake(stakes=Stakes(8, away=(5, 7)), error=0.4))]
    assert "has cost 20.0\u00a0% of the match" in words.report_words(table, [1, 2], cube, review, EN)
    assert "luck" not in words.report_words(table, [1], cube, review, EN)  # who has not rolled had none


def test_a_single_report_says_how_sure_its_rating_is() -> None:
    turns = [Placed(1, mistake(error=0.1 * turn, turn=turn)) for turn in range(3)]
    said = words.report_words(a_table(start(Rules())), [1], turns, Review("x", PRESET, ()), EN)
    assert "PR **50.0 ± 28.9**, too few decisions\n-# 3 decisions: 3 plays, 0 cubes" in said
    many = [Placed(1, mistake(error=0.1 * (turn % 2), turn=turn)) for turn in range(30)]
    said = words.report_words(a_table(start(Rules())), [1], many, Review("x", PRESET, ()), EN)
    assert "PR **25.0 ± 4.6**, beginner\n-# 30 decisions" in said


def test_of_a_game_without_a_decision_no_rating_is_explained() -> None:
    review, table = Review("x", PRESET, ()), a_table(start(Rules()))
    said = words.report_words(table, [1], [], review, EN)
    assert "\nNothing was played in it, so there is nothing to judge.\n" in said and "PR" not in said
    forced = words.report_words(table, [1], [Placed(1, mistake(counted=False))], review, EN)
    assert "nothing to decide" in forced and "PR" not in forced
    assert words.report_text("head", "", [], 0, EN) == "head"


def test_a_mistake_is_explained_wherever_it_is_shown() -> None:
    """Both blots might have been hit."""
    verdict = mistake()
    placed, table = Placed(1, verdict), a_table(start(Rules()))
    why = "💡 Misses a hit that would have cost the opponent"
    assert why in words.report_text("head", "under", [placed], 0, EN)
    assert f"{why}" not in words.error_words(table, [placed], 0, [1], EN)
    puzzle = Puzzle("x", 1, 2, "k7f3q2", 1, verdict, 0, (PLAYED, HITS), "bgsage", PRESET)
    of_one = f"💡 {PLAYED}: Misses a hit"
    assert of_one in words.solution_words(placed, PLAYED, EN)
    assert of_one in words.solution_words(placed, HITS, EN)
    assert of_one in day_words.answer_words(puzzle, {}, "", EN)


def test_a_long_report_is_told_without_the_reasons() -> None:
    placed = Placed(1, mistake())
    text = words.report_text("x" * 1990, "under", [placed], 0, EN)
    assert len(text) <= 2000 and "💡" not in text and text.endswith("\nunder")
    assert words.report_text("head", "under", [], 0, EN) == "head\nunder"


@pytest.mark.parametrize("lost", [0.019, 0.3])
def test_a_hint_says_why_the_second_play_is_worse(lost: float) -> None:
    plays = legal_plays(BOARD, (2, 1))
    named = {str(play): play.packed for play in plays}
    judged = Judged(named[HITS], 0.1, EVEN, 3), Judged(named[PLAYED], 0.1 - lost, EVEN, 3)
    said = hint_words(Hint(Decision(BOARD, Side.WHITE, Stakes(), (2, 1)), judged, None), plays, EN)
    assert (f"💡 {PLAYED}: Misses a hit" in said) == (lost > 0.02)


def test_what_loses_little_is_nearly_right_in_practice() -> None:
    near = replace(mistake(), near=((PLAYED, 0.1), (HITS, 0.0199)), best="x", error=0.1, chosen=PLAYED)
    for lost, head in ((0.0199, "**Nearly:** "), (0.02, "**No:** x is best.")):
        verdict = replace(near, near=((PLAYED, 0.1), (HITS, lost)))
        assert words.solution_words(Placed(1, verdict), HITS, EN).startswith(head)
    assert words.task_words(Placed(1, near), 1, 5, "Ann", EN).startswith("**Practice 1 of 5**, mistake of Ann.")
    assert words.task_words(Placed(1, near), 1, 5, "Ann", EN, own=True).startswith("**Practice 1 of 5**, your own")

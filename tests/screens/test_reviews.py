"""What is said of an analysed game: stars of hits are no markup, rolls and cubes are as everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.analysis.report import Placed
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import Rules, Side, legal_plays, start
from bot.engine.reviews import PRESET
from bot.engine.thoughts import Chances, Judged, Stakes
from bot.screens.reference.hint_words import hint_words
from bot.screens.reviews import day_words, pictures, queue_words, words
from bot.tables.advice import Decision, Hint
from bot.tables.days import Puzzle
from bot.tables.review_requests import Progress
from bot.tables.reviews import Review
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

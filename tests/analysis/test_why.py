"""Why a play was wrong: every number is recomputed, no sentence is false, and all fit in any language."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from bot.analysis.facts import facts
from bot.analysis.features import WEIGHTS, Plan, Theme, features, plan, weights
from bot.analysis.take_points import TakePoints, gammon_worth, take_points
from bot.analysis.themes import Reason, play_reasons
from bot.analysis.verdicts import Kind, Verdict
from bot.analysis.why import CLOSE, UNEXPLAINED, gammon_reasons, why, why_pick, why_play
from bot.backgammon import Dice, Position, Side
from bot.engine.cubeless import match_chance
from bot.engine.thoughts import Chances, Owner, Stakes
from bot.screens.reviews.why_words import LONGEST, NAMES, sentence, with_why
from bot.texts import LANGUAGES, texts
from tests.facts.files import FOLDER

from .slow_facts import NAMING, NUMBERS, Board, after

EN = texts("en")
NO_GAMMONS = Chances(0.75, 0.0, 0.0, 0.0, 0.0)


class Mistake(NamedTuple):
    """A play of the engine against itself that lost 0.02 or more, and the best one."""

    position: Position
    dice: Dice
    made: Position
    right: Position
    lost: float


def _read(line: str) -> Mistake:
    position, dice, made, right, lost = line.split()
    return Mistake(
        Position.from_id(position),
        (int(dice[0]), int(dice[1])),
        Position.from_id(made),
        Position.from_id(right),
        float(lost),
    )


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Made by `tests.facts.judged_plays`, one of a decision."""
    return tuple(map(_read, (FOLDER / "mistakes.txt").read_text().splitlines()))


def board(position: Position) -> Board:
    return position.own, position.opponent


def is_true(mistake: Mistake, reason: Reason) -> bool:
    boards = board(mistake.position), board(mistake.made), board(mistake.right)
    if reason.name in NAMING:
        return reason.numbers[0] in NAMING[reason.name](*boards)
    return NUMBERS[reason.name](*boards) == reason.numbers


def check(some: Sequence[Mistake]) -> int:
    """Recompute all numbers; how many sentences there are."""
    count = 0
    for each in some:
        for reason in play_reasons(each.position, each.made, each.right, each.lost):
            assert is_true(each, reason), (each, reason)
            count += 1
        after.cache_clear()
    return count


def test_every_number_of_a_sentence_is_that_of_the_board() -> None:
    assert check(mistakes()[:40]) > 20


@pytest.mark.long
def test_every_number_of_a_thousand_sentences_is_that_of_the_board() -> None:
    assert len(mistakes()) == 1000
    assert check(mistakes()) > 600


@pytest.mark.long
def test_the_slow_plays_are_those_of_the_rules() -> None:
    from bot.backgammon import legal_plays

    for each in mistakes()[:200]:
        results = {board(play.result) for play in legal_plays(each.position, each.dice)}
        assert after(board(each.position), (max(each.dice), min(each.dice))) == results
        assert {board(each.made), board(each.right)} <= results


def digits(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


#: Sentences that name a constant of theirs.
CONSTANTS = {"builders": [7, 11], "early": [100], "late": [100]}
#: Sentences in which Czech and Russian say that rolls are counted among 36.
AMONG_36 = {
    *("shots", "enters", "they escape", "escapes", "aims", "prepares", "they anchor", "they make a point"),
}  # fmt: skip
ARITY = {"live take": 3, CLOSE: 0, UNEXPLAINED: 0}
ONE = {
    *NAMING, "no hit", "races behind", "stays in contact", "fewer gammons", "more gammons lost", "gammons lost",
    "too good", "early", "late",
}  # fmt: skip


def numbers(language: str, reason: Reason) -> list[int]:
    found = [int(each) for each in re.findall(r"\d+", sentence(reason, texts(language)))]
    constants = CONSTANTS.get(reason.name, []) + [36] * (language != "en" and reason.name in AMONG_36)
    for each in constants:
        found.remove(each)
    return sorted(found)


def said(name: str) -> list[Reason]:
    arity = ARITY.get(name, 1 if name in ONE else 2)
    return [Reason(name, each[:arity]) for each in ((1, 0, 2), (3, 36, 4), (14, 6, 5), (100, 100, 100), (22, 21, 20))]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_sentence_has_the_same_numbers_in_every_language_and_is_short(name: str) -> None:
    for reason in said(name):
        for language in LANGUAGES:
            assert numbers(language, reason) == sorted(reason.numbers), (language, reason)
            assert len(sentence(reason, texts(language))) <= LONGEST
        assert len({sentence(reason, texts(language)) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_reason_about_a_play_is_checked_and_has_a_sentence() -> None:
    assert NAMING.keys() | NUMBERS.keys() <= NAMES


def test_reasons_are_at_most_two_and_the_larger_one_comes_first() -> None:
    silent = 0
    for each in mistakes()[:300]:
        found = play_reasons(each.position, each.made, each.right, each.lost)
        assert len(found) <= 2
        assert all(reason.worth > 0 for reason in found)
        if found:
            assert found[0].worth >= each.lost / 3
        if len(found) == 2:
            assert found[0].worth >= found[1].worth >= found[0].worth / 2
        silent += not found
    assert 0 < silent < 150


def test_where_no_theme_explains_enough_this_is_said() -> None:
    each = next(each for each in mistakes() if not play_reasons(each.position, each.made, each.right, each.lost))
    names = [why_play(each.position, each.made, each.right, lost)[0].name for lost in (0.079, 0.9)]
    assert names[1] == UNEXPLAINED
    alike = mistakes()[0]
    assert [reason.name for reason in why_play(alike.position, alike.right, alike.right, 0.05)] == [CLOSE]


def test_facts_are_counted_in_time() -> None:
    some = mistakes()[:100]
    began = time.process_time()
    for each in some:
        play_reasons(each.position, each.made, each.right, each.lost)
    assert (time.process_time() - began) / len(some) < 0.020


def test_the_weights_fit_the_numbers_and_keep_their_figures() -> None:
    found = features(facts(Position.start()))
    for each in Plan:
        assert {theme: len(row) for theme, row in weights()[each].items()} == {
            theme: len(found[theme]) for theme in Theme
        }
        assert all(weight >= 0 for theme, row in weights()[each].items() for weight in row if theme is not Theme.SHAPE)
    figures = json.loads(WEIGHTS.read_text())["figures"]
    assert figures["correlation with the loss"] >= figures["correlation of pips and shots alone"] + 0.1
    assert figures["sign right where a theme is clear"] >= 0.95
    assert {plan(each.position) for each in mistakes()} == set(Plan)


def test_the_opening_five_point() -> None:
    """3-1: whoever does not make the five-point is told so."""
    start = Position.start()
    results = {str(play): play.result for play in _plays(start, (3, 1))}
    (reason, *_) = play_reasons(start, results["24/20"], results["8/5 6/5"], 0.15)
    assert (reason.name, reason.numbers) == ("point not made", (5,))
    assert sentence(reason, EN) == "Does not make the 5-point."


def _plays(position: Position, dice: Dice) -> Any:
    from bot.backgammon import legal_plays

    return legal_plays(position, dice)


# Gammons and cubes


def test_gammons_are_named_where_they_make_up_half_of_the_loss() -> None:
    made, right = Chances(0.5, 0.10, 0, 0.1, 0), Chances(0.5, 0.16, 0, 0.1, 0)
    (reason,) = gammon_reasons(made, right, Stakes(), 0.1)
    assert (reason.name, reason.numbers) == ("fewer gammons", (6,))
    assert gammon_reasons(made, right, Stakes(), 0.2) == ()
    assert gammon_reasons(made, right, Stakes(jacoby=True), 0.1) == ()
    assert gammon_reasons(made, right, Stakes(jacoby=True, cube=2, owner=Owner.MOVER), 0.1) == (reason,)
    (lost,) = gammon_reasons(right, Chances(0.5, 0.16, 0, 0.02, 0), Stakes(), 0.1)
    assert (lost.name, lost.numbers) == ("more gammons lost", (8,))


def test_a_gammon_is_worth_nothing_to_whoever_needs_one_point() -> None:
    won, lost = gammon_worth(Stakes(away=(1, 3), crawford=True))
    assert won == pytest.approx(0) and lost > 0
    assert gammon_worth(Stakes()) == (1.0, 1.0)


def test_take_points_are_the_known_ones() -> None:
    """A quarter for money with a dead cube, a fifth with a live one; at 2-away 4-away 18.6 % by the table used."""
    assert take_points(NO_GAMMONS, Stakes()).dead == pytest.approx(0.25)
    assert take_points(NO_GAMMONS, Stakes()).live == pytest.approx(0.2, abs=0.001)
    assert take_points(NO_GAMMONS, Stakes(away=(2, 2))) == TakePoints(*[pytest.approx(0.32264)] * 2)
    assert take_points(NO_GAMMONS, Stakes(away=(2, 4))).live == pytest.approx(0.18564, abs=0.0005)
    assert take_points(Chances(0.75, 0.25, 0, 0, 0), Stakes()).dead > 0.3


def cube(chosen: str, best: str, win: float, **fields: Any) -> list[tuple[str, tuple[int, ...]]]:
    found: dict[str, Any] = {
        "seat": 0, "side": Side.WHITE, "turn": 3, "position": Position.start().id, "stakes": Stakes(),
        "kind": Kind.ANSWER if {chosen, best} <= {"take", "drop"} else Kind.CUBE, "error": 0.1,
        "outcomes": (("roll", 0.5), ("take", 0.4), ("drop", 1.0)),
        "after": Chances(win, 0.0, 0.0, 0.0, 0.0), "after_best": NO_GAMMONS,
    }  # fmt: skip
    return [(each.name, each.numbers) for each in why(Verdict(chosen=chosen, best=best, **(found | fields)))]


def test_answers_are_explained_by_the_take_point() -> None:
    assert cube("drop", "take", 0.73) == [("take", (27, 25))]
    assert cube("drop", "take", 0.78) == [("live take", (22, 20, 25))]
    assert cube("drop", "take", 0.85) == []
    assert cube("take", "drop", 0.82) == [("drop", (18, 20))]
    assert cube("take", "drop", 0.78) == [("dead drop", (22, 25))]
    assert cube("take", "drop", 0.70) == []
    gammons = cube("take", "drop", 0.70, after=Chances(0.70, 0.4, 0, 0, 0))
    assert gammons[1:] == [("gammons lost", (40,))]


def test_doubles_are_explained_by_the_market() -> None:
    early = cube("double", "roll", 0.65, market=0.09)
    assert early == [("early", (9,)), ("easy take", (35, 25))]
    assert cube("double", "roll", 0.65, market=0.4) == [("easy take", (35, 25))]
    outcomes = (("roll", 1.2), ("take", 1.5), ("drop", 1.0))
    good = cube("double", "roll", 0.8, outcomes=outcomes, after=Chances(0.8, 0.38, 0, 0, 0))
    assert good == [("too good", (38,))]
    late = (("roll", 0.5), ("take", 0.7), ("drop", 1.0))
    assert cube("roll", "double", 0.72, outcomes=late, market=0.41) == [("late", (41,))]
    assert cube("roll", "double", 0.76, outcomes=late) == [("close to a drop", (24, 20))]
    lost = (("roll", 0.9), ("take", 1.1), ("drop", 1.0))
    assert cube("roll", "double", 0.82, outcomes=lost) == [("cash", (18, 20))]
    assert cube("roll", "double", 0.6, outcomes=late) == []
    assert cube("roll", "double", 0.76, outcomes=late, error=0.019) == []


def verdict(each: Mistake) -> Verdict:
    named = {play.result: str(play) for play in _plays(each.position, each.dice)}
    even = Chances(0.5, 0.1, 0, 0.1, 0)
    return Verdict(
        seat=0, side=Side.WHITE, turn=1, kind=Kind.PLAY, position=each.position.id, stakes=Stakes(),
        chosen=named[each.made], best=named[each.right], after=even, after_best=even, error=each.lost, dice=each.dice,
    )  # fmt: skip


def test_a_verdict_is_explained_by_its_plays() -> None:
    for each in mistakes()[:20]:
        found = verdict(each)
        assert why(found) == why_play(each.position, each.made, each.right, each.lost)
        assert why_pick(found, found.chosen, found.error) == why(found)
        assert why_pick(found, found.best, 0.0) == why_pick(found, found.best, None) == ()


def test_a_sentence_is_left_out_where_there_is_no_room() -> None:
    reasons = (Reason("shots", (14, 6)), Reason("anchor given up", (5,)))
    full = with_why("x", reasons, EN)
    assert full.splitlines() == [
        "x",
        "💡 Leaves 14 shots instead of 6.",
        "💡 Gives up the anchor on the opponent's 5-point.",
    ]
    assert with_why("x", reasons, EN, 40).count("💡") == 1
    assert with_why("x" * 2000, reasons, EN) == "x" * 2000


def test_no_sentence_about_a_cube_is_false_on_a_thousand() -> None:
    """Random chances and scores: take points of a dead cube by bisection, conditions as printed."""
    rng = random.Random(5)
    counted = 0
    for _ in range(1000):
        win = rng.uniform(0.5, 0.95)
        chances = Chances(win, win * rng.uniform(0, 0.5), 0.0, (1 - win) * rng.uniform(0, 0.3), 0.0)
        stakes = Stakes(rng.choice((1, 2)), away=rng.choice((None, (rng.randint(2, 9), rng.randint(2, 9)))))
        wins, dead = round(100 * (1 - win)), round(100 * dead_by_bisection(chances, stakes))
        live = round(100 * take_points(chances, stakes).live)
        assert live <= dead
        for chosen, best in (("take", "drop"), ("drop", "take")):
            for name, found in cube(chosen, best, win, after=chances, stakes=stakes):
                counted += 1
                assert (name, found) in {
                    "take": [("take", (wins, dead)), ("live take", (wins, live, dead))],
                    "drop": [("drop", (wins, live)), ("dead drop", (wins, dead)),
                             ("gammons lost", (round(100 * chances.gammon),))],
                }[best]  # fmt: skip
                true = {"take": wins >= dead, "live take": live <= wins < dead, "drop": wins < live}
                assert true.get(name, wins < dead), name
    assert counted > 500


def dead_by_bisection(chances: Chances, stakes: Stakes) -> float:
    """The taker's chance at which a dead cube of twice the value is worth as much to the doubler as a drop."""

    def worth(points: int) -> float:
        return match_chance(stakes, points * stakes.cube) if stakes.away else points * stakes.cube

    gammons, lost = chances.gammon / chances.win, chances.lose_gammon / (1 - chances.win)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        won = (1 - middle) * ((1 - gammons) * worth(2) + gammons * worth(4))
        if won + middle * ((1 - lost) * worth(-2) + lost * worth(-4)) > worth(1):
            low = middle
        else:
            high = middle
    return low

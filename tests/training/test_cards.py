"""Cards: what is in them, what they offer, how answers are graded; and the openings, checked against the engine."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from bot.analysis.verdicts import Kind, Verdict, candidates
from bot.backgammon import OfferStage, Position, Side, legal_plays
from bot.engine.thoughts import Chances, Stakes
from bot.lessons.judging import answers
from bot.lessons.reading import lessons, losses
from bot.training.cards import ALMOST, MOST, Card, asked, card_of, choices, graded, is_card, name_of, with_easy
from bot.training.common_cards import lesson_questions, openings
from bot.training.memory import Grade

CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
PLAYED = Verdict(
    seat=4,
    side=Side.BLACK,
    turn=17,
    kind=Kind.PLAY,
    position="4HPwATDgc/ABMA",
    stakes=Stakes(2, away=(3, 5)),
    chosen="13/10 6/5",
    best="8/5 6/5",
    after=CHANCES,
    after_best=CHANCES,
    error=0.2,
    counted=True,
    dice=(3, 1),
    luck=0.4,
    near=(("8/5 6/5", 0.0), ("24/20", 0.009), ("24/23 13/10", 0.15)),
    plies=4,
    staked=6,
)


def test_a_card_says_nothing_of_the_game_it_comes_from() -> None:
    one, other = card_of(PLAYED, 7), card_of(replace(PLAYED, seat=0, side=Side.WHITE, turn=3, luck=0.0, staked=2), 7)
    assert one == other and name_of(one) == name_of(other) and one.length == 7
    assert name_of(card_of(replace(PLAYED, stakes=Stakes()), 0)) != name_of(one) != name_of(card_of(PLAYED, 9))
    answer = replace(PLAYED, kind=Kind.ANSWER, dice=None, near=(), chosen="drop", best="take", stage=OfferStage.DOUBLE)
    assert card_of(answer, 7).verdict.side is Side.BLACK, "the one who doubles; White answers"


def test_what_becomes_a_card() -> None:
    assert is_card(PLAYED) and is_card(replace(PLAYED, error=0.06))
    assert not is_card(replace(PLAYED, error=0.0599)) and not is_card(replace(PLAYED, chosen=PLAYED.best))


def test_the_right_answer_stands_anywhere_and_the_order_of_a_showing_stays() -> None:
    places = Counter[int]()
    for showing in range(400):
        shown = choices(PLAYED, f"1 {showing}")
        assert shown == choices(PLAYED, f"1 {showing}") and sorted(shown) == candidates(PLAYED)
        places[[choice for choice, _ in shown].index(PLAYED.best)] += 1
    assert len(places) == 4 and min(places.values()) > 60


def test_of_many_choices_the_best_and_the_mistake_are_there() -> None:
    plays = sorted({str(play) for play in legal_plays(Position.from_id(PLAYED.position), (3, 1))})
    near = tuple((play, 0.01 * place) for place, play in enumerate(plays))
    shown = dict(choices(replace(PLAYED, near=near), "x"))
    assert len(near) > MOST == len(shown) and {PLAYED.best, PLAYED.chosen} <= shown.keys()


def test_grades() -> None:
    assert graded(PLAYED, 0.0, PLAYED.best) is Grade.GOOD and graded(PLAYED, ALMOST, "24/20") is Grade.HARD
    assert graded(PLAYED, 0.0101, "x") is Grade.AGAIN is graded(PLAYED, None, "roll")


def test_beginners_choose_among_what_beginners_play() -> None:
    card = card_of(PLAYED, 7)
    judged = [("8/5 6/5", 0.0), ("24/20", 0.01), ("13/10 6/5", 0.18), ("24/23 13/10", 0.14), ("13/9", 0.3)]
    weak = ["13/9", "8/5 6/5", "13/9", "24/23 13/10", "6/2"]
    easy = with_easy(card, judged, weak, 2)
    assert easy.easy == (("8/5 6/5", 0.0), ("13/10 6/5", 0.18), ("13/9", 0.3), ("24/23 13/10", 0.14))
    shown = asked(easy, beginner=True)
    assert dict(choices(shown, "x")) == dict(easy.easy) and shown.plies == 2 and shown.error == 0.18
    assert asked(easy, beginner=False) == card.verdict
    for bad in ([], judged[1:], [each for each in judged if each[0] != PLAYED.chosen]):
        assert (
            with_easy(card, bad, weak, 2).easy == ()
            and asked(with_easy(card, bad, weak, 2), beginner=True) == PLAYED_CARD
        )


PLAYED_CARD = card_of(PLAYED, 7).verdict


def test_there_are_15_openings_and_30_replies_all_legal() -> None:
    cards = list(openings().values())
    start = [each for each in cards if each.verdict.position == "4HPwATDgc/ABMA"]
    assert len(start) == 15 and cards[:15] == start and len(cards) == 45
    assert {each.verdict.dice for each in start} == {(high, low) for high in range(1, 7) for low in range(1, high)}
    for each in cards:
        verdict = each.verdict
        assert verdict.dice is not None
        legal = {str(play) for play in legal_plays(Position.from_id(verdict.position), verdict.dice)}
        offered = dict(verdict.near) | dict(each.easy or ())
        assert offered.keys() <= legal and offered[verdict.best] == 0.0 and min(offered.values()) == 0.0
        assert max(dict(each.easy or verdict.near).values()) > ALMOST, "something is wrong to choose"
        assert msgspec.json.decode(msgspec.json.encode(each), type=Card) == each
    assert not re.search("[A-Z][a-z]", "".join(map(str, (each.verdict.best for each in cards))))


def _checked(number: int) -> None:
    engine = pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")
    for each in list(openings().values())[:: 45 // number]:
        verdict = each.verdict
        assert verdict.dice is not None
        position = Position.from_id(verdict.position)
        results = {str(play): play.result for play in legal_plays(position, verdict.dice)}
        root = engine._board(position)
        offered = dict(verdict.near) | dict(each.easy or ())
        equities = {play: engine._looked_at(results[play], root, verdict.stakes, 3).equity for play in offered}
        best = max(equities.values())
        assert equities[verdict.best] == best
        for play, lost in offered.items():
            assert abs(best - equities[play] - lost) < 0.001, (verdict.dice, play)


def test_answers_are_those_of_the_engine() -> None:
    _checked(3)


@pytest.mark.long
def test_all_answers_are_those_of_the_engine() -> None:
    _checked(45)


def test_questions_of_lessons_are_cards_that_agree_with_the_lessons() -> None:
    known = {
        (step.asked, tuple(sorted(step.dice or ())), "take" in answers(step)): losses()[lesson.named(place)]
        for lesson in lessons()
        for place, step in enumerate(lesson.steps)
        if lesson.named(place) in losses()
    }
    cards = [*lesson_questions().values()]
    assert lesson_questions().keys().isdisjoint(openings()) and len(cards) == 19
    for each in cards:
        verdict = each.verdict
        asks = Position.from_id(verdict.position), verdict.stakes
        lost = known[asks, tuple(sorted(verdict.dice or ())), verdict.kind is Kind.ANSWER]
        assert lost[verdict.best] == 0.0 and (each.verdict.side is Side.BLACK) == (verdict.kind is Kind.ANSWER)
        assert all(lost[play] == loss for play, loss in (*verdict.near, *(each.easy or ())))
        assert len(choices(asked(each, beginner=True), "x")) > 1

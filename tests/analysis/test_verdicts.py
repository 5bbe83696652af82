"""Errors, and what counts as a decision, as XG has it."""

from __future__ import annotations

from math import sqrt

import msgspec
import pytest
from msgspec.structs import replace

from bot.analysis.decisions import Decided, Played, Replied, Spoke, question
from bot.analysis.report import Evening, Grade, Placed, Sums, evening, standard_errors, sums, worst, worst_for
from bot.analysis.verdicts import Kind, Verdict, candidates, judged, right_outcome
from bot.backgammon import OfferStage, Position, Reply, Side, Variant, parse_play
from bot.engine.reviews import Found
from bot.engine.thoughts import CubeThought, Judged, Stakes
from bot.ladder.performance import Performance

from .judging import EVEN, cube, play

START = Position.start(Variant.BACKGAMMON)
ALL = (Reply.TAKE, Reply.DROP)


BEAVERED = (*ALL, Reply.BEAVER), ALL


def said(doubled: bool) -> Decided:
    return Decided(0, Side.WHITE, 2, START.packed, Stakes(), Spoke(doubled, (ALL,)))


def replied(reply: Reply, *, stage: OfferStage = OfferStage.DOUBLE, beavers: bool = False) -> Decided:
    now = (*ALL, Reply.BEAVER) if beavers and not stage else (*ALL, Reply.RACCOON) if stage else ALL
    ways = (now, ALL) if beavers or stage else (now,)
    return Decided(1, Side.WHITE, 2, START.packed, Stakes(beavers=beavers), Replied(stage, reply, ways))


def played(text: str = "13/7", opening: bool = False) -> Decided:
    dice = (5, 1)
    return Decided(
        0, Side.WHITE, 1, START.packed, Stakes(), Played(dice, parse_play(text, START, dice).packed, opening)
    )


def verdict(decided: Decided, found: Found):
    (only,) = judged([decided], {question(decided): found})
    return only


@pytest.mark.parametrize(
    ("doubled", "thought", "error", "counted", "best"),
    [
        (False, cube(0.4, 0.6), 0.2, True, "double"),  # missed
        (True, cube(0.4, 0.6), 0.0, True, "double"),
        (True, cube(0.6, 0.4), 0.2, True, "roll"),  # too early
        (False, cube(0.6, 0.45), 0.0, True, "roll"),  # close
        (False, cube(0.6, 0.3), 0.0, False, "roll"),  # far from it: trivial
        (True, cube(0.6, 0.3), 0.3, True, "roll"),  # unless it is done
        (False, cube(0.5, 0.5005), 0.0005, False, "double"),  # comes to the same
        (False, cube(1.3, 1.5), 0.0, False, "roll"),  # much too good
        (False, cube(1.1, 1.5), 0.0, True, "roll"),  # too good, but close
        (True, cube(1.1, 1.5), 0.1, True, "roll"),
        (False, cube(0.9, 1.5), 0.1, True, "double"),  # to cash
        (False, cube(-0.95, -0.92), 0.03, True, "double"),  # all is lost, and wrong all the same
        (False, cube(-0.95, -0.96), 0.0, False, "roll"),
        (False, cube(-0.85, -0.95), 0.0, True, "roll"),  # nearly all
    ],
)
def test_a_cube_costs_what_the_other_word_is_worth_more(
    doubled: bool, thought: CubeThought, error: float, counted: bool, best: str
) -> None:
    found = verdict(said(doubled), thought)
    assert (found.error, found.counted, found.best) == (pytest.approx(error), counted, best)
    assert found.kind is Kind.CUBE and found.chosen == ("double" if doubled else "roll")


@pytest.mark.parametrize(
    ("decided", "thought", "error", "best"),
    [
        (replied(Reply.TAKE), cube(0.5, 0.9), 0.0, "take"),
        (replied(Reply.DROP), cube(0.5, 0.9), 0.1, "take"),
        (replied(Reply.TAKE), cube(0.5, 1.3), 0.3, "drop"),
        # The engine says what a beavered cube is worth where a beaver is right: half of it is a take.
        (replied(Reply.BEAVER, beavers=True), cube(0.0, -0.4), 0.0, "beaver"),
        (replied(Reply.TAKE, beavers=True), cube(0.0, -0.4), 0.2, "beaver"),
        (replied(Reply.DROP, beavers=True), cube(0.0, -0.4), 1.4, "beaver"),
        (replied(Reply.BEAVER, beavers=True), cube(0.0, 0.3), 0.3, "take"),
        # Who doubled answers a beaver.
        (replied(Reply.TAKE, stage=OfferStage.BEAVER, beavers=True), cube(0.0, -0.4), 0.0, "take"),
        (replied(Reply.RACCOON, stage=OfferStage.BEAVER, beavers=True), cube(0.0, -0.4), 0.4, "take"),
        (replied(Reply.TAKE, stage=OfferStage.BEAVER, beavers=True), cube(0.2, 0.3), 0.6, "raccoon"),
    ],
)
def test_an_answer_costs_what_another_would_have_saved(
    decided: Decided, thought: CubeThought, error: float, best: str
) -> None:
    found = verdict(decided, thought)
    assert (found.error, found.best, found.seat) == (pytest.approx(error), best, 1)


def test_an_answer_that_makes_no_difference_does_not_count() -> None:
    assert not verdict(replied(Reply.TAKE), cube(0.5, 1.0005)).counted
    assert verdict(replied(Reply.TAKE), cube(0.5, -0.2)).counted  # clear, but a decision: XG counts it


def test_a_play_counts_unless_there_was_nothing_to_choose() -> None:
    made = played()
    found = verdict(made, play(made, 0.05, luck=0.2))
    assert (found.error, found.counted, found.luck, found.chosen) == (0.05, True, 0.2, "13/7")
    assert found.best != found.chosen
    nothing = verdict(made, play(made, 0.05, forced=True, luck=-0.1))
    assert (nothing.error, nothing.counted, nothing.luck) == (0.0, False, -0.1)


def test_a_rating_is_the_mean_error_of_what_counts() -> None:
    made = played()
    verdicts = [
        verdict(made, play(made, 0.03, luck=0.5)),
        verdict(made, play(made, 0.08)),
        verdict(made, play(made, forced=True, luck=-0.25)),
        verdict(said(True), cube(0.6, 0.55)),
        verdict(replied(Reply.DROP), cube(0.5, 0.8)),
    ]
    found = sums(verdicts)
    assert found[0] == Sums(plays=2, cubes=1, lost=pytest.approx(0.16), points=0.25, errors=2, blunders=1)
    assert found[0].rating == pytest.approx(500 * 0.16 / 3)
    assert found[1].rating == pytest.approx(500 * 0.2)
    assert sum(found.values(), Sums()).decisions == 4


@pytest.mark.parametrize(
    ("decisions", "lost", "grade"),
    [
        (0, 0.0, None),
        (29, 0.1, None),
        (30, 0.29, Grade.WORLD_CLASS),
        (100, 1.0, Grade.EXPERT),
        (100, 1.5, Grade.ADVANCED),
        (100, 2.5, Grade.INTERMEDIATE),
        (100, 3.5, Grade.CASUAL),
        (100, 9.0, Grade.BEGINNER),
    ],
)
def test_a_grade_needs_thirty_decisions(decisions: int, lost: float, grade: Grade | None) -> None:
    assert Sums(plays=decisions, lost=lost).grade is grade


def test_the_worst_errors_come_first() -> None:
    made = played()
    found = [Placed(game, verdict(made, play(made, lost))) for game, lost in ((1, 0.03), (1, 0.2), (2, 0.2), (2, 0.01))]
    assert [(each.game, each.verdict.error) for each in worst(found)] == [(1, 0.2), (2, 0.2), (1, 0.03)]
    assert worst(found, 1) == [found[1]]
    assert worst(found, seat=1) == []


def test_everybody_looks_at_their_own_errors_first() -> None:
    made = played()
    mine, others = (
        [Placed(1, replace(verdict(made, play(made, lost)), seat=seat)) for lost in (0.4, 0.3, 0.2, 0.15, 0.1, 0.05)]
        for seat in (0, 1)
    )
    both = [*others, *mine]
    assert worst_for(both, 0) == mine[:5] + others[:5]
    assert worst_for(both, None) == worst(both)
    # Whatever all are shown is among what each looks at.
    for seat in (0, 1, 2):
        assert set(map(id, worst(both))) <= set(map(id, worst_for(both, seat)))


def test_of_an_evening_the_luckiest_the_costliest_cube_and_the_best_play_are_remembered() -> None:
    made, drop = played(), replied(Reply.DROP)
    lucky = Placed(1, verdict(made, replace(play(made, luck=0.5), unseen=0.02)))
    brilliant = Placed(2, verdict(made, replace(play(made, luck=0.1), unseen=0.06)))
    small = Placed(2, verdict(drop, cube(0.5, 0.5)))
    # Half the error on four times the cube has cost more.
    large = Placed(3, verdict(replace(drop, stakes=Stakes(4)), cube(0.5, 0.75)))
    points = pytest.approx
    assert evening([lucky, brilliant, small, large]) == Evening(0, points(0.6), large, points(1.0), brilliant, True)
    assert evening([]) is None
    rightly = Placed(1, verdict(drop, cube(0.5, 1.2)))
    assert evening([rightly]) == Evening(1, 0.0, None, 0.0, None, True)


def test_of_a_match_luck_and_cubes_are_reckoned_in_chances_to_win_it() -> None:
    """Half of the error with a cube that decides the match has cost more of it."""
    made, drop = played(), replied(Reply.DROP)
    small = Placed(1, verdict(replace(drop, stakes=Stakes(away=(3, 5))), cube(0.5, 0.5)))
    large = Placed(2, verdict(replace(drop, stakes=Stakes(4, away=(3, 4))), cube(0.5, 0.75)))
    lucky = Placed(2, verdict(replace(made, stakes=Stakes(4, away=(3, 4))), play(made, luck=0.2)))
    found = evening([small, large, lucky])
    assert found is not None and not found.money
    assert (found.cube, found.cost) == (large, pytest.approx(0.25 / 2))
    assert (found.luckiest, found.luck) == (0, pytest.approx(0.2 / 2))
    assert sums([lucky.verdict])[0].chances == pytest.approx(0.2 / 2) and sums([lucky.verdict])[0].points is None


def test_points_and_chances_are_never_added_up() -> None:
    made = played()
    stakes = Stakes(2), Stakes(2), Stakes(away=(1, 1))
    found = sums(verdict(replace(made, stakes=each), play(made, luck=0.25)) for each in stakes)[0]
    assert (found.points, found.chances) == (1.0, 0.125)
    cubes_only = sums([verdict(said(True), cube(0.4, 0.6))])[0]
    assert (cubes_only.points, cubes_only.chances) == (None, None)


def test_a_roll_that_decides_several_bets_is_worth_the_cubes_of_all() -> None:
    made = replace(played(), stakes=Stakes(2), staked=7)
    lucky = Placed(1, verdict(made, play(made, luck=0.5)))
    assert sums([lucky.verdict])[0].points == 3.5
    found = evening([lucky])
    assert found is not None and found.luck == 3.5


def test_a_rating_is_as_sure_as_turns_differ() -> None:
    """Three turns with errors of 0, 0.1 and 0.2 in one decision each; and what is decided in one turn is one."""
    made = played()
    turns = [
        Placed(1, replace(verdict(made, play(made, lost)), turn=turn)) for turn, lost in ((1, 0), (3, 0.1), (5, 0.2))
    ]
    assert standard_errors(turns) == {0: pytest.approx(500 * 0.1 / sqrt(3))}
    assert standard_errors([replace(each, verdict=replace(each.verdict, turn=1)) for each in turns]) == {}
    # The same turn of another game is another one.
    assert standard_errors(
        [replace(each, game=place, verdict=replace(each.verdict, turn=1)) for place, each in enumerate(turns)]
    )
    # It is what many games have: the same code, fed with games.
    games = Performance()
    for each in turns:
        games.count(sums([each.verdict])[0].share(0))
    assert standard_errors(turns)[0] == games.error


@pytest.mark.parametrize(
    ("decided", "thought", "outcomes", "right"),
    [
        (said(False), cube(-0.12, 0.34), {"roll": -0.12, "take": 0.34, "drop": 1.0}, "take"),
        (said(True), cube(0.6, 0.4), {"roll": 0.6, "take": 0.4, "drop": 1.0}, "roll"),
        (said(False), cube(0.9, 1.5), {"roll": 0.9, "take": 1.5, "drop": 1.0}, "drop"),
        (replied(Reply.DROP), cube(0.5, 0.9), {"roll": 0.5, "take": 0.9, "drop": 1.0}, "take"),
        (
            replied(Reply.TAKE, beavers=True), cube(0.1, -0.4),
            {"roll": 0.1, "take": -0.2, "beaver": -0.4, "drop": 1.0}, "beaver",
        ),
        (
            replace(said(True), stakes=Stakes(beavers=True), what=Spoke(True, BEAVERED)), cube(-0.1, -0.4),
            {"roll": -0.1, "take": -0.2, "beaver": -0.4, "drop": 1.0}, "roll",
        ),
        (
            replace(said(True), stakes=Stakes(beavers=True), what=Spoke(True, BEAVERED)), cube(0.1, 0.3),
            {"roll": 0.1, "take": 0.3, "drop": 1.0}, "take",  # nobody would beaver
        ),
        (
            replied(Reply.RACCOON, stage=OfferStage.BEAVER, beavers=True), cube(0.0, -0.4),
            {"take": -0.4, "raccoon": -0.8, "drop": -2.0}, "take",
        ),
    ],
)  # fmt: skip
def test_of_a_cube_is_kept_what_each_answer_is_worth(
    decided: Decided, thought: CubeThought, outcomes: dict[str, float], right: str
) -> None:
    found = verdict(decided, replace(thought, plies=4))
    assert dict(found.outcomes) == pytest.approx(outcomes) and right_outcome(found) == right
    assert found.plies == 4


@pytest.mark.parametrize("stage", [OfferStage.DOUBLE, OfferStage.BEAVER])
@pytest.mark.parametrize("taken", [-0.4, 0.3, 0.9, 1.4])
def test_an_answer_is_said_to_lose_what_it_costs_whoever_gives_it(stage: OfferStage, taken: float) -> None:
    given = [replied(reply, stage=stage, beavers=True) for reply in (*ALL, (Reply.BEAVER, Reply.RACCOON)[bool(stage)])]
    made = [verdict(each, cube(0.1, taken)) for each in given]
    costs = {each.chosen: each.error for each in made}
    assert [dict(candidates(each)) for each in made] == [costs] * len(given)


def test_each_play_that_was_looked_at_farthest_says_what_it_loses() -> None:
    made, dice = played(), (5, 1)
    near = [("13/8 6/5", -0.1), ("24/18", 0.0), ("13/7", -0.3), ("8/2", -0.4)]
    looked_at = [Judged(parse_play(text, START, dice).packed, 0.2 + lost, EVEN, 3) for text, lost in near]
    found = replace(play(made), best=looked_at[1], played=looked_at[2], near=tuple(looked_at))
    losses = {"13/7": 0.3, "13/8 6/5": 0.1, "24/18": 0.0, "8/2": 0.4}
    assert dict(verdict(made, found).near) == dict(candidates(verdict(made, found))) == pytest.approx(losses)
    assert verdict(made, replace(found, played=looked_at[1])).near == (), "of what is no error nothing is kept"


def test_every_answer_to_an_offer_says_what_it_loses() -> None:
    beavers = verdict(replied(Reply.DROP, beavers=True), cube(0.1, 0.3))
    assert candidates(beavers) == [("beaver", pytest.approx(0.3)), ("drop", pytest.approx(0.7)), ("take", 0.0)]
    raccoons = verdict(replied(Reply.DROP, stage=OfferStage.BEAVER, beavers=True), cube(0.0, -0.4))
    assert candidates(raccoons) == [("drop", pytest.approx(1.6)), ("raccoon", pytest.approx(0.4)), ("take", 0.0)]
    kept_before = replace(raccoons, outcomes=())
    assert candidates(kept_before) == [("drop", pytest.approx(1.6)), ("raccoon", None), ("take", 0.0)]


def test_luck_with_a_high_cube_is_worth_more_points() -> None:
    made = played()
    mine, theirs = replace(made, stakes=Stakes(4)), replace(made, seat=1)
    found = evening([Placed(1, verdict(each, play(each, luck=luck))) for each, luck in ((mine, 0.2), (theirs, 0.5))])
    assert found is not None and (found.luckiest, found.luck) == (0, pytest.approx(0.8))


CHANCES = b'{"win":0.5,"gammon":0.1,"backgammon":0.0,"lose_gammon":0.1,"lose_backgammon":0.0}'
AFTER = b',"after":' + CHANCES + b',"after_best":' + CHANCES
BEFORE = (
    b'"position":"4HPwATDgc/ABMA","stakes":{"cube":1,"owner":0,"away":null,"crawford":false,"jacoby":false,'
    b'"beavers":false,"cube_in_play":true}'
)
KEPT = {
    b'{"seat":0,"side":0,"turn":1,"kind":"play",' + BEFORE + b',"chosen":"13/7","best":"13/7"' + AFTER
    + b',"error":0.0,"counted":true,"dice":[5,1],"luck":0.25,"unseen":0.0,"plies":3}': verdict(
        played(), play(played(), luck=0.25)
    ),
    b'{"seat":1,"side":0,"turn":2,"kind":"answer",' + BEFORE + b',"chosen":"take","best":"take"' + AFTER
    + b',"error":0.0,"counted":true,"outcomes":[["roll",0.5],["take",0.9],["drop",1.0]],"plies":3}': verdict(
        replied(Reply.TAKE), cube(0.5, 0.9)
    ),
}  # fmt: skip


@pytest.mark.parametrize("kept", KEPT)
def test_what_is_kept_of_a_verdict_today_is_read_for_ever(kept: bytes) -> None:
    assert msgspec.json.decode(kept, type=Verdict) == KEPT[kept] and msgspec.json.encode(KEPT[kept]) == kept

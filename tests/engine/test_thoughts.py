"""What may be asked of the engine, and what it answers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from bot.backgammon import Position, Variant, legal_plays, parse_play
from bot.engine.cubeless import cubeless
from bot.engine.thoughts import Chances, CubeThought, Level, Owner, Stakes, Unsupported, check

sage = pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")

START, MONEY = Position.start(), Stakes()


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, there is time for three plies."""
    monkeypatch.setattr(sage, "SECONDS", 600.0)


def counts(**there: int) -> list[int]:
    """A side of fifteen: `p6=5` is five checkers on its six point; the rest is borne off."""
    side = [0] * 26
    for point, count in there.items():
        side[int(point[1:])] = count
    side[0] = 15 - sum(side)
    return side


RACE = Position.of(counts(p3=2, p2=1), counts(p1=2))

IMPOSSIBLE = [
    (Position(START.packed + (1 << 4 * 6)), MONEY, (3, 1), "16 checkers against 15"),
    (Position.start(Variant.HYPERGAMMON), MONEY, (3, 1), "only games of 15"),
    (Position.of(counts(), counts(p1=2)), MONEY, (3, 1), "over"),
    (START, MONEY, (7, 1), "no roll"),
    (START, MONEY, (0, 0), "no roll"),
    (START, Stakes(cube=3), (3, 1), "does not show 3"),
    (START, Stakes(cube=0), (3, 1), "does not show 0"),
    (START, Stakes(away=(0, 3)), (3, 1), "points away"),
    (START, Stakes(away=(26, 3)), (3, 1), "points away"),
    (START, Stakes(away=(2, 3), crawford=True), (3, 1), "needs one point"),
    (START, Stakes(crawford=True), (3, 1), "only a match"),
    (START, Stakes(away=(2, 3), jacoby=True), (3, 1), "neither"),
]


@pytest.mark.parametrize(("position", "stakes", "dice", "why"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_in_words(
    position: Position, stakes: Stakes, dice: tuple[int, int], why: str
) -> None:
    with pytest.raises(Unsupported, match=why):
        check(position, stakes, dice)
    with pytest.raises(Unsupported, match=why):
        sage.plays(position, dice, stakes, 1)


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_every_legal_play_is_judged_once(plies: int) -> None:
    judged = sage.plays(START, (3, 1), MONEY, plies)
    assert sorted(each.packed for each in judged) == sorted(play.packed for play in legal_plays(START, (3, 1)))
    best = next(play for play in legal_plays(START, (3, 1)) if play.packed == judged[0].packed)
    assert str(best) == "8/5 6/5" and judged[0].plies <= plies
    assert all(0 <= each.chances.win <= 1 for each in judged)


def test_a_play_that_wins_is_a_win() -> None:
    (best, *_) = sage.plays(Position.of(counts(p1=1), counts(p19=15)), (3, 1), MONEY)
    assert best.equity == pytest.approx(3) and best.chances == Chances(1, 1, 1, 0, 0)
    (best, *_) = sage.plays(Position.of(counts(p1=1), counts(p19=15)), (3, 1), Stakes(jacoby=True))
    assert best.equity == pytest.approx(1)


def test_a_dance_is_one_play() -> None:
    shut = counts(p6=2, p5=2, p4=2, p3=2, p2=2, p1=2, p8=3)
    (dance,) = sage.plays(Position.of(counts(p25=1, p6=5, p5=5, p4=4), shut), (6, 1), MONEY)
    assert dance.packed == legal_plays(Position.of(counts(p25=1, p6=5, p5=5, p4=4), shut), (6, 1))[0].packed


def test_exact_chances_of_a_bear_off() -> None:
    """Two checkers on the ace point go off in one roll; who has them wins but for a double of the other one."""
    thought = sage.cube(Position.of(counts(p1=2), counts(p1=2)), MONEY)
    assert thought.chances.win == pytest.approx(1, abs=1e-6) and thought.double and not thought.take
    last = sage.cube(Position.of(counts(p6=1, p5=1), counts(p1=2)), MONEY)
    assert last.chances.win == pytest.approx(6 / 36, abs=1e-3)


def test_verdicts_follow_from_what_comes_of_the_cube() -> None:
    even = Chances(0.5, 0, 0, 0, 0)
    assert not CubeThought(0.5, 0.4, 1.0, even).double and CubeThought(0.5, 0.4, 1.0, even).take
    assert CubeThought(0.5, 0.7, 1.0, even).double and CubeThought(0.5, 0.7, 1.0, even).take
    assert CubeThought(0.9, 1.2, 1.0, even).double and not CubeThought(0.9, 1.2, 1.0, even).take
    too_good = CubeThought(1.1, 1.6, 1.0, even)
    assert not too_good.double and not too_good.take


def test_after_crawford_the_one_behind_doubles() -> None:
    thought = sage.cube(START, Stakes(away=(3, 1)))
    assert thought.double


LOST, ALL_ALIKE = Position.from_id("AgAA7A0QVoEAAA"), Stakes(jacoby=True)


@pytest.mark.parametrize("plies", [2, 3])
def test_where_the_other_side_cashes_in_any_case_what_wins_most_is_best(plies: int) -> None:
    best, *others = (each for each in sage.plays(LOST, (6, 1), ALL_ALIKE, plies) if each.plies == plies)
    alike = [each for each in others if round(each.equity, 6) == round(best.equity, 6) == -1]
    assert min(each.chances.win for each in alike) == 0 < 0.01 < best.chances.win
    assert best.chances.win >= max(each.chances.win for each in alike)


def test_gammons_count_as_the_stakes_have_it_where_no_cube_is_turned() -> None:
    chances = Chances(0.3, 0.1, 0.0, 0.2, 0.05)
    assert cubeless(chances, Stakes()) == pytest.approx(0.3 + 0.1 - 0.7 - 0.2 - 0.05)
    assert cubeless(chances, Stakes(jacoby=True)) == pytest.approx(0.3 - 0.7)
    assert cubeless(chances, Stakes(2, Owner.MOVER, jacoby=True)) == cubeless(chances, Stakes())
    # The last point of both: nothing but winning counts. Two away with a cube of 2 as well.
    assert cubeless(chances, Stakes(away=(1, 1))) == pytest.approx(0.3)
    assert cubeless(chances, Stakes(2, Owner.OPPONENT, (2, 2))) == pytest.approx(0.3)
    assert cubeless(chances, Stakes(away=(2, 5))) > cubeless(replace(chances, gammon=0.0), Stakes(away=(2, 5)))


def test_the_best_are_looked_at_with_three_plies_though_two_are_sure() -> None:
    position, stakes = Position.from_id("w2YMyBjPBjDATA"), Stakes(2, Owner.MOVER)
    two, three = (sage.plays(position, (6, 3), stakes, plies)[0] for plies in (2, 3))
    assert two.packed == parse_play("bar/22 13/7*", position, (6, 3)).packed
    assert three.packed == parse_play("bar/16", position, (6, 3)).packed and three.plies == 3
    assert pytest.importorskip("bot.engine.player").choice(position, (6, 3), stakes, Level.WORLD_CLASS, 0) == three


@pytest.mark.parametrize(("looks", "deep"), [(0, 0), (1, 0), (2, 0), (3, 3), (4, 4), (99, 6)])
def test_what_is_compared_is_looked_at_as_far_however_little_time_there_is(
    monkeypatch: pytest.MonkeyPatch, looks: int, deep: int
) -> None:
    """The clock runs out after so many looks."""
    ticks = iter([0.0] * (looks + 1) + [sage.SECONDS] * 99)
    monkeypatch.setattr(sage, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    judged = sage.plays(START, (6, 4), MONEY)
    three = [each for each in judged if each.plies == 3]
    assert len(three) == deep and list(judged[:deep]) == three
    assert [each.plies for each in judged[:5]] == ([3] * deep + [2] * 5)[:5]

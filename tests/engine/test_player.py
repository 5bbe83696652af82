"""How computers of all levels choose: they err as people do, and where people do not err they do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from bot.backgammon import Position, legal_plays
from bot.backgammon.position import OFF
from bot.engine.levels import MANNERS, WINDOW, temper
from bot.engine.thoughts import Chances, CubeThought, Judged, Level, Owner, Stakes

player: Any = pytest.importorskip("bot.engine.player", reason="there is no engine for this machine")

START, MONEY = Position.start(), Stakes(jacoby=True, beavers=True)
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
ERRING = tuple(MANNERS)
SEEDS = range(200)

Patch = pytest.MonkeyPatch


def counts(**there: int) -> list[int]:
    """A side of fifteen: `p6=5` is five checkers on its six point; the rest is borne off."""
    side = [0] * 26
    for point, count in there.items():
        side[int(point[1:])] = count
    side[0] = 15 - sum(side)
    return side


def judged(position: Position, dice: tuple[int, int], equities: Callable[[Position], float]) -> tuple[Judged, ...]:
    found = [Judged(play.packed, equities(play.result), EVEN, 1) for play in legal_plays(position, dice)]
    return tuple(sorted(found, key=lambda each: (-each.equity, each.packed)))


def sees(patch: Patch, plays: Sequence[Judged], deeper: dict[int, float] | None = None) -> None:
    """The engine judges the plays like this, and those that it looks at more closely as `deeper` says."""
    equities = {each.packed: each.equity for each in plays} | (deeper or {})
    patch.setattr(player.sage, "plays", lambda *_: tuple(plays))
    patch.setattr(player.sage, "_looked_at", lambda result, *_: Judged(result.packed, equities[result.packed], EVEN, 2))


def thinks(patch: Patch, stays: float, taken: float) -> None:
    """The engine judges the cube like this, at a glance and when it looks closely."""
    thought = CubeThought(stays, taken, 1.0, EVEN)
    for name in ("cube", "glance"):
        patch.setattr(player.sage, name, lambda *_: thought)


def doubles(level: Level, temper_seed: int, stakes: Stakes = MONEY) -> bool:
    return player.cube_choice(START, stakes, level, 0, temper_seed).double


def takes(level: Level, temper_seed: int) -> bool:
    return player.cube_choice(START, MONEY, level, 0, temper_seed, offered=True).take


def chosen(level: Level, position: Position = START, dice: tuple[int, int] = (5, 2)) -> list[int]:
    return [player.choice(position, dice, MONEY, level, seed).packed for seed in SEEDS]


# Plays


@pytest.mark.parametrize("level", ERRING)
def test_no_level_passes_up_a_play_that_wins(level: Level, monkeypatch: Patch) -> None:
    position = Position.of(counts(p2=1, p1=1), counts(p1=2))
    plays = judged(position, (2, 1), lambda result: 1.0 if result.own[OFF] == 15 else 0.99)
    assert len(plays) > 1
    sees(monkeypatch, plays)
    assert {Position(packed).own[OFF] for packed in chosen(level, position, (2, 1))} == {15}


@pytest.mark.parametrize("level", ERRING)
def test_nothing_far_behind_the_best_is_played_and_the_weakest_plays_all_else(level: Level, monkeypatch: Patch) -> None:
    order = [play.packed for play in legal_plays(START, (5, 2))]
    behind = {packed: place * 0.045 for place, packed in enumerate(order)}
    sees(monkeypatch, judged(START, (5, 2), lambda result: -behind[result.packed]))
    made = set(chosen(level))
    assert all(behind[packed] < WINDOW for packed in made)
    assert len(made) > 1
    assert level is not Level.FIRST_STEPS or made == {packed for packed in order if behind[packed] < WINDOW}


def test_what_a_second_look_shows_to_be_far_behind_is_not_played(monkeypatch: Patch) -> None:
    best, second, third, *_ = order = [play.packed for play in legal_plays(START, (5, 2))]
    plays = judged(START, (5, 2), lambda result: -0.01 * order.index(result.packed))
    sees(monkeypatch, plays, {second: -0.3})
    made = set(chosen(Level.FIRST_STEPS))
    assert best in made and third in made and second not in made


@pytest.mark.parametrize("level", ERRING)
def test_the_weaker_the_more_often_another_play_than_the_best(level: Level, monkeypatch: Patch) -> None:
    order = [play.packed for play in legal_plays(START, (5, 2))]
    sees(monkeypatch, judged(START, (5, 2), lambda result: -0.03 * order.index(result.packed)))
    wrong = {each: sum(packed != order[0] for packed in chosen(each)) for each in ERRING}
    assert all(weaker > stronger for weaker, stronger in pairwise(wrong.values()))


def test_in_a_bear_off_all_checkers_are_taken_off_that_can_be(monkeypatch: Patch) -> None:
    position = Position.of(counts(p6=2, p5=2, p4=3, p2=3), counts(p6=5, p5=5))
    off = {play.packed: play.result.own[OFF] for play in legal_plays(position, (6, 4))}
    assert len(set(off.values())) > 1
    sees(monkeypatch, judged(position, (6, 4), lambda result: -0.02 * (result.packed % 7)))
    for level in ERRING:
        assert {off[packed] for packed in chosen(level, position, (6, 4))} == {max(off.values())}


def test_where_it_makes_no_difference_nothing_is_left_to_chance(monkeypatch: Patch) -> None:
    order = [play.packed for play in legal_plays(START, (5, 2))]
    sees(monkeypatch, judged(START, (5, 2), lambda result: -0.0001 * order.index(result.packed)))
    for level in ERRING:
        assert set(chosen(level)) == {order[0]}


def test_errors_are_as_large_as_the_difference_between_the_plays(monkeypatch: Patch) -> None:
    """Where all plays are near each other, the same seed errs in the same way as where they are far apart."""
    order = [play.packed for play in legal_plays(START, (5, 2))]
    made: list[list[int]] = []
    for step in (0.004, 0.012):
        with monkeypatch.context() as patch:
            sees(patch, judged(START, (5, 2), lambda result, step=step: -step * order.index(result.packed)))
            made.append(chosen(Level.BEGINNER))
    assert made[0] == made[1]


@pytest.mark.parametrize("level", list(Level))
def test_the_same_seed_is_the_same_choice(level: Level) -> None:
    one, other = (player.choice(START, (5, 2), MONEY, level, 7) for _ in range(2))
    assert one == other and one.packed in {play.packed for play in legal_plays(START, (5, 2))}
    position, owned = Position.of(counts(p3=2, p2=1), counts(p1=2)), Stakes(2, Owner.MOVER)
    cubes = [player.cube_choice(position, owned, level, 7, 8) for _ in range(2)]
    assert cubes[0] == cubes[1]


# The cube


@pytest.mark.parametrize("stakes", [MONEY, Stakes(), Stakes(away=(7, 7)), Stakes(2, Owner.MOVER)])
def test_nobody_doubles_in_an_even_position(stakes: Stakes) -> None:
    for level in Level:
        assert not any(doubles(level, seed, stakes) for seed in SEEDS)


def test_the_weaker_the_later_a_double_and_world_class_doubles_when_it_is_right(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.60, taken=0.68)
    often = [sum(doubles(level, seed) for seed in SEEDS) for level in Level]
    assert often[-1] == len(SEEDS) and often[0] < len(SEEDS) / 2
    assert all(weaker <= stronger for weaker, stronger in pairwise(often))


def test_who_waits_doubles_at_last(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.8, taken=1.95)
    for level in Level:
        assert all(doubles(level, seed) for seed in SEEDS)


def test_some_double_early_but_not_far_too_early(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.45, taken=0.40)
    assert 0 < sum(doubles(Level.FIRST_STEPS, seed) for seed in SEEDS) < len(SEEDS) / 3
    assert not any(doubles(Level.WORLD_CLASS, seed) for seed in SEEDS)
    thinks(monkeypatch, stays=0.45, taken=0.25)
    assert not any(doubles(level, seed) for level in Level for seed in SEEDS)


def test_the_weakest_take_most_and_world_class_takes_when_it_is_right(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.9, taken=1.1)
    first, beginner, *middle, world_class = (sum(takes(level, seed) for seed in SEEDS) for level in Level)
    assert first > len(SEEDS) / 2 and first > beginner > max(middle)
    assert world_class == 0 < min(middle[:-1])


def test_with_a_high_cube_all_are_more_careful(monkeypatch: Patch) -> None:
    high, level = Stakes(8, Owner.MOVER), Level.ADVANCED
    thinks(monkeypatch, stays=0.7, taken=0.9)
    assert sum(doubles(level, seed, high) for seed in SEEDS) < sum(doubles(level, seed) for seed in SEEDS)
    thinks(monkeypatch, stays=0.9, taken=1.1)
    taken = [
        sum(player.cube_choice(START, stakes, level, 0, seed, offered=True).take for seed in SEEDS)
        for stakes in (MONEY, high)
    ]
    assert taken[0] > 2 * taken[1]


def test_a_present_is_seen_by_all(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.1, taken=-0.2)
    for level in Level:
        thought = player.cube_choice(START, MONEY, level, 0, 3, offered=True)
        assert thought.take and thought.taken < 0, "it is beavered"


def test_behind_after_crawford_everybody_doubles(monkeypatch: Patch) -> None:
    thinks(monkeypatch, stays=0.0, taken=0.01)
    behind = Stakes(away=(3, 1))
    assert all(doubles(level, seed, behind) for level in Level for seed in SEEDS)
    assert not all(doubles(Level.FIRST_STEPS, seed, Stakes(away=(3, 2))) for seed in SEEDS)


def test_a_temper_follows_from_its_seed_and_differs_between_seeds() -> None:
    for level in ERRING:
        assert temper(level, 5) == temper(level, 5)
        assert len({temper(level, seed) for seed in SEEDS}) == len(SEEDS)
    assert {temper(Level.WORLD_CLASS, seed) for seed in SEEDS} == {temper(Level.WORLD_CLASS, 0)}


def test_a_cube_far_from_any_double_is_not_looked_at_closely(monkeypatch: Patch) -> None:
    looked: list[Position] = []
    even = CubeThought(0.1, -0.3, 1.0, EVEN)
    monkeypatch.setattr(player.sage, "cube", lambda position, stakes: looked.append(position) or even)
    assert not doubles(Level.WORLD_CLASS, 0) and not looked
    player.cube_choice(START, MONEY, Level.WORLD_CLASS, 0, 0, offered=True)
    assert looked, "an answer is thought about, whatever was offered"

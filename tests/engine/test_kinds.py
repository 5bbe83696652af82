"""Which plan a position calls for, as a player would name it."""

from __future__ import annotations

import pytest

from bot.backgammon import Position
from bot.engine.kinds import Kind, kind


def side(**there: int) -> list[int]:
    """A side of fifteen: `p6=5` is five checkers on its six point; the rest is borne off."""
    counts = [0] * 26
    for point, count in there.items():
        counts[int(point[1:])] = count
    counts[0] = 15 - sum(counts)
    return counts


START = side(p24=2, p13=5, p8=3, p6=5)

POSITIONS = [
    ("at the start", START, START, Kind.OPENING),
    (
        "after two rolls of each",
        side(p24=2, p13=4, p8=3, p6=4, p5=2),
        side(p24=2, p13=3, p11=2, p8=3, p6=5),
        Kind.OPENING,
    ),
    (
        "two on the bar against ten",
        side(p11=3, p8=4, p6=4, p4=4),
        side(p25=2, p13=4, p9=2, p8=3, p6=4),
        Kind.BLITZ,
    ),
    (
        "two that stand alone against ten",
        side(p24=1, p23=1, p13=4, p8=4, p6=5),
        side(p11=3, p8=3, p7=2, p6=4, p4=3),
        Kind.BLITZ,
    ),
    (
        "no blitz, for there is an anchor",
        side(p25=1, p21=2, p13=3, p8=4, p6=5),
        side(p20=1, p11=2, p8=3, p7=2, p6=4, p3=3),
        Kind.CONTACT,
    ),
    (
        "behind four points in a row",
        side(p24=2, p13=3, p8=3, p6=4, p4=3),
        side(p18=1, p13=4, p7=2, p6=3, p5=3, p4=2),
        Kind.PRIME,
    ),
    (
        "at the edge of three points in a row",
        side(p24=2, p13=3, p8=3, p6=4, p4=3),
        side(p18=1, p13=6, p6=3, p5=3, p4=2),
        Kind.CONTACT,
    ),
    (
        "past four points in a row",
        side(p18=2, p9=2, p8=2, p6=3, p5=3, p4=3),
        side(p13=3, p6=3, p5=3, p4=2, p3=2, p2=2),
        Kind.HOLDING,
    ),
    (
        "the five point anchor",
        side(p20=2, p13=3, p8=4, p6=4, p4=2),
        side(p13=4, p11=2, p8=3, p6=4, p3=2),
        Kind.HOLDING,
    ),
    (
        "at the ace point",
        side(p24=2, p6=5, p5=4, p4=2, p2=2),
        side(p13=3, p11=2, p8=2, p6=4, p3=2, p2=2),
        Kind.CONTACT,
    ),
    ("past each other", side(p10=5, p6=5, p5=5), side(p11=5, p6=5, p4=5), Kind.RACE),
    ("all home", side(p6=5, p5=5, p4=5), side(p11=5, p6=5, p4=5), Kind.BEAR_OFF),
    ("all home, with somebody on the bar", side(p6=5, p5=5, p2=2), side(p25=1, p6=5, p4=5), Kind.BEAR_OFF),
]


@pytest.mark.parametrize(("words", "own", "opponent", "expected"), POSITIONS, ids=[each[0] for each in POSITIONS])
def test_a_position_is_named_as_players_name_it(
    words: str, own: list[int], opponent: list[int], expected: Kind
) -> None:
    assert kind(Position.of(own, opponent)) is expected


def test_plans_are_the_same_whoever_is_on_roll() -> None:
    for _, own, opponent, expected in POSITIONS:
        if expected not in (Kind.BEAR_OFF, Kind.RACE):
            assert kind(Position.of(opponent, own)) is expected

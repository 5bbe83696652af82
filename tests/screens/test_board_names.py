"""File names that carry a position."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.backgammon import Position, Side, Xgid
from bot.screens.board_names import board_name, xgid_in

START = Xgid(position=Position.start(), turn=None)
EVERY = [
    START,
    replace(START, turn=Side.WHITE, dice=(6, 5), length=7, score=(3, 6), crawford=True),
    replace(START, turn=Side.BLACK, owner=Side.BLACK, cube=1 << 20, offer="D", jacoby=True, beavers=True),
    replace(START, turn=Side.BLACK, owner=Side.WHITE, cube=4, offer="R", score=(12345, 0)),
    Xgid(position=Position.from_id("4HPwATDgc/ABMA").mirrored(), turn=Side.WHITE, offer="B"),
]


@pytest.mark.parametrize("xgid", EVERY)
def test_a_position_is_read_again(xgid: Xgid) -> None:
    for stem, end in (("k7f3q2", "-41.png"), ("position", ".png")):
        name = board_name(stem, xgid) + end
        assert re.fullmatch(r"[0-9A-Za-z]+_[0-9A-Za-z]+(-\d+)?\.png", name), "what Discord keeps of a name"
        assert xgid_in(name) == xgid


@pytest.mark.parametrize("name", ["k7f3q2-41.png", "position.png", "", board_name("x", START)[:-2] + "x.png"])
def test_other_names_carry_none(name: str) -> None:
    assert xgid_in(name) is None

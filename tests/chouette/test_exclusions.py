"""Options that exclude each other."""

from __future__ import annotations

import pytest

from bot.chouette import EXCLUDING, PRESETS, Options, Retain, excluding, values, with_value
from bot.chouette.exclusions import excluded
from bot.screens.chouette.option_words import CUBES, TABLE


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ({"bank": 13}, ("stakes", "bank")),
        ({"retain": Retain.SCHEDULE}, ("stakes", "retain")),
        ({"bank": 0}, None),
        ({}, None),
    ],
)
def test_stakes_go_neither_with_a_bank_nor_with_fixed_turns(
    others: dict[str, object], named: tuple[str, str] | None
) -> None:
    held = values(with_value(Options(), "stakes", True))
    assert excluded(held | others) == named
    assert excluded(values(Options()) | others) is None


def test_presets_go_together_and_every_pair_is_of_two() -> None:
    assert [name for name, options in PRESETS.items() if excluding(options)] == []
    assert all(one != other for one, other in EXCLUDING)
    assert {"stakes", "retain"} <= {*CUBES, *TABLE}

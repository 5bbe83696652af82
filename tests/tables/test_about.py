"""What does not change at a table: as it is stored, and as it was before games had tags."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Rules, Variant
from bot.chouette import PRESETS
from bot.core.log import UnreadableLog
from bot.tables import games
from bot.tables.about import About, Counts, decoded, encoded

SETUPS = [Rules(length=7, variant=Variant.NACKGAMMON), PRESETS["half_and_beaver"]]


def about(setup: Struct) -> About:
    return About(id="k7f3q2", guild=7, channel=8, setup=setup, made_at=1.0, expires_at=2.0, light=None)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda it: type(it).__name__)
def test_what_is_written_is_read(setup: Struct) -> None:
    assert decoded(encoded(about(setup))) == about(setup)
    assert about(setup).game is games.named(json.loads(encoded(about(setup)))["game"])


def test_for_which_league_it_counts_is_written_only_where_it_does() -> None:
    plain = about(SETUPS[0])
    counting = replace(plain, counts=Counts("abcdef", 3, (1, 0), "Winter", rated=True))
    assert b"counts" not in encoded(plain) and decoded(encoded(plain)).counts is None
    assert decoded(encoded(counting)) == counting


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "preferans"},
        {"game": "chouette"},
        {"game": ""},
        {"setup": None},
        {"rules": {}},
        {"options": None},
        {"stakes": 5},
    ],
    ids=str,
)
def test_what_is_of_no_known_game_is_left_alone(changes: dict[str, Any]) -> None:
    stored = json.loads(encoded(about(SETUPS[0]))) | changes
    with pytest.raises(UnreadableLog):
        decoded(json.dumps(stored).encode())

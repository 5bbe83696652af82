"""Cubes that were offered, as facts tell of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from bot.backgammon.cube_turns import CubeTurn
from bot.ladder.facts import Turn


def turns_of(cubes: Iterable[CubeTurn]) -> tuple[Turn, ...]:
    """What became of these cubes, in their order."""
    return tuple(
        Turn(
            giver=cube.giver,
            receiver=cube.receiver,
            value=cube.value,
            turned=cube.stage + 1,
            dropper=cube.dropper,
            roll=None if cube.roll is UNSET else cube.roll,
        )
        for cube in cubes
    )

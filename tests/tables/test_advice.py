"""What the engine advises, of all that it says."""

from __future__ import annotations

import pytest

from bot.backgammon import Dice, Position, Side, legal_plays
from bot.engine.thoughts import Chances, Judged, Stakes
from bot.screens.reference.hint_words import hint_words
from bot.tables.advice import MOST_PLAYS, Decision, hint
from bot.texts import texts
from tests.play.thinking import FakeEngine

START, ROLL = Position.start(), (6, 4)
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


class OfTwoMinds(FakeEngine):
    """Has looked at the first plays with three plies; what it has looked at with two seems better to it."""

    def __init__(self, deep: int) -> None:
        super().__init__()
        self.deep = deep

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        plays = [play.packed for play in legal_plays(position, dice)]
        three = [Judged(each, -place / 100, EVEN, 3) for place, each in enumerate(plays[: self.deep])]
        return (*three, *(Judged(each, 1 - place / 100, EVEN, 2) for place, each in enumerate(plays[self.deep :])))


@pytest.mark.parametrize(("deep", "named", "plies"), [(3, 3, 3), (8, MOST_PLAYS, 3), (0, MOST_PLAYS, 2)])
async def test_all_plays_that_are_named_are_looked_at_as_far(deep: int, named: int, plies: int) -> None:
    found = await hint(OfTwoMinds(deep), Decision(START, Side.WHITE, Stakes(), ROLL))
    assert [each.plies for each in found.plays] == [plies] * named
    assert found.plays == tuple(sorted(found.plays, key=lambda each: -each.equity))


async def test_the_line_under_the_plays_names_the_depth_of_all() -> None:
    found = await hint(OfTwoMinds(3), Decision(START, Side.WHITE, Stakes(), ROLL))
    said = hint_words(found, legal_plays(START, ROLL), texts("en"))
    assert said.endswith(" · all at 3-ply") and len(said.splitlines()) == 4
    alone = found._replace(plays=found.plays[:1])
    assert hint_words(alone, legal_plays(START, ROLL), texts("en")).endswith(" · 3-ply")

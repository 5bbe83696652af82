"""Numbers that may not be just any: every one from far below to far above, whether it is accepted."""

from __future__ import annotations

from collections.abc import Callable, Container

import pytest

from bot.backgammon import CubeRules, Position, Rules, legal_plays
from bot.backgammon.match_equity import match_equity
from bot.backgammon.odds import entering_chance
from bot.chouette import Options

TRIED = range(-4, 41)
START = Position.start()


def _counted(number: int) -> Position:
    """So many checkers of each side on its own ace point."""
    return Position.of([0, number, *[0] * 24], [0, number, *[0] * 24])


BOUNDED: dict[str, tuple[Callable[[int], object], Container[int]]] = {
    "points of a match": (lambda number: Rules(length=number), range(41)),
    "checkers on a point": (lambda number: Rules(max_on_point=number), range(5, 16)),
    "animals": (lambda number: CubeRules(animals=number), range(3)),  # type: ignore[arg-type]  a plain number will do
    "beavers in a bet": (lambda number: CubeRules(beavers_per_bet=number), range(41)),
    "automatic doubles": (lambda number: CubeRules(auto_doubles=number), range(41)),
    "the highest cube": (lambda number: CubeRules(cube_cap=number), (1, 2, 4, 8, 16, 32)),
    "a first die": (lambda number: legal_plays(START, (number, 3)), range(1, 7)),
    "a second die": (lambda number: legal_plays(START, (3, number)), range(1, 7)),
    "a die of a double": (lambda number: legal_plays(START, (number, number)), range(1, 7)),
    "checkers of a side": (_counted, range(16)),
    "points that one needs": (lambda number: match_equity(number, 5), range(1, 26)),
    "points that the other needs": (lambda number: match_equity(5, number), range(1, 26)),
    "points that one needs after Crawford": (lambda number: match_equity(number, 1, True), range(1, 26)),
    "points that the other needs after Crawford": (lambda number: match_equity(1, number, True), range(1, 26)),
    "points that both need after Crawford": (lambda number: match_equity(number, number, True), (1,)),
    "checkers that enter": (lambda number: entering_chance(number, 3), range(1, 5)),
    "closed points": (lambda number: entering_chance(2, number), range(7)),
    "people at a table": (lambda number: Options(max_players=number), range(3, 11)),
    "people for a partner": (lambda number: Options(partner_from=number), (0, 6, 7)),
    "seconds for a cube": (lambda number: Options(cube_timer=number), range(1, 41)),
    "minutes of silence": (lambda number: Options(forfeit_after=number), range(1, 41)),
    "games of a session": (lambda number: Options(session_limit=number), range(1, 41)),
}


def _accepts(take: Callable[[int], object], number: int) -> bool:
    try:
        take(number)
    except ValueError as error:
        assert str(error)
        return False
    return True


@pytest.mark.parametrize("name", BOUNDED)
def test_exactly_these_numbers_are_accepted(name: str) -> None:
    take, allowed = BOUNDED[name]
    assert [number for number in TRIED if _accepts(take, number)] == [each for each in TRIED if each in allowed]

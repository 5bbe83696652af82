"""All scenarios hold."""

import pytest

from ..facts.chouette import mismatches
from ..facts.files import lines

CHUNKS = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_scenarios_hold(chunk: int) -> None:
    scenarios = lines("chouette_scenarios.jsonl")[chunk::CHUNKS]
    assert len(scenarios) > 150
    assert list(mismatches(scenarios)) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"points": {"A": 2, "B": -1, "C": -1, "D": 0}}, "points"),
        ({"next": "BCDA"}, "line"),
        ({"refused": True}, "is not refused"),
        ({"events": [["team_doubles", {"B": "raccoon"}]]}, "is refused"),
        ({"events": [["team_doubles", {"B": "take"}]]}, "not over"),
    ],
)
def test_a_scenario_that_does_not_hold_is_found(change: dict[str, object], found: str) -> None:
    (right,) = (each for each in lines("chouette_scenarios.jsonl") if each["name"].startswith("1:"))
    assert list(mismatches([right])) == []
    ((_, what),) = mismatches([right | change])
    assert found in what

"""500 random games while everything around the bot fails: no accepted action is lost or doubled, each table ends.

In every second one the bot comes and goes, and tables have clocks of which that costs nobody anything. Every tenth is
played against the computer in a direct message, half of these while another one lies open there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from .played import GAMES, played

#: Games in one test.
_AT_ONCE = 20


@pytest.fixture(scope="module")
def figures(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """What all games come to, printed at the end."""
    counted: Counter[str] = Counter()
    yield counted
    with request.config.pluginmanager.get_plugin("capturemanager").global_and_fixture_disabled():
        print("\nfaults: " + ", ".join(f"{name} {number}" for name, number in sorted(counted.items())))


@pytest.mark.parametrize("first", range(0, GAMES, _AT_ONCE))
async def test_no_action_is_lost_or_doubled_and_every_table_ends(first: int, figures: Counter[str]) -> None:
    for seed in range(first, first + _AT_ONCE):
        figures.update(await played(seed, comes=seed % 2 == 1))


def test_all_of_it_has_happened(figures: Counter[str]) -> None:
    if figures["games"] < GAMES:
        pytest.skip("only some games were played")
    kinds = ("500", "503", "429", "cut off", "answer lost")
    wanted = [f"Discord: {kind}" for kind in kinds] + ["store: not reached", "store: answer lost", "store restarts"]
    wanted += ["kills", "delivered twice", "delivered late", "repeated", "old buttons"]
    wanted += ["away: killed", "away: removed", "clocks", "clocks: outages"]
    assert all(figures[name] > GAMES // 20 for name in wanted), figures
    assert figures["actions"] > 10 * GAMES
    assert figures["direct games"] == GAMES // 10
    alone = {name: number for name, number in figures.items() if name.startswith("direct games: ")}
    assert len(alone) == 4 and min(alone.values()) > GAMES // 100, alone
    assert figures["direct games: actions of computers"] > 5 * figures["direct games"]

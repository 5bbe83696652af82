"""The judge in every test of the folders that run a simulated Discord, and what all of them came to (`make papers`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .listening import Hearing, listening
from .rules import Largest

#: Folders whose bots are judged.
JUDGED = ("play", "cogs", "process", "playground", "hosting", "storm", "bench")

_TOTALS = pytest.StashKey["Totals"]()
_WORKER = "papers"


class Totals:
    """What all tests have sent."""

    def __init__(self) -> None:
        self.routes = Counter[str]()
        self.largest = Largest()
        self.packets = self.refused = 0

    def add(self, summary: dict[str, Any]) -> None:
        """What some of them have."""
        self.routes.update(summary["routes"])
        self.packets += summary["packets"]
        self.refused += summary["refused"]
        self.largest.join(summary["largest"])

    @property
    def summary(self) -> dict[str, Any]:
        """As `Hearing.summary`."""
        return {
            "routes": dict(self.routes),
            "packets": self.packets,
            "refused": self.refused,
            "largest": self.largest.seen,
        }


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--papers", action="store_true", help="say what Discord's papers make of all that was sent")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_TOTALS] = Totals()


@pytest.fixture(autouse=True)
def papers(request: pytest.FixtureRequest) -> Iterator[Hearing | None]:
    """Every simulated Discord of this test, judged; a test fails that has sent what Discord would not take."""
    folder = request.path.relative_to(Path(__file__).parents[1]).parts[0]
    if folder not in JUDGED:
        yield None
        return
    with listening() as hearing:
        yield hearing
    request.config.stash[_TOTALS].add(hearing.summary)
    told = "\n".join(dict.fromkeys(map(str, hearing.refusals)))
    assert not told, f"Discord would refuse:\n{told}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_WORKER] = json.dumps(session.config.stash[_TOTALS].summary)


class _Workers:
    """Where tests run side by side, what each worker has seen."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {}).get(_WORKER)
        if told:
            self._config.stash[_TOTALS].add(json.loads(told))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not config.getoption("--papers"):
        return
    totals = config.stash[_TOTALS]
    say = terminalreporter.write_line
    terminalreporter.section("Discord's papers")
    for name, (value, limit) in sorted(totals.largest.seen.items()):
        say(f"{value:>10,} of {limit:>10,} {name}")
    for route, number in sorted(totals.routes.items()):
        say(f"{number:>10,} {route}")
    say(f"{totals.packets} packets to the gateway")
    say(f"{sum(totals.routes.values())} requests of {len(totals.routes)} routes, {totals.refused} refused")

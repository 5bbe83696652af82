"""The judge in every test of the folders that run a simulated Discord, and what all of them came to (`make papers`)."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from .limits import Largest
from .listening import Hearing, listening
from .watched import NOTES, read_notes

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

    @property
    def line(self) -> str:
        """All of it in a line."""
        return f"{sum(self.routes.values())} requests of {len(self.routes)} routes, {self.refused} refused"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--papers", action="store_true", help="say what Discord's papers make of all that was sent")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_TOTALS] = Totals()
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(_Workers(config))


@pytest.fixture(autouse=True)
def papers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hearing | None]:
    """Every simulated Discord of this test, judged; a test fails that has sent what Discord would not take."""
    top, *folders = request.path.relative_to(request.config.rootpath).parts
    if top != "tests" or folders[0] not in JUDGED:
        yield None
        return
    notes = tmp_path_factory.mktemp("papers")
    # Without `monkeypatch`, which would be undone after this and put back what a test has patched here.
    with patch.dict(os.environ, {NOTES: str(notes)}), listening() as hearing:
        yield hearing
    elsewhere = read_notes(notes)
    totals = request.config.stash[_TOTALS]
    for summary, _ in ((hearing.summary, ()), *elsewhere):
        totals.add(summary)
    told = [*map(str, hearing.refusals), *(line for _, lines in elsewhere for line in lines)]
    assert not told, "Discord would refuse:\n" + "\n".join(dict.fromkeys(told))


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--papers"):
        return
    totals = config.stash[_TOTALS]
    terminalreporter.section("Discord's papers")
    for route, number in sorted(totals.routes.items()):
        terminalreporter.write_line(f"{number:>10,} {route}")
    terminalreporter.write_line(f"{totals.packets:>10,} packets to the gateway")
    terminalreporter.write_line("The largest beside each limit:")
    for name, (value, limit) in sorted(totals.largest.seen.items()):
        terminalreporter.write_line(f"{value:>10,} of {limit:>10,} {name}")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of all, after what pytest itself has to say in the end."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and config.getoption("--papers") and not hasattr(config, "workeroutput"):
        reporter.write_line(config.stash[_TOTALS].line)

"""The judge in every test of the folders that run a simulated Discord, and what all of them came to (`make papers`)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from .listening import Hearing, listening
from .record import Record
from .watched import NOTES, take_notes

#: Folders and files whose bots are judged: all that run a simulated Discord but its own tests.
JUDGED = ("play", "cogs", "process", "playground", "hosting", "faults", "bench", "texts_gallery", "test_image.py")

_ALL = pytest.StashKey[Record]()
_WORKER = "papers"


class _Court(NamedTuple):
    """What is heard in the tests of a file, and of programs that they start; where that is added."""

    hearing: Hearing
    notes: Path
    all: Record

    def judge(self) -> None:
        """Raises `AssertionError` with what Discord would have refused since the last time."""
        told = [*map(str, self.hearing.take())]
        for summary, refusals in take_notes(self.notes):
            self.all.add(summary)
            told += refusals
        assert not told, "Discord would refuse:\n" + "\n".join(dict.fromkeys(told))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--papers", action="store_true", help="say what Discord's papers make of all that was sent")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_ALL] = Record()
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(_Workers(config))


@pytest.fixture(scope="module", autouse=True)
def _court(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Court | None]:
    """Every simulated Discord of a file's tests, judged: what the file sets up for several of its tests too."""
    top, *folders = request.path.relative_to(request.config.rootpath).parts
    if top != "tests" or folders[0] not in JUDGED:
        yield None
        return
    notes = tmp_path_factory.mktemp("papers")
    with patch.dict(os.environ, {NOTES: str(notes)}), listening() as hearing:
        court = _Court(hearing, notes, request.config.stash[_ALL])
        yield court
    try:
        court.judge()
    finally:
        court.all.add(hearing.summary)


@pytest.fixture(autouse=True)
def papers(_court: _Court | None) -> Iterator[Hearing | None]:
    """A test fails that has sent what Discord would not take."""
    if _court is None:
        yield None
        return
    yield _court.hearing
    _court.judge()


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_WORKER] = json.dumps(session.config.stash[_ALL].summary)


class _Workers:
    """Where tests run side by side, what each worker has seen."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {}).get(_WORKER)
        if told:
            self._config.stash[_ALL].add(json.loads(told))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--papers"):
        return
    everything = config.stash[_ALL]
    terminalreporter.section("Discord's papers")
    for route, number in sorted(everything.routes.items()):
        terminalreporter.write_line(f"{number:>10,} {route}")
    terminalreporter.write_line(f"{everything.packets:>10,} packets to the gateway")
    terminalreporter.write_line("The largest beside each limit:")
    for name, (value, limit) in sorted(everything.largest.seen.items()):
        terminalreporter.write_line(f"{value:>10,} of {limit:>10,} {name}")
    terminalreporter.write_line("What nobody has asked for:")
    for kind, names in everything.never.items():
        terminalreporter.write_line(f"{len(names):>10,} {kind}{': ' if names else ''}{', '.join(names)}")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of all, after what pytest itself has to say in the end."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and config.getoption("--papers") and not hasattr(config, "workeroutput"):
        reporter.write_line(config.stash[_ALL].line)

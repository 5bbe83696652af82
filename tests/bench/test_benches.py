"""Every benchmark runs once, tiny: what it prints is no figure, but it prints. Peers not installed are left out."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import bench
from tests.bench import (
    acknowledge,
    analyses,
    computers,
    courses,
    due,
    exports,
    hands,
    identify,
    ladder,
    legal_plays,
    load,
    load_processes,
    long_log,
    messages,
    packed,
    png,
    press,
    review_queue,
    scores,
    session,
    sevens,
    soak,
    start,
    taps,
    turns,
    waiting,
    workers,
)
from tests.bench.pictures import __main__ as pictures

FACTS = legal_plays.FACTS.read_text(encoding="utf-8").splitlines(keepends=True)


def few_plays(folder: Path) -> None:
    facts = folder / "few.jsonl"
    facts.write_text("".join(FACTS[::500]), encoding="utf-8")
    legal_plays.main(facts, passes=1)


def two_tables(folder: Path) -> None:
    """Of its runs with one process that with most in it, and two processes, stand for all."""
    stages = asyncio.run(load.stages([2], 1.0, folder, limited=True))
    load.verdict(stages, *stages)
    rounds = asyncio.run(load_processes.compared(2, 1.0, 1, folder, ["two"]))["two"]
    load_processes.judged(dict.fromkeys(load_processes.DESIGNS, rounds), str)


#: How each is run.
TINY: dict[str, Callable[[Path], object]] = {
    "acknowledge": lambda _: asyncio.run(acknowledge.main(2)),
    "analyses": lambda _: asyncio.run(analyses.main(2, 2, real=False)),
    "computers": lambda _: asyncio.run(computers.main(2)),
    "courses": lambda _: courses.main(frames=2),
    "due": lambda _: asyncio.run(due.main(30, 0.2)),
    "exports": lambda _: asyncio.run(exports.main(presses=3, games=1, exports=2)),
    "hands": lambda _: asyncio.run(hands.main(hands=2)),
    "identify": lambda _: asyncio.run(identify.main(2)),
    "ladder": lambda _: ladder.main(20, (5,)),
    "legal_plays": few_plays,
    "load": two_tables,
    "long_log": lambda _: long_log.main(entries=1200),
    "messages": lambda _: asyncio.run(messages.main(20, 0.5)),
    "packed": lambda _: packed.main(["20"]),
    "pictures": lambda folder: pictures.main(folder, pictures.Sizes(1, 1, 3, 1, 1, 3)),
    "png": lambda _: png.main(frames=1),
    "press": lambda _: asyncio.run(press.main(3)),
    "review_queue": lambda _: review_queue.main(12, 3, 2),
    "scores": lambda _: asyncio.run(scores.main(real=False)),
    "session": lambda _: session.main(games=2, turns=3),
    "taps": lambda _: asyncio.run(taps.main(games=1, turns=2)),
    "turns": lambda _: asyncio.run(turns.main(2, 2, 2)),
    "sevens": lambda _: asyncio.run(sevens.main(sevens.MATCHES / "08.txt", real=False)),
    "waiting": lambda _: waiting.main(12, 3, 2),
    "start": lambda _: start.main(40, 8),
    "workers": lambda _: workers.main(2),
    "soak": lambda _: soak.main(games=4, between=2, warm=2),
}


def test_every_benchmark_is_run_here() -> None:
    modules = [each for each in pkgutil.iter_modules(bench.__path__) if not each.name.startswith("test_")]
    described = [each.name for each in modules if f"python -m tests.bench.{each.name}" in docstring(each.name)]
    assert sorted(TINY) == sorted(described)


def docstring(name: str) -> str:
    """What a benchmark says of itself."""
    return importlib.import_module(f"tests.bench.{name}").__doc__ or ""


@pytest.mark.parametrize("name", TINY)
def test_it_runs(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TINY[name](tmp_path)
    assert re.search(r"\b(met|missed|too few)\b", capsys.readouterr().out, re.IGNORECASE)

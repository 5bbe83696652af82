"""Clocks against an independent oracle: `python -m tests.facts.clock FILE`.

A line of the file is a pace, what a log says of time, and what both sides have left at a moment. The last line printed
says how many there were and how many differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from bot.core.clock import Clock, Entry, Pace


def clock_of(case: dict[str, Any]) -> Clock:
    """The clock of a line."""
    return Clock.of(msgspec.convert(case["pace"], Pace), msgspec.convert(case["entries"], list[Entry]))


def differs(case: dict[str, Any]) -> str:
    """What is wrong with our clock of a line; nothing if they agree."""
    clock, at = clock_of(case), case["at"]
    ours = [clock.left(side, at) for side in (0, 1)], clock.flag(at)
    theirs = case["left"], case["deadline"]
    return "" if ours == theirs else f"{case}: {ours}"


def main(path: str) -> int:
    """1 if a clock differs."""
    found = [differs(json.loads(line)) for line in Path(path).read_text().splitlines()]
    wrong = [each for each in found if each]
    for each in wrong:
        print(each)
    print(f"{len(found)} logs, {len(wrong)} mismatches")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

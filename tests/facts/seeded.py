"""Random plays by their seeds, for the programs that count how many fail."""

from __future__ import annotations

import sys
from collections.abc import Callable


def failing(play: Callable[[int], None], number: int, first: int, expected: tuple[type[Exception], ...]) -> list[int]:
    """The seeds, of so many from the first on, at which a play fails with an `expected` error, which is printed."""
    found: list[int] = []
    for seed in range(first, first + number):
        try:
            play(seed)
        except expected as error:
            print(f"{seed}: {error!r}")
            found.append(seed)
    return found


def counted(what: str, failures: Callable[[int], list[int]]) -> int:
    """Run as many as the command line says, 1,000 without, and print how many failed; the exit code."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    failed = failures(number)
    print(f"{number} {what}, {len(failed)} failures")
    return int(bool(failed))

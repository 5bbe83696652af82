"""`python -m tests.storm` plays all games and prints the figures; with seeds, only those."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter

from .game import GAMES, played


def main(words: list[str]) -> None:
    """Ends with the first game that fails."""
    logging.basicConfig(level=logging.INFO if words else logging.CRITICAL)
    figures: Counter[str] = Counter()
    for seed in map(int, words) if words else range(GAMES):
        figures += asyncio.run(played(seed))
    for name, number in sorted(figures.items()):
        print(f"{name:28}{number:8,}")


if __name__ == "__main__":
    main(sys.argv[1:])

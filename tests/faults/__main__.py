"""`python -m tests.faults` plays all games and prints the figures; with seeds, only those.

`7` is a game, `7:1` the same one by a schedule of its own, of that seed. With `--away` the bot comes and goes in them,
and tables have clocks.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter

from .played import GAMES, played
from .schedule import scheduled


def main(words: list[str]) -> None:
    """Ends with the first game that fails."""
    logging.basicConfig(level=logging.INFO if words else logging.CRITICAL)
    figures: Counter[str] = Counter()
    comes = "--away" in words
    words = [word for word in words if word != "--away"]
    for word in words or map(str, range(GAMES)):
        game, _, schedule = word.partition(":")
        play = played(int(game), comes=comes)
        figures += scheduled(int(schedule), play)[0] if schedule else asyncio.run(play)
    for name, number in sorted(figures.items()):
        print(f"{name:28}{number:8,}")


if __name__ == "__main__":
    main(sys.argv[1:])

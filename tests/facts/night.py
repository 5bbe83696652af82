"""Settlements of banks against an independent oracle: `python -m tests.facts.night FILE`.

A line of the file is a game: what everybody had, what the box won of each member, and what everybody has afterwards, or
that it is no game. The last line printed says how many there were and how many differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bot.chouette import settled_with_bank


def settled(case: dict[str, Any]) -> dict[str, int] | None:
    """Our balances after a game; None if it is refused."""
    bets = ((each["name"], each["points"]) for each in case["bets"])
    try:
        return settled_with_bank(case["bank"], case["box"], bets, case["order"])
    except ValueError:
        return None


def differs(case: dict[str, Any]) -> str:
    """What is wrong with our settlement of a line; nothing if they agree."""
    ours, theirs = settled(case), None if case.get("refused") else case["balances"]
    return "" if ours == theirs else f"{case['id']}: {ours}, not {theirs}"


def main(path: str) -> int:
    """1 if a settlement differs."""
    found = [differs(json.loads(line)) for line in Path(path).read_text().splitlines()]
    wrong = [each for each in found if each]
    for each in wrong:
        print(each)
    print(f"{len(found)} settlements, {len(wrong)} mismatches")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

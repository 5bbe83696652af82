"""The value of hands against an independent oracle: `python -m tests.facts.preferans FILE`.

A line of the file is a hand by the house's convention with its balances: of the declarer, two defenders and the dealer,
or of the four hands. The last line printed says how many there were and how many differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from bot.preferans.conventions import HOUSE
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role
from bot.preferans.records import balances, record


def hand_of(case: dict[str, Any]) -> Hand:
    """The hand of a line."""
    match case["kind"]:
        case "game":
            first, second = ((Role(role), tricks) for role, tricks in case["defenders"])
            return Game(case["game"], case["declarer"], (first, second), case["talon"])
        case "misere":
            return Misere(case["declarer"])
        case _:
            return AllPass(tuple(case["tricks"]))


def differs(case: dict[str, Any]) -> str:
    """What is wrong with our balances of a line; nothing if they agree."""
    ours: Sequence[Fraction] = balances(record(hand_of(case), HOUSE), HOUSE)
    theirs = [Fraction(each) for each in case["balances"]]
    return "" if list(ours) == theirs else f"{case}: {[str(each) for each in ours]}"


def main(path: str) -> int:
    """1 if a hand differs."""
    found = [differs(json.loads(line)) for line in Path(path).read_text().splitlines()]
    wrong = [each for each in found if each]
    for each in wrong:
        print(each)
    print(f"{len(found)} hands, {len(wrong)} mismatches")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

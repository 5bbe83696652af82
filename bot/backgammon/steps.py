"""One checker moved by one die, and how the steps of a play are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .position import BAR, OFF


class Step(NamedTuple):
    """One checker moved by one die, points numbered from the mover's side (25 the bar, 0 off)."""

    start: int
    end: int
    hit: bool


def point_name(point: int) -> str:
    """A point in notation."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def format_steps(steps: Sequence[Step]) -> str:
    """Canonical notation; a dance is the empty text.

    The steps of one checker are joined into the longest chain, an intermediate point is written only where it hits;
    groups go by origin, then landing, both descending, equal ones folded with a count.
    """
    blots = {step.end for step in steps if step.hit}
    groups: dict[tuple[int, int], str] = {}
    counts: Counter[tuple[int, int]] = Counter()
    for chain in sorted(chains(steps), key=lambda chain: (chain[0].start, chain[-1].end), reverse=True):
        ends = chain[0].start, chain[-1].end
        counts[ends] += 1
        if counts[ends] == 1:
            text = point_name(chain[0].start)
            for step in chain:
                if step.end in blots:
                    blots.remove(step.end)
                    text += f"/{step.end}*"
                elif step is chain[-1]:
                    text += f"/{point_name(step.end)}"
            groups[ends] = text
    return " ".join(text if counts[ends] == 1 else f"{text}({counts[ends]})" for ends, text in groups.items())


def chains(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps grouped by checker, each going as far as it can."""
    chains: list[list[Step]] = []
    left = sorted(steps, key=lambda step: step.start, reverse=True)
    while left:
        chain = [left.pop(0)]
        while follow := next((step for step in left if step.start == chain[-1].end), None):
            left.remove(follow)
            chain.append(follow)
        chains.append(chain)
    return chains

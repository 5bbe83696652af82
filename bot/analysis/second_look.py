"""Which decisions of a game are looked at once more, when all are known: what has cost most, and what is not sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.analysis.decisions import Decided, question
from bot.analysis.report import WORST
from bot.analysis.verdicts import ERROR, Kind, judged
from bot.engine.reviews import AGAIN, Again, Asked, Found, PlayFound

COSTLY = 0.05
"""A cube that has cost more is looked at again in any case."""


def second_look(decisions: Sequence[Decided], found: Mapping[Asked, Found]) -> list[Again]:
    """Of each player the worst errors, as many as are shown, by what was `found` at first; and what is not sure.

    What turns out to be better than it seemed makes no room for others: these have been told by fewer plies, but all
    plays of one decision by as many.
    """
    wrong, again = Counter[int](), dict[Asked, Again]()
    made = zip(decisions, judged(decisions, found), strict=True)
    for decision, verdict in sorted(made, key=lambda each: -each[1].error):
        wrong[verdict.seat] += 1
        worst = verdict.error >= ERROR and wrong[verdict.seat] <= WORST
        costly = verdict.kind is not Kind.PLAY and verdict.error > COSTLY
        asked = question(decision)
        before = found[asked]
        unsure = isinstance(before, PlayFound) and before.unsure
        if (worst or costly or unsure) and verdict.plies < AGAIN:
            again[asked] = Again(asked, before)
    return list(again.values())

"""Second look: which decisions the engine examines again, once all are known: the costliest, and the uncertain ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.analysis.decisions import Decided, question
from bot.analysis.report import WORST
from bot.analysis.verdicts import ERROR, Kind, judged
from bot.engine.reviews import AGAIN, Again, Asked, Found, PlayFound

COSTLY = 0.05
"""Equity above which a cube error is always examined again."""


def second_look(decisions: Sequence[Decided], found: Mapping[Asked, Found]) -> list[Again]:
    """For each player the worst errors by what was `found` at first, as many as are shown; and the uncertain ones.

    An error that turns out smaller does not make room for another one: the others have been compared with fewer plies,
    and all shown errors should be compared alike.
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

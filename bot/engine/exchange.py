"""Equity of an offered cube, answer by answer, if both sides go on as is best for them.

A cube of twice the value is worth twice as much, whoever has turned it: a double is turned over again only for money.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.backgammon import OfferStage, Reply
from bot.backgammon.bet import Ways
from bot.engine.thoughts import CubeThought, Stakes

_ORDER = (Reply.TAKE, Reply.BEAVER, Reply.RACCOON, Reply.DROP)
"""Of answers that come to the same the first one is given."""


def calmed(stakes: Stakes) -> Stakes:
    """The stakes for evaluating an offered cube: without further turns."""
    return replace(stakes, beavers=False)


def taken_once(thought: CubeThought, stakes: Stakes) -> float:
    """The equity of a double that is simply taken. Where a beaver is allowed the engine assumes that it is made."""
    return thought.taken / 2 if stakes.beavers and thought.taken < 0 else thought.taken


def worths(thought: CubeThought, stakes: Stakes, stage: OfferStage, ways: Ways) -> dict[Reply, float]:
    """The doubler's equity after each answer at a stage, in units of the cube before the double; the best answer
    first.
    """
    now, *further = ways
    unit = 1 << stage
    refused = thought.dropped * unit
    found: dict[Reply, float] = {}
    for reply in _ORDER:
        if reply not in now:
            continue
        if reply is Reply.TAKE:
            found[reply] = taken_once(thought, stakes) * unit
        elif reply is Reply.DROP:
            found[reply] = -refused if _doubler_answers(stage) else refused
        else:
            found[reply] = next(iter(worths(thought, stakes, OfferStage(stage + 1), tuple(further)).values()))
    return dict(sorted(found.items(), key=lambda each: -each[1] if _doubler_answers(stage) else each[1]))


def best_answer(thought: CubeThought, stakes: Stakes, stage: OfferStage, ways: Ways) -> Reply:
    return next(iter(worths(thought, stakes, stage, ways)))


def doubled(thought: CubeThought, stakes: Stakes, ways: Ways) -> float:
    return next(iter(worths(thought, stakes, OfferStage.DOUBLE, ways).values()))


def _doubler_answers(stage: OfferStage) -> bool:
    return stage is OfferStage.BEAVER

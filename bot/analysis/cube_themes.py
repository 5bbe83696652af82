"""Themes of cube decisions: why a double, a roll, a take or a drop was wrong. Pure.

As with plays, a sentence is said only where its condition is true of the numbers as they are printed: whole percent.
"""

from __future__ import annotations

from bot.analysis.take_points import take_points
from bot.analysis.themes import Reason
from bot.analysis.verdicts import DOUBLE, ROLL, Kind, Verdict, right_outcome
from bot.backgammon import OfferStage, Reply
from bot.engine.thoughts import Chances, Stakes

_FEW, _MANY = 25, 20
"""Of 100 sequences, below how many an early double is explained by lost markets, and from how many a late one."""


def cube_reasons(verdict: Verdict) -> tuple[Reason, ...]:
    """At most two reasons why a cube decision was wrong; empty where no number on the list supports it."""
    if verdict.kind is Kind.PLAY or verdict.stage is not OfferStage.DOUBLE or not verdict.outcomes:
        return ()
    if verdict.kind is Kind.ANSWER:
        if verdict.chosen == Reply.DROP.value:
            return _take(verdict.after, verdict.stakes)
        return _drop(verdict.after, verdict.stakes) if verdict.best == Reply.DROP.value else ()
    return _early(verdict) if verdict.best == ROLL else _late(verdict)


def _take(chances: Chances, stakes: Stakes) -> tuple[Reason, ...]:
    wins, dead, live = _taker(chances, stakes)
    if wins >= dead:
        return (Reason("take", (wins, dead)),)
    return (Reason("live take", (wins, live, dead)),) if wins >= live else ()


def _drop(chances: Chances, stakes: Stakes, name: str = "drop") -> tuple[Reason, ...]:
    wins, dead, live = _taker(chances, stakes)
    if wins >= dead:
        return ()
    said = Reason(f"{name}", (wins, live)) if wins < live else Reason(f"dead {name}", (wins, dead))
    single = Chances(chances.win, 0.0, 0.0, 0.0, 0.0)
    if wins >= _taker(single, stakes)[1]:
        return said, Reason("gammons lost", (_whole(chances.gammon),))
    return (said,)


def _early(verdict: Verdict) -> tuple[Reason, ...]:
    chances, outcomes = verdict.after, dict(verdict.outcomes)
    taken, dropped = outcomes.get(Reply.TAKE.value, 0.0), outcomes.get(Reply.DROP.value, 1.0)
    if outcomes[ROLL] > dropped and taken > dropped:
        return (Reason("too good", (_whole(chances.gammon),)),)
    wins, dead, _ = _taker(chances, verdict.stakes)
    found: list[Reason] = []
    if verdict.market is not None and _whole(verdict.market) <= _FEW:
        found.append(Reason("early", (_whole(verdict.market),)))
    if wins >= dead:
        found.append(Reason("easy take", (wins, dead)))
    return tuple(found)


def _late(verdict: Verdict) -> tuple[Reason, ...]:
    if verdict.chosen == DOUBLE:
        return ()
    if right_outcome(verdict) == Reply.DROP.value:
        return _drop(verdict.after, verdict.stakes, "cash")
    if verdict.market is not None and _whole(verdict.market) >= _MANY:
        return (Reason("late", (_whole(verdict.market),)),)
    wins, dead, live = _taker(verdict.after, verdict.stakes)
    return (Reason("close to a drop", (wins, live)),) if live <= wins < dead + _NEAR else ()


_NEAR = 3
"""Per cent above the take point of a dead cube, up to which a take is close."""


def _taker(chances: Chances, stakes: Stakes) -> tuple[int, int, int]:
    """The wins of the side that is doubled, and the take points of a dead and of a live cube, in whole per cent."""
    needed = take_points(chances, stakes)
    return _whole(1 - chances.win), _whole(needed.dead), _whole(needed.live)


def _whole(share: float) -> int:
    return round(100 * share)

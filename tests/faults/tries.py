"""What people have tried, and whether the log has of it what they were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.chouette.actions import Answer, Double, Hold, Paid, Pass
from bot.core.actions import Action

from .answers import Told
from .players import Wish

#: What may be told of an action that is in the log, the likelier the later.
_LIKELY = (Told.NOT_DONE, Told.NOTHING, Told.DONE)
#: What may be said again while it is sealed, and payments, of which several may be one's own: logged as often as tried.
_SAID_AGAIN = (Answer, Double, Pass, Hold, Paid)


@dataclass
class Try:
    """A wish that was sent; `again`: Discord delivered it twice.

    `sent`, `answered`: when, in entries that the log had then. That is the time that counts: what had been answered
    before something else was sent stands before it.
    """

    wish: Wish
    told: Told
    sent: int
    answered: int
    words: str = ""
    again: bool = False
    by_button: bool = False


def account(tries: Sequence[Try], new: Sequence[tuple[int, Action]], figures: Counter[str]) -> None:
    """What is new in the log, by its places, is what people have tried, each of it once; and they were told the
    truth.
    """
    open_now: dict[Wish, list[Try]] = {}
    found: Counter[Wish] = Counter()
    actions = [action for _, action in new]
    for each in tries:
        open_now.setdefault(each.wish, []).append(each)
    for place, action in new:
        fitting = [one for one in open_now if one.is_done_by(action)]
        assert fitting, f"nobody tried {action}, or it is doubled; tried: {tries}; new: {actions}"
        # Of those that it may be, one that was told so; else one that was told nothing.
        best = max(fitting, key=lambda one: max(_LIKELY.index(each.told) for each in open_now[one]))
        told = open_now[best]
        found[best] += 1
        if not isinstance(action, _SAID_AGAIN) or found[best] == len(told):
            del open_now[best]
        wrong = [each for each in told if each.told is Told.NOT_DONE]
        assert len(wrong) < len(told) or wrong[0].again, f"told that it is not done: {wrong[0]}"
        if not isinstance(action, _SAID_AGAIN) or sum(map(best.is_done_by, actions)) == len(told) == 1:
            _check_time(place, told)
            figures["in time"] += 1
    for one, told in open_now.items():
        assert any(map(one.is_done_by, actions)) or all(each.told is not Told.DONE for each in told), (
            f"accepted and not in the log: {one} {told} {actions}"
        )
    figures["actions"] += len(actions)


def _check_time(place: int, told: Sequence[Try]) -> None:
    """What stands there was not there before somebody sent it, and was when they were told so."""
    late = [each for each in told if each.told is Told.DONE and each.answered <= place]
    assert not late, f"told before entry {place} was in the log: {late}"
    assert min(each.sent for each in told) <= place, f"entry {place} was in the log before anybody sent it: {told}"

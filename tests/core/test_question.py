"""What a state asks, remembered for all who want to know it one after the other."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from bot.core.question import Ask, Question, memoize_last


def test_whoever_asks_of_another_state_in_between_changes_no_answer() -> None:
    """As a second thread may, between any two lines."""
    of_one, of_other = object(), object()

    @memoize_last
    def ask(state: object) -> tuple[Question, ...]:
        return (Question(1 if state is of_one else 2, Ask.ROLL, (0,), ()),)

    between = 0

    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal between
        if frame.f_code is ask.__code__ and event == "line":
            between += 1
            ask(of_other)
        return interrupt

    ask(of_one)
    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        numbers = [ask(of_one)[0].number for _ in range(3)]
    finally:
        sys.settrace(before)
    assert between > 0 and numbers == [1, 1, 1]

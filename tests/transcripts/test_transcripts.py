"""Everything is still as it was told once."""

from __future__ import annotations

from collections import deque

import pytest

from . import ALL, IN_FULL, lines, now
from .telling import Told

#: Steps that are shown before one that is not as it was.
_BEFORE = 5


@pytest.mark.parametrize("name", ALL)
def test_a_transcript_is_told_again_word_for_word(name: str) -> None:
    was, before = iter(lines(name)), deque[str](maxlen=_BEFORE)
    for told in now(name):
        written = told.written(digested=name not in IN_FULL)
        if (once := [next(was, "") for _ in written]) != [*written]:
            shown = [f"{name}.txt, told otherwise:", *before, told.step, *told.in_full, "where there was:", *once]
            pytest.fail("\n".join([*shown, "`python -m tests.transcripts --against REV` tells both."]), pytrace=False)
        before.append(told.step)
    assert not [*was], "everything has been told"


def test_a_story_that_differs_in_one_letter_has_another_digest() -> None:
    one, other = Told("> 8/5", ("asked 4",)), Told("> 8/5", ("asked 5",))
    assert one.written(digested=True) != other.written(digested=True)
    assert one.written(digested=False) == ("> 8/5", "  asked 4")

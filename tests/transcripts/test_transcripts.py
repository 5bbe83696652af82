"""Everything is still as it was told once."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice, zip_longest

import pytest

from . import ALL, FOLDER
from .telling import retold

#: Lines that are told before and behind the first that is not as it was.
_BEFORE, _BEHIND = 5, 30


@pytest.mark.parametrize("name", ALL)
def test_a_transcript_is_told_again_word_for_word(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    was, now = text.splitlines(), retold(text, ALL[name]())
    for number, (old, new) in enumerate(zip_longest(was, now)):
        if old != new:
            before = was[max(number - _BEFORE, 0) : number]
            told = [*before, *([] if new is None else [new]), *islice(now, _BEHIND)]
            about = [*before, *was[number : number + _BEHIND + 1]]
            difference = unified_diff(about, told, f"{name}.txt from line {number + 1} on", "now", n=2, lineterm="")
            pytest.fail("\n".join(difference), pytrace=False)

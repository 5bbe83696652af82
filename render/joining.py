"""Arabic shaping: letters in their contextual forms. Fonts have glyphs for these, but Pillow's basic layout does not
join.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

_PRESENTED = (*range(0xFB50, 0xFDFC), *range(0xFE70, 0xFEFD))
_LAM_ALEF = range(0xFEF5, 0xFEFD)  # mandatory ligatures of two letters
_STRETCH = "\u0640"  # the tatweel, which joins on both sides and has one form
_PLACES = {
    (False, False): "<isolated>",
    (True, False): "<final>",
    (False, True): "<initial>",
    (True, True): "<medial>",
}


def joined(line: str) -> str:
    """A line, in logical order, with every letter in its contextual form."""
    if _forms().keys().isdisjoint(line):
        return line
    parts = list(_parts(line))
    shown: list[str] = []
    for index, (letter, marks) in enumerate(parts):
        before = index > 0 and _leads_on(parts[index - 1][0]) and _takes_up(letter)
        after = index + 1 < len(parts) and _leads_on(letter) and _takes_up(parts[index + 1][0])
        shown.append(_forms().get(letter, {}).get(_PLACES[before, after], letter) + marks)
    return "".join(shown)


def _parts(line: str) -> Iterator[tuple[str, str]]:
    """Every letter, lam and alef as one, with its marks, which do not affect joining."""
    letter, marks = "", ""
    for character in line:
        if letter and unicodedata.combining(character):
            marks += character
        elif letter and letter + character in _forms():
            letter += character
        else:
            if letter:
                yield letter, marks
            letter, marks = character, ""
    if letter:
        yield letter, marks


def _leads_on(letter: str) -> bool:
    return letter == _STRETCH or "<initial>" in _forms().get(letter, ())


def _takes_up(letter: str) -> bool:
    return letter == _STRETCH or "<final>" in _forms().get(letter, ())


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The Unicode presentation forms of each letter, by position."""
    found: dict[str, dict[str, str]] = {}
    for code in _PRESENTED:
        place, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if place in _PLACES.values() and (len(letters) == 1 or code in _LAM_ALEF):
            letter = "".join(chr(int(each, 16)) for each in letters)
            found.setdefault(letter, {})[place] = chr(code)
    return found

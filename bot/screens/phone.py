"""An estimate of line breaks on a phone, to choose the most detailed form of a message that is short enough.

Letters are assumed slightly wider than Discord's: hardly anything takes more lines than estimated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import east_asian_width

#: Pixels of a line, beside the avatar.
_LINE = 302
#: Pixels of letters; of most: `_LETTER`.
_WIDTHS = (
    {" ": 4.0}
    | dict.fromkeys("fijlrtI.,:;'’!-/íì", 5.5)
    | dict.fromkeys("()[]|", 7.0)
    | dict.fromkeys("+0234567890", 11.0)
    | dict.fromkeys("mwM…%жшщюмыфЖШЩЮМФ", 14.5)
    | dict.fromkeys("W@—", 16.5)
    | dict.fromkeys("\u200b\u200d\u2068\u2069", 0.0)
)
_LETTER, _CAPITAL, _CYRILLIC, _PICTURE = 9.6, 11.2, 10.2, 22.0
#: The last letter of Latin alphabets; of others that are not known here the widest letters count.
_LAST_LATIN, _FOREIGN = "\u024f", 17.0
#: Code: the pixels of any letter, and around all of them.
_CODE, _CODE_EDGES = 8.5, 10.0
#: The relative width of bold type.
_BOLD = 1.06
#: The approximate width of a mention.
_MENTION, _NAME = re.compile(r"<@\d+>"), "@Maximiliana K."
#: An emoji of the application, which is as wide as any other.
_EMOJI, _ONE_EMOJI = re.compile(r"<:\w+:\d+>"), "🎲"
#: Times from now, as they are shown.
_TIME, _SOON = re.compile(r"<t:\d+:R>"), "in 58 minutes"


def for_phone(forms: Iterable[Sequence[str]], most: int) -> Sequence[str]:
    """Of several forms of the same paragraphs, the most detailed first, the first that fits about this many lines on a
    phone; the last if none does.
    """
    form: Sequence[str] = ()
    for form in forms:
        if sum(map(_lines, form)) <= most:
            break
    return form


def beginnings(listed: Sequence[str], between: str) -> Iterator[str]:
    """A list, then ever shorter beginnings of it with the number omitted, down to one item."""
    yield between.join(listed)
    for number in range(len(listed) - 1, 0, -1):
        yield f"{between.join(listed[:number])} (+{len(listed) - number})"


def wide(words: str) -> float:
    """The pixels of bold words on one line."""
    return sum(map(_width, words)) * _BOLD


def _lines(paragraph: str) -> int:
    """The number of lines of a paragraph; 0 if empty."""
    count, room, bold = 0, 0.0, False
    for word in _EMOJI.sub(_ONE_EMOJI, _TIME.sub(_SOON, _MENTION.sub(_NAME, paragraph))).split(" "):
        width = 0.0
        if len(word) > 2 and word[0] == word[-1] == "`":
            width, word = _CODE_EDGES + _CODE * (len(word) - 2), ""
        for number, part in enumerate(word.split("**")):
            bold = bold ^ (number > 0)
            width += sum(map(_width, part.replace("\\", ""))) * (_BOLD if bold else 1.0)
        if width > room:
            count, room = count + 1, float(_LINE)
        while width > room:  # a word longer than a line continues on the next
            count, width = count + 1, width - room
        room -= width + _WIDTHS[" "]
    return count if paragraph else 0


def _width(letter: str) -> float:
    if known := _WIDTHS.get(letter):
        return known
    if east_asian_width(letter) == "W":
        return _PICTURE
    if "\u0400" <= letter <= "\u04ff":
        return _CYRILLIC
    if letter > _LAST_LATIN and letter.isalpha():
        return _FOREIGN
    return _CAPITAL if letter.isupper() else _LETTER

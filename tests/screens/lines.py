"""Line counter of a phone: into how many lines the words of a message are broken at 390 px, as Discord shows them.

What is measured with is a little wider than Discord's own letters, so a message is rather counted one line too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from PIL import ImageFont

import render

#: Pixels: the screen, less its edge, the face of who speaks, the room between the two and the other edge.
COLUMN = 390 - 16 - 40 - 16 - 16
SIZE = 16
#: Sizes of what stands behind these marks at the beginning of a line; what is smaller than the rest, and code.
_HEADINGS = {"# ": 24, "## ": 20, "### ": 16, "-# ": 14}
_CODE, _CODE_EDGES, _MONOSPACED = 0.875, 10, 0.6
_EMOJI, _MENTION_EDGES, _INDENT = 1.375, 4, 24
#: A list's row, with its own indentation.
_ROW = re.compile(r"^( *)(?:[-*•]|\d+\.) ")
_FONTS = Path(render.__file__).parent / "fonts"
_EMOJIS = re.compile("[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?|<a?:\\w+:\\d+>")
#: What is shown otherwise than it is written: code, marks of markup, mentions, times, escapes, emoji.
_SPECIAL = re.compile(
    r"(?P<code>`+)(?P<inside>.+?)(?P=code)|(?P<bold>\*\*)|(?P<marks>__|\*|~~|\|\|)|<(?:@!?|@&|#)(?P<id>\d+)>"
    r"|<t:\d+(?::(?P<time>\w))?>|</(?P<command>[^:>]+):\d+>|\[(?P<label>[^\]]+)\]\([^)]+\)|\\(?P<escaped>[^\w\s])"
    rf"|(?P<emoji>{_EMOJIS.pattern})"
)
#: Times as a phone shows them, each as long as it may be.
_TIMES = {"t": "12:58 PM", "T": "12:58:58 PM", "d": "12/28/2026", "D": "December 28, 2026", "R": "in 58 minutes"}
_LONG_TIME = "December 28, 2026 at 12:58 PM"


class _Piece(NamedTuple):
    """Text of one look, and what it is as wide as."""

    text: str
    width: float


def lines(words: str, names: Mapping[int, str] | None = None) -> int:
    """How many lines a message takes; `names`: what people are called who are mentioned."""
    return sum(_broken(line, names or {}) for line in words.splitlines()) if words.strip() else 0


def _broken(line: str, names: Mapping[int, str]) -> int:
    size, room = SIZE, float(COLUMN)
    for mark, other in _HEADINGS.items():
        if line.startswith(mark):
            line, size = line.removeprefix(mark), other
    if line.startswith("> "):
        line, room = line[2:], room - _INDENT / 2
    if row := _ROW.match(line):
        line, room = line[row.end() :], room - _INDENT * (1 + len(row[1]) // 2)
    count, used = 1, 0.0
    for word in _words(line, size, names):
        width = sum(piece.width for piece in word)
        space = _width(" ", size) if used else 0.0
        if used and used + space + width > room:
            count, used, space = count + 1, 0.0, 0.0
        used += space + width
        while used > room:  # a word that is too long for any line goes on in the next
            count, used = count + 1, used - room
    return count


def _words(line: str, size: int, names: Mapping[int, str]) -> Iterator[list[_Piece]]:
    """What may not be broken, piece by piece."""
    word: list[_Piece] = []
    for piece in _pieces(line, size, names):
        if piece.text == " ":
            if word:
                yield word
            word = []
        else:
            word.append(piece)
    if word:
        yield word


def _pieces(line: str, size: int, names: Mapping[int, str]) -> Iterator[_Piece]:
    """A line as it is seen, blanks apart."""
    bold, end = False, 0
    for found in _SPECIAL.finditer(line):
        yield from _plain(line[end : found.start()], size, bold)
        end = found.end()
        if found["bold"]:
            bold = not bold
        elif found["code"]:
            letter = _MONOSPACED * _CODE * size
            for number, part in enumerate(found["inside"].split(" ")):
                if number:
                    yield _Piece(" ", 0)
                yield _Piece(part, len(part) * letter + _CODE_EDGES)
        elif found["id"]:
            name = "@" + names.get(int(found["id"]), "Somebody Usual")
            yield _Piece(name, _width(name, size, bold=True) + _MENTION_EDGES)
        elif found["emoji"]:
            yield _Piece(found["emoji"], _EMOJI * size)
        elif shown := found["label"] or found["command"] or found["escaped"]:
            yield from _plain(shown, size, bold)
        elif not found["marks"]:
            yield from _plain(_TIMES.get(found["time"] or "", _LONG_TIME), size, bold)
    yield from _plain(line[end:], size, bold)


def _plain(text: str, size: int, bold: bool) -> Iterator[_Piece]:
    for number, part in enumerate(text.split(" ")):
        if number:
            yield _Piece(" ", 0)
        if part:
            yield _Piece(part, _width(part, size, bold=bold))


def _width(text: str, size: int, *, bold: bool = False) -> float:
    text = "".join(each for each in text if category(each) != "Cf")  # nobody sees these
    return _font(size, bold).getlength(text)


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "Inter-Bold.otf" if bold else "Inter-SemiBold.otf"
    return ImageFont.truetype(str(_FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)

"""Text as masks: missing glyphs, reading direction, fitting into a width.

`PIL.ImageFont.Layout.BASIC` everywhere, with bidirectional reordering done here: the Raqm layout depends on system
libraries and would draw other pixels on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import floor
from unicodedata import bidirectional, category

# The package's other `get_display` leaves brackets unmirrored.
from bidi.algorithm import get_display  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageDraw, ImageFont

from .faces import bundled, face_of, opened
from .joining import joined
from .names import clean
from .theme import Colour

#: A number that is shown: points, which may be halves.
Number = int | Fraction
MISSING = "·"
ELLIPSIS = "…"
_CAPITALS = 0.727  # height of Inter's capitals, in em
_LEVELS = [round(level / 51) * 51 for level in range(256)]


@dataclass(frozen=True)
class Label:
    """A rendered line of text: its mask, advance in pixels, baseline, type size, and whether it was truncated."""

    mask: Image.Image
    width: int
    baseline: int
    size: int
    cut: bool = False

    @property
    def capitals(self) -> int:
        """The height of its capitals in pixels."""
        return round(self.size * _CAPITALS)


def draw_text(canvas: Image.Image, label: Label, x: float, y: float, colour: Colour, anchor: str = "l") -> None:
    """Paste a label; `y` is the middle of its capitals, `anchor` the meaning of `x`: l(eft), m(iddle) or r(ight)."""
    left = x - {"l": 0, "m": label.width / 2, "r": label.width}[anchor]
    # Rounded down, not to the nearest even pixel: equal text looks the same everywhere.
    canvas.paste(colour, (floor(left), floor(y + label.capitals / 2) - label.baseline), label.mask)


@lru_cache(768)
def label(text: str, size: int, width: int | None = None, *, smallest: int = 26, bold: bool = True) -> Label:
    """The text in a size, at most `width` pixels wide.

    Text that is too wide is first reduced in size, down to `smallest`, then truncated with an ellipsis.
    """
    line = _line(text, bold)
    if width is None:
        return _typeset(line, size, bold)
    smallest = min(smallest, size)
    if (needed := _measure(line, size, bold)) > width:
        # Advances grow with the size: the one that fits is here, or a little below.
        size = max(smallest, min(size - 1, int(size * width / needed) + 1))
    while size > smallest and _measure(line, size, bold) > width:
        size -= 1
    if _measure(line, size, bold) > width:
        return replace(_typeset(_shortened(line, size, width, bold), size, bold), cut=True)
    return _typeset(line, size, bold)


def halves(text: str, size: int, width: int, *, smallest: int) -> tuple[Label, ...]:
    """The bold text on two lines of one size, split between words where they are narrowest; a single word on one line.

    Each is at most `width` pixels wide, as in `label`.
    """
    words = clean(text).split()
    if len(words) < 2:
        return (label(text, size, width, smallest=smallest),)

    def together(lines: tuple[str, str]) -> float:
        return max(_measure(_line(line, True), smallest, True) for line in lines)

    ways = ((" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words)))
    lines = min(ways, key=together)
    size = min(label(line, size, width, smallest=smallest).size for line in lines)
    return tuple(label(line, size, width, smallest=smallest) for line in lines)


def _shortened(line: str, size: int, width: int, bold: bool) -> str:
    """The longest beginning of a line that fits `width` with an ellipsis; empty if none does."""

    def beginning(length: int) -> str:
        return line[:length].rstrip() + ELLIPSIS

    fits = bisect_right(range(len(line)), width, key=lambda length: _measure(beginning(length), size, bold))
    return beginning(fits - 1) if fits else ""


def _line(text: str, bold: bool) -> str:
    """The text on one line, with a dot for every character without a glyph; combining marks without one are dropped."""
    return "".join(
        character if face_of(character, bold) is not None else ("" if _combines(character) else MISSING)
        for character in joined(clean(text))
    )


@lru_cache(8192)
def _turns(character: str) -> bool:
    """Whether a character may be reordered: only then the slow bidi algorithm is used."""
    return bidirectional(character) in ("R", "AL", "AN")


def _combines(character: str) -> bool:
    return category(character).startswith("M")


def _runs(line: str, bold: bool) -> Iterator[tuple[str, str]]:
    """A line in visual order, split where the font file changes: (font file, text)."""
    shown = get_display(line) if any(map(_turns, line)) else line
    assert isinstance(shown, str)
    for path, run in groupby(shown, lambda character: face_of(character, bold)):
        yield path or bundled(bold), "".join(run)


@lru_cache(768)
def _measure(line: str, size: int, bold: bool) -> float:
    return sum(opened(path, size).getlength(run) for path, run in _runs(line, bold))


def _typeset(line: str, size: int, bold: bool) -> Label:
    """Render a line as a mask exactly as wide as its advance, so that no glyph leaves its box."""
    ascent, descent = opened(bundled(bold), size).getmetrics()
    width = max(1, round(_measure(line, size, bold)))
    mask = Image.new("L", (width, ascent + descent), 0)
    pen = ImageDraw.Draw(mask)
    x = 0.0
    for path, run in _runs(line, bold):
        face = opened(path, size)
        pen.text((x, ascent), run, font=face, fill=255, anchor="ls")
        x += face.getlength(run)
    # Rows without ink would cost as much to paste as those with it.
    _, top, _, bottom = mask.getbbox() or (0, 0, 0, 1)
    # Six levels of anti-aliasing look as smooth as all, and make smaller files.
    inked = mask.crop((0, top, width, bottom)).point(_LEVELS)
    return Label(inked, width, ascent - top, size)


def signed(value: Number) -> str:
    """A number with its sign; 0 has none. See `number`."""
    return ("+" if value > 0 else "") + number(value)


def number(value: Number) -> str:
    """A number with a typographic minus sign, as wide as a plus; halves as ½."""
    if isinstance(value, Fraction) and value.denominator == 2:
        whole = abs(value.numerator) // 2
        return ("−" if value < 0 else "") + (str(whole) if whole else "") + "½"
    return str(value).replace("-", "−")


def digits_font(size: int) -> ImageFont.FreeTypeFont:
    """The bold font, for digits on a sprite at many times its size."""
    return opened(bundled(True), size)

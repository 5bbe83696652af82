"""Lines of text as masks: bundled and fall-back faces, missing glyphs, reading direction, fitting into a width.

`Layout.BASIC` everywhere, with the reading direction done here: the other layout engine depends on the libraries of the
system and would draw other pixels on every machine.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from math import floor
from pathlib import Path
from unicodedata import bidirectional, category

# The package's other `get_display` leaves brackets unmirrored.
from bidi.algorithm import get_display  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageDraw, ImageFont

from .names import clean
from .theme import Colour

MISSING = "·"
ELLIPSIS = "…"
_BUNDLED = Path(__file__).parent / "fonts"
_CAPITALS = 0.727  # height of Inter's capitals, in em
_LEVELS = [round(level / 51) * 51 for level in range(256)]
_NO_CHARACTER = "\U0010ffff"  # guaranteed to have no glyph: shows what a face draws for a missing one

# Faces that bring scripts Inter lacks, best first; outlines only, as a colour face has no outline to fill.
_FALLBACKS = (
    "NotoSans-Bold.ttf",
    "DejaVuSans-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "NotoSansCJK-Bold.ttc",
    "NotoSansCJKjp-Bold.otf",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoEmoji-Bold.ttf",
    "NotoEmoji-Regular.ttf",
    "Symbola.ttf",
    "Arial Unicode.ttf",
    "msgothic.ttc",
    "malgun.ttf",
    "seguisym.ttf",
)
_FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)


@dataclass(frozen=True)
class Faces:
    """Where glyphs come from when Inter has none: font files, asked in this order."""

    fallbacks: tuple[str, ...] = ()


BUNDLED_ONLY = Faces()


@dataclass(frozen=True)
class Label:
    """A line of text ready to be pasted: its mask, its advance in pixels, where its baseline is, how large its type is
    and whether its end is missing."""

    mask: Image.Image
    width: int
    baseline: int
    size: int
    cut: bool = False

    @property
    def capitals(self) -> int:
        """The height of its capitals in pixels."""
        return round(self.size * _CAPITALS)


@cache
def system_faces() -> Faces:
    """The fall-back faces this machine has."""
    found: dict[str, str] = {}
    for folder in _FONT_FOLDERS:
        for path, _, files in os.walk(os.path.expanduser(folder)):
            for file in files:
                if file in _FALLBACKS:
                    found.setdefault(file, os.path.join(path, file))
    return Faces(tuple(found[name] for name in _FALLBACKS if name in found and _readable(found[name])))


def _readable(path: str) -> bool:
    try:
        _open(path, 26)
    except OSError:
        return False
    return True


def draw_text(canvas: Image.Image, label: Label, x: float, y: float, colour: Colour, anchor: str = "l") -> None:
    """Paste a label; `y` is the middle of its capitals, `anchor` says what `x` is: l(eft), m(iddle) or r(ight)."""
    left = x - {"l": 0, "m": label.width / 2, "r": label.width}[anchor]
    # Down, not to the nearest even pixel: the same words lie alike on every point.
    canvas.paste(colour, (floor(left), floor(y + label.capitals / 2) - label.baseline), label.mask)


@lru_cache(768)
def label(
    text: str,
    size: int,
    width: int | None = None,
    *,
    smallest: int = 26,
    bold: bool = True,
    faces: Faces = BUNDLED_ONLY,
) -> Label:
    """The text in a size, at most `width` pixels wide.

    Too wide a text first becomes smaller, down to `smallest`, then loses its end to an ellipsis.
    """
    line = _with_glyphs(clean(text), bold, faces)
    if width is None:
        return _typeset(line, size, bold, faces)
    smallest = min(smallest, size)
    if (needed := _measure(line, size, bold, faces)) > width:
        # Advances grow with the size: the one that fits is here, or a little below.
        size = max(smallest, min(size - 1, int(size * width / needed) + 1))
    while size > smallest and _measure(line, size, bold, faces) > width:
        size -= 1
    if _measure(line, size, bold, faces) > width:
        return replace(_typeset(_shortened(line, size, width, bold, faces), size, bold, faces), cut=True)
    return _typeset(line, size, bold, faces)


def halves(text: str, size: int, width: int, *, smallest: int, faces: Faces = BUNDLED_ONLY) -> tuple[Label, ...]:
    """The bold text on two lines of one size, between words where they come out narrowest; a single word on one.

    Each is at most `width` pixels wide, as in `label`.
    """
    words = clean(text).split()
    if len(words) < 2:
        return (label(text, size, width, smallest=smallest, faces=faces),)

    def together(lines: tuple[str, str]) -> float:
        return max(_measure(_with_glyphs(line, True, faces), smallest, True, faces) for line in lines)

    ways = ((" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words)))
    lines = min(ways, key=together)
    size = min(label(line, size, width, smallest=smallest, faces=faces).size for line in lines)
    return tuple(label(line, size, width, smallest=smallest, faces=faces) for line in lines)


def _shortened(line: str, size: int, width: int, bold: bool, faces: Faces) -> str:
    """The longest beginning of a line that, with an ellipsis, is no wider than `width`; nothing if none is."""

    def beginning(length: int) -> str:
        return line[:length].rstrip() + ELLIPSIS

    fits = bisect_right(range(len(line)), width, key=lambda length: _measure(beginning(length), size, bold, faces))
    return beginning(fits - 1) if fits else ""


def _with_glyphs(line: str, bold: bool, faces: Faces) -> str:
    """The line with a dot for every character no face has, and without combining marks no face has."""
    return "".join(
        character if _face_of(character, bold, faces) is not None else ("" if _combines(character) else MISSING)
        for character in line
    )


@lru_cache(8192)
def _turns(character: str) -> bool:
    """Whether a character may stand elsewhere than where it is in the text: only then the slow algorithm is asked."""
    return bidirectional(character) in ("R", "AL", "AN")


def _combines(character: str) -> bool:
    return category(character).startswith("M")


@lru_cache(8192)
def _face_of(character: str, bold: bool, faces: Faces) -> str | None:
    """The first font file that has a glyph for a character."""
    for path in (_bundled(bold), *faces.fallbacks):
        ink = _ink(path, character)
        # Only a space may be without ink: elsewhere that is some face's way of having no glyph.
        if character == " " or (ink and ink != _ink(path, _NO_CHARACTER)):
            return path
    return None


@lru_cache(64)
def _ink(path: str, character: str) -> bytes:
    """A glyph's pixels, to tell it from the sign a face draws for what it lacks; empty if there are none."""
    image = Image.new("L", (80, 80), 0)
    ImageDraw.Draw(image).text((30, 50), character, font=_open(path, 26), fill=255, anchor="ls")
    return image.tobytes() if image.getbbox() else b""


def _bundled(bold: bool) -> str:
    return str(_BUNDLED / ("Inter-Bold.otf" if bold else "Inter-SemiBold.otf"))


@lru_cache(256)
def _open(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def _runs(line: str, bold: bool, faces: Faces) -> Iterator[tuple[str, str]]:
    """A line in the order it is read from the left, cut where the font file changes: (font file, text)."""
    shown = get_display(line) if any(map(_turns, line)) else line
    assert isinstance(shown, str)
    for path, run in groupby(shown, lambda character: _face_of(character, bold, faces)):
        yield path or _bundled(bold), "".join(run)


@lru_cache(768)
def _measure(line: str, size: int, bold: bool, faces: Faces) -> float:
    return sum(_open(path, size).getlength(run) for path, run in _runs(line, bold, faces))


def _typeset(line: str, size: int, bold: bool, faces: Faces) -> Label:
    """Draw a line as a mask that is exactly as wide as its advance, so that no glyph leaves its box."""
    ascent, descent = _open(_bundled(bold), size).getmetrics()
    width = max(1, round(_measure(line, size, bold, faces)))
    mask = Image.new("L", (width, ascent + descent), 0)
    pen = ImageDraw.Draw(mask)
    x = 0.0
    for path, run in _runs(line, bold, faces):
        face = _open(path, size)
        pen.text((x, ascent), run, font=face, fill=255, anchor="ls")
        x += face.getlength(run)
    # Rows without ink would cost as much to paste as those with it.
    _, top, _, bottom = mask.getbbox() or (0, 0, 0, 1)
    # Six levels at its edges are as smooth to the eye as all, and make smaller files.
    inked = mask.crop((0, top, width, bottom)).point(_LEVELS)
    return Label(inked, width, ascent - top, size)


def signed(value: int) -> str:
    """A number with its sign, as `number` writes it; 0 has none."""
    return ("+" if value > 0 else "") + number(value)


def number(value: int) -> str:
    """A number, its minus as wide as a plus."""
    return str(value).replace("-", "−")


def digits_font(size: int) -> ImageFont.FreeTypeFont:
    """The bold face, for what is printed on a sprite at many times its size."""
    return _open(_bundled(True), size)

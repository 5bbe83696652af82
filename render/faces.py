"""Font files: the first one with a glyph for a character, opened in a size.

Inter is bundled. Missing glyphs come from the Noto fonts of two packages, pinned to one release each. System fonts are
not used, so that a picture is the same on every machine.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

_BUNDLED = Path(__file__).parent / "fonts"
_BOLD = 700
_NO_CHARACTER = "\U0010ffff"  # guaranteed to have no glyph: renders as a face's sign for missing ones
# In order of precedence; outline fonts only, because colour fonts have no outline to fill.
_SCRIPTS = (
    *("Arabic", "Hebrew", "Thai", "Devanagari", "Georgian", "Armenian", "Bengali", "Tamil", "Telugu", "Kannada"),
    *("Malayalam", "Gujarati", "Gurmukhi", "Oriya", "Sinhala", "Khmer", "Lao", "Myanmar", "Ethiopic", "Symbols"),
)
_NOTO = (
    ("manimgx_fonts", "NotoSans[wght].ttf"),
    ("manimgx_fonts", "NotoEmoji[wght].ttf"),
    ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
    *(("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS),
)


def bundled(bold: bool) -> str:
    """The bundled font file, used for all characters it has."""
    return str(_BUNDLED / ("Inter-Bold.otf" if bold else "Inter-SemiBold.otf"))


@cache
def _fallbacks() -> tuple[str, ...]:
    return tuple(str(files(package) / name) for package, name in _NOTO)


@lru_cache(8192)
def face_of(character: str, bold: bool) -> str | None:
    """The first font file that has a glyph for a character."""
    for path in (bundled(bold), *_fallbacks()):
        ink = _ink(path, character)
        # Only a space may be blank: another blank glyph is some face's sign for a missing one.
        if character == " " or (ink and ink != _missing(path)):
            return path
    return None


@lru_cache(64)
def _missing(path: str) -> bytes:
    return _ink(path, _NO_CHARACTER)


def _ink(path: str, character: str) -> bytes:
    """A glyph's pixels, to compare with a face's sign for missing ones; empty if there are none, or too many for
    FreeType, as of U+FDFD, a whole sentence.
    """
    image = Image.new("L", (80, 80), 0)
    try:
        ImageDraw.Draw(image).text((30, 50), character, font=opened(path, 26), fill=255, anchor="ls")
    except OSError:
        return b""
    return image.tobytes() if image.getbbox() else b""


def opened(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size; those of the packages are bold."""
    return _rare(path, size) if path in _fallbacks() else _usual(path, size)


@lru_cache(256)
def _usual(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(12)
def _rare(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the packages. A large one takes some megabytes per size."""
    face = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    if "[wght]" in path:
        face.set_variation_by_axes([_BOLD])
    return face

"""Pictures for directories of bots: an icon, and slides of 16 to 9 made of what the bot draws."""

from __future__ import annotations

import io
from collections.abc import Mapping

from PIL import Image, ImageFilter

from bot.texts import Texts
from render.blocks import cube
from render.text import draw_text, label
from render.theme import BLACK, THEMES, WHITE, mix

from .phone import screens

#: Pixels: of a side of the icon, and of a slide.
ICON = 1024
SLIDE = 1920, 1080
_EDGE, _GAP, _CAPTION = 48, 40, 118
_TYPE = 46
_LOOK = THEMES["wood"]

#: By file: what a slide says, and the pictures of the gallery that it shows side by side.
SLIDES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "play.png": ("A board after every turn, and a button for each step of a play", ()),
    "chouette.png": (
        "The chouette: one against all on one board, each with a cube of their own",
        ("chouette-window.png", "chouette-batch.png"),
    ),
    "ladder.png": ("Ratings, seasons and a card for each player", ("person.png", "ranking.png")),
    "leagues.png": ("Leagues that keep their own table", ("crosstable.png", "bracket.png")),
    "evening.png": ("The end of an evening, and a score sheet for Preferans", ("session.png", "preferans.png")),
}


def shop_pictures(gallery: Mapping[str, bytes], t: Texts) -> dict[str, bytes]:
    """The icon and the slides, as PNG by file; `gallery` has the pictures by file."""
    made = {"icon.png": _png(_icon())}
    for file, (caption, names) in SLIDES.items():
        shown = [Image.open(io.BytesIO(gallery[name])).convert("RGB") for name in names] or screens(t)
        made[file] = _png(_slide(caption, shown))
    return made


def _icon() -> Image.Image:
    """The cube in the middle, at the size that is left when the corners are cut off to a circle."""
    picture = Image.new("RGB", (ICON, ICON), _LOOK.felt)
    block = cube("wood", 64, ICON * 9 // 16)
    place = (ICON - block.width) // 2, (ICON - block.height) // 2
    solid = block.getchannel("A").point([max(0, 4 * (alpha - 192)) for alpha in range(256)])
    shadow = Image.new("L", picture.size)
    shadow.paste(solid, (place[0], place[1] + ICON // 32))
    shadow = shadow.filter(ImageFilter.GaussianBlur(ICON // 32)).point([alpha // 2 for alpha in range(256)])
    picture.paste(BLACK, (0, 0), shadow)  # its own one is made for the size it has on a board
    picture.paste(block, place, solid)
    return picture


def _slide(caption: str, pictures: list[Image.Image]) -> Image.Image:
    """Pictures side by side at one scale, under a caption."""
    slide = Image.new("RGB", SLIDE, mix(_LOOK.felt, BLACK, 0.7))
    draw_text(slide, label(caption, _TYPE, SLIDE[0] - 2 * _EDGE), SLIDE[0] / 2, _CAPTION / 2 + 6, WHITE, "m")
    wide = SLIDE[0] - 2 * _EDGE - _GAP * (len(pictures) - 1)
    high = SLIDE[1] - _CAPTION - _EDGE
    scale = min(wide / sum(each.width for each in pictures), high / max(each.height for each in pictures))
    sizes = [(round(each.width * scale), round(each.height * scale)) for each in pictures]
    scaled = [each.resize(size, Image.Resampling.LANCZOS) for each, size in zip(pictures, sizes, strict=True)]
    left = (SLIDE[0] - sum(each.width for each in scaled) - _GAP * (len(scaled) - 1)) // 2
    for each in scaled:
        slide.paste(each, (left, _CAPTION + (high - each.height) // 2))
        left += each.width + _GAP
    return slide


def _png(picture: Image.Image) -> bytes:
    """A PNG of 256 colours."""
    written = io.BytesIO()
    picture.quantize(256, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()

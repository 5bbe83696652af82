"""Small pictures for sentences and buttons: dice, cubes, checkers. Discord shows them at about 22 pixels."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2s
from typing import NamedTuple

from PIL import Image, ImageDraw

from . import blocks, encode, sprites
from .surfaces import SCALE
from .theme import THEMES, Colour

EMOJI_SIZE = 128
"""Pixels of a side, the most that Discord keeps."""

CUBES = (1, 2, 4, 8, 16, 32, 64)

_THEME = "wood"
#: Pixels of a piece; its shadow is cut off at the edges.
_BLOCK, _CHECKER = 114, 114
#: The halo around dark checkers, which keeps them apart from a dark background.
_HALO, _HALO_WIDE = (214, 206, 190), 5
_DIGEST_BYTES = 3


class Emoji(NamedTuple):
    """A picture as a PNG; `name` ends in a digest of its pixels."""

    name: str
    png: bytes


def draw_emoji() -> tuple[Emoji, ...]:
    """Six light dice, the cubes up to 64, a light and a dark checker."""
    return tuple(
        Emoji(f"{stem}_{blake2s(picture.tobytes(), digest_size=_DIGEST_BYTES).hexdigest()}", encode.rgba_png(picture))
        for stem, picture in _pictures()
    )


def _pictures() -> Iterator[tuple[str, Image.Image]]:
    for value in range(1, 7):
        yield f"die{value}", _centred(blocks.die(_THEME, 0, value, False, size=_BLOCK))
    for value in CUBES:
        yield f"cube{value}", _centred(blocks.cube(_THEME, value, _BLOCK))
    yield "checker_light", _centred(sprites.checker(_THEME, 0, _CHECKER))
    yield "checker_dark", _ringed(_centred(sprites.checker(_THEME, 1, _CHECKER)), _HALO)


def _centred(sprite: Image.Image) -> Image.Image:
    """A sprite in the middle of a picture, its farthest shadow cut off."""
    picture = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE), (*THEMES[_THEME].shade, 0))
    aside = (sprite.width - EMOJI_SIZE) // 2
    picture.alpha_composite(sprite.crop((aside, aside, aside + EMOJI_SIZE, aside + EMOJI_SIZE)))
    return picture


def _ringed(picture: Image.Image, colour: Colour) -> Image.Image:
    full = EMOJI_SIZE * SCALE
    ring = Image.new("L", (full, full), 0)
    reach = (_CHECKER / 2 + _HALO_WIDE) * SCALE
    box = (full / 2 - reach, full / 2 - reach, full / 2 + reach, full / 2 + reach)
    ImageDraw.Draw(ring).ellipse(box, outline=255, width=(_HALO_WIDE + 1) * SCALE)
    halo = Image.new("RGBA", picture.size, (*colour, 255))
    halo.putalpha(ring.reduce(SCALE))
    picture.alpha_composite(halo)
    return picture

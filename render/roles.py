"""Roles of players in a game of a chouette, as marks on the score sheet: a shape and a colour."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import lru_cache

from PIL import Image, ImageDraw

from .theme import Colour, Theme

SIZE = 18

_SCALE = 4


class Mark(StrEnum):
    """A player's role in a game: box, captain or member of the team, or out of it early."""

    BOX = "box"
    CAPTAIN = "captain"
    PARTNER = "partner"
    OUT = "out"


def ink(mark: Mark, look: Theme) -> Colour:
    """The colour of a mark, besides its shape."""
    match mark:
        case Mark.BOX:
            return look.brass.face
        case Mark.CAPTAIN:
            return look.past.colour
        case Mark.PARTNER:
            return look.text
        case Mark.OUT:
            return look.text_quiet


@lru_cache(4)
def sign(mark: Mark) -> Image.Image:
    """The shape of a mark, as a mask: a square, a star, a ring, a cross."""
    size = SIZE * _SCALE
    mask = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(mask)
    match mark:
        case Mark.BOX:
            pen.rounded_rectangle((_SCALE, _SCALE, size - 1 - _SCALE, size - 1 - _SCALE), 3 * _SCALE, fill=255)
        case Mark.CAPTAIN:
            middle, reaches = size / 2, (size * 0.54, size * 0.23)
            turns = [(reaches[corner % 2], math.tau * corner / 10) for corner in range(10)]
            pen.polygon(
                [
                    (middle + reach * math.sin(turn), middle + 2 * _SCALE / 3 - reach * math.cos(turn))
                    for reach, turn in turns
                ],
                fill=255,
            )
        case Mark.PARTNER:
            pen.ellipse((_SCALE, _SCALE, size - 1 - _SCALE, size - 1 - _SCALE), outline=255, width=3 * _SCALE)
        case Mark.OUT:
            low, high = 3 * _SCALE, size - 1 - 3 * _SCALE
            for line in ((low, low, high, high), (low, high, high, low)):
                pen.line(line, fill=255, width=7 * _SCALE // 2)
    return mask.reduce(_SCALE)

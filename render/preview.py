"""Previews of themes: the lower edge of a board in each."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from . import encode, layout
from .picture import compose
from .scene import Scene

_HIGH, _GAP = 300, 12


def draw_preview(scenes: Sequence[Scene]) -> bytes:
    """The lower edges of boards, stacked, as a PNG 1100 wide. Raises `ValueError` for an invalid one."""
    picture = Image.new("RGB", (layout.WIDTH, len(scenes) * (_HIGH + _GAP) - _GAP))
    for index, scene in enumerate(scenes):
        board = compose(scene)
        edge = board.crop((0, layout.HEIGHT - _HIGH, layout.WIDTH, layout.HEIGHT))
        picture.paste(encode.indexed(edge, scene.theme).convert("RGB"), (0, index * (_HIGH + _GAP)))
    # Together their palettes have more colours than one PNG's palette.
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()

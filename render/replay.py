"""A finished game as an animation: one frame per scene, at half its size, as WebP or GIF.

Frames are reduced to the theme's palette before they are encoded. With so few colours a lossless animation is smaller
than a lossy one, faster to encode, and sharp.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from PIL import Image

from . import encode
from .picture import compose
from .scene import Scene, check

Kind = Literal["webp", "gif"]

HOLD = 1200
FIRST_HOLD = 1500
LAST_HOLD = 5000

# Only changes between frames are stored. `kmax=0` disables key frames, so the encoder tries none. A higher quality or
# method halves the speed for a tenth less.
_OPTIONS: Mapping[Kind, Mapping[str, object]] = MappingProxyType(
    {
        "webp": {"lossless": True, "quality": 0, "method": 2, "kmax": 0},
        "gif": {"optimize": True},
    }
)


def draw_replay(scenes: Sequence[Scene], *, kind: Kind = "webp") -> bytes:
    """The scenes one after another as an animation 550 wide, looping.

    Every frame stays for `HOLD` milliseconds, except the first and the last, for `FIRST_HOLD` and `LAST_HOLD`. Equal
    scenes share a frame with their total duration. Slow: about a second for sixty scenes. Raises `ValueError`, saying
    what is wrong, if there are no scenes, if they differ in theme or size, or if one is impossible.
    """
    frames = _frames(scenes)
    holds = [FIRST_HOLD, *[HOLD] * (len(frames) - 2), LAST_HOLD][-len(frames) :]
    buffer = io.BytesIO()
    frames[0].save(buffer, kind, save_all=True, append_images=frames[1:], duration=holds, loop=0, **_OPTIONS[kind])
    return buffer.getvalue()


def _frames(scenes: Sequence[Scene]) -> list[Image.Image]:
    """The scenes' pictures, reduced in size and to their theme's palette: one byte per pixel."""
    if not scenes:
        raise ValueError("a replay needs at least one scene")
    for scene in scenes:
        check(scene)
    themes = {scene.theme: None for scene in scenes}
    if len(themes) > 1:
        raise ValueError(f"a replay is of one theme, not of {' and '.join(themes)}")
    frames: list[Image.Image] = []
    for scene in scenes:
        frame = encode.indexed(compose(scene).reduce(2), scene.theme)
        if frames and frame.size != frames[0].size:
            raise ValueError("a replay is of one size, not of {} × {} and {} × {}".format(*frames[0].size, *frame.size))
        frames.append(frame)
    return frames

"""How long it takes to make a PNG of a board that is drawn, by our own encoder and by Pillow's, and how large it is.

Both get the same frames, already reduced to the theme's palette, and take turns, a frame of each; what the machine does
beside is left out by taking the fastest of some passes for each frame. Ours stays as long as it is the fastest.
Run: `python -m tests.bench.png [FRAMES]`.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable
from itertools import product
from unittest import mock

from PIL import Image, features
from PIL import __version__ as pillow

import render
from render import encode
from tests.bench.pictures.games import turns

FRAMES, PASSES = 60, 7
THEME = "wood"
Encoder = Callable[[Image.Image], bytes]


def _pillows(level: int) -> Encoder:
    def made(frame: Image.Image) -> bytes:
        file = io.BytesIO()
        frame.save(file, "PNG", compress_level=level)
        return file.getvalue()

    return made


ENCODERS: dict[str, Encoder] = {"ours": lambda frame: encode.png(frame, THEME)} | {
    f"Pillow, level {level}": _pillows(level) for level in (1, 2, 3, 6)
}


def main(frames: int = FRAMES) -> None:
    """Print what was measured."""
    print(f"Pillow {pillow}, {'zlib-ng' if features.check('zlib_ng') else 'zlib'} {features.version('zlib_ng') or ''}")
    drawn = [render.draw(turn.scene) for turn in turns(random.Random(1), frames)]
    pictures = [Image.open(io.BytesIO(each)).convert("RGB") for each in drawn]
    reduced = [encode.indexed(each, THEME) for each in pictures]
    fastest = {name: [float("inf")] * frames for name in ENCODERS}
    size = dict.fromkeys(ENCODERS, 0)
    with mock.patch.object(encode, "indexed", lambda frame, theme: frame):
        for _, (number, frame), (name, made) in product(range(PASSES), enumerate(reduced), ENCODERS.items()):
            before = time.perf_counter()
            file = made(frame)
            fastest[name][number] = min(fastest[name][number], time.perf_counter() - before)
            size[name] += len(file)
    for name, times in fastest.items():
        print(f"{name:16} {1000 * sum(times) / frames:6.2f} ms {size[name] / PASSES / frames / 1000:7.1f} kB")
    ours, *others = (sum(times) for times in fastest.values())
    print(f"ours is the fastest, by {min(others) / ours:.1f}: {'met' if ours <= min(others) else 'MISSED'}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

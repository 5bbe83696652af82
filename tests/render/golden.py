"""Goldens: what the fixed scenes looked like when last looked at, as a hash of their pixels and a coarse copy.

Equal hashes settle it. If they differ, as with another version of the font rasterizer, the coarse copies are compared
with a small tolerance: each of its cells is the mean of a block of pixels.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from render import THEMES, Scene
from render.encode import png
from render.picture import compose
from render.text import BUNDLED_ONLY

from .reading import decode
from .scenes import FIXED

FILE = Path(__file__).parent / "goldens.json"
COARSE = (44, 35)
WORST_CELL = 12
WORST_MEAN = 0.4


def cases() -> dict[str, Scene]:
    """Every fixed scene in one theme, and two of them in all."""
    themes = list(THEMES)
    found: dict[str, Scene] = {}
    for index, (name, scene) in enumerate(FIXED.items()):
        for theme in themes if name in ("play", "double") else [themes[index % len(themes)]]:
            found[f"{name} {theme}"] = replace(scene, theme=theme)
    return found


def picture(scene: Scene) -> Image.Image:
    """The decoded picture, drawn with bundled faces only: those of the system differ from machine to machine."""
    return decode(png(compose(scene, BUNDLED_ONLY), scene.theme))


def digest(image: Image.Image) -> str:
    return hashlib.sha256(image.tobytes()).hexdigest()


def coarse(image: Image.Image) -> Image.Image:
    return image.resize(COARSE, Image.Resampling.BOX)


def difference(image: Image.Image, stored: Image.Image) -> tuple[Image.Image, float, float]:
    """The difference of the coarse copies as a picture, its worst cell and its mean."""
    apart = ImageChops.difference(coarse(image), stored)
    statistics = ImageStat.Stat(apart)
    return apart, max(high for _, high in statistics.extrema), max(statistics.mean)


def write_all() -> None:
    """Take the pictures as they are now for right."""
    stored: dict[str, dict[str, str]] = {}
    for name, scene in cases().items():
        image = picture(scene)
        copy = base64.b85encode(zlib.compress(coarse(image).tobytes(), 9)).decode("ascii")
        stored[name] = {"pixels": digest(image), "coarse": copy}
    FILE.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def read_all() -> dict[str, tuple[str, Image.Image]]:
    """Per case the hash and the coarse copy."""
    stored: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: (entry["pixels"], Image.frombytes("RGB", COARSE, zlib.decompress(base64.b85decode(entry["coarse"]))))
        for name, entry in stored.items()
    }

"""Freezes data anew after a wanted change of the look: `python -m tests.render.freeze [palettes] [goldens]`."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

from PIL import Image

import render
from render.chart import area
from render.frame import zebra
from render.ground import pool_tones
from render.sheet import loss
from render.theme import THEMES, Colour, Theme, mix

from . import golden, papers, scenes

PALETTES = Path(render.__file__).parent / "palettes"


def theme_colours(theme: Theme) -> list[Colour]:
    """Every colour in a theme's data, and what charts and sheets mix of them: these are in its palette exactly."""
    return list(dict.fromkeys((*_colours(theme), *pool_tones(theme), area(theme), zebra(theme), loss(theme))))


def _colours(data: object) -> Iterator[Colour]:
    """The colours in a theme, or in a part of one."""
    match data:
        case (int(red), int(green), int(blue)):
            yield red, green, blue
        case tuple():
            for part in data:
                yield from _colours(part)
        case _ if is_dataclass(data):
            for field in fields(data):
                yield from _colours(getattr(data, field.name))
        case _:
            return


def make_palette(theme: str) -> list[Colour]:
    """256 colours: the theme's own, and the best others for what its pictures show."""
    rng = random.Random(7)
    shown: list[golden.Shown] = [replace(scene, theme=theme) for scene in scenes.FIXED.values()]
    shown += [scenes.random_scene(rng, theme=theme) for _ in range(6)]
    shown += [replace(paper, theme=theme) for paper in (*papers.CHARTS.values(), *papers.SHEETS.values())]
    shown += [golden.themed(end, theme) for end in papers.ENDINGS.values()]
    pictures = [golden.composed(each) for each in shown]
    counted: Counter[Colour] = Counter()
    for picture in pictures:
        for count, colour in picture.getcolors(1 << 20) or ():
            assert isinstance(colour, tuple)
            counted[colour[0], colour[1], colour[2]] += count
    own = theme_colours(THEMES[theme])
    # The square root keeps the large fields from taking every place in the palette.
    drawn = [colour for colour, count in counted.items() for _ in range(max(1, round((count / len(pictures)) ** 0.5)))]
    sample = Image.new("RGB", (len(drawn), 1))
    sample.putdata(drawn)
    found = sample.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=3).getpalette() or []
    rest = [(found[at], found[at + 1], found[at + 2]) for at in range(0, len(found), 3)]
    # Pillow looks for the nearest colour of a cell of 4 levels: a neighbour too near would take a colour's place.
    rest = [colour for colour in rest if min(math.dist(colour, exact) for exact in own) > 9]
    rest = (rest + [mix(*pair, 0.5) for pair in itertools.combinations(own, 2)])[: 256 - len(own)]
    return own + rest


def main(wanted: list[str]) -> None:
    """Freeze what is asked for, or everything."""
    if not wanted or "palettes" in wanted:
        PALETTES.mkdir(exist_ok=True)
        for theme in THEMES:
            lines = "".join(f"{red:02x}{green:02x}{blue:02x}\n" for red, green, blue in make_palette(theme))
            (PALETTES / f"{theme}.txt").write_text(lines, encoding="ascii")
    if not wanted or "goldens" in wanted:
        golden.write_all()


if __name__ == "__main__":
    main(sys.argv[1:])

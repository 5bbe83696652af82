"""Goldens: what fixed scenes and papers looked like when last looked at, as a hash of their pixels and a coarse copy.

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

from render import THEMES, Chart, PersonCard, Ranking, Scene, SessionEnd, Sheet
from render.bracket import Bracket, compose_bracket
from render.chart import compose_chart
from render.crosstable import Crosstable, compose_crosstable
from render.encode import png
from render.ending import compose_ending
from render.grid import Grid, compose_grid
from render.person import compose_person
from render.picture import compose
from render.plot import Plot, compose_plot
from render.ranking import compose_ranking
from render.sheet import compose_sheet
from render.square import Square, compose_square
from render.week import WeekCard, compose_week

from .papers import BRACKETS, CHARTS, CROSSTABLES, ENDINGS, GRIDS, PEOPLE, PLOTS, RANKINGS, SHEETS, SQUARES, WEEKS
from .reading import decode
from .scenes import FIXED, TIMED

FILE = Path(__file__).parent / "goldens.json"
COARSE = (44, 35)
WORST_CELL = 12
WORST_MEAN = 0.4


Shown = (
    Scene | Chart | Sheet | SessionEnd | Ranking | Crosstable | Bracket | PersonCard | Square | Grid | Plot | WeekCard
)


def cases() -> dict[str, Shown]:
    """Everything fixed in one theme, and some of it in all."""
    themes = list(THEMES)
    fixed: dict[str, Shown] = {**FIXED, "chart": CHARTS["year"], "sheet": SHEETS["five"], "stacked": SHEETS["eight"]}
    fixed["ending"] = ENDINGS["six"]
    fixed |= {"ranking": RANKINGS["ten"], "ranking of two": RANKINGS["two"]}
    fixed |= {"crosstable": CROSSTABLES["of 8"], "bracket": BRACKETS["eleven"]}
    fixed |= {"full bracket": BRACKETS["full"], "person": PEOPLE["all"], "new person": PEOPLE["new"]}
    fixed |= {"square": SQUARES["four"], "square of three": SQUARES["three"]}
    fixed |= {"grid": GRIDS["over"], "plot": PLOTS["four"], "clock": TIMED, "progress": PEOPLE["progress"]}
    fixed |= {"week": WEEKS["full"]}
    found: dict[str, Shown] = {}
    in_all = ("play", "double", "chouette of ten", "clock")
    for index, (name, shown) in enumerate(fixed.items()):
        for theme in themes if name in in_all else [themes[index % len(themes)]]:
            found[f"{name} {theme}"] = themed(shown, theme)
    return found


def themed(shown: Shown, theme: str) -> Shown:
    """The same in another theme."""
    if isinstance(shown, SessionEnd):
        return replace(shown, sheet=replace(shown.sheet, theme=theme))
    if isinstance(shown, WeekCard) and shown.board:
        return replace(shown, board=replace(shown.board, theme=theme), theme=theme)
    return replace(shown, theme=theme)


def theme_of(shown: Shown) -> str:
    return shown.sheet.theme if isinstance(shown, SessionEnd) else shown.theme


def composed(shown: Shown) -> Image.Image:
    """The picture before it is reduced to a palette."""
    match shown:
        case Scene():
            return compose(shown)
        case Chart():
            return compose_chart(shown)
        case Sheet():
            return compose_sheet(shown)
        case SessionEnd():
            return compose_ending(shown)
        case Ranking():
            return compose_ranking(shown)
        case Crosstable():
            return compose_crosstable(shown)
        case Bracket():
            return compose_bracket(shown)
        case PersonCard():
            return compose_person(shown)
        case Square():
            return compose_square(shown)
        case Grid():
            return compose_grid(shown)
        case Plot():
            return compose_plot(shown)
        case WeekCard():
            return compose_week(shown)


def picture(shown: Shown) -> Image.Image:
    """The decoded picture."""
    return decode(png(composed(shown), theme_of(shown)))


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

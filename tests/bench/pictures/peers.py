"""Other ways to make the same picture, each if it is installed."""

from __future__ import annotations

import gc
import importlib
import io
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import render
from render import layout
from render.theme import mix
from tests.backgammon.gnubg import GNUBG

from .games import Turn
from .shapes import HALF_CAPITAL, Area, Box, Curve, Disc, Fill, Ring, Shape, Words, shapes, svg

#: How many times faster than each we want to be.
BAR = 4.0

_FONTS = Path(render.__file__).parent / "fonts"


class Picture(NamedTuple):
    """One picture and what it took: milliseconds, and the file."""

    took: float
    file: bytes


class Contender(NamedTuple):
    """One way to make pictures."""

    name: str
    draw: Callable[[Turn], Picture]
    #: How much faster than it our board must be; none is asked of ourselves.
    bar: float | None = BAR


def timed(make: Callable[[], bytes]) -> Picture:
    start = time.perf_counter()
    file = make()
    return Picture((time.perf_counter() - start) * 1000, file)


def _cairosvg() -> list[Contender]:
    module: Any = importlib.import_module("cairosvg")

    def draw(turn: Turn) -> Picture:
        text = svg(turn.scene).encode()
        return timed(lambda: module.svg2png(bytestring=text))

    return [Contender(f"CairoSVG {version('cairosvg')}", draw)]


def _resvg() -> list[Contender]:
    module: Any = importlib.import_module("resvg_py")
    # Looking through the fonts of the system for every picture would take it longer still.
    fonts = {"skip_system_fonts": True, "font_files": [str(_FONTS / "Inter-Bold.otf")]}

    def draw(turn: Turn) -> Picture:
        text = svg(turn.scene)
        return timed(lambda: bytes(module.svg_to_bytes(svg_string=text, **fonts)))

    return [Contender(f"resvg_py {version('resvg_py')}", draw)]


def _matplotlib() -> list[Contender]:
    figures: Any = importlib.import_module("matplotlib.figure")
    patches: Any = importlib.import_module("matplotlib.patches")
    paths: Any = importlib.import_module("matplotlib.path")
    font = importlib.import_module("matplotlib.font_manager").FontProperties(fname=_FONTS / "Inter-Bold.otf")
    dots, points_an_inch = 100, 72

    def rgb(fill: Fill) -> tuple[float, ...]:
        colour = mix(*fill, 0.5) if len(fill) == 2 else fill
        return tuple(channel / 255 for channel in colour)

    def add(axes: Any, shape: Shape) -> None:
        match shape:
            case Box(left, top, width, height, fill, radius):
                style = f"round,pad=0,rounding_size={radius}"
                round_box = partial(patches.FancyBboxPatch, boxstyle=style) if radius else patches.Rectangle
                axes.add_patch(round_box((left, top), width, height, color=rgb(fill), linewidth=0))
            case Disc(x, y, radius, fill, opacity):
                axes.add_patch(patches.Circle((x, y), radius, color=rgb(fill), alpha=opacity, linewidth=0))
            case Ring(x, y, radius, colour, width, dashed):
                line = {"linewidth": width * points_an_inch / dots, "linestyle": (0, (2, 1)) if dashed else "-"}
                axes.add_patch(patches.Circle((x, y), radius, fill=False, edgecolor=rgb(colour), **line))
            case Area(corners, fill):
                axes.add_patch(patches.Polygon(corners, color=rgb(fill), linewidth=0))
            case Curve(start, control, end, colour, width):
                path = paths.Path([start, control, end], [1, 3, 3])
                line = {"edgecolor": rgb(colour), "linewidth": width * points_an_inch / dots}
                axes.add_patch(patches.PathPatch(path, fill=False, capstyle="butt", **line))
            case Words(x, y, text, size, colour, anchor):
                across = {"start": "left", "middle": "center", "end": "right"}[anchor]
                size, baseline = size * points_an_inch / dots, y + HALF_CAPITAL * size
                place = {"ha": across, "va": "baseline", "parse_math": False}
                axes.text(x, baseline, text, fontsize=size, color=rgb(colour), fontproperties=font, **place)

    def make(drawn: Sequence[Shape]) -> bytes:
        figure = figures.Figure((layout.WIDTH / dots, layout.HEIGHT / dots), dots)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, layout.WIDTH)
        axes.set_ylim(layout.HEIGHT, 0)
        for shape in drawn:
            add(axes, shape)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dots)
        return buffer.getvalue()

    return [Contender(f"matplotlib {version('matplotlib')}", lambda turn: timed(partial(make, shapes(turn.scene))))]


class Gnubg:
    """GNU Backgammon waiting for positions to export."""

    _SCRIPT = """
import gnubg, time
for command in ("set confirm new off", "set player 0 human", "set player 1 human", "set automatic roll off"):
    gnubg.command(command)
told = open({told}, "w", buffering=1)
for line in open({asked}):
    size, xgid = line.split()
    gnubg.command("set export png size " + size)
    gnubg.command("set xgid " + xgid)
    start = time.perf_counter()
    gnubg.command('export position png "{picture}"')
    told.write(str((time.perf_counter() - start) * 1000) + "\\n")
"""

    def __init__(self, folder: Path) -> None:
        if GNUBG is None:
            raise ImportError("no gnubg on the path")
        self._picture = folder / "board.png"
        (asked, ask), (tell, told) = os.pipe(), os.pipe()
        script = folder / "export.py"
        script.write_text(self._SCRIPT.format(asked=asked, told=told, picture=self._picture))
        self._process = subprocess.Popen(
            [GNUBG, "-t", "-q", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(asked, told),
            env={**os.environ, "HOME": str(folder)},
        )
        for end in (asked, told):
            os.close(end)
        # Without a buffer nothing is left to be written if the other end has gone.
        self._ask, self._tell = os.fdopen(ask, "wb", buffering=0), os.fdopen(tell)

    def export(self, size: int, turn: Turn) -> Picture:
        """The position in a size that stands for 108 × 82 pixels each. Raise `OSError` if there is no picture."""
        self._picture.unlink(missing_ok=True)
        self._ask.write(f"{size} {turn.xgid}\n".encode())
        took = self._tell.readline()
        return Picture(float(took or "nan"), self._picture.read_bytes())

    def close(self) -> None:
        """Let it end."""
        self._ask.close()
        self._tell.close()
        self._process.wait()


def _gnubg(stack: ExitStack) -> list[Contender]:
    process = Gnubg(Path(stack.enter_context(tempfile.TemporaryDirectory())))
    stack.callback(process.close)
    return [
        Contender("GNU Backgammon, about our size", partial(process.export, 10)),
        Contender("GNU Backgammon, its first size", partial(process.export, 4), None),
    ]


def peers(stack: ExitStack, turn: Turn) -> list[Contender]:
    """Those that draw a picture here; a line for each that does not. `stack` ends them."""
    loads: dict[str, Callable[[], list[Contender]]] = {
        "GNU Backgammon": partial(_gnubg, stack),
        "CairoSVG": _cairosvg,
        "resvg_py": _resvg,
        "matplotlib": _matplotlib,
    }
    here: list[Contender] = []
    for name, load in loads.items():
        try:
            found = load()
            for peer in found:
                peer.draw(turn)
        except (ImportError, OSError) as error:
            # An OSError: Cairo itself is not there, or GNU Backgammon wrote no picture.
            print(f"{name}: missing ({error})")
        else:
            here.extend(found)
    return here


def interleaved(contenders: Sequence[Contender], played: Sequence[Turn]) -> list[list[Picture]]:
    """The pictures of each contender: all draw a board before the next one is drawn."""
    pictures: list[list[Picture]] = [[] for _ in contenders]
    for turn in played:
        gc.collect()  # nobody pays for another's garbage
        for contender, drawn in zip(contenders, pictures, strict=True):
            drawn.append(contender.draw(turn))
    return pictures

"""Prints the tables and the bars."""

from __future__ import annotations

import io
import os
import platform
import random
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import NamedTuple

from PIL import Image, features

import render
from tests.render.papers import BRACKETS, CROSSTABLES, PEOPLE, RANKINGS

from .fresh import (
    KEPT_NAMES,
    drawn,
    in_a_process,
    measured_hold,
    measured_memory,
    measured_replays,
    measured_start,
)
from .games import PLIES, among_friends, in_chouette, turns
from .peers import Contender, Picture, interleaved, peers, timed


class Sizes(NamedTuple):
    """How much is drawn: boards of each contender, replays of so many plies, starts, rounds beside the loop, and for
    the memory."""

    frames: int = 60
    replays: int = 5
    plies: int = PLIES
    starts: int = 3
    rounds: int = 10
    kept: int = 300


USUAL = Sizes()

#: The bars: ms and KB for a board, a chouette of ten and a paper of the ladder, s and MB for a replay, then
#: ms and MB.
BOARD_BAR = (11.0, 105.0)
CHOUETTE_BAR = (15.0, 125.0)
PAPER_BAR = (15.0, 125.0)
REPLAY_BAR = (1.5, 1.5)
HELD_BAR = 20.0
CACHES_BAR = 70.0


def _row(name: str, pictures: Sequence[Picture], base: float | None = None) -> float:
    """Print what pictures took; return the median."""
    times, sizes = [picture.took for picture in pictures], [len(picture.file) / 1000 for picture in pictures]
    with Image.open(io.BytesIO(pictures[0].file)) as image:
        pixels = f"{image.width} × {image.height}"
    typical = median(times)
    ratio = f"{typical / base:9.1f}" if base else ""
    print(
        f"{name:<32}{len(times):>7}{typical:>11.1f}{max(times):>9.1f}"
        f"{median(sizes):>11.1f}{max(sizes):>9.1f}{pixels:>13}{ratio}"
    )
    return typical


class _Bars:
    """The bars, printed one by one."""

    def __init__(self) -> None:
        self.met = True

    def at_most(self, what: str, figure: float, bar: float, unit: str) -> None:
        self._say(f"{what}: {figure:.1f} {unit}, at most {bar:g}", figure <= bar)

    def at_least(self, what: str, figure: float, bar: float, unit: str) -> None:
        self._say(f"{what}: {figure:.1f} {unit}, at least {bar:g}", figure >= bar)

    def _say(self, words: str, met: bool) -> None:
        self.met &= met
        print(f"{words}: {'met' if met else 'missed'}")


def main(folder: Path | None, sizes: Sizes = USUAL) -> bool:
    """Print the tables and the bars; return whether all are met."""
    library = "zlib_ng" if features.check_feature("zlib_ng") else "zlib"
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()},"
        f" Pillow {version('pillow')}, {library} {features.version(library)}, isal {version('isal')}"
    )
    bars = _Bars()
    _frames(bars, folder, sizes.frames)
    _papers(bars, sizes.frames)
    _replays(bars, sizes.replays, sizes.plies)
    _starts(bars, sizes.starts)
    _loop(bars, sizes.rounds, sizes.plies)
    if sys.platform == "linux":
        _memory(bars, sizes.kept)
    else:
        print("memory: missing (read on Linux only)")
    return bars.met


def _frames(bars: _Bars, folder: Path | None, frames: int) -> None:
    """Boards and chouettes, and what the peers make of the same boards."""
    rng = random.Random(6)
    warming, played = turns(rng, 3), turns(rng, frames)
    render.warm()
    # Of positions of its own each, so that no arrow has been drawn before.
    others = iter([turn.scene for turn in turns(rng, 3 * (len(warming) + len(played)))])
    with ExitStack() as stack:
        contenders = [
            Contender("board", lambda turn: drawn(among_friends(turn.scene)), None),
            Contender("chouette of ten", lambda _: drawn(among_friends(in_chouette(rng, next(others)))), None),
            Contender("board, all names new", lambda _: drawn(next(others)), None),
            Contender("chouette of ten, all names new", lambda _: drawn(in_chouette(rng, next(others))), None),
            *peers(stack, warming[0]),
        ]
        interleaved(contenders, warming)
        pictures = interleaved(contenders, played)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for contender, made in zip(contenders, pictures, strict=True):
            (folder / f"{contender.name}.png").write_bytes(made[0].file)
    print(
        f"{'':<32}{'frames':>7}{'median ms':>11}{'slowest':>9}{'median KB':>11}{'largest':>9}"
        f"{'pixels':>13}{'× ours':>9}"
    )
    ours = median(picture.took for picture in pictures[0])
    medians = [
        _row(contender.name, made, ours if number > 3 else None)
        for number, (contender, made) in enumerate(zip(contenders, pictures, strict=True))
    ]
    for contender, made, (longest, largest) in zip(contenders, pictures, (BOARD_BAR, CHOUETTE_BAR), strict=False):
        bars.at_most(f"{contender.name}, median", median(picture.took for picture in made), longest, "ms")
        bars.at_most(f"{contender.name}, median", median(len(picture.file) for picture in made) / 1000, largest, "KB")
    for contender, typical in zip(contenders, medians, strict=True):
        if contender.bar:
            bars.at_least(f"as fast as {contender.name}", typical / ours, contender.bar, "times")


def _papers(bars: _Bars, frames: int) -> None:
    """The largest papers of ladder and leagues, of people whose names are known."""
    contenders = [
        Contender(name, lambda _, made=made: timed(made), None)
        for name, made in (
            ("first ten of a leaderboard", partial(render.draw_ranking, RANKINGS["ten"])),
            ("one person's card", partial(render.draw_person, PEOPLE["all"])),
            ("crosstable of ten", partial(render.draw_crosstable, CROSSTABLES["of 10"])),
            ("round of 32 people", partial(render.draw_bracket, BRACKETS["full"])),
        )
    ]
    played = turns(random.Random(8), frames)
    interleaved(contenders, played[:1])
    for contender, made in zip(contenders, interleaved(contenders, played), strict=True):
        bars.at_most(f"{contender.name}, median", _row(contender.name, made), PAPER_BAR[0], "ms")
        bars.at_most(f"{contender.name}, median", median(len(each.file) for each in made) / 1000, PAPER_BAR[1], "KB")


def _replays(bars: _Bars, count: int, length: int) -> None:
    webp = in_a_process(measured_replays, "webp", count, length)
    _row(f"replay of {length} plies, WebP", webp)
    _row(f"replay of {length} plies, GIF", in_a_process(measured_replays, "gif", (count + 1) // 2, length))
    bars.at_most("replay as WebP, median", median(picture.took for picture in webp) / 1000, REPLAY_BAR[0], "s")
    bars.at_most("replay as WebP, largest", max(len(picture.file) for picture in webp) / 1e6, REPLAY_BAR[1], "MB")


def _starts(bars: _Bars, count: int) -> None:
    starts = [in_a_process(measured_start, seed) for seed in range(count)]
    print(f"{'after a start':<32}{'warming s':>11}{'first ms':>10}{'median of the next 20':>23}{'slowest':>9}")
    for number, (warm, first, following) in enumerate(starts, 1):
        print(f"{number:<32}{warm:>11.2f}{first:>10.1f}{median(following):>23.1f}{max(following):>9.1f}")
    slow = sum(start.first > max(start.following) for start in starts)
    bars.at_most("starts whose first picture was slower than each of the next 20", slow, count // 2, f"of {count}")


def _loop(bars: _Bars, rounds: int, length: int) -> None:
    held = in_a_process(measured_hold, rounds, length)
    print(f"{'event loop held':<32}{'rounds':>7}{'median ms':>11}{'worst':>9}")
    for name, longest in zip(("idle", "ten pictures at once", "a replay"), held, strict=True):
        print(f"{name:<32}{len(longest):>7}{median(longest):>11.1f}{max(longest):>9.1f}")
    bars.at_most("event loop, ten pictures at once, worst", max(held.pictures), HELD_BAR, "ms")
    bars.at_most("event loop, a replay, worst", max(held.replays), HELD_BAR, "ms")


def _memory(bars: _Bars, kept: int) -> None:
    memory = in_a_process(measured_memory, kept)
    print(f"memory: {memory.imported:.0f} MB imported, {memory.warmed:.0f} warmed, {memory.drawn:.0f} later")
    what = f"caches after {kept} pictures with {KEPT_NAMES} names"
    bars.at_most(what, memory.drawn - memory.imported, CACHES_BAR, "MB")


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1]) if len(sys.argv) > 1 else None) else 1)

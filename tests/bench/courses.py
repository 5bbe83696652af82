"""How fast the course of a game is drawn, and how large its file is: `python -m tests.bench.courses [FRAMES]`.

Courses of 60 rolls between two people, and of 120 with ten in a chouette, each of another game. Prints the median and
the slowest in milliseconds, and the median size; exit 1 if a median is above `BAR`.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from statistics import median

import render
from tests.render.papers import COURSES, course

FRAMES, BAR = 60, 15.0


def main(frames: int = FRAMES) -> bool:
    """Print the table and the bars; return whether all are met."""
    met = True
    print(f"{'':<24}{'frames':>7}{'median ms':>11}{'slowest':>9}{'median KB':>11}")
    for name, rolls, lanes in (("two people", 60, "match"), ("chouette of ten", 120, "chouette")):
        drawn = [course(seed, rolls, COURSES[lanes].lanes) for seed in range(frames)]
        render.draw_course(replace(COURSES[lanes]))  # what all of them share
        took, sizes = list[float](), list[int]()
        for each in drawn:
            begun = time.perf_counter()
            sizes.append(len(render.draw_course(each)))
            took.append((time.perf_counter() - begun) * 1000)
        print(f"{name:<24}{frames:>7}{median(took):>11.1f}{max(took):>9.1f}{median(sizes) / 1000:>11.1f}")
        met &= median(took) <= BAR
        verdict = "met" if median(took) <= BAR else "missed"
        print(f"course, {name}, median: {median(took):.1f} ms, at most {BAR:g}: {verdict}")
    return met


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:2])))

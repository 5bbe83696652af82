"""Scenes the tests draw: random positions that can exist, and the fixed ones behind goldens and palettes."""

from __future__ import annotations

import random
from dataclasses import replace

from render import Cube, Die, End, Landing, LastPlay, Member, Scene, Step, TimeLeft, Tone

NAMES = ("Martin Dvořák", "Анна Ковальчук")
START = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 10, 2, 0)


def counts(**points: int) -> tuple[int, ...]:
    """26 counts from words: `p6=5` for a point, `bar=1`, `off=3`."""
    filled = [0] * 26
    for name, count in points.items():
        filled[{"off": 0, "bar": 25}[name] if name in ("off", "bar") else int(name[1:])] = count
    return tuple(filled)


def random_scene(rng: random.Random, **fields: object) -> Scene:
    """A random position in which no point is held by both, with stacks, bar and borne-off checkers."""
    sides = ([0] * 26, [0] * 26)
    for side in (0, 1):
        for _ in range(rng.choice((3, 15, 15))):
            point = rng.choice((0, 25, *range(1, 25), *range(1, 9), *range(1, 7)))
            if 1 <= point <= 24 and sides[1 - side][25 - point]:
                point = rng.choice((0, 25))
            sides[side][point] += rng.choice((1, 1, 1, 2, 7)) if sum(sides[side]) < 8 else 1
            if sum(sides[side]) >= 15:
                break
    return replace(Scene(tuple(sides[0]), tuple(sides[1]), NAMES), **fields)  # pyright: ignore[reportArgumentType]


TEAM = (
    Member("Petra", "−3", "captain", Cube(2), "to roll", captain=True),
    Member("Ondřej", "+7", "", Cube(4, owner=0), "2 EXTRAS", extras=(Cube(4, owner=0), Cube(2, owner=1))),
    Member("Šárka", "+12", "", Cube(2, owner=1), "TOOK", Tone.GOOD),
    Member("Иван", "−8", "", Cube(2, offered_to=0), "DOUBLED?", Tone.ASKED, acts=True),
    Member("Quentin", "0", "", Cube(1), "DROPPED", Tone.BAD, out=True),
    Member("Eliška", "−16", "", Cube(8, offered_to=1), "BEAVER", Tone.ASKED, answered=True),
    Member("Bo", "+4", "", Cube(1), "THINKS", Tone.ASKED, acts=True),
    Member("Jiří z Poděbrad", "+1024", "", Cube(1024, owner=0)),
    Member("Žofie", "+22", "PRT", None, "PARTNER"),
)


def in_chouette(scene: Scene, members: int) -> Scene:
    """A scene as the board of a chouette with so many members."""
    names = (f"{TEAM[0].name} + {members - 1}", "Orel")
    return replace(scene, names=names, roles=("captain", "box"), scores=("−3", "+14"), members=TEAM[:members])


FIXED: dict[str, Scene] = {
    "start": Scene(START, START, NAMES, cube=Cube(1), scores=("0 / 7", "0 / 7")),
    "play": Scene(
        counts(p6=7, p5=2, p4=2, p3=2, p9=1, p18=1),
        counts(p8=3, p6=3, p5=4, p4=2, p12=0, p24=2, bar=1),
        NAMES,
        ("3 / 7", "5 / 7"),
        turn=1,
        numbers_from=1,
        dice=(Die(6), Die(4)),
        cube=Cube(2, owner=1),
        last=LastPlay(0, (Step(13, 9), Step(24, 18, hit=True))),
    ),
    "double": Scene(
        START,
        START,
        NAMES,
        ("+4", "−4"),
        tags=("Jacoby",),
        turn=1,
        cube=Cube(2, offered_to=1),
        last=LastPlay(1, (Step(13, 9), Step(24, 13))),
        banner="Martin doubles to 2",
        banner_side=1,
        asked="take or drop?",
    ),
    "bear off": Scene(
        counts(p6=1, p5=2, p3=1, p2=2, p1=3, off=6),
        counts(p1=1, p2=3, p4=1, p5=1, p6=2, off=7),
        NAMES,
        ("3 / 7", "5 / 7"),
        tags=("Crawford",),
        turn=0,
        dice=(Die(5, used=True), Die(5, used=True), Die(5), Die(5)),
        cube=Cube(4, owner=0),
        last=LastPlay(0, (Step(6, 0), Step(5, 1))),
    ),
    "won": Scene(
        counts(off=15),
        counts(p24=2, p12=9, bar=4),
        ("Alice", "Bob"),
        ("7 / 7", "2 / 7"),
        dice=(Die(1), Die(1), Die(1), Die(1, used=True)),
        cube=Cube(2, owner=0),
        end=End(0, "wins the match", ("7", "2"), ("Gammon ×", Cube(2, owner=0), "= 4 points")),
    ),
    "settled": Scene(
        counts(p6=5, p8=3, p13=5, p24=2),
        counts(p6=5, p8=3, p13=5, p24=2),
        ("Alice", "Bob"),
        ("+3", "−3"),
        banner="Settled",
        cube=Cube(1),
    ),
    "hypergammon": Scene(
        counts(p24=1, p23=1, p22=1),
        counts(p24=1, p23=1, bar=1),
        ("שלום עולם (1)", "中文名字 🎲🎲"),
        ("+1024", "−1024"),
        tags=("Hypergammon", "Jacoby", "Crawford"),
        turn=0,
        dice=(Die(3), Die(3), Die(3), Die(3)),
        cube=Cube(131072, owner=1),
        last=LastPlay(1, (Step(25, 24), Step(24, 23))),
    ),
    "resign": Scene(
        counts(p13=11, p6=4),
        counts(p13=6, p6=9),
        ("W" * 32, "W" * 32),
        ("13 / 25", "2 / 25"),
        tags=("Crawford", "Nackgammon"),
        turn=1,
        dice=(Die(2), Die(2), Die(2), Die(2)),
        cube=Cube(2),
        banner="Resigns a gammon?",
        banner_side=0,
    ),
    "flipped": Scene(
        counts(p13=5, p8=3, p6=5, bar=1),
        counts(p24=1, p20=1, p13=3, p8=3, p6=6, p1=1),
        NAMES,
        ("3 / 7", "5 / 7"),
        turn=0,
        cube=Cube(8192, owner=1),
        last=LastPlay(1, (Step(24, 20), Step(13, 1, hit=True))),
        flipped=True,
    ),
    "several": Scene(
        counts(p6=6, p13=3, p9=2, p4=2, p3=2),
        counts(p6=5, p5=1, p8=3, p4=2, p13=2, bar=2),
        ("Anna", "Bo"),
        ("3 / 7", "5 / 7"),
        turn=1,
        numbers_from=1,
        dice=(Die(1), Die(4)),
        cube=Cube(2, owner=1),
        last=LastPlay(0, (Step(13, 9, hit=True), Step(13, 9), Step(6, 3), Step(6, 3))),
    ),
}
_DRAFT = Scene(
    counts(p24=2, p22=1, p13=4, p8=3, p6=5),
    counts(p24=1, p20=1, p13=4, p10=1, p8=3, p6=5),
    NAMES,
    ("2 / 7", "4 / 7"),
    turn=0,
    dice=(Die(3, used=True), Die(3), Die(3), Die(3)),
    cube=Cube(2),
    last=LastPlay(0, (Step(25, 22),)),
    asked="bar/22, 13/…",
    movable=(24, 22, 13, 8, 6),
)
FIXED["draft"] = _DRAFT
FIXED["chosen"] = replace(_DRAFT, chosen=13, landings=(Landing(10), Landing(7, False), Landing(4, False)))
_PLAY = Scene(
    counts(p6=3, p5=2, p4=3, p8=2, p13=2, p3=2, p24=1),
    counts(p6=4, p5=2, p4=1, p8=3, p13=3, p23=2),
    NAMES,
    turn=0,
    dice=(Die(3), Die(1)),
    last=LastPlay(1, (Step(13, 8), Step(13, 8))),
)
FIXED["chouette of four"] = in_chouette(_PLAY, 3)
FIXED["chouette of ten"] = in_chouette(_PLAY, 9)

TIMED = replace(FIXED["play"], times=(TimeLeft("13:40"), TimeLeft("0:23", urgent=True)))
"""A board of a table with a clock."""

"""Random games as scenes: boards, chouettes, and what GNU Backgammon must be told of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from bot.backgammon import Position, Side, Xgid, format_xgid, legal_plays, numbers
from render import Cube, Die, LastPlay, Member, Scene, Step, Tone

MEMBERS = 9
PLIES = 60

_GIVEN = ("Martin", "Šárka", "Анна", "Jo", "Иван", "Quentin", "Eliška", "Wolfgang", "Li", "Παύλος", "Zoë")
_FAMILY = ("Dvořák", "Ковальчук", "z Poděbrad", "O'Brien-Smith", "Wu", "the Great", "Łukasiewicz", "W.", "")


@dataclass(frozen=True)
class Turn:
    """A board as it stands at some moment of a game, and how GNU Backgammon is told of it."""

    scene: Scene
    xgid: str


def person(rng: random.Random) -> str:
    """A name; the same one seldom comes twice."""
    return f"{rng.choice(_GIVEN)} {rng.choice(_FAMILY)}".strip() + rng.choice(("", "", f" {rng.randrange(1000)}"))


def game(rng: random.Random, theme: str = "wood") -> Iterator[Turn]:
    """The moments of a game of random plays in which the cube is turned now and then."""
    names = (person(rng), person(rng))
    length = rng.choice((0, 5, 7, 11))
    points = (rng.randrange(length or 40), rng.randrange(length or 40))
    scores = (f"{points[0]} / {length}", f"{points[1]} / {length}") if length else (f"+{points[0]}", f"−{points[0]}")
    position, side = Position.start(), rng.randrange(2)
    cube, last = Cube(1), None
    while True:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        white = position.mirrored() if side else position
        doubles = cube.value < 64 and cube.owner in (None, side) and rng.random() < 0.05
        thrown = not doubles and rng.random() < 0.8
        scene = Scene(
            bottom=white.own,
            top=white.opponent,
            names=names,
            scores=scores,
            tags=() if length else ("Jacoby",),
            turn=1 - side if doubles else side,
            numbers_from=side,
            dice=tuple(Die(number) for number in numbers(dice)) if thrown else (),
            cube=Cube(2 * cube.value, offered_to=1 - side) if doubles else cube,
            last=last,
            banner="Double?" if doubles else "",
            banner_side=1 - side if doubles else None,
            theme=theme,
        )
        owner = None if cube.owner is None else Side(cube.owner)
        told = Xgid(
            position=white,
            cube=cube.value,
            owner=owner,
            turn=Side(side),
            dice=dice if thrown else None,
            score=points if length else (0, 0),
            length=length,
        )
        yield Turn(scene, format_xgid(told))
        if doubles:
            cube = Cube(2 * cube.value, owner=1 - side)
        play = rng.choice(legal_plays(position, dice))
        last = LastPlay(side, tuple(Step(*step) for step in play.steps)) if play.steps else None
        if play.result.victory is not None:
            return
        position, side = play.result.mirrored(), 1 - side


def turns(rng: random.Random, count: int, theme: str = "wood") -> list[Turn]:
    """Moments of many games, each with names of its own."""
    played = [turn for _ in range(-(-count // 12)) for turn in game(rng, theme)]
    return [
        replace(turn, scene=replace(turn.scene, names=(person(rng), person(rng)))) for turn in rng.sample(played, count)
    ]


def in_chouette(rng: random.Random, scene: Scene) -> Scene:
    """A scene as the board of a chouette of ten, in which no two members are alike."""
    members = [member(rng) for _ in range(MEMBERS)]
    members[0] = replace(members[0], role="captain", captain=True, out=False)
    names = (f"{members[0].name} + {MEMBERS - 1}", person(rng))
    return replace(scene, names=names, roles=("captain", "box"), scores=("−3", "+14"), members=tuple(members))


def among_friends(scene: Scene) -> Scene:
    """A scene with the names that all scenes made by this have."""
    members = tuple(replace(member, name=name) for member, name in zip(scene.members, _GIVEN, strict=False))
    return replace(scene, names=(_GIVEN[0], _GIVEN[1]), members=members)


def member(rng: random.Random) -> Member:
    state, tone = rng.choice(
        (
            ("", Tone.PLAIN),
            ("to roll", Tone.PLAIN),
            ("THINKS", Tone.ASKED),
            ("DOUBLED?", Tone.ASKED),
            ("BEAVER", Tone.ASKED),
            ("TOOK", Tone.GOOD),
            ("DROPPED", Tone.BAD),
        )
    )
    value = 2 ** rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 10))
    cube = rng.choice((Cube(1), Cube(value, owner=0), Cube(value, owner=1), Cube(value, offered_to=0)))
    return Member(
        person(rng),
        score=f"{rng.randrange(-99, 100):+}".replace("-", "−"),
        role=rng.choice(("", "", "", "partner")),
        cube=rng.choice((cube, cube, cube, None)),
        state=state,
        tone=tone,
        acts=tone is Tone.ASKED,
        out=tone is Tone.BAD,
        answered=rng.random() < 0.2,
        extras=(Cube(2, owner=1),) * rng.choice((0, 0, 0, 1, 2)),
    )


def plies(rng: random.Random, length: int = PLIES) -> list[Scene]:
    """The first so many scenes of a game that has enough."""
    while len(scenes := [turn.scene for turn in islice(game(rng), length)]) < length:
        continue
    return scenes

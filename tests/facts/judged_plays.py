"""Plays and what each loses, out of games that the engine plays against itself: the data of `tests.facts.mistakes`.

Each side plays by one ply with some noise, so that bad positions occur as well. Of every decision the best plays and
some worse ones are judged with two plies, without a cube.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.backgammon import Dice, Position
from bot.engine import sage
from bot.engine.thoughts import Judged, Stakes

WORST = 0.5
"""Plays that lose more are left out."""

_BEST, _OTHERS = 4, 4
_WARMTH, _AS_PLAYED = 0.04, 0.3
_STAKES = Stakes(cube_in_play=False)


class JudgedPlays(NamedTuple):
    """A decision in a game: plays, by the positions they lead to (packed), and the loss of each, the best first."""

    game: int
    position: int
    dice: Dice
    plays: tuple[tuple[int, float], ...]


def read(file: Path) -> list[JudgedPlays]:
    found: list[JudgedPlays] = []
    for line in file.read_text().splitlines():
        game, position, dice, plays = json.loads(line)
        found.append(JudgedPlays(game, position, tuple(dice), tuple((packed, lost) for packed, lost in plays)))
    return found


def write(file: Path, decisions: int) -> None:
    """Write this many decisions, and those left of the last game, a line for each."""
    written = 0
    with file.open("w") as opened:
        for each in _decided():
            opened.write(json.dumps(each) + "\n")
            written += 1
            if written % 500 == 0:
                print(f"{written} decisions, {each.game + 1} games", flush=True)
            if written >= decisions:
                break


def _decided() -> Iterator[JudgedPlays]:
    for game in range(1_000_000):
        rng, position = random.Random(f"mistakes {game}"), Position.start()
        while True:
            dice = rng.randint(1, 6), rng.randint(1, 6)
            one = sage.plays(position, dice, _STAKES, 1)
            if len(one) > 1 and one[0].plies == 1:
                yield JudgedPlays(game, position.packed, dice, _judged(position, one, rng))
            played = Position(_chosen(one, rng).packed)
            if played.victory:
                break
            position = played.mirrored()


def _judged(position: Position, one: tuple[Judged, ...], rng: random.Random) -> tuple[tuple[int, float], ...]:
    root, others = sage._board(position), [each for each in one[_BEST:] if one[0].equity - each.equity <= WORST]
    chosen = [*one[:_BEST], *rng.sample(others, min(_OTHERS, len(others)))]
    two = sage.ranked((sage._looked_at(Position(each.packed), root, _STAKES, 2) for each in chosen), _STAKES)
    lost = [(each.packed, round(two[0].equity - each.equity, 5)) for each in two]
    return tuple(each for each in lost if each[1] <= WORST)


def _chosen(one: tuple[Judged, ...], rng: random.Random) -> Judged:
    near = [each for each in one if one[0].equity - each.equity <= _AS_PLAYED]
    return rng.choices(near, [math.exp((each.equity - one[0].equity) / _WARMTH) for each in near])[0]

"""The choices of a computer of a level, by what the engine says. World class makes the best play it finds; the others
err.

They err as players do: among plays close to the best, less in races, and never about a winning play. With the cube they
have a temper for a whole game: most double too late and take too much.

A choice is a generator: it yields questions to the engine, is sent the answers, and returns what it comes to. So its
seeds, which are secret, stay with whoever asks.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import TypeVar

from msgspec import structs

from bot.backgammon import Dice, Position
from bot.backgammon.bear_off import is_bear_off
from bot.backgammon.position import OFF
from bot.engine.kinds import kind
from bot.engine.levels import MANNERS, NARROWER, WINDOW, Manner, Temper, temper
from bot.engine.questions import Answer, Compared, CubeAnalysis, CubeGlance, PlayList, Question
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes

_T = TypeVar("_T")
Choice = Generator[Question, Answer, _T]

ALIKE = 0.002
"""An average difference between plays below which they are equal."""

CLEAR = 0.2
"""Estimated loss by a double above which it is not examined more closely."""


def choice(position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Choice[Judged]:
    """The play of a computer of this level; deterministic for a seed."""
    manner = MANNERS.get(level)
    judged = yield from _plays(PlayList(position.packed, dice, stakes, 3 if manner is None else manner.plies))
    if manner is None:
        return judged[0]
    wanted = preferred(position, judged, manner, seed)
    if manner.plies == 1:
        while wanted[0] is not judged[0] and (yield from _far_behind(position, stakes, wanted[0], judged[0])):
            wanted = wanted[1:]
    return wanted[0]


def _plays(question: PlayList | Compared) -> Choice[tuple[Judged, ...]]:
    answer = yield question
    assert isinstance(answer, tuple)
    return tuple(each for each in answer if isinstance(each, Judged))


def _cube(question: CubeAnalysis | CubeGlance) -> Choice[CubeThought]:
    answer = yield question
    assert isinstance(answer, CubeThought)
    return answer


def preferred(position: Position, judged: Sequence[Judged], manner: Manner, seed: int) -> list[Judged]:
    """The plays that a level considers, in its order of preference; `judged` are all, the best first."""
    if Position(judged[0].packed).own[OFF] == sum(position.own):
        return [judged[0]]
    best, what = judged[0], kind(position)
    window = NARROWER.get(what, WINDOW)
    near = [each for each in judged if best.equity - each.equity < window and each.plies == best.plies]
    if is_bear_off(position):
        # Nobody leaves a checker on the board that can be taken off.
        most = max(_off(each) for each in near)
        near = [each for each in near if _off(each) == most]
    behind = [near[0].equity - each.equity for each in near[1:]]
    spread = sum(behind) / len(behind) if behind else 0.0
    if spread < ALIKE:
        return [*sorted(near, key=lambda each: (_off(each), each.equity), reverse=True), *judged[:1]]
    noise, deviation = random.Random(seed), manner.noise_in(what) * spread
    felt = {each.packed: each.equity + noise.gauss(0, deviation) for each in sorted(near, key=lambda each: each.packed)}
    return [*sorted(near, key=lambda each: -felt[each.packed]), *judged[:1]]


def _off(judged: Judged) -> int:
    return Position(judged.packed).own[OFF]


def _far_behind(position: Position, stakes: Stakes, judged: Judged, best: Judged) -> Choice[bool]:
    """Whether a deeper search shows an error that the first one does not."""
    there, here = yield from _plays(Compared(position.packed, stakes, (best.packed, judged.packed), 2))
    return there.equity - here.equity >= WINDOW


def cube_choice(
    position: Position, stakes: Stakes, level: Level, temper_seed: int, offered: bool = False
) -> Choice[CubeThought]:
    """The cube equities as a computer of this level sees them, on roll or when `offered` the cube.

    `temper_seed` determines its temper, the same for a whole game.
    """
    mood, closely = temper(level, temper_seed), CubeAnalysis(position.packed, stakes)
    if offered or not stakes.cube_in_play:
        return as_taker((yield from _cube(closely)), stakes, mood)
    seen = as_doubler((yield from _cube(CubeGlance(position.packed, stakes))), stakes, mood)
    if seen.stays - min(seen.taken, seen.dropped) > CLEAR:
        return seen
    return as_doubler((yield from _cube(closely)), stakes, mood)


def as_doubler(thought: CubeThought, stakes: Stakes, mood: Temper) -> CubeThought:
    """The equities as a doubler of this temper sees them; the higher the cube stands, the more careful."""
    if stakes.away is not None and stakes.away[1] == 1 and not stakes.crawford:
        # After Crawford the trailer has nothing to lose by doubling, which every player knows.
        return thought
    turns = stakes.cube.bit_length()
    short = max(0.0, thought.dropped + mood.sure - thought.taken)
    fear = mood.late * turns * short if mood.late > 0 else mood.late / turns
    return structs.replace(thought, stays=thought.stays + fear)


def as_taker(thought: CubeThought, stakes: Stakes, mood: Temper) -> CubeThought:
    """The equities as a taker of this temper sees them; with a high cube nobody is bold, or timid. An obvious take is
    taken by all.
    """
    bold = mood.bold / stakes.cube.bit_length()
    taken = thought.taken / (1 + bold) if thought.taken > 0 else thought.taken
    return structs.replace(thought, taken=taken)

"""Simulated learners of a deck: `python -m tests.facts.trainer [LEARNERS]`.

Each has 400 mistakes waiting, beside the openings that everybody has, and trains by the very code of the bot. Whether
he knows a card is drawn by the chance that the scheduler's formula gives for *his* memory, which is the scheduler's, or
one whose stability is a fifth higher or lower. Printed for each: the share of right answers to due cards on days 30 to
60, the mean chance of those, the most cards that were overdue, and how many are known in the end. Exit 1 beyond a bar.
"""

from __future__ import annotations

import random
import sys
from typing import NamedTuple

from msgspec.structs import replace

from bot.training.deck import WEEK, Deck, Entry, Origin, after_answer, in_turn, is_due, overdue, upcoming
from bot.training.memory import Grade, Memory, answered, recall

WAITING, OPENINGS, DAYS, FROM = 400, 45, 60, 30
#: The chance to answer a card right that was never seen.
GUESSED = 0.5
#: The share of right answers with a play that is almost as good.
HARD = 0.1


class Learner(NamedTuple):
    """How somebody trains: so many cards a day, with a memory so much better than the scheduler's, without every
    `misses`-th day (0: none); `least`: the retention that he has to reach."""

    name: str
    a_day: int
    stability: float = 1.0
    misses: int = 0
    least: float = 0.0


LEARNERS = (
    Learner("faithful, 3 a day", 3, least=0.85),
    Learner("faithful, 10 a day", 10, least=0.85),
    Learner("memory 20 % better, 3 a day", 3, 1.2),
    Learner("memory 20 % worse, 3 a day", 3, 0.8),
    Learner("memory 20 % better, 10 a day", 10, 1.2),
    Learner("memory 20 % worse, 10 a day", 10, 0.8),
    Learner("misses every third day, 3 a day", 3, misses=3, least=0.75),
    Learner("misses every third day, 10 a day", 10, misses=3, least=0.75),
)


class Trained(NamedTuple):
    """What came of it: answers to due cards in the second month, and right ones; the sum of their chances; the most
    cards overdue in the evening of a day, and those known in the end."""

    due: int
    right: int
    chances: float
    overdue: int
    known: int


def trained(learner: Learner, seed: int, days: int = DAYS) -> Trained:
    """One who trains for so many days."""
    draw = random.Random(seed)
    entries = {f"m{place:03}": Entry(origin=Origin.MISTAKE, lost=1 - place / 1000) for place in range(WAITING)}
    offered = {Origin.MISTAKE: list(entries), Origin.OPENING: [f"o{place:03}" for place in range(OPENINGS)]}
    own: dict[str, Memory] = {}
    deck, due, right, chances, late = Deck(), 0, 0, 0.0, 0
    for day in range(1, days + 1):
        deck = deck.on(day)
        if learner.misses and day % learner.misses == 0:
            late = max(late, overdue(entries.values(), day + 1))
            continue
        while names := upcoming(deck, entries, in_turn(entries, offered), learner.a_day):
            deck = deck.shows(names[0])
            entry = entries.get(deck.shown, Entry(origin=Origin.OPENING))
            chance = 1.0 if deck.shown in deck.again else _chance(own.get(deck.shown), day)
            grade = Grade.AGAIN if draw.random() >= chance else Grade.HARD if draw.random() < HARD else Grade.GOOD
            if is_due(entry, day) and day >= FROM:
                due, right, chances = due + 1, right + (grade is not Grade.AGAIN), chances + chance
            if entry.memory is None or entry.memory.last < day:
                own[deck.shown] = _own(own.get(deck.shown), grade, day, learner.stability)
            deck, entries[deck.shown] = after_answer(deck, entry, "", grade)
        late = max(late, overdue(entries.values(), day + 1))
    return Trained(due, right, chances, late, sum(each.memory is not None for each in entries.values()))


def _chance(memory: Memory | None, day: int) -> float:
    return recall(memory, day) if memory else GUESSED


def _own(memory: Memory | None, grade: Grade, day: int, stability: float) -> Memory:
    """His own memory: as the scheduler's after each answer, but so much more or less stable."""
    before = replace(memory, stability=memory.stability / stability) if memory else None
    after = answered(before, grade, day)
    return replace(after, stability=after.stability * stability)


def main(learners: int) -> int:
    """1 if a goal is missed."""
    missed = 0
    for each in LEARNERS:
        found = [trained(each, seed) for seed in range(learners)]
        due, right = sum(one.due for one in found), sum(one.right for one in found)
        late, known = max(one.overdue for one in found), sum(one.known for one in found) / learners
        chance = sum(one.chances for one in found) / due
        print(
            f"{each.name}: {right / due:.3f} of {due} due cards right (expected {chance:.3f}), "
            f"at most {late} of {WEEK * each.a_day} overdue, {known:.0f} known"
        )
        missed += right / due < each.least or late > WEEK * each.a_day
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))

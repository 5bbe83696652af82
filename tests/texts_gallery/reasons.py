"""Sixty sentences that say why a decision was wrong, of real positions: plays that the engine made against itself, and
wrong uses of the cube.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.analysis.themes import Reason
from bot.analysis.why import why, why_play
from bot.screens.reviews.why_words import sentence
from bot.texts import LANGUAGES, texts
from tests.analysis.test_why import mistakes
from tests.facts import cube_mistakes
from tests.texts_gallery.stage import Shown

NUMBER = 60


class Found(NamedTuple):
    """A reason, and the decision that it was found for: position, choice and loss."""

    reason: Reason
    decision: str


def found() -> Iterator[Found]:
    """All reasons of the mistakes."""
    for each in mistakes():
        told = f"{each.position.id} {each.dice[0]}-{each.dice[1]}: {each.made.id}, −{each.lost:.3f}"
        yield from (Found(reason, told) for reason in why_play(each.position, each.made, each.right, each.lost))
    for each in cube_mistakes.read():
        told = f"{each.position} {each.stakes.away or '$'}: {each.chosen}, −{each.error:.3f}"
        yield from (Found(reason, told) for reason in why(each))


def chosen() -> list[Found]:
    """As many as `NUMBER`: of each sentence some, as different in their numbers as there are."""
    by_name: dict[str, list[Found]] = {}
    for each in found():
        by_name.setdefault(each.reason.name, []).append(each)
    kept: list[Found] = []
    queues = [_apart(each) for _, each in sorted(by_name.items())]
    while queues and len(kept) < NUMBER:
        queues = [queue for queue in queues if queue]
        kept += [queue.pop(0) for queue in queues]
    return sorted(kept[:NUMBER], key=lambda each: (each.reason.name, each.reason.numbers))


def _apart(some: Sequence[Found]) -> list[Found]:
    """One of each plural form, then those with other numbers."""
    forms, others = dict[int, Found](), dict[tuple[int, ...], Found]()
    for each in some:
        number = (*each.reason.numbers, 0)[0]
        form = 0 if number == 1 else 1 if 2 <= number <= 4 else 2 if number < 21 else 3
        if forms.setdefault(form, each) is not each:
            others.setdefault(each.reason.numbers, each)
    return [*forms.values(), *others.values()]


def shown() -> list[tuple[Shown, tuple[str, ...]]]:
    """Each of them with its words in every language."""
    return [
        (
            Shown(f"{each.reason.name}: {each.decision}", "", "", (), ()),
            tuple(sentence(each.reason, texts(language)) for language in LANGUAGES),
        )
        for each in chosen()
    ]

"""Cards that everybody gets: opening rolls and the commonest replies, and for beginners the questions of the lessons.

`bot.training.make_cards` has made them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.training.cards import Card, name_of
from bot.training.deck import Origin

FOLDER = Path(__file__).parent


class CardSet(NamedTuple):
    """Cards that are the same for everybody, by name, in the order in which they are learnt."""

    origin: Origin
    cards: Callable[[], Mapping[str, Card]]
    for_beginners: bool = False


@cache
def openings() -> Mapping[str, Card]:
    """The cards of the openings and replies, by name: first the openings, then the commonest replies."""
    return _read("openings.json")


@cache
def lesson_questions() -> Mapping[str, Card]:
    """The cards of what lessons ask about plays and cubes, by name; what `openings` has is left out."""
    return _read("lessons.json")


SETS: tuple[CardSet, ...] = (
    CardSet(Origin.LESSON, lesson_questions, for_beginners=True),
    CardSet(Origin.OPENING, openings),
)


def common_card(name: str) -> Card | None:
    """The card of this name in any set; None if there is none."""
    return next((found for each in SETS if (found := each.cards().get(name))), None)


def _read(file: str) -> Mapping[str, Card]:
    cards = msgspec.json.decode((FOLDER / file).read_bytes(), type=tuple[Card, ...])
    return {name_of(each): each for each in cards}

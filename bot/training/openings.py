"""Cards that everybody gets: opening rolls and the commonest replies, as `bot.training.make_openings` has made them.

Lessons add their questions to `SETS`, for beginners only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.training.cards import Card, name_of
from bot.training.deck import Origin

FILE = Path(__file__).with_name("openings.json")


class CardSet(NamedTuple):
    """Cards that are the same for everybody, by name, in the order in which they are learnt."""

    origin: Origin
    cards: Callable[[], Mapping[str, Card]]
    for_beginners: bool = False


@cache
def openings() -> Mapping[str, Card]:
    """The cards of the openings and replies, by name: first the openings, then the commonest replies."""
    cards = msgspec.json.decode(FILE.read_bytes(), type=tuple[Card, ...])
    return {name_of(each): each for each in cards}


SETS: tuple[CardSet, ...] = (CardSet(Origin.OPENING, openings),)


def common_card(name: str) -> Card | None:
    """The card of this name in any set; None if there is none."""
    return next((found for each in SETS if (found := each.cards().get(name))), None)

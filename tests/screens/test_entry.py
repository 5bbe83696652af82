"""The private message in which a hand of Preferans is entered, whatever its buttons may once have carried."""

from __future__ import annotations

import random

from bot.core.refusal import Refused
from bot.preferans.drafts import Draft, Step
from bot.screens.preferans.entry import entered, entry_items, entry_words
from bot.texts import texts
from tests.preferans import sheets

_PARTS = (
    ("0", "1", "2", "5"),
    ("0", "3"),
    ("x", "0", "3"),
    ("x", "6", "9", "10", "m", "a"),
    ("x", "ww", "wp", "pp", "oo", "wc", "cc", "op"),
    ("x", "0", "11", "5-6", "3-3", "10-10-10", "4-4-2", "1-2-3-4"),
    ("0", "3"),
)


def test_whatever_a_button_carries_is_shown_or_refused() -> None:
    rng, shown = random.Random(3), 0
    t = texts("en")
    companies = [sheets.opened(rng) for _ in range(4)]
    for number in range(1500):
        sheet = companies[number % len(companies)]
        draft = Draft.parse(".".join(rng.choice(part) for part in _PARTS))
        assert draft is not None
        if max(draft.line, draft.dealer, draft.declarer or 0) >= sheet.players or draft.line > len(sheet.lines):
            continue  # the press itself is refused
        try:
            words = entry_words(sheet, draft, str, t)
            items = entry_items("k7f3q2", sheet, draft, str, t)
        except Refused as error:
            assert str(error)
            continue
        assert words and items and all(0 <= (item.row or 0) <= 4 for item in items)
        shown += 1
        labels = [getattr(each, "label", "") for each in items]
        if draft.step(sheet.options.convention) is Step.READY and "Save" in labels:
            assert sum(entered(sheet, draft).balances) == 0
    assert shown > 100

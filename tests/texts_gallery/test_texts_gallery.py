"""What people are shown while they play is said in every language, whole."""

from __future__ import annotations

import re

from bot.texts import LANGUAGES
from tests.texts_gallery import reasons
from tests.texts_gallery.page import explained, page, played
from tests.texts_gallery.polyglot import FIRST

#: What is nobody's language: names, codes, moves, Discord's own marks.
_NEUTRAL = re.compile(r"`[^`]*`|<t:[^>]*>|@\w+|\b(Ann|Bob|Cyd|Dan|Eva)\b|(Position|Match) ID|[^\w`]+|[\d_]+")


async def test_every_message_of_a_match_a_money_session_and_a_chouette_is_said_in_three_languages() -> None:
    parts = await played()
    assert [len(said) > 15 for said in parts.values()] == [True] * 3, {name: len(said) for name, said in parts.items()}
    assert any("☐" in each.words[0] for each in parts["chouette"]), "it is played to its payments"
    for said in parts.values():
        for each in said:
            for texts in ((each.words,), zip(*each.labels, strict=True), zip(*each.alts, strict=True)):
                for text in texts:
                    assert len(text) == len(LANGUAGES)
                    assert max(map(max, filter(None, text)), default="") < FIRST, text
                    if len(_NEUTRAL.sub(" ", text[0]).split()) > 2:
                        assert len(set(text)) == len(LANGUAGES), f"said twice in the same words: {text[0]}"
    assert page(parts).count("<td>") == 3 * sum(map(len, parts.values()))


def test_sixty_reasons_of_real_mistakes_are_in_it_in_three_languages() -> None:
    (said,) = explained().values()
    assert len(said) == reasons.NUMBER and len({each.shown.after for each in said}) == reasons.NUMBER
    names = [each.shown.after.partition(":")[0] for each in said]
    assert len(set(names)) >= 30 and max(map(names.count, names)) <= 3
    assert {"drop", "early", "late", "take", "too good"} <= set(names), "of cubes as well as of plays"
    assert all(len(set(each.words)) == len(LANGUAGES) for each in said)

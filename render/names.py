"""What people call themselves, made fit to draw: any text Discord allows becomes one tame line in logical order.

No fonts here: whether a glyph exists, and how wide it is, is the matter of `text`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters and symbols that look like nothing: the fillers of Hangul, the empty pattern of Braille.
_BLANK = frozenset("\u115f\u1160\u2800")
# Longer than any name, tag or banner; bounds the work for a text that is not one of these.
_LONGEST = 160


@lru_cache(2048)
def clean(text: str) -> str:
    """The text as one line: compatibility forms folded (NFKC), nothing invisible, one combining mark per base.

    Controls, format characters (joiners and direction overrides among them), surrogates and variation selectors go;
    every run of white space becomes one space. Skin tones go too, as no bundled face can show them.
    """
    kept: list[str] = []
    marked = True
    for character in unicodedata.normalize("NFKC", text[:_LONGEST]):
        category = unicodedata.category(character)
        if character.isspace() or character in _BLANK or category in ("Zs", "Zl", "Zp"):
            if kept and kept[-1] != " ":
                kept.append(" ")
            marked = True
        elif category in ("Cc", "Cf", "Cs") or _selects_a_variant(character):
            continue
        elif category in ("Mn", "Mc", "Me"):
            if not marked:
                kept.append(character)
            marked = True
        else:
            kept.append(character)
            marked = False
    return "".join(kept[:_LONGEST]).strip()


def _selects_a_variant(character: str) -> bool:
    code = ord(character)
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x1F3FB <= code <= 0x1F3FF

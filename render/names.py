"""Normalisation of names: any text Discord allows becomes one harmless line in logical order.

No fonts here: glyphs and widths are in `text`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Invisible letters and symbols: Hangul fillers, the blank Braille pattern.
_BLANK = frozenset("\u115f\u1160\u2800")
_HALF = "½"
# Longer than any name, tag or banner; bounds the work for other texts.
_LONGEST = 160


@lru_cache(2048)
def clean(text: str) -> str:
    """The text as one line: compatibility forms folded (NFKC), nothing invisible, one combining mark per base
    character. ½ stays as it is: folded, 1½ would read as eleven halves.

    Controls, format characters (joiners and direction overrides among them), surrogates and variation selectors are
    removed; every run of white space becomes one space. Skin tones are removed too, because no bundled font has them.
    """
    kept: list[str] = []
    marked = True
    folded = _HALF.join(unicodedata.normalize("NFKC", part) for part in text[:_LONGEST].split(_HALF))
    for character in folded:
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

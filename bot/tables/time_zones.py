"""Time zones by what people type: IANA's names, the last part alone, any case. Reads many files when first asked."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

#: Names that mean something else on every machine, or nothing.
_NO_PLACES = {"localtime", "Factory"}
#: How many names are proposed.
_MOST = 3


def find(typed: str) -> tuple[str, ...]:
    """The names that fit: one if it is clear which is meant, several if places are called alike, none if unknown."""
    return _known().get(_folded(typed), ())[:_MOST]


def nearest(typed: str) -> tuple[str, ...]:
    """The names that look most like one that is not known, the likeliest first; none if nothing is near."""
    near = get_close_matches(_folded(typed), _known(), n=_MOST)
    return tuple(dict.fromkeys(name for each in near for name in _known()[each]))[:_MOST]


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """All names by the ways to type them."""
    names = sorted(available_timezones() - _NO_PLACES)
    known: dict[str, tuple[str, ...]] = {}
    for name in names:
        place = _folded(name.rpartition("/")[2])
        known[place] = (*known.get(place, ()), name)
    return known | {_folded(name): (name,) for name in names}


def _folded(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())

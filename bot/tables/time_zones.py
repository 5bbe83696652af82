"""Time zones by typed names: IANA's names, their last part alone, Czech and Russian names of cities, in any case.

Reads many files on first use.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from babel import Locale

from bot.languages import CODES

#: Names whose meaning depends on the machine, or that mean nothing.
_NO_PLACES = {"localtime", "Factory"}
#: `GMT+1` in IANA's sense is GMT-1 in the usual one: only the full name is clear.
_TURNED_ROUND = "Etc/GMT"
#: How many names are proposed, and their minimum similarity (0 to 1).
_MOST, _ALIKE = 3, 0.7


def find(typed: str) -> tuple[str, ...]:
    """The matching names: one if it is clear, several if places share a name, none if unknown."""
    return _known().get(_folded(typed), ())[:_MOST]


def nearest(typed: str) -> tuple[str, ...]:
    """The names most similar to an unknown one, the likeliest first; may be empty."""
    near = get_close_matches(_folded(typed), _known(), n=_MOST, cutoff=_ALIKE)
    return tuple(dict.fromkeys(name for each in near for name in _known()[each]))[:_MOST]


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """All names by the ways to type them."""
    names = sorted(available_timezones() - _NO_PLACES)
    called = [(name.rpartition("/")[2], name) for name in names if not name.startswith(_TURNED_ROUND)]
    for language in CODES[1:]:
        zones = Locale(language).time_zones
        called += [(zones[name]["city"], name) for name in names if "city" in zones.get(name, ())]
    known: dict[str, tuple[str, ...]] = {}
    for place, name in called:
        others = known.get(_folded(place), ())
        known[_folded(place)] = others if name in others else (*others, name)
    return known | {_folded(name): (name,) for name in names}


def _folded(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())

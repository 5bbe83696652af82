"""Options that exclude each other: a table of pairs, asked before a host's choice is accepted.

An option stands in it by the condition under which it is in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .house import StartCube
from .options import LoneTaker, Options, Retain, SessionEnd, values

_Held = Mapping[str, object]
#: Under which condition an option is in force, by its name here.
_IN_FORCE: dict[str, Callable[[_Held], bool]] = {
    "stakes": lambda held: held["stakes"] is True,
    "bank": lambda held: bool(held["bank"]),
    "no bank": lambda held: not held["bank"],
    "out": lambda held: held["start_cube"] is StartCube.OUT,
    "schedule": lambda held: held["retain"] is Retain.SCHEDULE,
    "extras": lambda held: held["lone_taker"] in (LoneTaker.EXTRAS, LoneTaker.EXTRAS_VOLUNTARY),
    "partner": lambda held: bool(held["partner_from"]),
    "end": lambda held: held["session_end"] is not SessionEnd.OPEN,
}
#: The option of a host's panel behind each.
_OPTIONS = {
    "schedule": "retain",
    "extras": "lone_taker",
    "partner": "partner_from",
    "end": "session_end",
    "out": "start_cube",
    "no bank": "bank",
}
#: The pairs that exclude each other.
EXCLUDING: tuple[tuple[str, str], ...] = (
    ("stakes", "bank"),
    ("stakes", "schedule"),
    ("bank", "extras"),
    ("bank", "partner"),
    ("bank", "schedule"),
    ("schedule", "partner"),
    ("schedule", "end"),
    ("out", "no bank"),
)


def excluding(options: Options) -> tuple[str, str] | None:
    """The first two options that exclude each other, by their names in the host's panel; None if all go together."""
    return excluded(values(options))


def excluded(held: _Held) -> tuple[str, str] | None:
    """The same of options by their names."""
    for one, other in EXCLUDING:
        if _IN_FORCE[one](held) and _IN_FORCE[other](held):
            return _OPTIONS.get(one, one), _OPTIONS.get(other, other)
    return None

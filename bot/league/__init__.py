"""Leagues (round robins in divisions, knock-outs, Swiss) and nights, as folds of their logs. No clock, no chance, no
store.

The parts of nights are imported from the modules `night…`, as their entries have names of their own there.
"""

from bot.league.entries import (
    Answered,
    Begun,
    Challenged,
    Decided,
    Decision,
    Ended,
    Entry,
    Extended,
    Joined,
    Knockout,
    Left,
    Moved,
    Opened,
    Paired,
    Restored,
    RoundRobin,
    Started,
    Struck,
    Swiss,
    TimeUp,
    Why,
    Won,
)
from bot.league.league import apply, opened
from bot.league.night_draw import table_sizes
from bot.league.state import League, LeagueFault, Pairing, Result
from bot.league.swiss import swiss_round

__all__ = [
    "Answered",
    "Begun",
    "Challenged",
    "Decided",
    "Decision",
    "Ended",
    "Entry",
    "Extended",
    "Joined",
    "Knockout",
    "League",
    "LeagueFault",
    "Left",
    "Moved",
    "Opened",
    "Paired",
    "Pairing",
    "Restored",
    "Result",
    "RoundRobin",
    "Started",
    "Struck",
    "Swiss",
    "TimeUp",
    "Why",
    "Won",
    "apply",
    "opened",
    "swiss_round",
    "table_sizes",
]

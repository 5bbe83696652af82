"""Leagues (round robins in divisions and knock-outs) as folds of their logs. No clock, no chance, no store."""

from bot.league.entries import (
    Ended,
    Entry,
    Joined,
    Knockout,
    Left,
    Opened,
    Paired,
    Restored,
    RoundRobin,
    Started,
    Struck,
    Won,
)
from bot.league.league import League, LeagueFault, Pairing, Result, apply, opened

__all__ = [
    "Ended",
    "Entry",
    "Joined",
    "Knockout",
    "League",
    "LeagueFault",
    "Left",
    "Opened",
    "Paired",
    "Pairing",
    "Restored",
    "Result",
    "RoundRobin",
    "Started",
    "Struck",
    "Won",
    "apply",
    "opened",
]

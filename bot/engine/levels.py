"""How levels of the computer are apart."""

from __future__ import annotations

from bot.engine.thoughts import Level

NOISE = {Level.BEGINNER: 0.40, Level.CASUAL: 0.20, Level.CLUB: 0.10, Level.STRONG: 0.05, Level.EXPERT: 0.0}
"""By how much a computer is wrong about each play or cube, as a standard deviation, in units of the cube."""

"""How levels of the computer are apart."""

from __future__ import annotations

from bot.engine.thoughts import Level

NOISE = {
    Level.FORMER_BEGINNER: 0.40,
    Level.FORMER_CASUAL: 0.20,
    Level.FORMER_CLUB: 0.10,
    Level.FORMER_STRONG: 0.05,
    Level.FORMER_EXPERT: 0.0,
    Level.FIRST_STEPS: 0.30,
    Level.BEGINNER: 0.18,
    Level.INTERMEDIATE: 0.10,
    Level.ADVANCED: 0.06,
    Level.EXPERT: 0.02,
    Level.WORLD_CLASS: 0.0,
}
"""By how much a computer is wrong about each play or cube, as a standard deviation, in units of the cube."""

PERFORMANCE = {
    Level.FIRST_STEPS: 32,
    Level.BEGINNER: 22,
    Level.INTERMEDIATE: 15,
    Level.ADVANCED: 9,
    Level.EXPERT: 5,
    Level.WORLD_CLASS: 1,
}
"""The performance rating at which each level on offer plays, about: what people are shown where they choose."""

"""What the opener of a night chooses from."""

from __future__ import annotations

from bot.screens.chouette.option_words import preset_choices

__all__ = ["LEAST_MINUTES", "MOST_GAMES", "MOST_MINUTES", "preset_choices"]

MOST_GAMES = 50
"""Games of a session."""
LEAST_MINUTES, MOST_MINUTES = 10, 240
"""Minutes of a session."""

"""The ladder: ratings, tallies, seasons and boards, all of it a fold of finished games. No clock, no store."""

from bot.ladder.rating import Standing, rated

__all__ = ["Standing", "rated"]

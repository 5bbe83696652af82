"""The display of reviews and positions of the day."""

"""How the review of a game is shown."""

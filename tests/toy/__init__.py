"""A third game, of which nothing in `bot/` knows: two people throw, the higher sum wins. It registers itself."""

"""Tests of the playground.

With a bot of a few lines (`small_bot`), visited over the page's own protocol (`visitor`), and with the real bot in a
browser: `chromium` drives one, `seat` is somebody who plays in it.
"""

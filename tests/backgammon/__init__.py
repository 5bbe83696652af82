"""Tests of `bot.backgammon`."""

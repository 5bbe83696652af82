"""Tests of what every game has in common."""

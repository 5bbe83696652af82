"""Tests of what a channel holds: the desk, challenges, the clock, and how tables are kept."""

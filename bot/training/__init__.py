"""Spaced repetition of decisions: what a card is, when it is due, which one comes next, and what answers are worth.

Pure: no clock, no random numbers, no I/O but reading the openings. People's decks are kept by `bot.tables.training`.
"""

"""Preferans score-keeping: the value of a hand, and the score sheet of an evening. No cards are played; players enter
results.

Numbers are whists, in exact fractions.
"""

"""Preferans: what a hand is worth, and the sheet of an evening. No cards are played here; people say what came of them.

Numbers are whists, in exact fractions.
"""

"""How well games were played: decisions, what the engine makes of them, and what that says of each player. Pure.

Of the decisions of a game `questions` makes what the engine is asked, `judged` makes verdicts of its answers, `sums`
adds these up for each seat.
"""

"""How well games were played: decisions, what the engine makes of them, and what that says of each player. Pure.

asked = questions(decisions)
verdicts = judged(decisions, dict(zip(asked, answers)))
for player in report(verdicts): ...
"""

"""Analysis of played games: decisions, the engine's verdicts on them, and figures for each player. Pure.

`questions` turns a game's decisions into questions to the engine, `judged` turns its answers into verdicts, `sums` adds
these up by seat.
"""

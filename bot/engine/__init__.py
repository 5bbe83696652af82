"""The engine: what it thinks of a position, and what a computer of some level does there.

    engine = Engine(workers=2)
    judged = await engine.plays(position, dice, stakes)

It thinks in processes of its own. Without a wheel of bgsage for this machine there is none, and `available` says so.
"""

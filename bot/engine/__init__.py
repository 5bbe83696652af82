"""The engine: evaluation of positions, and the choices of a computer of a given level.

    engine = Engine(workers=2)
    judged = await engine.plays(position, dice, stakes)

It runs in worker processes. Without a wheel of bgsage for this machine there is none, and `available` says so.
"""

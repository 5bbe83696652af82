"""The bot as `python -m bot run`, for which so many seconds more have passed as its environment says in `LATER`.

Its machine's clock and that of its store are ahead by them. Run by `test_clocks`.
"""

from __future__ import annotations

import os
import sys
import time

from bot.store.shared_time import SharedTime


def later(seconds: float) -> None:
    """From now on it is so much later."""
    own, read = time.time, SharedTime.read

    async def theirs(shared: SharedTime) -> tuple[float, float]:
        at, lead = await read(shared)
        return at + seconds, lead

    time.time = lambda: own() + seconds
    SharedTime.read = theirs  # type: ignore[method-assign]


if __name__ == "__main__":
    later(float(os.environ.get("LATER", "0")))
    from bot.__main__ import main  # whose parts know the clock from when they are imported

    sys.exit(main(["run"]))

"""A bot whose dice follow from the test that starts it: `python -m tests.known_dice bot run`, or another module's name.

Nothing of the bot is changed but where its seeds come from, and only if `KNOWN_DICE` says which.
"""

from __future__ import annotations

import os
import random
import runpy
import secrets
import sys

KNOWN_DICE = "KNOWN_DICE"


def environment(life: int) -> dict[str, str]:
    """For the `life`-th process that the running test starts; nothing outside of tests."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    return {KNOWN_DICE: f"{test} {life}"} if test else {}


def know(what: str) -> None:
    """From now on seeds are known; tokens, which have to differ between processes, are not."""
    unknown, known = secrets.token_bytes, random.Random(what)
    secrets.token_hex = lambda nbytes=None: unknown(nbytes).hex()
    secrets.token_bytes = lambda nbytes=None: known.randbytes(nbytes or 32)


if __name__ == "__main__":
    if KNOWN_DICE in os.environ:
        know(os.environ[KNOWN_DICE])
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

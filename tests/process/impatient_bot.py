"""The bot as `python -m bot run`, but what it could not show it tries again after tenths of seconds.

Run by `test_owed`.
"""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.screens import owed

if __name__ == "__main__":
    owed._BREATH, owed._FIRST, owed._LONGEST = 0.05, 0.2, 0.2
    sys.exit(main(["run"]))

"""The bot as `python -m bot run`, but what it could not show it tries again after tenths of seconds, and who cannot be
taken out of a thread.

Run by `test_owed` and `test_advice`.
"""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.screens.chouette import advice_threads
from bot.tables import retry_queue

if __name__ == "__main__":
    advice_threads.PAUSES, advice_threads.PATIENCE = (0.1, 0.1), 0.5
    retry_queue._MIN_INTERVAL, retry_queue._FIRST, retry_queue._LONGEST = 0.05, 0.2, 0.2
    sys.exit(main(["run"]))

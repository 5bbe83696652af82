"""The bot as `python -m bot run` on a machine without an engine: it asks workers elsewhere, and soon again
for what a worker is lost with. Its computers act quickly. Run by `test_worker_evening`.
"""

from __future__ import annotations

import sys
from typing import Any

from bot import app
from bot.__main__ import main
from bot.engine import remote, sources
from bot.engine.evaluator import Evaluator
from bot.tables.computers import Computers

TEMPO = 0.1
"""Seconds in which people see what a computer has done."""


def _quick(engine: Evaluator, *parts: Any, **more: Any) -> Computers:
    return Computers(engine, *parts, tempo=TEMPO, **more)


if __name__ == "__main__":
    sources.available = lambda: False  # type: ignore[assignment]
    remote.LOOK = 0.2
    app.Computers = _quick  # type: ignore[misc, assignment]
    sys.exit(main(["run"]))

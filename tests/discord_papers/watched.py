"""A program with a simulated Discord of its own, judged: `python -m tests.discord_papers.watched bot playground …`.

Nothing of it is changed. In the end what it has sent, and what Discord would refuse of it, is written into the folder
that `DISCORD_PAPERS` names; without that nobody listens.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

NOTES = "DISCORD_PAPERS"


def take_notes(folder: Path) -> list[tuple[dict[str, Any], list[str]]]:
    """What programs have left there since the last time: each one's summary, and what would be refused."""
    taken = []
    for each in sorted(folder.glob("*.json")):
        note = json.loads(each.read_text(encoding="utf-8"))
        taken.append((note["summary"], note["refusals"]))
        each.unlink()
    return taken


def _watch(module: str, folder: Path) -> None:
    """Run a module, and write down what it has sent however it ends."""
    from .listening import listening

    with listening() as hearing:
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        finally:
            note = {"summary": hearing.summary, "refusals": [*map(str, hearing.refusals)]}
            file = folder / f"{os.getpid()}.part"
            file.write_text(json.dumps(note), encoding="utf-8")
            file.rename(file.with_suffix(".json"))  # whole, whoever looks meanwhile


if __name__ == "__main__":
    del sys.argv[0]
    if folder := os.environ.get(NOTES):
        _watch(sys.argv[0], Path(folder))
    else:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

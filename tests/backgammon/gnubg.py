"""GNU Backgammon as an oracle: it loads a match file and tells what it understood."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

# Debian installs it among the games, which are not on every PATH.
GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

_SCRIPT = """
import gnubg, json
gnubg.command("set lang C")
gnubg.command("set confirm new off")
told = []
for path, command in json.loads({jobs!r}):
    gnubg.command(command + ' "' + path + '"')
    games = gnubg.match(0, 1, 0)["games"]
    # Stepping shows the state before each entry: (position, match) ids.
    steps = []
    for number in range(len(games)):
        gnubg.command("first game")
        for _ in range(number):
            gnubg.command("next game")
        states = []
        for _ in range(len(games[number]["game"]) + 1):
            gnubg.command("next")
            states.append((gnubg.positionid(), gnubg.matchid()))
        steps.append(states)
    told.append(dict(games=games, steps=steps))
with open({out!r}, "w") as file:
    json.dump(told, file)
"""


def understood(files: list[Path], folder: Path) -> list[dict[str, Any]]:
    """What GNU Backgammon makes of match files: for each its `games` (as `gnubg.match`) and the ids at every step."""
    commands = {".sgf": "load match", ".mat": "import mat"}
    jobs = json.dumps([(str(file), commands[file.suffix]) for file in files])
    script, out = folder / "ask.py", folder / "told.json"
    script.write_text(_SCRIPT.format(jobs=jobs, out=str(out)))
    assert GNUBG
    run = subprocess.run(
        [GNUBG, "-t", "-q", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "HOME": str(folder)},
    )
    assert out.exists(), run.stdout[-3000:] + run.stderr[-3000:]
    return json.loads(out.read_text())

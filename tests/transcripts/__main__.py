"""`python -m tests.transcripts [NAME …]`: transcripts told anew, and their files written.

`--stories`: print every step with its story instead. `--against REV`: print the steps that the code of a commit tells
otherwise, with both stories; it has to be one whose transcripts know `--stories`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from . import ALL, FOLDER, IN_FULL, now
from .telling import Told

_TOP = FOLDER.parent.parent


def then(name: str, revision: str) -> Iterator[Told]:
    """A transcript as the code of a commit tells it."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, revision], cwd=_TOP, check=True)
        try:
            kept = tree / FOLDER.relative_to(_TOP)
            (kept / f"{name}.txt").write_text((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), encoding="utf-8")
            words = [sys.executable, "-m", "tests.transcripts", "--stories", name]
            env = {**os.environ, "PYTHONPATH": str(tree)}
            told = subprocess.run(words, cwd=tree, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=_TOP, check=True)
    yield from _read(told.splitlines())


def _read(lines: list[str]) -> Iterator[Told]:
    step, story = "", list[str]()
    for line in [*lines, ""]:
        if line.startswith("  "):
            story.append(line[2:])
            continue
        if step:
            yield Told(step, tuple(story))
        step, story = line, []


def against(name: str, revision: str) -> Iterator[str]:
    """The steps that are told otherwise, with both stories."""
    for before, told in zip(then(name, revision), now(name), strict=True):
        if before != told:
            yield from unified_diff(
                before.written(digested=False), told.written(digested=False), revision, "now", lineterm="", n=1_000
            )


def main(words: list[str]) -> None:
    """Told anew, printed, or compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.transcripts")
    parser.add_argument("names", nargs="*", choices=[*ALL, []], metavar="NAME")
    parser.add_argument("--stories", action="store_true")
    parser.add_argument("--against", metavar="REV")
    chosen = parser.parse_args(words)
    for name in chosen.names or ALL:
        if chosen.against:
            print("\n".join(against(name, chosen.against)), flush=True)
        elif chosen.stories:
            print("\n".join(line for told in now(name) for line in told.written(digested=False)), flush=True)
        else:
            text = [line for told in now(name) for line in told.written(digested=name not in IN_FULL)]
            (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

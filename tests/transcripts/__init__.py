"""Transcripts: what the rules make of what people do, type and send, word for word.

In the `.txt` files a line that begins in the first column is what happens. What comes of it, its story, is everything
that has changed, is asked or is said. In `typed.txt` it stands indented below; in the others a digest of it stands at
the end of the line, and a test that fails prints the story. `python -m tests.transcripts --against REV` shows the
stories that the code of a commit tells otherwise. Where a change is meant, `python -m tests.transcripts` writes the
files anew. To add a case, write its first line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from .files import Files
from .matches import Matches
from .positions import told
from .sessions import Sessions
from .telling import Teller, Told, retold
from .typed import Typed

FOLDER = Path(__file__).parent
#: What each of them is told by.
ALL: dict[str, Callable[[], Teller]] = {
    "files": Files,
    "matches": Matches,
    "positions": lambda: told,
    "sessions": Sessions,
    "typed": Typed,
}
#: Those whose stories stand in full in their file: what people type is read there.
IN_FULL = frozenset({"typed"})


def lines(name: str) -> list[str]:
    """A transcript as its file has it."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def now(name: str) -> Iterator[Told]:
    """A transcript as it is told by today's code."""
    return retold(lines(name), ALL[name]())

"""Transcripts: what the rules make of what people do, type and send, word for word.

In the `.txt` files a line that begins in the first column is what happens; what is indented below it is what came of
that, with everything that has changed, is asked or is said. A change of the rules shows here as a difference that can
be read; where it is meant, `python -m tests.transcripts` writes the files anew. To add a case, write its first line.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .files import Files
from .matches import Matches
from .positions import told
from .sessions import Sessions
from .telling import Teller
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

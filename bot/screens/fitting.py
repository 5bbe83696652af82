"""How long what is sent may be, and how words are made to fit into it."""

from __future__ import annotations

#: Characters of the longest message that Discord takes.
LONGEST = 2000


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; one that is longer loses its end."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"

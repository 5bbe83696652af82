"""How long what is sent may be, and how words are made to fit into it.

What grows with people, such as balances, is told in rows: so many in a message, the rest on pages of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bot import limits

#: Rows of a list in a message that has other things to say.
ROWS = 12
_SPACE = "\N{NO-BREAK SPACE}"
#: Characters that a name may have: what is tried in turn until a message is short enough.
_NAMES = (60, 20, 12, 8)


#: What stays as it is in a message: code, which people copy, and what follows a backslash.
_AS_IT_IS = r"```.*?```|``.*?``|`[^`\n]*`|\\."
#: A number and what it counts, and the two numbers of a score, with marks of bold type around them.
_TIED = re.compile(
    rf"({_AS_IT_IS})"
    r"|(?<=[^\n][ (])(\d{1,2}\.) (?=[^\W\d_])"
    r"|(?<![\w/.-])((?:\d[\d.,]*)?[\d½⅓⅔¼¾⅙⅚]\*{0,2}) (?=\*{0,2}[^\W\d_])"
    r"|((?:\d|(?<=[* ])[+–])\*{0,2}) : (?=\*{0,2}[\d+–])",
    re.DOTALL,
)


def unbroken(text: str) -> str:
    """A message in which no line ends between a number and what it counts, or within a score, on any screen.

    For what people read in Discord, just before it is sent: what they copy, files and labels have plain spaces.
    """
    return _TIED.sub(_tied, text)


def _tied(found: re.Match[str]) -> str:
    code, ordinal, number, score = found.groups()
    if ordinal and not found.string[found.end()].islower():
        return found[0]  # the end of a sentence
    return code or (f"{score}{_SPACE}:{_SPACE}" if score else f"{ordinal or number}{_SPACE}")


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; one that is longer loses its end."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fitted(said: Callable[[int], tuple[Sequence[str], Sequence[str]]]) -> str:
    """A message of lines of which the first may be left out, the oldest before the others, and of lines that stay.

    `said` makes both with names of at most so many characters. Names become shorter where the newest of the first
    lines and all of the others have no room.
    """
    news: Sequence[str] = ()
    rest: Sequence[str] = ()
    for most in _NAMES:
        news, rest = said(most)
        if len(_joined((*news[-1:], *rest))) <= limits.MESSAGE:
            break
    while news and len(_joined((*news, *rest))) > limits.MESSAGE:
        news = news[1:]
    return shortened(_joined((*news, *rest)), limits.MESSAGE)


def pages(lines: Iterable[str], longest: int = limits.MESSAGE) -> list[str]:
    """The lines in as few messages as they need."""
    made: list[str] = []
    for each in lines:
        if made and len(made[-1]) + 1 + len(each) <= longest:
            made[-1] += "\n" + each
        else:
            made.append(each[:longest])
    return made


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(filter(None, lines))

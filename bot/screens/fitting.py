"""Message lengths, and how texts are made to fit.

Lists that grow with the number of players, such as balances, are limited to some rows per message, with the rest on
pages of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bot import limits

#: Rows of a list in a message with other content.
ROWS = 12
_SPACE = "\N{NO-BREAK SPACE}"
_DASH = "–\N{WORD JOINER}"
#: Lengths of a name, tried in turn until a message fits.
_NAMES = (60, 20, 12, 8)


#: Left unchanged in a message: code, which is copied, and whatever follows a backslash.
_AS_IT_IS = r"```.*?```|``.*?``|`[^`\n]*`|\\."
#: A number with its unit, and the numbers of a score, possibly in bold.
_TIED = re.compile(
    rf"({_AS_IT_IS})"
    r"|(?<=[^\n][ (])(\d{1,2}\.) (?=[^\W\d_])"
    r"|(?<![\w/.-])((?:\d[\d.,]*)?[\d½⅓⅔¼¾⅙⅚]\*{0,2}) (?=\*{0,2}[^\W\d_])"
    r"|((?:\d|(?<=[* ])[+–])\*{0,2}) : (?=\*{0,2}[\d+–])"
    r"|(?<=\d)–(?=\d)",
    re.DOTALL,
)


def unbroken(text: str) -> str:
    """A message without line breaks between a number and its unit, or within a score, on any screen.

    Applied to text for display in Discord just before it is sent; code, files and labels have plain spaces.
    """
    told = _TIED.sub(_tied, text)
    return told if len(told) <= limits.MESSAGE else told.replace(_DASH, "–")


def torn(text: str) -> str:
    """What people typed, from a message that was sent `unbroken`."""
    return text.replace(_SPACE, " ").replace(_DASH, "–")


def _tied(found: re.Match[str]) -> str:
    if found[0] == "–":
        return _DASH
    code, ordinal, number, score = found.groups()
    if ordinal and not found.string[found.end()].islower():
        return found[0]  # the end of a sentence
    return code or (f"{score}{_SPACE}:{_SPACE}" if score else f"{ordinal or number}{_SPACE}")


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fitted(said: Callable[[int], tuple[Sequence[str], Sequence[str]]]) -> str:
    """A message of lines of which the first may be omitted, the oldest first, and of lines that stay.

    `said` makes both with names of at most this length. Names are shortened if the newest optional line and all others
    do not fit.
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
    """The lines in as few messages as possible."""
    made: list[str] = []
    for each in lines:
        if made and len(made[-1]) + 1 + len(each) <= longest:
            made[-1] += "\n" + each
        else:
            made.append(each[:longest])
    return made


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(filter(None, lines))

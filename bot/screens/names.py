"""Display names on every screen.

Nothing that users have typed turns into markup, a mention or a new line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from unicodedata import bidirectional

from bot.backgammon import Kind, Seat
from bot.backgammon.plays import Dice
from bot.screens.fitting import shortened
from bot.tables.table import Table
from bot.texts import Texts
from render.names import clean
from render.text import MISSING

Names = Callable[[Seat], str]
#: Maximum length of a displayed name or typed text. Names on Discord are shorter.
MOST = 60
#: Characters of Discord's markup; brackets too, because a link may begin in one name and end in another.
_MARKUP = re.compile(r"[\\*_~`|\[\]]|^[#>-]")
#: Beginnings that Discord links or embeds without `https`, such as invitations.
_INNER_DOT = re.compile(r"(?<=\w)\.(?=\w)")
#: Characters that change the direction of the text after them.
_TURNING = dict.fromkeys(map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))


def bold_names(table: Table, most: int = MOST) -> Names:
    """Names for public messages, in bold and at most `most` characters; no notification."""
    return lambda seat: f"**{plain(table.person(seat).name, most)}**"


def label_names(table: Table, most: int = MOST) -> Names:
    """Names for buttons, selects and files, at most `most` characters."""
    return lambda seat: apart(table.person(seat).name, most)


def mentions(table: Table, most: int = MOST) -> Names:
    """Mentions; members whose data was deleted have a placeholder."""
    names = bold_names(table, most)
    return lambda seat: f"<@{table.person(seat).user}>" if table.person(seat).known else names(seat)


def called(name: str, most: int = MOST) -> str:
    """A name, or other typed text, on one line of at most this length; a dot if nothing of it is visible.

    All other forms start from this; pictures and other programs need no more.
    """
    line = " ".join(name.translate(_TURNING).split())
    if not clean(line):
        return MISSING
    if len(line) <= most:
        return line
    beginning = line[: most - 1].rstrip()
    return f"{beginning}…" if clean(beginning) else shortened(clean(line), most)


def apart(name: str, most: int = MOST) -> str:
    """The same beside other text: right-to-left names do not reorder it."""
    return _apart(called(name, most))


@lru_cache(2048)
def plain(name: str, most: int = MOST) -> str:
    """The same in a message, without markup, mentions, links or new lines."""
    calm = _MARKUP.sub(r"\\\g<0>", called(name, most)).replace("@", "@\u200b").replace("<", "‹")
    return _apart(_INNER_DOT.sub("\u200b.", calm.replace("://", ":\u200b//")))


def _apart(name: str) -> str:
    # A following number would be read as part of a right-to-left name.
    return f"\u2068{name}\u2069" if any(bidirectional(each) in ("R", "AL") for each in name) else name


def roll_words(dice: Dice) -> str:
    return f"{max(dice)}-{min(dice)}"


def kind_words(kind: Kind | None, t: Texts) -> str:
    """Single game, gammon or backgammon; None: the match."""
    if kind is None:
        return t("the match")
    return {Kind.SINGLE: t("a single game"), Kind.GAMMON: t("a gammon"), Kind.BACKGAMMON: t("a backgammon")}[kind]

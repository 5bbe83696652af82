"""What people are called, on every screen.

Nothing that they or others have typed turns into markup, a mention or a new line.
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
#: Characters that are shown of a name or of what was typed. Names on Discord are shorter.
MOST = 60
#: What Discord may take for markup: brackets too, for a link may begin in one name and end in another.
_MARKUP = re.compile(r"[\\*_~`|\[\]]|^[#>-]")
#: What makes an address that Discord links, or the invitation to a server that it shows, without `https` before it.
_INNER_DOT = re.compile(r"(?<=\w)\.(?=\w)")
#: Characters that turn the direction of all that follows them.
_TURNING = dict.fromkeys(map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))


def bold_names(table: Table, most: int = MOST) -> Names:
    """People by name, of `most` characters, as public messages write it; nobody is notified."""
    return lambda seat: f"**{plain(table.person(seat).name, most)}**"


def label_names(table: Table, most: int = MOST) -> Names:
    """People by name, of `most` characters, as buttons, lists and files write it."""
    return lambda seat: apart(table.person(seat).name, most)


def mentions(table: Table, most: int = MOST) -> Names:
    """People by mention; who is nobody any more by what stands for his name."""
    names = bold_names(table, most)
    return lambda seat: f"<@{table.person(seat).user}>" if table.person(seat).known else names(seat)


def called(name: str, most: int = MOST) -> str:
    """What somebody is called, or whatever else was typed, on one line of at most so many characters; a dot where
    nothing of it can be seen.

    Every way to write a name begins here; pictures and other programs need no more.
    """
    line = " ".join(name.translate(_TURNING).split())
    if not clean(line):
        return MISSING
    if len(line) <= most:
        return line
    beginning = line[: most - 1].rstrip()
    return f"{beginning}…" if clean(beginning) else shortened(clean(line), most)


def apart(name: str, most: int = MOST) -> str:
    """The same where it stands beside others: it turns nothing round, as one from right to left would."""
    return _apart(called(name, most))


@lru_cache(2048)
def plain(name: str, most: int = MOST) -> str:
    """The same in a message: it cannot turn into markup, a mention, a link or a new line either."""
    calm = _MARKUP.sub(r"\\\g<0>", called(name, most)).replace("@", "@\u200b").replace("<", "‹")
    return _apart(_INNER_DOT.sub("\u200b.", calm.replace("://", ":\u200b//")))


def _apart(name: str) -> str:
    # The numbers of a roll would be read as part of a name from right to left.
    return f"\u2068{name}\u2069" if any(bidirectional(each) in ("R", "AL") for each in name) else name


def roll_words(dice: Dice) -> str:
    """A roll as people write it: the higher number first."""
    return f"{max(dice)}-{min(dice)}"


def kind_words(kind: Kind | None, t: Texts) -> str:
    """What somebody resigns or has won: a single game, a gammon, a backgammon; None: the match."""
    if kind is None:
        return t("the match")
    return {Kind.SINGLE: t("a single game"), Kind.GAMMON: t("a gammon"), Kind.BACKGAMMON: t("a backgammon")}[kind]

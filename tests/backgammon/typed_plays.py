"""A play written as people write it: signs, words, dice in front and marks in every combination.

What is written of a play is taken from its canonical text; the reader is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from bot.backgammon import Dice, Play


class Way(NamedTuple):
    """Checkers that go the same way, as the canonical text has them: names of points, marks of hits, how many."""

    names: tuple[str, ...]
    hits: tuple[bool, ...]
    number: int


def ways_of(play: Play) -> list[Way]:
    """The groups of a play's canonical text."""
    found: list[Way] = []
    for word in str(play).split():
        text, _, count = word.rstrip(")").partition("(")
        names = text.split("/")
        found.append(
            Way(
                tuple(name.rstrip("*") for name in names),
                tuple(name.endswith("*") for name in names),
                int(count or 1),
            )
        )
    return found


#: (within a checker's way, between two checkers)
SEPARATORS = (
    *product(
        ("/", "-", "–", "—", "∕", "⁄", "／", "\\", ">", "->", " -> ", "→", " → ", "=>", " / ", " - "), (" ", ", ")
    ),
    *product(("/", "-", ">", "→"), (",", "; ", ";", " & ", "&", " + ", "+", " and ", " then ", " a ", " и ", "\u00a0")),
    (" ", ", "), (" ", ","), (" ", "; "), (" ", " and "), (" ", " и "), (" ", " - "), (" ", "-"), (" ", "/"),
    (",", " "), (", ", " "), (",", "; "), (",", " - "), ("-", "/"), ("/", "-"), ("/", " - "), ("-", " / "),
    (" ", " "), ("-", "-"), ("/", "/"), (",", ","), (" to ", ", "), (" na ", " a "), (" на ", " и "), (":", " "),
    ("/", ". "), ("/", "  "), ("/", ", then "), ("/", "\t"), ("/", "\n"), ("/", " · "), ("/", "•"), ("➡️", " "),
    ("|", " "), ("/", " а "), ("/", " poté "), ("/", ", потом "), ("÷", ", "), ("👉", "; "),
)  # fmt: skip
REPEATS: tuple[Callable[[str, int], str], ...] = (
    lambda text, number: f"{text}({number})",
    lambda text, number: f"{text} ({number})",
    lambda text, number: f"{text}[{number}]",
    lambda text, number: f"{text} [{number}]",
    lambda text, number: f"{text}x{number}",
    lambda text, number: f"{text} x{number}",
    lambda text, number: f"{text} x {number}",
    lambda text, number: f"{text}×{number}",
    lambda text, number: f"{number}x {text}",
    lambda text, number: f"{number}x{text}",
    lambda text, number: f"{number} x {text}",
    lambda text, number: f"{text} {number}x",
    lambda text, number: f"{text}(x{number})",
    lambda text, number: f"{text} ({number}x)",
    lambda text, number: text + "²³⁴"[number - 2],
    lambda text, number: f"{text}х{number}",  # a Russian х
    lambda text, number: f"{text}^{number}",
    lambda text, number: f"{text} {number} раза",
    lambda text, number: f"{text} {number}krát",
)
DICE: tuple[Callable[[int, int], str], ...] = (
    lambda high, low: "",
    lambda high, low: f"{high}{low}: ",
    lambda high, low: f"{low}{high}:",
    lambda high, low: f"{high}-{low}: ",
    lambda high, low: f"{high}-{low} ",
    lambda high, low: f"{low}-{high} ",
    lambda high, low: f"{high}{low} ",
    lambda high, low: f"({high}{low}) ",
    lambda high, low: f"({high}-{low}): ",
    lambda high, low: f"[{high}{low}] ",
    lambda high, low: f"{high}{low} - ",
    lambda high, low: f"{high}{low} – ",
    lambda high, low: f"{high}{low}. ",
    lambda high, low: f"{high}-{low}. ",
    lambda high, low: f"{high}/{low}: ",
    lambda high, low: f"{high} {low}: ",
    lambda high, low: f"{high}{low}= ",
    lambda high, low: f"{high},{low}: ",
    lambda high, low: f"5. {high}{low}: ",
    lambda high, low: f"12) {high}{low}: ",
    lambda high, low: f"{high}{low}) ",
    lambda high, low: f"{high}+{low}: ",
    lambda high, low: f"{high} a {low}: ",
    lambda high, low: "⚀⚁⚂⚃⚄⚅"[high - 1] + "⚀⚁⚂⚃⚄⚅"[low - 1] + " ",
    lambda high, low: f"roll {high}{low}: ",
    lambda high, low: f"Hod {high}-{low}: ",
)
BARS = ("bar", "b", "25", "Bar", "BAR", "B", "бар", "В", "bаr", "Бар")  # two of them with Russian letters
OFFS = ("off", "o", "0", "out", "ven", "OFF", "Off", "venku", "О", "снять", "выход", "home")
HITS = ("*", "x", "", " *", "X", "х", "★")
DRESSES: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: f"{text}.",
    lambda text: f"{text}!",
    lambda text: f"{text} ?",
    lambda text: f"{text}??",
    lambda text: f"{text} !!",
    lambda text: f"{text}?!",
    lambda text: f'"{text}"',
    lambda text: f"„{text}“",
    lambda text: f"«{text}»",
    lambda text: f"`{text}`",
    lambda text: f"  {text}  ",
    lambda text: f"{text},",
    lambda text: f"({text})",
    lambda text: f"move {text}",
    lambda text: f"{text}…",
    lambda text: text.upper(),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}),
    lambda text: text.replace("/", "\u200b/\u200b"),
    lambda text: f"**{text}**",
    lambda text: f"||{text}||",
    lambda text: f"> {text}",
    lambda text: f"{text} 👍🏻",
    lambda text: f"’{text}’",
)


class Style(NamedTuple):
    """One way of writing: an index into each of the lists above."""

    separators: int = 0
    repeat: int = 0
    dice: int = 0
    bar: int = 0
    off: int = 0
    hit: int = 0
    dress: int = 0
    twice: bool = False
    """A repeated way is written as often."""
    backwards: bool = False
    """The last group first."""


def written(play: Play, dice: Dice, style: Style) -> str:
    """A play in a style."""
    within, between = SEPARATORS[style.separators]
    words = {"bar": BARS[style.bar], "off": OFFS[style.off]}
    groups: list[str] = []
    for way in ways_of(play):
        marks = (HITS[style.hit] if hit else "" for hit in way.hits)
        text = within.join(words.get(name, name) + mark for name, mark in zip(way.names, marks, strict=True))
        if way.number == 1:
            groups.append(text)
        elif style.twice:
            groups += [text] * way.number
        else:
            groups.append(REPEATS[style.repeat](text, way.number))
    if style.backwards:
        groups.reverse()
    front = DICE[style.dice](max(dice), min(dice))
    return DRESSES[style.dress](front + between.join(groups))


#: How many there are of each.
LENGTHS = Style(len(SEPARATORS), len(REPEATS), len(DICE), len(BARS), len(OFFS), len(HITS), len(DRESSES), True, True)


def single_styles() -> Iterator[Style]:
    """Every style that departs from the canonical text in one thing."""
    for field, length in enumerate(LENGTHS):
        for index in range(1, length + (length is True)):
            yield styled(*(index * (each == field) for each in range(len(LENGTHS))))


def styled(*chosen: int) -> Style:
    """The style of these indices."""
    return Style(*chosen[:-2], twice=bool(chosen[-2]), backwards=bool(chosen[-1]))

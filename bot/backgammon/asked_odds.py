"""Parsers for what `/odds` takes as text: rolls, a distribution of results, a blot with closed points before it.

Only parsing; the chances themselves are in `odds`.
"""

from __future__ import annotations

import re
from enum import Enum

from bot.core.refusal import Illegal

from .odds import Wanted

_ROLL = re.compile(r"([1-6])[-/]?([1-6])")
_DOUBLES = ("double", "doubles", "dvojice", "dvojici", "dubl", "stejná", "дубль", "дубли")
_RESULT = re.compile(
    r"([+-]?)([1-9][0-9]{0,3}) ?(?:[:=x×·*]| ) ?([0-9]{1,3}(?:[.,][0-9]{1,6}(?![0-9]* ?[:=x×]))?) ?(%?)"
)
_OPEN, _CLOSED, _BLOT = ".·-_", "x#", "o*"
_FARTHEST = 24


class OddsFault(Enum):
    """Why a text about chances cannot be answered."""

    ROLLS = "“{text}” names no rolls. Write them like `6-5`, `6` or `double`; of several like `6-5, 3, double`."
    RESULTS = (
        "“{text}” is no list of results. Write points and chances like `1: 10 %, -1: 90 %`; with a minus what is lost."
    )
    NOT_ALL = "The chances sum to {total} %, not to 100."
    WAY = (
        "“{text}” is no way to a blot. Write how far it is and which points before it are closed, like `8: 5 6`, or "
        "draw it: `..x..o` is a blot 6 points away with the third one closed."
    )


def parse_rolls(text: str) -> tuple[Wanted, ...]:
    """The wanted rolls, any of which counts: `6-5`, `6`, `double`, and several of these. Raises `Illegal`."""
    found: list[Wanted] = []
    for word in re.split(r"[,;\s]+|\b(?:or|any|nebo|jakákoli|или|любой)\b", text.lower().strip(" .?!")):
        if not word:
            continue
        if word in _DOUBLES:
            found.append(None)
        elif word in "123456":
            found.append(int(word))
        elif roll := _ROLL.fullmatch(word.translate(_HYPHENS)):
            found.append((int(roll[1]), int(roll[2])))
        else:
            raise Illegal(OddsFault.ROLLS, text=text)
    if not found:
        raise Illegal(OddsFault.ROLLS, text=text)
    return tuple(found)


def parse_results(text: str) -> dict[int, float]:
    """A distribution: points and the chance of winning them, `3: 100 %`, `1: 0.1, -1: 0.9`. Raises `Illegal` unless the
    chances sum to 1.
    """
    chances: dict[int, float] = {}
    percent = "%" in text
    plain = text.lower().translate(_HYPHENS).strip()
    at = 0
    while at < len(plain):
        found = _RESULT.match(plain, at)
        if found is None:
            raise Illegal(OddsFault.RESULTS, text=text)
        points = int(found[2]) * (-1 if found[1] == "-" else 1)
        chances[points] = chances.get(points, 0) + float(found[3].replace(",", "."))
        gap = re.compile(r"[\s,;]*").match(plain, found.end())
        at = gap.end() if gap else len(plain)
    total = sum(chances.values())
    if percent or total > 1.5:
        chances = {points: chance / 100 for points, chance in chances.items()}
        total /= 100
    if not chances:
        raise Illegal(OddsFault.RESULTS, text=text)
    if abs(total - 1) > 1e-6:
        raise Illegal(OddsFault.NOT_ALL, total=f"{100 * total:g}")
    return {points: chance / total for points, chance in chances.items()}


def parse_way(text: str) -> tuple[int, frozenset[int]]:
    """The distance of a blot in pips and the closed distances before it: listed, `8: 5 6`, or drawn, `..x..o`.

    Raises `Illegal`.
    """
    plain = "".join(text.lower().split())
    if plain and plain[-1] in _BLOT and all(sign in _OPEN + _CLOSED for sign in plain[:-1]):
        distance = len(plain)
        closed = {index for index, sign in enumerate(plain, 1) if sign in _CLOSED}
    else:
        first, *others = [int(number) for number in re.findall(r"[0-9]{1,3}", text)] or [0]
        distance, closed = first, set(others)
        if re.sub(r"[0-9\s:,;./+-]|blocked|closed|zavřen\w*|obsazen\w*|закрыт\w*", "", text.lower()):
            raise Illegal(OddsFault.WAY, text=text)
    if not 1 <= distance <= _FARTHEST or any(not 1 <= point < distance for point in closed):
        raise Illegal(OddsFault.WAY, text=text)
    return distance, frozenset(closed)


_HYPHENS = str.maketrans("–—\u2212\u2010\u2011", "-----")

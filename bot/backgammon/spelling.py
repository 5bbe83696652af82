"""Parser for plays as players type them: every possible reading of a text, regardless of the rules.

A text is points, with what separates them, marks of hits and repeats, and dice in front. Whether a blank, a comma, a
hyphen or a slash continues a checker's move or starts the next one is decided for the text as a whole: `8/5 6/5`,
`8-5,6-5`, `8 5, 6 5` and `8 5 6 5` are the same play. The rules and the dice choose among the readings, in `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise, product
from typing import NamedTuple

from .plays import Dice
from .position import BAR, OFF
from .refused_plays import PlayFault
from .typed_comments import without_unknown
from .typed_gist import Gist, gists
from .typed_goals import Goal, goal_apart
from .typed_signs import Misspelled, dice_apart, is_dance, plain, sense, tokens
from .typed_words import in_full

#: Groups in canonical notation.
_CANONICAL = re.compile(r"(?:[0-9]+|bar)\*?(?:/(?:[0-9]+|off)\*?)+(?:\([2-4]\))?")
#: With this many points a move is unambiguous; longer ones may be two in a row.
_PLAIN_WAY = 3
#: The most points in a text for which every grouping is tried.
_MOST_POINTS, _MOST_TRIED = 20, 8
LONGEST = 200


class Group(NamedTuple):
    """Checkers that make the same move: the points named, those marked as hit, the number of checkers."""

    points: tuple[int, ...]
    hits: frozenset[int]
    number: int


class Reading(NamedTuple):
    """One reading of a text; a dance has no groups. `dice`: those written before the play.

    `glued`: points written together, such as `85 65`, have been split. `behind`: the dice are written after the play,
    where they may as well be a point. `goal`: what the play also does; without groups, any play that does it. `gist`:
    what the play does of which the groups, if there are any, are only some steps.
    """

    groups: tuple[Group, ...]
    dice: Dice | None = None
    glued: bool = False
    behind: bool = False
    goal: Goal | None = None
    gist: Goal | Gist | None = None


class _Gap(Enum):
    """What separates two points where the text leaves no choice."""

    ONWARD = auto()
    NEXT = auto()
    CLOSE = auto()
    """Nothing between a number and `bar` or `off`, which belong together."""


#: Between two points: a fixed separator, or a sign that may be either.
_Between = _Gap | str


class _Point(NamedTuple):
    """A point as written; `value` None: there is no such point. `before`: what separates it from the previous one."""

    text: str
    value: int | None
    before: _Between = _Gap.NEXT
    hit: bool = False
    number: int = 1


def readings(text: str) -> tuple[Reading, ...]:
    """Every reading of a text, the most usual first. Raises `Misspelled` if there is none."""
    if len(text) > LONGEST:
        raise Misspelled(PlayFault.UNREADABLE)
    written = plain(text)
    if not written and text.strip():
        raise Misspelled(PlayFault.UNREADABLE)
    gist = _in_gist(written)
    goal, written = goal_apart(written)
    written = without_unknown(written, sense, _is_written_out)
    if goal is None and not gist and (reading := _canonical(written)):
        return (reading,)
    found: list[Reading] = []
    trouble: Misspelled | None = None
    for dice, rest in dice_apart(written):
        behind = dice is not None and bool(rest) and written.startswith(rest)
        if goal is not None and not rest.strip():
            return (Reading((), dice, goal=goal),)
        found += [each._replace(dice=dice, behind=behind) for full in in_full(rest.strip()) for each in _meant(full)]
        try:
            found += [reading._replace(dice=dice, behind=behind) for reading in undiced(rest)]
        except Misspelled as error:
            trouble = trouble or error
    if goal is not None:
        begun = [each._replace(gist=goal) for each in found if each.groups]
        found = [each._replace(goal=goal) for each in found if each.groups] + begun
        trouble = trouble or Misspelled(PlayFault.UNREADABLE)
    found += gist
    if not found and trouble is not None:
        raise trouble
    return tuple(dict.fromkeys(found))


def _in_gist(text: str) -> list[Reading]:
    """The readings of a text that only describes a play, or the rest of one."""
    said = [(dice, each) for dice, rest in dice_apart(text) for each in gists(rest.strip())]
    by_both = [(each.roll, each) for _, each in said if each.roll is not None]
    found: list[Reading] = []
    for dice, (gist, steps, _) in by_both or said:
        named = [each.groups for each in _meant(steps) if each.groups] if steps else [()]
        found += [Reading(groups, dice, gist=gist) for groups in named if gist.may_follow(groups)]
    return found


def _is_written_out(text: str) -> bool:
    """Whether one sign or word joins all points of every checker's move: `31: 8/5 6/5`."""
    return any(_joins_all(rest) for _, rest in dice_apart(text) if text.endswith(rest))


def _joins_all(text: str) -> bool:
    try:
        parts = tokens(text)
    except Misspelled:
        return False
    lengths: list[int] = []
    signs: set[str] = set()
    joined = False
    for index, (kind, part) in enumerate(parts):
        if kind in ("number", "bar", "off"):
            if joined or (kind == "off" and index and parts[index - 1][0] == "number"):
                lengths[-1:] = [lengths[-1] + 1 if lengths else 1]
            else:
                lengths.append(1)
            joined = False
        elif kind == "onward" or (kind == "gap" and part.strip() in ("/", "-", ">", "->")):
            joined = True
            signs.add(part.strip())
        elif kind not in ("hit", "idle") and part.strip():
            joined = False
    return bool(lengths) and min(lengths) > 1 and len(signs) < 2


def _meant(text: str) -> list[Reading]:
    """The readings of a fully written text; none if it names a point that does not exist."""
    try:
        return undiced(text)
    except Misspelled:
        return []


def _canonical(text: str) -> Reading | None:
    """The reading of a text in canonical notation; None for any other."""
    groups: list[Group] = []
    for word in text.split():
        if not _CANONICAL.fullmatch(word):
            return None
        way, _, count = word.rstrip(")").partition("(")
        names = way.split("/")
        points = tuple(_value(name.rstrip("*")) for name in names)
        hits = frozenset(point for point, name in zip(points, names, strict=True) if point and name.endswith("*"))
        whole = tuple(point for point in points if point is not None)
        if len(whole) < len(points) or len(whole) > _PLAIN_WAY or not _descends(whole):
            return None
        groups.append(Group(whole, hits, int(count or 1)))
    return Reading(tuple(groups)) if groups else None


def undiced(text: str) -> list[Reading]:
    """The readings of a plain text without dice before it. Raises `Misspelled`."""
    text = text.strip()
    if is_dance(text):
        return [Reading(())]
    found: list[Reading] = []
    trouble: Misspelled | None = None
    parts = tokens(text)
    roles = ("before", "after", "hit") if any(kind in ("times", "behind", "both") for kind, _ in parts) else ("",)
    for role in roles:
        try:
            points = _points(parts, role)
            _check_ends(parts)
            found += [Reading(groups) for groups in _grouped(points)]
            found += _of_all(parts, role)
        except Misspelled as error:
            trouble = trouble or error
            continue
        found += [Reading(groups, glued=True) for groups in _grouped(_taken_apart(points))]
        if not found:
            trouble = trouble or _what_is_wrong(points)
    if not found and trouble is not None:
        raise trouble
    return found


def _of_all(parts: Sequence[tuple[str, str]], role: str) -> list[Reading]:
    """The readings of `twice` or `both` at the end, said of all steps before it: each twice, or these are both."""
    if parts[-1][0] != "twice" or role == "hit":
        return []
    ways = [groups for groups in _grouped(_points(parts[:-1], role)) if len(groups) > 1]
    twice = [tuple(each._replace(number=2 * each.number) for each in groups) for groups in ways]
    return [Reading(groups) for groups in (twice if parts[-1][1] != "2" else twice + ways)]


def _check_ends(tokens: Sequence[tuple[str, str]]) -> None:
    """Raise `Misspelled` if the text starts or ends with a separator."""
    for kind, part in (tokens[0], tokens[-1]):
        if kind == "onward" or (kind == "gap" and part.strip()):
            raise Misspelled(PlayFault.NOT_READ, part=part.strip())


def _points(tokens: Sequence[tuple[str, str]], role: str) -> list[_Point]:
    """The points, each with its separator. `role`: what a number with an x, such as `2x`, stands for."""
    found: list[_Point] = []
    between: list[_Between] = []
    ahead = 1
    in_front = tokens[0][0] == "count"
    for kind, part in tokens:
        if kind in ("times", "behind") and role == "hit":
            found.append(_point(part[0], found, between))
            found[-1] = found[-1]._replace(hit=True)
            between = []
        elif kind == "ahead" or (kind in ("times", "both") and role == "before") or (kind == "count" and in_front):
            ahead = int(next(sign for sign in part if sign.isdigit()))
            between.append(_Gap.NEXT)
        elif kind in ("count", "twice", "times", "behind", "both"):
            if role == "hit" and kind == "both":
                raise Misspelled(PlayFault.UNREADABLE)
            if not found or found[-1].number > 1:
                raise Misspelled(PlayFault.NOT_READ, part=part)
            number = 2 if kind == "twice" else int(next(sign for sign in part if sign.isdigit()))
            found[-1] = found[-1]._replace(number=number)
            between.append(_Gap.NEXT)
        elif kind in ("number", "bar", "off"):
            found.append(_point(part if kind == "number" else kind, found, between)._replace(number=ahead))
            # A number in front applies to the whole move; it is kept with its first point until moves are grouped.
            between, ahead = [], 1
        elif kind == "hit" and found:
            found[-1] = found[-1]._replace(hit=True)
        elif kind == "gap":
            between.append(_between(part))
        elif kind in ("bracket", "next"):
            between.append(_Gap.NEXT)
        elif kind == "onward":
            between.append(_Gap.ONWARD)
    if ahead > 1 or not 0 < len(found) <= _MOST_POINTS:
        raise Misspelled(PlayFault.UNREADABLE)
    return found


def _between(part: str) -> _Between:
    signs = set(part) - {" "}
    if ">" in signs:
        return _Gap.ONWARD
    if signs & {";", "&", "+"}:
        return _Gap.NEXT
    if len(signs) > 1 or "=" in signs:
        raise Misspelled(PlayFault.NOT_READ, part=part.strip())
    return signs.pop() if signs else " "


def _point(text: str, before: Sequence[_Point], between: Sequence[_Between]) -> _Point:
    """One more point after others."""
    value = _value(text)
    signs = {sign for sign in between if isinstance(sign, str)}
    if len(signs) > 1:
        signs.discard(" ")
    if not before or _Gap.NEXT in between:
        return _Point(text, value)
    if _Gap.ONWARD in between:
        return _Point(text, value, _Gap.ONWARD)
    if len(signs) > 1:
        raise Misspelled(PlayFault.NOT_READ, part=text)
    if signs:
        return _Point(text, value, signs.pop())
    belongs = value == OFF or before[-1].value == BAR
    return _Point(text, value, _Gap.CLOSE if belongs and not before[-1].hit else _Gap.NEXT)


def _value(name: str) -> int | None:
    """The point of a name; None for a number that is no point."""
    if name in ("bar", "off"):
        return BAR if name == "bar" else OFF
    return int(name) if len(name.lstrip("0")) < 3 and int(name) <= BAR else None


def _grouped(points: Sequence[_Point]) -> Iterator[tuple[Group, ...]]:
    """Every way to group the points into moves; a sign has the same meaning everywhere."""
    if not points:
        return
    cuts = [_cut(before, point) for before, point in pairwise(points)]
    open_signs = {sign for sign in cuts if isinstance(sign, str)}
    signs = {point.before for point in points[1:] if isinstance(point.before, str)}
    arrows = any(point.before is _Gap.ONWARD for point in points[1:])
    usual = frozenset(open_signs & {"/", "-"})
    ways = {point.before for cut, point in zip(cuts, points[1:], strict=True) if cut is _Gap.ONWARD}
    for onward in dict.fromkeys((usual, frozenset[str]())):
        yield from _cut_up(points, [_decided(sign, onward) for sign in cuts])
    if arrows:
        return
    for sign in sorted(open_signs):
        # Where slashes or hyphens already bind bar and off, a blank does not.
        if frozenset(sign) != usual and (sign in "/-" or ways <= {sign}):
            yield from _cut_up(points, [_decided(each, frozenset(sign)) for each in cuts])
    if len(open_signs) == 1 and signs == open_signs and len(points) <= _MOST_TRIED:
        places = [index for index, sign in enumerate(cuts) if isinstance(sign, str)]
        for chosen in product((True, False), repeat=len(places)):
            decided = [sign is not _Gap.NEXT for sign in cuts]
            for place, onward_here in zip(places, chosen, strict=True):
                decided[place] = onward_here
            yield from (each for each in _cut_up(points, decided) if all(_descends(group.points) for group in each))


def _cut(before: _Point, point: _Point) -> _Between:
    """The separator between two points, fixed where bar or off leave only one possibility."""
    if not isinstance(point.before, str):
        return point.before
    if point.value == OFF or before.value == BAR:
        return _Gap.ONWARD
    return _Gap.NEXT if before.value == OFF or point.value == BAR else point.before


def _decided(sign: _Between, onward: frozenset[str]) -> bool:
    """Whether the move continues here, if `onward` are the signs that continue one."""
    return sign in onward if isinstance(sign, str) else sign is not _Gap.NEXT


def _ways(points: Sequence[_Point], onward: Iterable[bool]) -> list[list[_Point]]:
    """The points, split where no move continues."""
    ways = [[points[0]]]
    for point, goes_on in zip(points[1:], onward, strict=True):
        if goes_on:
            ways[-1].append(point)
        else:
            ways.append([point])
    return ways


def _cut_up(points: Sequence[_Point], onward: Iterable[bool]) -> Iterator[tuple[Group, ...]]:
    """The groups of such moves; none if that leaves a single point, or one is named that does not exist."""
    groups: list[Group] = []
    for way in _ways(points, onward):
        values = tuple(point.value for point in way if point.value is not None)
        if len(way) < 2 or len(values) < len(way) or values[0] == OFF:
            return
        hits = frozenset(point.value for point in way[1:] if point.hit and point.value)
        groups.append(Group(values, hits, max(point.number for point in way)))
    yield tuple(groups)


def _descends(points: Sequence[int]) -> bool:
    return all(start > end for start, end in pairwise(points))


def _taken_apart(points: Sequence[_Point]) -> list[_Point]:
    """The points where every step is one number, `85 65`, split in two. Empty for any other text."""
    found: list[_Point] = []
    for index, point in enumerate(points):
        follows = points[index + 1].before if index + 1 < len(points) else _Gap.NEXT
        if point.before in ("/", _Gap.ONWARD):
            return []
        if _Gap.CLOSE in (point.before, follows):
            found.append(point if point.before is _Gap.CLOSE else point._replace(before=_Gap.NEXT))
            continue
        if not (1 < len(point.text) < 5 and point.text.isdecimal()):
            return []
        middle = 1 if len(point.text) == 2 else 2
        first, second = point.text[:middle], point.text[middle:]
        start, end = _value(first), _value(second)
        if start is None or end is None or start <= end:
            return []
        found += [_Point(first, start), _Point(second, end, _Gap.CLOSE, point.hit, point.number)]
    return found


def _what_is_wrong(points: Sequence[_Point]) -> Misspelled:
    """Why points cannot be grouped into moves."""
    for point in points:
        if point.value is None:
            return Misspelled(PlayFault.NO_SUCH_POINT, point=point.text)
    cuts = (_cut(before, point) for before, point in pairwise(points))
    for way in _ways(points, [_decided(sign, frozenset("/-")) for sign in cuts]):
        if len(way) == 1 or way[0].value == OFF:
            return Misspelled(PlayFault.HALF_A_STEP, part=way[0].text)
    return Misspelled(PlayFault.UNREADABLE)

"""Goals in typed plays, `make my 5 point`, `hit on 4`: in English, Czech and Russian.

Beside a play the goal has to be true of it; alone it stands for any legal play that reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from .plays import Play
from .typed_comments import without_ends


class Goal(NamedTuple):
    """A point to make or to hit on, in the mover's numbering. `own`: not in the opponent's numbering."""

    point: int
    hits: bool
    own: bool
    also: Goal | None = None

    def is_reached(self, play: Play) -> bool:
        """Whether a play reaches it, in either possible numbering."""
        if self.also and not self.also.is_reached(play):
            return False
        return self._is_done(play, self.point) or (not self.own and self._is_done(play, 25 - self.point))

    def reached(self, plays: Iterable[Play]) -> list[Play]:
        """The plays that reach it if nothing else is said: in the mover's numbering, else none."""
        found = [play for play in plays if self.is_reached(play)]
        return found if any(self._is_done(play, self.point) for play in found) else []

    def _is_done(self, play: Play, point: int) -> bool:
        if self.hits:
            return any(step.hit and step.end == point for step in play.steps)
        return play.position.own[point] < 2 <= play.result.own[point]


_VERBS = (
    "(?:(?:to |and |by )?(?:make|makes|making|build|builds|building|point(?:ing)? on)|udělám|udělat"
    "|dělám|postavím|stavím|zavřu|zavírám|obsadím|делаю|сделаю|сделать|закрываю|закрою|занимаю|займу|строю|построю)"
)
_HITS = (
    "(?:(?:to |and |i )*hit(?:s|ting)?(?: on| at|(?= the ))"
    "|(?:vyhodím|vyhazuji|vyhazuju|biju) na|(?:бью|выбиваю|побью|ударю) на)"
)
_OWN = "(?P<own>my|svůj|svou|svoji|svoje|moji|mou|můj|свой|своё|свое|свою|мой|моё|мою)"
_THE = "(?:the|si|bod|pole|пункт|поле|точку)"
_NUMBER = rf"(?:{_OWN} |{_THE} )*(?P<name>[0-9]{{1,2}})"
_BAR_NAME = rf"(?:{_OWN} |{_THE} )*(?P<name>bar)[ -]?point"
_BEHIND = r"(?:[ .-]{0,2}(?:points?|pt|bod|pole|й|пункт|поле|точку)\b)"
#: (whether it is a hit, whether it may stand alone, the pattern)
_SAID = tuple(
    (
        hits,
        alone,
        re.compile(rf"(?:^|(?<=[ ,;:(])){pattern}$"),
        re.compile(rf"{pattern}(?:[:,!.]+| -| with) (?=[0-9b])"),
    )
    for hits, alone, pattern in (
        (False, True, f"{_VERBS} {_NUMBER}{_BEHIND}?"),
        (False, True, f"{_VERBS} {_BAR_NAME}"),
        (True, True, f"{_HITS} {_NUMBER}{_BEHIND}?"),
        (False, True, f"{_NUMBER}[ -]?(?:point|bod|пункт)"),
        (False, True, _BAR_NAME),
    )
)
_JOINED = re.compile(r"(?: ?[,;&+])* ?(?:\b(?:and|a|и))?$")
#: The bar point, by its number.
_BAR_POINT = 7


def goal_apart(text: str) -> tuple[Goal | None, str]:
    """The goal in a plain text (before the play, after it or alone) and the rest of the text."""
    for hits, alone, behind, ahead in _SAID:
        if found := behind.search(text) or (ahead.match(text) if alone else None):
            rest, name = without_ends(text[: found.start()] or text[found.end() :]), found["name"]
            point = int(name) if name.isdecimal() else _BAR_POINT
            if 0 < point < 25 and (rest or alone):
                goal = Goal(point, hits, hits or bool(found["own"]))
                also, left = goal_apart(_JOINED.sub("", rest))
                return (goal._replace(also=also), "") if also and not left else (goal, rest)
    return None, text

"""Descriptions in place of plays, `two off`, `both in, 12/10`, `bar/23 and hit`, `forced`, in three languages.

Such a text does not name the steps: it stands for the only legal play that does it, and is ambiguous where several do.
A number of checkers that may be a point, `2 off`, allows both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from .plays import Dice, Play
from .position import BAR, OFF
from .typed_words import BEARING, ENTERING, OUT


class Deed(Enum):
    """What a description says of checkers it does not name."""

    BEARS = auto()
    """Bears off this many checkers."""
    BEARS_OR_FROM = auto()
    """Bears off this many checkers, or one from the point of that number."""
    CLEARS = auto()
    """Bears off all checkers that are left."""
    ENTERS = auto()
    HITS = auto()
    IS_FORCED = auto()
    STOPS = auto()
    """Leaves dice unused that cannot be played."""


_OUTWARD = (Deed.BEARS, Deed.BEARS_OR_FROM, Deed.CLEARS)


class Gist(NamedTuple):
    """A described deed and its number of checkers; 0: any number."""

    deed: Deed
    number: int = 0

    def reached(self, plays: Iterable[Play], named: int = 0) -> list[Play]:
        """The plays that fit if this many of their steps are named and this describes the rest."""
        done = filter(self._is_done, plays)
        return [play for play in done if not named or len(play.steps) - named <= self._done(play)]

    def may_follow(self, groups: Iterable[tuple[tuple[int, ...], frozenset[int], int]]) -> bool:
        """Whether it may follow these named steps: it says nothing of checkers that they bear off or enter."""
        points = {point for way, _, _ in groups for point in way}
        return (OFF if self.deed in _OUTWARD else BAR if self.deed is Deed.ENTERS else None) not in points

    def _is_done(self, play: Play) -> bool:
        steps = play.steps
        if self.deed is Deed.IS_FORCED:
            return True
        if self.deed is Deed.STOPS:
            return len(steps) in (1, 3) or len({step.start - step.end for step in steps}) < len(steps) == 2
        if self.deed is Deed.CLEARS:
            return sum(play.result.own[1:]) == 0
        if self.deed is Deed.BEARS_OR_FROM and any(step.start == self.number and step.end == OFF for step in steps):
            return True
        done = self._done(play)
        return done == self.number if self.number else done > 0

    def _done(self, play: Play) -> int:
        """How many steps of a play do it."""
        if self.deed is Deed.ENTERS:
            return sum(step.start == BAR for step in play.steps)
        if self.deed is Deed.HITS:
            return sum(step.hit for step in play.steps)
        return sum(step.end == OFF for step in play.steps)


#: The gist of a play whose steps are all named.
ALL_THERE_IS = Gist(Deed.STOPS)


class Said(NamedTuple):
    """A description, the text of the steps that are also named, and the roll if one is named."""

    gist: Gist
    steps: str = ""
    roll: Dice | None = None


_BOTH = "both|obě|obe|oba|оба|обе"
_ALL = "all|everything|všechno|všechny|vše|все"
_LAST = "(?:(?:the |my )?last(?: checker)?|poslední|posledni|последнюю|последний) ?"
_MANY = (
    rf"(?:(?:{_LAST}|(?:{_ALL}) )?(?P<number>[1-4])|(?P<checkers>[1-4])x"
    rf"|(?P<both>{_BOTH})|(?P<all>{_ALL})|(?P<last>{_LAST}))"
)
#: Whole texts, or ends of texts that begin with steps.
_BORNE = tuple(
    re.compile(rf"(?:^|(?<=[ ,;&+])){pattern}$")
    for pattern in (
        rf"(?:bear |take )?(?:{_MANY} ?(?:{OUT})|(?:{OUT}) (?P<last_behind>{_LAST}))",
        rf"(?:{BEARING}) {_MANY}",
    )
)
#: `Vyhazuji` alone rather means a hit.
_BORNE_ALONE = re.compile(rf"(?!vyh)(?:{BEARING}|ven|вон)")
_TWO_NUMBERS = r"(?P<one>[1-6])(?: ?[,;&+]? ?(?:\b(?:and|a|i|и) )?)(?P<other>[1-6])"
#: Both dice of the roll, each bearing off a checker.
_BY_BOTH = re.compile(rf"(?:bear |take )?{_TWO_NUMBERS} (?:{OUT})|(?:{BEARING}) {_TWO_NUMBERS.replace('P<', 'P<b')}")
_FROM_BAR = "(?:from|off|z|ze|с|со) (?:the )?(?:bar|baru|бара)"
_IN = (
    rf"(?:(?:come |are |go |get )?in|(?:jdou |jsou )?(?:dovnitř|dovnitr|do hry)|внутрь|enter|entered|vstupují|vstoupily"
    rf"|vstoupili|вошли|входят|зашли|заходят|введены|{_FROM_BAR})"
)
_ENTRY = f"(?:{ENTERING}|come in)"
#: Whole texts, or beginnings of texts that continue with steps.
_ENTERED = re.compile(
    rf"(?:{_ENTRY}(?: (?P<both>{_BOTH}|2))?(?: {_FROM_BAR})?|(?:{_BOTH}|2) {_IN})"
    r"(?:$| ?[,;:&+] ?(?:and |then |a |pak |и )?|,? (?:and|then|a|pak|и|потом) )(?=$|[0-9])"
)
_HITTING = re.compile(r"(?: ?[,;&+]| and| then| a| и)+ (?:hit|bju|biju|бью)$")
_OTHER = "(?:the )?(?:other|second|rest)(?: 1| checker| man)?"
_STOPPING = re.compile(
    r"(?: ?[,;.&+]| -)*(?: and| then| but| a| ale| и| но)? (?:dance|fan|pass|pas|пас|nothing else"
    rf"|{_OTHER} (?:can't|cant|cannot|can not) (?:move|play|enter|come in|get in)"
    rf"|{_OTHER} (?:dances|fans|is stuck|stays|stays on the bar|stays out)"
    r"|(?:druhý|druhá|další)(?: kámen)? (?:už )?(?:nevstoupí|nevejde|se nevejde|stojí|nejde dovnitř|nemůže|tancuje)"
    r"|(?:вторая|другая)(?: шашка)? (?:уже )?(?:не входит|не войдёт|не войдет|не может|не заходит|не вошла|стоит)"
    r"|no (?:[1-6]|other|more|second)(?: move| play)?"
    r"|(?:can't|cant|cannot) (?:move|play|enter)(?: the)?(?: other| rest| second| [1-6])?"
    r"|(?:dál|víc|zbytek|druhou|druhá|druhý) (?:už )?(?:nejde|nemůžu|nelze)|(?:víc|dál) nic|nic dalšího"
    r"|(?:больше|дальше|другой|вторым) (?:нельзя|не могу|не хожу|нет хода|нет ходов|ничего|некуда)|остальное нельзя)$"
)
_FORCED = re.compile(
    r"(?:it's |that's |je to |это )?(?:forced(?: move| play)?|no choice"
    r"|(?:the |my )?only (?:legal |possible )?(?:move|play)"
    r"|jediný(?: možný)? tah|(?:vynucený|nucený)(?: tah)?|вынужденный(?: ход)?|единственный(?: возможный)? ход"
    r"|без вариантов)"
)
_JOINING = re.compile(r"(?: ?[,;:&+]| (?:and|then|a|i|pak|и|потом)\b)* ?$")


def gists(text: str) -> Iterator[Said]:
    """The descriptions that a plain text may contain."""
    if _FORCED.fullmatch(text):
        yield Said(Gist(Deed.IS_FORCED))
    if by_both := _BY_BOTH.fullmatch(text):
        one, other = (int(number) for number in by_both.groups() if number)
        yield Said(Gist(Deed.BEARS, 2), roll=(one, other))
        return
    if _BORNE_ALONE.fullmatch(text):
        yield Said(Gist(Deed.BEARS))
    for pattern in _BORNE:
        if found := pattern.search(text):
            yield Said(_borne(found.groupdict()), _JOINING.sub("", text[: found.start()]))
            return
    if entered := _ENTERED.match(text):
        both = entered["both"] or not re.match(_ENTRY, text)
        yield Said(Gist(Deed.ENTERS, 2 if both else 0), text[entered.end() :])
    if stopping := _STOPPING.search(text):
        yield Said(ALL_THERE_IS, text[: stopping.start()])
    if hitting := _HITTING.search(text):
        yield Said(Gist(Deed.HITS), text[: hitting.start()])


def _borne(how: dict[str, str | None]) -> Gist:
    if how["all"]:
        return Gist(Deed.CLEARS)
    if how["number"]:
        return Gist(Deed.BEARS_OR_FROM, int(how["number"]))
    return Gist(Deed.BEARS, int(how["checkers"] or (2 if how["both"] else 1)))

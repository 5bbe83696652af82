"""Signs and words in which plays are typed: a text in plain signs, and the parts it is made of.

What the parts mean together is in `spelling`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .plays import Dice
from .refused_plays import PlayFault

_BAR_WORDS = frozenset(("bar", "b", "бар", "б", "bár"))
_OFF_WORDS = frozenset(("off", "of", "o", "out", "ven", "о", "вон", "вне", "аут"))
_ONWARD_WORDS = frozenset(("to", "na", "do", "на", "до"))
_NEXT_WORDS = frozenset(("and", "then", "plus", "a", "pak", "potom", "и", "затем", "потом"))
_HIT_WORDS = frozenset(("x", "х", "hit", "hits", "hitting"))
_TWICE_WORDS = frozenset(("twice", "dvakrát", "2krát", "дважды"))
_IDLE_WORDS = frozenset(("from", "z", "ze", "с", "со", "из"))
_DANCES = frozenset(
    (
        *("dance", "dances", "danced", "fan", "fans", "fanned", "pass", "skip", "none", "forced pass"),
        *("no play", "no move", "no moves", "no legal move", "no legal play", "no legal moves"),
        *("cannot move", "can not move", "can't move", "cant move", "cannot play", "can't play", "i cannot move"),
        *("pas", "netáhnu", "nemůžu táhnout", "nemohu táhnout", "nelze táhnout", "nejde táhnout", "žádný tah"),
        *("netahnu", "nemůžu", "nemohu", "bez tahu", "nemám tah"),
        *("пас", "пропуск", "пропускаю", "нет хода", "нет ходов", "хода нет", "ходов нет", "не могу ходить"),
        *("не хожу", "не могу", "без хода"),
    )
)
#: What is said before a play and is no part of it.
_LEAD = re.compile(
    r"(?:/?(?:i )?(?:move|play)s?\b|/?(?:tah|hraju|táhnu|ход|хожу|играю)\b|(?:e\.g\.|např\.|например)) ?:? ?"
    r"|[-*•·] ?(?=.)"
)

_SUPERSCRIPTS = {ord(sign): f"({number})" for number, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_SUBSCRIPTS = {ord(sign): f"({number})" for number, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")}
#: What phones, word processors and keyboards make of the plain signs.
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2044\u2215\u29f8\u2571\\", "/"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u30fc~", "-"),
        **dict.fromkeys("→➔➜➝➞⇒⟶⟹↦⇨►▶»›", ">"),
        **dict.fromkeys("×✕✖", "x"),
        **dict.fromkeys("∗⁎✱★☆", "*"),
        **dict.fromkeys("\u2019\u02bc", "'"),
        **dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f\u20e3"),
    }
)
_QUOTES = "\"'`“”„‟«»‹›‘’‚"

#: A text in brackets, which has others only inside, and is not the dice alone.
_WRAPPED = re.compile(
    r"\((?=.*[^1-6 -].*\))[^()]*(?:\([^()]*\)[^()]*)*\)|\[(?=.*[^1-6 -].*\])[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]"
)
_NUMBERED = re.compile(r"[0-9]{1,3} ?[.)] ?(?=[(\[{]?[1-6] ?[-,/ ]? ?[1-6] ?[)\]}]? ?[:=])")
#: Dice in front, in any dress.
_DICE = re.compile(
    r"[(\[{]? ?([1-6]) ?[-,:/ x]? ?([1-6])(?: ?[)\]}])? ?(?::|=(?!>))[- >]*"
    r"|[(\[{] ?([1-6]) ?[-,: x]? ?([1-6]) ?[)\]}][-.,; >]*"
    r"|([1-6]) ?[-,: x]? ?([1-6])(?:(?= ?-? ?$)|(?=[^\W\d_])|(?![0-9/>*x(])[-.,; ]+>?(?![ /*]))"
)
#: A number behind an x that is no point.
_COUNT = "[2-4](?![0-9]| ?[-/>])"
_TOKEN = re.compile(
    r"(?P<count>[(\[{] ?x? ?[1-9] ?x? ?[)\]}]|x[1-9](?![0-9/>])|(?<= )x [1-9](?![0-9]| ?[-/>])|\*[2-4](?![-0-9/>,]))"
    rf"|(?P<times>(?<![-/>] )(?:(?<=[ ,;)*+&])|^)[2-4] ?x(?=[ ,;(\[0-9b]|$)(?! ?{_COUNT}))"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<hit>\*+)"
    r"|(?P<mark>[!?]+)"
    r"|(?P<bracket>[()\[\]{}])"
    r"|(?P<gap>[-,;&+/>:. =]+)"
)
#: Dice behind the play.
_DICE_LAST = re.compile(r"[ ,;]+[(\[]?([1-6])-?([1-6])[)\]]?$")


class Misspelled(Exception):
    """A text in which no play can be seen. `details` say with `fault` which part of it is to blame."""

    def __init__(self, fault: PlayFault, **details: str) -> None:
        super().__init__(fault, details)
        self.fault, self.details = fault, details


def plain(text: str) -> str:
    """The text in plain signs, single blanks and small letters, without quotes and what is said before a play."""
    text = unicodedata.normalize("NFKC", _bare(text.strip()).translate(_SUPERSCRIPTS | _SUBSCRIPTS))
    text = _bare(" ".join(text.translate(_SIGNS).lower().split()))
    if text.strip("- ") and (lead := _LEAD.match(text)):
        text = _bare(text[lead.end() :])
    numbered = _NUMBERED.match(text)
    return text[numbered.end() :] if numbered else text


def _bare(text: str) -> str:
    """The text without what ends a sentence, quotes and brackets around all of it."""
    text = text.strip(f"{_QUOTES} ").rstrip(" .,;!?…").rstrip(f"{_QUOTES} .,;").lstrip(" .,;")
    return _bare(text[1:-1]) if _WRAPPED.fullmatch(text) else text


def dice_apart(text: str) -> Iterator[tuple[Dice | None, str]]:
    """What may be dice, and what is left."""
    if dice := _DICE.match(text):
        high, low = (int(die) for die in dice.groups() if die is not None)
        yield (high, low), text[dice.end() :]
    if dice := _DICE_LAST.search(text):
        yield (int(dice[1]), int(dice[2])), text[: dice.start()]
    yield None, text


def tokens(text: str) -> list[tuple[str, str]]:
    """(kind, text) of each part. Raises `Misspelled` for a part that is none."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _unknown(text, at)
        kind, part = token.lastgroup or "", token[0]
        at = token.end()
        if kind == "word" and _sense(part) is None:
            # The mark of a hit and a number of times may stand close behind a name: offx, offx2.
            if part[-1] not in "xх" or _sense(part[:-1]) not in ("bar", "off"):
                raise _unknown(text, token.start())
            at, part = at - 1, part[:-1]
        found.append((_sense(part) or kind if kind == "word" else kind, part))
    return found


def _unknown(text: str, at: int) -> Misspelled:
    """What is wrong with a text in which something stands that is no part of a play."""
    start, end = text.rfind(" ", 0, at) + 1, text.find(" ", at)
    part = text[start:] if end < 0 else text[start:end]
    return Misspelled(PlayFault.UNREADABLE) if part == text else Misspelled(PlayFault.NOT_READ, part=part)


def _sense(word: str) -> str | None:
    senses = {
        "bar": _BAR_WORDS,
        "off": _OFF_WORDS,
        "onward": _ONWARD_WORDS,
        "next": _NEXT_WORDS,
        "hit": _HIT_WORDS,
        "twice": _TWICE_WORDS,
        "idle": _IDLE_WORDS,
    }
    return next((sense for sense, words in senses.items() if word in words), None)


def is_dance(text: str) -> bool:
    """Whether a plain text says that nothing can be moved, or nothing at all."""
    return not text.strip("- ") or text.strip("()[] ") in _DANCES

"""Tokenizer for typed plays: normalizes signs and words, and splits a text into parts.

What the parts mean together is in `spelling`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from .plays import Dice
from .refused_plays import PlayFault
from .typed_words import spoken

_BAR_WORDS = frozenset(("bar", "b", "бар", "б", "bár", "baru", "бара", "бару", "zeď", "zed", "zdi"))
_OFF_WORDS = frozenset(
    (
        *("off", "of", "o", "out", "home", "ven", "venku", "pryč", "domů", "о", "вон", "вне", "аут", "офф", "оф"),
        *("выход", "выброс", "сброс", "снять", "снял", "сняла", "снято", "домой"),
    )
)
_ONWARD_WORDS = frozenset(("to", "na", "do", "на", "до"))
_NEXT_WORDS = frozenset(
    ("and", "then", "plus", "a", "i", "pak", "potom", "poté", "dále", "а", "и", "затем", "потом", "далее", "плюс")
)
_HIT_WORDS = frozenset(("x", "hit", "hits", "hitting", "bju", "biju", "бью", "бьёт", "бьет"))
_TWICE_WORDS = frozenset(("twice", "dvakrát", "dvakrat", "дважды"))
_BOTH_WORDS = frozenset(("both", "obě", "obe", "oba", "оба", "обе"))
_IDLE_WORDS = frozenset(("from", "the", "bear", "borne", "z", "ze", "с", "со", "из"))
_DANCES = frozenset(
    (
        *(
            "dance",
            "dances",
            "danced",
            "dancing",
            "i dance",
            "i'm dancing",
            "im dancing",
            "i fan",
            "stuck",
            "no way in",
            "fan",
            "fans",
            "fanned",
            "pass",
            "skip",
            "none",
            "nothing",
        ),
        *(
            "no play",
            "no move",
            "no moves",
            "no legal move",
            "no legal play",
            "no legal moves",
            "forced pass",
            "no entry",
            "no moves available",
            "no possible move",
            "no possible moves",
            "i have no move",
            "i have no moves",
            "nothing to play",
            "nothing to move",
            "nothing plays",
            "nowhere to go",
            "nowhere to move",
        ),
        *("cannot", "can't", "cant", "can not", "can not move", "cant move", "i cannot move", "i can't move"),
        *(f"{cannot} {do}" for cannot in ("cannot", "can't", "cant") for do in ("move", "play", "enter")),
        *(f"i {cannot}{do}" for cannot in ("cannot", "can't", "cant") for do in ("", " move", " play", " enter")),
        *("nejde", "nemůžu vstoupit", "nemohu vstoupit", "nemůžu hrát", "nemuzu hrat", "nemůžu do hry", "nic nejde"),
        *("не могу войти", "не войти", "войти не могу", "не могу зайти", "не получается", "не захожу"),
        *("pas", "pasuju", "pasuji", "netáhnu", "netahám", "nehraju", "nehraji", "stojím", "tančím", "vynechávám"),
        *("nemůžu táhnout", "nemohu táhnout", "nelze táhnout", "nejde táhnout", "žádný tah", "nemůžu hrát"),
        *("netahnu", "nemůžu", "nemohu", "nemuzu", "nelze", "nejde to", "bez tahu", "nemám tah", "tancuju"),
        *(
            "zeď",
            "zed",
            "nic",
            "nemám kam",
            "nevejdu se",
            "nemůžu dovnitř",
            "некуда ходить",
            "не зайти",
            "не вошёл",
            "не вошел",
        ),
        *(
            "closed out",
            "i'm closed out",
            "shut out",
            "i'm shut out",
            "i'm stuck",
            "im stuck",
            "i'm fanning",
            "unable to move",
        ),
        *(
            f"{i}{cannot} {do} in"
            for i in ("", "i ")
            for cannot in ("cannot", "can't", "cant")
            for do in ("get", "come")
        ),
        *("nemůžu nikam", "nikam nemůžu", "není kam", "neni kam", "není tah", "nemám co hrát", "nemám co táhnout"),
        *(
            "nejde nic",
            "nejde mi to",
            "nejde mi nic",
            "nemůžu nic",
            "nemůžu se hnout",
            "nemohu dovnitř",
            "nemohu do hry",
        ),
        *("nedostanu se dovnitř", "nevejdu", "vynechám", "tancuji", "jsem zavřený", "jsem zavřená"),
        *("ходить некуда", "идти некуда", "некуда идти", "ходить нечем", "нечем пойти", "войти некуда", "некуда войти"),
        *(
            "у меня нет хода",
            "у меня нет ходов",
            "не могу сходить",
            "сходить не могу",
            "ходить не могу",
            "не могу ввести",
        ),
        *("не вошла", "не зашёл", "не зашел", "не зашла", "не вхожу", "застрял", "застряла", "стою"),
        *("пас", "пасую", "пропуск", "пропуск хода", "пропускаю", "пропускаю ход", "танец", "танцую"),
        *("нет хода", "нет ходов", "хода нет", "ходов нет", "без хода", "ход невозможен", "нечем ходить"),
        *("не хожу", "не могу", "не могу ходить", "не могу пойти", "нельзя", "нельзя ходить"),
    )
)
#: Words before a play that are not part of it.
_LEAD = re.compile(
    r"(?:/?(?:(?:i|my) )?(?:move|play)s?\b|/?(?:tah|hraju|hraji|táhnu|ход|хожу|играю)\b) ?:? ?"
    r"|(?:e\.g\.|např\.|например) ?:? ?"
    r"|(?:(?:i )?(?:have )?(?:(?:my )?roll(?: is)?|rolled|got|with)|dice|hod|hodila?(?: jsem)?|kostky|padlo|бросок"
    r"|кости|выпало|выпали)(?: a)? ?:? ?(?=[(\[{]?[1-6])"
    r"|[-*>] ?(?=[^->])"
)

_SUPERSCRIPTS = {ord(sign): f"({number})" for number, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_SUBSCRIPTS = {ord(sign): f"({number})" for number, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")}
#: Substitutes that phones, word processors and keyboards insert for the plain signs.
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2044\u2215\u29f8\u2571\\|÷", "/"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u30fc~_", "-"),
        **dict.fromkeys("·•∙⋅", ";"),
        **dict.fromkeys("►▶»›", ">"),
        **dict.fromkeys("×✕✖", "x"),
        **dict.fromkeys("∗⁎✱★☆", "*"),
        **dict.fromkeys("\u2019\u02bc", "'"),
        **dict.fromkeys('"`“”„‟‘‚', " "),
        "^": "x",
        **{die: str(number) for number, die in enumerate("⚀⚁⚂⚃⚄⚅", 1)},
        **dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f\u20e3"),
    }
)
_QUOTES = "\"'`“”„‟«»‹›‘’‚"
#: Letters of one alphabet that look like another's, typed when a keyboard layout is switched in the middle of a word.
_ALIKE = str.maketrans("авекмнорстух", "abekmhopctyx")
_CROSS = re.compile(r"(?<![а-яё])х(?![а-яё])|(?<=[2-9])х|х(?=[2-4])")
_TIMES = re.compile(r"\b([2-4]) ?(?:krát|krat|раза|times)\b")
_LONE_APOSTROPHE = re.compile(r"(?<![^\W\d_])'|'(?![^\W\d_])")
#: Formatting marks of messengers.
_SET_OFF = re.compile(r"([*_~|`]{1,3})(.+)\1|<([^<>]+)>")

#: A text wholly in brackets, nested ones allowed, that is more than the dice.
_WRAPPED = re.compile(
    r"(?![(\[] ?[1-6] ?[-,:/ x]? ?[1-6] ?[)\]]$)"
    r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\])"
)
_NUMBERED = re.compile(r"[0-9]{1,3} ?[.)] ?(?=[(\[{]?[1-6] ?[-,/ ]? ?[1-6] ?[)\]}]? ?[:=])")
#: Dice before the play, in any notation.
_DICE = re.compile(
    r"[(\[{]? ?([1-6]) ?(?:[-,:/ x+&]|and\b|[aаи]\b)? ?([1-6])(?: ?[)\]}])? ?(?::|=(?!>))[- >]*"
    r"|[(\[{] ?([1-6]) ?[-,: x]? ?([1-6]) ?[)\]}][-.,; >]*"
    r"|([1-6])-?([1-6])\)[-.,; >]*|([3-6])([1-6]) ?-?>[- >]*"
    r"|([1-6]) ?[-,: x]? ?([1-6])(?:(?= ?-? ?$)|(?=[^\W\d_])|(?![0-9/>*x(])[-.,; ]+>?(?![ /*]))"
)
#: A number after an x that is no point.
_COUNT = "[2-4](?![0-9]| ?[-/>])"
_TOKEN = re.compile(
    r"(?P<count>[(\[{] ?x? ?[1-9] ?x? ?[)\]}]|x[1-9](?![0-9/>])|(?<= )x [1-9](?![0-9]| ?[-/>])"
    r"|\*[2-4](?![-0-9/>]|,(?! ?[0-9]{1,2}[-/>])))"
    rf"|(?P<times>(?<![-/>] )(?:(?<=[ ,;)*+&])|^)[1-4] ?x(?=[ ,;.(\[0-9bбв]|$)(?! ?{_COUNT}))"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<hit>\*+)"
    r"|(?P<mark>[!?]+)"
    r"|(?P<bracket>[()\[\]{}])"
    r"|(?P<gap>[-,;&+/>:. =]+)"
)
#: Dice after the play.
_DICE_LAST = re.compile(r"[ ,;]+[(\[]?([1-6])-?([1-6])[)\]]?$")


class Misspelled(Exception):
    """A text that cannot be read as a play. `details` say with `fault` which part is to blame."""

    def __init__(self, fault: PlayFault, **details: str) -> None:
        super().__init__(fault, details)
        self.fault, self.details = fault, details


def plain(text: str) -> str:
    """The text normalized: plain signs, single blanks, lower case, without quotes and introductory words."""
    if set_off := _SET_OFF.fullmatch(text.strip()):
        text = set_off[2] or set_off[3]
    text = unicodedata.normalize("NFKC", _bare(text.strip()).translate(_SUPERSCRIPTS | _SUBSCRIPTS))
    text = "".join(map(_symbol, text.translate(_SIGNS).lower()))
    if text.endswith(" "):
        text = text.rstrip(" -:")  # the separator between an emoji and the play
    text = _LONE_APOSTROPHE.sub(" ", _TIMES.sub(r"\1x", _CROSS.sub("x", text)))
    text = _bare(" ".join(text.split()))
    if not is_dance(text):
        text = _bare(spoken(text)) or text  # polite words alone do not mean a dance
    while not is_dance(text) and (lead := _LEAD.match(text)):
        text = _bare(text[lead.end() :])
    numbered = _NUMBERED.match(text)
    return text[numbered.end() :] if numbered else text


def _symbol(sign: str) -> str:
    """An arrow to the right, in any of its hundreds of forms, as `>`; any other symbol as a blank."""
    if sign < "\u2190" or unicodedata.category(sign) not in ("So", "Sm", "Sk"):
        return sign
    name = unicodedata.name(sign, "")
    return ">" if "RIGHT" in name and ("ARROW" in name or "POINTING" in name) else " "


def _bare(text: str) -> str:
    """The text without final punctuation, quotes and brackets around all of it."""
    text = text.strip(f"{_QUOTES} ").rstrip(" .,;!?…").rstrip(f"{_QUOTES} .,;").lstrip(" .,;")
    return _bare(text[1:-1]) if _WRAPPED.fullmatch(text) else text


def dice_apart(text: str) -> Iterator[tuple[Dice | None, str]]:
    """Every split into possible dice and the rest."""
    if dice := _DICE.match(text):
        high, low = (int(die) for die in dice.groups() if die is not None)
        yield (high, low), text[dice.end() :]
    if dice := _DICE_LAST.search(text):
        yield (int(dice[1]), int(dice[2])), text[: dice.start()]
    yield None, text


def tokens(text: str) -> list[tuple[str, str]]:
    """(kind, text) of each part. Raises `Misspelled` for an unknown part."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _unknown(text, at)
        kind, part = token.lastgroup or "", token[0]
        at = token.end()
        if kind == "word" and sense(part) is None:
            # The mark of a hit and a repeat count may directly follow a name: offx, offx2.
            if part[-1] != "x" or sense(part[:-1]) not in ("bar", "off"):
                raise _unknown(text, token.start())
            at, part = at - 1, part[:-1]
        found.append((sense(part) or kind if kind == "word" else kind, part))
    whose = [_whose(found, index) if kind in ("times", "both") else kind for index, (kind, _) in enumerate(found)]
    return [
        ({"times": "both", "behind": "twice"}.get(who, who), "2") if kind == "both" else (who, part)
        for who, (kind, part) in zip(whose, found, strict=True)
    ]


def _whose(parts: Sequence[tuple[str, str]], index: int) -> str:
    """What a repeat count belongs to where a separator stands on one side: what follows it, or what precedes it."""
    before = next((part for part in parts[:index][::-1] if part[1] != " "), ("", ""))
    after = next((part for part in parts[index + 1 :] if part[1] != " "), ("", ""))
    if before[0] and (not after[0] or _parts(after)):
        return "behind"
    return "ahead" if _parts(before) else "times"


def _parts(part: tuple[str, str]) -> bool:
    """Whether this separates what is before it from what follows."""
    return part[0] == "next" or (part[0] == "gap" and not set(part[1]).isdisjoint(",;&+"))


def _unknown(text: str, at: int) -> Misspelled:
    """The error for a text with an unknown part."""
    start, end = text.rfind(" ", 0, at) + 1, text.find(" ", at)
    part = text[start:] if end < 0 else text[start:end]
    return Misspelled(PlayFault.UNREADABLE) if part == text else Misspelled(PlayFault.NOT_READ, part=part)


def sense(word: str) -> str | None:
    """The class of a word; None if it has none."""
    senses = {
        "bar": _BAR_WORDS,
        "off": _OFF_WORDS,
        "onward": _ONWARD_WORDS,
        "next": _NEXT_WORDS,
        "hit": _HIT_WORDS,
        "twice": _TWICE_WORDS,
        "both": _BOTH_WORDS,
        "idle": _IDLE_WORDS,
    }
    spelled = (word, word.translate(_ALIKE))
    return next((sense for each in spelled for sense, words in senses.items() if each in words), None)


def is_dance(text: str) -> bool:
    """Whether a plain text says that nothing can be moved, or is empty."""
    return not text.strip("- ") or text.strip("()[] ").replace("-", " ") in _DANCES

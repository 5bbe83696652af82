"""Words for plays, typed or dictated, in English, Czech and Russian, replaced by signs.

Numbers, slashes and bearing off become signs. An unknown word stays, so that a text with it is refused: nothing is
guessed. Comments beside a play are in `typed_comments`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from .position import BAR, OFF
from .typed_comments import without_known

#: The numbers up to 25 by every word for each: names of numbers, of points and of rolled numbers, in the cases needed.
_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "one ones jedna jednu jedné jedničky jednička jedničku один одну одна одного единица единицу единицы",
            "two twos dva dvě dvou dvojky dvojka dvojku два две двух двойка двойку двойки",
            "three threes tři tri tří trojky trojka trojku три трёх трех тройка тройку тройки",
            "four fours čtyři ctyri čtyř čtyřky čtyřka čtyřku четыре четырёх четырех четвёрка четверка четвёрку"
            " четверку четвёрки четверки",
            "five fives pět pet pěti pětky pětka pětku пять пяти пятёрка пятерка пятёрку пятерку пятёрки пятерки",
            "six sixes šest sest šesti šestky šestka šestku шесть шести шестёрка шестерка шестёрку шестерку шестёрки"
            " шестерки",
            "seven sedm sedmi sedmička sedmičky sedmičku семь семи семёрка семерка семёрку семерку семёрки семерки",
            "eight osm osmi osmička osmičky osmičku восемь восьми восьмёрка восьмерка восьмёрку восьмерку восьмёрки"
            " восьмерки",
            "nine devět devet devíti devítka devítky devítku девять девяти девятка девятку девятки",
            "ten deset deseti desítka desítky desítku десять десяти десятка десятку десятки",
            "eleven jedenáct jedenact jedenácti jedenáctka jedenáctky jedenáctku одиннадцать одиннадцати",
            "twelve dvanáct dvanact dvanácti dvanáctka dvanáctky dvanáctku двенадцать двенадцати",
            "thirteen třináct trinact třinácti třináctka třináctky třináctku тринадцать тринадцати",
            "fourteen čtrnáct ctrnact čtrnácti čtrnáctka čtrnáctky čtrnáctku четырнадцать четырнадцати",
            "fifteen patnáct patnact patnácti patnáctka patnáctky patnáctku пятнадцать пятнадцати",
            "sixteen šestnáct sestnact šestnácti šestnáctka šestnáctky šestnáctku шестнадцать шестнадцати",
            "seventeen sedmnáct sedmnact sedmnácti sedmnáctka sedmnáctky sedmnáctku семнадцать семнадцати",
            "eighteen osmnáct osmnact osmnácti osmnáctka osmnáctky osmnáctku восемнадцать восемнадцати",
            "nineteen devatenáct devatenact devatenácti devatenáctka devatenáctky devatenáctku девятнадцать"
            " девятнадцати",
            "twenty dvacet dvaceti dvacítka dvacítky dvacítku двадцать двадцати",
            "jednadvacet jedenadvacet jednadvaceti jednadvacítka jednadvacítky jednadvacítku",
            "dvaadvacet dvaadvaceti dvaadvacítka dvaadvacítky dvaadvacítku",
            "třiadvacet triadvacet třiadvaceti třiadvacítka třiadvacítky třiadvacítku",
            "čtyřiadvacet ctyriadvacet čtyřiadvaceti čtyřiadvacítka čtyřiadvacítky čtyřiadvacítku",
            "pětadvacet petadvacet pětadvaceti",
        ),
        1,
    )
    for word in words.split()
}
#: Points by ordinal, `пятый пункт`; the first four not in cases that mean a count or a choice.
_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "third třetí третий",
            "fourth čtvrtý čtvrtého четвёртый четвертый",
            "fifth pátý pátého paty пятый пятого пятом",
            "sixth šestý šestého sesty шестой шестого шестом",
            "seventh sedmý sedmého седьмой седьмого седьмом",
            "eighth osmý osmého восьмой восьмого восьмом",
            "ninth devátý devátého девятый девятого девятом",
            "tenth desátý desátého десятый десятого десятом",
        ),
        3,
    )
    for word in words.split()
}
_TWENTY = frozenset(word for word, number in _NUMBERS.items() if number == 20)
#: Numbers over twenty written as one word.
_JOINED = {
    tens + word: 20 + number
    for tens in ("dvacet", "двадцать")
    for word, number in _NUMBERS.items()
    if number < 6 and (word >= "а") == (tens >= "а")
}
_SLASH = re.compile(r"\b(?:slash|lomeno|слеш|слэш|дробь)\b")
_WORD = re.compile(r"[^\W\d_]+")
_DOUBLE = re.compile(r"\b(?:double|doubles|pár|dvojité|дубль) ([1-6])(?:s\b)?:?(?= )")
#: A repeat count before a move: 2*24/18.
_STARRED = re.compile(r"(?:^|(?<=[ ,;]))([2-4])\*(?=(?:[0-9]{1,2}|bar)/)")
#: The same repeat count after each stop of a move: 24/20(2)/16(2).
_REPEATED = re.compile(r"(\([2-4]\))(/[0-9]{1,2}\*?)(?=\1)")
_FROM = r"(?:(?:(?:1 )?(?:from|z|ze|с|со)|the) )*"
_NEXT = r" ?(?:[,;&+]|\b(?:and|a|i|и)\b) ?| "
_POINTS = rf"[1-6](?:(?:{_NEXT}){_FROM}[1-6])*|[1-6]{{2,4}}"
#: Words for entering from the bar.
ENTERING = (
    "enter|enters|entering|vstupuji|vstupuju|vstup|vstoupím|vstoupit|nasazuji|nasazuju|nasadím|nasadit|захожу|вхожу|ввожу"
    "|войду|зайду|введу|войти|зайти|ввести|вошёл|вошел|вошла|зашёл|зашел|зашла"
)
#: Words before and after the checkers that are borne off.
BEARING = (
    "(?:i )?(?:bear|bearing|take|taking) off|off|vyhazuji|vyhazuju|vyhazuj|vyhodit|vyhodím|vynáším|vynasim"
    "|vynést|vynesu|odkládám|odložit|odložím|beru ven|dávám ven|dám ven|vyndávám|vyndám|снимаю|снять|сними|снял|сняла"
    "|сниму|выбрасываю|выброшу|выкидываю|выкину|вывожу|вывести|вывел|вывела"
)
OUT = (
    "off(?: the board)?|out|borne off|taken off|ven|pryč|domů|(?:jdou|jde) (?:ven|domů)|vyneseny|odloženy|домой|вон"
    "|с доски|снять|снимаю|снимаем|сниму|снял|сняла|снято|сняты|снята|выбрасываю|выбросил|выбросила|выброшены"
    "|выкидываю|выкинул|выкинула|выкину|выкинуть|выкинуты|вывожу|вывел|вывела|выведены"
)
_BORNE = re.compile(rf"(?:{BEARING}):? {_FROM}({_POINTS})")
_TO_OFF = re.compile(rf"(?:bear |take )?{_FROM}({_POINTS}) (?:{OUT})")
_BAR = r"(?:bar|baru|b|бар|бара|zeď|zdi|25)"
_ENTERING = re.compile(
    rf"{_FROM}{_BAR} ?(?:[-/>]* ?|to |na |на )([0-9]{{1,2}}\*?)({_NEXT}|/)(?:(?:to|na|на) )?([0-9]{{1,2}}\*?)"
)
#: Slashes alone, with a number between two of them that may end one step and start the next.
_GLUED = re.compile("[0-9]{1,2}/(?:[0-9]{2,4}/)+[0-9]{1,2}")
_MOST_CUTS = 64
#: A hit as in `8x5`; `2x5` is rather a repeat count.
_CROSSED = re.compile(r"(?<![0-9/>*.-])([5-9]|1[0-9]|2[0-5])x([1-9]|1[0-9]|2[0-4])(?![0-9/>])")
_TRAILING = re.compile(
    r"(.*[ ,;])?([0-9]{1,2}|bar)(?:[-/]| to | na | на )([0-9]{1,2}\*?)"
    r"(?: ?[,&+] ?| ?,? (?:then|pak|potom|потом|затем|and|a|и) )([0-9]{1,2}\*?)"
)
_STEP = r"(?:[0-9]{1,2}|bar)[-/][0-9]{1,2}"
#: A hit mark between two steps, which may belong to the second.
_HIT_AHEAD = re.compile(rf" (?:hit|hits|hitting|bju|biju|бью|бьёт|бьет) ({_STEP})(?![0-9*/-])")
#: Words that mean a hit only beside a step; elsewhere they may mean bearing off.
_HIT_BESIDE = (
    r"(?:vyhazuji|vyhazuju|vyhazuje|vyhodím|vyhozen[aoýáéi]?|bije|beru|bere)(?: (?:kámen|kamen|ho|blot))?"
    r"|(?:bju|biju) (?:kámen|kamen|ho|blot)|s (?:vyhozením|vyhozenim|bitím|braním)"
    r"|(?:бь[её]т|выбиваю|выбил|выбила|побил|побила|сбил|сбила|сбиваю|съел|съела|ем|беру|бита|выбита|сбита|побита)"
    r"(?: (?:шашку|блот|е[её]))?|бью (?:шашку|блот|е[её])|с (?:боем|ударом|взятием|битьём)"
    r"|(?:hits|hitting|hit) (?:a |the |your )?(?:blot|checker)"
    r"|(?:taking|knocking|sending) (?:a |the |your )?(?:blot|checker)"
)
#: Both of two steps hit.
_HIT_TWICE = (
    r"(?:a )?double[ -]hit|2 hits|(?:hit|hits|hitting) (?:2|both|twice)|both hit|dvojit(?:ý zásah|é vyhození)"
    r"|(?:oba|2) vyhozen[iíy]|(?:2|обе) (?:биты|побиты|выбиты|сбиты)"
    r"|(?:бью|сбил|сбила|выбиваю|побил|побила) (?:2|обе|оба)"
    r"|двойн(?:ой удар|ое взятие)|2 (?:удара|взятия)"
)
_BETWEEN_TWO = r"(?: ?[,;&+] ?| | ?,? (?:and|then|a|и|pak|потом) )"
#: Two checkers, in words, before a step.
_TWO_AHEAD = re.compile(
    r"(^|[-/][0-9]{1,2}\*?(?:[,;] ?| (?:and|a|и) |[,;] (?:and|a|и) ))(two|dva|dvě|dve|две|два) (?=(?:[0-9]{1,2}|bar)/)"
)
#: Two checkers that move to the same point: `19 and 18 to 14`.
_JOINTLY = re.compile(
    rf"{_FROM}([0-9]{{1,2}})(?: ?[,&+] ?| (?:and|a|и) ){_FROM}([0-9]{{1,2}})(?:/|-| to | na | на )([0-9]{{1,2}}\*?)"
)
#: Every step as two numbers with nothing between them: `8565`.
_DIGITS = re.compile("[0-9]{4,8}")
#: Steps preceded by the die each uses: `4: 24/20, 2: 13/11`.
_BY_NUMBER = re.compile(r"([1-6]): ?((?:([0-9]{1,2})|bar)[-/](?:([0-9]{1,2})|off)\*?)")
_ALL_BY_NUMBER = re.compile(rf"{_BY_NUMBER.pattern}(?:[ ,;]+{_BY_NUMBER.pattern})+")


#: Phrases for a step or a number of checkers, each with its short form.
_IN_SHORT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), short)
    for pattern, short in (
        (rf"^(?:{_HIT_TWICE})[:,!]? ({_STEP})\*?({_BETWEEN_TWO})({_STEP})\*?$", r"\1*\2\3*"),
        (rf"^({_STEP})\*?({_BETWEEN_TWO})({_STEP})\*?[,:!]? (?:{_HIT_TWICE})$", r"\1*\2\3*"),
        (rf"({_STEP}\*?),? (?:a |and |и )?(?:{_HIT_BESIDE})(?=$|[,;]| (?:a |and |и )?{_STEP})", r"\1 hit"),
        (rf"^bring(?:ing)? (?:2|both)(?: checkers| men)? down[:,]? (?={_STEP}{_BETWEEN_TWO}{_STEP}$)", ""),
        (rf"^({_STEP}{_BETWEEN_TWO}{_STEP}),? bring(?:ing)? (?:2|both)(?: checkers| men)? down$", r"\1"),
        (r"(?<=[0-9])(to|na|на)(?=[0-9])", r" \1 "),
        (r"\b(?:and |a |и )?(?:then |on |onward |pak |dál |potom |потом |затем |дальше )?(?:on)?(to|na|на)\b", r"\1"),
        (r"\b(from|to|z|ze|na|с|со|на) (the )?(?:(?:point|bodu|bod|pole|пункта|пункт|поля|поле) )?"
         r"([0-9]{1,2})(?:[ -]?(?:point|pt)\b)?", r"\1 \3"),
        (r"\b(?:1|a) (?:back )?(?:checker|man|piece|kámen|шашка|шашку)\b", " "),
        (r"\b1 (?=(?:from|z|ze|с|со) [0-9]+ (?:to|na|на) )", " "),
        (r"\b(both|obě|oba|оба|обе) (?:back )?(?:checkers|men|kameny|шашки)\b", r"\1"),
        (r"\b([2-4]) (?:times|krát|krat|раза)\b", r"\1x"),
        (r"\bиз ([0-9]{1,2}) в ([0-9]{1,2})\b", r"\1/\2"),
        (r"\bwith (?:a )?hit\b", "hit"),
        (r"(^|[,;] ?)([0-9]{1,2}) hits ([0-9]{1,2})\b", r"\1\2/\3*"),
        (r"\b([2-4]) (?:back )?(?:checkers|men|pieces|kameny|kamenů|шашки|шашек)\b", r"\1x"),
        (r"(^|[,;] ?|\b(?:and|a|и) )([2-4]) (?=(?:from|z|ze|с|со) )", r"\1\2x "),
        (r"(^|[,;] ?|\b(?:and|a|и) )(?:twice|dvakrát|dvakrat|дважды) (?=(?:(?:from|z|ze|с|со) )?(?:[0-9]|bar))",
         r"\1 2x "),
        (r"\b(?:thrice|třikrát|trikrat|трижды)\b", "3x"),
        (r"\b(?:čtyřikrát|ctyrikrat|четырежды)\b", "4x"),
        (r"\b(?:all|všechny|vsechny|все) ([2-4])(?= (?:(?:from|z|ze|с|со) )?(?:[0-9]|bar)|$)", r"\1x"),
        (rf"(^|[,;] ?|\b(?:and|a|и) )(?:to |at |na |на )?([0-9]{{1,2}}) (?:from|z|ze|с|со) (?:the )?{_BAR}\b",
         r"\1bar/\2"),
        (rf"(?:\b(?:from )?(?:the )?{_BAR} )?\b(?:{ENTERING})(?: on| at| to| na| на)?(?: the)? (?=19|2[0-4])", "bar/"),
        (r"(^|[,;] ?|\b(?:and|then|a|pak|и|потом) )hit (?:with )?((?:[0-9]{1,2}|bar)(?:[-/>][0-9]{1,2})+)(?![0-9*])",
         r"\1\2*"),
        (r"\ba ([1-6]) (?:and|a|&) (?:a )?([1-6])\b(?= ?[:,])", r"\1-\2"),
        (r"^((?:(?:i )?roll(?:ed)?|hod|padlo|бросок|выпало) )?([1-6])[- ]?([1-6]),? (?:is|je|это|play|tah|ход) ",
         r"\2\3: "),
    )
)  # fmt: skip


def spoken(text: str) -> str:
    """A text in lower case with signs in place of the words for them, without irrelevant phrases."""
    text = "".join(_digit(sign) for sign in text)
    text = _TWO_AHEAD.sub(r"\1 2x ", _SLASH.sub("/", without_known(text)))
    text = " ".join(_numbered(text).split())
    for pattern, short in _IN_SHORT:
        text = pattern.sub(short, text)
    text = " ".join(text.split())
    if _ALL_BY_NUMBER.fullmatch(text):
        text = _BY_NUMBER.sub(_without_number, text)
    return _REPEATED.sub(r"\2", _STARRED.sub(r"\1x ", _DOUBLE.sub(r"\1\1:", text)))


def _digit(sign: str) -> str:
    """A digit of another script, such as Arabic-Indic, as its ASCII digit."""
    return sign if sign.isascii() or not sign.isdecimal() else str(unicodedata.decimal(sign))


def _numbered(text: str) -> str:
    """The text with digits for number words; two-word numbers, such as `twenty four`, become one."""
    found: list[str] = []
    at, tens = 0, False
    for word in _WORD.finditer(text):
        between = text[at : word.start()]
        number = _NUMBERS.get(word[0], _JOINED.get(word[0], _ORDINALS.get(word[0])))
        if number is None:
            found += (between, word[0])
        elif tens and number < 6 and between in (" ", "-"):
            found[-1] = str(20 + number)
            number = None
        else:
            found += (between, str(number))
        tens, at = number is not None and word[0] in _TWENTY, word.end()
    return "".join((*found, text[at:]))


def in_full(text: str) -> Iterator[str]:
    """Full forms of an abbreviated text: checkers borne off (`65 off`), several that enter (`bar/20,23`), and a point
    after a comma, to which the same checker or another one moves (`24/18, 13`). None for any other text.
    """
    if named := _BORNE.fullmatch(text) or _TO_OFF.fullmatch(text):
        yield " ".join(f"{point}/off" for point in re.findall("[1-6](?! (?:from|z|ze|с|со) )", named[1]))
    elif entering := _ENTERING.fullmatch(text):
        end, between, last = entering.groups()
        yield f"bar/{end} bar/{last}"
        if between.strip(" /"):
            yield f"bar/{end}/{last}"
    elif trailing := _TRAILING.fullmatch(text):
        before, start, end, last = trailing.groups("")
        yield f"{before}{start}/{end}/{last}"
        yield f"{before}{start}/{end} {start}/{last}"
    elif jointly := _JOINTLY.fullmatch(text):
        one, other, end = jointly.groups()
        yield f"{one}/{end} {other}/{end}"
    elif _DIGITS.fullmatch(text):
        yield from _in_pairs(text)
    if _HIT_AHEAD.search(text):
        yield _HIT_AHEAD.sub(r" \1*", text)
    if "/" in text and (glued := _GLUED.fullmatch(text)):
        yield from _apart(glued[0].split("/"))
    if _CROSSED.search(text):
        yield _CROSSED.sub(r"\1/\2*", text)


def _in_pairs(digits: str) -> Iterator[str]:
    """Every way to read digits as downward steps."""
    for middle, end in product((1, 2), repeat=2):
        start, to, rest = digits[:middle], digits[middle : middle + end], digits[middle + end :]
        if len(to) < end or "0" in (start[0], to[0]) or int(start) <= int(to):
            continue
        if not rest:
            yield f"{start}/{to}"
        yield from (f"{start}/{to} {others}" for others in (_in_pairs(rest) if len(rest) > 1 else ()))


def _without_number(step: re.Match[str]) -> str:
    """A step without the die before it, where that equals its distance; else unchanged."""
    start, end = int(step[3] or BAR), int(step[4] or OFF)
    return step[2] if start - end == int(step[1]) or (end == OFF and start < int(step[1])) else step[0]


def _apart(numbers: Sequence[str]) -> Iterator[str]:
    """Every way to split steps written without a separator, `8/56/5`, with no step upwards."""
    found = [numbers[0]]
    for number in numbers[1:]:
        cuts = [f"{number[:at]} {number[at:]}" for at in range(1, len(number)) if number[at] != "0"]
        found = [f"{text}/{part}" for text in found for part in (*cuts, number)][:_MOST_CUTS]
    for text in found:
        ways = [[int(point) for point in way.split("/")] for way in text.split()]
        if len(ways) > 1 and all(len(way) > 1 and all(a > b for a, b in pairwise(way)) for way in ways):
            yield text

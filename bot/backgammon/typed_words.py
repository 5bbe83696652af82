"""Words in which plays are said, typed or dictated, in English, Czech and Russian: as the signs they stand for.

Numbers, slashes and what is borne off become signs; what is said out of politeness is left out. A word that is not
known here stays, so that a text with it is refused: nothing is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

#: The numbers up to 25, by all words for each: names of numbers, of points and of what is rolled, in the cases needed.
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
_TWENTY = frozenset(word for word, number in _NUMBERS.items() if number == 20)
#: What is said out of politeness, or about what one is going to say, and is no part of a play.
_POLITE = re.compile(
    r"\b(?:please|pls|plz|thanks|thank you|thx|ok|okay|hi|hello|um|uh|hmm|well|let's|let us|let me|i'd like to"
    r"|i would like to|i want to|i will|i'll|i am going to|i'm going to|i'm gonna|gonna|going to"
    r"|prosím(?: tě| vás)?|prosim|pros[ií]m(?=\b)|díky|diky|dík|děkuji|dekuji|děkuju|chci|chtěl bych|chtěla bych"
    r"|rád bych|ráda bych|dobře|ahoj|hraj|zahraj|zahraju|zahrát|hrát|táhni|táhnout|tahnu"
    r"|пожалуйста|пж|плиз|спасибо|хочу|хотел бы|хотела бы|я бы|давай|ну|ок|окей|ладно|привет|сыграть|сходить|пойти"
    r"|сходи|пойду|иду|схожу|сыграю)\b"
)
_SLASH = re.compile(r"\b(?:slash|lomeno|слеш|слэш|дробь)\b")
_WORD = re.compile(r"[^\W\d_]+")
_DOUBLE = re.compile(r"\b(?:double|doubles|pár|dvojité|дубль) ([1-6])(?:s\b)?:?(?= )")
#: A number of times in front of a way: 2*24/18.
_STARRED = re.compile(r"(?:^|(?<=[ ,;]))([2-4])\*(?=(?:[0-9]{1,2}|bar)/)")
#: The same number of checkers behind each stop of a way: 24/20(2)/16(2).
_REPEATED = re.compile(r"(\([2-4]\))(/[0-9]{1,2}\*?)(?=\1)")
_POINTS = r"[1-6](?:(?: ?(?:[,;&+]|\b(?:and|a|i|и)\b) ?| )[1-6])*|[1-6]{2,4}"
_BORNE = re.compile(
    r"(?:(?:i )?(?:bear|bearing|take|taking) off|off|vyhazuji|vyhazuju|vyhazuj|vyhodit|vynáším|vynasim|odkládám"
    rf"|beru ven|снимаю|снять|сними|выбрасываю|выкидываю|вывожу) (?:from |z |ze |с |со )?({_POINTS})"
)
_TO_OFF = re.compile(rf"({_POINTS}) (?:off|out|ven|домой|вон|снять|снимаю)")
_ENTERING = re.compile(r"(?:bar|b|бар|zeď|25) ?[-/>]* ?([0-9]{1,2}\*?)(?: ?[,;&+] ?| and | a | и | )([0-9]{1,2}\*?)")
_TRAILING = re.compile(r"(.*[ ,;])?([0-9]{1,2})[-/]([0-9]{1,2}\*?) ?, ?([0-9]{1,2}\*?)")


def spoken(text: str) -> str:
    """A text in small letters with signs for the words that stand for some, without what is only polite."""
    text = "".join(_digit(sign) for sign in text)
    text = _SLASH.sub("/", _POLITE.sub(" ", text))
    text = " ".join(_numbered(text).split())
    return _REPEATED.sub(r"\2", _STARRED.sub(r"\1x ", _DOUBLE.sub(r"\1\1:", text)))


def _digit(sign: str) -> str:
    """A digit of another script, such as the Arabic-Indic ones, as the one it is."""
    return sign if sign.isascii() or not sign.isdecimal() else str(unicodedata.decimal(sign))


def _numbered(text: str) -> str:
    """The text with digits for names of numbers; those of two words, such as `twenty four`, are one number."""
    found: list[str] = []
    at, tens = 0, False
    for word in _WORD.finditer(text):
        between = text[at : word.start()]
        number = _NUMBERS.get(word[0])
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
    """What a text in short may be in full: checkers borne off (`65 off`), several that enter (`bar/20,23`), and a point
    behind a comma, which a checker goes on to or another one goes to (`24/18, 13`). Nothing for any other text.
    """
    if named := _BORNE.fullmatch(text) or _TO_OFF.fullmatch(text):
        yield " ".join(f"{point}/off" for point in re.findall("[1-6]", named[1]))
    elif entering := _ENTERING.fullmatch(text):
        yield f"bar/{entering[1]} bar/{entering[2]}"
    elif trailing := _TRAILING.fullmatch(text):
        before, start, end, last = trailing.groups("")
        yield f"{before}{start}/{end}/{last}"
        yield f"{before}{start}/{end} {start}/{last}"

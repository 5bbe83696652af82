"""Comments beside typed plays, in English, Czech and Russian: which are ignored, and which make a text refused.

Phrases known to be irrelevant (“please”, “I think”, “hmm”) are ignored anywhere. Other words are taken for a comment
only before or after a play whose every step is written out, and only if they contain no number and none of the words by
which a play is taken back, questioned or compared with another one. Everything else stays in the text, which is
therefore refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_ENGLISH = (
    "please|pls+|plz+|thanks(?: a lot)?|thank you(?: very much)?|thx|ty|cheers|ok|okay|okey|kk?|hi|hello|hey|um+"
    "|uh+|erm?|h+m+|mhm+|well(?: rolled| played)?|so|yes|yeah|yep|yup|sure|let's(?: go)?(?: with)?|let us"
    "|let me(?: go)?(?: with)?|i(?:'d| would)(?: like| love| say| go| move| play)?(?: with)?(?: to)?"
    "|i want(?: to)?|i'll(?: go| take)?(?: with)?|i will(?: go| take)?(?: with)?"
    "|i'?m (?:going to|gonna|going(?: with)?)|i am going to|gonna|going (?:to|with)"
    "|i (?:play|move|go(?: with)?|choose|pick)|i (?:think|guess|suppose|believe|reckon|hope)(?: so)?|maybe"
    "|perhaps|probably|gg|glhf|gl|hf|lol|rofl|lmao|ha(?:ha)+h?|he(?:he)+|xd+|sorry(?: for the (?:wait|delay))?|oh"
    "|ah|aha|wow|ouch|argh+|ugh+|alas|damn|sadly|unfortunately|finally|obviously|of course|certainly|definitely"
    "|naturally|clearly|for sure|as (?:usual|always)|the usual|good luck|(?:it's )?your (?:turn|move|go)"
    "|(?:this |that )?is my (?:move|play)|my (?:move|play)(?: is|:)?|for me|that's (?:it|all)|just|simply"
    "|(?:can|could|would|will) you(?: play| move)?|(?:can|may|could) i(?: play| have)?"
    "|(?:easy|nice|good|best|great|right|lucky|obvious|safe)(?: ones?| roll| play| move)?|perfect|done|running"
    "|run|runs|slot|slots|slotting|cover|covers|covering|all the way|again|first|no doubt"
    "|no (?:problem|worries)|np|ofc|imh?o|tbh|btw|bring(?:ing)? (?:one|1|a checker|it|them) down"
)
_CZECH = (
    "prosím(?: tě| vás)?|prosim(?: te)?|prosimtě|díky(?: moc)?|diky|dík|dik|děkuji|děkuju|dekuji|dekuju|chci"
    "|chtěla? bych|ráda? bych|hrála? bych|dala? bych|dám|dam|dobře|dobrý|ahoj|čau|zahraj(?: mi)?|hraj(?: mi)?"
    "|zahraju|zahraji|zahrát|hrát|táhni|táhnout|tahnu|myslím(?: si)?(?: ?, ?že| že)?"
    "|myslim(?: si)?(?: ?, ?ze| ze)?|asi|možná|mozna|snad|tak|takže|no (?:tak|jo|ano|dobře|co)|jasně|jasne"
    "|samozřejmě|jo|ano|jedu|jdu|můj tah(?: je|:)?|(?:to )?je můj tah|(?:jsi )?na tahu|tvůj tah|hotovo|bohužel"
    "|bohuzel|sakra|ach|hele|prostě|klidně|určitě|nejspíš|super|paráda|hodně štěstí|(?:a )?(?:to )?je to|utíkám"
    "|utikam|běžím|konečně|přece|jak jinak|zase|znovu|nejdřív|v (?:pohodě|pohode|klidu|pořádku|poradku)"
)
_RUSSIAN = (
    "пожалуйста|пож|пж|пжлст|плиз|спасибо(?: большое)?|благодарю|хочу|хотела? бы"
    "|я бы(?: сыграла?| сходила?| пош[её]л| пошла| хотела?)?|давай(?:те)?|ну|ок|окей|ладно|привет|сыграть|сходить"
    "|пойти|сходи|пойду|иду|схожу|сыграю|наверное|наверно|(?:я )?думаю(?: ?, ?что| что)?|(?:мне )?кажется|пожалуй"
    "|может(?: быть)?|возможно|видимо|так|итак|х+м+|эх|ох|ах|увы|к сожалению|конечно|разумеется|да|ага"
    "|(?:это )?(?:мой|твой) ход|пусть(?: будет)?|удачи|готово|вс[её]|бегу|убегаю|просто|точно|лол|ха(?:ха)+х?|я"
    "|вот|отлично|хорошо|извини(?:те)?|сорри|как (?:всегда|обычно)|(?<![^ ,.])о да|опять|снова|сначала"
    "|в (?:самый раз|порядке)"
)
_SMILEY = r"(?:^|(?<= ))[:;=]'?-?[dp)(]+(?![^ ,.:)-])"
_PHRASE = rf"(?:(?<![^\W_])(?:{_ENGLISH}|{_CZECH}|{_RUSSIAN})(?![^\W_]|')|{_SMILEY})"
_KNOWN = re.compile(_PHRASE)
#: The same at the start and end of a text, with the separator.
_IN_FRONT = re.compile(rf"[ ,.(/#-]*{_PHRASE}[ ,.:;!?…)-]*")
_BEHIND = re.compile(rf"[ ,.:;!?(\[/#-]*{_PHRASE}[ ,.:;!?…)\]]*$")

#: Words that take a play back, question it or attribute it to another player; beginnings of words end with `…`.
_OBJECTIONS = """
no nope not never none dont doesnt wont cant cannot couldnt shouldnt wouldnt isnt aint nt or either neither nor
instead rather except without unless if but wait stop cancel… undo… revert… back takeback wrong… illegal… legal…
mistake… error… oops avoid… than versus vs against before after until why what how when where which who should
could would might he she they them opponent… partner… last previous… was were had else other… another alternativ…
hint… kidding joke jk psych lie… nearly almost roll… rolled double… redouble… drop… resign… accept… decline…
reject… beaver… raccoon… pass… dance… dancing fan skip… quit abort… claim… settle… leav… explain… analy… show… fake
bad worse worst later same both twice all half checker… checkers men pieces bear… bore borne take… took away ani
nikdy nebo či anebo místo misto radši radeji raději ale kdyby jestli pokud když kdyz až počk… pock… zpět zpet
zpátky zpatky zruš… zrus… omyl… chyb… špatn… spatn… jinak jin… než proč proc co jak kdo kde kdy kter… vzdá… vzda…
pas pasuj… tanc… tanč… stojím vynech… dvojnás… zdvoj… dubl… soupeř… on ona oni vyhaz… vyhod… vyhoď vynáš… vynas…
odklád… ber… vzít vezm… oba obě obojí dvakrát kámen kamen…
ни или либо иначе вместо но если кроме чем стоп подожд… погод… отмен… назад верн… ошиб… неправ… нельзя никогда пас…
пропус… танц… зачем почему разве что как кто где когда сда… удв… дубл… соперник… противник… он она они снима… сним…
снять выбрас… выкид… вывож… вынос… оба обе дважды шаш… хуже плохо другой другая другое нет
бит… побит… сбит… выбит… vyhozen…
"""
_OBJECTION_WORDS = frozenset(word for word in _OBJECTIONS.split() if not word.endswith("…"))
_OBJECTION_STEMS = tuple(word[:-1] for word in _OBJECTIONS.split() if word.endswith("…"))
#: Word classes that are often part of a play.
_EITHER = ("bar", "off", "twice", "both")
#: After these a number is not part of a play.
_COUNTED = frozenset(("point", "points", "bod", "bodu", "pole", "пункт", "пункта", "поле", "with", "pips"))
#: Before these.
_COUNTING = frozenset(
    ("time", "times", "minute", "minutes", "minut", "minuty", "раз", "раза", "минуту", "минут", "минуты")
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
#: Misspellings of such words: a letter missing, wrong or too many.
_SLIP = re.compile(
    "|".join(
        word[:place] + instead + word[place + cut :]
        for word in ("off", "bar", "ven", "both", "twice", "dvakrát", "бар", "вон", "дважды")
        for place in range(len(word) + 1)
        for instead, cut in (("", 1), (".", 1), (".", 0))
    )
)
#: What stands before and after a separate word.
_BEFORE, _AFTER = " ,.:;!?([", " ,.:;!?)]"
#: A single letter is rather a slip than a comment.
_SHORTEST = 2
#: Separators between a comment and a play.
_AROUND = " ,.:;!?/#()[]{}->&+=|"
_OPENING = dict.fromkeys(map(ord, "(["))
_CLOSING = dict.fromkeys(map(ord, ")]"))


def without_known(text: str) -> str:
    """The text in lower case, without phrases known to be irrelevant."""
    while front := _IN_FRONT.match(text):
        text = text[front.end() :]
    while behind := _BEHIND.search(text):
        text = text[: behind.start()]
    return _KNOWN.sub(" ", text)


def without_ends(text: str) -> str:
    """The text without separators at its ends."""
    return text.lstrip(_AROUND.translate(_OPENING)).rstrip(_AROUND.translate(_CLOSING))


def without_unknown(text: str, sense: Callable[[str], str | None], is_written_out: Callable[[str], bool]) -> str:
    """The text without unknown words (those with no `sense`) around a play that `is_written_out`; else unchanged."""
    words = [word for word in _WORD.finditer(text) if _is_unknown(word[0], sense)]
    digits = [digit.start() for digit in re.finditer("[0-9]", text)]
    if not words or not digits:
        return text
    start = max((word.end() for word in words if word.end() <= digits[0]), default=0)
    end = min((word.start() for word in words if word.start() > digits[-1]), default=len(text))
    if any(start < word.end() and word.start() < end for word in words):
        return text
    if (end < len(text) and text[end - 1] not in _BEFORE) or (start and text[start] not in _AFTER):
        return text
    play, front, behind = without_ends(text[start:end]), _WORD.findall(text[:start]), _WORD.findall(text[end:])
    if any(_objects(word, sense, "*" in play) for word in front + behind) or (front and front[-1] in _COUNTED):
        return text
    if behind and behind[0] in _COUNTING:
        return text
    # A word beside the comment that may be part of it.
    before, _, last = play.rpartition(" ")
    first = play.partition(" ")[0]
    if behind and sense(last.strip(_AROUND)) in _EITHER and is_written_out(without_ends(before)):
        return text
    if front and sense(first.strip(_AROUND)) in ("twice", "both"):
        return text
    return play if is_written_out(play) else text


def _is_unknown(word: str, sense: Callable[[str], str | None]) -> bool:
    return sense(word) is None and not (word[-1] == "x" and sense(word[:-1]) in ("bar", "off"))


def _objects(word: str, sense: Callable[[str], str | None], marked: bool) -> bool:
    """Whether a word of a comment may refer to the play. `marked`: it marks a hit."""
    plain = word.replace("'", "")
    if sense(word) is None and (len(plain) < _SHORTEST or _SLIP.fullmatch(plain)):
        return True
    if plain in _OBJECTION_WORDS or plain.startswith(_OBJECTION_STEMS) or word.endswith("n't"):
        return True
    if plain.startswith(("ne", "не")) and not plain.startswith(("nej", "new", "next")):
        return True
    meaning = sense(word)
    return (meaning == "hit" and not marked) or (meaning in _EITHER and len(word) > 1 and word != "of")

"""Sentences that say why a decision was wrong: one for each reason of `bot.analysis.why`, at most two below a mistake.

The subject is the play, or the player who has made it. Rolls are counted among 36.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot import limits
from bot.analysis.themes import Reason
from bot.analysis.why import CLOSE, UNEXPLAINED
from bot.texts import Texts

LONGEST = 140
"""The most characters of a sentence, in any language."""


def sentence(reason: Reason, t: Texts) -> str:
    """The sentence of a reason, with its numbers."""
    match reason.numbers:
        case (one, two, three):
            return _OF_THREE[reason.name](t, one, two, three)
        case (one, two):
            return _OF_TWO[reason.name](t, one, two)
        case (one,):
            return _OF_ONE[reason.name](t, one)
        case _:
            return _OF_NONE[reason.name](t)


def with_why(text: str, reasons: Sequence[Reason], t: Texts, most: int = limits.MESSAGE, *, of: str = "") -> str:
    """A message with the reasons below it, a line for each, as many as there is room for; `of`: the choice they are
    about, where that is not clear.
    """
    for reason in reasons:
        longer = f"{text}\n💡 " + (f"{of}: " if of else "") + sentence(reason, t)
        if len(longer) > most:
            break
        text = longer
    return text


_OF_NONE: Mapping[str, Callable[[Texts], str]] = {
    CLOSE: lambda t: t("A close call between plans."),
    UNEXPLAINED: lambda t: t("No single fact explains it: compare the chances."),
}

_OF_ONE: Mapping[str, Callable[[Texts, int], str]] = {
    "no hit": lambda t, pips: t.many(
        "Misses a hit that would have cost the opponent {number} pip.",
        "Misses a hit that would have cost the opponent {number} pips.",
        pips,
    ),
    "point not made": lambda t, point: t("Does not make the {point}-point.", point=point),
    "point given up": lambda t, point: t("Gives up the {point}-point.", point=point),
    "anchor not made": lambda t, point: t("Does not make an anchor on the opponent's {point}-point.", point=point),
    "anchor given up": lambda t, point: t("Gives up the anchor on the opponent's {point}-point.", point=point),
    "no slot": lambda t, point: t("Does not place a checker on the {point}-point to make it next.", point=point),
    "races behind": lambda t, pips: t.many(
        "Breaks contact and races {number} pip behind.", "Breaks contact and races {number} pips behind.", pips
    ),
    "stays in contact": lambda t, pips: t.many(
        "Stays in contact instead of racing {number} pip ahead.",
        "Stays in contact instead of racing {number} pips ahead.",
        pips,
    ),
    "fewer gammons": lambda t, share: t("Wins {share} % fewer gammons.", share=share),
    "more gammons lost": lambda t, share: t("Loses {share} % more gammons.", share=share),
    "gammons lost": lambda t, share: t("A gammon is lost in {share} % of the games.", share=share),
    "too good": lambda t, share: t("Too good to double: {share} % of the games are won as a gammon.", share=share),
    "early": lambda t, count: (
        t.many(
            "Too early: only {number} of 100 sequences loses the market.",
            "Too early: only {number} of 100 sequences lose the market.",
            count,
        )
        if count
        else t("Too early: not one of 100 sequences loses the market.")
    ),
    "late": lambda t, count: t.many(
        "Time to double: {number} of 100 sequences loses the market.",
        "Time to double: {number} of 100 sequences lose the market.",
        count,
    ),
}

_OF_TWO: Mapping[str, Callable[[Texts, int, int], str]] = {
    "shots": lambda t, made, right: t.many(
        "Leaves {number} shot instead of {other}.", "Leaves {number} shots instead of {other}.", made, other=right
    ),
    "risk": lambda t, made, right: t.many(
        "Loses {number} pip to hits on average instead of {other}.",
        "Loses {number} pips to hits on average instead of {other}.",
        made,
        other=right,
    ),
    "hits fewer": lambda t, made, right: t.many(
        "Hits {number} checker instead of {other}.", "Hits {number} checkers instead of {other}.", made, other=right
    ),
    "enters": lambda t, made, right: t.many(
        "The opponent enters with {number} roll instead of {other}.",
        "The opponent enters with {number} rolls instead of {other}.",
        made,
        other=right,
    ),
    "prime": lambda t, made, right: t.many(
        "Holds {number} point in a row in front of an opposing checker instead of {other}.",
        "Holds {number} points in a row in front of an opposing checker instead of {other}.",
        made,
        other=right,
    ),
    "they escape": lambda t, made, right: t.many(
        "The opponent leaves the home board with {number} roll instead of {other}.",
        "The opponent leaves the home board with {number} rolls instead of {other}.",
        made,
        other=right,
    ),
    "escapes": lambda t, made, right: (
        t.many(
            "Only {number} roll instead of {other} frees a rear checker next turn.",
            "Only {number} rolls instead of {other} free a rear checker next turn.",
            made,
            other=right,
        )
        if made
        else t("No roll instead of {other} frees a rear checker next turn.", other=right)
    ),
    "aims": lambda t, made, right: t.many(
        "Aims {number} roll at opposing blots instead of {other}.",
        "Aims {number} rolls at opposing blots instead of {other}.",
        made,
        other=right,
    ),
    "prepares": lambda t, made, right: t.many(
        "Prepares a key point with {number} roll instead of {other}.",
        "Prepares a key point with {number} rolls instead of {other}.",
        made,
        other=right,
    ),
    "they anchor": lambda t, made, right: t.many(
        "The opponent makes a good anchor with {number} roll instead of {other}.",
        "The opponent makes a good anchor with {number} rolls instead of {other}.",
        made,
        other=right,
    ),
    "they make a point": lambda t, made, right: t.many(
        "The opponent makes a key point with {number} roll instead of {other}.",
        "The opponent makes a key point with {number} rolls instead of {other}.",
        made,
        other=right,
    ),
    "buried": lambda t, made, right: t.many(
        "Has {number} checker on the two lowest points instead of {other}.",
        "Has {number} checkers on the two lowest points instead of {other}.",
        made,
        other=right,
    ),
    "stacked": lambda t, made, right: t.many(
        "Stacks {number} checker on one point instead of {other}.",
        "Stacks {number} checkers on one point instead of {other}.",
        made,
        other=right,
    ),
    "back": lambda t, made, right: t.many(
        "Leaves {number} checker back instead of {other}.",
        "Leaves {number} checkers back instead of {other}.",
        made,
        other=right,
    ),
    "home blots": lambda t, made, right: t.many(
        "Leaves {number} blot at home instead of {other}.",
        "Leaves {number} blots at home instead of {other}.",
        made,
        other=right,
    ),
    "rear blots": lambda t, made, right: t.many(
        "Leaves {number} blot in the opponent's home board instead of {other}.",
        "Leaves {number} blots in the opponent's home board instead of {other}.",
        made,
        other=right,
    ),
    "builders": lambda t, made, right: t.many(
        "Has {number} builder on the points from 7 to 11 instead of {other}.",
        "Has {number} builders on the points from 7 to 11 instead of {other}.",
        made,
        other=right,
    ),
    "attackers": lambda t, made, right: t.many(
        "Has {number} checker in the own half for the attack instead of {other}.",
        "Has {number} checkers in the own half for the attack instead of {other}.",
        made,
        other=right,
    ),
    "off": lambda t, made, right: t.many(
        "Has {number} checker off instead of {other}.",
        "Has {number} checkers off instead of {other}.",
        made,
        other=right,
    ),
    "waste": lambda t, made, right: t.many(
        "Wastes {number} pip by Keith's count instead of {other}.",
        "Wastes {number} pips by Keith's count instead of {other}.",
        made,
        other=right,
    ),
    "outside": lambda t, made, right: t.many(
        "Leaves {number} checker outside the home board instead of {other}.",
        "Leaves {number} checkers outside the home board instead of {other}.",
        made,
        other=right,
    ),
    "crossovers": lambda t, made, right: t.many(
        "Needs {number} crossover to come home instead of {other}.",
        "Needs {number} crossovers to come home instead of {other}.",
        made,
        other=right,
    ),
    "take": lambda t, wins, dead: t(
        "A take: it wins {wins} %, and {dead} % are enough even without a recube.", wins=wins, dead=dead
    ),
    "drop": lambda t, wins, live: t(
        "A drop: a take wins {wins} %, and {live} % are needed even with a recube.", wins=wins, live=live
    ),
    "dead drop": lambda t, wins, dead: t(
        "A drop: a take wins {wins} %, and {dead} % are needed without a recube.", wins=wins, dead=dead
    ),
    "cash": lambda t, wins, live: t(
        "Double and win at once: a take wins {wins} %, and {live} % are needed even with a recube.",
        wins=wins,
        live=live,
    ),
    "dead cash": lambda t, wins, dead: t(
        "Double and win at once: a take wins {wins} %, and {dead} % are needed without a recube.",
        wins=wins,
        dead=dead,
    ),
    "easy take": lambda t, wins, dead: t(
        "The opponent has a take: it wins {wins} %, and {dead} % are enough even without a recube.",
        wins=wins,
        dead=dead,
    ),
    "close to a drop": lambda t, wins, live: t(
        "Time to double: a take wins only {wins} %, close to the {live} % that are needed even with a recube.",
        wins=wins,
        live=live,
    ),
}

_OF_THREE: Mapping[str, Callable[[Texts, int, int, int], str]] = {
    "live take": lambda t, wins, live, dead: t(
        "A take: it wins {wins} %; {live} % are enough with a recube, {dead} % without.",
        wins=wins,
        live=live,
        dead=dead,
    ),
}

NAMES = frozenset({*_OF_NONE, *_OF_ONE, *_OF_TWO, *_OF_THREE})
"""The reasons that have a sentence."""

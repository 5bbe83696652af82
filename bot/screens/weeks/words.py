"""The message of the club's week: at most eight lines on a phone, each with the id of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import NamedTuple

from bot.analysis.verdicts import Verdict
from bot.screens.faces import boards
from bot.screens.ladder.common_words import joined, shown_computer, signed_words, unusual_variant
from bot.screens.names import MOST, called, plain, roll_words
from bot.screens.phone import for_phone, wide
from bot.screens.reference.figures import number, percent
from bot.screens.reviews.value_words import SIGNED
from bot.screens.reviews.words import chosen_text
from bot.tables.weeks import Ahead, Report, Result, Who
from bot.texts import N_, Texts

TITLE = N_("The club's week")
LUCK, COMEBACK, MISSED = N_("Luckiest roll"), N_("Comeback"), N_("Most missed")
BOX, DUE, OWED = N_("Box of the week"), N_("Due this week"), N_("To play")
"""What the message and its lines are about."""

RESULTS = 3
"""Results that are told, at most."""

#: The same in fewer letters.
_BRIEF = {LUCK: N_("Luck"), COMEBACK: N_("Rally"), MISSED: N_("Missed"), BOX: N_("Box"), DUE: N_("Due")}
#: The least chance that is told in whole per cent, briefly.
_WHOLE = 0.01
#: Lines of a phone.
_LINES = 8
#: Pairs and nights that are named, at most.
_PAIRS = 4


class _About(Enum):
    """How a line says what it is about."""

    AT_LENGTH = "at length"
    BRIEFLY = "briefly"
    BY_PICTURE = "by a picture"


class _Form(NamedTuple):
    """How much of a week is told: names of at most so many pixels on a phone, so many results and pairs, and the `best`
    choice of the position that was missed.
    """

    name: float
    results: int = RESULTS
    pairs: int = _PAIRS
    about: _About = _About.AT_LENGTH
    best: bool = False


_LOOSE = (_Form(300, best=True), _Form(300), _Form(120), _Form(120, pairs=2))
"""Forms of a week of which not much is told."""

_TIGHT = (
    *(_Form(120, 0, pairs, about) for about in (_About.AT_LENGTH, _About.BRIEFLY) for pairs in (2, 1)),
    *(_Form(name, 0, 1, _About.BRIEFLY) for name in (100, 85, 70, 60, 50)),
    *(_Form(name, 0, 1, _About.BY_PICTURE) for name in (70, 60, 50, 35)),
)
"""Forms of a line of which a week has as many as fit."""


def week_words(report: Report, t: Texts) -> str:
    """The message, in the most detailed form that is short enough."""
    loose = (_lines(report, form, t) for form in _LOOSE)
    tight = (_in_single_lines(report, results, t) for results in (RESULTS, 2, 1))
    return "\n".join(filter(None, for_phone(chain(loose, tight), _LINES)))


def _in_single_lines(report: Report, results: int, t: Texts) -> list[str]:
    """The lines, each in the most detailed form that is a line on a phone."""
    forms = zip(*(_lines(report, form._replace(results=results), t) for form in _TIGHT), strict=True)
    return [line for said in forms for line in for_phone(([each] for each in said), 1)]


def _lines(report: Report, form: _Form, t: Texts) -> list[str]:
    found = report.found
    title = f"📅 **{t(TITLE)}**"
    return [
        joined((title, games_words(found.games, t))),
        *_results(found.results, form, t),
        *_highlights(report, form, t),
        _ahead(report.ahead, form, t),
    ]


def _results(results: Sequence[Result], form: _Form, t: Texts) -> Iterator[str]:
    """The most notable ones, and how many others there are."""
    told, more = results[: form.results], len(results) - form.results
    for place, each in enumerate(told, 1):
        rest = f" (+{more})" if more > 0 and place == len(told) else ""
        winner, figure = f"**{_name(each.winner, form, t)}**", result_figure(each)
        if each.loser is not None:
            said = f"{winner} – {_name(each.loser, form, t)} {figure}"
        else:
            said = joined((f"{winner} {figure}", kind_of_result(each, t)))
        yield f"🏁 {said} `{each.game}`{rest}"


def _highlights(report: Report, form: _Form, t: Texts) -> Iterator[str]:
    found, long = report.found, form.about is _About.AT_LENGTH
    if luck := found.luck:
        figure = luck_figure(luck.luck, t)
        yield f"🍀 {_about(LUCK, form, t)}**{_short(luck.name, form)}** {roll_words(luck.dice)} {figure} `{luck.game}`"
    if back := found.comeback:
        figure = comeback_figure(back.chance, t) if long else _percent(back.chance, t)
        yield f"📈 {_about(COMEBACK, form, t)}**{_short(back.name, form)}** {figure} `{back.game}`"
    if missed := found.missed:
        loss, people = loss_figure(missed.verdict, t), missed.people
        said = missed_words(missed.verdict, people, t) if long else missed_words(missed.verdict, 1, t)
        said = f"{said} {loss}" + (f" ×{people}" if people > 1 and not long else "")
        best = t("best {choice}", choice=f"||{chosen_text(missed.verdict.best, t)}||") if form.best else ""
        yield f"🔍 {_about(MISSED, form, t)}{joined((said, best))} `{missed.game}`"
    if box := found.box:
        yield f"📦 {_about(BOX, form, t)}**{_short(box.name, form)}** {signed_words(box.points)} `{box.game}`"


def _percent(chance: float, t: Texts) -> str:
    """A chance in few digits."""
    return t("{percent} %", percent=number(100 * chance, t, "0") if chance >= _WHOLE else "<1")


def _ahead(ahead: Ahead, form: _Form, t: Texts) -> str:
    pairs = (f"{_short(one, form)} – {_short(other, form)}" for one, other in ahead.pairs)
    nights = (f"🌙 {_short(name, form)} <t:{begins:.0f}:R>" for name, begins in ahead.nights)
    listed = [*pairs, *nights]
    more = f" (+{len(listed) - form.pairs})" if len(listed) > form.pairs else ""
    said = ", ".join(listed[: form.pairs]) + more
    return f"🤝 {_about(ahead_about(ahead), form, t)}{said}" if said else ""


def _about(about: str, form: _Form, t: Texts) -> str:
    if form.about is _About.BY_PICTURE:
        return ""
    return f"{t(_BRIEF.get(about, about) if form.about is _About.BRIEFLY else about)}: "


def _name(who: Who, form: _Form, t: Texts) -> str:
    return _short(shown_computer(who.level, t) if who.level else who.name, form)


def _short(name: str, form: _Form) -> str:
    fits = (most for most in range(MOST, 1, -1) if wide(called(name, most)) <= form.name)
    return plain(name, next(fits, 1))


# In the picture too


def games_words(games: int, t: Texts) -> str:
    return t.many("{number} game", "{number} games", games)


def kind_of_result(result: Result, t: Texts) -> str:
    """What was played, and of a session how many games."""
    account = result.fact.account
    words = boards().get(account.board or "")
    if words is not None and words.played is not None:
        played = words.played(account, t)
    else:
        length = t("match to {length}", length=account.length) if account.length else t("money")
        played = joined((length, unusual_variant(account.variant, t)))
    return played if result.score or result.games == 1 else joined((played, games_words(result.games, t)))


def result_figure(result: Result) -> str:
    """The score of a match, or what the winner has won."""
    return ":".join(map(str, result.score)) if result.score else signed_words(result.points)


def luck_figure(luck: float, t: Texts) -> str:
    return number(luck, t, SIGNED)


def comeback_figure(chance: float, t: Texts) -> str:
    return t("from {percent} %", percent=percent(chance, t))


def missed_words(verdict: Verdict, people: int, t: Texts) -> str:
    """What was to be decided; by how many it was missed, if more than one."""
    decided = roll_words(verdict.dice) if verdict.dice is not None else t("the cube")
    return ", ".join((decided, t.many("{number} person", "{number} people", people))) if people > 1 else decided


def loss_figure(verdict: Verdict, t: Texts) -> str:
    return f"−{number(verdict.error, t, '0.00')}"


def ahead_about(ahead: Ahead) -> str:
    """What the line of what is to be played is about."""
    return DUE if ahead.due else OWED

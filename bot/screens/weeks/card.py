"""The picture of the club's week, and its alt text. Mistakes are nobody's."""

from __future__ import annotations

from collections.abc import Iterator

from bot import limits
from bot.screens.alt import alt_text
from bot.screens.fitting import shortened
from bot.screens.ladder.common_words import joined, shown_computer, signed_words
from bot.screens.names import apart, called, roll_words
from bot.screens.reviews.pictures import puzzle_scene
from bot.screens.weeks.words import (
    BOX,
    COMEBACK,
    LUCK,
    MISSED,
    RESULTS,
    TITLE,
    ahead_about,
    comeback_figure,
    games_words,
    kind_of_result,
    loss_figure,
    luck_figure,
    missed_words,
    result_figure,
)
from bot.tables.weeks import Ahead, Report, Result, Who
from bot.texts import Texts
from render import WeekCard, WeekRow

#: Pairs and nights that are named, at most.
_PAIRS = 2
#: What stands between two who play each other, and between others.
_AGAINST, _MARK = "–", "·"


def week_card(report: Report, theme: str, t: Texts) -> WeekCard:
    """The picture: a row for each line of the message, and the position that was missed most."""
    week, missed = report.week, report.found.missed
    dates = t.days(week.monday, week.sunday)
    return WeekCard(
        title=t(TITLE),
        rows=tuple(_rows(report, t)),
        note=joined((dates, games_words(report.found.games, t))),
        board=puzzle_scene(missed.verdict, missed.length, theme, t) if missed else None,
        theme=theme,
    )


def _rows(report: Report, t: Texts) -> Iterator[WeekRow]:
    found, ahead = report.found, report.ahead
    for each in found.results[:RESULTS]:
        yield WeekRow(_begun(kind_of_result(each, t)), _sides(each, t), result_figure(each), won=True)
    if luck := found.luck:
        yield WeekRow(t(LUCK), (called(luck.name), _MARK, roll_words(luck.dice)), luck_figure(luck.luck, t))
    if back := found.comeback:
        yield WeekRow(t(COMEBACK), (called(back.name),), comeback_figure(back.chance, t))
    if box := found.box:
        yield WeekRow(t(BOX), (called(box.name),), signed_words(box.points))
    if ahead.pairs or ahead.nights:
        yield WeekRow(t(ahead_about(ahead)), tuple(_to_play(ahead)))
    if missed := found.missed:
        said = missed_words(missed.verdict, missed.people, t)
        yield WeekRow(t(MISSED), (said,), loss_figure(missed.verdict, t))


def _to_play(ahead: Ahead) -> Iterator[str]:
    """The first pairs and nights, and how many more there are."""
    pairs = ((called(one), _AGAINST, called(other)) for one, other in ahead.pairs)
    listed = [*pairs, *((called(name),) for name, _ in ahead.nights)]
    for place, each in enumerate(listed[:_PAIRS]):
        yield from (_MARK, *each) if place else each
    if len(listed) > _PAIRS:
        yield f"(+{len(listed) - _PAIRS})"


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sides(result: Result, t: Texts) -> tuple[str, ...]:
    winner = _called(result.winner, t)
    return (winner,) if result.loser is None else (winner, _AGAINST, _called(result.loser, t))


def _called(who: Who, t: Texts) -> str:
    return shown_computer(who.level, t) if who.level else called(who.name)


def described_week(card: WeekCard, t: Texts) -> str:
    """The alt text: the rows, and the board."""
    board = alt_text(card.board, t) if card.board else ""
    rows = (f"{each.about}: {' '.join(map(apart, each.words))} {each.figure}".rstrip() for each in card.rows)
    told = f"{card.title}, {card.note}: {'; '.join(rows)}."
    return " ".join(filter(None, (shortened(told, max(0, limits.PICTURE_WORDS - len(board) - 1)), board)))

"""The course of an analysed game: its picture, the alt text, and its turning points in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from discord.utils import escape_markdown

import render
from bot import limits
from bot.analysis.course import GameCourse, Swing, course_of, sides
from bot.analysis.verdicts import BLUNDER, DOUBLE, ERROR, Kind, Verdict
from bot.backgammon import Reply, Seat, Side
from bot.screens.fitting import shortened
from bot.screens.names import Names, label_names, plain, roll_words
from bot.screens.painter import Picture
from bot.screens.reference.figures import number
from bot.screens.reviews.words import WORDS
from bot.tables.table import Table
from bot.texts import Texts
from render import Course, CubeMark, Grade, Lane, Legend, Mistake, Said

_NAME = 20
_PERCENT = "0"


def course_scene(
    table: Table, game: int, verdicts: Sequence[Verdict], own: Seat | None, theme: str, t: Texts
) -> Course:
    """The picture of a game with these verdicts, as the side of `own` sees it. There has to be one."""
    course = _course(verdicts, own)
    names = label_names(table)
    return Course(
        title=t("Course of {game}", game=f"{table.id}-{game}"),
        note=_whose(course, verdicts, names, t),
        points=course.points,
        mistakes=tuple(
            Mistake(each.turn, course.chance(each.turn), _place(each.side, course), grade(each))
            for each in course.plays
            if each.error >= ERROR
        ),
        lanes=_lanes(course, verdicts, names),
        turning=tuple(swing.place for swing in course.swings),
        legend=Legend(t("error"), t("blunder"), t("double"), t("take"), t("drop")),
        light=_place(Side.WHITE, course),
        theme=theme,
    )


def of_course(table: Table, game: int, verdicts: Sequence[Verdict], own: Seat | None, theme: str, t: Texts) -> Picture:
    scene = course_scene(table, game, verdicts, own, theme, t)
    return Picture(partial(render.draw_course, scene), course_alt(table, game, verdicts, own, t))


def _course(verdicts: Sequence[Verdict], own: Seat | None) -> GameCourse:
    course = course_of(verdicts, own)
    assert course is not None
    return course


def _place(side: Side, course: GameCourse) -> int:
    return int(side is not course.side)


def grade(verdict: Verdict) -> Grade:
    """How much a decision lost."""
    return Grade.BLUNDER if verdict.error >= BLUNDER else Grade.ERROR if verdict.error >= ERROR else Grade.RIGHT


def _whose(course: GameCourse, verdicts: Sequence[Verdict], names: Names, t: Texts) -> str:
    """Whose chances are shown: a player's, or those of a team."""
    there = sorted(seat for seat, side in sides(verdicts).items() if side is course.side)
    if not there:
        return t("chances to win")
    mover = next((each.seat for each in course.plays if each.side is course.side), there[0])
    others = f" + {len(there) - 1}" if len(there) > 1 else ""
    return t("chances to win: {name}", name=names(mover) + others)


def _lanes(course: GameCourse, verdicts: Sequence[Verdict], names: Names) -> tuple[Lane, ...]:
    """A lane for all who have turned or answered a cube, or should have, and for at least one player of each side; the
    side shown comes first.
    """
    marks: dict[Seat, list[CubeMark]] = {}
    for each in course.cubes:
        if (mark := _mark(each)) is not None:
            marks.setdefault(each.seat, []).append(mark)
    there = sides(verdicts)
    for side in Side:
        some = [each.seat for each in course.plays if each.side is side]
        if some and not any(there[seat] is side for seat in marks):
            marks[some[0]] = []
    order = sorted(marks, key=lambda seat: (there[seat] is not course.side, seat))
    return tuple(Lane(names(seat), _place(there[seat], course), tuple(marks[seat])) for seat in order)


def _mark(verdict: Verdict) -> CubeMark | None:
    """The mark of a decision about a cube; none where it rightly stayed."""
    found, value = grade(verdict), verdict.stakes.cube
    if verdict.kind is Kind.CUBE:
        if verdict.chosen == DOUBLE:
            return CubeMark(verdict.turn, Said.CUBE, 2 * value, found)
        return CubeMark(verdict.turn, Said.NOTHING, grade=found) if found else None
    match Reply(verdict.chosen):
        case Reply.TAKE:
            return CubeMark(verdict.turn, Said.TAKE, grade=found)
        case Reply.DROP:
            return CubeMark(verdict.turn, Said.DROP, grade=found)
        case Reply.BEAVER:
            return CubeMark(verdict.turn, Said.CUBE, 4 * value, found)
        case Reply.RACCOON:
            return CubeMark(verdict.turn, Said.CUBE, 8 * value, found)


def course_words(table: Table, game: int, verdicts: Sequence[Verdict], own: Seat | None, t: Texts) -> str:
    """The turning points, numbered as in the picture above them."""
    course = _course(verdicts, own)
    lines = [f"**{t('Course of game {number}', number=game)}**, {_whose(course, verdicts, _plain_names(table), t)}"]
    lines += [
        f"{place}\ufe0f\u20e3 " + _swing_words(swing, _plain_names(table), t, escaped=True)
        for place, swing in enumerate(course.swings, 1)
    ]
    return "\n".join(lines)


def _plain_names(table: Table) -> Names:
    return lambda seat: plain(table.person(seat).name, _NAME)


def _swing_words(swing: Swing, names: Names, t: Texts, *, escaped: bool = False) -> str:
    """What a roll and its play have changed, and what was lost by the play."""
    play = swing.play
    dice = f" {roll_words(play.dice)}" if play.dice else ""
    made = play.chosen or t("no play")
    said = t(
        "roll {number}: {before} → {after} %, {name}{dice}: {play}",
        number=play.turn,
        before=number(100 * swing.before, t, _PERCENT),
        after=number(100 * swing.after, t, _PERCENT),
        name=names(play.seat),
        dice=dice,
        play=escape_markdown(made) if escaped else made,
    )
    if not (found := grade(play)):
        return said
    word = t("blunder") if found is Grade.BLUNDER else t("error")
    return f"{said} ({word}, −{number(play.error, t, '0.000')})"


def course_alt(table: Table, game: int, verdicts: Sequence[Verdict], own: Seat | None, t: Texts) -> str:
    """What the picture shows, at most 1,024 characters: the first and the last chance, the turning points, how many
    mistakes each side made, and the cubes that were turned.
    """
    course, names = _course(verdicts, own), label_names(table, _NAME)
    (_, first), (last, end) = course.points[0], course.points[-1]
    head = t("Course of {game}", game=f"{table.id}-{game}")
    span = t(
        "{first} % at first, {last} % after roll {number}",
        first=number(100 * first, t, _PERCENT),
        last=number(100 * end, t, _PERCENT),
        number=last,
    )
    told = [f"{head}, {_whose(course, verdicts, names, t)}: {span}."]
    if course.swings:
        swings = [f"{place}. {_swing_words(swing, names, t)}" for place, swing in enumerate(course.swings, 1)]
        told.append(f"{t('Turning points')}: {'; '.join(swings)}.")
    if faults := _fault_words(verdicts, names, t):
        told.append(f"{t('Mistakes')}: {faults}.")
    if cubes := [words for each in course.cubes if (words := _cube_words(each, names, t))]:
        told.append(f"{t('Cubes')}: {'; '.join(cubes)}.")
    return shortened(" ".join(told), limits.PICTURE_WORDS)


def _fault_words(verdicts: Sequence[Verdict], names: Names, t: Texts) -> str:
    """How many errors and blunders everybody has made."""
    errors, blunders = Counter[Seat](), Counter[Seat]()
    for each in verdicts:
        errors[each.seat] += grade(each) is Grade.ERROR
        blunders[each.seat] += grade(each) is Grade.BLUNDER
    told: list[str] = []
    for seat in sorted(errors):
        if errors[seat] or blunders[seat]:
            error = t.many("{number} error", "{number} errors", errors[seat])
            blunder = t.many("{number} blunder", "{number} blunders", blunders[seat])
            told.append(f"{names(seat)} {error}, {blunder}")
    return "; ".join(told)


def _cube_words(verdict: Verdict, names: Names, t: Texts) -> str:
    """A decision about a cube that is in the picture; else empty."""
    mark = _mark(verdict)
    if mark is None:
        return ""
    word = t("no double") if mark.said is Said.NOTHING else t(WORDS[verdict.chosen])
    value = f" {mark.value}" if mark.value else ""
    fault = {Grade.RIGHT: "", Grade.ERROR: f" ({t('error')})", Grade.BLUNDER: f" ({t('blunder')})"}[mark.grade]
    return t("roll {number}, {name}: {word}", number=verdict.turn, name=names(verdict.seat), word=word + value) + fault

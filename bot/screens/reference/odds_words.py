"""The message of `/odds`: tables of chances, and answers to questions.

Tables are monospaced and narrow enough for a phone; their content is explained above in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from bot.backgammon import Illegal, Xgid
from bot.backgammon.asked_odds import parse_results, parse_rolls, parse_way
from bot.backgammon.match_equity import LONGEST as LONGEST_MATCH
from bot.backgammon.match_equity import janowski, match_equity
from bot.backgammon.odds import (
    RaceFault,
    Wanted,
    entering_chance,
    equity,
    hit_chance,
    roll_chance,
    shots,
    thorp,
    total_chance,
)
from bot.backgammon.position import BAR, Position, Side
from bot.screens.board_face import BoardFace
from bot.screens.faces import face_of
from bot.screens.names import bold_names, roll_words
from bot.screens.reference.figures import block, number, percent
from bot.tables.table import Table
from bot.texts import N_, Texts

#: The distances of the source's table. From the others up to 24 no roll hits.
DISTANCES = (*range(1, 13), 15, 16, 18, 20, 24)
#: The tables of `/odds`, by name.
ODDS = {
    "hitting": N_("Hitting a blot"),
    "total": N_("Total of a roll"),
    "rolls": N_("Rolls and numbers"),
    "entering": N_("Entering from the bar"),
    "results": N_("Equity of a list of results"),
    "equity": N_("Match equity"),
}

_MOST_AWAY = 5
#: The source's two examples.
_RESULTS = ("3: 100 %", "1: 10 %, -1: 90 %")


def odds_words(name: str | None, t: Texts) -> list[str]:
    """One of `ODDS`, or all of them, each separately."""
    alone = {
        "hitting": _hitting_words,
        "total": _total_words,
        "rolls": _rolls_words,
        "entering": _entering_words,
        "results": _results_words,
        "equity": _equity_words,
    }
    shown = [alone[name]] if name in alone else [_distance_words, _rolls_words, _entering_words, _equity_words]
    return [section(t) for section in shown]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Right-aligned columns under their heads."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return block(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (heads, *rows)
    )


def _hitting_words(t: Texts) -> str:
    caption = t("**Hitting a blot** so many points ahead, the way open: rolls of 36, percent")
    others = t("From 13, 14, 17, 19 and 21 to 23 points no roll hits.")
    closed = t("With closed points on the way: `/odds` with `hit`, such as `8: 5 6` or `..x..o`.")
    heads = t("points"), t("rolls"), "%"
    return "\n".join((caption, _table(heads, _ways(hit_chance, t)), others, closed))


def _total_words(t: Texts) -> str:
    caption = t("**Total of a roll**, doubles counted twice, at least so many pips: rolls of 36, percent")
    heads = t("pips"), t("rolls"), "%"
    return "\n".join((caption, _table(heads, _ways(total_chance, t))))


def _ways(chance: Callable[[int], Fraction], t: Texts) -> list[tuple[str, ...]]:
    return [(str(each), of_36(chance(each)), percent(chance(each), t)) for each in DISTANCES]


def of_36(chance: Fraction) -> str:
    return f"{int(36 * chance)}/36"


def _distance_words(t: Texts) -> str:
    rows = [(str(each), percent(hit_chance(each), t), percent(total_chance(each), t)) for each in DISTANCES]
    caption = t("**Points or pips**: hitting a blot so far ahead, rolling a total of at least so many, in percent")
    heads = t("points"), t("hit"), t("total")
    return "\n".join((caption, _table(heads, rows)))


def _rolls_words(t: Texts) -> str:
    asked: tuple[tuple[Wanted, ...], ...] = (((6, 6),), ((6, 5),), (6,), (6, 5), (6, 5, 4), (None,))
    rows = [(_named(wanted, t), of_36(roll_chance(wanted)), percent(roll_chance(wanted), t)) for wanted in asked]
    caption = t(
        "**Rolls**: a given double, another given roll, a number, one of two numbers, one of three, any double: rolls "
        "of 36, percent"
    )
    others = t("Others: `/odds` with `rolls`, such as `6-5, 3, double`.")
    heads = t("roll"), t("rolls"), "%"
    return "\n".join((caption, _table(heads, rows), others))


def _named(wanted: Sequence[Wanted], t: Texts) -> str:
    names = [
        t("any double") if each is None else str(each) if isinstance(each, int) else roll_words(each) for each in wanted
    ]
    return ", ".join(names)


def _entering_words(t: Texts) -> str:
    rows = [
        (str(closed), *(percent(entering_chance(checkers, closed), t) for checkers in (1, 2, 3))) for closed in range(7)
    ]
    caption = t("**Closed points** from 0 to 6: chance that 1, 2, 3–4 checkers on the bar all enter, in percent")
    heads = t("closed"), "1", "2", "3–4"
    return "\n".join((caption, _table(heads, rows)))


def _results_words(t: Texts) -> str:
    caption = t(
        "**Equity**: the points a game brings on average, each result times its chance, with a minus for what is lost"
    )
    examples = [results_words(text, t) for text in _RESULTS]
    return "\n".join((caption, *examples, t("Your own: `/odds` with `results`, such as `2: 20, 1: 45, -1: 35`.")))


def _equity_words(t: Texts) -> str:
    rows = [
        (f"{leader}-{trailer}", percent(match_equity(leader, trailer), t), percent(_janowski(leader, trailer), t))
        for leader in range(1, _MOST_AWAY)
        for trailer in range(leader + 1, _MOST_AWAY + 1)
    ]
    return "\n".join(
        (
            t(
                "**Match equity**: points the leader and the other side still need; chance of the leader to win the "
                "match by the Kazaross-XG2 table and by Janowski's formula, in percent"
            ),
            _table((t("away"), "Kazaross", "Janowski"), rows),
            t("Other scores: `/odds` with `away` and `opponent_away`."),
        )
    )


# Answers to questions


def asked_rolls_words(text: str, t: Texts) -> str:
    """The chance of one of the rolls in a text. Raises `Illegal`."""
    wanted = parse_rolls(text)
    chance = roll_chance(wanted)
    if len(wanted) == 1:
        return t(
            "**{rolls}**: {ways}, {percent} %", rolls=_named(wanted, t), ways=of_36(chance), percent=percent(chance, t)
        )
    return t(
        "**{rolls}**, at least one of them: {ways}, {percent} %",
        rolls=_named(wanted, t), ways=of_36(chance), percent=percent(chance, t),
    )  # fmt: skip


def results_words(text: str, t: Texts) -> str:
    """The equity of a list of results. Raises `Illegal`."""
    chances = parse_results(text)
    sums = " + ".join(f"{number(chance, t, '0.####')} · ({points})" for points, chance in chances.items())
    minus = sums.replace("-", "−")
    return f"{minus} = **{_signed(equity(chances), t)}**"


def _signed(value: float, t: Texts) -> str:
    return number(value, t, "0.####").replace("-", "−")


def way_words(text: str, t: Texts) -> str:
    """The chance of hitting with closed points in between, listed or drawn. Raises `Illegal`."""
    distance, closed = parse_way(text)
    chance = hit_chance(distance, closed)
    drawn = "".join("x" if point in closed else "." for point in range(1, distance)) + "o"
    way = f"`{drawn}`"
    if not closed:
        return t(
            "{way} A blot {distance} away, the way open: {ways}, {percent} %",
            way=way, distance=distance, ways=of_36(chance), percent=percent(chance, t),
        )  # fmt: skip
    return t(
        "{way} A blot {distance} away, closed: {closed}. {ways}, {percent} %; with the way open {open}.",
        way=way, distance=distance, closed=t.listed(map(str, sorted(closed))), ways=of_36(chance),
        percent=percent(chance, t), open=of_36(hit_chance(distance)),
    )  # fmt: skip


def position_odds_words(xgid: Xgid, t: Texts, names: tuple[str, str] | None = None) -> str:
    """The chances of both sides in a position, each as if about to roll. `names`: of the side on roll and of the other,
    where they are known.
    """
    who, other = names or (t("**On roll**"), t("**The other side**"))
    turn = xgid.turn or Side.WHITE
    position = xgid.position if turn is Side.WHITE else xgid.position.mirrored()
    begins = t("{who}, before this roll:", who=who) if xgid.dice else t("{who}, before the roll:", who=who)
    first = begins, *_side_words(position, t)
    if position.victory or position.mirrored().victory:
        return t(RaceFault.OVER.value)
    second = t("{who}, if on turn instead:", who=other), *_side_words(position.mirrored(), t)
    return "\n".join((*first, *second, *_thorp_words(position, t)))


def _side_words(position: Position, t: Texts) -> list[str]:
    lines = [t.many("{number} pip", "{number} pips", position.pips[0])]
    if waiting := min(position.own[BAR], 4):
        closed = sum(position.opponent[point] > 1 for point in range(1, 7))
        lines.append(
            t("From the bar all enter with {percent} %.", percent=percent(entering_chance(waiting, closed), t))
        )
        if waiting > 1:
            one = percent(entering_chance(1, closed), t)
            lines.append(t("At least one checker enters with {percent} %.", percent=one))
    any_hit, each = shots(position)
    for point, chance in each.items():
        told = t("Hitting on {point}: {ways}, {percent} %", point=point, ways=of_36(chance), percent=percent(chance, t))
        lines.append(told)
    if len(each) > 1:
        lines.append(t("Hitting at all: {ways}, {percent} %", ways=of_36(any_hit), percent=percent(any_hit, t)))
    if not each:
        lines.append(t("No roll hits."))
    return lines


def _thorp_words(position: Position, t: Texts) -> list[str]:
    try:
        count = thorp(position)
    except Illegal:
        return []
    return [
        t(
            "A race. Thorp counts: {count} on roll, {other} the other side; `/race` says what follows.",
            count=number(count.roller, t), other=number(count.opponent, t),
        )
    ]  # fmt: skip


def score_words(away: int, opponent_away: int, t: Texts) -> str:
    """Match equity at a score, by both methods, for the side that needs `away` points."""
    lines = [
        t("**You need {away}, your opponent {other}** to win the match. Your chance:", away=away, other=opponent_away),
        t("Kazaross-XG2: {percent} %", percent=percent(match_equity(away, opponent_away), t)),
    ]
    if 1 in (away, opponent_away) and away != opponent_away:
        crawford = percent(match_equity(away, opponent_away), t)
        later = percent(match_equity(away, opponent_away, post_crawford=True), t)
        lines[1:] = [
            t("Kazaross-XG2, the Crawford game: {percent} %", percent=crawford),
            t("Kazaross-XG2, after the Crawford game: {percent} %", percent=later),
        ]
    lines.append(t("Janowski: {percent} %", percent=percent(_janowski(away, opponent_away), t)))
    return "\n".join(lines)


def table_score_words(table: Table, t: Texts) -> str:
    """Match equity at the start of a table's current game; empty for money, or too long a match."""
    face = face_of(table)
    score = face.away(table.state) if isinstance(face, BoardFace) and table.state else None
    if score is None or not all(1 <= away <= LONGEST_MATCH for away in score.away):
        return ""
    names = bold_names(table)
    seat = 0 if score.away[0] <= score.away[1] else 1
    away, other = score.away[seat], score.away[1 - seat]
    chance = match_equity(away, other, post_crawford=away == 1 and not score.crawford)
    return t(
        "This match: {who} needs {away}, {opponent} {other}. {who} wins it with {percent} % by the Kazaross-XG2 table, "
        "{estimate} % by Janowski's formula.",
        who=names(seat), away=away, opponent=names(1 - seat), other=other,
        percent=percent(chance, t), estimate=percent(_janowski(away, other), t),
    )  # fmt: skip


def _janowski(away: int, opponent_away: int) -> float:
    leader = janowski(abs(away - opponent_away), max(away, opponent_away))
    return leader if away <= opponent_away else 1 - leader

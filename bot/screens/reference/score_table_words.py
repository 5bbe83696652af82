"""The answer of `/scores`: the right cube action at every score, as a picture and as text."""

from __future__ import annotations

from functools import partial

import render
from bot import limits
from bot.backgammon import Xgid, format_xgid
from bot.engine.thoughts import Owner
from bot.screens.fitting import shortened
from bot.screens.painter import Picture
from bot.screens.reference.candidate_words import all_depth_words
from bot.screens.reference.figures import block
from bot.tables.cube_scores import LONGEST, CubeAction, CubeScores
from bot.texts import N_, Texts
from render import ScoreGrid, Tint

_TINTS = {
    CubeAction.NO_DOUBLE: Tint.STAY,
    CubeAction.TAKE: Tint.TAKE,
    CubeAction.DROP: Tint.DROP,
    CubeAction.TOO_GOOD: Tint.TOO_GOOD,
}
LETTERS: dict[CubeAction, str] = {
    CubeAction.NO_DOUBLE: N_("ND"),
    CubeAction.TAKE: N_("D/T"),
    CubeAction.DROP: N_("D/P"),
    CubeAction.TOO_GOOD: N_("TG"),
}
"""At most three letters in every language, for columns of text."""
_WORDS: dict[CubeAction, str] = {
    CubeAction.NO_DOUBLE: N_("no double"),
    CubeAction.TAKE: N_("double, take"),
    CubeAction.DROP: N_("double, drop"),
    CubeAction.TOO_GOOD: N_("too good to double"),
}
_ONE = "*"


def scores_scene(scores: CubeScores, marked: tuple[int, int] | None, theme: str, t: Texts) -> ScoreGrid:
    """The picture; `marked`: the points that both sides need in the position asked about."""
    return ScoreGrid(
        title=_title(scores, t),
        note=all_depth_words(scores.plies, t),
        cells=tuple(tuple(_TINTS[each] for each in row) for row in scores.actions),
        legend=tuple((t(LETTERS[each]), t(_WORDS[each])) for each in _TINTS),
        rows=t("needs"),
        columns=t("the opponent needs"),
        money=(t("Money"), _TINTS[scores.money]),
        one=_ONE,
        footnote=f"{_ONE} {_crawford(t)}",
        marked=marked if marked and max(marked) <= LONGEST else None,
        theme=theme,
    )


def of_scores(scores: CubeScores, marked: tuple[int, int] | None, theme: str, t: Texts) -> Picture:
    return Picture(partial(render.draw_score_grid, scores_scene(scores, marked, theme, t)), scores_alt(scores, t))


def _title(scores: CubeScores, t: Texts) -> str:
    if scores.asked.owner is Owner.MOVER:
        return t("Redouble to {value} by score", value=2 * scores.asked.cube)
    return t("Double to {value} by score", value=2 * scores.asked.cube)


def _crawford(t: Texts) -> str:
    return t("after the Crawford game; in it nobody doubles")


def scores_words(xgid: Xgid, scores: CubeScores, t: Texts) -> str:
    """The table in text: rows by the points that who is on roll needs, columns by those of the opponent."""
    numbers = [f"{number}{_ONE if number == 1 else ''}" for number in range(1, LONGEST + 1)]
    lines = ["   " + "".join(f"{number:<4}" for number in numbers).rstrip()]
    for number, row in zip(numbers, scores.actions, strict=True):
        lines.append(f"{number:<3}" + "".join(f"{t(LETTERS[each]):<4}" for each in row).rstrip())
    letters = " · ".join(f"{t(LETTERS[each])} {t(_WORDS[each])}" for each in _TINTS)
    return "\n".join(
        (
            f"**{_title(scores, t)}**",
            t("Down: the points that who is on roll needs; across: those of the opponent."),
            block(lines),
            f"{_money(scores, t)}: **{t(_WORDS[scores.money])}**",
            letters,
            f"-# \\{_ONE} {_crawford(t)} · {all_depth_words(scores.plies, t)}",
            f"-# `{format_xgid(xgid)}`",
        )
    )


def _money(scores: CubeScores, t: Texts) -> str:
    """Money, with the rules that are on."""
    on = [
        t(name) for name, held in ((N_("Jacoby"), scores.asked.jacoby), (N_("beavers"), scores.asked.beavers)) if held
    ]
    return ", ".join((t("Money"), *on))


def scores_alt(scores: CubeScores, t: Texts) -> str:
    """What the picture shows, at most 1,024 characters."""
    rows = [
        t("{number} needed: {actions}", number=number, actions=", ".join(t(LETTERS[each]) for each in row))
        for number, row in enumerate(scores.actions, 1)
    ]
    letters = ", ".join(f"{t(LETTERS[each])} {t(_WORDS[each])}" for each in _TINTS)
    across = t("The opponent needs 1 to {most}, from left to right.", most=LONGEST)
    money = f"{_money(scores, t)}: {t(LETTERS[scores.money])}"
    told = (f"{_title(scores, t)}.", f"{letters}.", across, f"{'; '.join(rows)}.", f"{money}.", f"1: {_crawford(t)}.")
    return shortened(" ".join(told), limits.PICTURE_WORDS)


def scores_progress(done: int, count: int, t: Texts) -> str:
    return t("I am looking at every score: {done} of {count} …", done=done, count=count)

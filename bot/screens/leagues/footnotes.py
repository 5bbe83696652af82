"""The lines under a table: how ties were broken, and whose matches count, or do not, although they have left."""

from __future__ import annotations

from collections.abc import Sequence

from bot.league.standings import Line, Tie, ties
from bot.screens.names import plain
from bot.tables.held_league import HeldLeague
from bot.texts import N_, Texts

LOT = "🎲"
"""Marks a place that a lot decided."""

_LONGEST_NAME = 30
_DECIDES = {
    Tie.AMONG: N_("matches against one another"),
    Tie.BUCHHOLZ: N_("Buchholz"),
    Tie.POINTS: N_("points won minus lost"),
    Tie.LOT: N_("lot"),
}


def footnotes(held: HeldLeague, lines: Sequence[Line], t: Texts) -> list[str]:
    """The lines under a table; those that are of no use there are left out."""
    said = [tie_words(lines, t)]
    if not held.league.form.in_rounds:
        said += _gone_words(held, lines, t)
    return [f"-# {each}" for each in said if each]


def tie_words(lines: Sequence[Line], t: Texts) -> str:
    """How ties were broken; empty if there are none."""
    told = [
        t(
            "places {first}–{last}: {how}", first=each.first, last=each.last,
            how=" → ".join(f"{t(_DECIDES[by])} {LOT}" if by is Tie.LOT else t(_DECIDES[by]) for by in each.by),
        )
        for each in ties(lines)
    ]  # fmt: skip
    return t("As many wins: {places}.", places="; ".join(told)) if told else ""


def by_lot(lines: Sequence[Line]) -> frozenset[int]:
    """The places, from 1, that a lot decided."""
    return frozenset(place for each in ties(lines) for place in each.lots)


def _gone_words(held: HeldLeague, lines: Sequence[Line], t: Texts) -> list[str]:
    early, later = (
        [f"**{plain(held.person(line.seat).name, _LONGEST_NAME)}**" for line in lines if line.left and line.early is so]
        for so in (True, False)
    )
    said: list[str] = []
    if early:
        said.append(t("Left before half of their matches were played, so those count for nobody: {people}.",
                      people=t.listed(early)))  # fmt: skip
    if later:
        said.append(t("Left later, so what was open is won by the others: {people}.", people=t.listed(later)))
    return said

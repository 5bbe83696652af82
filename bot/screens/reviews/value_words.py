"""Figures of an analysis: equities of a cube, their unit, search depth, luck."""

from __future__ import annotations

from collections.abc import Sequence

from bot.analysis.report import Sums
from bot.analysis.verdicts import ROLL, Kind, Verdict, right_outcome
from bot.backgammon import OfferStage, Reply
from bot.engine.thoughts import EXACT
from bot.screens.reference.candidate_words import all_depth_words
from bot.screens.reference.figures import depth_words, number
from bot.texts import N_, Texts

SIGNED = "+0.00;\u22120.00"
_SPACE = "\N{NO-BREAK SPACE}"
_EQUITY = "+0.000;\u22120.000"
_PERCENT = "+0.0;\u22120.0"

NO_DOUBLE = N_("no double")
_OUTCOMES: dict[OfferStage, dict[str, str]] = {
    OfferStage.DOUBLE: {
        ROLL: NO_DOUBLE,
        Reply.TAKE.value: N_("double, take"),
        Reply.BEAVER.value: N_("double, beaver"),
        Reply.DROP.value: N_("double, drop"),
    },
    OfferStage.BEAVER: {
        Reply.TAKE.value: N_("beaver, take"),
        Reply.RACCOON.value: N_("beaver, raccoon"),
        Reply.DROP.value: N_("beaver, drop"),
    },
    OfferStage.RACCOON: {
        Reply.TAKE.value: N_("raccoon, take"),
        Reply.DROP.value: N_("raccoon, drop"),
    },
}


def outcome_words(verdict: Verdict, t: Texts) -> str:
    """A cube's equities for the side on roll, without a double and after each answer, in a line; the correct one is
    marked.

    Answers to a beaver or raccoon are omitted unless it was, or should have been, made. Empty for plays, and if not
    stored.
    """
    right = right_outcome(verdict)
    told = {ROLL, Reply.TAKE.value, Reply.DROP.value, right, verdict.chosen}
    named = _OUTCOMES[verdict.stage]
    return " · ".join(
        _SPACE.join((t(named[way]), number(equity, t, _EQUITY), *(["✓"] if way == right else [])))
        for way, equity in sorted(verdict.outcomes, key=lambda each: list(named).index(each[0]))
        if way in told or verdict.kind is Kind.CUBE
    )


def unit_words(verdicts: Sequence[Verdict], t: Texts) -> list[str]:
    """The unit of equities and errors of a table's games; those of a cube are for one side, whoever answers. Empty
    without verdicts.
    """
    if not verdicts:
        return []
    if any(each.stakes.away is None for each in verdicts):
        return [t("Equities: per unit of the cube before the double, for who is on roll.")]
    return [t("Equities: EMG, for who is on roll.")]


def unit_and_depth(verdict: Verdict, t: Texts) -> str:
    """The unit below one decision, and the search depth."""
    if verdict.kind is Kind.PLAY:
        unit = t("per unit of the cube") if verdict.stakes.away is None else "EMG"
    elif verdict.stakes.away is None:
        unit = t("per unit of the cube before the double, for who is on roll")
    else:
        unit = t("EMG, for who is on roll")
    depth = all_depth_words(verdict.plies, t) if verdict.kind is Kind.PLAY else depth_words(verdict.plies, t)
    return " · ".join(filter(None, (unit, depth)))


def short_depth(plies: int, t: Texts) -> str:
    return t("exact") if plies == EXACT else depth_words(plies, t)


def luck_words(found: Sums, t: Texts) -> list[str]:
    """A player's luck, with the unit; empty without rolls."""
    words: list[str] = []
    if found.points is not None:
        words.append(t("luck {points} points", points=number(found.points, t, SIGNED)))
    if found.chances is not None:
        words.append(t("luck {percent} % of the match", percent=signed_percent(found.chances, t)))
    return words


def signed_percent(chance: float, t: Texts) -> str:
    return number(100 * chance, t, _PERCENT)

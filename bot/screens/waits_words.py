"""What a table waits for and how somebody stands there, in the few words of a list, whatever is played."""

from __future__ import annotations

from fractions import Fraction

from bot.core.question import Ask, Question
from bot.tables.table import Stage, Table
from bot.texts import N_, Texts
from render.text import signed

_ASKED = {
    Ask.CUBE: N_("roll or double"),
    Ask.OFFER: N_("the cube"),
    Ask.ROLL: N_("roll"),
    Ask.PLAY: N_("a play"),
    Ask.NEXT: N_("the next game"),
    Ask.PARTNER: N_("a partner"),
    Ask.RESIGNATION: N_("a resignation"),
    Ask.SETTLEMENT: N_("an offer to settle"),
    Ask.UNDO: N_("an undo"),
    Ask.ABORT: N_("voiding the game"),
    Ask.REST: N_("a pause"),
    Ask.READY: N_("who is ready"),
    Ask.EXTRAS: N_("extra cubes"),
}


def awaited_words(table: Table, t: Texts) -> str:
    """What it waits for first; of a challenge its answer."""
    asked = _asked(table)
    if table.stage is Stage.CHALLENGE:
        return t("a challenge")
    return t(_ASKED[asked[0].ask]) if asked and asked[0].ask in _ASKED else t("the game")


def proposed_words(table: Table, seat: int, t: Texts) -> str:
    """What has been proposed to somebody."""
    mine = [each for each in _asked(table)[1:] if seat in each.waiting and each.ask in _ASKED]
    return ", ".join(dict.fromkeys(t(_ASKED[each.ask]) for each in mine))


def played_words(what: str, points: int | str | Fraction) -> str:
    """What is played, and the points that somebody has won or lost by it so far."""
    came_to = points if isinstance(points, str) else signed(points)
    return " · ".join(filter(None, (what, came_to if points else "")))


def _asked(table: Table) -> list[Question]:
    state = table.public.state
    return [] if state is None else [each for each in state.questions if each.ask is not Ask.TABLE]

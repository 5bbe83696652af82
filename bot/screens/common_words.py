"""Sentences that more than one game says."""

from __future__ import annotations

from bot.core.actions import Abort, Undo
from bot.screens.names import Names
from bot.texts import Texts


def doubles_words(who: str, many: int, cube: int, t: Texts) -> str:
    """That so many people double; `who` names them."""
    return t.many("{who} doubles to {cube}.", "{who} double to {cube}.", many, who=who, cube=cube)


def request_words(what: Undo | Abort, names: Names, t: Texts) -> str:
    """What somebody asks of the others, whatever is played."""
    assert what.by is not None
    who = names(what.by)
    if isinstance(what, Undo):
        return t("{who} asks to take back the last action.", who=who)
    return t("{who} asks to void this game.", who=who)

"""The button that shows an answer to everybody, and what is said of who has pressed it."""

from __future__ import annotations

from bot import limits
from bot.backgammon import Position
from bot.screens.buttons import GREY, Item, button
from bot.screens.custom_ids import Press
from bot.texts import Texts

_NO_TABLE = "0"


def everybody_item(judged: Position | None, t: Texts) -> Item:
    """The button under what somebody has looked up. `judged`: the position of which the answer has the engine's
    opinion.
    """
    press = Press("everybody", _NO_TABLE, 0, judged.id if judged else "")
    return button(t("Show everybody"), press, GREY)


def shown_by(text: str, user: int, t: Texts) -> str:
    """What is shown to everybody, with who showed it in small print where there is room for that."""
    told = "\n".join(filter(None, (text, t("-# Shown by <@{user}>", user=user))))
    return told if len(told) <= limits.MESSAGE else text

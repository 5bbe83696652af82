"""**Play from here**: the question against whom, and the buttons that lead there."""

from __future__ import annotations

from bot.backgammon import Xgid, format_xgid
from bot.backgammon.typed_position import Situation
from bot.screens.buttons import BLUE, GREY, Item, button
from bot.screens.custom_ids import Press
from bot.texts import Texts

_NO_TABLE = "position"
"""In place of a table in a custom id: there is none yet."""
_LONGEST = 60
"""Characters of a position that a custom id carries; those with scores beyond any match are longer."""


def from_here_words(found: Situation, *, on_turn: bool, t: Texts) -> str:
    """The position, and which side the reader would play."""
    mine = t("You play the side on turn.") if on_turn else t("You play the side that is not on turn.")
    asked = t("Play from here, not rated: against whom?")
    return f"{asked} {mine}\n`{format_xgid(found.xgid)}`"


def from_here_items(found: Situation, *, on_turn: bool, computer: bool, t: Texts) -> list[Item]:
    """The opponents to choose from, and the other side. `computer`: whether it can play."""
    side = int(not on_turn)
    offered = [
        *([("from_computer", t("The computer"))] if computer else []),
        ("from_both", t("Both sides")),
        ("from_anybody", t("Anybody here")),
    ]
    carried = _carried(found.xgid)
    if len(carried) > _LONGEST:
        return []
    items: list[Item] = [button(label, Press(verb, _NO_TABLE, side, carried), BLUE) for verb, label in offered]
    return [*items, button(t("Play the other side"), Press("from_side", _NO_TABLE, 1 - side, carried), GREY)]


def from_here_item(xgid: Xgid, t: Texts, *, on_turn: bool = True, row: int | None = None) -> Item | None:
    """The button **Play from here** for a position; None if nobody is on turn in it. `on_turn`: for the reader."""
    carried = _carried(xgid)
    if xgid.turn is None or len(carried) > _LONGEST:
        return None
    return button(t("Play from here"), Press("from_here", _NO_TABLE, int(not on_turn), carried), GREY, row=row)


def from_replay_item(table: str, number: int, t: Texts) -> Item:
    """The same under the replay of a game: the move is asked for."""
    return button(t("Play from here"), Press("from_move", table, number), GREY)


def _carried(xgid: Xgid) -> str:
    return format_xgid(xgid).removeprefix("XGID=")

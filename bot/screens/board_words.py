"""Texts about a board in any game."""

from __future__ import annotations

from bot.screens.emoji import beside_side
from bot.screens.faces import board_face
from bot.screens.names import bold_names
from bot.tables.board_game import board_of
from bot.tables.table import Table
from bot.texts import Texts


def pips_words(table: Table, t: Texts) -> str:
    face, state = board_face(table), board_of(table.state)
    counts = state.board.seen_by_white.pips
    names = bold_names(table)
    bottom, top = face.sides(state)
    light = table.about.light or 0
    ahead = counts[1] - counts[0]
    leader = names(bottom if ahead > 0 else top)
    return "\n".join(
        (
            t("{who}: {pips} pips", who=names(bottom) + beside_side(light), pips=counts[0]),
            t("{who}: {pips} pips", who=names(top) + beside_side(1 - light), pips=counts[1]),
            t("Level.")
            if ahead == 0
            else t.many("{who} leads by {number} pip.", "{who} leads by {number} pips.", abs(ahead), who=leader),
        )
    )

"""The words of the toy's board of the ladder."""

from __future__ import annotations

from bot.screens.ladder.listing import BoardWords, games
from bot.texts import N_

from .game import DUELS

BOARDS = (
    BoardWords(
        board=DUELS,
        title=N_("Highest roll"),
        empty=N_("Nobody is listed yet. Duels count here: `/highest_roll`."),
        counted=games,
        played=lambda account, t: t("highest roll"),
        totalled=True,
    ),
)

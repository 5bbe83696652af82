"""Texts of the boards of two players: ratings, and points for money."""

from __future__ import annotations

from bot.ladder.listing import RATING
from bot.screens.ladder.common_words import rating_words
from bot.screens.ladder.listing import BoardWords, games
from bot.tables.heads_up.account import POINTS
from bot.texts import N_

BOARDS = (
    BoardWords(
        board=RATING,
        title=N_("Rating"),
        empty=N_("Nobody is listed yet. A match between two people that says “rated” changes that: `/play`."),
        counted=lambda number, t: t.many("{number} match", "{number} matches", number),
        value=lambda line, t: rating_words(line.value, provisional=line.provisional),
        few=N_("? few matches or opponents yet"),
    ),
    BoardWords(
        board=POINTS,
        title=N_("Points for money"),
        empty=N_("Nobody is listed yet. Games for money between two count here: `/play length: 0`."),
        counted=games,
        totalled=True,
    ),
)

"""Texts of the board of Preferans."""

from __future__ import annotations

from bot.ladder.tallies import Tally
from bot.screens.ladder.common_words import joined
from bot.screens.ladder.listing import BoardWords
from bot.tables.preferans.game import SHEETS
from bot.texts import N_, Texts


def _hands(number: int, t: Texts) -> str:
    return t.many("{number} hand", "{number} hands", number)


def _line(tally: Tally, t: Texts) -> str:
    if not SHEETS.count(tally, ""):
        return ""
    whists, hands = _SHEETS.told(tally, t)
    return t("Preferans: **{whists}** whists a hand in {hands}", whists=whists, hands=hands)


_SHEETS = BoardWords(
    board=SHEETS,
    title=N_("Preferans, whists a hand"),
    empty=N_("Nobody is listed yet. Sheets of Preferans that are settled count here: `/preferans open`."),
    counted=_hands,
    played=lambda account, t: joined((t("Preferans"), _hands(account.hands, t))),
    line=_line,
)
BOARDS = (_SHEETS,)

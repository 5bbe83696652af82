"""The words of the board of chouettes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ladder.tallies import Tally
from bot.screens.ladder.common_words import joined, signed_words, unusual_variant
from bot.screens.ladder.listing import BoardWords
from bot.tables.chouette.account import BETS
from bot.texts import N_, Texts
from render import Figure

_ROLES = {
    "box": N_("box"),
    "captain": N_("captain"),
    "partner": N_("partner"),
    "crew": N_("crew"),
}


def _bets(number: int, t: Texts) -> str:
    return t.many("{number} bet", "{number} bets", number)


def _by_role(tally: Tally, t: Texts) -> Sequence[Figure]:
    """Points per bet by role; omitted with a single role, whose figure is shown already."""
    totals = tally.bets.get(BETS.key, {})
    played = [(words, total) for role, words in _ROLES.items() if (total := totals.get(role)) and total.count]
    found = [
        Figure(t(words), signed_words(total.points / total.count), _bets(total.count, t)) for words, total in played
    ]
    return found if len(found) > 1 else ()


BOARDS = (
    BoardWords(
        board=BETS,
        title=N_("Chouette, points a bet"),
        empty=N_("Nobody is listed yet. The bets of chouettes count here: `/chouette open`."),
        counted=_bets,
        played=lambda account, t: joined((unusual_variant(account.variant, t), t("chouette"))),
        totalled=True,
        row=_by_role,
    ),
)

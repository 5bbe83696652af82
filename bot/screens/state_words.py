"""How a table stands, in words for one person."""

from __future__ import annotations

from bot.screens.board_words import asked, closed_words
from bot.screens.chouette.words import balance_words
from bot.screens.fitting import fitted
from bot.screens.heads_up.words import score_words
from bot.screens.names import MOST, bold_names
from bot.tables.table import Table
from bot.texts import Texts


def state_message(table: Table, t: Texts, *before: str) -> str:
    """How a table stands as a message, behind what else is to be said."""
    return fitted(lambda most: ((), (*before, *state_words(table, t, most))))


def state_words(table: Table, t: Texts, most: int = MOST) -> list[str]:
    """What is waited for, the score, and where the board is; lines with names of at most so many characters."""
    state, match = table.state, table.match
    if state is None:
        return []
    names = bold_names(table, most)
    lines = [line for line in (closed_words(state, names, t), *asked(state, names, names, t)) if line]
    if match and (match.rules.length or match.number > 1):
        lines.append(score_words(match.score, match.rules.length, names, t))
    session = table.session
    # A session that is closed has told the balances already.
    if session and not session.closed and any(player.points for player in session.players):
        lines.append(t("Balance: {balances}.", balances=balance_words(session, names, t)))
    if table.screen.message:
        lines.append(link(table))
    return lines


def link(table: Table) -> str:
    """Where the live message is."""
    return f"https://discord.com/channels/{table.about.guild}/{table.channel}/{table.screen.message}"

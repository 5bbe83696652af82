"""The buttons behind More: what one person may do beside what the table asks; those of any game, and of any board."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.screens.buttons import GREY, RED, Item, button
from bot.screens.custom_ids import Press
from bot.tables.table import Table
from bot.texts import Texts

#: Whether this person may now do what a verb says.
May = Callable[[str], bool]


def around_items(table: Table, own: list[Item], t: Texts, *, pips: bool) -> list[Item]:
    """What More shows to anybody, and behind it what somebody may do of their `own`."""
    items: list[Item] = [button(t("Board"), Press("board", table.id, 0), GREY, "🔽", row=0)]
    if pips:
        items.append(button(t("Pips"), Press("pips", table.id, 0), GREY, row=0))
    return items + own


def offered(
    table: Table,
    may: May,
    verb: str,
    label: str,
    row: int,
    style: discord.ButtonStyle = GREY,
    emoji: str | None = None,
) -> list[Item]:
    """A button, if this person may do what it says."""
    assert table.state is not None
    if not may(verb):
        return []
    return [button(label, Press(verb, table.id, table.game.table_question(table.state)), style, emoji, row=row)]


def common_own_items(table: Table, may: May, t: Texts) -> list[Item]:
    """What every game has."""
    return [
        *offered(table, may, "undo", t("Undo"), 0, GREY, "↩️"),
        *offered(table, may, "claim", t("Claim"), 2),
        *offered(table, may, "abort", t("Void the game"), 2),
    ]


def board_own_items(table: Table, may: May, settling: Press | None, t: Texts) -> list[Item]:
    """What every game on a board has beside; `settling`: what the button Settle carries, None where there is none."""
    settle = [] if settling is None else [button(t("Settle"), settling, GREY, "🤝", row=0)]
    return [
        *settle,
        *offered(table, may, "resign_single", t("Resign a single game"), 1, RED),
        *offered(table, may, "resign_gammon", t("Resign a gammon"), 1, RED),
        *offered(table, may, "resign_backgammon", t("Resign a backgammon"), 1, RED),
        *offered(table, may, "resign_match", t("Resign the match"), 1, RED),
    ]

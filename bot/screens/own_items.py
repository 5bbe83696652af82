"""The buttons behind More: what a player may do beside the questions, in any game and on any board."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.screens.buttons import BLUE, GREY, RED, Item, button
from bot.screens.custom_ids import Press
from bot.tables.table import Table
from bot.texts import Texts

#: Whether the player may now do what a verb says.
May = Callable[[str], bool]


def around_items(table: Table, own: list[Item], t: Texts, *, on_board: bool) -> list[Item]:
    """What More shows to anyone, and the player's `own` items."""
    items: list[Item] = [button(t("Board"), Press("board", table.id, 0), GREY, "🔽", row=0)]
    if on_board:
        items.append(button(t("Position"), Press("position", table.id, 0), GREY, row=0))
        items.append(button(t("Pips"), Press("pips", table.id, 0), GREY, row=0))
    return [*items, *own, button(t("Rules of this table"), Press("table_rules", table.id, 0), GREY, row=1)]


def offered(
    table: Table,
    may: May,
    verb: str,
    label: str,
    row: int,
    style: discord.ButtonStyle = GREY,
    emoji: str | None = None,
) -> list[Item]:
    """A button, if the player may use it."""
    assert table.state is not None
    if not may(verb):
        return []
    return [button(label, Press(verb, table.id, table.state.table_question), style, emoji, row=row)]


def common_own_items(table: Table, may: May, t: Texts) -> list[Item]:
    """Buttons of every game. Those with a loss are in the last row."""
    return [
        *offered(table, may, "undo", t("Undo"), 0, GREY, "↩️"),
        *offered(table, may, "claim", t("Claim"), 1),
        *([] if table.game.gathers else offered(table, may, "pause", t("Pause"), 3)),
        *offered(table, may, "abort", t("Void the game"), 4),
    ]


def sit_items(table: Table, t: Texts, *, may: bool) -> list[Item]:
    """The button of a partner who does not sit and may sit down."""
    assert table.state is not None
    press = Press("sit", table.id, table.state.table_question)
    return [button(t("Sit down"), press, BLUE, "🪑", row=1)] if may else []


def board_own_items(table: Table, settling: Press | None, resigning: Press | None, t: Texts) -> list[Item]:
    """Buttons of every board game: also Settle and Resign with these presses, None to omit one."""
    settle: list[Item] = [] if settling is None else [button(t("Settle…"), settling, GREY, "🤝", row=1)]
    resign: list[Item] = [] if resigning is None else [button(t("Resign…"), resigning, RED, row=4)]
    return settle + resign

"""Resigning on a board: the choices with their costs, and the confirmation."""

from __future__ import annotations

from collections.abc import Mapping

from bot.backgammon import Kind
from bot.screens.buttons import GREY, RED, Item, button
from bot.screens.custom_ids import Press
from bot.tables.intents import KINDS
from bot.texts import Texts


def resign_items(costs: Mapping[str, int], table: str, question: int, t: Texts) -> list[Item]:
    """A button for each resignation, by name as in `KINDS`, with the points that it costs; and one to cancel."""
    ways = [button(_label(KINDS[name], cost, t), Press(f"resign_{name}", table, question), RED)
            for name, cost in costs.items()]  # fmt: skip
    return [*ways, button(t("Cancel"), Press("cancel", table, question), GREY)]


def _label(kind: Kind | None, cost: int, t: Texts) -> str:
    match kind:
        case None:
            return t("The whole match")
        case Kind.SINGLE:
            return t.many("Single game: {number} point", "Single game: {number} points", cost)
        case Kind.GAMMON:
            return t.many("Gammon: {number} point", "Gammon: {number} points", cost)
        case Kind.BACKGAMMON:
            return t.many("Backgammon: {number} point", "Backgammon: {number} points", cost)


def resign_question(kind: Kind | None, cost: int, t: Texts) -> str:
    """The confirmation of a resignation; `cost`: the points it loses."""
    match kind:
        case None:
            return t("Resign the match: your opponent wins it. Sure?")
        case Kind.SINGLE:
            return t.many(
                "Resign a single game: that costs you {number} point. Sure?",
                "Resign a single game: that costs you {number} points. Sure?",
                cost,
            )
        case Kind.GAMMON:
            return t.many(
                "Resign a gammon: that costs you {number} point. Sure?",
                "Resign a gammon: that costs you {number} points. Sure?",
                cost,
            )
        case Kind.BACKGAMMON:
            return t.many(
                "Resign a backgammon: that costs you {number} point. Sure?",
                "Resign a backgammon: that costs you {number} points. Sure?",
                cost,
            )

"""Roles that managers choose in the settings for the bot to give."""

from __future__ import annotations

from bot.cogs.context import Context
from bot.screens.refusal_words import refusal_words
from bot.screens.roles import obstacle, unfit


def chosen_role(ctx: Context) -> int:
    """The role chosen in a select, 0 for none. Raises `Illegal` for one that the bot gives nobody."""
    chosen, known = int(ctx.chosen) if ctx.chosen.isdecimal() else 0, ctx.interaction.guild
    if chosen and known is not None and (why := unfit(known, chosen)):
        raise why
    return chosen


def obstacle_words(ctx: Context, role: int) -> list[str]:
    """A line about what keeps the bot from giving a role (0 for none), if anything does."""
    known = ctx.interaction.guild
    why = obstacle(known, role) if role and known is not None else None
    return ["⚠ " + refusal_words(why, ctx.t)] if why else []

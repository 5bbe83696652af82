"""The picture of all themes, for panels in which one is chosen."""

from __future__ import annotations

import io

import discord

from bot.cogs.context import Context
from bot.screens.panels.previews import preview_alt, previews
from bot.texts import Texts


async def theme_picture(ctx: Context, chosen: str | None, t: Texts) -> discord.File:
    """All themes, with the `chosen` one marked."""
    picture = await ctx.services.painter.preview(previews(chosen, t))
    return discord.File(io.BytesIO(picture), "themes.png", description=preview_alt(chosen, t))

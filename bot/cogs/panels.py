"""`/preferences` and `/settings`: one ephemeral panel each, a press changes one thing and shows the panel anew."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs.context import Context, ServingCog, answered
from bot.cogs.preference_panel import show_preferences
from bot.cogs.setting_panel import show_settings


class PanelCommands(ServingCog):
    """The two panels."""

    @app_commands.command(description=locale_str("How the bot treats you: language, colours, what it does for you"))
    @answered
    async def preferences(self, ctx: Context) -> None:
        await show_preferences(ctx)

    @app_commands.command(description=locale_str("This server's language, colours, times and default rules"))
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, ctx: Context) -> None:
        await show_settings(ctx)

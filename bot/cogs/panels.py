"""`/preferences` and `/settings`: one ephemeral panel each, a press changes one thing and shows the panel anew."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.preference_panel import show_preferences
from bot.cogs.services import Interaction, Services
from bot.cogs.setting_panel import show_settings


class PanelCommands(commands.Cog):
    """The two panels."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description=locale_str("How the bot treats you: language, colours, what it does for you"))
    async def preferences(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: show_preferences(self._services, answer))

    @app_commands.command(description=locale_str("This server's language, colours, times and default rules"))
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: show_settings(self._services, answer))

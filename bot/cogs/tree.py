"""The command tree: validation of commands, and answers to commands that cannot run."""

from __future__ import annotations

import logging
from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import fits
from bot.cogs.context import Context, run
from bot.cogs.places import Command, register
from bot.cogs.services import Interaction, Services

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[commands.AutoShardedBot]):
    """Commands, each offered where it may be used, with answers to unexpected errors."""

    def add_command(self, command: Command, /, **how: Any) -> None:
        """The same as of discord.py, registered where it may be used."""
        register(command)
        super().add_command(command, **how)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Accept only what Discord's own clients would send. Raises `CheckFailure`, which is answered, otherwise."""
        if interaction.type is discord.InteractionType.application_command:
            data: Any = interaction.data or {}
            command, options = self.get_command(data.get("name", "")), data.get("options", [])
            while isinstance(command, app_commands.Group) and len(options) == 1:
                command, options = command.get_command(options[0].get("name", "")), options[0].get("options", [])
            declared = command.parameters if isinstance(command, app_commands.Command) else []
            given = {option.get("name"): option.get("value") for option in options}
            people = data.get("resolved", {}).get("users", {})
            filled = [option for option in declared if option.display_name in given]
            if not all(fits(option, given[option.display_name], people) for option in filled):
                raise app_commands.CheckFailure
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Errors before a command runs: an unreadable option, an unknown command."""

        async def work(ctx: Context) -> None:
            ctx.refused = type(error).__name__
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                await ctx.say(ctx.t("I do not know this command as you see it. Reload Discord and try again."))
            elif isinstance(error, app_commands.TransformerError | app_commands.CheckFailure):
                await ctx.say(ctx.t("One of the options cannot be used like that. Choose from what Discord offers."))
            else:
                raise error

        if interaction.type is discord.InteractionType.autocomplete:
            _log.warning("autocomplete failed: %s", error)
            return
        services: Services = cast(Any, self.client).services
        await run(services, interaction, work)

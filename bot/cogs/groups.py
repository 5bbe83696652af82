"""The cogs with slash commands, one for each group of commands; and the commands on people and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from discord import app_commands
from discord.ext import commands

from bot.cogs.analyzing import AnalysisCommands
from bot.cogs.apps import ON_MESSAGES, ON_PEOPLE
from bot.cogs.away import AwayCommands
from bot.cogs.challenging import ChallengeCommands
from bot.cogs.chouette import ChouetteCommands
from bot.cogs.hints import HintCommands
from bot.cogs.imports import ImportCommands
from bot.cogs.ladder import LadderCommands
from bot.cogs.league import LeagueCommands
from bot.cogs.learning import LearnCommands
from bot.cogs.looking import LookingCommands
from bot.cogs.panels import PanelCommands
from bot.cogs.play import PlayCommands
from bot.cogs.preferans import PreferansCommands
from bot.cogs.records import RecordCommands
from bot.cogs.reference import FactCommands
from bot.cogs.scores import ScoreCommands
from bot.cogs.services import Services
from bot.cogs.table import TableCommands
from bot.cogs.training import TrainingCommands
from bot.cogs.waiting import WaitingCommands

COMMANDS: list[Callable[[Services], commands.Cog]] = [
    PlayCommands,
    ChallengeCommands,
    ChouetteCommands,
    PreferansCommands,
    TableCommands,
    FactCommands,
    HintCommands,
    ScoreCommands,
    RecordCommands,
    AnalysisCommands,
    TrainingCommands,
    ImportCommands,
    LeagueCommands,
    PanelCommands,
    LadderCommands,
    AwayCommands,
    WaitingCommands,
    LookingCommands,
    LearnCommands,
]
"""A plugged-in game appends its own before the bot is created."""

MENUS: list[Callable[[Services], app_commands.ContextMenu]] = [*ON_PEOPLE, *ON_MESSAGES]
"""The same of commands on people and messages, at most five of each."""


async def add_all(
    bot: commands.AutoShardedBot, services: Services, cogs: Iterable[Callable[[Services], commands.Cog]]
) -> None:
    """Add these cogs to a bot, and the commands on people and messages."""
    for cog in cogs:
        await bot.add_cog(cog(services))
    for menu in MENUS:
        bot.tree.add_command(menu(services))

"""The cogs with slash commands, one for each group of commands."""

from __future__ import annotations

from collections.abc import Callable

from discord.ext import commands

from bot.cogs.analyzing import AnalysisCommands
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

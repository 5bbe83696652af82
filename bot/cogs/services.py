"""The services that commands and buttons use, made once at the start."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import discord
from msgspec import Struct, field

from bot.cogs.lookups import Lookups
from bot.cogs.night_parts import NightParts
from bot.screens.answer import Answer
from bot.screens.discord_errors import Trouble
from bot.screens.leagues.presenter import LeaguePresenter
from bot.screens.painter import Painter
from bot.screens.presence import Members
from bot.screens.presenter import Presenter
from bot.screens.private_words import PrivateWords
from bot.store import Store
from bot.supervision import unhurried
from bot.tables.absence_clock import AbsenceClock
from bot.tables.challenges import Challenges
from bot.tables.chouette.lobby import Lobby
from bot.tables.clock import Clock
from bot.tables.computers import Computers
from bot.tables.day_clock import DayClock
from bot.tables.desk import Desk
from bot.tables.direct_games import DirectGames
from bot.tables.league_clock import LeagueClock
from bot.tables.leagues import Leagues
from bot.tables.lifecycle import Lifecycle
from bot.tables.looking import Looking
from bot.tables.looking_clock import LookingClock
from bot.tables.notes import Notes
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import RefusedPosts
from bot.tables.repository import Outcome, TableRepository
from bot.tables.reviewing import Reviewing
from bot.tables.schedule import Schedule
from bot.tables.standings import Ladders
from bot.tables.table import Table
from bot.tables.training import Training
from bot.tables.training_reminders import CardReminders
from bot.tables.waiting import Waiting
from bot.tables.week_clock import WeekClock
from bot.telemetry import Telemetry

#: Seconds between checks for waiting interactions, and their maximum number.
_LOOK, _LOOKS = 0.02, 100

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]


class Services(Struct, frozen=True):
    """The parts of the bot that serve users."""

    store: Store
    repository: TableRepository
    preferences: Preferences
    desk: Desk
    challenges: Challenges
    lobby: Lobby
    painter: Painter
    presenter: Presenter
    clock: Clock
    lifecycle: Lifecycle[Answer, Trouble]
    telemetry: Telemetry
    now: Callable[[], float]
    """The clock by which games are stamped and counted, in seconds since 1970."""
    lookups: Lookups
    ladders: Ladders
    members: Members
    leagues: Leagues
    league_presenter: LeaguePresenter
    league_clock: LeagueClock
    nights: NightParts
    computers: Computers
    reviewing: Reviewing
    day_clock: DayClock
    week_clock: WeekClock
    schedule: Schedule
    refused: RefusedPosts
    waiting: Waiting
    notes: Notes
    looking: Looking
    looking_clock: LookingClock
    absences: AbsenceClock
    private_words: PrivateWords
    card_reminders: CardReminders
    support_url: str | None
    """Where people find help with this bot, if its host has said so."""
    running: dict[str, tuple[asyncio.Task[object], Answer]] = field(default_factory=dict)
    """Running interactions and their answers, by receipt."""
    ack_timers: dict[Interaction, asyncio.TimerHandle | asyncio.Task[None]] = field(default_factory=dict)
    """The timers that acknowledge each interaction in time."""

    @property
    def direct_games(self) -> DirectGames:
        """The games in direct messages."""
        return self.lifecycle.direct_games

    @property
    def training(self) -> Training:
        """The decks of cards."""
        return self.card_reminders.training

    def after_answers(self, work: Callable[[Table], Awaitable[object]]) -> Callable[[Table], Awaitable[None]]:
        """The same work, delayed until all waiting users are answered, up to a limit.

        For work that no user waits for: the clock, and recovery at the start.
        """

        async def later(table: Table) -> None:
            for _ in range(_LOOKS):
                if not self.ack_timers:
                    break
                await asyncio.sleep(_LOOK)
            with unhurried():
                await work(table)

        return later

    def saved(self, receipt: str, outcome: Outcome) -> None:
        """Note the outcome of an interaction in its answer, and delete the ephemeral messages that led to it."""
        if working := self.running.get(receipt):
            working[1].saved = outcome
            self.presenter.asides.acted(working[1].interaction)

    async def idle(self, timeout: float) -> None:
        """Wait until no interaction is running, at most this many seconds."""
        until = time.monotonic() + timeout
        others = {task for task, _ in self.running.values()} - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=timeout)
        await self.presenter.stale_buttons.rest(until - time.monotonic())
        await self.presenter.asides.rest(until - time.monotonic())

    def give_up(self) -> None:
        """Cancel running interactions; saved changes are shown at the next start."""
        for task in (*(task for task, _ in self.running.values()), *self.ack_timers.values()):
            task.cancel()
        self.presenter.stale_buttons.give_up()
        self.presenter.asides.give_up()
        self.private_words.give_up()

"""What commands and buttons work with, made once at the start, and the frame in which every one of them runs."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

import discord
from msgspec import Struct, field
from msgspec.structs import replace

from bot.backgammon import Illegal, Refused, Stale
from bot.cogs.lookups import Lookups
from bot.permissions import lacking
from bot.screens.answer import Answer
from bot.screens.discord_errors import Trouble
from bot.screens.leagues.presenter import LeaguePresenter
from bot.screens.painter import Painter
from bot.screens.presence import Members
from bot.screens.presenter import Presenter
from bot.screens.refusal_words import refusal_words
from bot.screens.state_words import state_message
from bot.screens.unshown_words import unshown_words
from bot.store import Store, StoreError, StoreFull
from bot.tables.challenges import Challenges
from bot.tables.chouette.lobby import Lobby
from bot.tables.clock import Clock
from bot.tables.computers import Computers
from bot.tables.day_clock import DayClock
from bot.tables.desk import Desk
from bot.tables.league_clock import LeagueClock
from bot.tables.leagues import Leagues
from bot.tables.lifecycle import Lifecycle
from bot.tables.preferences import LANGUAGES, Preferences
from bot.tables.refused_posts import RefusedPosts
from bot.tables.repository import Outcome, TableRepository
from bot.tables.reviewing import Reviewing
from bot.tables.standings import Ladders
from bot.tables.table import Person, Table
from bot.telemetry import Telemetry
from bot.texts import Texts, texts

#: Seconds between two looks whether somebody waits for an answer, and how many looks there are.
_LOOK, _LOOKS = 0.02, 100

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]


class Services(Struct, frozen=True):
    """The parts of the bot that serve people."""

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
    """The time by which games are stamped and counted, in seconds since 1970."""
    lookups: Lookups
    ladders: Ladders
    members: Members
    leagues: Leagues
    league_presenter: LeaguePresenter
    league_clock: LeagueClock
    computers: Computers
    reviewing: Reviewing
    day_clock: DayClock
    refused: RefusedPosts
    running: dict[str, tuple[asyncio.Task[object], Answer]] = field(default_factory=dict)
    """What is being worked on and its answer, by the receipt under which it is saved."""
    nets: dict[Interaction, asyncio.TimerHandle | asyncio.Task[None]] = field(default_factory=dict)
    """What sees to it that each interaction is acknowledged in time."""

    async def texts_for(self, interaction: Interaction) -> Texts:
        """The language somebody is answered in: his own choice, else his Discord's."""
        preferences = await self.preferences.of_person(interaction.user.id)
        return texts(preferences.language or interaction.locale.value)

    async def _note_language(self, interaction: Interaction) -> None:
        """Keep in which language Discord has somebody answered, who has chosen none, where that has changed.

        A table speaks it if all its people do. What cannot be kept does not keep anybody from being answered.
        """
        known = await self.preferences.of_person(interaction.user.id)
        if known.language or known.spoken == (spoken := _spoken(interaction)):
            return
        try:
            await self.preferences.keep_person(interaction.user.id, replace(known, spoken=spoken))
        except (StoreError, Illegal) as error:
            _log.warning("in which language somebody is answered is not kept: %s", error)

    async def run(
        self, interaction: Interaction, work: Callable[[Answer], Awaitable[None]], *, at_once: bool = False
    ) -> None:
        """Do what an interaction asks for. Whatever happens, the person is answered.

        `at_once`: without a look at the store, not even for his language, but for what is remembered of that.

        Refusals are told in words; to somebody who is late, together with the state as it is. When the store is away,
        nothing has been done. An error of ours is logged under an id that the person is shown. A line in the log tells
        what became of it.
        """
        remembered = self.preferences.remembered(interaction.user.id)
        answer = Answer(interaction, texts(remembered.language or interaction.locale.value), self.presenter.asides)
        task = asyncio.current_task()
        assert task is not None
        self.running[receipt_of(interaction)] = task, answer
        outcome, number = "ended", ""
        try:
            if not at_once:
                answer.t = await self.texts_for(interaction)
                await self._note_language(interaction)
            await work(answer)
            await answer.concluded()
            outcome = "done"
        except Refused as error:
            outcome, answer.refused = "done", error.reason.name
            table = await self._held(interaction, error)
            why = refusal_words(error, answer.t, table)
            late = table is not None and isinstance(error, Stale)
            await answer.say(state_message(table, answer.t, why) if table and late else why, passing=True)
        except StoreFull as error:
            outcome = "store"
            _log.error("the store is full: %s", error)
            await answer.say(
                answer.t(
                    "My memory is full, so I could not save that. Whoever runs me has to make room; then try again."
                )
            )
        except StoreError as error:
            outcome = "store"
            _log.error("the store failed: %s", error)
            await answer.say(
                answer.t("My memory cannot be reached at the moment. Look at the board before you try again."),
                passing=True,
            )
        except Exception:  # noqa: BLE001  whatever it is, the person is answered and it is in the log
            outcome, number = "error", secrets.token_hex(4)
            _log.exception("error %s in interaction %s", number, interaction.id)
            await answer.say(
                answer.t(
                    "Something went wrong on my side. Nothing is lost; try again. (error {number})", number=number
                ),
                passing=True,
            )
        finally:
            self.running.pop(receipt_of(interaction), None)
            if answer.given and (net := self.nets.pop(interaction, None)):
                net.cancel()
            answer.give_up()
            answer.noted()
            self.telemetry.answered(answer, outcome, number)

    async def serve(self, table: Table, answer: Answer, *, apart: bool = False) -> bool:
        """Show a table that somebody has changed. He is told if it cannot be shown, also if he has had an answer.

        `apart`: he is answered by other means than the board. Whether it is shown.
        """
        return await self._tell(table, answer, await self.lifecycle.serve(table, None if apart else answer))

    async def show_again(self, table: Table, answer: Answer) -> None:
        """Post a table's live message anew for somebody who asks for it, or tell him why not."""
        await self._tell(table, answer, await self.lifecycle.show(table, answer, anew=True))

    async def _tell(self, table: Table, answer: Answer, why: Trouble | None) -> bool:
        if why is None:
            return True
        missing = lacking(answer.interaction.client, table.about.guild, table.channel)
        await answer.say(unshown_words(why, missing, answer.t))
        return False

    def after_answers(self, work: Callable[[Table], Awaitable[object]]) -> Callable[[Table], Awaitable[None]]:
        """The same work, begun once everybody who has pressed something is answered, and in any case after a while.

        For what nobody waits for within three seconds: the clock, and what is restored at the start.
        """

        async def later(table: Table) -> None:
            for _ in range(_LOOKS):
                if not self.nets:
                    break
                await asyncio.sleep(_LOOK)
            await work(table)

        return later

    def saved(self, receipt: str, outcome: Outcome) -> None:
        """Note what an interaction has changed, where it is answered, and clear away what led to it."""
        if working := self.running.get(receipt):
            working[1].saved = outcome
            self.presenter.asides.acted(working[1].interaction)

    async def idle(self, timeout: float) -> None:
        """Wait until no interaction is being worked on and nothing is left of any, at most so many seconds."""
        until = time.monotonic() + timeout
        others = {task for task, _ in self.running.values()} - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=timeout)
        await self.presenter.leftovers.rest(until - time.monotonic())
        await self.presenter.asides.rest(until - time.monotonic())

    def give_up(self) -> None:
        """End what is still being worked on; what is in the store is shown at the next start."""
        for task in (*(task for task, _ in self.running.values()), *self.nets.values()):
            task.cancel()
        self.presenter.leftovers.give_up()
        self.presenter.asides.give_up()

    async def _held(self, interaction: Interaction, error: Refused) -> Table | None:
        """The channel's table, for words to somebody who is late or who is told of others; else None."""
        if not (isinstance(error, Stale) or "names" in error.details) or interaction.channel_id is None:
            return None
        try:
            return await self.repository.held(interaction.channel_id)
        except (Refused, StoreError):
            return None


def _spoken(interaction: Interaction) -> str:
    """Which of the languages there are texts in Discord has somebody answered in."""
    found = texts(interaction.locale.value)
    return next(each for each in LANGUAGES if texts(each).language == found.language)


def person_of(user: discord.User | discord.Member) -> Person:
    """Somebody as tables know him."""
    return Person(user.id, user.display_name)


def receipt_of(interaction: Interaction) -> str:
    """What makes one delivery of an interaction the same as another."""
    return str(interaction.id)

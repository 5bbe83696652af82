"""The context of a request: user, place, press, answer and services, bound once. Every command, press and form has a
`Context`; `run` makes it and makes sure that the user is answered.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from enum import Enum
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

from bot.cogs.places import EVERYWHERE, Place, check_usable, place_of, usable_in
from bot.cogs.services import Interaction, Services
from bot.core.actions import Action, Seat
from bot.core.intent import Intent, Throw
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.core.state import TableState
from bot.languages import LANGUAGES
from bot.permissions import lacking
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import Trouble
from bot.screens.private_words import Above
from bot.screens.refusal_words import refusal_words, state_message, unshown_words
from bot.store import StoreError, StoreFull
from bot.tables.faults import TableTrouble
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.tables.repository import Outcome
from bot.tables.table import Person, Table
from bot.texts import Texts, texts
from bot.worker_pool import WorkerPool

_log = logging.getLogger(__name__)

_NOTHING = Press(verb="", table="", question=0)
"""The press of a command."""

_DIGITS = 20
"""Maximum digits of a number in a custom id: those of a user id."""

_Options = ParamSpec("_Options")
_Choices = list[app_commands.Choice[str]]


class Context(Answer):
    """One request, and the answer to it.

    `services` are the parts of the bot. `user` is the requester, in a `place` of this kind and its `channel` (never 0
    while work is done). `guild` is the server, 0 where the bot is in none. `press` is what the button, select or form
    carries; empty for a command. `pressed_at`: when they asked, in Discord's milliseconds since 1970. Saves use
    `receipt`, equal for repeated deliveries of the interaction, so that it takes effect once.
    """

    def __init__(self, services: Services, interaction: Interaction) -> None:
        remembered = services.preferences.remembered(interaction.user.id)
        t = texts(remembered.language or interaction.locale.value)
        above = Above(services.private_words, interaction.user.id)
        self.place = place_of(interaction)
        shown = services.presenter
        limited = self.place is not Place.SERVER
        super().__init__(interaction, t, shown.asides, above, limited=limited, webhooks=shown.webhooks)
        self.services = services
        self.guild = (interaction.guild_id or 0) if self.place is Place.SERVER else 0
        self.channel = interaction.channel_id or 0
        self.user = interaction.user.id
        self.person = person_of(interaction.user)
        self.receipt = _receipt_of(interaction)
        self.pressed_at = services.desk.discord.note(interaction.id)
        self.press = press_of(interaction)

    @property
    def all_chosen(self) -> list[str]:
        """The chosen options of a select."""
        values = (self.interaction.data or {}).get("values", [])
        return [str(value) for value in values] if isinstance(values, list) else []

    @property
    def chosen(self) -> str:
        return next(iter(self.all_chosen), "")

    @property
    def typed(self) -> str:
        return _typed(self.interaction.data)

    @property
    def manages(self) -> bool:
        return self.place is Place.SERVER and self.interaction.permissions.manage_guild

    @property
    def moderates(self) -> bool:
        """Whether the user may delete others' messages here."""
        return self.place is Place.SERVER and self.interaction.permissions.manage_messages

    def check_manages(self, reason: Enum = TableTrouble.NOT_A_MANAGER) -> None:
        """Raise `Foreign` unless the user may manage the server."""
        if not self.manages:
            raise Foreign(reason)

    # Reading

    async def table(self) -> Table:
        """The table of the pressed button; for a command, the one that holds the channel. Raises `Stale`."""
        return await self.services.desk.table(self.channel, self.press.table or None)

    async def table_here(self) -> Table:
        """The table that holds the channel, whatever was pressed. Raises `Stale` if there is none."""
        return await self.services.desk.table(self.channel)

    async def held(self) -> Table | None:
        """The table that holds the channel; None if there is none."""
        return await self.services.repository.held(self.channel) if self.channel else None

    async def last_played(self) -> str | None:
        """The id of the user's last table in the channel; None if there is none."""
        for name in await self.services.store.tables_of(self.user):
            if await self.services.store.channel_of(name) == self.channel:
                return name
        return None

    async def preferences(self) -> PersonPreferences:
        return await self.services.preferences.of_person(self.user)

    async def settings(self) -> ServerSettings:
        """Those of the server; outside of servers the usual ones, in the user's own time zone."""
        settings = await self.services.preferences.of_server(self.guild)
        zone = None if self.guild else (await self.preferences()).quiet.zone
        return replace(settings, time_zone=zone) if zone else settings

    async def person_texts(self) -> Texts:
        """The user's language: the chosen one, else that of Discord."""
        return texts((await self.preferences()).language or self.interaction.locale.value)

    async def server_texts(self) -> Texts:
        """The language of public messages here; outside the bot's servers that of the user."""
        return await (self.services.presenter.texts_of(self.guild) if self.guild else self.person_texts())

    async def theme(self) -> str:
        return await self.services.preferences.theme(self.user, self.guild)

    async def server_theme(self) -> str:
        """The theme of public messages here; outside of the bot's servers that of the user."""
        return (await self.settings()).theme if self.guild else await self.theme()

    def lookup(self) -> AbstractAsyncContextManager[WorkerPool]:
        """A turn for a slow look-up. Raises `Illegal` as `Lookups.turn`."""
        return self.services.lookups.turn(self.interaction)

    # Acting

    async def acted(self, intent: Intent, *, table: str | None = None, question: int | None = None) -> Outcome:
        """Carry out an intent of the user at the named table, else that of the press or channel. Raises as
        `Desk.act`.
        """

        def noted(state: TableState, seat: Seat, throw: Throw) -> Action:
            action = intent(state, seat, throw)
            self.sealed = self.sealed or action.sealed
            return action

        return await self.services.desk.act(
            self.channel,
            self.person,
            noted,
            receipt=self.receipt,
            table=table or self.press.table or None,
            question=question,
            foreseen=self.services.presenter.foresee,
            pressed_at=self.pressed_at,
        )

    async def act(
        self, intent: Intent, *, table: str | None = None, question: int | None = None, said: str = ""
    ) -> None:
        """The same, followed by the answer and the table. `said` is ephemeral, for an action that shows nothing
        publicly.
        """
        await self.show(await self.acted(intent, table=table, question=question), said)

    async def show(self, outcome: Outcome, said: str = "") -> None:
        """Answer a user who has acted, and show the table."""
        self.said = said
        await self.serve(outcome.table)

    async def moderate(self, action: Action) -> None:
        """Carry out a moderator's action at the channel's table, and show it. Raises as `Desk.moderate`."""
        await self.show(await self.services.desk.moderate(self.channel, action, receipt=self.receipt))

    async def serve(self, table: Table, *, apart: bool = False) -> bool:
        """Show a changed table; the user is told if that failed, even after an answer.

        `apart`: the answer is not the board. Returns whether it is shown.
        """
        return await self._tell(table, await self.services.lifecycle.serve(table, None if apart else self))

    async def post_again(self, table: Table) -> None:
        """Post a table's live message again at the user's request, or tell them why not."""
        await self._tell(table, await self.services.lifecycle.show(table, self, anew=True))

    async def _tell(self, table: Table, why: Trouble | None) -> bool:
        if why is None:
            return True
        if table.about.direct and why is Trouble.FORBIDDEN:
            why = Trouble.NO_DIRECT
        missing = lacking(self.interaction.client, table.about.guild, table.channel)
        await self.say(unshown_words(why, missing, self.t))
        return False

    # Languages

    async def note_language(self) -> None:
        """Answer in the user's language, and store their Discord language if they have chosen none and it has changed:
        tables use it if all players share it. Store too that they are in a server that they had left.

        A failure to store it does not affect the answer.
        """
        self.t, known = await self.person_texts(), await self.preferences()
        left = tuple(guild for guild in known.left if guild != self.guild)
        now = replace(known, left=left, spoken=known.spoken if known.language else _spoken(self.interaction))
        if now == known:
            return
        try:
            await self.services.preferences.keep_person(self.user, now)
        except (StoreError, Illegal) as error:
            _log.warning("the language of a user, or that they are back, is not stored: %s", error)


Work = Callable[[Context], Awaitable[None]]


async def run(services: Services, interaction: Interaction, work: Work, *, at_once: bool = False) -> None:
    """Run a request; the user is answered in any case.

    `at_once`: before any access to the store; the language is the cached one.

    Refusals are told in words, stale ones with the current state. If the store fails, nothing was done. An unexpected
    error is logged with an id that the user is shown. Each request leaves one line in the log.
    """
    ctx = Context(services, interaction)
    task, by_command = asyncio.current_task(), interaction.type is discord.InteractionType.application_command
    assert task is not None
    services.running[ctx.receipt] = task, ctx
    outcome, number = "ended", ""
    try:
        if not at_once:
            await asyncio.gather(ctx.note_language(), ctx.look())
        if not ctx.channel:
            raise moved_on()
        check_usable(ctx.place, usable_in(interaction.command) if by_command else EVERYWHERE)
        await work(ctx)
        await ctx.concluded()
        outcome = "done"
    except Refused as error:
        outcome, ctx.refused = "done", error.reason.name
        table = await _held(ctx, error)
        why = refusal_words(error, ctx.t, table)
        late = table is not None and isinstance(error, Stale)
        await ctx.say(state_message(table, ctx.t, why) if table and late else why, passing=True)
    except StoreFull as error:
        outcome = "store"
        ctx.alone()
        _log.error("the store is full: %s", error)
        await ctx.say(
            ctx.t("My memory is full, so I could not save that. Whoever runs me has to make room; then try again.")
        )
    except StoreError as error:
        outcome = "store"
        ctx.alone()
        _log.error("the store failed: %s", error)
        await ctx.say(
            ctx.t("My memory cannot be reached at the moment. Look at the board before you try again."), passing=True
        )
    except Exception:  # noqa: BLE001  any error is logged, and the user answered
        outcome, number = "error", secrets.token_hex(4)
        _log.exception("error %s in interaction %s", number, interaction.id)
        await ctx.say(
            ctx.t("Something went wrong on my side. Nothing is lost; try again. (error {number})", number=number),
            passing=True,
        )
    finally:
        services.running.pop(ctx.receipt, None)
        if ctx.given and (net := services.ack_timers.pop(interaction, None)):
            net.cancel()
        ctx.give_up()
        ctx.noted()
        services.telemetry.answered(ctx, outcome, number)


def working_on(services: Services, interaction: Interaction) -> Answer | None:
    """The answer to a running interaction; None if it is unknown, or finished."""
    running = services.running.get(_receipt_of(interaction))
    return running[1] if running else None


async def _held(ctx: Context, error: Refused) -> Table | None:
    """The channel's table, for a stale or foreign request; else None."""
    if not (isinstance(error, Stale) or "names" in error.details):
        return None
    try:
        return await ctx.held()
    except (Refused, StoreError):
        return None


# Commands


class ServingCog(commands.Cog):
    """A cog with the services of the bot."""

    def __init__(self, services: Services) -> None:
        self.services = services


_Cog = TypeVar("_Cog", bound=ServingCog)
_Result = TypeVar("_Result")
_Command = Callable[Concatenate[_Cog, Interaction, _Options], Coroutine[Any, Any, _Result]]
_InContext = Callable[Concatenate[_Cog, Context, _Options], Coroutine[Any, Any, _Result]]


def answered(method: _InContext[_Cog, _Options, None]) -> _Command[_Cog, _Options, None]:
    """A command whose method takes the context, then the options."""

    @wraps(method)
    async def command(cog: _Cog, interaction: Interaction, *args: _Options.args, **options: _Options.kwargs) -> None:
        await run(cog.services, interaction, lambda ctx: method(cog, ctx, *args, **options))

    # discord.py would resolve the annotations of the options in this module.
    command.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
    return command


def completing(method: Callable[[_Cog, Context, str], Coroutine[Any, Any, _Choices]]) -> Any:
    """An autocomplete callback with a context, which must not answer."""

    @wraps(method)
    async def complete(cog: _Cog, interaction: Interaction, typed: str) -> _Choices:
        ctx = Context(cog.services, interaction)
        return await method(cog, ctx, typed) if ctx.place in usable_in(interaction.command) else []

    return complete


# From an interaction


def person_of(user: discord.User | discord.Member) -> Person:
    """A user as tables store them."""
    return Person(user.id, user.display_name)


def press_of(interaction: Interaction) -> Press:
    """The press of a button, select or form; empty for a command, or a foreign message."""
    return Press.parse(str((interaction.data or {}).get("custom_id", ""))) or _NOTHING


def moved_on() -> Stale:
    """The refusal of a press on something outdated or unknown."""
    return Stale(TableTrouble.MOVED_ON)


def number_in(text: str) -> int:
    """A number in a custom id or option. Raises `Stale` for any other text."""
    if not text.isdecimal() or len(text) > _DIGITS:
        raise moved_on()
    return int(text)


def _receipt_of(interaction: Interaction) -> str:
    """The receipt of an interaction, equal for repeated deliveries."""
    return str(interaction.id)


def _spoken(interaction: Interaction) -> str:
    """The user's Discord language, if the bot has texts in it."""
    found = texts(interaction.locale.value)
    return next(each for each in LANGUAGES if texts(each).language == found.language)


def _typed(data: Any) -> str:
    """The text in a modal's only field, wherever Discord puts it."""
    if isinstance(data, list):
        return next((found for each in data if (found := _typed(each))), "")
    if not isinstance(data, dict):
        return ""
    if isinstance(value := data.get("value"), str):
        return value
    return _typed(data.get("components")) or _typed(data.get("component"))

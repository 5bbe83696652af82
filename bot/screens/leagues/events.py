"""Makes, changes and cancels the scheduled events of leagues: external ones, with the link of the channel."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord

from bot.permissions import FOR_EVENTS, missing
from bot.screens.buttons import message_link
from bot.screens.discord_errors import DISCORD_ERRORS, FOR_GOOD, Trouble, persist, trouble
from bot.screens.fitting import shortened
from bot.screens.presenter import Presenter
from bot.store import Store
from bot.tables.held_league import HeldLeague
from bot.tables.league_events import LeagueEvents
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences

_log = logging.getLogger(__name__)

#: Seconds until an event begins: Discord takes none that has begun.
_SOON = 120
_NAME = 100
#: Characters of an event's name.
_GUILD_ONLY, _EXTERNAL = discord.PrivacyLevel.guild_only.value, discord.EntityType.external.value


def league_events(
    client: discord.Client,
    presenter: Presenter,
    store: Store,
    leagues: Leagues,
    preferences: Preferences,
    now: Callable[[], float],
) -> LeagueEvents:
    """The events of leagues in the servers of `client`."""
    return LeagueEvents(store, leagues, preferences, LeagueEventPresenter(client, presenter, now))


class LeagueEventPresenter:
    """Shows events in the servers of `client`."""

    def __init__(self, client: discord.Client, presenter: Presenter, now: Callable[[], float] = time.time) -> None:
        self._client, self._presenter, self._now = client, presenter, now

    async def announce(self, held: HeldLeague, until: float, event: int) -> int | None:
        """Change an event, or with 0 make it unless it is there already, and return its id; 0 if the bot may make none,
        None if that may work later.
        """
        known = self._client.get_guild(held.guild)
        if known is None or known.unavailable:
            return None
        if missing(known.me.guild_permissions, FOR_EVENTS) or until <= self._now() + 2 * _SOON:
            return 0
        said = await self._said(held, until)
        try:
            if event := event or await self._found(held):
                await persist(lambda: self._client.http.edit_scheduled_event(held.guild, event, **said))
                return event
            begins = _time(self._now() + _SOON)
            made = await self._client.http.create_guild_scheduled_event(
                held.guild, scheduled_start_time=begins, privacy_level=_GUILD_ONLY, entity_type=_EXTERNAL, **said
            )
        except DISCORD_ERRORS as error:
            why = trouble(error)
            _log.info("the event of league %s is not made: %s: %s", held.id, why.value, error)
            return 0 if why in FOR_GOOD else None
        return int(made["id"])

    async def cancel(self, held: HeldLeague, event: int) -> bool:
        """Cancel an event, which may be gone; False if that may work later."""
        try:
            await persist(lambda: self._client.http.delete_scheduled_event(held.guild, event))
        except DISCORD_ERRORS as error:
            _log.info("the event of league %s is not cancelled: %s", held.id, error)
            return trouble(error) in (Trouble.GONE, Trouble.FORBIDDEN)
        return True

    async def _found(self, held: HeldLeague) -> int:
        """An event that was made before without being noted; 0 if there is none."""
        own = self._client.user
        for each in await self._client.http.get_scheduled_events(held.guild, False):
            mine = own is not None and int(each.get("creator_id") or 0) == own.id
            if mine and (each.get("description") or "").endswith(_mark(held)):
                return int(each["id"])
        return 0

    async def _said(self, held: HeldLeague, until: float) -> dict[str, Any]:
        t = await self._presenter.texts_of(held.guild)
        rounds = held.league.rounds
        name = t("{league}: round {number}", league=held.name, number=rounds) if rounds else held.name
        words = t("Whom you play, and how it stands, is in the channel of the league.")
        return {
            "name": shortened(name, _NAME),
            "description": f"{words}\n{_mark(held)}",
            "entity_metadata": {"location": message_link(held.guild, held.channel, 0)},
            "scheduled_end_time": _time(until),
        }


def _mark(held: HeldLeague) -> str:
    """By what an event is known again."""
    return f"{held.id}-{held.league.rounds}"


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()

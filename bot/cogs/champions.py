"""The role of a server's champion: the first of the last season has it, as long as they are on its board.

Who is to have it is stored before it is given, and until it is taken, so that nobody keeps it after a crash.
"""

from __future__ import annotations

import logging
from math import inf

import discord
from msgspec.structs import replace

from bot.cogs.ladder_pages import first_board
from bot.cogs.services import Services
from bot.core.refusal import Illegal
from bot.screens.roles import Roles
from bot.tables.champion import Champion, note_champion, read_champion
from bot.tables.faults import RoleFault
from bot.texts import N_

_COUNTING, _SOON, _LATER = 30.0, 600.0, 3600.0
"""Seconds until the next look while games are being counted, where Discord does not answer, and otherwise."""
_REASON = N_("The champion of the last season")

_log = logging.getLogger(__name__)


class Champions:
    """Gives and takes the role in the servers of `client`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._roles = services, Roles(client)

    async def look(self, guild: int, _: str = "") -> float | None:
        """Let whoever is champion have the role, and nobody else; as a `Handler` of the schedule."""
        services = self._services
        now, rules = services.now(), await services.ladders.rules(guild)
        role = (await services.preferences.of_server(guild)).champion
        first = await self._first(guild, rules.last_season(now)) if role else None
        if role and await services.ladders.missing(guild):
            return now + _COUNTING
        try:
            await self._settle(guild, Champion(user=first, role=role) if first else None)
        except Illegal as error:
            _log.info("the role of server %s's champion waits: %s", guild, error)
            return now + (_SOON if error.reason is RoleFault.NOT_NOW else _LATER)
        return min(now + _LATER, rules.season_ends(now) or inf) if role else None

    async def _first(self, guild: int, season: str) -> int | None:
        """Who is first of a season, and listed; None without seasons, and if nobody has played."""
        board = await first_board(self._services, guild, season) if season else None
        return board.lines[0].user if board else None

    async def _settle(self, guild: int, wanted: Champion | None) -> None:
        """Take the role from who has it, if that is not who is wanted, and give it. Raises `Illegal` with a
        `RoleFault`.
        """
        store, reason = self._services.store, (await self._services.presenter.texts_of(guild))(_REASON)
        held = await read_champion(store, guild)
        if held and (wanted is None or (held.user, held.role) != (wanted.user, wanted.role)):
            await self._roles.take(guild, held.user, held.role, reason)
            await note_champion(store, guild, None)
        elif held and held.given:
            return
        if wanted:
            await note_champion(store, guild, wanted)
            await self._roles.give(guild, wanted.user, wanted.role, reason)
            await note_champion(store, guild, replace(wanted, given=True))

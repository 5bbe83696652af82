"""The role of a server's champion: the first of the last season has it, as long as they are on its board.

Who is to have it is stored before it is given, and until it is taken, so that nobody keeps it after a crash.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from math import inf

import discord
import msgspec
from msgspec.structs import replace

from bot.backgammon import Variant
from bot.cogs.ladder_pages import found_page
from bot.cogs.services import Services
from bot.core.refusal import Illegal
from bot.screens.roles import Roles
from bot.tables import games
from bot.tables.faults import RoleFault
from bot.tables.ladder_pages import BoardPage
from bot.texts import N_

_SOON, _LATER = 600.0, 3600.0
"""Seconds until the next look where Discord does not answer, and otherwise."""
_REASON = N_("The champion of the last season")

_log = logging.getLogger(__name__)


class Champion(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a role, or is about to be given it."""

    user: int
    role: int
    given: bool = False


async def boards_of(services: Services, guild: int, season: str) -> AsyncIterator[BoardPage]:
    """The first pages of a season's boards that are not empty, the most important first."""
    for board in games.boards().values():
        page = await found_page(services, guild, 0, board, Variant.BACKGAMMON.value, season, 0)
        if page.lines:
            yield page


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
        try:
            await self._settle(guild, Champion(user=first, role=role) if first else None)
        except Illegal as error:
            _log.info("the role of server %s's champion waits: %s", guild, error)
            return now + (_SOON if error.reason is RoleFault.NOT_NOW else _LATER)
        return min(now + _LATER, rules.season_ends(now) or inf) if role else None

    async def _first(self, guild: int, season: str) -> int | None:
        """Who is first of a season, and listed; None without seasons, and if nobody has played."""
        if season:
            async for page in boards_of(self._services, guild, season):
                return page.lines[0].user
        return None

    async def _settle(self, guild: int, wanted: Champion | None) -> None:
        """Take the role from who has it, if that is not who is wanted, and give it. Raises `Illegal` with a
        `RoleFault`.
        """
        ladder, reason = self._services.store.ladder, (await self._services.presenter.texts_of(guild))(_REASON)
        held = _read(await ladder.champion(guild))
        if held and (wanted is None or (held.user, held.role) != (wanted.user, wanted.role)):
            await self._roles.take(guild, held.user, held.role, reason)
            await ladder.note_champion(guild, None)
        elif held and held.given:
            return
        if wanted:
            await ladder.note_champion(guild, msgspec.json.encode(wanted))
            await self._roles.give(guild, wanted.user, wanted.role, reason)
            await ladder.note_champion(guild, msgspec.json.encode(replace(wanted, given=True)))


def _read(stored: bytes | None) -> Champion | None:
    return None if stored is None else msgspec.json.decode(stored, type=Champion)

"""Tables at which players gather before the game: each holds its channel, and counts as an open challenge of its host
until it begins or is called off. Each game defines its own conditions.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from bot.core.refusal import Illegal, Refused
from bot.dice import SEED_BYTES
from bot.store import Hold, Store
from bot.tables.about import About
from bot.tables.appointments import Appointment, AppointmentFault
from bot.tables.desk import HOUR, Desk
from bot.tables.faults import ChallengeFault
from bot.tables.new_table import admitted_id, check_may_be_joined
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, TableRepository
from bot.tables.table import People, Person, Stage, Table


class Gatherings:
    """Opens such tables. `now` returns seconds since 1970, `entropy` this many random bytes."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        desk: Desk,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store, self._repository, self._preferences, self._desk = store, repository, preferences, desk
        self._now, self._entropy = now, entropy

    async def admit(
        self, guild: int, host: Person, receipt: str, channel: int | None = None, begins: Appointment | None = None
    ) -> str:
        """The id for a table that a member may open in this channel, or in one that is created for it.

        Raises `Illegal` if they have too many or the channel is taken, `Stale` if this request had an id before.
        `begins`: when it begins by itself, as one table of a host may.
        """
        if channel is not None and await self._store.held(channel):
            raise Illegal(ChallengeFault.HELD)
        check_may_be_joined(await self._preferences.of_person(host.user))
        if begins and await self._has_appointment(host.user):
            raise Illegal(AppointmentFault.ONE_A_HOST)
        lasts = begins.at - self._now() if begins else await self._lasts(guild)
        return await admitted_id(self._store, guild, host, (), receipt, self._now(), lasts)

    async def _has_appointment(self, user: int) -> bool:
        """Whether somebody is host of a table that begins by itself."""
        for channel, name in await self._store.passing.tables(user):
            try:
                table = await self._repository.load(channel, name)
            except Refused:  # of a newer bot
                continue
            waits = table is not None and table.stage is Stage.CHALLENGE and table.about.enough is not None
            if table is not None and waits and table.person(0).user == user:
                return True
        return False

    async def given_up(self, guild: int, host: Person, name: str) -> None:
        """The table no longer counts as an open challenge of its host: they have left it, or it was called off."""
        await self._store.limits.over(guild, host.user, name)

    async def _opened(
        self,
        guild: int,
        channel: int,
        people: People,
        setup: Struct,
        name: str,
        receipt: str | None,
        begins: Appointment | None = None,
    ) -> Table:
        """A new table with its host alone, under an id from `admit`. Raises `Illegal` if the channel is held.

        `begins`: when it begins by itself.
        """
        now = self._now()
        until = begins.at if begins else now + await self._lasts(guild)
        enough = begins.people if begins else None
        about = About(id=name, guild=guild, channel=channel, setup=setup, made_at=now, expires_at=until, enough=enough)
        table = Table(about=about, people=people, seed=self._entropy(SEED_BYTES), acted_at=now)
        try:
            return await self._repository.add(table, receipt)
        except Illegal:
            await self.given_up(guild, people.seats[0], name)
            raise

    async def _begun(self, table: Table) -> None:
        """Note a running table and its members, computers aside."""
        await self.given_up(table.about.guild, table.person(0), table.id)
        users = [each.user for each in table.people.seats if each.level is None]
        await self._store.register(table.id, table.channel, users, table.about.made_at)

    async def _lasts(self, guild: int) -> float:
        return (await self._preferences.of_server(guild)).claim_after * HOUR


def called_off(table: Table) -> Change:
    """The change that calls a gathering off and frees the channel."""
    return Change(replace(table, stage=Stage.WITHDRAWN), hold=Hold.LEAVE)

"""Whom a table waits for, on its way to the index of each person, and what somebody is to be told of it: that is noted
in the table's own slot with the save and carried from there after it.

What is carried twice, or late, does no harm: of each table the later version stands, and what somebody is to be told of
a version is entered once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.backgammon import Refused
from bot.store import Carried, Store, StoreError, place
from bot.store.pages import batches
from bot.supervision import in_background
from bot.tables.notices import Noted, Notice, name_of
from bot.tables.retry_queue import growing
from bot.tables.table import People, Stage, Table, face_of
from bot.tables.waits import Waits, waits_of_challenge, waits_of_state

_log = logging.getLogger(__name__)

#: Tables that are looked at together at a start.
_TOGETHER = 50
_encode = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Waits | None).decode
_read_notices = msgspec.json.Decoder(tuple[Notice, ...] | None).decode


Local = Callable[[int], float]
"""The bot's time, in seconds since 1970, of a moment in Discord's, in milliseconds."""


def one_time(at: int) -> float:
    """Where the two are the same."""
    return at / 1000


def with_waits(table: Table, before: Waits | None = None, local: Local = one_time) -> Table:
    """A table as it is going to be saved, with whom it waits for then; `before`: when it was saved last."""
    people, at = len(table.people.seats), table.version
    if table.stage is Stage.OPEN and table.state is not None:
        new = Waits(at, since=table.acted_at, until=flag(table, local))
        waits = waits_of_state(table.state, people, new, before)
    elif table.stage is Stage.CHALLENGE and not table.game.gathers:
        waits = waits_of_challenge(
            people,
            at,
            table.about.made_at,
            table.about.expires_at,
            len(table.people.agreed) if table.people.teams else 0,
        )
    else:
        waits = Waits(at)
    return replace(table, waits=before if before and before.like(waits) else waits)


def flag(table: Table, local: Local = one_time) -> float | None:
    """By when whoever must act at an open table has to (seconds since 1970, by the bot's clock), by the table's or by
    the rules of its game; None where only the hours of its server count, or the clock stands.
    """
    if table.state is None:
        return None
    if table.clock is not None:
        return None if table.clock.falls is None else local(table.clock.falls)
    return table.game.deadline(table.state, table.acted_at)


class Carrier:
    """Carries whom tables wait for to people's indices, and what they are to be told. `load` gives a table, of which
    that may not be noted yet. `entered` is called with a user and the name of what they are to be told from now on.
    """

    def __init__(
        self,
        store: Store,
        load: Callable[[int, str], Awaitable[Table | None]],
        pauses: Callable[[], Iterator[float]] = growing,
        local: Local = one_time,
    ) -> None:
        self._store, self._load, self._pauses, self._local = store, load, pauses, local
        self.entered: Callable[[int, str], None] = lambda user, name: None
        self._owed: dict[str, Table] = {}
        self._again: asyncio.Task[None] | None = None

    async def carry(self, table: Table) -> bool:
        """Carry what a table that was saved says. If the store fails, it is tried again until that is done; returns
        whether it is.
        """
        try:
            await self._carry(table)
        except StoreError as error:
            _log.warning("whom table %s waits for is noted later: %s", table.id, error)
            self._owed[table.id] = table
            if self._again is None or self._again.done():
                self._again = in_background(self._until_carried(), "noting whom tables wait for")
            return False
        return True

    async def settle(self, table: Table) -> None:
        """Carry now what could not be carried before: the table may not be looked at any more. Raises `StoreError`."""
        if table.id in self._owed:
            await self._carry(table)

    async def _carry(self, table: Table) -> None:
        guild = table.about.guild
        await self._note(_said(table.waits, table.people, table.channel, table.id, guild))
        await self._enter(table.notices or (), table.channel, table.id, guild, table.version)

    async def _enter(self, notices: Sequence[Notice], channel: int, id: str, guild: int, version: int) -> None:
        """Enter with people what they are to be told, then forget it in the table's record of this version."""
        for each in notices:
            name = name_of(id, each.version)
            await self._store.notices.enter(each.user, name, _encode(Noted(each.event, guild, each.at)), each.at)
            self.entered(each.user, name)
        if notices:
            await self._store.refresh(channel, id, version, "notices", b"null")

    async def _until_carried(self) -> None:
        for pause in self._pauses():
            await asyncio.sleep(pause)
            owed, self._owed = self._owed, {}
            for table in owed.values():
                await self.carry(table)
            if not self._owed:
                return

    async def catch_up(self, mine: Callable[[int], bool] = lambda guild: True) -> None:
        """Carry what a process may have saved and not carried, of all tables that are not over in the servers that are
        `mine`. Raises `StoreError`.
        """
        listed = await self._store.open_tables.of_servers(mine)
        places = [place(each.channel, each.table) for each in listed]
        owed = defaultdict[int, list[Carried]](list)
        for some in batches(places, _TOGETHER):
            for said in await asyncio.gather(*(self._kept(name) for name in some)):
                for user, each in said.items():
                    owed[user] += each
        for users in batches(owed, _TOGETHER):
            await asyncio.gather(*(self._store.waits.note(user, owed[user]) for user in users))

    async def _kept(self, name: str) -> Mapping[int, list[Carried]]:
        """What a stored table says to whom. What somebody is to be told of it is entered with them."""
        channel, _, id = name.partition(":")
        record = await self._store.load(int(channel), id, ("about", "people", "waits", "notices"))
        if record is None:
            return {}
        try:
            about, people = face_of(record.fields)
            waits = _read(record.fields.get("waits", b"null")) or await self._noted_first(int(channel), id)
            notices = _read_notices(record.fields.get("notices", b"null")) or ()
        except (Refused, msgspec.MsgspecError) as error:
            _log.warning("table %s is left alone: %s", id, error)
            return {}
        await self._enter(notices, int(channel), id, about.guild, record.version)
        return _said(waits, people, int(channel), id, about.guild)

    async def _noted_first(self, channel: int, id: str) -> Waits | None:
        """Whom a table waits for that another version has saved, which is kept with it."""
        table = await self._load(channel, id)
        if table is None or table.waits:
            return table and table.waits
        noted = with_waits(table, local=self._local).waits
        kept = await self._store.refresh(channel, id, table.version, "waits", _encode(noted))
        return noted if kept else None

    async def _note(self, said: Mapping[int, list[Carried]]) -> None:
        await asyncio.gather(*(self._store.waits.note(user, each) for user, each in said.items()))


def _said(waits: Waits | None, people: People, channel: int, id: str, guild: int) -> dict[int, list[Carried]]:
    """What a table says to each of its people."""
    if waits is None:
        return {}
    told = [
        (person.user, waits.says(seat, guild, sits=people.acts_for(seat, person.user)))
        for person, seat in people.seated
        if person.known
    ]
    name = place(channel, id)
    return {user: [Carried(name, waits.at, _encode(says) if says else b"")] for user, says in told}

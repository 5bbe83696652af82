"""The lists of who wants to play, and the only way to change one: computed from what is stored, saved unless somebody
else has been faster, so that nobody is paired twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.core import looking as rules
from bot.core.looking import LookingFault, LookingList, Pairing
from bot.core.refusal import Illegal
from bot.store import Store
from bot.tables.schedule import LOOKING

#: How often a change is attempted when other processes save first. Each time one of them has got on.
_ATTEMPTS = 200

Work = Callable[[LookingList], Awaitable[LookingList]]


class LookingLists:
    """The lists of all servers. `now` returns seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def find(self, guild: int) -> LookingList:
        """The list of a server. Raises `Illegal` for one of a newer bot."""
        return (await self._read(guild))[1]

    async def _read(self, guild: int) -> tuple[int, LookingList]:
        kept = await self._store.looking.find(guild)
        try:
            return kept.version, msgspec.json.decode(kept.value or b"{}", type=LookingList)
        except msgspec.MsgspecError as error:
            raise Illegal(LookingFault.NEWER) from error

    async def _change(self, guild: int, work: Work) -> LookingList:
        """Change a list and return it; `work` may be called several times, and refuses by raising.

        Whatever follows from it is due from before the save on.
        """
        async with self._turns.setdefault(guild, asyncio.Lock()):
            for _ in range(_ATTEMPTS):
                version, before = await self._read(guild)
                after = await work(before)
                if after == before:
                    return before
                await self._store.due.set(LOOKING, str(guild), self._now())
                if await self._store.looking.keep(guild, version, msgspec.json.encode(after)):
                    return after
        raise Illegal(LookingFault.BUSY)

    async def posted(self, guild: int, pairing: Pairing, message: int) -> LookingList:
        """Two have been told of each other."""

        async def work(held: LookingList) -> LookingList:
            told = tuple(
                replace(each, message=message) if each.number == pairing.number else each for each in held.pairings
            )
            return replace(held, pairings=told)

        return await self._change(guild, work)

    async def shown(self, guild: int, changes: int, channel: int, message: int, *, anew: bool) -> LookingList:
        """The list is shown with so many changes; `anew`: by a new message, which has made the calls."""

        async def work(held: LookingList) -> LookingList:
            posts, calling = (held.posts + 1, ()) if anew else (held.posts, held.calling)
            return replace(
                held, shown=max(held.shown, changes), channel=channel, message=message, posts=posts, calling=calling
            )

        return await self._change(guild, work)

    async def redraw(self, guild: int) -> None:
        """The list is to be shown anew: its channel or its role is another one."""

        async def work(held: LookingList) -> LookingList:
            return replace(held, changes=held.changes + 1)

        await self._change(guild, work)

    async def over(self, guild: int, pairing: Pairing) -> LookingList:
        """The table of two is open: they are off the list."""

        async def work(held: LookingList) -> LookingList:
            return rules.played(held, pairing.number)

        return await self._change(guild, work)

    async def told(self, guild: int, ended: Collection[Pairing]) -> LookingList:
        """Those of whose pairing nothing has come have been told."""

        async def work(held: LookingList) -> LookingList:
            return replace(held, ended=tuple(each for each in held.ended if each not in ended))

        return await self._change(guild, work)

    async def forget(self, user: int) -> None:
        """Nothing more of somebody is on any list; who had found them keeps their place."""
        for guild in await self._store.looking.servers(user):
            await self._forget(guild, user)
        await self._store.looking.forget(user)

    async def _forget(self, guild: int, user: int) -> None:
        async def work(held: LookingList) -> LookingList:
            after = self._dropped(held, user)
            calls = tuple(each for each in after.calls if each[0] != user)
            calling = tuple(each for each in after.calling if each != user)
            ended = tuple(each for each in after.ended if not each.has(user))
            return replace(after, calls=calls, calling=calling, ended=ended)

        await self._change(guild, work)

    def _dropped(self, held: LookingList, user: int) -> LookingList:
        """The list without somebody; who had found them keeps their place."""
        after = rules.left(held, [user])
        if (pairing := after.pairing_of(user)) is None:
            return after
        staying = [each.user for each in pairing.seekers if each.user != user]
        return rules.parted(after, pairing.number, self._now(), staying)

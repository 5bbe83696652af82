"""Contests: what the repositories of leagues and of nights have in common. A contest is kept among the leagues of its
server, as a log with a record beside it, and is computed from the log.

Every change for a request makes a contest due, before it is saved and after, so that what follows from it is done even
after an interruption.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.refusal import Illegal, Refused
from bot.league import Ended, Entry, Joined, League, LeagueFault, Left
from bot.league.night_entries import Entry as NightEntry
from bot.league.night_state import Evening, NightFault
from bot.store import Saved, Store, StoreError, place
from bot.tables.aggregate import Aggregates, Change, Versioned
from bot.tables.new_table import check_room, id_from
from bot.tables.people import NOBODY
from bot.tables.table import Person, Screen

#: Cache size: folded contests of a kind.
_MOST_SEEN = 200
#: Bytes of a member's lot.
_LOT = 4
_HOST, _SCREEN = "host", "screen"


class Listed(Struct, frozen=True):
    """The summary of a contest in lists."""

    name: str
    at: float
    over: bool
    night: bool = False
    """It is a night, which has a log of another kind."""


_Held = TypeVar("_Held", bound="HeldContest[Any]")
_Fold = TypeVar("_Fold", League, Evening)
_Entry = TypeVar("_Entry", Entry, NightEntry)
_Fault = TypeVar("_Fault", LeagueFault, NightFault)
#: Entries of both kinds of logs.
_Shared = Joined | Left | Ended


class HeldContest(Versioned, Generic[_Fold], frozen=True, kw_only=True):
    """A contest of a server: its fold, the members of its seats, its organiser, its messages.

    `version` is the length of its log, whose last entry was made at `acted_at`. A screen's `game` is the number of the
    chapter shown: a new one has a message of its own. A screen's `mentioned_at` is the time of the last reminder.
    """

    guild: int
    id: str
    fold: _Fold
    people: Mapping[Seat, Person]
    host: Person
    screen: Screen = Screen()
    acted_at: float

    @property
    def name(self) -> str:
        return self.fold.opened.name

    @property
    def channel(self) -> int:
        return self.fold.opened.channel

    @property
    def over(self) -> bool:
        return self.fold.over

    @property
    def chapters(self) -> int:
        """How many it has had, each announced in a message of its own."""
        return self.fold.chapters

    @property
    def reminders(self) -> int:
        """Reminders sent since anything has happened."""
        return self.screen.reminders if self.screen.posted_at >= self.acted_at else 0

    def person(self, seat: Seat) -> Person:
        return self.people[seat]

    def seat_of(self, user: int) -> Seat | None:
        """A member's seat, present or past; None for a stranger."""
        return next((seat for seat, person in self.people.items() if person.user == user), None)

    def has(self, user: int) -> bool:
        return self.seat_of(user) in self.fold.present


class Added(Change[_Held], Generic[_Held], frozen=True):
    """A contest after an entry, as stored, and the record fields to write with it."""

    entry: bytes
    fields: Mapping[str, bytes]


class Kind(Struct, Generic[_Entry, _Fold, _Fault], frozen=True, kw_only=True):
    """A kind of contests: how they are computed from their logs, and why requests are refused.

    `due` is the kind of their due items. Each has a `field` in its record. `folded` computes one from its whole log, or
    from what came after a known state; `apply` refuses impossible entries with one of `faults`. `none`, `newer`, `busy`
    and `not_in`: there is no such contest, it cannot be read, other processes always save first, somebody is not in it.
    """

    due: str
    field: str = _HOST
    night: bool = False
    read: Callable[[bytes], _Entry]
    write: Callable[[_Entry | _Shared], bytes]
    folded: Callable[[Sequence[_Entry], _Fold | None], _Fold]
    apply: Callable[[_Fold, _Entry | _Shared], _Fold]
    faults: type[_Fault]
    none: Enum
    newer: Enum
    busy: Enum
    not_in: _Fault


class Contests(Aggregates[_Held, Added[_Held]], Generic[_Held, _Entry, _Fold, _Fault]):
    """All contests of a kind. `entropy` returns this many random bytes."""

    def __init__(
        self,
        kind: Kind[_Entry, _Fold, _Fault],
        store: Store,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(store.leagues, kind.busy)
        self._kind, self._store, self._now, self._entropy = kind, store, now, entropy
        self._seen: LRUCache[tuple[int, str], tuple[int, float, _Fold]] = LRUCache(_MOST_SEEN)

    @abstractmethod
    def _held(self, fields: Mapping[str, bytes], **shared: Any) -> _Held:
        """A contest of which this is known, and what else its record says."""

    # Finding

    async def find(self, guild: int, id: str) -> _Held:
        """One of a server. Raises `Illegal` if there is none of that id, or it cannot be read."""
        seen = self._seen.get((guild, id))
        log = await self._kept.log(guild, id, 1 + (seen[0] if seen else 0))
        # Read after the log, so that it contains every member the log names.
        record = await self._kept.load(guild, id)
        fields = record.fields if record else {}
        if self._kind.field not in fields:
            raise Illegal(self._kind.none)
        try:
            entries = [self._kind.read(entry) for entry in log]
            version, acted_at, fold = seen or (0, 0.0, None)
            fold = self._kind.folded(entries, fold)
            version, acted_at = version + len(entries), entries[-1].at if entries else acted_at
            people = {
                Seat(int(name)): msgspec.json.decode(value, type=Person)
                for name, value in fields.items()
                if name.isdigit()
            }
            held = self._held(
                fields,
                guild=guild,
                id=id,
                fold=fold,
                people=people,
                host=msgspec.json.decode(fields[_HOST], type=Person),
                screen=msgspec.json.decode(fields.get(_SCREEN, b"{}"), type=Screen),
                version=version,
                acted_at=acted_at,
            )
        except msgspec.MsgspecError as error:
            raise Illegal(self._kind.newer) from error
        self._seen[guild, id] = version, acted_at, fold
        return held

    async def listed(self, guild: int) -> dict[str, Listed]:
        """Those of a server by id, running ones first, then the latest."""
        found: dict[str, Listed] = {}
        for name, says in (await self._store.leagues.listed(guild)).items():
            try:
                found[name] = msgspec.json.decode(says, type=Listed)
            except msgspec.MsgspecError:  # written by a newer bot
                continue
        found = {name: each for name, each in found.items() if each.night is self._kind.night}
        return dict(sorted(found.items(), key=lambda each: (each[1].over, -each[1].at, each[0])))

    async def running(self, guild: int) -> list[_Held]:
        return [await self.find(guild, name) for name, each in (await self.listed(guild)).items() if not each.over]

    async def named(self, guild: int, words: str) -> _Held | None:
        """The one of a server that has this id or this name; None if none has."""
        wanted = words.strip().casefold()
        found = [id for id, each in (await self.listed(guild)).items() if wanted in (id, each.name.casefold())]
        return await self.find(guild, found[0]) if found else None

    # Changing

    async def _open(
        self,
        guild: int,
        opening: _Entry,
        host: Person,
        receipt: str,
        people: Sequence[Person] = (),
        fields: Mapping[str, bytes] | None = None,
    ) -> _Held:
        """A new one, with these people in it, by seat, and these fields in its record. Idempotent for a `receipt`.
        Raises `Illegal` if the store is nearly full.
        """
        await check_room(self._store)
        id = id_from(hashlib.sha256(receipt.encode()).digest())
        fields = {_HOST: msgspec.json.encode(host), **(fields or {})}
        fields |= {str(seat): msgspec.json.encode(person) for seat, person in enumerate(people)}
        made = self._held(
            fields,
            guild=guild,
            id=id,
            fold=self._kind.folded([opening], None),
            people=dict(enumerate(people)),
            host=host,
            version=0,
            acted_at=opening.at,
        )
        for person in (host, *people):
            if person.known:
                await self._store.leagues.note_member(person.user, guild, id)
        await self._save(made, Added(made, self._kind.write(opening), fields), made, receipt)
        return await self.find(guild, id)

    async def join(self, guild: int, id: str, person: Person, receipt: str) -> _Held:
        """A member joins. Raises `Illegal`, as all that follows."""
        await self._store.leagues.note_member(person.user, guild, id)
        lot = int.from_bytes(self._entropy(_LOT))

        def work(held: _Held) -> _Entry | _Shared:
            before = held.seat_of(person.user)
            return self._joining(held, Joined(self._now(), len(held.fold.lots) if before is None else before, lot))

        return await self._change(guild, id, work, receipt, person)

    def _joining(self, held: _Held, joined: Joined) -> _Entry | _Shared:
        """The entry by which somebody joins who would do so by this one."""
        return joined

    async def leave(self, guild: int, id: str, user: int, receipt: str | None) -> _Held:
        """A member leaves. Without a receipt nothing happens if they have left."""

        def work(held: _Held) -> Left | None:
            return None if receipt is None and not held.has(user) else Left(self._now(), self._seat(held, user))

        return await self._change(guild, id, work, receipt)

    def _seat(self, held: _Held, user: int) -> Seat:
        """A member's seat, present or past. Raises `Illegal` for a stranger."""
        seat = held.seat_of(user)
        if seat is None:
            raise Illegal(self._kind.not_in)
        return seat

    async def end(self, guild: int, id: str, receipt: str | None) -> _Held:
        """End it, whatever is open. Without a receipt nothing happens if it is over."""

        def work(held: _Held) -> Ended | None:
            return None if receipt is None and held.over else Ended(self._now())

        return await self._change(guild, id, work, receipt)

    async def enter(self, guild: int, id: str, entry: _Entry, receipt: str) -> _Fault | None:
        """Enter what has become of a game; returns why it is ignored, if it is."""
        try:
            await self._change(guild, id, lambda held: entry, receipt)
        except Refused as error:
            if not isinstance(error.reason, self._kind.faults):
                # A temporary failure, no decision by the rules: the entry must not be lost.
                raise StoreError(f"{self._kind.due} {id} cannot take account of a game: {error}") from error
            return error.reason
        return None

    async def forget(self, guild: int, id: str, user: int) -> None:
        """Remove a member's identity from their seat, after leaving; idempotent."""
        held = await self.find(guild, id)
        seat = held.seat_of(user)
        if held.has(user) and not held.over:
            held = await self.leave(guild, id, user, f"forget:{id}:{seat}")
        if seat is not None:
            await self._put(guild, id, str(seat), Person(-1 - seat, NOBODY))
        if held.host.user == user:
            await self._put(guild, id, _HOST, Person(-1, NOBODY))
        await self._store.leagues.drop_member(user, guild, id)
        await self.shown(held, replace(held.screen, shown=0))
        await self.make_due(guild, id)

    async def shown(self, held: _Held, screen: Screen) -> _Held:
        """Store how one is shown."""
        await self._put(held.guild, held.id, _SCREEN, screen)
        return replace(held, screen=screen)

    async def make_due(self, guild: int, id: str) -> None:
        """Have one looked at soon."""
        await self._store.due.set(self._kind.due, place(guild, id), self._now())

    async def _change_seen(
        self, held: _Held, work: Callable[[_Held], _Entry | _Shared | None], receipt: str | None = None
    ) -> _Held:
        """As `_change`; without a receipt nothing happens if it is not as it was seen any more."""

        def worked(before: _Held) -> _Entry | _Shared | None:
            return None if receipt is None and before.version != held.version else work(before)

        return await self._change(held.guild, held.id, worked, receipt)

    async def _change(
        self,
        guild: int,
        id: str,
        work: Callable[[_Held], _Entry | _Shared | None],
        receipt: str | None,
        joins: Person | None = None,
    ) -> _Held:
        """Change one by an entry and return the new value. `work` may be called several times; None: no change.
        `joins`: who gets the seat if somebody joins.
        """

        async def worked(before: _Held) -> Added[_Held] | None:
            if (entry := work(before)) is None:
                return None
            after = replace(before, fold=self._kind.apply(before.fold, entry), acted_at=entry.at)
            seated = {str(entry.seat): msgspec.json.encode(joins)} if joins and isinstance(entry, Joined) else {}
            return Added(after, self._kind.write(entry), seated)

        await self._changed(guild, id, worked, receipt)
        return await self.find(guild, id)

    async def _find(self, owner: int, id: str) -> tuple[_Held, bool]:
        return await self.find(owner, id), False

    async def _save(self, before: _Held, change: Added[_Held], after: _Held, receipt: str | None) -> Saved:
        # A change without a receipt comes from a look at it, and need not make it due.
        if receipt:
            await self.make_due(after.guild, after.id)
        listed = Listed(after.name, after.fold.opened.at, after.over, self._kind.night)
        saved = await self._kept.save(
            after.guild,
            after.id,
            before.version,
            change.fields,
            [change.entry],
            receipt=receipt,
            listed=msgspec.json.encode(listed),
        )
        if receipt:
            await self.make_due(after.guild, after.id)  # again: it may just have been looked at
        return saved

"""The repository of nights, and the only way to change one: what contests have in common is that of all."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot import dice
from bot.core.actions import Seat
from bot.core.refusal import Illegal
from bot.league.night import apply, check_change, check_draw, folded
from bot.league.night_draw import more_rounds, rolled, seated, stranded
from bot.league.night_entries import (
    At,
    Entry,
    Joined,
    Moved,
    Opened,
    SatOut,
    Seated,
    Struck,
    read_entry,
    write_entry,
)
from bot.league.night_standings import standing
from bot.league.night_state import Evening, NightFault
from bot.store import Store
from bot.tables.contests import Contests, Kind
from bot.tables.held_night import Asked, HeldNight, Lair
from bot.tables.night_faults import NightTrouble
from bot.tables.schedule import NIGHT
from bot.tables.table import Person

#: The fewest people of a night that counts in profiles.
_COUNTING = 4
_SEED, _ASKED, _TABLE = "seed", "asked", "table:"


_KIND = Kind(
    due=NIGHT,
    field=_SEED,
    night=True,
    read=read_entry,
    write=write_entry,
    folded=folded,
    apply=apply,
    faults=NightFault,
    none=NightTrouble.NO_NIGHT,
    newer=NightTrouble.NEWER,
    busy=NightTrouble.BUSY,
    not_in=NightFault.NOT_IN_IT,
)


class Nights(Contests[HeldNight, Entry, Evening, NightFault]):
    """All nights. `entropy` returns this many random bytes."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(_KIND, store, now, entropy)

    def _held(self, fields: Mapping[str, bytes], **shared: Any) -> HeldNight:
        tables = {
            _at(name): msgspec.json.decode(value, type=Lair)
            for name, value in fields.items()
            if name.startswith(_TABLE)
        }
        asked = msgspec.json.decode(fields.get(_ASKED, b"null"), type=Asked | None)
        return HeldNight(seed=fields[_SEED], tables=tables, asked=asked, **shared)

    # Finding

    async def is_one(self, guild: int, name: str) -> bool:
        """Whether what has this id among the leagues of a server is a night."""
        record = await self._kept.load(guild, name, (_SEED,))
        return record is not None and _SEED in record.fields

    async def record(self, guild: int, user: int) -> tuple[int, int]:
        """How many nights of at least four people that are over a member has played on a server, and how many won."""
        of_member, listed = await self._store.leagues.of_member(user), await self.listed(guild)
        ended = [name for name, each in listed.items() if each.over and (guild, name) in of_member]
        played = won = 0
        for held in await asyncio.gather(*(self.find(guild, name) for name in ended)):
            lines = standing(held.evening)
            mine = next((line for line in lines if line.seat == held.seat_of(user)), None)
            if mine is not None and len(lines) >= _COUNTING:
                played, won = played + 1, won + (mine.place == 1)
        return played, won

    # Changing

    async def open(
        self,
        guild: int,
        opening: Callable[[str], Opened],
        host: Person,
        receipt: str,
        people: Sequence[Person] = (),
        tables: Mapping[At, Lair] | None = None,
    ) -> HeldNight:
        """A new night: `opening` makes its first entry, given the commitment to its draws. Idempotent for a `receipt`.

        `people`: who is in it from the beginning, by seat, and `tables` those that there are, where a chouette was
        split. Raises `Illegal` if the store is nearly full.
        """
        seed = self._entropy(dice.SEED_BYTES)
        fields = {_name(at): msgspec.json.encode(each) for at, each in (tables or {}).items()}
        return await self._open(guild, opening(dice.commitment(seed)), host, receipt, people, {_SEED: seed, **fields})

    async def join(self, guild: int, id: str, person: Person, receipt: str) -> HeldNight:
        """A member joins. Raises `Illegal` also if they are in another night of the server that is on."""
        for name, each in (await self.listed(guild)).items():
            if name != id and not each.over and (await self.find(guild, name)).has(person.user):
                raise Illegal(NightTrouble.IN_ANOTHER, name=each.name)
        return await super().join(guild, id, person, receipt)

    def _joining(self, held: HeldNight, joined: Joined) -> Joined | Moved:
        if joined.seat in stranded(held.evening) and (table := held.evening.smallest()):
            return Moved(joined.at, joined.seat, table.at)
        return joined

    async def sit_out(self, guild: int, night: str, user: int, receipt: str) -> HeldNight:
        """A member sits out from the next draw on, or comes back. Raises `Illegal` where no draw follows."""

        def work(held: HeldNight) -> SatOut:
            seat, evening = self._seat(held, user), held.evening
            out = seat not in evening.resting
            if out and evening.rounds and not more_rounds(evening):
                raise Illegal(NightFault.NO_ROUND_LEFT)
            return SatOut(self._now(), seat, out)

        return await self._change(guild, night, work, receipt)

    async def draw(self, held: HeldNight, receipt: str | None) -> HeldNight:
        """Draw the next round. Without a receipt nothing happens if the night has changed meanwhile."""

        def work(before: HeldNight) -> Seated:
            evening = before.evening
            people = check_draw(evening)
            rolls = rolled(people, evening.rolls + 1, before.roll)
            tables = seated(people, evening.form.size, rolls)
            return Seated(self._now(), evening.rounds + 1, rolls, tables)

        return await self._change_seen(held, work, receipt)

    async def move(self, held: HeldNight, seat: Seat, to: At, receipt: str | None, *, wish: bool = False) -> HeldNight:
        """A member sits down at a table; `wish`: by their own wish, which the rules of that bind. Without a receipt
        nothing happens if the night has changed meanwhile.
        """

        def work(before: HeldNight) -> Moved:
            if wish:
                check_change(before.evening, seat, to)
            return Moved(self._now(), seat, to)

        return await self._change_seen(held, work, receipt)

    async def strike(self, guild: int, table: str, game: int, *, back: bool = False) -> NightFault | None:
        """A game at a table does not count in the score of its night, or with `back` it does again; returns why, if it
        stays as it was. A game of no night is left alone.
        """
        for night in await self.listed(guild):
            held = await self.find(guild, night)
            at = next((at for at, each in held.tables.items() if each.table == table), None)
            if at is not None:
                receipt = f"strike:{table}:{game}:{held.version}"
                return await self.enter(guild, night, Struck(self._now(), at, game, back), receipt)
        return None

    async def ask(self, held: HeldNight, asked: Asked | None) -> HeldNight:
        """Store who is asked to change tables."""
        await self._put(held.guild, held.id, _ASKED, asked)
        return replace(held, asked=asked)

    async def found_at(self, held: HeldNight, at: At, where: Lair) -> HeldNight:
        """Store where a table of a night is."""
        await self._put(held.guild, held.id, _name(at), where)
        return replace(held, tables={**held.tables, at: where})


def _name(at: At) -> str:
    return f"{_TABLE}{at[0]}.{at[1]}"


def _at(name: str) -> At:
    number, _, table = name.removeprefix(_TABLE).partition(".")
    return int(number), int(table)

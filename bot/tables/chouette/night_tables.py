"""The tables of nights: made once each, kept with the people whom the night has there, and what has become of their
games, carried to the night.

Everything here may be repeated: a table has its id from the night, its round and its number, people sit down and leave
under receipts of their own, and a night counts a game once.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from cachetools import LRUCache
from msgspec.structs import replace

from bot.chouette import NO_HOST, Options, Session, start
from bot.chouette.actions import Adopt, Arrange, Dismiss, Leave
from bot.chouette.history import Finished
from bot.chouette.house import StartCube
from bot.chouette.places import places
from bot.chouette.questions import takes_newcomers
from bot.core.actions import Seat
from bot.core.refusal import Refused, Stale
from bot.dice import SEED_BYTES
from bot.league.night_entries import At, Closed, Scored
from bot.league.night_state import Evening, NightTable
from bot.store import Store
from bot.tables.about import About, OfNight
from bot.tables.chouette.lobby import first_rolls
from bot.tables.chouette.night_options import read_options
from bot.tables.desk import Desk
from bot.tables.faults import TableTrouble
from bot.tables.held_night import HeldNight, Lair
from bot.tables.kept_games import StoredEnding, ended_at, read_ending
from bot.tables.new_table import id_from
from bot.tables.night_log import Nights
from bot.tables.outbox import final_game
from bot.tables.repository import Change, Outcome, TableRepository
from bot.tables.table import People, Stage, Table

_log = logging.getLogger(__name__)

#: Seconds that a table which could not begin is kept.
_KEPT = 24 * 3600.0
#: Cache size: tables with the last of their games that is in the night, and those that are between two games.
_MOST_CARRIED = 1000


class NightTables:
    """`now` returns seconds since 1970, `entropy` this many random bytes."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        desk: Desk,
        nights: Nights,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store, self._repository, self._desk, self._nights = store, repository, desk, nights
        self._now, self._entropy = now, entropy
        self._carried: LRUCache[str, int] = LRUCache(_MOST_CARRIED)
        self._waiting: LRUCache[str, bool] = LRUCache(_MOST_CARRIED)

    # Making

    async def make(self, held: HeldNight, table: NightTable, channel: int) -> Table:
        """The running table of a round, in this channel: made, or as an interrupted attempt has left it. Raises
        `Illegal` if another table holds the channel.
        """
        name = table_id(held.id, table.at)
        found = await self._repository.load(channel, name)
        if found is None:
            found = await self._added(held, table, channel, name)
        if found.stage is Stage.CHALLENGE:
            found = (
                await self._repository.change(
                    channel, name, lambda before: self._begun(before, held.evening, table), f"{name}:begins"
                )
            ).table
        users = [each.user for each in found.people.seats if each.known]
        await self._store.register(name, channel, users, found.about.made_at)
        await self._nights.found_at(held, table.at, Lair(channel, name))
        return found

    async def _added(self, held: HeldNight, table: NightTable, channel: int, name: str) -> Table:
        options, now = read_options(held.evening.opened.setup), self._now()
        night = OfNight(held.id, table.round, table.number, table.drawn)
        seats = tuple(held.person(seat) for seat in table.drawn)
        about = About(
            id=name,
            guild=held.guild,
            channel=channel,
            setup=options,
            made_at=now,
            expires_at=now + _KEPT,
            night=night,
        )
        people = People(seats=seats, agreed=tuple(each.user for each in seats))
        made = Table(about=about, people=people, seed=self._entropy(SEED_BYTES), acted_at=now)
        return await self._repository.add(made)

    async def _begun(self, before: Table, evening: Evening, table: NightTable) -> Change:
        options = before.setup_of(Options)
        brought = tuple(evening.brings(seat) for seat in table.drawn) if evening.form.bank else None
        by_clock = options.house_rules.start_cube is StartCube.MINUTES
        since = (evening.first_drawn_at or 0.0) if by_clock else 0.0
        session = start(options, len(table.drawn), NO_HOST, balances=brought, since=since)
        return await self._desk.begin(before, session, Arrange(dice=first_rolls(before, options), at=self._now()))

    async def taking(self, held: HeldNight) -> set[At]:
        """The tables of the round at which somebody new may sit down, as their sessions have it."""
        found = {table.at: await self.table_of(held, table.at) for table in held.evening.playing}
        return {
            at for at, table in found.items() if (table is None and at not in held.tables) or _takes(table, self._now())
        }

    async def table_of(self, held: HeldNight, at: At) -> Table | None:
        """The table as stored; None if it was not made, or cannot be found."""
        where = held.tables.get(at)
        return await self._repository.load(where.channel, where.table) if where else None

    async def adopt(self, held: HeldNight, at: At, seats: tuple[Seat, ...]) -> Table | None:
        """A running table that was there before its night belongs to it from now on; None if it is closed."""
        where = held.tables[at]

        async def work(before: Table) -> Change:
            if before.stage is not Stage.OPEN:
                raise Stale(TableTrouble.MOVED_ON)
            return Change(replace(before, about=replace(before.about, night=OfNight(held.id, *at, seats))))

        try:
            table = (await self._repository.change(where.channel, where.table, work, f"{held.id}:adopts")).table
            if table.state_of(Session).host != NO_HOST:
                table = (await self._desk.moderate(where.channel, Adopt(), receipt=f"{held.id}:unhosts")).table
        except Stale:
            return None
        return table

    # People

    async def gathered(self, held: HeldNight, at: At, table: Table, busy: Collection[Seat] = ()) -> Sequence[Outcome]:
        """Everybody sits at a running table whom the night has there, and nobody else: what was changed for that.
        Who is `busy` stays where they play.
        """
        of, changes = table.about.night, list[Outcome]()
        if of is None or table.stage is not Stage.OPEN:
            return changes
        session, there = table.state_of(Session), held.evening.there(at)
        mapped = dict(enumerate(of.seats))
        inside = {mapped[seat] for seat in mapped if session.is_seated(seat)}
        for seat, member in mapped.items():
            if member in inside and member not in (*there, *busy) and session.is_seated(seat):
                changes += await self._taken_out(held, table, seat)
        for member in there:
            person = held.person(member)
            away = member not in inside and member not in busy
            if away and person.known and not any(map(session.is_broke, _seats_of(of, member))):
                try:
                    changes.append(
                        await self._desk.join(
                            table.channel,
                            person,
                            receipt=f"{held.id}:{held.version}:{member}:joins",
                            table=table.id,
                            as_seat=member,
                        )
                    )
                except Refused as error:
                    _log.warning("%s cannot sit down at table %s: %s", person.user, table.id, error)
        return changes

    async def _taken_out(self, held: HeldNight, table: Table, seat: Seat) -> list[Outcome]:
        receipt = f"{held.id}:{held.version}:{table.id}:{seat}:leaves"
        try:
            return [await self._desk.moderate(table.channel, Leave(seat=seat), receipt=receipt)]
        except Refused as error:
            _log.info("nobody has to leave table %s: %s", table.id, error)
            return []

    async def dismissed(self, held: HeldNight, table: Table) -> Outcome | None:
        """The session ends after its running game; None if it does already."""
        session = table.state
        if table.stage is not Stage.OPEN or not isinstance(session, Session) or session.ending:
            return None
        try:
            return await self._desk.moderate(table.channel, Dismiss(), receipt=f"{held.id}:{table.id}:ends")
        except Refused as error:
            _log.info("table %s ends by itself: %s", table.id, error)
            return None

    # Carrying

    async def carry(self, table: Table) -> None:
        """Enter in the night of a table the games of it that are final, and that it is closed. Raises `StoreError` if
        that has to be repeated.
        """
        of = table.about.night
        if of is None or table.state is None:
            return
        final, closed = final_game(table), table.stage is Stage.CLOSED
        await self._between(table, of)
        known = self._carried.get(table.id, 0)
        if final <= known and not closed:
            return
        for number, past in sorted((await self._endings(table, range(known + 1, final + 1))).items()):
            if (entry := _scored(of, number, past)) is not None:
                await self._nights.enter(table.about.guild, of.night, entry, f"scored:{table.id}:{number}")
        self._carried[table.id] = final
        if closed:
            session = table.state_of(Session)
            told = session.banked or session.turns is not None
            games = () if told else await self._repository.games(table)
            booked = [row for game in games for row in game.rows]
            order = tuple(tuple(of.seats[seat] for seat in equal) for equal in places(session, booked))
            entry = Closed(self._now(), of.at, order, balances(session, of.seats))
            await self._nights.enter(table.about.guild, of.night, entry, f"closed:{table.id}")

    async def _between(self, table: Table, of: OfNight) -> None:
        """When a game ends, have the night looked at: people may go to another table before the next one."""
        waits = isinstance(table.state, Session) and table.state.over and table.stage is Stage.OPEN
        if waits and table.id not in self._waiting:
            await self._nights.make_due(table.about.guild, of.night)
            self._waiting[table.id] = True
        elif not waits:
            self._waiting.pop(table.id, None)

    async def lost(self, held: HeldNight, table: NightTable) -> None:
        """A table that cannot be found any more is over as it stands."""
        closed = Closed(self._now(), table.at, ())
        await self._nights.enter(held.guild, held.id, closed, f"lost:{table.round}.{table.number}")

    async def _endings(self, table: Table, waiting: range) -> Mapping[int, StoredEnding]:
        stored = await self._store.endings(table.channel, table.id, waiting)
        ends = {number: data for number, data in zip(waiting, stored, strict=True) if data}
        past = {number: read_ending(table.game, data) for number, data in ends.items()}
        found = {number: each for number, each in past.items() if each is not None}
        if len(found) < len(past):  # stored by another version
            folded = await self._repository.games(table)
            there = [each for each in folded if each.number in ends]
            found = {each.number: StoredEnding(ended_at(ends[each.number]), each) for each in there}
        return found


def table_id(night: str, at: At) -> str:
    """The id of a table, the same for every attempt to make it."""
    return id_from(hashlib.sha256(f"{night}/{at[0]}/{at[1]}".encode()).digest())


def dropped(held: HeldNight, table: Table) -> Sequence[tuple[int, str]]:
    """The users whom a session with a bank has just let go because they sat out too often: they leave the night too,
    once, under these receipts, and may come back.
    """
    of, session = table.about.night, table.state_of(Session)
    if of is None or not (session.banked and session.over):
        return ()
    inside = {member for seat, member in enumerate(of.seats) if session.is_seated(seat)}
    found: list[tuple[int, str]] = []
    for seat, player in enumerate(session.players):
        just_now = player.end is not None and player.end[0] == session.number
        if just_now and player.out and not session.is_broke(seat) and of.seats[seat] not in inside:
            person = held.person(of.seats[seat])
            if person.known and held.has(person.user):
                found.append((person.user, f"{table.id}:{session.number}:{seat}:dropped"))
    return found


def playing_on(held: HeldNight, table: Table) -> Sequence[Seat]:
    """The members who belong to another table by now, but play in the game that runs at this one."""
    of, session = table.about.night, table.state
    if of is None or not isinstance(session, Session) or session.over:
        return ()
    evening = held.evening
    return [
        member
        for seat, member in enumerate(of.seats)
        if session.is_seated(seat)
        and session.in_game(seat)
        and member not in evening.left
        and evening.at(member) not in (None, of.at)
    ]


def _takes(table: Table | None, now: float) -> bool:
    """Whether somebody new may sit down at a table, and another game follows for them."""
    if table is None or table.stage is not Stage.OPEN:
        return False
    session = table.state_of(Session)
    return takes_newcomers(session) and (session.ends_at is None or now < session.ends_at)


def _seats_of(of: OfNight, member: Seat) -> Sequence[Seat]:
    """A member's seat at a table; none if they have not sat there."""
    return [seat for seat, each in enumerate(of.seats) if each == member]


def _scored(of: OfNight, number: int, past: StoredEnding) -> Scored | None:
    """The entry of a finished game; None if it was voided."""
    finished: Any = past.finished
    if not isinstance(finished, Finished) or finished.game.void:
        return None
    points = tuple((of.seats[seat], won) for seat, won in sorted(finished.points.items()))
    return Scored(past.at, of.at, number, points, of.seats[finished.game.box])


def balances(session: Session, seats: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
    """With a bank what everybody has, in the night's seats; else nothing."""
    if not session.banked:
        return ()
    return tuple((seats[seat], player.balance) for seat, player in enumerate(session.players))

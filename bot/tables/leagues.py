"""The repository of leagues, and the only way to change one: computed from its log, saved with optimistic locking.

Every change makes the league due before it is saved, so that rounds are drawn and shown even after an interruption.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.backgammon import Variant
from bot.core.actions import Seat
from bot.core.refusal import Illegal, Refused
from bot.league import (
    Answered,
    Begun,
    Challenged,
    Decided,
    Ended,
    Entry,
    Extended,
    Joined,
    League,
    LeagueFault,
    Left,
    Moved,
    Opened,
    Restored,
    RoundRobin,
    Started,
    Struck,
    TimeUp,
    Won,
    apply,
    opened,
)
from bot.league.draw import divided, next_round, promoted
from bot.league.entries import DAY, read_entry, write_entry
from bot.league.league import folded
from bot.league.rounds import decisions
from bot.league.standings import table
from bot.store import Saved, Store, StoreError, place
from bot.tables.aggregate import Aggregates, Change
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import Debt, HeldLeague, Listed, debts_in
from bot.tables.new_table import check_room, id_from
from bot.tables.schedule import LEAGUE
from bot.tables.table import NOBODY, Person, Screen

#: Cache size: folded leagues.
_MOST_SEEN = 200
#: (server, users, variant) -> ratings, in the same order.
Ratings = Callable[[int, Sequence[int], str], Awaitable[Sequence[float]]]
#: The rating assumed for unrated members.
_UNKNOWN = 1500.0
#: Bytes of random bits: a lot for each match of a round.
_LOTS = 8
#: What happens at tables that count.
_Told = Won | Struck | Restored | Challenged | Answered | Begun
_HOST, _SCREEN = "host", "screen"
#: Entries to append, and record fields to write with them; None: no change.
_Addition = tuple[Entry, Mapping[str, bytes]] | None


class _Change(Change[HeldLeague], frozen=True):
    """A league after an entry, and the record fields to write with it."""

    entry: Entry
    fields: Mapping[str, bytes]


async def _unrated(guild: int, users: Sequence[int], variant: str) -> Sequence[float]:
    return [_UNKNOWN] * len(users)


class Leagues(Aggregates[HeldLeague, _Change]):
    """All leagues. `entropy` returns this many random bytes; `ratings` are looked up at the start of one."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        ratings: Ratings = _unrated,
    ) -> None:
        super().__init__(store.leagues, LeagueTrouble.BUSY)
        self._store, self._now, self._entropy, self._ratings = store, now, entropy, ratings
        self._seen: LRUCache[tuple[int, str], tuple[int, float, League]] = LRUCache(_MOST_SEEN)

    # Finding

    async def find(self, guild: int, league: str) -> HeldLeague:
        """A league of a server. Raises `Illegal` if there is none of that id, or it cannot be read."""
        seen = self._seen.get((guild, league))
        log = await self._kept.log(guild, league, 1 + (seen[0] if seen else 0))
        # Read after the log, so that it contains every member the log names.
        record = await self._kept.load(guild, league)
        fields = record.fields if record else {}
        try:
            entries = [read_entry(entry) for entry in log]
            people = {
                Seat(int(name)): msgspec.json.decode(value, type=Person)
                for name, value in fields.items()
                if name.isdigit()
            }
            screen = msgspec.json.decode(fields.get(_SCREEN, b"{}"), type=Screen)
            if seen is None and not entries:
                raise Illegal(LeagueTrouble.NO_LEAGUE)
            version, acted_at, fold = seen or (0, 0.0, None)
            fold = folded(entries, fold)
            version, acted_at = version + len(entries), entries[-1].at if entries else acted_at
            host = msgspec.json.decode(fields[_HOST], type=Person)
        except msgspec.MsgspecError as error:
            raise Illegal(LeagueTrouble.NEWER) from error
        self._seen[guild, league] = version, acted_at, fold
        return HeldLeague(
            guild=guild,
            id=league,
            league=fold,
            people=people,
            host=host,
            screen=screen,
            version=version,
            acted_at=acted_at,
        )

    async def listed(self, guild: int) -> dict[str, Listed]:
        """The leagues of a server by id, running ones first, then the latest."""
        found: dict[str, Listed] = {}
        for name, says in (await self._store.leagues.listed(guild)).items():
            try:
                found[name] = msgspec.json.decode(says, type=Listed)
            except msgspec.MsgspecError:  # written by a newer bot
                continue
        return dict(sorted(found.items(), key=lambda each: (each[1].over, -each[1].at, each[0])))

    async def running(self, guild: int) -> list[HeldLeague]:
        return [await self.find(guild, name) for name, each in (await self.listed(guild)).items() if not each.over]

    async def debts(self, guild: int, user: int) -> list[Debt]:
        """A member's owed matches in the leagues of a server."""
        return [debt for held in await self.running(guild) for debt in debts_in(held, user)]

    async def owed(
        self, guild: int, one: int, other: int, length: int | None = None, variant: Variant | None = None
    ) -> Debt | None:
        """The match that `one` owes `other` in a league of a server, optionally of this length and variant."""
        for debt in await self.debts(guild, one):
            opened = debt.held.league.opened
            fits = length in (None, opened.length) and (variant is None or variant.value == opened.variant)
            if fits and debt.opponent.user == other:
                return debt
        return None

    # Changing

    async def open(self, guild: int, opening: Opened, host: Person, receipt: str) -> HeldLeague:
        """A new league. Idempotent for a `receipt`. Raises `Illegal` if it follows one that still runs, or the store is
        nearly full.
        """
        await check_room(self._store)
        if opening.follows and not (await self.find(guild, opening.follows)).league.over:
            raise Illegal(LeagueTrouble.STILL_ON)
        name = id_from(hashlib.sha256(receipt.encode()).digest())
        made = HeldLeague(
            guild=guild, id=name, league=opened(opening), people={}, host=host, version=0, acted_at=opening.at
        )
        await self._store.leagues.note_member(host.user, guild, name)
        await self._save(made, _Change(made, opening, {_HOST: msgspec.json.encode(host)}), made, receipt)
        return await self.find(guild, name)

    async def join(self, guild: int, league: str, person: Person, receipt: str) -> HeldLeague:
        """A member joins. Raises `Illegal`, as all that follows."""
        await self._store.leagues.note_member(person.user, guild, league)
        lot = int.from_bytes(self._entropy(4))

        def work(held: HeldLeague) -> _Addition:
            before = held.seat_of(person.user)
            seat = len(held.league.lots) if before is None else before
            return Joined(self._now(), seat, lot), {str(seat): msgspec.json.encode(person)}

        return await self._change(guild, league, work, receipt)

    async def leave(self, guild: int, league: str, user: int, receipt: str) -> HeldLeague:
        """A member leaves; the matches they owe are lost."""

        def work(held: HeldLeague) -> _Addition:
            seat = held.seat_of(user)
            if seat is None:
                raise Illegal(LeagueFault.NOT_IN_IT)
            return Left(self._now(), seat), {}

        return await self._change(guild, league, work, receipt)

    async def start(self, guild: int, league: str, receipt: str) -> HeldLeague:
        """Start it, in divisions by current ratings, or by the tables of the league that it follows."""
        held = await self.find(guild, league)
        ranked = await self._ranked(held)

        def work(held: HeldLeague) -> _Addition:
            order = [seat for seat in ranked if seat in held.league.present]
            order += [seat for seat in held.league.present if seat not in order]
            form = held.league.form
            groups = divided(order, form.size) if isinstance(form, RoundRobin) and order else (tuple(order),)
            return Started(self._now(), groups), {}

        return await self._change(guild, league, work, receipt)

    async def _ranked(self, held: HeldLeague) -> list[Seat]:
        """The seats of a league that has not begun, strongest first."""
        league, seats = held.league, held.league.present
        users = [held.person(seat).user for seat in seats]
        rating = dict(zip(seats, await self._ratings(held.guild, users, league.opened.variant), strict=True))
        ranked = sorted(seats, key=lambda seat: (-rating[seat], league.lots[seat]))
        if not league.opened.follows:
            return ranked
        former = await self.find(held.guild, league.opened.follows)
        tables = [
            [former.person(line.seat).user for line in table(former.league, division) if not line.left]
            for division in range(len(former.league.divisions))
        ]
        moved = league.form.moved if isinstance(league.form, RoundRobin) else 0
        again = [seat for user in promoted(tables, moved) if (seat := held.seat_of(user)) in seats and seat is not None]
        return again + [seat for seat in ranked if seat not in again]

    async def call_off(self, guild: int, league: str, receipt: str) -> HeldLeague:
        """End it, whatever is open."""
        return await self._change(guild, league, lambda held: (Ended(self._now()), {}), receipt)

    async def advance(self, guild: int, league: str) -> HeldLeague:
        """Let a league advance by itself: draw its next round, or end it on time."""

        def work(held: HeldLeague) -> _Addition:
            if held.league.due:
                order = list(held.league.alive)
                random.Random(int.from_bytes(self._entropy(32))).shuffle(order)
                return next_round(held.league, order, self._now()), {}
            ends = held.league.ends_at
            if ends is not None and ends <= self._now() and not held.league.over:
                return Ended(self._now()), {}
            return None

        return await self._change(guild, league, work, None)

    async def end_round(self, held: HeldLeague, on: Mapping[int, Seat | None]) -> HeldLeague:
        """End the round of a league whose time is up, or what went on after it; nothing if it has changed meanwhile.

        `on` as of `decisions`.
        """
        lots = int.from_bytes(self._entropy(_LOTS))

        def work(before: HeldLeague) -> _Addition:
            ends, now = before.league.time_up, self._now()
            if before.version != held.version or ends is None or now < ends:
                return None
            return TimeUp(now, decisions(before.league, on, lots)), {}

        return await self._change(held.guild, held.id, work, None)

    async def extend(self, guild: int, league: str, days: int, receipt: str) -> HeldLeague:
        """Give the round so many days more."""
        return await self._change(guild, league, lambda held: (Extended(self._now(), days), {}), receipt)

    async def move(self, held: HeldLeague, days: int) -> HeldLeague:
        """End the round so many days later because of holidays; nothing if the league has changed meanwhile."""

        def work(before: HeldLeague) -> _Addition:
            if before.version != held.version:
                return None
            return Moved(self._now(), days * DAY, holidays=True), {}

        return await self._change(held.guild, held.id, work, None)

    async def rested(self, guild: int, league: str, since: float, until: float) -> None:
        """What is due in a league that runs is due later, as the bot was away from its server from then until then."""

        def work(before: HeldLeague) -> _Addition:
            fold = before.league
            began = fold.current.began if fold.current else fold.started_at
            ends = fold.time_up if fold.current else fold.ends_at
            if fold.over or began is None or ends is None or ends <= since or until <= (start := max(since, began)):
                return None
            return Moved(self._now(), until - start, holidays=False), {}

        await self._change(guild, league, work, f"absence:{since}:{until}")

    async def decide(self, guild: int, league: str, winner: int, loser: int, receipt: str) -> HeldLeague:
        """Give the match that two members owe each other to one of them."""

        def work(held: HeldLeague) -> _Addition:
            one, other = held.seat_of(winner), held.seat_of(loser)
            number = None if one is None or other is None else held.league.owed(one, other)
            if one is None or number is None:
                raise Illegal(LeagueTrouble.NOT_OWED)
            return Decided(self._now(), number, one), {}

        return await self._change(guild, league, work, receipt)

    async def enter(self, guild: int, league: str, entry: _Told, receipt: str) -> LeagueFault | None:
        """Enter what has become of a game or a challenge; returns why the league ignores it, if it does."""
        try:
            await self._change(guild, league, lambda held: (entry, {}), receipt)
        except Refused as error:
            if not isinstance(
                error.reason, LeagueFault
            ):  # a temporary failure, no decision of the league: the entry must not be lost
                raise StoreError(f"league {league} cannot take account of a game: {error}") from error
            return error.reason
        return None

    async def strike(self, guild: int, game: str, at: float) -> LeagueFault | None:
        """Strike the match that this game ended, by the id of its fact, from a league.

        Returns why, if the league has moved on and keeps it.
        """
        for league in await self.listed(guild):
            held = await self.find(guild, league)
            if any(pairing.result and pairing.result.game == game for pairing in held.league.pairings):
                return await self.enter(guild, league, Struck(at, game), f"strike:{game}:{held.version}")
        return None

    async def restore(self, guild: int, game: str, at: float) -> LeagueFault | None:
        """Restore the struck match that this game ended; returns why, if the league ignores it."""
        for league in await self.listed(guild):
            held = await self.find(guild, league)
            if any(result.game == game for _, result in held.league.struck):
                return await self.enter(guild, league, Restored(at, game), f"restore:{game}:{held.version}")
        return None

    async def forget(self, guild: int, league: str, user: int) -> None:
        """Remove a member's identity from their seat, after leaving; idempotent."""
        held = await self.find(guild, league)
        seat = held.seat_of(user)
        if held.has(user) and not held.league.over:
            held = await self.leave(guild, league, user, f"forget:{league}:{seat}")
        if seat is not None:
            await self._put(guild, league, str(seat), Person(-1 - seat, NOBODY))
        if held.host.user == user:
            await self._put(guild, league, _HOST, Person(-1, NOBODY))
        await self._store.leagues.drop_member(user, guild, league)
        await self.shown(held, replace(held.screen, shown=0))
        await self._make_due(guild, league)

    async def shown(self, held: HeldLeague, screen: Screen) -> HeldLeague:
        """Store how a league is shown."""
        await self._put(held.guild, held.id, _SCREEN, screen)
        return replace(held, screen=screen)

    async def _change(
        self, guild: int, league: str, work: Callable[[HeldLeague], _Addition], receipt: str | None
    ) -> HeldLeague:
        """Change a league and return the new value. `work` may be called several times."""

        async def worked(before: HeldLeague) -> _Change | None:
            if (addition := work(before)) is None:
                return None
            after = replace(before, league=apply(before.league, addition[0]), acted_at=addition[0].at)
            return _Change(after, *addition)

        await self._changed(guild, league, worked, receipt)
        return await self.find(guild, league)

    async def _find(self, owner: int, id: str) -> tuple[HeldLeague, bool]:
        return await self.find(owner, id), False

    async def _save(self, before: HeldLeague, change: _Change, after: HeldLeague, receipt: str | None) -> Saved:
        # A change without a receipt comes from a look at the league, and need not make it due.
        if receipt:
            await self._make_due(after.guild, after.id)
        listed = Listed(after.name, after.league.opened.at, after.league.over)
        saved = await self._kept.save(
            after.guild,
            after.id,
            before.version,
            change.fields,
            [write_entry(change.entry)],
            receipt=receipt,
            listed=msgspec.json.encode(listed),
        )
        if receipt:
            await self._make_due(after.guild, after.id)  # again: it may just have been looked at
        return saved

    async def _make_due(self, guild: int, league: str) -> None:
        await self._store.due.set(LEAGUE, place(guild, league), self._now())

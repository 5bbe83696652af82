"""Who wants to play: people come to the list of a server, are paired, and get a table.

Every change leaves nobody who waits beside somebody who fits: both are taken off the list with the same save.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec.structs import replace

from bot.core import looking as rules
from bot.core.clock import Live
from bot.core.looking import (
    FRESH,
    MOST_HOURS,
    LookingFault,
    LookingList,
    Pairing,
    Rated,
    Seeker,
    Terms,
    Wish,
    agreed,
    could_fit,
)
from bot.core.pace import clock_of
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.store import Store
from bot.tables.about import About
from bot.tables.challenges import LASTS, Challenges
from bot.tables.clock import awake
from bot.tables.desk import HOUR
from bot.tables.leagues import Ratings
from bot.tables.looking_lists import LookingLists
from bot.tables.new_table import check_room
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.repository import Outcome, TableRepository
from bot.tables.table import Person, Stage, Table

#: How many of somebody's tables are looked at, the newest first.
_MOST_TABLES = 10


class Looking(LookingLists):
    """The lists of all servers. `now` returns seconds since 1970, `gone` finds out who has left a server."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        challenges: Challenges,
        ratings: Ratings,
        now: Callable[[], float] = time.time,
        gone: WhoIsGone = all_present,
    ) -> None:
        super().__init__(store, now)
        self._repository, self._preferences = repository, preferences
        self._challenges, self._ratings, self._gone = challenges, ratings, gone

    # What people do

    async def enter(self, guild: int, person: Person, wish: Wish, hours: int) -> LookingList:
        """Somebody comes to the list for so many hours, or says anew what they would play; who fits is paired with them
        at once. Raises `Illegal`.
        """
        if not (wish.lengths and wish.paces) or not 1 <= hours <= MOST_HOURS:
            raise Illegal(LookingFault.NOTHING_CHOSEN)
        await check_room(self._store)
        theirs = await self._preferences.of_person(person.user)
        if not theirs.door:
            raise Illegal(LookingFault.DOOR_CLOSED)
        if wish.rated is Rated.RATED and not theirs.rated:
            raise Illegal(LookingFault.UNRATED)
        seeker = await self._seeker(guild, person, wish, hours)

        async def work(held: LookingList) -> LookingList:
            _check_alone(held, person.user)
            return await self._paired(guild, rules.entered(held, seeker), person.user)

        return await self._change(guild, work)

    async def take(self, guild: int, person: Person, user: int) -> LookingList:
        """Somebody wants to play with one who is on the list, by what that one would play. Raises `Illegal` or
        `Foreign`.
        """
        if user == person.user:
            raise Foreign(LookingFault.YOURSELF)
        await check_room(self._store)
        if not (await self._preferences.of_person(person.user)).door:
            raise Illegal(LookingFault.DOOR_CLOSED)
        name = await self._challenges.new_name()
        nothing = Wish(lengths=(), paces=())
        mine = await self._seeker(guild, person, nothing, 1)

        async def work(held: LookingList) -> LookingList:
            _check_alone(held, person.user)
            wanted = held.seeker(user)
            if wanted is None or wanted.until <= self._now():
                raise Stale(LookingFault.GONE)
            own = held.seeker(person.user)
            taker = replace(mine, wish=replace(wanted.wish, lowest=None, highest=None, rated=Rated.EITHER))
            terms = await self._terms(guild, wanted, taker)
            if terms is None:
                raise Illegal(LookingFault.DO_NOT_FIT)
            # Their own place stays theirs if nothing comes of it.
            place = replace(own, at=mine.at, name=mine.name) if own else replace(taker, until=mine.at)
            return rules.paired(held, wanted, place, terms, name, self._now())

        return await self._change(guild, work)

    async def _seeker(self, guild: int, person: Person, wish: Wish, hours: int) -> Seeker:
        if await self._at_live_table(person.user):
            raise Illegal(LookingFault.AT_LIVE_TABLE)
        now, rating = self._now(), await self.rating(guild, person.user)
        await self._store.looking.name(person.user, guild)
        return Seeker(
            user=person.user,
            name=person.name,
            rating=rating,
            wish=wish,
            since=now,
            at=now,
            until=now + hours * HOUR,
        )

    async def rating(self, guild: int, user: int) -> int:
        """Somebody's rating as the list shows it, in what is usually played in the server."""
        variant = (await self._preferences.of_server(guild)).rules.variant.value
        (rating,) = await self._ratings(guild, [user], variant)
        return round(rating)

    async def leave(self, guild: int, user: int) -> LookingList:
        """Somebody waits no longer, nor for a match that has been found; the other one keeps their place."""

        async def work(held: LookingList) -> LookingList:
            pairing = held.pairing_of(user)
            if pairing is not None and pairing.begins:
                return held
            return await self._without(guild, held, user)

        return await self._change(guild, work)

    async def ready(self, guild: int, number: int, user: int) -> LookingList:
        """One of two who have found each other is ready. Raises `Stale` if it is over, `Foreign` for others."""

        async def work(held: LookingList) -> LookingList:
            self._check_asked(held, number, user)
            return rules.said_ready(held, number, user, self._now())

        return await self._change(guild, work)

    async def refuse(self, guild: int, number: int, user: int) -> LookingList:
        """One of two does not want to play now, and is off the list. Raises as `ready`."""

        async def work(held: LookingList) -> LookingList:
            begins = self._check_asked(held, number, user).begins
            return held if begins else await self._without(guild, held, user)

        return await self._change(guild, work)

    def _check_asked(self, held: LookingList, number: int, user: int) -> Pairing:
        pairing = held.pairing(number)
        if pairing is None or (pairing.until <= self._now() and not pairing.begins):
            raise Stale(LookingFault.OVER)
        if not pairing.has(user):
            raise Foreign(LookingFault.NOT_YOURS, names=tuple(each.name for each in pairing.seekers))
        return pairing

    # What follows by itself

    async def advance(self, guild: int) -> LookingList:
        """Bring a list up to date: who is late goes, whose opponent was not ready is in their place again, and whoever
        fits by now is paired.
        """
        settings = await self._preferences.of_server(guild)
        called = bool(settings.looking_role and settings.looking)

        async def work(held: LookingList) -> LookingList:
            now = self._now()
            after = rules.without_late(held, now)
            for pairing in list(rules.lapsed(after, now)):
                after = rules.parted(after, pairing.number, now, () if pairing.begins else pairing.ready)
            after = await self._all_paired(guild, after)
            if after.calling and (not called or awake(now, settings.time_zone) > now):
                after = replace(after, calling=())
            due = [at for each in after.seekers if (at := rules.call_due(after, each)) is not None]
            if called and due and min(due) <= now and awake(now, settings.time_zone) <= now:
                after = rules.calling(after, now)
            return after

        return await self._change(guild, work)

    async def when(self, guild: int, held: LookingList) -> float | None:
        """When a list is to be looked at again; None if nothing will change by itself."""
        settings = await self._preferences.of_server(guild)
        calls = [at for each in held.seekers if (at := rules.call_due(held, each)) is not None]
        times = [each.until for each in (*held.seekers, *held.pairings)]
        if settings.looking_role and settings.looking:
            times += [max(awake(at, settings.time_zone), self._now()) for at in calls]
        return min(times) if times else None

    async def begin(self, guild: int, pairing: Pairing, channel: int) -> Outcome:
        """Open the table of two who are ready; its clock starts when its board is shown. Idempotent."""
        settings, terms = await self._preferences.of_server(guild), pairing.terms
        setup = replace(settings.rules, length=terms.length)
        people = tuple(Person(each.user, each.name) for each in pairing.seekers)
        rated, why = await self._challenges.rated(guild, setup, terms.rated, people)
        now = self._now()
        about = About(
            id=pairing.table,
            guild=guild,
            channel=channel,
            setup=setup,
            made_at=now,
            expires_at=now + LASTS,
            light=None,
            rated=rated,
            unrated=why,
            pace=clock_of(terms.pace, terms.length) if terms.pace else None,
        )
        return await self._challenges.seat(about, (people[0], people[1]), f"looking:{guild}:{pairing.table}")

    async def seated(self, table: Table) -> None:
        """Somebody sits down at a table; where their time runs, they wait on no list any more."""
        if not isinstance(table.about.pace, Live):
            return
        for person in table.people.everybody:
            for guild in await self._store.looking.servers(person.user) if person.known else ():
                await self._sat_down(guild, person.user, table.id)

    async def _sat_down(self, guild: int, user: int, table: str) -> None:
        async def work(held: LookingList) -> LookingList:
            pairing = held.pairing_of(user)
            return held if pairing and pairing.table == table else await self._without(guild, held, user)

        await self._change(guild, work)

    async def _without(self, guild: int, held: LookingList, user: int) -> LookingList:
        """The same, and who keeps their place is paired where somebody fits by now."""
        return await self._all_paired(guild, self._dropped(held, user))

    # Who fits

    async def _all_paired(self, guild: int, held: LookingList) -> LookingList:
        """The list when everybody on it for whom somebody fits has an opponent, the longest waiting first."""
        for seeker in held.seekers:
            if held.seeker(seeker.user):
                held = await self._paired(guild, held, seeker.user)
        return held

    async def _paired(self, guild: int, held: LookingList, user: int) -> LookingList:
        """The list after somebody on it has found the longest waiting of those who fit, if there is one."""
        mine = held.seeker(user)
        for other in held.seekers if mine else ():
            if mine is None or other.user == user:
                continue
            longer, later = (other, mine) if (other.since, other.user) < (mine.since, mine.user) else (mine, other)
            if not could_fit(longer, later):
                continue
            for each in (longer, later):
                if not await self._there(guild, each):
                    held = rules.left(held, [each.user])
            if held.seeker(user) is None:
                return held
            if held.seeker(other.user) is None:
                continue
            if (terms := await self._terms(guild, longer, later)) is not None:
                return rules.paired(held, longer, later, terms, await self._challenges.new_name(), self._now())
        return held

    async def _there(self, guild: int, seeker: Seeker) -> bool:
        """Whether somebody who has waited is still in the server, and sits at no table where their time runs."""
        if self._now() - seeker.at >= FRESH and seeker.user in await self._gone(guild, [seeker.user]):
            return False
        return not await self._at_live_table(seeker.user)

    async def _at_live_table(self, user: int) -> bool:
        for name in await self._store.tables_of(user, _MOST_TABLES):
            channel = await self._store.channel_of(name)
            try:
                table = None if channel is None else await self._repository.load(channel, name)
            except Refused:  # of a newer bot
                continue
            if table is not None and table.stage is Stage.OPEN and isinstance(table.about.pace, Live):
                return True
        return False

    async def _terms(self, guild: int, longer: Seeker, other: Seeker) -> Terms | None:
        """What two would play now; None if they do not fit, or either does not play with the other."""
        for one, against in ((longer, other), (other, longer)):
            theirs = await self._preferences.of_person(one.user)
            if not theirs.door or theirs.blocks(against.user):
                return None
        unrated = agreed(longer, other, may_be_rated=False)
        if (best := agreed(longer, other, may_be_rated=True)) is None or best == unrated:
            return unrated
        setup = replace((await self._preferences.of_server(guild)).rules, length=best.length)
        people = [Person(each.user, each.name) for each in (longer, other)]
        rated, _ = await self._challenges.rated(guild, setup, True, people)
        return best if rated else unrated


def _check_alone(held: LookingList, user: int) -> None:
    """Raise `Illegal` for somebody who has an opponent already."""
    if pairing := held.pairing_of(user):
        other = next(each for each in pairing.seekers if each.user != user)
        raise Illegal(LookingFault.HAS_OPPONENT, name=other.name)

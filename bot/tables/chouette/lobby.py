"""The lobby of a chouette: a table that holds its channel while players gather, until the first line is found.

A lobby is a table of a game that `gathers` whose stage is `CHALLENGE`. Seat 0 is the host; a player who joins accepts
the rules as shown, and must accept later changes of them before the start.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Seat, Stale
from bot.chouette import (
    FEWEST_TO_START,
    MOST_COMPUTERS,
    ChouetteFault,
    Options,
    Order,
    Session,
    by_dice,
    check_stake,
    counted,
    shuffled,
    start,
)
from bot.chouette.actions import Arrange
from bot.engine.thoughts import Level
from bot.store import Store
from bot.tables.appointments import Appointment
from bot.tables.chouette.lobby_checks import check_host, check_seen, not_agreed, options_of, seat_in
from bot.tables.chouette.lobby_fault import LobbyFault
from bot.tables.desk import Desk
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.gathering import Gatherings, called_off
from bot.tables.new_table import checked_word, seated, with_word
from bot.tables.notices import Event, Notice
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.repository import Change, Outcome, TableRepository
from bot.tables.table import People, Person, Stage, Table

#: Seconds after the time that was named in which a session may still begin by itself: who has come is gone later.
_LATE = 3600.0


class Lobby(Gatherings):
    """Opens lobbies and lets players gather. `gone` finds out who has left the server.

    Every change raises `Foreign`, `Stale` or `Illegal`, and takes effect once for a `receipt`.
    """

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        desk: Desk,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        gone: WhoIsGone = all_present,
    ) -> None:
        super().__init__(store, repository, preferences, desk, now, entropy)
        self._gone = gone

    async def open(
        self,
        guild: int,
        channel: int,
        host: Person,
        options: Options,
        name: str,
        receipt: str | None = None,
        begins: Appointment | None = None,
    ) -> Table:
        """A new lobby, with an id from `admit`. It takes the channel; raises `Illegal` if that is held. `begins`: when
        it begins by itself.
        """
        people = People(seats=(host,), agreed=(host.user,))
        return await self._opened(guild, channel, people, options, name, receipt, begins)

    async def join(self, channel: int, table: str, person: Person, receipt: str, seen: int | None = None) -> Outcome:
        """A player joins and accepts the rules; `seen` is their checksum as shown, if they were."""

        async def work(before: Table) -> Change:
            options = options_of(before)
            if before.seat_of(person.user) is not None:
                raise Illegal(ChouetteFault.SEATED_ALREADY)
            check_seen(options, seen)
            seats = before.people.seats
            if len(seats) >= options.room:
                raise Illegal(ChouetteFault.FULL, most=options.room)
            if (await self._preferences.of_person(seats[0].user)).blocks(person.user):
                raise Foreign(ChallengeFault.DOOR_CLOSED, name=seats[0].name)
            people = replace(before.people, seats=(*seats, person), agreed=(*before.people.agreed, person.user))
            return self._changed(before, people)

        return await self._change(channel, table, person, work, receipt)

    async def seat_computer(self, channel: int, table: str, person: Person, computer: Person, receipt: str) -> Outcome:
        """The host adds a computer."""

        async def work(before: Table) -> Change:
            options, seats = options_of(before), before.people.seats
            check_host(before, person.user)
            if len(before.computers) >= MOST_COMPUTERS:
                raise Illegal(LobbyFault.COMPUTERS_ENOUGH, most=MOST_COMPUTERS)
            if len(seats) >= options.room:
                raise Illegal(ChouetteFault.FULL, most=options.room)
            return self._changed(before, replace(before.people, seats=(*seats, computer)))

        return await self._change(channel, table, person, work, receipt)

    async def dismiss_computer(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """The host removes the computer that was added last."""

        async def work(before: Table) -> Change:
            options_of(before)
            check_host(before, person.user)
            if not before.computers:
                raise Illegal(LobbyFault.NO_COMPUTER)
            seats = before.people.seats
            last = before.computers[-1]
            return self._changed(before, replace(before.people, seats=(*seats[:last], *seats[last + 1 :])))

        return await self._change(channel, table, person, work, receipt)

    async def agree(self, channel: int, table: str, person: Person, receipt: str, seen: int | None = None) -> Outcome:
        """A player accepts the current rules; `seen` as in `join`."""

        async def work(before: Table) -> Change:
            options = options_of(before)
            seat_in(before, person.user)
            if person.user in before.people.agreed:
                raise Illegal(ChouetteFault.SAID_ALREADY)
            check_seen(options, seen)
            return self._changed(before, replace(before.people, agreed=(*before.people.agreed, person.user)))

        return await self._change(channel, table, person, work, receipt)

    async def leave(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """A player leaves. If it was the host, the next one is host; with the last one the lobby is over."""

        async def work(before: Table) -> Change:
            options_of(before)
            seat_in(before, person.user)
            return self._without(before, person.user)

        outcome = await self._change(channel, table, person, work, receipt)
        await self.given_up(outcome.table.about.guild, person, table)
        return outcome

    async def kick(
        self, channel: int, table: str, person: Person, moderator: bool, user: int, name: str, receipt: str
    ) -> Outcome:
        """The host, or a moderator, removes a player; `name` is used in refusals."""

        async def work(before: Table) -> Change:
            options_of(before)
            if not moderator:
                check_host(before, person.user)
            if user == person.user:
                raise Illegal(ChouetteFault.NOT_YOURSELF)
            if before.seat_of(user) is None:
                raise Illegal(TableTrouble.NO_SUCH_PERSON, name=name)
            told = Notice(user, Event.TAKEN_OUT, self._now())
            return replace(self._without(before, user), notices=(told,))

        outcome = await self._change(channel, table, person, work, receipt)
        if outcome.before.person(0).user == user:
            await self.given_up(outcome.table.about.guild, outcome.before.person(0), table)
        return outcome

    async def set_options(self, channel: int, table: str, person: Person, options: Options, receipt: str) -> Outcome:
        """The host changes the rules; all others are asked to accept them again."""

        async def work(before: Table) -> Change:
            was = self.check_may_change(before, person.user)
            seats = before.people.seats
            if len(seats) > options.room:
                raise Illegal(LobbyFault.TOO_MANY_SEATED, number=len(seats))
            agreed = before.people.agreed if options == was else (person.user,)
            about = replace(before.about, setup=options)
            return self._changed(replace(before, about=about), replace(before.people, agreed=agreed))

        return await self._change(channel, table, person, work, receipt)

    def check_may_change(self, table: Table, user: int) -> Options:
        """The current rules, for the host. Raises `Foreign` for others, `Stale` once a session runs by them."""
        if isinstance(table.state, Session):
            raise Stale(ChouetteFault.SESSION_RUNS)
        options = options_of(table)
        check_host(table, user)
        return options

    async def set_stake(self, channel: int, table: str, person: Person, stake: int, receipt: str) -> Outcome:
        """A player chooses the stake to begin with."""

        async def work(before: Table) -> Change:
            if not options_of(before).house_rules.stakes:
                raise Illegal(ChouetteFault.STAKES_OFF)
            check_stake(stake)
            seat, seats = seat_in(before, person.user), before.people.seats
            staked = replace(seats[seat], stake=stake)
            return self._changed(before, replace(before.people, seats=(*seats[:seat], staked, *seats[seat + 1 :])))

        return await self._change(channel, table, person, work, receipt)

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A player's word, mixed into the dice; it replaces an earlier one."""
        word = checked_word(word)

        async def work(before: Table) -> Change:
            self.check_may_give_word(before, person.user)
            return Change(with_word(before, person.user, word))

        return await self._change(channel, table, person, work, receipt)

    def check_may_give_word(self, table: Table, user: int) -> None:
        """Raise `Stale` if it is no longer a lobby, `Foreign` for a member who has not joined."""
        options_of(table)
        seat_in(table, user)

    async def withdraw(self, channel: int, table: str, person: Person, moderator: bool, receipt: str) -> Outcome:
        """The host, or a moderator, calls it off."""

        async def work(before: Table) -> Change:
            options_of(before)
            if not moderator:
                check_host(before, person.user)
            return called_off(before)

        outcome = await self._change(channel, table, person, work, receipt)
        await self.given_up(outcome.table.about.guild, outcome.table.person(0), table)
        return outcome

    async def drop_gone(self, channel: int, table: str) -> tuple[Person, ...]:
        """Remove players who have left the server; returns them. The next player is host if the host is gone."""
        found = await self._repository.load(channel, table)
        if found is None or found.stage is not Stage.CHALLENGE:
            return ()
        there = [person.user for person in found.people.seats if person.level is None]
        gone = await self._gone(found.about.guild, there)
        if not gone:
            return ()

        async def work(before: Table) -> Change:
            options_of(before)
            change = Change(before)
            for user in gone:
                if change.after.seat_of(user) is not None and change.after.stage is Stage.CHALLENGE:
                    change = self._without(change.after, user)
            return change

        before = (await self._repository.change(channel, table, work)).before
        dropped = tuple(person for person in before.people.seats if person.user in gone)
        for person in dropped:
            await self.given_up(before.about.guild, person, table)
        return dropped

    async def start(
        self,
        channel: int,
        table: str,
        person: Person,
        order: Sequence[Seat] | None,
        receipt: str,
        called: Callable[[Level], str] | None = None,
    ) -> Outcome:
        """Start the session with those who have joined. `order`: the line, where the rules leave it to the host;
        `called`: gives a computer its name from now on.
        """

        async def work(before: Table) -> Change:
            options = options_of(before)
            check_host(before, person.user)
            seats = before.people.seats
            if len(seats) < FEWEST_TO_START:
                raise Illegal(ChouetteFault.TOO_FEW, fewest=FEWEST_TO_START)
            if missing := not_agreed(before):
                raise Illegal(ChouetteFault.NOT_AGREED, names=tuple(each.name for each in missing))
            if order is None and options.order is Order.MANUAL:
                raise Illegal(LobbyFault.WHICH_ORDER)
            if order is not None and options.order is not Order.MANUAL:
                raise Illegal(LobbyFault.NOT_MANUAL)
            if order is not None and sorted(order) != list(range(len(seats))):
                raise Illegal(LobbyFault.NOT_EVERYBODY)
            return await self._session(before, seats, order or (), called)

        outcome = await self._change(channel, table, person, work, receipt)
        await self._begun(outcome.table)
        return outcome

    async def start_by_itself(
        self, channel: int, table: str, called: Callable[[Level], str] | None = None
    ) -> Outcome | None:
        """Start the session at the time that was named, with those who have accepted its rules; None if they are too
        few, or its time has long passed. Where the rules leave the line to the host it is the order of joining.
        """

        async def work(before: Table) -> Change:
            options, about = options_of(before), before.about
            missing = not_agreed(before)
            seats = tuple(each for each in before.people.seats if each not in missing)
            if about.enough is None or not about.expires_at <= self._now() < about.expires_at + _LATE:
                raise Stale(LobbyFault.OVER)
            if len(seats) < max(about.enough, FEWEST_TO_START):
                raise Illegal(ChouetteFault.TOO_FEW, fewest=about.enough)
            order = range(len(seats)) if options.order is Order.MANUAL else ()
            return await self._session(before, seats, order, called)

        try:
            outcome = await self._repository.change(channel, table, work, f"{table}:starts")
        except (Stale, Illegal) as error:
            if error.reason in (LobbyFault.OVER, ChouetteFault.TOO_FEW, ChouetteFault.BEGUN):
                return None
            raise
        await self._begun(outcome.table)
        return outcome

    async def _session(
        self, before: Table, seats: Sequence[Person], order: Sequence[Seat], called: Callable[[Level], str] | None
    ) -> Change:
        """The beginning of the session of these people."""
        options = options_of(before)
        ready = seated(before, tuple(_named(each, called) for each in seats))
        arrange = Arrange(dice=first_rolls(ready, options), line=tuple(order), at=self._now())
        if options.house_rules.stakes:
            arrange = replace(arrange, stakes=tuple(each.stake for each in seats))
        return await self._desk.begin(ready, start(options, len(seats), computers=ready.computers), arrange)

    async def _change(
        self,
        channel: int,
        table: str,
        person: Person,
        work: Callable[[Table], Awaitable[Change]],
        receipt: str,
    ) -> Outcome:
        async def named(before: Table) -> Change:
            if before.stage is Stage.CHALLENGE and self._now() >= before.about.expires_at:
                raise Stale(LobbyFault.OVER)
            return await work(before.with_name(person.user, person.name))

        return await self._repository.change(channel, table, named, receipt)

    def _changed(self, before: Table, people: People) -> Change:
        return Change(replace(before, people=people, acted_at=self._now()))

    def _without(self, before: Table, user: int) -> Change:
        """The lobby without a player and their word for the dice."""
        seats = tuple(person for person in before.people.seats if person.user != user)
        people = [person for person in seats if person.level is None]
        if not people:
            return called_off(before)
        host = people[0].user
        seats = (people[0], *(person for person in seats if person is not people[0]))
        agreed = tuple(each for each in before.people.agreed if each not in (user, host))
        words = tuple(each for each in before.people.words if each[0] != user)
        return self._changed(before, People(seats=seats, words=words, agreed=(host, *agreed)))


def first_rolls(table: Table, options: Options) -> tuple[tuple[int, int], ...]:
    """The rolls that find the first line; none where the host sets it."""
    find = by_dice if options.order is Order.ROLL else shuffled
    seats = range(len(table.people.seats))
    return () if options.order is Order.MANUAL else counted(partial(find, seats), table.roll)[1]


def _named(person: Person, called: Callable[[Level], str] | None) -> Person:
    return person if person.level is None or called is None else Person.computer(called(person.level), person.level)

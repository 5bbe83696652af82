"""The gathering before a sheet: a table that holds its channel until enough players have joined; then it begins.

Seat 0 is the host, who has chosen the convention; players who join take the next seats.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.core.refusal import Foreign, Illegal, Stale
from bot.preferans.sheet import Options, Sheet
from bot.tables.faults import ChallengeFault
from bot.tables.gathering import Gatherings, called_off
from bot.tables.new_table import checked_word, seated, with_word
from bot.tables.preferans.faults import PreferansFault
from bot.tables.repository import Change, Outcome
from bot.tables.table import People, Person, Stage, Table


class Gathering(Gatherings):
    """Opens tables for sheets and lets players gather.

    Every change raises `Foreign`, `Stale` or `Illegal`, and takes effect once for a `receipt`.
    """

    async def open(
        self, guild: int, channel: int, host: Person, options: Options, name: str, receipt: str | None = None
    ) -> Table:
        """A new table, with an id from `admit`. It takes the channel; raises `Illegal` if that is held."""
        return await self._opened(guild, channel, People(seats=(host,)), options, name, receipt)

    async def join(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """A player joins; with the last one the sheet begins."""

        async def work(before: Table) -> Change:
            options, seats = self._gathering(before), before.people.seats
            if before.seat_of(person.user) is not None:
                raise Illegal(PreferansFault.SEATED_ALREADY)
            if (await self._preferences.of_person(seats[0].user)).blocks(person.user):
                raise Foreign(ChallengeFault.DOOR_CLOSED, name=seats[0].name)
            after = replace(before, people=replace(before.people, seats=(*seats, person)), acted_at=self._now())
            if len(after.people.seats) < options.convention.players:
                return Change(after)
            return await self._desk.begin(seated(after, after.people.seats), Sheet(options=options))

        outcome = await self._change(channel, table, person, work, receipt)
        if outcome.table.stage is Stage.OPEN:
            await self._begun(outcome.table)
        return outcome

    async def leave(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """A player leaves. If it was the host, the next one is host; with the last one it is over."""

        async def work(before: Table) -> Change:
            self._gathering(before)
            _check_joined(before, person.user)
            seats = tuple(each for each in before.people.seats if each.user != person.user)
            if not seats:
                return called_off(before)
            return Change(replace(seated(before, seats), acted_at=self._now()))

        outcome = await self._change(channel, table, person, work, receipt)
        await self.given_up(outcome.table.about.guild, person, table)
        return outcome

    async def call_off(self, channel: int, table: str, person: Person, moderator: bool, receipt: str) -> Outcome:
        """The host, or a moderator, calls it off."""

        async def work(before: Table) -> Change:
            self._gathering(before)
            if not moderator and person.user != before.person(0).user:
                raise Foreign(PreferansFault.NOT_HOST, name=before.person(0).name)
            return called_off(before)

        outcome = await self._change(channel, table, person, work, receipt)
        await self.given_up(outcome.table.about.guild, outcome.table.person(0), table)
        return outcome

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A player's word, mixed into the dice; it replaces an earlier one."""
        word = checked_word(word)

        async def work(before: Table) -> Change:
            self._gathering(before)
            _check_joined(before, person.user)
            return Change(with_word(before, person.user, word))

        return await self._change(channel, table, person, work, receipt)

    def _gathering(self, table: Table) -> Options:
        """The options of a gathering. Raises `Stale` if it is over."""
        options = table.setup_of(Options)
        if table.stage is Stage.WITHDRAWN or (table.stage is Stage.CHALLENGE and self._now() >= table.about.expires_at):
            raise Stale(PreferansFault.OVER)
        if table.stage is not Stage.CHALLENGE:
            raise Stale(PreferansFault.BEGUN)
        return options

    async def _change(
        self,
        channel: int,
        table: str,
        person: Person,
        work: Callable[[Table], Awaitable[Change]],
        receipt: str,
    ) -> Outcome:
        async def named(before: Table) -> Change:
            return await work(before.with_name(person.user, person.name))

        return await self._repository.change(channel, table, named, receipt)


def _check_joined(table: Table, user: int) -> None:
    if table.seat_of(user) is None:
        raise Foreign(PreferansFault.NOT_JOINED)

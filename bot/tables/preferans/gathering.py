"""The gathering before a sheet: a table that holds its channel until as many have joined as play; then it begins.

Seat 0 is the host, who has chosen the convention; whoever joins sits down behind those who are there.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.core.refusal import Foreign, Illegal, Stale
from bot.dice import SEED_BYTES
from bot.preferans.sheet import Options, Sheet
from bot.store import Store
from bot.tables.about import About
from bot.tables.desk import HOUR, Desk
from bot.tables.faults import ChallengeFault
from bot.tables.new_table import admitted_id, check_may_be_joined, checked_word, seated, with_word
from bot.tables.preferans.typed import PreferansFault, options_of
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, Hold, Outcome, TableRepository
from bot.tables.table import People, Person, Stage, Table


class Gathering:
    """Opens tables for sheets and lets people gather. `now` and `entropy` as of other tables that are opened.

    Every change raises `Foreign`, `Stale` or `Illegal`, and is made once for one `receipt`.
    """

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

    async def admit(self, guild: int, host: Person, receipt: str, channel: int | None = None) -> str:
        """The id for a table that somebody may open in this channel, or in one that is made for it.

        Raises `Illegal` if it is one too many or the channel is taken, `Stale` if they have had an id.
        """
        if channel is not None and await self._store.held(channel):
            raise Illegal(ChallengeFault.HELD)
        check_may_be_joined(await self._preferences.of_person(host.user))
        return await admitted_id(self._store, guild, host, None, receipt, self._now(), await self._lasts(guild))

    async def given_up(self, guild: int, host: Person, name: str) -> None:
        """It no longer counts as an open one of its host's."""
        await self._store.challenge_over(guild, host.user, name)

    async def open(
        self, guild: int, channel: int, host: Person, options: Options, name: str, receipt: str | None = None
    ) -> Table:
        """A new table, under an id that `admit` gave. It takes the channel; raises `Illegal` if that is held."""
        now = self._now()
        about = About(
            id=name,
            guild=guild,
            channel=channel,
            setup=options,
            made_at=now,
            expires_at=now + await self._lasts(guild),
        )
        table = Table(about=about, people=People(seats=(host,)), seed=self._entropy(SEED_BYTES), acted_at=now)
        try:
            return await self._repository.add(table, receipt)
        except Illegal:
            await self.given_up(guild, host, name)
            raise

    async def _lasts(self, guild: int) -> float:
        """Seconds for which it stands."""
        return (await self._preferences.of_server(guild)).claim_after * HOUR

    async def join(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """Somebody sits down; with the last one the sheet begins."""

        async def work(before: Table) -> Change:
            options, seats = self._gathering(before), before.people.seats
            if before.seat_of(person.user) is not None:
                raise Illegal(PreferansFault.SEATED_ALREADY)
            if (await self._preferences.of_person(seats[0].user)).shuns(person.user):
                raise Foreign(ChallengeFault.DOOR_CLOSED, name=seats[0].name)
            after = replace(before, people=replace(before.people, seats=(*seats, person)), acted_at=self._now())
            if len(after.people.seats) < options.convention.players:
                return Change(after)
            # Another slot, so first: a table that is listed as open and is not does no harm, the reverse would.
            await self._store.add_open(channel, table)
            return await self._desk.begin(seated(after, after.people.seats), Sheet(options=options))

        outcome = await self._change(channel, table, person, work, receipt)
        begun = outcome.table
        if begun.stage is Stage.OPEN:
            await self.given_up(begun.about.guild, begun.person(0), table)
            users = [each.user for each in begun.people.seats]
            await self._store.register(begun.id, begun.channel, users, begun.about.made_at)
        return outcome

    async def leave(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """Somebody leaves. The next one is host when the host does; with the last one it is over."""

        async def work(before: Table) -> Change:
            self._gathering(before)
            _check_joined(before, person.user)
            seats = tuple(each for each in before.people.seats if each.user != person.user)
            if not seats:
                return _over(before)
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
            return _over(before)

        outcome = await self._change(channel, table, person, work, receipt)
        await self.given_up(outcome.table.about.guild, outcome.table.person(0), table)
        return outcome

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A word of somebody who has joined, mixed into the dice. A second one replaces the first."""
        word = checked_word(word)

        async def work(before: Table) -> Change:
            self._gathering(before)
            _check_joined(before, person.user)
            return Change(with_word(before, person.user, word))

        return await self._change(channel, table, person, work, receipt)

    def _gathering(self, table: Table) -> Options:
        """What is to be played. Raises `Stale` if nobody gathers any more."""
        options = options_of(table)
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


def _over(before: Table) -> Change:
    return Change(replace(before, stage=Stage.WITHDRAWN), hold=Hold.LEAVE)

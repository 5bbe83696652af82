"""Challenges: tables before their game: made, answered, given words for the dice, expired.

A challenge is a table whose stage is `CHALLENGE`; accepting it writes the log's header and the bot's first actions.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Seat, Stale, TableFault
from bot.core.clock import Live, Pace
from bot.dice import SEED_BYTES
from bot.ladder.rating import MOST_A_DAY
from bot.league import Answered, Begun, Challenged
from bot.league.rounds import UNANSWERED
from bot.store import Hold, Store, place
from bot.tables import games
from bot.tables.about import About, Counts, Unrated
from bot.tables.desk import Desk
from bot.tables.faults import ChallengeFault
from bot.tables.leagues import Leagues
from bot.tables.new_table import (
    admitted_id,
    check_may_be_joined,
    checked_word,
    claimed_id,
    new_id,
    seated,
    with_word,
)
from bot.tables.people import Team
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, Outcome, TableRepository
from bot.tables.standings import Ladders
from bot.tables.table import People, Person, Stage, Table
from bot.tables.under_way import under_way

#: Seconds until a challenge expires.
LASTS = 600
#: Seconds for which two who have found each other may take until their table begins.
_FOUND_LASTS = 24 * 3600

IN_A_ROUND = UNANSWERED
"""The same of a challenge for a match of a round that ends by itself, by the pace of its league."""


class Challenges:
    """Makes and answers challenges. `entropy` returns this many random bytes."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        desk: Desk,
        ladders: Ladders,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store, self._repository, self._preferences, self._desk = store, repository, preferences, desk
        self._ladders, self._now, self._entropy = ladders, now, entropy
        self._leagues = Leagues(store, now)
        self._seated: Callable[[Table], Awaitable[None]] | None = None

    def tells(self, seated: Callable[[Table], Awaitable[None]]) -> None:
        """Call `seated` with every table that has begun."""
        self._seated = seated

    async def make(
        self,
        guild: int,
        channel: int,
        host: Person,
        opponent: Person | None,
        setup: Struct,
        receipt: str,
        light: Seat | None = 0,
        *,
        rated: bool = True,
        hints: bool = False,
        counts: Counts | None = None,
        pace: Pace | None = None,
        weekdays: str | None = None,
        teams: tuple[Team, Team] | None = None,
    ) -> Table:
        """A new challenge, to one member or to anyone; `setup`, `light`, `hints`, `counts`, `pace` and `weekdays` as in
        `About`. `rated`: as the challenger wishes; a league decides for its matches. `teams`: of two against two, the
        challenger first; all of them have to agree.

        Idempotent for a `receipt`. Raises `Illegal` if it exceeds a limit or the opponent does not accept it, `Stale`
        if it has been made already.
        """
        gathered = People.of_teams(teams, agreed=(host.user,)) if teams else None
        asked = gathered.everybody[1:] if gathered else (opponent,) if opponent else ()
        for each in asked:
            await self._check_door(each, (host, *asked))
        if not asked:
            check_may_be_joined(await self._preferences.of_person(host.user))
        now = self._now()
        lasts = IN_A_ROUND if counts and not isinstance(pace, Live) and await self._rounds(guild, counts) else LASTS
        people = (host, opponent) if opponent else (host,)
        follows, why = (counts.rated, None) if counts else (False, None)
        if counts is None and gathered is None:
            follows, why = await self.rated(guild, setup, rated and not hints, people)
        name = await admitted_id(self._store, guild, host, asked, receipt, now, lasts)
        until = now + lasts
        about = About(
            id=name,
            guild=guild,
            channel=channel,
            setup=setup,
            made_at=now,
            expires_at=until,
            light=light,
            hints=hints,
            rated=follows,
            unrated=why,
            counts=counts,
            pace=pace,
            weekdays=weekdays,
        )
        made = await self._repository.add(self._gathering(about, gathered or People(seats=people)), receipt)
        if counts and lasts == IN_A_ROUND:  # before anybody sees it
            await self._told(made, Challenged(now, counts.pairing, counts.seats[0]))
        return made

    async def _check_door(self, person: Person, all_asked: Sequence[Person]) -> None:
        """Raise `Illegal` if somebody takes no challenges, or none in which one of these people plays."""
        if not person.known:
            raise Illegal(ChallengeFault.NOBODY)
        theirs = await self._preferences.of_person(person.user)
        if not theirs.door or any(theirs.blocks(each.user) for each in all_asked if each != person):
            raise Illegal(ChallengeFault.DOOR_CLOSED, name=person.name)

    async def _rounds(self, guild: int, counts: Counts) -> bool:
        """Whether the rounds of a league end by themselves."""
        return (await self._leagues.find(guild, counts.league)).league.current is not None

    async def _told(self, table: Table, entry: Challenged | Answered | Begun) -> None:
        """Tell the league for which a table counts, if it has to know. That is in another slot: answers are told before
        the table is saved, so that none is forgotten, and one that is not saved does no harm.
        """
        guild, counts = table.about.guild, table.about.counts
        if counts and await self._rounds(guild, counts):
            await self._leagues.enter(guild, counts.league, entry, f"{type(entry).__name__.lower()}:{table.id}")

    def _gathering(self, about: About, people: People) -> Table:
        """A table that has not begun, with a new seed for its dice."""
        return Table(about=about, people=people, seed=self._entropy(SEED_BYTES), acted_at=about.made_at)

    async def claim_at_once(self, receipt: str) -> str:
        """The id of a table that needs no acceptance: against a computer, or of both sides.

        Raises `Stale` if this request had one before.
        """
        return await claimed_id(self._store, receipt, LASTS)

    async def begin_at_once(self, about: About, host: Person, other: Person, receipt: str) -> Outcome:
        """A table against a computer, or for both sides oneself, whose game begins at once. `about` has the claimed id.

        Raises `Illegal` with `HELD` if the channel holds another table. An interruption leaves no game.
        """
        table = await self._repository.add(self._gathering(about, People(seats=(host, other))), receipt)

        async def alone(before: Table) -> Table:
            return before

        outcome = await self._begin(table.channel, table.id, alone, f"{receipt}:begin")
        await self.register(outcome.table)
        return outcome

    async def _begin(
        self, channel: int, table: str, seat: Callable[[Table], Awaitable[Table]], receipt: str
    ) -> Outcome:
        """Begin the game of a challenge, once its seats are filled."""

        async def work(before: Table) -> Change:
            ready = await seat(before)
            if ready.people.awaited:
                return Change(ready)
            ready = self._coloured(replace(ready, people=replace(ready.people, agreed=())))
            # Before a league is told of it.
            if not ready.about.direct and await self._store.held(channel) not in (None, table):
                raise Illegal(ChallengeFault.HELD)
            if counts := ready.about.counts:
                await self._told(ready, Begun(self._now(), counts.pairing, place(channel, table)))
            return await self._desk.begin(ready, ready.game.start(ready.about.setup, 2))

        outcome = await self._repository.change(channel, table, work, receipt)
        if self._seated is not None and outcome.table.stage is not Stage.CHALLENGE:
            await self._seated(outcome.table)
        return outcome

    async def new_name(self) -> str:
        """An unused id for a table of two who have found each other."""
        return await new_id(self._store, self._entropy, _FOUND_LASTS)

    async def seat(self, about: About, seats: tuple[Person, Person], receipt: str) -> Outcome:
        """The table of two who have found each other, and who are there: their game begins at once. `about` has an id
        of `new_name`.

        Idempotent for a `receipt`, also after an interruption. Raises `Illegal` with `HELD` if the channel holds
        another table.
        """
        if await self._repository.load(about.channel, about.id) is None:
            await self._repository.add(self._gathering(about, People(seats=seats)), receipt)

        async def there(before: Table) -> Table:
            return before

        outcome = await self._begin(about.channel, about.id, there, f"{receipt}:begin")
        await self.register(outcome.table)
        return outcome

    async def rated(
        self, guild: int, setup: Struct, wanted: bool, people: Sequence[Person]
    ) -> tuple[bool | None, Unrated | None]:
        """Whether a match by these rules is rated, and which daily limit prevents it, as far as its players are known;
        as in `About`.
        """
        settings = await self._preferences.of_server(guild)
        if not games.of(setup).may_be_rated(setup, settings):
            return None, None
        for person in people:
            wanted = wanted and (await self._preferences.of_person(person.user)).rated
        if not wanted:
            return False, None
        users, now = [person.user for person in people], self._now()
        had = await self._ladders.rated_today(guild, users, now)
        have = await under_way(self._store, self._repository, self._ladders, guild, users, now)
        each = [one + other for one, other in zip(had.each, have.each, strict=True)]
        limits = {
            Unrated.PAIR: len(people) > 1 and 0 < settings.rated_a_day <= had.pair + have.pair,
            Unrated.HOST: each[0] >= MOST_A_DAY,
            Unrated.OPPONENT: len(people) > 1 and each[-1] >= MOST_A_DAY,
        }
        why = next((why for why, reached in limits.items() if reached), None)
        return why is None, why

    async def accept(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """Accept a challenge, which begins the game once all who are asked have.

        Raises `Foreign`, `Stale`, or `Illegal` with `HELD` if the channel holds another table.
        """

        async def taken(before: Table) -> Table:
            self._check_open(before)
            if before.people.teams:
                return _agreed(before, person)
            seats = before.people.seats
            if person.user == seats[0].user:
                raise Foreign(ChallengeFault.YOUR_OWN)
            if len(seats) == 2 and person.user != seats[1].user:
                raise Foreign(ChallengeFault.NOT_FOR_YOU, name=seats[1].name)
            if len(seats) == 1:
                theirs = await self._preferences.of_person(seats[0].user)
                if theirs.blocks(person.user):
                    raise Foreign(ChallengeFault.DOOR_CLOSED, name=seats[0].name)
            ready = seated(before, (seats[0], person))
            if before.about.rated and before.about.counts is None:  # other challenges may have been accepted meanwhile
                rated, why = await self.rated(before.about.guild, before.about.setup, True, (seats[0], person))
                ready = replace(ready, about=replace(ready.about, rated=rated, unrated=why))
            return ready

        outcome = await self._begin(channel, table, taken, receipt)
        if outcome.table.stage is Stage.CHALLENGE:
            return outcome
        await self._leave_list(outcome.table)
        await self.register(outcome.table)
        return outcome

    def _coloured(self, table: Table) -> Table:
        """The table with its colours drawn, if that is to be done."""
        if table.about.light is not None:
            return table
        return replace(table, about=replace(table.about, light=self._entropy(1)[0] % 2))

    async def register(self, table: Table) -> None:
        """Add an open table to the lists of its members; idempotent."""
        people = [person.user for person in table.people.everybody if person.known]
        await self._store.register(table.id, table.channel, people, table.about.made_at)

    async def decline(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """Decline a challenge, or by the challenger withdraw it. Raises `Foreign` or `Stale`."""

        async def work(before: Table) -> Change:
            self._check_open(before)
            seats = before.people.seats
            if before.seat_of(person.user) is None and len(seats) == 1:
                raise Foreign(TableFault.NOT_SEATED)
            if before.seat_of(person.user) is None:
                raise Foreign(ChallengeFault.NOT_FOR_YOU, name=seats[1].name)
            return await self._withdrawn(before)

        outcome = await self._repository.change(channel, table, work, receipt)
        await self._leave_list(outcome.table)
        host, *others = outcome.table.people.everybody
        if any(person.user == each.user for each in others):
            await self._store.limits.declined(outcome.table.about.guild, host.user, person.user, self._now())
        return outcome

    async def withdraw(self, channel: int, table: str, person: Person, receipt: str) -> Outcome:
        """Withdraw a challenge. Raises `Foreign` for anyone but the challenger, or `Stale`."""

        async def work(before: Table) -> Change:
            self._check_open(before)
            host = before.people.everybody[0]
            if person.user != host.user:
                raise Foreign(ChallengeFault.NOT_CHALLENGER, name=host.name)
            return await self._withdrawn(before)

        outcome = await self._repository.change(channel, table, work, receipt)
        await self._leave_list(outcome.table)
        return outcome

    async def _withdrawn(self, before: Table) -> Change:
        if counts := before.about.counts:
            await self._told(before, Answered(self._now(), counts.pairing, counts.seats[0], before.about.made_at))
        return Change(replace(before, stage=Stage.WITHDRAWN, acted_at=self._now()))

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A player's word, mixed into the dice; it replaces an earlier one. Raises `Illegal` too."""
        word = checked_word(word)

        async def work(before: Table) -> Change:
            self.check_may_give_word(before, person.user)
            return Change(with_word(before, person.user, word))

        return await self._repository.change(channel, table, work, receipt)

    def check_may_give_word(self, table: Table, user: int) -> None:
        """Raise `Stale` if the challenge is over, `Foreign` if it is between two others."""
        self._check_open(table)
        if len(table.people.seats) == 2 and table.seat_of(user) is None:
            raise Foreign(ChallengeFault.NOT_YOURS)

    async def take_away(self, table: Table, receipt: str) -> Outcome:
        """Remove a challenge from its channel, to be made again elsewhere. Raises `Stale` if it has been answered."""

        async def work(before: Table) -> Change:
            self._check_open(before)
            return Change(replace(before, stage=Stage.WITHDRAWN))

        outcome = await self._repository.change(table.channel, table.id, work, receipt)
        if outcome.repeated:
            raise Stale(ChallengeFault.OVER)
        await self._leave_list(table)
        return outcome

    async def make_again(self, table: Table, channel: int, receipt: str | None = None) -> Table:
        """The same challenge in another channel, with a new seed and commitment."""
        name = await new_id(self._store, self._entropy, LASTS)
        about = replace(table.about, id=name, channel=channel)
        people = replace(table.people, words=())
        seed = self._entropy(SEED_BYTES)
        return await self._repository.add(Table(about=about, people=people, seed=seed, acted_at=self._now()), receipt)

    async def expire(self, table: Table) -> Outcome | None:
        """Expire a challenge or lobby; None if it has been answered, or has begun."""

        async def work(before: Table) -> Change:
            if before.stage is not Stage.CHALLENGE:
                raise Stale(ChallengeFault.OVER)
            return Change(replace(before, stage=Stage.WITHDRAWN), hold=Hold.LEAVE)

        try:
            outcome = await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None
        await self._leave_list(outcome.table)
        return outcome

    def _check_open(self, table: Table) -> None:
        gone = table.stage is not Stage.CHALLENGE or self._now() >= table.about.expires_at
        if gone or table.game.gathers:
            raise Stale(ChallengeFault.OVER)

    async def _leave_list(self, table: Table) -> None:
        await self._store.limits.over(table.about.guild, table.people.seats[0].user, table.id)


def _agreed(before: Table, person: Person) -> Table:
    """A challenge of two against two to which one of them has agreed. Raises `Foreign` or `Stale`."""
    people = before.people
    if before.seat_of(person.user) is None:
        raise Foreign(ChallengeFault.NOT_FOR_YOU, name=", ".join(each.name for each in people.seats))
    if person.user in people.agreed:
        raise Stale(ChallengeFault.AGREED, name=", ".join(each.name for each in people.awaited))
    return replace(before, people=people.named(person).agreeing(person.user))

"""The desk: the application service of tables. Every action at an open table goes through `Desk.act`, whoever asks.

Load, check the question, apply, do what leaves no choice, save unless another process was faster. Showing comes after.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from functools import partial, reduce

from msgspec.structs import replace

from bot.core.actions import Abort, Action, Claim, End, Next, Rest, Seat
from bot.core.clock import Clock, Entry
from bot.core.intent import Intent
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.core.state import TableState
from bot.store import Hold
from bot.tables.claims import Claims
from bot.tables.direct_games import held_on, taking
from bot.tables.discord_time import DiscordTime
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.kept_games import Began, Mark, marks
from bot.tables.new_table import checked_word, with_later_word
from bot.tables.notices import of_claims
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.repository import Change, Foreseen, Outcome, TableRepository
from bot.tables.rests import Rests
from bot.tables.table import Person, Stage, Table
from bot.tables.table_clock import Step, check_in_time, entries_of

HOUR = 3600
#: News kept for the live message; older ones are dropped.
REMEMBERED = 24


class Desk:
    """Acts at tables. `now` returns seconds since 1970."""

    def __init__(
        self,
        repository: TableRepository,
        preferences: Preferences,
        now: Callable[[], float] = time.time,
        gone: WhoIsGone = all_present,
        discord: DiscordTime | None = None,
    ) -> None:
        self._repository, self._preferences, self._now, self._gone = repository, preferences, now, gone
        self.discord = discord or DiscordTime(now)
        self.rests, self._claims = Rests(preferences), Claims(preferences, lambda: self._now(), gone, self.discord)

    async def table(self, channel: int, table: str | None = None) -> Table:
        """The table of that id, or the one that holds the channel. Raises `Stale` if there is none."""
        found = await (self._repository.load(channel, table) if table else self._repository.held(channel))
        if found is None:
            raise Stale(TableTrouble.MOVED_ON if table else TableTrouble.NO_TABLE)
        return found

    async def act(
        self,
        channel: int,
        person: Person,
        intent: Intent,
        *,
        receipt: str,
        table: str | None = None,
        question: int | None = None,
        foreseen: Foreseen | None = None,
        pressed_at: int | None = None,
    ) -> Outcome:
        """A member acts. `question`: the number they saw, if they answered one; it must still be open to them.

        Raises `Foreign`, `Stale` or `Illegal`; then nothing has changed. The same `receipt` never acts twice.
        `foreseen` as in `TableRepository.change`. `pressed_at`: when they acted, in Discord's milliseconds; else now.
        """
        at = pressed_at or self.discord.now()

        async def work(before: Table) -> Change:
            before, late = await self._caught_up(before)
            action = await self._action(before, person, intent, question, at)
            state = _open(before)
            missing = await self._missing(before, state, state.looked_for(action))
            first = (*before.game.noted(state, action, before.acted_at, self._now()), *missing)
            before = before.with_name(person.user, person.name)
            return held_on(await self._after(before, state, *first, action, at=at, late=late))

        if table is None:
            return await self._repository.change_held(channel, work, receipt, foreseen)
        return await self._repository.change(channel, table, work, receipt, foreseen)

    async def _caught_up(self, table: Table) -> tuple[Table, tuple[Entry, ...]]:
        """A table with what its clock lacks of outages, absences and rests, and the entries of that."""
        times = await self.rests.lacking(table, self.discord.now())
        return _timed(table, times), times

    async def would(
        self, channel: int, person: Person, intent: Intent, *, table: str | None = None, question: int | None = None
    ) -> tuple[Table, Action]:
        """The table and the action that a member would take now. Raises as `act`; changes nothing."""
        found, _ = await self._caught_up(await self.table(channel, table))
        action = await self._action(found, person, intent, question, self.discord.now())
        found.game.apply(_open(found), action)
        return found, action

    async def _action(self, table: Table, person: Person, intent: Intent, question: int | None, at: int) -> Action:
        seat = table.seat_of(person.user)
        check_in_time(table, seat, question, at, self.discord.now())
        state = _open(table)
        if seat is None:
            raise Foreign(TableFault.NOT_SEATED)
        if question is not None and question not in {each.number for each in state.questions}:
            raise Stale(TableTrouble.MOVED_ON)
        wanted = partial(intent, state, seat, lambda: table.next_roll(state))
        action = await self._claims.admitted(table, state, seat, person.user, wanted)
        return state.claim(seat, clock=True) if isinstance(action, Claim) and table.clock else action

    async def moderate(self, channel: int, action: Action, *, receipt: str) -> Outcome:
        """A moderator voids the running game, removes a player, or ends the session. Raises as `act`."""

        async def work(before: Table) -> Change:
            return await self._after(before, _open(before), action)

        return await self._repository.change_held(channel, work, receipt)

    async def go_on(self, table: Table) -> Outcome | None:
        """Begin the next game of a match; None if none follows."""

        async def work(before: Table) -> Change:
            state = _open(before)
            if not state.follows:
                raise Stale(TableTrouble.MOVED_ON)
            return await self._after(before, state, Next())

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def close(self, table: Table) -> Outcome | None:
        """Close a table at which no game runs; None if one does, or if it is closed."""

        async def work(before: Table) -> Change:
            state = _open(before)
            if not state.over:
                raise Stale(TableFault.GAME_RUNNING)
            return await self._after(before, state, End())

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def abandon(self, table: Table) -> Outcome | None:
        """Close an open table because its channel is gone.

        The running game is void; earlier results stand. None if it is not open.
        """

        async def work(before: Table) -> Change:
            if before.stage is not Stage.OPEN:
                raise Stale(TableFault.CLOSED)
            state = _open(before)
            return await self._after(before, state, *_towards_the_end(before, state), abandoned=True)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def begin(self, table: Table, state: TableState, *first: Action) -> Change:
        """The change that opens a table, with these actions, or the bot's first ones."""
        course = table.game.new_course()
        language = await self._language(table.people.everybody)
        pace = table.about.pace
        clock = Clock.of(pace) if pace else None
        opened = replace(table, stage=Stage.OPEN, course=course, language=language, clock=clock)
        change = await self._after(opened, state, *first or await self._bots(opened, state))
        # The only play of a position may end the game at once.
        hold = change.hold if change.after.stage is Stage.CLOSED else taking(table)
        return replace(change, hold=hold, begins=state, marks=(Began(state.number, 0, state), *change.marks))

    async def join(
        self, channel: int, person: Person, *, receipt: str, table: str | None = None, as_seat: Seat | None = None
    ) -> Outcome:
        """A member joins a running table; at one of a night as this seat of it. Raises as `act`."""

        async def work(before: Table) -> Change:
            state, seat = _open(before), before.seat_of(person.user)
            action = before.game.joined(state, len(before.people.seats) if seat is None else seat, self._now())
            if seat is None:
                people = replace(before.people, seats=(*before.people.seats, person))
                before = replace(before, about=before.about.joined_by(as_seat), people=people)
            return await self._after(before.with_name(person.user, person.name), state, action)

        if table is None:
            return await self._repository.change_held(channel, work, receipt)
        return await self._repository.change(channel, table, work, receipt)

    async def seat_computer(
        self, channel: int, person: Person, computer: Person, *, receipt: str, table: str
    ) -> Outcome:
        """A member adds a computer to a running table. Raises as `act`."""

        async def work(before: Table) -> Change:
            state, seat = _open(before), before.seat_of(person.user)
            if seat is None:
                raise Foreign(TableFault.NOT_SEATED)
            seated = replace(before, people=replace(before.people, seats=(*before.people.seats, computer)))
            return await self._after(seated, state, before.game.computer_joins(seat))

        return await self._repository.change(channel, table, work, receipt)

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A word for the dice from a member who gave none before the start: it counts from the next game on.

        Raises as `act`.
        """
        word = checked_word(word)

        async def work(before: Table) -> Change:
            _open(before)
            if not before.takes_later_words:
                raise Stale(ChallengeFault.OVER)
            if not before.has(person.user):
                raise Foreign(TableFault.NOT_SEATED)
            if before.people.has_given(person.user):
                raise Illegal(ChallengeFault.WORD_STANDS)
            return Change(with_later_word(before, person.user, word))

        return await self._repository.change(channel, table, work, receipt)

    async def by_clock(self, table: Table, action: Action) -> Outcome | None:
        """An action of the clock at a table that has not changed since; None if it has."""

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            before, late = await self._caught_up(before)
            return await self._after(before, _open(before), action, late=late)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except (Stale, Illegal):
            return None

    async def note_rest(self, table: Table) -> Outcome | None:
        """Enter at an open table that has not changed since what its log lacks of a rest; None if that is nothing."""
        found = await self.rests.at(table, self.discord.now())
        if not found.times and found.until == table.rests_until:
            return None

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            return Change(replace(_timed(before, found.times), rests_until=found.until), times=found.times)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def rest(self, table: Table) -> Table:
        """Make a table rest until its people are ready; as it is if it cannot."""
        people = tuple(seat for seat in range(len(table.people.seats)) if seat not in table.computers)
        outcome = await self.by_clock(table, Rest(of=people))
        return outcome.table if outcome else table

    async def by_computer(self, table: Table, seat: Seat, intent: Intent) -> Outcome | None:
        """A computer's action at a table that has not changed since it began to think; None if it has.

        Raises `Illegal` for an action that the rules do not allow.
        """

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            before, late = await self._caught_up(before)
            state = _open(before)
            return await self._after(before, state, intent(state, seat, lambda: before.next_roll(state)), late=late)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def look_for(self, table: Table) -> Outcome | None:
        """Check the server membership of the players waited for; None if all are present.

        It does not count as an action.
        """
        state = table.state
        missing = () if state is None else await self._missing(table, state, state.urgent)
        if not missing:
            return None

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            change = await self._after(before, _open(before), *missing)
            return replace(change, after=replace(change.after, acted_at=before.acted_at))

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def _missing(self, table: Table, state: TableState, seats: Collection[Seat]) -> tuple[Action, ...]:
        """The actions for those of these seats who have left the server, in order."""
        asked = [seat for seat in seats if table.person(seat).known]
        gone = await self._gone(table.about.guild, [table.person(seat).user for seat in asked]) if asked else ()
        found: list[Action] = []
        for seat in asked:
            if table.person(seat).user in gone and seat in state.missed:
                found.append(table.game.gone(seat))
                state = table.game.apply(state, found[-1])
        return tuple(found)

    async def _after(
        self,
        before: Table,
        state: TableState,
        *first: Action,
        abandoned: bool = False,
        at: int | None = None,
        late: tuple[Entry, ...] = (),
    ) -> Change:
        """The table after these actions and what the bot then does by itself; if `abandoned`, until it is closed.

        `at`: when they were asked for, in Discord's milliseconds; else now. `late`: what `before` already has of time
        and the log does not.
        """
        rules = before.game
        steps: list[Step] = []
        found: list[Mark] = []
        news, course = list(before.news), before.course
        version, now = before.version + 1, self._now()
        left = list(first)
        while left:
            action = rules.dated(state, left.pop(0), now)
            following = rules.apply(state, action)
            if told := rules.told(state, action, following, version):
                news = [*rules.still_told(news, told, state), told]
            steps.append((state, action, following))
            then = rules.followed(course, state, action, following)
            new = list(marks(state, course, following, then, len(steps), now))
            found += new
            state, course = following, then
            before = replace(before, people=before.people.sitting(state.sitter))
            if any(isinstance(mark, Began) and mark.state for mark in new):
                before = before.with_words_from(state.rolls + 1)
                seated = [person for person, seat in before.people.seated if state.still_seated(seat)]
                before = replace(before, language=await self._language(seated))
            if not left:
                left += _towards_the_end(before, state) if abandoned else await self._bots(before, state)
        times = entries_of(before, steps, at := self.discord.now() if at is None else at)
        paused_at = at if state.paused and not (before.state and before.state.paused) else before.paused_at
        recent = tuple(each for each in news if each.version > before.screen.base)[-REMEMBERED:]
        table = replace(before.seated_so(state), course=course, news=recent, acted_at=now, paused_at=paused_at)
        table = _timed(table, times)
        rests = await self.rests.at(table, self.discord.now())
        table = replace(_timed(table, rests.times), rests_until=rests.until)
        notices = of_claims([person.user for person in before.people.seats], steps, now)
        taken = tuple(action for _, action, _ in steps)
        change = Change(table, taken, tuple(found), times=(*late, *times, *rests.times), notices=notices)
        if not state.closed or before.stage is Stage.CLOSED:
            return change
        return replace(change, after=replace(table, stage=Stage.CLOSED), hold=Hold.LEAVE)

    async def _language(self, people: Iterable[Person]) -> str | None:
        """The language that all players of a starting game share; computers speak any."""
        return await self._preferences.shared_language([person.user for person in people if person.known])

    async def _bots(self, table: Table, state: TableState) -> tuple[Action, ...]:
        """The bot's next action by itself, if any."""
        rules = table.game
        preferences = {seat: await self._preferences.of_person(table.person(seat).user) for seat in state.served}
        action = rules.by_itself(state, preferences, table.next_roll, self._now())
        return () if action is None else (action,)


def _timed(table: Table, times: Iterable[Entry]) -> Table:
    return replace(table, clock=table.clock and reduce(Clock.after, times, table.clock))


def _towards_the_end(table: Table, state: TableState) -> tuple[Action, ...]:
    """The bot's next action to close a table; none once it is closed."""
    if state.closed:
        return ()
    return (End(),) if state.over else (Abort(),)


def _open(table: Table) -> TableState:
    """The state of a table that is open. Raises `Stale` or `Illegal` for others."""
    state = table.state
    if state is None or (table.stage is not Stage.OPEN and not state.questions):
        raise Stale(TableFault.CLOSED if table.stage is Stage.CLOSED else TableTrouble.MOVED_ON)
    return state

"""The desk that serves the tables: every action at an open table goes through `Desk.act`, whoever or whatever asks.

Load, is this person asked, apply, let the bot do what leaves no choice, save if nobody was faster. Showing comes after.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from bot import chouette
from bot.backgammon import Foreign, Illegal, Match, Seat, Stale, TableFault
from bot.backgammon.actions import Abort, Claim, End, Next
from bot.chouette import ChouetteFault, Session, missed
from bot.chouette import actions as many
from bot.chouette.actions import Join
from bot.chouette.history import Course
from bot.tables import games
from bot.tables.chouette.news import SessionNews, session_news, still_told
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.heads_up.news import REMEMBERED, News, news_of
from bot.tables.intents import Intent
from bot.tables.kept_games import Began, Mark, marks
from bot.tables.new_table import checked_word, with_later_word
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, nobody
from bot.tables.repository import Change, Foreseen, Hold, Outcome, TableRepository
from bot.tables.rulebook import Action, State, apply, followed, over, questions, waited_for
from bot.tables.table import Person, Stage, Table

HOUR = 3600


class Desk:
    """Acts at tables. `now` tells the time in seconds since 1970."""

    def __init__(
        self,
        repository: TableRepository,
        preferences: Preferences,
        now: Callable[[], float] = time.time,
        gone: WhoIsGone = nobody,
    ) -> None:
        self._repository, self._preferences, self._now, self._gone = repository, preferences, now, gone

    async def table(self, channel: int, table: str | None = None) -> Table:
        """The table of that id, or the one the channel holds. Raises `Stale` if there is none."""
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
    ) -> Outcome:
        """Somebody acts. `question`: the one he saw, if his answer was to one; it must still be open to him.

        Raises `Foreign`, `Stale` or `Illegal`; then nothing has changed. The same `receipt` never acts twice.
        `foreseen` as of `TableRepository.change`.
        """

        async def work(before: Table) -> Change:
            action = await self._action(before, person, intent, question)
            missing = await self._missing(before, before.state) if isinstance(action, Next) else ()
            return await self._after(before.with_name(person.user, person.name), _open(before), *missing, action)

        if table is None:
            return await self._repository.change_held(channel, work, receipt, foreseen)
        return await self._repository.change(channel, table, work, receipt, foreseen)

    async def would(
        self, channel: int, person: Person, intent: Intent, *, table: str | None = None, question: int | None = None
    ) -> tuple[Table, Action]:
        """The table as it is and what would be done, if somebody could act so now. Raises as `act`; changes nothing."""
        found = await self.table(channel, table)
        action = await self._action(found, person, intent, question)
        apply(_open(found), action)
        return found, action

    async def _action(self, table: Table, person: Person, intent: Intent, question: int | None) -> Action:
        match = _open(table)
        seat = table.seat_of(person.user)
        if seat is None:
            raise Foreign(TableFault.NOT_SEATED)
        if question is not None and question not in {each.number for each in questions(match)}:
            raise Stale(TableTrouble.MOVED_ON)
        action = intent(match, seat, lambda: table.next_roll(match))
        if isinstance(action, Claim):
            await self._check_claim(table, match, seat)
        return action

    async def moderate(self, channel: int, action: Action, *, receipt: str) -> Outcome:
        """A moderator voids the running game, sends somebody away, or ends the session. Raises as `act`."""

        async def work(before: Table) -> Change:
            return await self._after(before, _open(before), action)

        return await self._repository.change_held(channel, work, receipt)

    async def go_on(self, table: Table) -> Outcome | None:
        """The next game of a match begins by itself; None if none follows."""

        async def work(before: Table) -> Change:
            match = _open(before)
            if not games.of(match).follows(match):
                raise Stale(TableTrouble.MOVED_ON)
            return await self._after(before, match, Next())

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def close(self, table: Table) -> Outcome | None:
        """End a table at which no game runs. None if one does, or if it is closed."""

        async def work(before: Table) -> Change:
            match = _open(before)
            if not over(match):
                raise Stale(TableFault.GAME_RUNNING)
            return await self._after(before, match, End())

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def abandon(self, table: Table) -> Outcome | None:
        """Close an open table, whatever goes on there, because nobody can play at it any more: its place is gone.

        The running game is void; what was won before stands. None if it is not open.
        """

        async def work(before: Table) -> Change:
            if before.stage is not Stage.OPEN:
                raise Stale(TableFault.CLOSED)
            state = _open(before)
            return await self._after(before, state, *_towards_the_end(state), abandoned=True)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def begin(self, table: Table, state: State, first: Action) -> Change:
        """The change that opens a table with its first action."""
        course = Course() if isinstance(state, Session) else None
        change = await self._after(replace(table, stage=Stage.OPEN, course=course), state, first)
        return replace(change, hold=Hold.TAKE, begins=state, marks=(Began(state.number, 0, state), *change.marks))

    async def join(self, channel: int, person: Person, *, receipt: str, table: str | None = None) -> Outcome:
        """Somebody sits down at a chouette that has begun. Raises as `act`."""

        async def work(before: Table) -> Change:
            session = _open(before)
            if not isinstance(session, Session):
                raise Illegal(ChouetteFault.NOT_A_CHOUETTE)
            seat = before.seat_of(person.user)
            if seat is None:
                seat = len(before.people.seats)
                seats = (*before.people.seats, person)
                before = replace(before, people=replace(before.people, seats=seats))
            return await self._after(before.with_name(person.user, person.name), session, Join(by=seat))

        if table is None:
            return await self._repository.change_held(channel, work, receipt)
        return await self._repository.change(channel, table, work, receipt)

    async def give_word(self, channel: int, table: str, person: Person, word: str, receipt: str) -> Outcome:
        """A word of somebody who sits at a chouette that has begun and has given none: it counts from the next game on.

        Raises as `act`.
        """
        word = checked_word(word)

        async def work(before: Table) -> Change:
            session = _open(before)
            if not isinstance(session, Session):
                raise Stale(ChallengeFault.OVER)
            if not before.has(person.user):
                raise Foreign(TableFault.NOT_SEATED)
            if before.people.has_given(person.user):
                raise Illegal(ChallengeFault.WORD_STANDS)
            return Change(with_later_word(before, person.user, word))

        return await self._repository.change(channel, table, work, receipt)

    async def by_clock(self, table: Table, action: Action) -> Outcome | None:
        """Time brings something about at a table that has not changed since; None if it has."""

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            return await self._after(before, _open(before), action)

        try:
            return await self._repository.change(table.channel, table.id, work)
        except (Stale, Illegal):
            return None

    async def look_for(self, table: Table) -> Outcome | None:
        """Ask whether those are still in the server for whom a chouette waits, and its host.

        Who is gone sits out, and nobody waits for his word. None if nobody is. That nobody has acted is still so.
        """
        session = table.session
        if session is None:
            return None
        missing = await self._missing(table, session, {*waited_for(session), *session.game.holding, session.host})
        if not missing:
            return None

        async def work(before: Table) -> Change:
            if before.version != table.version:
                raise Stale(TableTrouble.MOVED_ON)
            change = await self._after(before, _open(before), *missing)
            return replace(change, table=replace(change.table, acted_at=before.acted_at))

        try:
            return await self._repository.change(table.channel, table.id, work)
        except Stale:
            return None

    async def _missing(
        self, table: Table, state: State | None, seats: Collection[Seat] | None = None
    ) -> tuple[many.Gone, ...]:
        """Those of a chouette's people, or of these `seats`, who are gone from the server, one after the other."""
        if not isinstance(state, Session):
            return ()
        asked = [seat for seat in missed(state) if (seats is None or seat in seats) and table.person(seat).known]
        gone = await self._gone(table.about.guild, [table.person(seat).user for seat in asked]) if asked else ()
        found: list[many.Gone] = []
        for seat in asked:
            if table.person(seat).user in gone and seat in missed(state):
                found.append(many.Gone(seat=seat))
                state = chouette.apply(state, found[-1])
        return tuple(found)

    async def _after(self, before: Table, state: State, *first: Action, abandoned: bool = False) -> Change:
        """The table after these actions and what the bot then does by itself: if `abandoned`, until it is closed."""
        actions: list[Action] = []
        found: list[Mark] = []
        news, course = list(before.news), before.course
        version, now = before.version + 1, self._now()
        left = list(first)
        while left:
            action = left.pop(0)
            following = apply(state, action)
            if told := _told(state, action, following, version):
                news = [*_before(news, told, state), told]
            actions.append(action)
            then = followed(course, state, action, following)
            new = list(marks(state, course, following, then, len(actions), now))
            found += new
            state, course = following, then
            if any(isinstance(mark, Began) and mark.state for mark in new):
                before = before.with_words_from(state.rolls + 1)
            if not left:
                left += _towards_the_end(state) if abandoned else await self._bots(before, state)
        told = tuple(each for each in news if each.version > before.screen.base)[-REMEMBERED:]
        table = replace(before, state=state, course=course, news=told, acted_at=now)
        change = Change(table, tuple(actions), tuple(found))
        if not state.closed or before.stage is Stage.CLOSED:
            return change
        return replace(change, table=replace(table, stage=Stage.CLOSED), hold=Hold.LEAVE)

    async def _bots(self, table: Table, state: State) -> tuple[Action, ...]:
        """What the bot does next by itself, if it does anything."""
        game = games.of(state)
        preferences = {seat: await self._preferences.of_person(table.person(seat).user) for seat in game.served(state)}
        action = game.by_itself(state, preferences, table.next_roll, self._now())
        return () if action is None else (action,)

    async def _check_claim(self, table: Table, state: State, seat: Seat) -> None:
        """Raise `Illegal` if those whom the table waits for have not been waited for long enough.

        If all of them are gone from the server, that is as long as until a reminder.
        """
        waiting = waited_for(state) if isinstance(state, Session) else (state.game.decider,)
        paused = isinstance(state, Session) and state.paused
        if paused or seat in waiting or waiting in ((), (None,)):
            return
        settings = await self._preferences.of_server(table.about.guild)
        since, hours = max(table.screen.mentioned_at, table.acted_at), settings.claim_after
        if self._now() >= since + hours * HOUR:
            return
        users = {table.person(each).user for each in waiting if each is not None}
        if users <= set(await self._gone(table.about.guild, users)):
            hours = min(hours, settings.remind_after)
        if self._now() < since + hours * HOUR:
            raise Illegal(TableTrouble.TOO_EARLY, hours=hours, when=f"<t:{int(since + hours * HOUR)}:f>")


def _towards_the_end(state: State) -> tuple[Action, ...]:
    """What the bot does next to close a table; nothing once it is closed."""
    if state.closed:
        return ()
    return (End(),) if over(state) else (Abort(),)


def _told(before: State, action: Action, after: State, version: int) -> News | SessionNews | None:
    if isinstance(before, Session):
        assert isinstance(after, Session)
        return session_news(before, action, after, version)  # type: ignore[arg-type]  an action of a session
    assert isinstance(after, Match)
    return news_of(before, action, after, version)  # type: ignore[arg-type]


def _before(news: Sequence[News | SessionNews], told: News | SessionNews, state: State) -> Sequence[News | SessionNews]:
    """What is told before the latest news."""
    if not isinstance(told, SessionNews):
        return news
    assert isinstance(state, Session)
    return still_told(news, told, state)  # type: ignore[arg-type]  news of a session


def _open(table: Table) -> State:
    """The state of a table at which something may be done."""
    state = table.state
    if state is None or (table.stage is not Stage.OPEN and not questions(state)):
        raise Stale(TableFault.CLOSED if table.stage is Stage.CLOSED else TableTrouble.MOVED_ON)
    return state

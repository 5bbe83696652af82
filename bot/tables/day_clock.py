"""The clock of positions of the day: each morning yesterday's is answered and today's is shown.

Servers that want it are due each morning. What is about to be posted is stored first, so that an interrupted run is
repeated with one effect: the channel is searched for a message that may be there already.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from bot.core.refusal import Refused
from bot.store import Store
from bot.store.positions import Day
from bot.tables.clock import awake
from bot.tables.days import Origin, Puzzle, day_of, morning_after, puzzle_of, read_puzzle, write_puzzle
from bot.tables.desk import HOUR
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import ANSWER, QUESTION, PostRefused, RefusedPost, RefusedPosts
from bot.tables.repository import TableRepository
from bot.tables.schedule import DAY, Schedule
from bot.tables.standings import Ladders
from bot.tables.table import Person

_log = logging.getLogger(__name__)

#: Seconds until a retry of what Discord did not accept.
_LATER = 120.0


class Shown(Protocol):
    """Shows positions in channels. None means unknown for now: try again."""

    async def visible_to(self, guild: int, place: int, channel: int) -> bool:
        """Whether everyone who sees `channel` may see what was played at `place`."""
        ...

    async def found(self, guild: int, number: int, puzzle: Puzzle) -> int | None:
        """The id of the message that already shows a position; 0 if there is none."""
        ...

    def lacking(self, guild: int, channel: int) -> Sequence[str] | None:
        """Discord's names of missing permissions in a channel; None if not known here."""
        ...

    async def post(self, guild: int, number: int, puzzle: Puzzle, until: float) -> int | None:
        """Post a position and return the message's id. `until`: when it is answered, in seconds since 1970.

        Raises `PostRefused`.
        """
        ...

    async def answer(
        self,
        guild: int,
        day: Day,
        puzzle: Puzzle,
        votes: Mapping[str, int],
        name: str,
        *,
        channel: int,
        again: bool,
    ) -> bool:
        """Post the answer of a position; returns whether it is done. `votes`: by choice; `name`: the member who made
        the mistake, if they are to be named; `again`: it may have been posted already. Raises `PostRefused`.
        """
        ...

    async def end(self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int]) -> None:
        """Close the voting on a position that is not answered."""
        ...


class DayClock:
    """Handles the servers that are due and `mine`."""

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        ladders: Ladders,
        refused: RefusedPosts,
        shown: Shown,
        now: Callable[[], float],
        mine: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        self._schedule, self._store, self._repository, self._preferences = schedule, store, repository, preferences
        self._ladders, self._refused, self._shown, self._now = ladders, refused, shown, now
        schedule.handle(DAY, self._look, mine)

    async def look(self, guild: int) -> None:
        """Bring a server up to date."""
        await self._schedule.look(DAY, str(guild))

    async def _look(self, guild: int, _: str) -> float | None:
        settings, day = await self._preferences.of_server(guild), await self._store.positions.day(guild)
        zone, now = settings.time_zone, self._now()
        if not settings.daily and day.position is None:
            return None
        due = awake(now, zone)
        if due > now:
            return due
        try:
            done = await self._turn(guild, day, settings.daily, day_of(now, zone), zone)
        except msgspec.MsgspecError:
            _log.warning("the position of the day of a server is of a newer bot, and left alone")
            return now + HOUR
        return morning_after(day_of(now, zone), zone) if done else now + _LATER

    async def _turn(self, guild: int, day: Day, channel: int, today: str, zone: str) -> bool:
        """Whether everything due today is done."""
        puzzle = read_puzzle(day.position)
        if puzzle is not None:
            message = day.message or await self._shown.found(guild, day.number, puzzle)
            if message is None:
                return False
            if day.day >= today:
                return day.message > 0 or await self._show(guild, day, puzzle, message, zone)
            if message and not await self._answer(guild, replace(day, message=message), puzzle, channel):
                return False
            await self._end(guild, day)
            day = await self._store.positions.day(guild)
        if not channel or day.day >= today:
            return True
        if refused := await self._held_back(guild, channel):
            return refused.given_up
        puzzle = await self._drawn(guild, channel)
        if not await self._store.positions.turn(guild, day, today, write_puzzle(puzzle) if puzzle else None):
            return False  # another process was faster, or the answer was lost
        if puzzle is None:
            return True
        return await self._show(guild, await self._store.positions.day(guild), puzzle, 0, zone)

    async def _show(self, guild: int, day: Day, puzzle: Puzzle, message: int, zone: str) -> bool:
        """Show a position, perhaps by a `message` that exists already, and note it."""
        try:
            shown = message or await self._shown.post(guild, day.number, puzzle, morning_after(day.day, zone))
        except PostRefused as error:
            return await self._put_back(guild, day, puzzle, error)
        if shown:
            await self._store.positions.posted(guild, day.number, puzzle.name, shown)
            await self._refused.posted(guild, QUESTION)
        return bool(shown)

    async def _held_back(self, guild: int, channel: int) -> RefusedPost | None:
        """The refusal that prevents drawing a position for a channel: Discord has refused the last one there."""
        refused = await self._refused.find(guild, QUESTION)
        if refused is None or refused.about != str(channel) or (refused.given_up and refused.itself):
            return None
        return refused if refused.waits(self._now(), self._shown.lacking(guild, channel)) else None

    async def _put_back(self, guild: int, day: Day, puzzle: Puzzle, error: PostRefused) -> bool:
        """Put back a position that could not be shown; none is drawn until the retry."""
        channel = puzzle.channel
        refused = await self._refused.note(guild, QUESTION, str(channel), channel, error, self._now())
        if refused.given_up and refused.itself:  # another position may be accepted
            await self._store.positions.drop(guild, puzzle.name)
        await self._end(guild, replace(day, day=""))
        return False

    async def _answer(self, guild: int, day: Day, puzzle: Puzzle, chosen: int) -> bool:
        """Whether a position is answered, or that was given up. Voting is closed meanwhile.

        `chosen`: the server's current channel for positions.
        """
        refused, channel = await self._refused.find(guild, ANSWER), puzzle.channel
        if refused and refused.about != str(day.number):
            refused = None
        if refused:
            if chosen not in (0, channel) and await self._shown.visible_to(guild, puzzle.at, chosen):
                channel = chosen
            if refused.given_up:
                return True
            if refused.waits(self._now(), self._shown.lacking(guild, channel)):
                return False
        if not day.closed and not await self._store.positions.close(guild, day.number):
            return False  # another process was faster, or the answer was lost
        said = (await self._store.positions.day(guild)).votes.values()
        votes = {choice: sum(each == choice for each in said) for choice in puzzle.choices}
        name, again = await self._named(guild, puzzle), day.closed or refused is not None
        try:
            done = await self._shown.answer(guild, day, puzzle, votes, name, channel=channel, again=again)
        except PostRefused as error:
            refused = await self._refused.note(guild, ANSWER, str(day.number), channel, error, self._now())
            if refused.given_up:
                await self._shown.end(guild, day, puzzle, votes)
            else:
                await self._store.positions.reopen(guild, day.number)
            return refused.given_up
        if done:
            await self._refused.posted(guild, ANSWER)
        return done

    async def _end(self, guild: int, day: Day) -> None:
        """There is no open position: delete the votes."""
        voters = (await self._store.positions.day(guild)).votes
        await self._store.positions.turn(guild, day, day.day)
        for person in voters:
            await self._store.positions.take_back(guild, person)

    async def _drawn(self, guild: int, channel: int) -> Puzzle | None:
        """A waiting position that may be shown in a channel; None if there is none."""
        visible_to = dict[int, bool]()  # before loading the table, which costs more
        for name, said in sorted((await self._store.positions.waiting(guild)).items()):
            origin = Origin.parse(said)
            if origin.channel not in visible_to:
                visible_to[origin.channel] = await self._shown.visible_to(guild, origin.channel, channel)
            if not visible_to[origin.channel]:
                continue
            found = await puzzle_of(self._store, self._repository, self._ladders, guild, name, origin)
            if found is None:
                await self._store.positions.drop(guild, name)
            elif not await self._hides(guild, found):
                return replace(found, channel=channel)
        return None

    async def _person(self, puzzle: Puzzle) -> Person | None:
        """The member who made the mistake; None if their data was deleted."""
        try:
            table = await self._repository.load(puzzle.at, puzzle.table)
        except Refused:
            return None
        person = table.person(puzzle.verdict.seat) if table else None
        return person if person and person.known else None

    async def _hides(self, guild: int, puzzle: Puzzle) -> bool:
        """Whether the member who made the mistake hides on this server."""
        person = await self._person(puzzle)
        reader = await self._ladders.reader(guild, self._now())
        return person is not None and await reader.hidden(person.user)

    async def _named(self, guild: int, puzzle: Puzzle) -> str:
        """The name of the member who made the mistake, if they have agreed to be named; else empty."""
        person = await self._person(puzzle)
        if person is None or await self._hides(guild, puzzle):
            return ""
        return person.name if (await self._preferences.of_person(person.user)).named else ""

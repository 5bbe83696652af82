"""Per-game data of a table: where in the log each game begins, with the state there, and how it ended.

Saved together with the actions that cause it, and undone with them. So one game can be read and folded without those
before it, and questions about finished games need no fold. Imported matches have no such data, and that of another
version does not count: then the whole log is folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from bot.core.clock import is_entry
from bot.core.log import OldRules, RefusedEntry, UnreadableLog
from bot.core.refusal import Illegal, Refused
from bot.core.state import TableState
from bot.store import Begins, Ends, Store
from bot.tables import games
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame
from bot.tables.table import OtherSchema, Table, read_snapshot, snapshot


class Began(Struct, frozen=True):
    """A game was set up after this many actions of a change; `state` is the state then, None if the set-up was
    undone.
    """

    game: int
    after: int = 0
    state: TableState | None = None


class Ended(Struct, frozen=True):
    """A game is over; `at`: seconds since 1970. Without a result its end was undone."""

    game: int
    finished: Any = None
    at: float = 0.0


Mark = Began | Ended


class StoredEnding(Struct, frozen=True):
    """A stored result: when the game ended (seconds since 1970), and how."""

    at: float
    finished: Any


class _Stored(Struct, frozen=True):
    schema: int
    at: float
    finished: msgspec.Raw


def marks(before: TableState, course: Any, after: TableState, then: Any, done: int, now: float) -> Iterator[Mark]:
    """The changes of an action to the games. `course` and `then`: the courses before and after it; `done`: actions of
    the change so far, including this one.
    """
    rules = games.of(after)
    if after.number > before.number:
        yield Began(after.number, done, after)
    elif after.number < before.number:
        yield Began(before.number)
    was, now_is = rules.finished(before, course), rules.finished(after, then)
    if now_is is not None and now_is != was:
        yield Ended(after.number, now_is, now)
    elif not after.over and (after.number < before.number or (after.number == before.number and before.over)):
        yield Ended(after.number)


def stored(rules: AnyGame, found: Sequence[Mark], head: int) -> list[Begins | Ends]:
    """Marks in their stored form, saved with the actions; `head`: header entries before those."""
    return [_stored(rules, mark, head) for mark in found]


def _stored(rules: AnyGame, mark: Mark, head: int) -> Begins | Ends:
    match mark:
        case Began(game, after, state):
            return Begins(game, head + after, None if state is None else snapshot(state))
        case Ended(game, None, _):
            return Ends(game)
        case Ended(game, end, at):
            result = msgspec.Raw(rules.codec.encode(end))
            return Ends(game, msgspec.json.encode(_Stored(rules.codec.schema, at, result)))


def read_ending(rules: AnyGame, data: bytes) -> StoredEnding | None:
    """A stored result; None if another version has written it."""
    try:
        found = msgspec.json.decode(data, type=_Stored)
        if found.schema != rules.codec.schema:
            return None
        return StoredEnding(found.at, rules.codec.finished(bytes(found.finished)))
    except (msgspec.MsgspecError, UnreadableLog):
        return None


def ended_at(data: bytes) -> float:
    """When a finished game ended (seconds since 1970), whichever version has stored it."""
    return msgspec.json.decode(data, type=_When).at


# Read again


class LogSlice(Struct, frozen=True):
    """A part of a table's log from the beginning of a game, as sent to a worker: its entries, one per line, from number
    `first` on. `before`: the state before it; None if it begins with the header of the log. `times`: when each entry
    was saved, in seconds since 1970, if requested.
    """

    rules: AnyGame
    entries: bytes
    first: int = 1
    before: bytes | None = None
    times: tuple[float, ...] = ()

    @property
    def at(self) -> tuple[float, ...]:
        """When each action was saved, in seconds since 1970; empty if not requested."""
        head = self.before is None
        lines = self.entries.splitlines()[head:] if self.times else ()
        return tuple(at for at, line in zip(self.times[head:], lines, strict=True) if not is_entry(line))

    @contextmanager
    def reading(self) -> Iterator[tuple[Any, Iterator[Any]]]:
        start = None if self.before is None else read_snapshot(self.rules, self.before)
        with reading(self.rules, self.entries.splitlines(), start, self.first) as found:
            yield found


async def whole_log(store: Store, table: Table, last: int | None = None, *, timed: bool = False) -> LogSlice:
    """The log of a running or finished table, up to entry `last`. `timed`: with the times of saving."""
    entries = await store.log_lines(table.channel, table.id, 1, last)
    return LogSlice(table.game, entries, times=await _times(store, table, 1, last) if timed else ())


async def _times(store: Store, table: Table, first: int, last: int | None) -> tuple[float, ...]:
    return tuple(await store.log_times(table.channel, table.id, first, last))


async def game_log(store: Store, table: Table, game: int, *, timed: bool = False) -> LogSlice:
    """The log of one game, up to the next one; the whole log if its beginning is not stored. `timed`: as for
    `whole_log`.
    """
    begins, ends = await store.beginnings(table.channel, table.id, [game, game + 1])
    if begins is None or not _readable(table.game, begins.state):
        return await whole_log(store, table, timed=timed)
    last = ends and ends.entry - 1
    entries = await store.log_lines(table.channel, table.id, begins.entry, last)
    times = await _times(store, table, begins.entry, last) if timed else ()
    return LogSlice(table.game, entries, begins.entry, begins.state, times)


def _readable(rules: AnyGame, state: bytes) -> bool:
    try:
        read_snapshot(rules, state)
    except OtherSchema:
        return False
    return True


def games_over(state: TableState) -> int:
    """The number of games over, including voided ones."""
    return state.number if state.over else state.number - 1


async def last_counted(store: Store, table: Table) -> int | None:
    """The last game with a result; None if there is none, or only the log knows."""
    assert table.state is not None
    for game in range(games_over(table.state), 0, -1):
        (found,) = await store.endings(table.channel, table.id, [game])
        past = found and read_ending(table.game, found)
        if not past:
            return None
        if table.game.counts(past.finished):
            return game
    return None


class FinishedGames(Struct, frozen=True):
    """The finished games of a table, as sent to a worker: the stored ones, and the part of the log to fold for those
    before them, if any.
    """

    rules: AnyGame
    folded: LogSlice | None
    games: tuple[bytes, ...]

    def read(self) -> tuple[Any, ...]:
        """All games in order."""
        past = [found.finished for data in self.games if (found := read_ending(self.rules, data))]
        if self.folded is None:
            return tuple(past)
        with self.folded.reading() as (start, actions):
            return (*self.rules.history_from(start, actions), *past)


async def finished_games(store: Store, table: Table) -> FinishedGames:
    """All finished games of a table that has begun."""
    assert table.state is not None
    found = await store.endings(table.channel, table.id, range(1, games_over(table.state) + 1))
    kept = [data for data in takewhile(partial(_current, table.game), reversed(found)) if data][::-1]
    first = len(found) - len(kept) + 1
    if first == 1:
        return FinishedGames(table.game, None, tuple(kept))
    (begins,) = await store.beginnings(table.channel, table.id, [first])
    if begins is None:
        return FinishedGames(table.game, await whole_log(store, table), ())
    return FinishedGames(table.game, await whole_log(store, table, begins.entry - 1), tuple(kept))


class _When(Struct, frozen=True):
    at: float


class _Schema(Struct, frozen=True):
    schema: int


def _current(rules: AnyGame, data: bytes | None) -> bool:
    """Whether a finished game was stored, by this version."""
    return data is not None and msgspec.json.decode(data, type=_Schema).schema == rules.codec.schema


@contextmanager
def reading(
    rules: AnyGame, entries: Sequence[bytes], start: Any = None, first: int = 1
) -> Iterator[tuple[Any, Iterator[Any]]]:
    """The first state of a log (header first), and its actions, to be applied in order.

    For a part of a log, `start` is the state before it and `first` the number of its first entry. The log's own version
    of the rules applies. An action they refuse raises `UnreadableLog` too.
    """
    number = first - 1

    def actions() -> Iterator[Any]:
        nonlocal number
        for entry in entries if start is not None else entries[1:]:
            number += 1
            if not is_entry(entry):
                yield rules.codec.action(entry)

    try:
        if start is None:
            number = 1
            if not entries:
                raise UnreadableLog("there is no log")
            yield rules.begun(entries[0]), actions()
        else:
            yield start, actions()
    except Refused as error:
        raise RefusedEntry(number, str(error)) from error


def replay(rules: AnyGame, entries: Sequence[bytes]) -> Any:
    """The state after a whole log, header first. Raises `UnreadableLog`."""
    with reading(rules, entries) as (start, actions):
        return reduce(rules.apply, actions, start)


def replay_lines(rules: AnyGame, lines: bytes) -> Any:
    """The state after a whole log, one entry per line. Raises `UnreadableLog`."""
    return replay(rules, lines.splitlines())


def unreadable(error: UnreadableLog) -> Illegal:
    """The error shown to members for an unreadable table."""
    match error:
        case RefusedEntry(number=number):
            return Illegal(TableTrouble.REFUSED_ENTRY, number=number)
        case OldRules():
            return Illegal(TableTrouble.OLD_RULES)
        case _:
            return Illegal(TableTrouble.NEWER)

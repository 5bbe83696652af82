"""Clocks of two sides: how much time each has left, as a fold of what a log says of time.

Times are whole milliseconds: moments since any fixed one, such as 1970, and lengths. The two sides are 0 and 1. A
*stretch* is the time from when one side must act until the other must; an undo begins a new one. A clock runs from when
the board that asks can be seen until a press, and stands until the next board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Side: TypeAlias = int


class Live(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """Simple delay: the first `delay` of each stretch cost nothing, then the `reserve` runs."""

    reserve: int
    delay: int


class Hours(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hours"):
    """Each stretch uses up its `per_turn` first, then the `reserve` of the match."""

    reserve: int
    per_turn: int


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """Each stretch has `per_turn`, and there is no reserve."""

    per_turn: int


Pace = Live | Hours | Days
"""How much time a side has. A table without a clock has none of these."""


class Shown(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="shown"):
    """The board that asks a side can be seen."""

    at: int
    side: Side


class Pressed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="press"):
    """The side that had been asked has acted."""

    at: int
    side: Side


class Undone(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="undo"):
    """A play was taken back: what is asked next begins a new stretch, and no time is given back."""

    at: int


class Begun(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="game"):
    """A game has begun for which both sides have their whole reserves again."""

    at: int


class Paced(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="pace"):
    """From this moment on both sides have another pace: the whole of it, and whose time runs begins a new stretch."""

    at: int
    pace: Pace


class Away(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="away"):
    """From when until when nobody could be served, which counts for nobody; `until` None: this is not over yet."""

    start: int
    until: int | None


class Pause(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="pause"):
    """From when until when people had agreed to rest, which counts for nobody; `until` None: this is not over yet."""

    start: int
    until: int | None


class Calendar(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="calendar"):
    """From when until when a side need not play, by days and hours; it is of no account at a live table."""

    side: Side
    start: int
    until: int | None


Rest = Away | Pause | Calendar
Entry = Shown | Pressed | Undone | Begun | Paced | Rest
"""What a log says of time. An entry is a line of JSON, an array; an action is an object."""
_entries = msgspec.json.Decoder(Entry)
Span: TypeAlias = tuple[int, int | None]
"""From when until when time does not count; None: for ever, as far as is known."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What both sides have, as of the last entry.

    `reserves`: what is left, None where the pace has none. `free`: what is left of the stretch before a reserve runs;
    `stretch`: whose it is, None after an undo and before the first board. `since`: since when it runs for that side,
    None while it stands. `rests`: when time does not count for side 0, and for side 1, in order and apart.
    """

    pace: Pace
    reserves: tuple[int | None, int | None]
    free: int
    stretch: Side | None = None
    since: int | None = None
    rests: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())

    @classmethod
    def of(cls, pace: Pace, entries: Iterable[Entry] = ()) -> Clock:
        """The clock after these entries. What does not count does not, wherever in the list it stands."""
        entries = tuple(entries)
        clock = cls(pace=pace, reserves=(_reserve(pace), _reserve(pace)), free=_free(pace))
        for rest in entries:
            if isinstance(rest, Rest):
                clock = clock.after(rest)
        for entry in entries:
            if not isinstance(entry, Rest):
                clock = clock.after(entry)
        return clock

    @property
    def running(self) -> Side | None:
        """Whose time runs; None while it stands."""
        return None if self.since is None else self.stretch

    @property
    def falls(self) -> int | None:
        """When the flag of whoever's time runs falls or has fallen, if nothing happens; None if it never does."""
        return None if self.since is None else self.flag(self.since)

    def after(self, entry: Entry) -> Clock:
        """The clock after one more entry. A rest counts from its start on, but brings back no time that is spent."""
        match entry:
            case Shown(at, side):
                if side == self.running:  # a board shown once more
                    return self
                stood = self._stopped(at)
                return replace(
                    stood, free=stood.free if side == stood.stretch else _free(self.pace), stretch=side, since=at
                )
            case Pressed(at):
                return self._stopped(at)
            case Undone(at):
                return replace(self._stopped(at), stretch=None)
            case Begun():
                return replace(Clock.of(self.pace), rests=self.rests)
            case Paced(at, pace):
                since = None if self.since is None else max(at, self.since)
                return replace(Clock.of(pace), stretch=self.stretch, since=since, rests=self.rests)
            case Away(start, until) | Pause(start, until):
                return self._resting((start, until), 0, 1)
            case Calendar(side, start, until):
                return self if isinstance(self.pace, Live) else self._resting((start, until), side)

    def left(self, side: Side, at: int) -> int | None:
        """What is left of the reserve of a side, or by days of its stretch: None while that does not run. Never less
        than 0.
        """
        then = self._stopped(at)
        if isinstance(self.pace, Days):
            return then.free if side == self.running else None
        return then.reserves[side]

    def free_left(self, at: int) -> int:
        """What is left of the stretch that costs no reserve."""
        return self._stopped(at).free

    def flag(self, at: int) -> int | None:
        """When the time of whoever's runs is up if nothing more happens, `at` or later; None if nobody's ever is."""
        return self.reaches(0, at)

    def reaches(self, left: int, at: int) -> int | None:
        """When no more than `left` remains to the side whose time runs, of the stretch and the reserve: `at` or later;
        None if nobody's runs, or that is never so.
        """
        side = self.running
        if side is None:
            return None
        then = self._stopped(at)
        left = max(0, then.free + (then.reserves[side] or 0) - left)
        for start, until in self.rests[side]:
            if until is not None and until <= at:
                continue
            if start > at:
                if left <= start - at:
                    break
                left -= start - at
            if until is None:
                return None
            at = until
        return at + left

    def _stopped(self, at: int) -> Clock:
        """The clock that has run until a moment, and stands."""
        if self.since is None or self.stretch is None:
            return self
        side, spent = self.stretch, self._counted(self.stretch, self.since, at)
        costly = max(0, spent - self.free)
        first, second = (
            reserve and max(0, reserve - costly * (side == of)) for of, reserve in enumerate(self.reserves)
        )
        return replace(self, reserves=(first, second), free=max(0, self.free - spent), since=None)

    def _counted(self, side: Side, start: int, until: int) -> int:
        rests = (min(until, until if end is None else end) - max(start, begin) for begin, end in self.rests[side])
        return max(0, until - start - sum(max(0, rest) for rest in rests))

    def _resting(self, span: Span, *sides: Side) -> Clock:
        first, second = (
            tuple(_joined((*rests, span))) if side in sides else rests for side, rests in enumerate(self.rests)
        )
        return replace(self, rests=(first, second))


def is_entry(line: bytes) -> bool:
    """Whether a line of a log says something of time, and is no action."""
    return line.startswith(b"[")


def encode_entry(entry: Entry) -> bytes:
    """An entry as a line of a log."""
    return msgspec.json.encode(entry)


def decode_entry(line: bytes) -> Entry:
    """The entry of a line. Raises `msgspec.MsgspecError` for what is none."""
    return _entries.decode(line)


def _reserve(pace: Pace) -> int | None:
    return None if isinstance(pace, Days) else pace.reserve


def _free(pace: Pace) -> int:
    return pace.delay if isinstance(pace, Live) else pace.per_turn


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """The same time in spans that are in order and apart."""
    begin: int | None = None
    end: int | None = 0
    for start, until in sorted(spans, key=lambda span: span[0]):
        if until is not None and until <= start:
            continue
        if begin is None:
            begin, end = start, until
        elif end is None:
            break
        elif start <= end:
            end = None if until is None else max(end, until)
        else:
            yield begin, end
            begin, end = start, until
    if begin is not None:
        yield begin, end

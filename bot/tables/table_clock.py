"""The clock of a table: what a change means for it, when its flag falls, and who is told what of it.

A table has one if a pace was agreed. Its times are Discord's, see `DiscordTime`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from bot.core.actions import Action, Seat
from bot.core.clock import Begun, Clock, Days, Entry, Hours, Live, Pause, Pressed, Shown, Undone
from bot.core.pace import HOUR
from bot.core.refusal import Illegal, Stale
from bot.core.timeline import took_back
from bot.tables.faults import TableTrouble
from bot.tables.table import Table
from bot.tables.weekends import missing_weekends

GRACE = 3000
"""Milliseconds after the flag in which a press that was made before it may still arrive."""

Step = tuple[Any, Action, Any]
"""The state before an action, the action, and the state after it."""


def entries_of(table: Table, steps: Sequence[Step], at: int) -> tuple[Entry, ...]:
    """What these steps, by a press at this moment, mean for a table's clock; nothing where it has none."""
    clock = table.clock
    if clock is None or not steps:
        return ()
    before, _, _ = steps[0]
    _, _, after = steps[-1]
    found: list[Entry] = []
    rests = after.paused and not before.paused
    if clock.running is not None and clock.since is not None and (rests or after.question != before.question):
        found.append(Pressed(max(at, clock.since), clock.running))
    if before.paused and not after.paused and table.paused_at is not None and at >= table.paused_at:
        found.append(Pause(table.paused_at, at))
    if any(took_back(*step) for step in steps):
        found.append(Undone(at))
    elif isinstance(clock.pace, Live) and after.number > before.number and not after.rules.length:
        found.append(Begun(at))
    return tuple(found)


def shown(table: Table, at: int) -> tuple[Entry, ...]:
    """What it means for a table's clock that its board can be seen."""
    clock, state = table.clock, table.state
    if clock is None or state is None or clock.running is not None or not state.claimed_from:
        return ()
    return (*missing_weekends(table.about.weekdays, clock, at), Shown(at, state.claimed_from[0]))


def may_run(table: Table) -> bool:
    """Whether a table's clock runs, or may turn out to have run: its board may have been shown without its having been
    noted, and counts from when it was.
    """
    return table.clock is not None and (table.clock.running is not None or table.unshown)


def once_shown(table: Table, at: int) -> Clock | None:
    """The clock as it is if the board is shown at this moment, unless it has been; None where there is none."""
    return None if table.clock is None else reduce(Clock.after, shown(table, at), table.clock)


def lost_at(clock: Clock) -> int | None:
    """When the side whose time runs has lost by it: a while after the flag, so that a press made before may still
    arrive. None if no time runs, or by days, where the game is claimed.
    """
    return None if isinstance(clock.pace, Days) or clock.falls is None else clock.falls + GRACE


def check_in_time(table: Table, seat: Seat | None, question: int | None, at: int, now: int) -> None:
    """Raises `Stale` if somebody acts at this moment whose time was up, or whose word comes too late to count. Whoever
    answers a question that is not open any more may not have seen that their flag has fallen.
    """
    clock, state = table.clock, table.state
    if seat is None or clock is None or state is None or isinstance(clock.pace, Days):
        return
    lost = lost_at(clock) if clock.running == seat else None
    late = lost is not None and (at >= lost - GRACE or now >= lost)
    fallen = clock.running is None and clock.stretch == seat and clock.reserves[seat] == clock.free == 0
    if late or (fallen and question is not None and question not in {each.number for each in state.questions}):
        raise Stale(TableTrouble.TIME_UP)


def warnings(clock: Clock) -> tuple[int, ...]:
    """When whoever's time runs is to be warned, in order: by days when half and a fifth of a turn is left, and an hour;
    by hours when a quarter of the reserve is. Of those within two hours of one another the last.
    """
    match clock.pace:
        case Days(per_turn):
            left = (per_turn // 2, per_turn // 5, HOUR)
        case Hours(reserve):
            left = (reserve // 4,)
        case Live():
            left = ()
    since = clock.since
    if since is None:
        return ()
    moments = [at for each in left if (at := clock.reaches(each, since)) is not None and at > since]
    last = len(moments) - 1
    return tuple(at for index, at in enumerate(moments) if index == last or moments[index + 1] - at >= 2 * HOUR)


def last_warning(clock: Clock) -> tuple[int, ...]:
    """When whoever's time runs is to be warned who wants that once: by days when a fifth of a turn is left, else as
    `warnings` has it.
    """
    if not isinstance(clock.pace, Days):
        return warnings(clock)
    since = clock.since
    at = None if since is None else clock.reaches(clock.pace.per_turn // 5, since)
    return () if at is None or since is None or at <= since else (at,)


def check_claim(clock: Clock, now: int, when: str) -> None:
    """Raises `Illegal` if a game cannot be claimed yet, or never: by days it can once the time of a turn is up. `when`:
    that moment in words.
    """
    if not isinstance(clock.pace, Days):
        raise Illegal(TableTrouble.CLOCK_DECIDES)
    if clock.falls is None:
        raise Illegal(TableTrouble.CLOCK_STANDS)
    if now < clock.falls:
        raise Illegal(TableTrouble.TIME_LEFT, when=when)

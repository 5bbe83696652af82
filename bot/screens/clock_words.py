"""Times left on a table's clock: on the plates of its picture, in the line that asks, and to a player alone.

All are as of a moment in Discord's milliseconds, and as if the board were shown then: only then a stopped clock runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.backgammon import Seat
from bot.core.clock import Clock, Live
from bot.core.pace import DAY, HOUR, MINUTE, SECOND
from bot.screens.names import Names
from bot.tables.table import Table
from bot.tables.table_clock import once_shown
from bot.texts import Texts
from render import Scene, TimeLeft

URGENT = 30 * SECOND
"""What is less is shown in bold, after a stop watch."""
_EARLY = SECOND


def timed(scene: Scene, table: Table, at: int, t: Texts) -> Scene:
    """The scene with what both have left; unchanged without a clock."""
    clock = once_shown(table, at)
    if clock is None:
        return scene
    return replace(scene, times=(_plate(clock, 0, at, t), _plate(clock, 1, at, t)))


def _plate(clock: Clock, seat: Seat, at: int, t: Texts) -> TimeLeft | None:
    left = clock.left(seat, at)
    return None if left is None else TimeLeft(time_words(left, t), urgent=left < URGENT)


def time_words(left: int, t: Texts) -> str:
    """A length in milliseconds, never more than it is: `1 d 4 h`, `4 h 20 min`, `13:05`."""
    days, hours, minutes = left // DAY, left % DAY // HOUR, left % HOUR // MINUTE
    if days:
        return " ".join((t("{days} d", days=days), *([t("{hours} h", hours=hours)] if hours else ())))
    if hours:
        return " ".join((t("{hours} h", hours=hours), *([t("{minutes} min", minutes=minutes)] if minutes else ())))
    return f"{minutes}:{left % MINUTE // SECOND:02}"


def rest_words(table: Table, seat: Seat, at: int, t: Texts) -> str:
    """What a player has left, exactly: the reserve, and of the stretch what costs nothing. Empty if no time runs for
    them and there is no reserve.
    """
    clock = once_shown(table, at)
    left = None if clock is None else clock.left(seat, at)
    if clock is None or left is None:
        return ""
    words = time_words(left, t)
    if clock.running == seat and (free := _free_words(clock, at, t)):
        words = f"{words} + {free}"
    return t("⏱ You have {time}.", time=words)


def rests_words(until: int, t: Texts) -> str:
    """That a table rests until the end of a holiday."""
    return t("💤 The table rests until {date}.", date=f"<t:{(until - 1) // SECOND}:D>")


def _free_words(clock: Clock, at: int, t: Texts) -> str:
    """What is left of the stretch before a reserve runs; empty if there is nothing, or no reserve."""
    free = clock.free_left(at)
    if free < SECOND or clock.reserves == (None, None):
        return ""
    return t("{seconds} s", seconds=free // SECOND) if isinstance(clock.pace, Live) else time_words(free, t)


def asked_in_time(table: Table, asked: Sequence[str], names: Names, mention: Names, at: int, t: Texts) -> list[str]:
    """The lines that ask, with when the flag falls of whoever's time runs, a second early: in the line that mentions
    them, or else in its own. Of a table that rests with until when it does instead.
    """
    if table.rests_until is not None and at < table.rests_until:
        return [*asked, rests_words(table.rests_until, t)]
    clock = once_shown(table, at)
    seat, falls = (clock.running, clock.falls) if clock else (None, None)
    if seat is None or falls is None or seat in table.computers:
        return [*asked]
    when = f"⏱ <t:{(falls - _EARLY) // SECOND}:R>"
    line = next((line for line in asked if mention(seat) in line), None)
    if line is None:
        return [*asked, f"{when} {names(seat)}"]
    return [f"{each} {when}" if each is line else each for each in asked]

"""The bot's clock: driven by the monotonic clock, and shared by all processes of a store.

A machine's clock may be set wrongly, by an hour say. Nothing that a player could still answer must be due early: the
clock follows a jump of the server's so slowly that no wait ends noticeably early. The remaining lead is in the store,
so that a starting process does not follow the jump either.

What lasts for days goes by the calendar: seasons, deadlines of leagues, the day of a rated game. All use this one
clock, so that a podium never comes before the games that belong to it; and it is never further from the server's than
`MAX_SKEW`, so that a machine that slept for days or was set right follows at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.store import Store, StoreError

_log = logging.getLogger(__name__)

PERIOD = 60.0
"""Seconds between queries of the server's clock."""

SLEW_RATE = 1 / 60
"""By what share of the elapsed time the clock may run faster or slower to follow the server's."""

MAX_SKEW = 6 * 3600.0
"""Seconds of difference up to which the bot's clock is trusted. A larger one is no slip of setting a clock, and seasons
and leagues go by the date: the server's is adopted at once.
"""

_JUMP = 5.0
"""Seconds of difference that are logged."""


def monotonic() -> float:
    """Monotonic seconds that include time asleep: CLOCK_BOOTTIME on Linux, CLOCK_MONOTONIC on macOS."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if (clock := getattr(time, name, None)) is not None:
            return time.clock_gettime(clock)
    return time.monotonic()


class SharedClock:
    """Call it for seconds since 1970: this machine's until the store has been asked."""

    def __init__(
        self, store: Store, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = monotonic
    ) -> None:
        self._store, self._monotonic = store, monotonic
        self._ahead = wall() - monotonic()
        self._asked: float | None = None
        self._told = 0.0

    def __call__(self) -> float:
        return self._monotonic() + self._ahead

    async def agree(self) -> None:
        """Adopt the clock of the store's other processes, and follow the server from then on. Raises `StoreError`."""
        theirs, lead = await self._store.time.read()
        at = self._monotonic()
        away = theirs - self()
        if self._asked is None:
            if abs(away + lead) > _JUMP:
                _log.warning(
                    "this machine's clock is %+.0f seconds from the bot's time, which the store tells", -away - lead
                )
            self._ahead += away + lead
            self._told = -lead
        elif abs(away) > MAX_SKEW:
            _log.warning("the bot's clock is set by %+.0f seconds, to that of the store's server", away)
            self._ahead += away
            self._told = 0.0
        else:
            most = (at - self._asked) * SLEW_RATE
            self._ahead += max(-most, min(most, away))
            self._tell(away)
        self._asked = at
        await self._store.time.keep(self() - theirs)

    def _tell(self, away: float) -> None:
        """Log a jump once, and its size."""
        if abs(away - self._told) > _JUMP + PERIOD * SLEW_RATE:
            _log.warning("the clock of the store's server is %+.0f seconds from the bot's, which follows slowly", away)
        self._told = away

    async def run(self) -> None:
        """Follow the server, forever."""
        while True:
            await asyncio.sleep(PERIOD)
            try:
                await self.agree()
            except StoreError as error:
                _log.warning("the clock goes on by itself: %s", error)

"""The bot's clock: carried on by the monotonic one, and agreed upon by all processes that share a store.

Somebody may set a machine's clock an hour ahead. Then nothing is due that a person could still answer: what the
server's clock jumps by is followed so slowly that no wait ends noticeably early. The lead or lag that is left
meanwhile stands in the store, so that a process which starts now does not believe the jump either.

What lasts for days goes by the calendar: seasons, deadlines of leagues, the day of a rated game. All is stamped and
counted by this one clock, so that a podium never comes before the games that belong to it; and it is never further from
the server's than `MAX_SKEW`, so that a machine that stood still for days or was set right has no calendar of its own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.store import Store, StoreError

_log = logging.getLogger(__name__)

PERIOD = 60.0
"""Seconds between two looks at the clock of the store's server."""

SLEW_RATE = 1 / 60
"""What part of the time that passes the bot's clock may go faster or slower to follow the server's."""

MAX_SKEW = 6 * 3600.0
"""Seconds of difference up to which the bot's clock is believed rather than the server's. What is further away is no
slip of whoever sets a clock, and seasons and leagues go by the date: it is believed at once."""

_JUMP = 5.0
"""Seconds of difference that are worth a word."""


def monotonic() -> float:
    """Seconds that pass also while the machine sleeps: Linux and macOS have clocks of their own for that."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if (clock := getattr(time, name, None)) is not None:
            return time.clock_gettime(clock)
    return time.monotonic()


class SharedClock:
    """Called, it tells the time in seconds since 1970: this machine's until the store has been asked."""

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
        """Be what the other processes of the store are, and from then on follow the server. Raises `StoreError`."""
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
        """Say once that a clock has jumped, and by how much."""
        if abs(away - self._told) > _JUMP + PERIOD * SLEW_RATE:
            _log.warning("the clock of the store's server is %+.0f seconds from the bot's, which follows slowly", away)
        self._told = away

    async def run(self) -> None:
        """Follow the server, for ever."""
        while True:
            await asyncio.sleep(PERIOD)
            try:
                await self.agree()
            except StoreError as error:
                _log.warning("the clock goes on by itself: %s", error)

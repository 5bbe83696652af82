"""Discord's time, by which presses and boards are compared: its ids say when they were made."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

KEPT = 100
"""Requests from which the difference to the bot's own clock is measured."""

EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 at which Discord's ids begin."""


def made_at(id: int) -> int:
    """When Discord made something with this id, in milliseconds since 1970."""
    return (id >> 22) + EPOCH


class DiscordTime:
    """Discord's time, as far as its ids tell of it. `own`: the bot's clock, in seconds since 1970.

    What has just been made arrives a little later, so of the last differences the smallest is the nearest to the truth.
    """

    def __init__(self, own: Callable[[], float] = time.time) -> None:
        self._own = own
        self._behind: deque[int] = deque(maxlen=KEPT)
        self._adopted = 0

    def note(self, id: int) -> int:
        """Measure the difference by what has just arrived: when it was made."""
        at = made_at(id)
        self._behind.append(round(self._own() * 1000) - at)
        return at

    def adopt(self, behind: int) -> None:
        """Go on from the difference that was measured last, until something arrives."""
        self._adopted = behind

    @property
    def behind(self) -> int:
        """Milliseconds by which it is behind the bot's clock; as long as nothing has arrived what was adopted, or 0."""
        return min(self._behind, default=self._adopted)

    def now(self) -> int:
        """In milliseconds since 1970."""
        return round(self._own() * 1000) - self.behind

    def local(self, at: int) -> float:
        """The same moment by the bot's clock, in seconds since 1970."""
        return (at + self.behind) / 1000

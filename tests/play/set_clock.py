"""A clock that a test sets: the bot's own and Discord's, which may differ; and presses that arrive late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from simcord._clock import Clock

from .bot import OneBot

BEGIN = datetime(2026, 3, 2, 18, 0, tzinfo=UTC).timestamp()
#: Seconds between two signs of life.
_BEAT = 2.0


class _Discords(Clock):
    """Discord's clock, so many seconds ahead of the bot's."""

    def __init__(self, set_clock: SetClock) -> None:
        super().__init__()
        self._set = set_clock

    def now(self) -> datetime:
        return datetime.fromtimestamp(self._set.discord / 1000, UTC)


class SetClock:
    """What time it is, in milliseconds since 1970, by the bot's clock (`own`) and by Discord's, `ahead` of it."""

    def __init__(self, bot: OneBot, ahead: int) -> None:
        self.bot, self.ahead = bot, ahead
        self.own = round(BEGIN * 1000)
        bot.env.backend.clock = _Discords(self)
        self.serve()

    @property
    def discord(self) -> int:
        return self.own + self.ahead

    def serve(self) -> None:
        """The bot's process, which may be another one now, goes by this clock."""
        clock: Any = self.bot.services.now
        clock._monotonic, clock._ahead = (lambda: self.own / 1000), 0.0

    async def pass_until(self, discord: int) -> None:
        """All is well until it is so late by Discord's clock; in the last minute the bot says so every two seconds."""
        outages = self.bot.client._outages
        if (long := discord - self.discord - 60_000) > 0:
            await outages.beat()
            assert outages._last is not None
            self.own += long
            outages._last += long
        while self.discord < discord:
            self.own += min(discord - self.discord, round(_BEAT * 1000))
            await self.bot.client._outages.beat()

    @contextmanager
    def held(self) -> Iterator[list[Any]]:
        """Nothing that people do reaches the bot meanwhile; what that is."""
        on_the_way: list[Any] = []
        emit = self.bot.env.backend.emit

        def kept(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                on_the_way.append(payload)
            else:
                emit(event, payload)

        self.bot.env.backend.emit = kept
        try:
            yield on_the_way
        finally:
            self.bot.env.backend.emit = emit

    async def arrives(self, payload: Any) -> None:
        """What was on the way reaches the bot, which deals with it."""
        self.bot.env.backend.emit("INTERACTION_CREATE", payload)
        await self.bot.env.settle()

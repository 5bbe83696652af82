"""Rate limits on challenges: how many a member may have open and make, and how long a pair waits after a declined one.

Values are bytes and mean nothing here. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import keys, scripts
from bot.store.answers import Admission
from bot.store.connection import Connection
from bot.store.passing import Passing

MOST_OPEN_CHALLENGES, MOST_RECENT_CHALLENGES = 3, 5
RECENT = 600
"""The period in seconds of `MOST_RECENT_CHALLENGES`, and of a pair's wait after a declined challenge."""


class Limits:
    """Counters of challenges, each with an expiry."""

    def __init__(self, connection: Connection, passing: Passing) -> None:
        self._connection, self._passing = connection, passing

    async def admit(
        self,
        guild: int,
        person: int,
        opponent: int | None,
        challenge: str,
        now: float,
        lasts: float,
        beside: Sequence[int] = (),
    ) -> Admission:
        """Count a challenge by `person` to `opponent` (None: anyone) and those `beside`, or return why it is refused.

        It counts as open for `lasts` seconds from `now` or until `over`. A repeated call for an admitted challenge is
        admitted.
        """
        counted, recent = keys.open_challenges(guild, person), keys.sent_challenges(guild, person)
        asked = beside if opponent is None else (opponent, *beside)
        pairs = [keys.declined(guild, person, each) for each in asked]
        answer = await self._connection.run(
            scripts.ADMIT_CHALLENGE,
            [counted, recent, *pairs],
            *(challenge, repr(float(now)), repr(float(now + lasts))),
            *(MOST_OPEN_CHALLENGES, MOST_RECENT_CHALLENGES, RECENT),
        )
        admission = Admission(answer.decode())
        if admission is Admission.OK:  # a refused challenge leaves no trace
            await self._passing.note(person, {counted: lasts, recent: RECENT})
        return admission

    async def over(self, guild: int, person: int, challenge: str) -> None:
        """A challenge by `person` is no longer open."""
        await self._connection.ask("ZREM", keys.open_challenges(guild, person), challenge)

    async def declined(self, guild: int, person: int, opponent: int, now: float) -> None:
        """A challenge between two members was declined: they wait `RECENT` seconds, whoever challenges."""
        pair = keys.declined(guild, person, opponent)
        for each in (person, opponent):
            await self._passing.note(each, {pair: RECENT})
        await self._connection.ask("SET", pair, repr(float(now + RECENT)), "EX", RECENT)

    async def forget(self, person: int) -> None:
        """Delete all counters of a member, including waits of their pairs."""
        for what in await self._passing.of(person):
            if people := keys.people_of_limit(what):
                await self._connection.ask("DEL", what)
                for each in people:
                    await self._passing.over(each, what)

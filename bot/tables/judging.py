"""Decisions of server managers about finished games: to strike them from the ladder, or to restore them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from msgspec import Struct

from bot.core.refusal import Foreign
from bot.ladder.facts import Fact, read_fact
from bot.league import LeagueFault
from bot.store import Entered, Store
from bot.tables.faults import LadderFault
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.standings import Ladders, entries_of


class Case(Struct, frozen=True):
    """A finished game for a decision. `people`: by seat, None for deleted members."""

    number: int
    fact: Fact
    people: Mapping[int, int | None]


def checksum(games: Iterable[Case]) -> str:
    """A checksum by which a confirmation is bound to the games shown."""
    return f"{zlib.crc32(repr(sorted(each.number for each in games)).encode()):08x}"


class Ruling(Struct, frozen=True):
    """The `games` that were changed, and why leagues ignored the change for some of them."""

    games: tuple[int, ...]
    leagues: tuple[LeagueFault, ...]


class Judge:
    """Finds games and decides about them. `restoring`: restore them, else strike them."""

    def __init__(self, store: Store, ladders: Ladders, leagues: Leagues, *, restoring: bool) -> None:
        self._store, self._ladders, self._leagues, self._restoring = store, ladders, leagues, restoring

    async def games(self, guild: int, table: str, game: int | None, user: int) -> tuple[Case, ...]:
        """The games of a table, or one of them, that the decision would change, in order.

        Raises `Foreign` if `user`, who decides, has played in one of them.
        """
        ladder = self._store.ladder
        struck = await ladder.struck(guild)
        found = await entries_of(self._store, guild, table, game)
        entries = [await ladder.entry(guild, number) for number in sorted(found.values())]
        open_ones = [
            each for each in entries if isinstance(each, Entered) and (each.number in struck) is self._restoring
        ]
        users = dict(zip(numbers := sorted({who for each in open_ones for who in each.who}),
                         await ladder.people(guild, numbers), strict=True))  # fmt: skip
        judged: list[Case] = []
        for each in open_ones:
            fact = read_fact(each.says)
            seats = (seat for seat, _ in fact.account.roles)
            people = {seat: users[who] for seat, who in zip(seats, each.who, strict=True)}
            if user in people.values():
                raise Foreign(LadderFault.PLAYED_IT)
            judged.append(Case(fact.game, fact, people))
        return tuple(judged)

    async def decide(self, guild: int, games: tuple[Case, ...], reason: str, by: int, now: float) -> Ruling:
        """Strike or restore these games, also in their leagues."""
        decided, kept, nights = list[int](), list[LeagueFault](), Nights(self._store, lambda: now)
        in_leagues = self._leagues.restore if self._restoring else self._leagues.strike
        in_list = self._ladders.restore if self._restoring else self._ladders.strike
        for each in games:
            # Leagues first: once it is in the list, a retry would not come back to them.
            if each.fact.league and (fault := await in_leagues(guild, each.fact.id, now)):
                kept.append(fault)
            await nights.strike(guild, each.fact.table, each.fact.game, back=self._restoring)
            decided += await in_list(guild, each.fact.table, each.number, reason, by, now)
        self._ladders.catch_up(guild)
        return Ruling(tuple(decided), tuple(dict.fromkeys(kept)))

"""A server's ladder with faults: games entered one by one, some delivered twice, while the process that counts dies
between any two writes, people hide, leave and are deleted, games are analysed, once and again, and some are struck, of
which some count again.

In the end what pages show is what the list gives when it is counted at once; both are compared value by value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from bot.ladder.facts import Fact, write_fact
from bot.ladder.notes import Analysis, Away, Forget, Hide, write_note
from bot.ladder.performance import Share
from bot.store import Entry, Store, StoreError
from bot.store.standings import Counted, View
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.standings import Ladders, entries_of
from tests.ladder.facts import chouette_game, match_game

GUILD = 7
DAY = 86_400.0
FIRST_PERSON = 9_000_000


@dataclass
class Faults:
    """What happens, by chance. A process has `died` so often."""

    store: Store
    chance: random.Random
    people: int = 12
    died: int = 0
    struck: int = 0
    restored: int = 0
    analysed: int = 0
    process: Ladders | None = None

    def ladders(self) -> Ladders:
        """A process that has only just begun."""
        preferences = Preferences(self.store)
        preferences._servers[GUILD] = float("inf"), ServerSettings(time_zone="Europe/Prague")
        return Ladders(self.store, preferences)

    async def count(self) -> None:
        """Count, however often that has to be begun again."""
        while True:
            self.process = self.process or self.ladders()
            try:
                await self.process.counted(GUILD)
            except StoreError:
                self.died += 1
                self.process.give_up()
                self.process = None
            else:
                return

    async def play(self, fact: Fact, who: tuple[int, ...]) -> None:
        """A game is entered, perhaps twice; what else happens, happens then."""
        for _ in range(1 + (self.chance.random() < 0.1)):
            await enter(self.store, fact, who)
        number = await self.store.ladder.number_of(GUILD, FIRST_PERSON + self.chance.choice(who))
        ladders, happens = self.ladders(), self.chance.random()
        if number is None:
            return
        if happens < 0.02:
            await ladders.note(GUILD, Hide(number, self.chance.random() < 0.5))
        elif happens < 0.04:
            await ladders.note(GUILD, Away(number))
        elif happens < 0.045:
            await ladders.note(GUILD, Forget(number))
            await self.store.ladder.forget(GUILD, FIRST_PERSON + self.chance.choice(who))

    async def analyse(self, fact: Fact) -> None:
        """An engine has looked at a game, one of two that find different things; that may be delivered twice too."""
        entries = await entries_of(self.store, GUILD, fact.table, fact.game)
        shares = tuple(
            Share(seat, self.chance.randrange(30), self.chance.randrange(5), self.chance.randrange(10**6))
            for seat, _ in fact.account.roles
        )
        found = Analysis(entries[fact.game], self.chance.choice(("one", "other")), "so far", shares)
        for _ in range(1 + (self.chance.random() < 0.2)):
            self.analysed += await self.store.ladder.note_analysis(GUILD, write_note(found), found.id) > 0

    async def strike(self, fact: Fact) -> None:
        """A game does not count any more."""
        self.struck += len(await self.ladders().strike(GUILD, fact.table, fact.game, "a test", FIRST_PERSON, 1.0))

    async def restore(self, fact: Fact) -> None:
        """If it did not count, it does again."""
        self.restored += len(await self.ladders().restore(GUILD, fact.table, fact.game, "a test", FIRST_PERSON, 2.0))


async def enter(store: Store, fact: Fact, who: tuple[int, ...]) -> None:
    """A game comes to the list."""
    entry = Entry(fact.game, write_fact(fact), tuple(FIRST_PERSON + each for each in who))
    await store.ladder.enter(GUILD, fact.table, [entry])


@contextmanager
def dying(chance: random.Random, often: float) -> Iterator[None]:
    """Whoever counts meanwhile dies before, or after, what is written: each `often` of once."""
    advance = View.advance

    async def broken(view: View, before: int, counted: int, what: Counted) -> bool:
        if chance.random() < often:
            raise StoreError("the process has died")
        done = await advance(view, before, counted, what)
        if chance.random() < often:
            raise StoreError("the process has died")
        return done

    with mock.patch.object(View, "advance", broken):
        yield


async def with_faults(store: Store, games: int, seed: int = 1, between: int = 1) -> Faults:
    """So many games with faults; all `between` of them are counted at a time. What has happened."""
    chance = random.Random(seed)
    faults, known = Faults(store, chance), list[Fact]()
    with dying(chance, 0.05):
        for number, (fact, who) in enumerate(played(games, chance, faults.people), 1):
            await faults.play(fact, who)
            known.append(fact)
            if chance.random() < 0.5:
                await faults.analyse(chance.choice(known[-20:]))
            if number % between == 0:
                await faults.count()
            if number % max(1, games // 4) == 0:
                some = chance.sample(known, 3)
                for each in some:
                    await faults.strike(each)
                if chance.random() < 0.5:
                    await faults.count()
                for each in (*some[:1], chance.choice(known)):
                    await faults.restore(each)
        await faults.count()
    if faults.process:
        await faults.process.rest()
    return faults


def played(count: int, chance: random.Random, people: int) -> Iterator[tuple[Fact, tuple[int, ...]]]:
    """Matches, games for money and chouettes over three years."""
    for number in range(count):
        table, at = f"t{number}", number * 3 * 365 * DAY / count
        if chance.random() < 0.15:
            team = chance.randint(2, 5)
            points = {seat: chance.choice((-4, -2, -1, 1, 2)) for seat in range(1, team + 1)}
            fact = chouette_game(points, table=table, at=at)
        else:
            length = chance.choice((0, 1, 3, 5, 7))
            fact = match_game(winner=chance.randrange(2), length=length, points=max(1, length), table=table, at=at)
        yield fact, tuple(chance.sample(range(people), len(fact.account.roles)))

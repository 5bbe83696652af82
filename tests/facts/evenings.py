"""Random evenings at the level of the pure night: `python -m tests.facts.evenings N` plays N of them, prints
`N evenings, M failures` and exits 1 if there are any.

Each is played to its end with invented scores, leavers, late comers and people who sit out, and recounted from its log
in another way: lists and dictionaries.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict

import msgspec

from bot.core.actions import Seat
from bot.core.refusal import Refused
from bot.league.night import apply, check_draw, folded, opened
from bot.league.night_draw import in_next_draw, no_further_draw, places_at, rolled, seated
from bot.league.night_entries import (
    At,
    Closed,
    Ended,
    Entry,
    Form,
    Joined,
    Left,
    Moved,
    Opened,
    Plan,
    SatOut,
    Scored,
    Seated,
    Struck,
    read_entry,
    write_entry,
)
from bot.league.night_standings import highlights, payments, standing
from bot.league.night_state import Evening

from .seeded import counted, failing


class RandomEvening:
    """One evening, with the log that it has written so far."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        plan = self.chance.choice(list(Plan))
        bank = self.chance.choice([0, 0, 6, 13, 50]) if plan is not Plan.TABLES else 0
        form = Form(plan=plan, size=self.chance.randint(3, 6), rounds=self.chance.randint(1, 4), bank=bank)
        first = Opened(at=0.0, name="Any", form=form, channel=1, setup=msgspec.Raw(b"{}"), commitment="")
        self.log: list[Entry] = [first]
        self.state = opened(first)
        self.now = 0.0
        self.games: dict[At, int] = defaultdict(int)
        self.balances: dict[At, dict[Seat, int]] = {}

    def write(self, entry: Entry) -> None:
        self.state = apply(self.state, entry)
        self.log.append(entry)

    def tick(self) -> float:
        self.now += 1.0
        return self.now

    def join(self, seat: Seat | None = None) -> None:
        """Somebody comes, or comes back; where the round has tables for late comers, to the smallest."""
        state = self.state
        self.write(Joined(self.tick(), len(state.lots) if seat is None else seat, self.chance.randrange(1 << 16)))
        who = len(state.lots) if seat is None else seat
        to = self.state.smallest()
        if self.state.rounds and self.state.plan is not Plan.ROUNDS and self.state.at(who) is None and to:
            self.move(who, to.at)

    def move(self, seat: Seat, to: At) -> None:
        self.write(Moved(self.tick(), seat, to))
        if to in self.balances:
            self.balances[to][seat] = self.state.form.bank

    def people(self) -> None:
        """What people do between games, some of which is refused."""
        chance, state = self.chance, self.state
        present = state.present
        try:
            match chance.randrange(12):
                case 0:
                    self.join()
                case 1 if present:
                    self.write(Left(self.tick(), chance.choice(present)))
                case 2 if state.left:
                    self.join(chance.choice(sorted(state.left)))
                case 3 if present:
                    self.write(SatOut(self.tick(), chance.choice(present), chance.random() < 0.5))
                case 4 if present and state.playing:
                    self.move(chance.choice(present), chance.choice(state.playing).at)
                case 5 if state.scored:
                    game = chance.choice(state.scored)
                    self.write(Struck(self.tick(), game.session, game.game, chance.random() < 0.4))
                case _:
                    pass
        except Refused:
            pass

    def draw(self) -> None:
        people, first = check_draw(self.state), self.state.rolls + 1
        rolls = rolled(people, first, lambda number: (self.chance.randint(1, 6), self.chance.randint(1, 6)))
        tables = seated(people, self.state.form.size, rolls)
        self.write(Seated(self.tick(), self.state.rounds + 1, rolls, tables))
        assert all(3 <= len(table) <= 6 for table in tables) and sum(map(len, tables)) == len(people)
        if self.state.form.bank:
            for table in self.state.playing:
                self.balances[table.at] = {seat: self.state.brings(seat) for seat in table.drawn}
                assert all(self.balances[table.at].values())

    def game(self, at: At) -> None:
        """A game is played at a table by those who are there, if two are."""
        there = list(self.state.there(at))
        has = self.balances.get(at)
        if has is not None:
            there = [seat for seat in there if has.get(seat)]
        if len(there) < 2:
            self.close(at)
            return
        box, *others = self.chance.sample(there, len(there))
        won: dict[Seat, int] = dict.fromkeys(there, 0)
        for other in others:
            points = self.chance.choice([-4, -2, -1, 1, 2, 4])
            if has is not None:
                least, most = -min(has[other], has[other]), min(has[other], has[box] + won[box])
                points = max(least, min(most, points))
                if points < 0:
                    points = max(points, -has[other])
            won[other] += points
            won[box] -= points
        if has is not None:
            for seat, points in won.items():
                has[seat] += points
            assert min(has.values()) >= 0
        self.games[at] += 1
        self.write(Scored(self.tick(), at, self.games[at], tuple(won.items()), box))
        if has is not None:
            assert all(self.state.balance(seat) == has[seat] for seat in has if self.state.at(seat) == at)

    def close(self, at: At) -> None:
        has = self.balances.get(at, {})
        table = self.state.table(at)
        assert table is not None
        here, won = set(self.state.there(at)), self.state.points_at(at)
        groups: dict[tuple[bool, int], list[Seat]] = defaultdict(list)
        for seat in table.sat:
            groups[seat not in here, -(has.get(seat, 0) if has else won[seat])].append(seat)
        places = tuple(tuple(groups[key]) for key in sorted(groups))
        if self.chance.random() < 0.1:  # its thread is gone: it is over as it stands
            self.write(Closed(self.tick(), at, ()))
        else:
            self.write(Closed(self.tick(), at, places, tuple(has.items())))

    def play(self) -> Evening:
        """Play to the end. Raises `AssertionError` where something does not add up."""
        for _ in range(self.chance.randint(3, 36)):
            self.join()
        for _ in range(4000):
            self.people()
            if self.state.over:
                break
            if not self.state.playing:
                if self.state.rounds and no_further_draw(self.state):
                    self.write(Ended(self.tick()))
                    break
                if len(in_next_draw(self.state)) >= 3:
                    self.draw()
                elif not self.state.rounds:
                    self.join()
                continue
            at = self.chance.choice(self.state.playing).at
            stays = self.state.plan is Plan.TABLES
            enough = self.games[at] > (12 if stays else 4) and self.chance.random() < 0.3
            (self.close if enough else self.game)(at)
        assert self.state.over, "it does not end"
        self.check()
        return self.state

    def check(self) -> None:
        state = self.state
        assert folded([read_entry(write_entry(entry)) for entry in self.log]) == state
        counted = recounted(self.log)
        assert {seat: points for seat, points in enumerate(state.points) if points} == counted
        assert sum(state.points) == 0
        lines = standing(state)
        assert len({line.seat for line in lines}) == len(lines) == highlights(state).people
        assert [line.place for line in lines] == sorted(line.place for line in lines)
        assert {line.place for line in lines[:1]} <= {1}
        left = dict(enumerate(state.points))
        for each in payments(state):
            left[each.payer] += each.points
            left[each.payee] -= each.points
        assert state.form.bank or state.plan is Plan.FINAL or not any(left.values())
        if state.form.bank:
            full = state.form.bank * sum(len(table.sat) for table in state.tables)
            sat = {seat for table in state.tables for seat in table.sat}
            if state.plan is Plan.ROUNDS:
                assert sum(state.balance(seat) for seat in sat) == state.form.bank * len(sat)
            else:
                assert sum(sum(has.values()) for has in self.balances.values()) == full
        for table in state.tables:
            assert sorted(seat for group in places_at(state, table) for seat in group) == sorted(table.sat)


def recounted(log: list[Entry]) -> dict[Seat, int]:
    """Everybody's points by the log, in the plainest way; those at zero are left out."""
    games: dict[tuple[At, int], dict[Seat, int]] = {}
    struck: set[tuple[At, int]] = set()
    for entry in log:
        if isinstance(entry, Scored):
            games.setdefault((entry.session, entry.game), dict(entry.points))
        elif isinstance(entry, Struck):
            (struck.discard if entry.back else struck.add)((entry.session, entry.game))
    points: dict[Seat, int] = defaultdict(int)
    for name, won in games.items():
        if name not in struck:
            for seat, more in won.items():
                points[seat] += more
    return {seat: more for seat, more in points.items() if more}


def failures(number: int, first: int = 0) -> list[int]:
    """The seeds, of so many from the first on, at which an evening fails."""
    return failing(lambda seed: RandomEvening(seed).play(), number, first, (AssertionError, Refused, ValueError))


def main() -> int:
    return counted("evenings", failures)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.facts.swiss N`: N Swiss tournaments by chance, with drop-outs and late joiners, round by round.

What each round is judged by is counted from the log by itself. Up to 8 people every round costs as little as the best
of all pairings; of more, no exchange between two pairs, or between a pair and the bye, improves it. The order of the
table is that of a plain count. Prints `N tournaments, R rounds, M mismatches`, and ends with 1 if there are any.

`--digest` prints a digest of all pairs instead, which may hang on nothing but N: not on the seed of hashes either.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.league import Left, Paired, Started, Swiss, TimeUp, Won, swiss_round
from bot.league.rounds import decisions
from bot.league.standings import swiss_table
from tests.league.seasons import Season

ENUMERATED = 8
"""Up to so many people all pairings are tried."""

Pairs = tuple[tuple[int, int], ...]
Cost = tuple[int, ...]


class Count:
    """What a log says before a round: who plays, wins, meetings, byes. Counted apart from the code that is judged."""

    def __init__(self, season: Season) -> None:
        self.results: dict[int, tuple[int | None, int, bool]] = {}
        self.pairs: list[tuple[int, int, int]] = []
        self.byes: Counter[int] = Counter()
        self.rounds = 0
        gone, start, draw = set[int](), list[int](), 0
        for entry in season.log:
            match entry:
                case Started(divisions=(first,), draw=number):
                    start, draw = list(first), int(number)
                case Paired(pairs=pairs, byes=byes):
                    self.pairs += [(*pair, self.rounds) for pair in pairs]
                    self.byes.update(byes)
                    self.rounds += 1
                case Won(pairing=at, winner=winner, points=(more, less)):
                    self.results[at] = winner, more - less, True
                case TimeUp(decisions=made):
                    self.results |= {each.pairing: (each.winner, 0, False) for each in made}
                case Left(seat=seat):
                    gone.add(seat)
                    for at, two in enumerate(self.pairs):
                        if seat in two[:2] and at not in self.results:
                            self.results[at] = (two[0] if two[1] == seat else two[1]), 0, False
                case _:
                    pass
        self.late = [seat for seat in range(len(season.league.lots)) if seat not in start]
        self.joined = [seat for seat in (*start, *self.late) if seat not in gone]
        self.gone, self.draw = gone, draw
        self.met = Counter(frozenset(two[:2]) for two in self.pairs)
        self.wins = Counter(winner for winner, _, _ in self.results.values() if winner is not None) + self.byes

    def lot(self, one: int, other: int) -> int:
        words = f"{self.draw}:{self.rounds + 1}:{min(one, other)}:{max(one, other)}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4])

    def cost(self, pairs: Pairs, bye: int | None) -> Cost:
        return (
            len(self.joined) - 2 * len(pairs),
            sum(self.met[frozenset(pair)] for pair in pairs),
            0 if bye is None else self.byes[bye],
            0 if bye is None else self.wins[bye],
            sum((self.wins[one] - self.wins[other]) ** 2 for one, other in pairs),
            0 if bye is None else -self.joined.index(bye),
            sum(self.lot(one, other) for one, other in pairs),
        )

    def order(self) -> list[int]:
        """The seats in the order of the table, by comparing wins, Buchholz, points and the lot at the end."""
        wins, points, buchholz = self.wins, Counter[int](), Counter[int]()
        for number, (one, other, _) in enumerate(self.pairs):
            if number not in self.results:
                continue
            winner, gap, played = self.results[number]
            for seat, against in ((one, other), (other, one)):
                buchholz[seat] += 2 * wins[against] if played else self.rounds
                points[seat] += gap if seat == winner else -gap
        for seat, number in self.byes.items():
            buchholz[seat] += number * self.rounds
        in_it = {seat for two in self.pairs for seat in two[:2]} | {*self.byes, *self.joined}
        return sorted(in_it, key=lambda seat: (-wins[seat], -buchholz[seat], -points[seat], self.lots[seat]))

    lots: Sequence[int] = ()


def every_pairing(seats: Sequence[int]) -> Iterator[tuple[Pairs, int | None]]:
    """All pairings of these seats that leave out at most one."""
    if len(seats) % 2:
        for bye in seats:
            for pairs, _ in every_pairing([seat for seat in seats if seat != bye]):
                yield pairs, bye
        return
    if not seats:
        yield (), None
        return
    first, *others = seats
    for other in others:
        for pairs, _ in every_pairing([seat for seat in others if seat != other]):
            yield ((first, other), *pairs), None


def exchanges(pairs: Pairs, bye: int | None) -> Iterator[tuple[Pairs, int | None]]:
    """All pairings that differ in two pairs, or in a pair and the bye."""
    for two in combinations(pairs, 2):
        rest = tuple(pair for pair in pairs if pair not in two)
        (one, other), (third, fourth) = two
        yield (*rest, (one, third), (other, fourth)), bye
        yield (*rest, (one, fourth), (other, third)), bye
    if bye is not None:
        for pair in pairs:
            rest = tuple(each for each in pairs if each != pair)
            yield (*rest, (pair[0], bye)), pair[1]
            yield (*rest, (pair[1], bye)), pair[0]


def is_best(count: Count, pairs: Pairs, bye: int | None) -> bool:
    seats = [*(seat for pair in pairs for seat in pair), *([] if bye is None else [bye])]
    if sorted(seats) != sorted(count.joined):
        return False
    mine = count.cost(pairs, bye)
    others = every_pairing(count.joined) if len(seats) <= ENUMERATED else exchanges(pairs, bye)
    return all(mine <= count.cost(*other) for other in others)


def people_of(number: int, dice: random.Random) -> int:
    """How many play a tournament: in half of them few enough to try all pairings, in one of a hundred very many."""
    if number % 2 == 0:
        return dice.randint(4, ENUMERATED)
    return dice.randint(25, 60) if number % 100 == 1 else dice.randint(9, 24)


def tournament(number: int) -> Iterator[tuple[Season, Count, Paired]]:
    """A tournament by chance: after each round that is drawn, with the count of the log before it."""
    dice = random.Random(f"swiss {number}")
    form = Swiss(rounds=dice.choice((2, 3, 4, 5, 7, 9))) if dice.random() < 0.6 else Swiss()
    season = Season(form, people_of(number, dice), number)
    leaving = dice.choice((0.0, 0.03, 0.1, 0.3))
    season.add_start_only()
    while True:
        before = Count(season)
        season.draw()
        if season.league.over:
            return
        drawn = season.log[-1]
        assert isinstance(drawn, Paired)
        yield season, before, drawn
        late = dice.choice((0, 0, 1, 2)) if season.league.rounds == 1 else 0
        while season.league.open_pairings or late:
            season.at += 3600.0
            move = dice.random()
            if late and season.league.may_join(season.at) and (dice.random() < 0.3 or not season.league.open_pairings):
                season.join()
                late -= 1
            elif not season.league.open_pairings:
                late = 0
            elif move < leaving and len(season.league.present) > 2:
                season.leave_only(dice.choice(season.league.present))
            elif move > 0.97 and season.league.time_up is not None:
                season.at = max(season.at, season.league.time_up)
                season.add(TimeUp(season.at, decisions(season.league, {}, 0)))
            else:
                at, pairing = dice.choice(sorted(season.league.open_pairings.items()))
                season.win(at, dice.choice(pairing.seats), draws=False)


def judged(number: int) -> tuple[int, int]:
    """Rounds of a tournament, and how many of its rounds and tables are not as they must be."""
    rounds, wrong, season = 0, 0, None
    for season, before, drawn in tournament(number):
        rounds += 1
        wrong += not is_best(before, drawn.pairs, drawn.byes[0] if drawn.byes else None)
        wrong += not in_order(season)
    if season is not None:
        wrong += not (season.league.over and in_order(season))
        wrong += season.league.rounds > (season.league.planned or 0)
    return rounds, wrong


def in_order(season: Season) -> bool:
    count = Count(season)
    count.lots = season.league.lots
    return [line.seat for line in swiss_table(season.league)] == count.order()


def digest(tournaments: int) -> str:
    """A digest of all pairs, of seats and of names, whose order in sets is another one with each seed of hashes."""
    told: list[object] = []
    for number in range(tournaments):
        for _, count, drawn in tournament(number):
            names = {seat: f"{seat} of {number}" for seat in count.joined}
            seats = {name: seat for seat, name in names.items()}
            met = {frozenset(names.get(seat, "gone") for seat in two): times for two, times in count.met.items()}
            wins, byes = ({names[seat]: each[seat] for seat in names} for each in (count.wins, count.byes))

            def lot(one: str, other: str, count: Count = count, seats: dict[str, int] = seats) -> int:
                return count.lot(seats[one], seats[other])

            told.append((drawn.pairs, drawn.byes, swiss_round(list(names.values()), wins, met, byes, lot)))
    return hashlib.sha256(repr(told).encode()).hexdigest()


def main(words: Sequence[str]) -> int:
    tournaments = int(words[0])
    if "--digest" in words:
        print(digest(tournaments))
        return 0
    rounds, wrong = map(sum, zip(*map(judged, range(tournaments)), strict=True))
    print(f"{tournaments} tournaments, {rounds} rounds, {wrong} mismatches")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

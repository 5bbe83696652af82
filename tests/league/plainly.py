"""A league counted a second time, in the plainest way there is: lists and dictionaries, straight from its log."""

from collections.abc import Sequence
from itertools import combinations

from bot.league import (
    Decided,
    Ended,
    Entry,
    Joined,
    Knockout,
    Left,
    Opened,
    Paired,
    Restored,
    Started,
    Struck,
    TimeUp,
    Won,
)


class Plain:
    """`owed` and `results` by number; of a result: winner (None if nobody), points of the winner and of the other."""

    def __init__(self, log: Sequence[Entry]) -> None:
        first = log[0]
        assert isinstance(first, Opened)
        self.form = first.form
        self.lots: dict[int, int] = {}
        self.inside: list[int] = []
        self.gone: set[int] = set()
        #: Who has left before half was played, if this league goes by that.
        self.early: set[int] = set()
        self.forgets = first.schema >= 3
        self.divisions: list[list[int]] = []
        self.pairs: list[tuple[int, int, int]] = []
        self.results: dict[int, tuple[int | None, int, int, str]] = {}
        #: By the game that had ended it: which pairing, and how it stood.
        self.struck: dict[str, tuple[int, tuple[int | None, int, int, str]]] = {}
        self.rounds = 0
        self.running = self.called = False
        for entry in log[1:]:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        knockout = isinstance(self.form, Knockout)
        if isinstance(entry, Joined):
            self.lots.setdefault(entry.seat, entry.lot)
            self.inside.append(entry.seat)
            self.gone.discard(entry.seat)
            if self.running and not knockout:
                fewest = min(len(division) for division in self.divisions)
                place = max(at for at, division in enumerate(self.divisions) if len(division) == fewest)
                self.pairs += [(other, entry.seat, place) for other in self.divisions[place] if other not in self.gone]
                self.divisions[place].append(entry.seat)
        elif isinstance(entry, Left):
            self.inside.remove(entry.seat)
            self.gone.add(entry.seat)
            if not knockout and self.forgets:
                mine = [at for at, two in self.counting() if entry.seat in two]
                if sum(self.results.get(at, (0, 0, 0, ""))[3] != "" for at in mine) < len(mine) / 2:
                    self.early.add(entry.seat)
            self.walk_over()
        elif isinstance(entry, Started):
            self.running = True
            self.divisions = [list(division) for division in entry.divisions]
            if not knockout:
                for place, division in enumerate(self.divisions):
                    self.pairs += [(one, other, place) for one, other in combinations(division, 2)]
        elif isinstance(entry, Paired):
            self.pairs += [(one, other, self.rounds) for one, other in entry.pairs]
            self.rounds += 1
        elif isinstance(entry, Won):
            self.results[entry.pairing] = (entry.winner, *entry.points, entry.game)
        elif isinstance(entry, Decided):
            self.results[entry.pairing] = (entry.winner, 0, 0, "")
        elif isinstance(entry, TimeUp):
            self.results |= {each.pairing: (each.winner, 0, 0, "") for each in entry.decisions}
        elif isinstance(entry, Struck):
            self.struck |= {each[3]: (at, each) for at, each in self.results.items() if each[3] == entry.game}
            self.results = {at: each for at, each in self.results.items() if each[3] != entry.game}
            self.walk_over()
        elif isinstance(entry, Restored):
            at, result = self.struck[entry.game]
            self.results[at] = result
        elif isinstance(entry, Ended):
            self.called = True

    def walk_over(self) -> None:
        for number, (one, other, _) in enumerate(self.pairs):
            if number not in self.results and {one, other} & self.gone:
                staying = [seat for seat in (one, other) if seat not in self.gone]
                self.results[number] = (staying[0] if staying else None, 0, 0, "")

    def counting(self) -> list[tuple[int, tuple[int, int]]]:
        """The pairings that count in tables, with their numbers."""
        return [(at, (one, other)) for at, (one, other, _) in enumerate(self.pairs) if not {one, other} & self.early]

    def losses(self, seat: int) -> int:
        return sum(
            seat in self.pairs[number][:2] and winner not in (None, seat)
            for number, (winner, *_) in self.results.items()
        )

    def table(self, division: int) -> list[tuple[int, int, int, int, int]]:
        """A division in its order, by comparing each with each: seat, wins, among equals, points and matches owed."""
        counting = dict(self.counting())
        games = [
            (self.pairs[number][:2], winner, more - less)
            for number, (winner, more, less, _) in self.results.items()
            if self.pairs[number][2] == division and number in counting
        ]
        apart = self.gone if self.forgets else set()
        wins = {seat: sum(winner == seat for _, winner, _ in games) for seat in self.divisions[division]}

        def line(seat: int) -> tuple[int, int, int, int, int]:
            among = sum(
                winner == seat and wins[two[0]] == wins[two[1]] == wins[seat] and not apart & {*two}
                for two, winner, _ in games
            )
            points = sum(
                (gap if winner == seat else -gap) for two, winner, gap in games if seat in two and winner is not None
            )
            owed = sum(
                seat in two and place == division and number not in self.results and number in counting
                for number, (*two, place) in enumerate(self.pairs)
            )
            return seat, wins[seat], among, points, owed

        def worth(line: tuple[int, int, int, int, int]) -> tuple[bool, int, int, int, int]:
            seat, won, among, points, _ = line
            return seat not in self.gone, won, among, points, -self.lots[seat]

        left = [line(seat) for seat in self.divisions[division]]
        ordered = []
        while left:
            best = max(left, key=worth)
            left.remove(best)
            ordered.append(best)
        return ordered

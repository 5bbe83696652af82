"""Leagues that are played by chance, for tests: what the store would keep of them."""

import random

from msgspec import UNSET
from msgspec.structs import replace

from bot.league import (
    Ended,
    Entry,
    Joined,
    Knockout,
    League,
    Left,
    Opened,
    Restored,
    RoundRobin,
    Started,
    Struck,
    Swiss,
    Won,
    apply,
    opened,
)
from bot.league.draw import divided, next_round
from bot.league.entries import SCHEMA
from bot.league.swiss import paired

DAY = 24 * 3600


def opening(form: RoundRobin | Knockout | Swiss, length: int = 7) -> Opened:
    return Opened(
        at=0.0, name="Winter", length=length, variant="backgammon", rated=True, form=form, channel=77, follows=""
    )


class Season:
    """A league and its log. `chance` is what everything hangs on."""

    def __init__(
        self, form: RoundRobin | Knockout | Swiss, people: int, chance: int = 1, *, schema: int = SCHEMA
    ) -> None:
        self.random = random.Random(chance)
        first = replace(opening(form), schema=schema)
        self.log: list[Entry] = [first]
        self.league: League = opened(first)
        self.games = 0
        self.at = 0.0
        for _ in range(people):
            self.join()

    def add(self, entry: Entry) -> None:
        self.league = apply(self.league, entry)
        self.log.append(entry)

    def join(self) -> int:
        seat = len(self.league.lots)
        self.add(Joined(self.at, seat, self.random.randrange(1 << 32)))
        return seat

    def start(self) -> None:
        self.add_start_only()
        self.draw()

    def add_start_only(self) -> None:
        """The start, before anything is drawn."""
        form = self.league.form
        seats = self.league.present
        draw = self.random.getrandbits(48) if isinstance(form, Swiss) else UNSET
        self.add(Started(self.at, divided(seats, form.size) if isinstance(form, RoundRobin) else (seats,), draw))

    def draw(self) -> None:
        if self.league.due:
            order = list(self.league.alive)
            self.random.shuffle(order)
            swiss = isinstance(self.league.form, Swiss)
            self.add(paired(self.league, self.at) if swiss else next_round(self.league, order, self.at))

    def win(self, number: int, winner: int, points: tuple[int, int] | None = None, *, draws: bool = True) -> str:
        self.games += 1
        game = f"table{self.games}:3"
        self.add(Won(self.at, number, winner, points or (7, self.random.randrange(7)), game))
        if draws:
            self.draw()
        return game

    def win_by_chance(self) -> str:
        number, pairing = self.random.choice(sorted(self.league.open_pairings.items()))
        return self.win(number, self.random.choice(pairing.seats))

    def leave(self, seat: int) -> None:
        self.leave_only(seat)
        self.draw()

    def leave_only(self, seat: int) -> None:
        """Leaving, before anything is drawn."""
        self.add(Left(self.at, seat))

    def strike(self, game: str) -> None:
        self.add(Struck(self.at, game))

    def restore(self, game: str) -> None:
        self.add(Restored(self.at, game))
        self.draw()

    def end(self) -> None:
        self.add(Ended(self.at))

    def play_out(self) -> None:
        while self.league.open_pairings:
            self.win_by_chance()

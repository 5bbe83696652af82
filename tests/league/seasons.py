"""Leagues that are played by chance, for tests: what the store would keep of them."""

import random

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
    Won,
    apply,
    opened,
)
from bot.league.draw import divided, next_round

DAY = 24 * 3600


def opening(form: RoundRobin | Knockout, length: int = 7) -> Opened:
    return Opened(
        at=0.0, name="Winter", length=length, variant="backgammon", rated=True, form=form, channel=77, follows=""
    )


class Season:
    """A league and its log. `chance` is what everything hangs on."""

    def __init__(self, form: RoundRobin | Knockout, people: int, chance: int = 1) -> None:
        self.random = random.Random(chance)
        self.log: list[Entry] = [opening(form)]
        self.league: League = opened(opening(form))
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
        form = self.league.form
        seats = self.league.present
        self.add(Started(self.at, divided(seats, form.size) if isinstance(form, RoundRobin) else (seats,)))
        self.draw()

    def draw(self) -> None:
        if self.league.due:
            order = list(self.league.alive)
            self.random.shuffle(order)
            self.add(next_round(self.league, order, self.at))

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
        self.add(Left(self.at, seat))
        self.draw()

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

"""Leagues that follow one another: whom the tables of one have promoted starts nowhere lower in the next."""

from __future__ import annotations

import random

from bot.league import RoundRobin, Started
from bot.tables.held_league import HeldLeague
from bot.tables.league_draws import first_divisions
from bot.tables.table import Person
from tests.league.plainly import Plain
from tests.league.seasons import Season

FEWEST = 3


def held(season: Season, users: list[int]) -> HeldLeague:
    people = {seat: Person(user, f"P{user}") for seat, user in enumerate(users)}
    return HeldLeague(
        version=len(season.log), guild=1, id="any", fold=season.league, people=people, host=people[0], acted_at=0.0
    )


def form(dice: random.Random) -> RoundRobin:
    return RoundRobin(weeks=4, size=dice.randint(4, 10), moved=dice.randint(1, 2))


def played(season: Season, dice: random.Random) -> None:
    """Matches and leavers by chance; some are left open when the league is ended."""
    for _ in range(dice.randint(0, len(season.league.open_pairings))):
        if season.league.over:
            return
        if dice.random() < 0.03 and len(season.league.present) > 2:
            season.leave(dice.choice(season.league.present))
        else:
            season.win_by_chance()
    if not season.league.over:
        season.end()


def promoted(season: Season, users: list[int], moved: int) -> dict[int, int]:
    """By user, where the plain tables of a league promote to: the first of each division but the highest."""
    plain = Plain(season.log)
    tables = [
        [users[seat] for seat, *_ in plain.table(division) if seat not in plain.gone]
        for division in range(len(plain.divisions))
    ]
    found: dict[int, int] = {}
    for division in range(1, len(tables)):
        number = min(moved, len(tables[division]) // 2, len(tables[division - 1]) // 2)
        found |= dict.fromkeys(tables[division][:number], division - 1)
    return found


def chain(chance: int) -> int:
    """Three leagues, each following the one before; how many were promoted and went on."""
    dice = random.Random(chance)
    users = list(range(100, 100 + dice.randint(8, 40)))
    season = Season(form(dice), len(users), chance)
    season.start()
    checked = 0
    for number in range(1, 4):
        played(season, dice)
        assert isinstance(season.league.form, RoundRobin)
        up = promoted(season, users, season.league.form.moved)
        going = [user for user in users if dice.random() < 0.85]
        new = [1000 * number + each for each in range(dice.choice((0, 1, 4, 12)))][: 40 - len(going)]
        following = [*going, *new]
        if len(following) < FEWEST:
            break
        dice.shuffle(following)
        after = Season(form(dice), len(following), chance + number)
        ratings = {seat: dice.uniform(1200, 1900) for seat in range(len(following))}
        divisions = first_divisions(held(after, following), ratings, held(season, users))
        now = {following[seat]: at for at, division in enumerate(divisions) for seat in division}
        assert sorted(now) == sorted(following)
        for user, division in up.items():
            if user in now:
                assert now[user] <= division, (chance, number, user)
                checked += 1
        after.add(Started(after.at, divisions))
        season, users = after, following
    return checked


def test_whoever_is_promoted_starts_no_lower_in_a_chain_of_leagues() -> None:
    assert sum(map(chain, range(60))) > 200

"""The club's week: by the calendar of any zone, and as a fold of its games, recounted plainly from all of them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import OfferStage, Side
from bot.engine.thoughts import Chances, Stakes
from bot.ladder.facts import Fact
from bot.tables.days import name_of
from bot.tables.weeks import Found, Named, WeekFold, WeekGame, Who, week_before
from tests.ladder.facts import chouette_game, match_game, sheet

HOUR = 3600.0
ZONES = ("UTC", "Europe/Prague", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Africa/Cairo", "Asia/Beirut")


@pytest.mark.parametrize("zone", ZONES)
def test_of_every_moment_it_is_the_last_week_of_the_calendar(zone: str) -> None:
    """Two years hour by hour, with all days on which the clocks are set."""
    place, before = ZoneInfo(zone), None
    for hour in range(2 * 366 * 24):
        now = datetime(2026, 1, 1, tzinfo=UTC).timestamp() + hour * HOUR
        week, here = week_before(now, zone), datetime.fromtimestamp(now, place)
        assert week.monday.weekday() == 0 and timedelta(0) <= here.date() - week.monday - timedelta(7) < timedelta(7)
        assert week.start < week.end <= now < week.next_end and week.name == week.monday.isoformat()
        for at, day in ((week.start, week.monday), (week.end, week.sunday + timedelta(1))):
            assert datetime.fromtimestamp(at, place).date() == day
            assert datetime.fromtimestamp(at - 1, place).date() == day - timedelta(1)
        told = datetime.fromtimestamp(week.opens, place)
        assert (told.date(), told.hour, told.minute) == (week.sunday + timedelta(1), 8, 0)
        late = datetime.fromtimestamp(week.closes, place)
        assert (late.date() - told.date(), late.hour) == (timedelta(1), 12)
        assert before is None or before == week or (before.end, before.again) == (week.start, week.opens)
        before = week


def test_a_week_in_which_the_clocks_are_set_is_an_hour_longer_or_shorter() -> None:
    lengths = {}
    for monday in (date(2026, 3, 23), date(2026, 10, 19), date(2026, 6, 1)):
        now = datetime.combine(monday + timedelta(8), datetime.min.time(), UTC).timestamp()
        week = week_before(now, "Europe/Prague")
        lengths[week.monday] = (week.end - week.start) / HOUR
    assert list(lengths.values()) == [167, 169, 168] and next(iter(lengths)) == date(2026, 3, 23)


class Played(NamedTuple):
    """A game as it was: its players by seat, and the verdicts, if it was analysed."""

    fact: Fact
    people: tuple[int, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def id(self) -> str:
        return f"{self.fact.table}-{self.fact.game}"


def verdict(rng: random.Random, seat: int, turn: int) -> Verdict:
    """Somebody plays one of a few positions, or says something about the cube before the roll."""
    win = rng.choice((0.01, 0.03, 0.2, 0.5, 0.7, 0.98))
    chances = Chances(win, 0.1, 0.0, 0.1, 0.0)
    cube = rng.random() < 0.2
    return Verdict(
        seat=seat,
        side=Side(seat % 2),
        turn=turn,
        kind=Kind.CUBE if cube else Kind.PLAY,
        position=f"position {rng.randrange(8)}",
        stakes=Stakes(),
        chosen="roll" if cube else "24/18",
        best="double" if cube else "13/7",
        after=chances,
        after_best=chances,
        error=rng.choice((0.0, 0.049, 0.05, 0.051, 0.3, 0.31)),
        dice=None if cube else rng.choice(((6, 4), (3, 1))),
        luck=rng.choice((-0.8, -0.1, 0.2, 0.6, 0.61)),
    )


def verdicts(rng: random.Random, seats: int) -> tuple[Verdict, ...]:
    if rng.random() < 0.3:
        return ()
    return tuple(verdict(rng, turn % seats, turn) for turn in range(1, rng.randrange(2, 12)))


def week_of(seed: int) -> list[Played]:
    """Matches, games for money and chouettes of eight people, some against computers, some by two at a seat."""
    rng, played, at = random.Random(seed), list[Played](), 0.0
    for number in range(rng.randrange(1, 14)):
        table, at = f"table{number}", at + 1
        ended = rng.choice(("played", "dropped", "resigned", "settled", "claimed", "flagged"))
        match rng.choice(("match", "money", "chouette", "sheet")):
            case "match":
                score, length = [0, 0], rng.choice((1, 3, 5))
                for game in range(1, rng.randrange(2, 8)):
                    winner, points = rng.randrange(2), rng.choice((1, 1, 2))
                    if max(score) >= length:
                        break
                    facts = match_game(
                        winner=winner, score=(score[0], score[1]), length=length, points=points, table=table,
                        game=game, at=at, reason=ended,
                    )  # fmt: skip
                    played.append(Played(facts, (1 + number % 4, 5 + number % 4), verdicts(rng, 2)))
                    score[winner] += points
            case "money":
                for game in range(1, rng.randrange(2, 4)):
                    facts = match_game(
                        winner=rng.randrange(2), length=0, points=rng.choice((0, 1, 2)), table=table, game=game, at=at,
                        reason=ended,
                    )  # fmt: skip
                    if number % 3 == 0:
                        facts = replace(facts, computers=((1, "expert2"),))
                    played.append(Played(facts, (1 + number % 4, 5 + number % 4), verdicts(rng, 2)))
            case "chouette":
                for game in range(1, rng.randrange(2, 5)):
                    points = {seat: rng.choice((-4, -2, -1, 1, 2)) for seat in range(1, 4)}
                    facts = chouette_game(points, table=table, game=game, at=at)
                    contest = {"contest": True} if number % 4 == 0 else {}
                    played.append(Played(replace(facts, **contest), (1, 2, 3, 4), verdicts(rng, 2)))
            case _:
                facts = sheet({1: rng.randrange(-9, 9), 2: rng.randrange(-9, 9)}, 12, table=table, at=at)
                played.append(Played(facts, (2, 3, 4), ()))
    rng.shuffle(played)
    return sorted(played, key=lambda each: each.fact.ended_at)


def folded(played: list[Played], hidden: set[int]) -> Found:
    fold = WeekFold()
    for each in played:
        seated = [(seat, Named(who, named(each, seat, hidden))) for seat, who in enumerate(each.people)]
        people = {seat: who for seat, who in seated if who.name}
        fold.count(WeekGame(each.fact, people), each.verdicts)
    return fold.found()


# The same from nothing but the games


def named(each: Played, seat: int, hidden: set[int]) -> str:
    """Who played there, empty for a computer and whoever hides."""
    computers = [there for there, _ in each.fact.computers]
    return "" if seat in computers or each.people[seat] in hidden else f"Player {each.people[seat]}"


def plain_results(played: list[Played], hidden: set[int]) -> Iterator[tuple[object, ...]]:
    tables = defaultdict[str, list[Played]](list)
    for each in played:
        tables[each.fact.table].append(each)
    for games in tables.values():
        last, account = games[-1], games[-1].fact.account
        won = [Fraction(0)] * len(account.roles)
        for row in (row for each in games for row in each.fact.account.rows):
            won[row.payee] += Fraction(*row.points)
            won[row.payer] -= Fraction(*row.points)
        ways: list[tuple[int, str | tuple[int, int]]] = []
        if account.length and account.winner is not None and account.score is not None:
            lost = account.score[1 - account.winner]
            ways = [(account.winner, (account.length, min(lost, account.length - 1)))]
        elif not account.length and won.count(max(won)) == 1:
            ways = [(won.index(max(won)), str(max(won)))]
        for winner, figure in ways:
            two = account.score is not None
            seats = (winner, 1 - winner) if two else (winner,)
            computers = dict(last.fact.computers)
            names = [Who(named(last, seat, hidden), computers.get(seat, "")) for seat in seats]
            if all(any(name) for name in names):
                yield (last.id, *names, figure, len(games))


@pytest.mark.parametrize("seed", range(60))
def test_it_is_what_the_games_say(seed: int) -> None:
    rng, played = random.Random(seed), week_of(seed)
    hidden = set(rng.sample(range(1, 9), rng.choice((0, 0, 2, 8))))
    found = folded(played, hidden)
    assert found.games == len(played)
    told = {
        (each.game, each.winner, *([each.loser] if each.loser else []), each.score or str(each.points), each.games)
        for each in found.results
    }
    assert told == set(plain_results(played, hidden)) and len(told) == len(found.results)
    counting = [each for each in played if not each.fact.contest]
    made = [(each, one) for each in counting for one in each.verdicts if named(each, one.seat, hidden)]
    # Rolls
    rolls = [(one.luck, each.id, named(each, one.seat, hidden), one.dice) for each, one in made if one.dice]
    best = max((luck for luck, *_ in rolls if luck > 0), default=None)
    first = next((roll for roll in rolls if roll[0] == best), None)
    assert (found.luck and (found.luck.luck, found.luck.game, found.luck.name, found.luck.dice)) == first
    # Positions
    missed = defaultdict[str, list[tuple[int, float]]](list)
    for each, one in made:
        if one.error > 0.05:
            missed[name_of(one)].append((each.people[one.seat], one.error))
    most = max(((len(dict(all_)), max(error for _, error in all_)) for all_ in missed.values()), default=None)
    assert (found.missed and (found.missed.people, found.missed.verdict.error)) == most
    if found.missed:
        assert (1, found.missed.game) in [(one == found.missed.verdict, each.id) for each, one in made]
        assert len(dict(missed[name_of(found.missed.verdict)])) == found.missed.people
    # Comebacks
    lows = []
    for each in counting:
        bets = [row for row in each.fact.account.rows if row.points[0]]
        if {row.reason for row in each.fact.account.rows} <= {"played", "dropped", "resigned"} and bets:
            winner = bets[0].payee
            if all(row.payee == winner for row in bets) and named(each, winner, hidden):
                played_at = {one.turn for one in each.verdicts if one.dice}
                sides = {one.seat: one.side for one in each.verdicts}
                known = [
                    one.after.win if one.side == sides.get(winner) else 1 - one.after.win
                    for one in each.verdicts
                    if winner in sides and (one.dice or (one.turn > 1 and one.turn - 1 not in played_at))
                ]
                lows += [(min(known), each.id, named(each, winner, hidden))] if known and min(known) < 0.5 else []
    low = min((chance for chance, *_ in lows), default=None)
    back = next((each for each in lows if each[0] == low), None)
    assert (found.comeback and (found.comeback.chance, found.comeback.game, found.comeback.name)) == back
    # Boxes
    boxes = []
    for each in counting:
        if each.fact.account.roles[0][1] == "box" and named(each, 0, hidden):
            rows = each.fact.account.rows
            boxes.append((sum(Fraction(*row.points) * (1 if row.payee == 0 else -1) for row in rows), each.id))
    high = max((points for points, _ in boxes if points > 0), default=None)
    assert (found.box and (found.box.points, found.box.game)) == next((box for box in boxes if box[0] == high), None)
    assert not found.box or found.box.name == "Player 1"


def test_weeks_of_every_kind_come_up() -> None:
    found = [folded(week_of(seed), set()) for seed in range(60)]
    for part in ("luck", "comeback", "missed", "box", "results"):
        assert {bool(getattr(each, part)) for each in found} == {True, False}
    assert not any(each.silent for each in found)
    assert all(folded(week_of(seed), set(range(1, 9))).silent for seed in range(60))


def test_matches_come_first_the_longest_before_others_and_computers_last() -> None:
    for seed in range(60):
        results = folded(week_of(seed), set()).results
        alone = [bool(each.winner.level or (each.loser and each.loser.level)) for each in results]
        assert alone == sorted(alone)
        lengths = [each.score[0] for each in results if each.score]
        assert lengths == sorted(lengths, reverse=True)
        kinds = [each.score is None for each, computer in zip(results, alone, strict=True) if not computer]
        assert kinds == sorted(kinds)


def test_what_two_at_a_seat_play_is_a_result_and_nothing_else() -> None:
    fact = replace(match_game(winner=1, length=1, table="pairs1"), apart=True)
    roles = (*fact.account.roles, *((seat + 2, role) for seat, role in fact.account.roles))
    fact = replace(fact, account=replace(fact.account, roles=roles))
    fold = WeekFold()
    rng = random.Random(1)
    fold.count(WeekGame(fact, {0: Named(1, "Ann & Bob"), 1: Named(2, "Cyd & Dan")}), verdicts(rng, 2))
    found = fold.found()
    (result,) = found.results
    assert (result.winner, result.loser, result.score) == (Who("Cyd & Dan"), Who("Ann & Bob"), (1, 0))
    assert not any((found.luck, found.missed, found.comeback, found.box))


def test_an_answer_to_a_double_is_a_mistake_of_who_answered() -> None:
    rng = random.Random(2)
    said = replace(verdict(rng, 1, 3), kind=Kind.ANSWER, side=Side.WHITE, stage=OfferStage.DOUBLE, error=0.4, dice=None)
    fold = WeekFold()
    fold.count(WeekGame(match_game(winner=0, length=1), {1: Named(2, "Bob")}), (said,))
    found = fold.found()
    assert found.missed and found.missed.people == 1 and not found.luck
    fold = WeekFold()
    fold.count(WeekGame(match_game(winner=0, length=1), {0: Named(1, "Ann")}), (said,))
    assert fold.found().missed is None

"""Rounds that end by themselves: to whom goes what nobody has played, and that no knock-out waits for ever."""

import random
from collections.abc import Mapping

import pytest

from bot.core.actions import Seat
from bot.core.refusal import Refused
from bot.league import (
    Answered,
    Begun,
    Challenged,
    Decided,
    Decision,
    Extended,
    Knockout,
    League,
    LeagueFault,
    RoundRobin,
    TimeUp,
    Why,
    apply,
)
from bot.league.entries import DAY, MOST_EXTENDED, read_entry, write_entry
from bot.league.league import folded
from bot.league.rounds import UNANSWERED, decisions
from bot.league.state import LATE

from .plainly import Plain
from .seasons import Season

HOUR = 3600.0


class Rounds(Season):
    """A knock-out whose rounds have an end."""

    def __init__(self, people: int = 4, *, losses: int = 1, days: int = 14, chance: int = 1) -> None:
        super().__init__(Knockout(losses=losses, round_days=days), people, chance)
        self.start()

    def wait(self, seconds: float) -> None:
        self.at += seconds

    def challenge(self, number: int, by: Seat) -> Challenged:
        made = Challenged(self.at, number, by)
        self.add(made)
        return made

    def answer(self, made: Challenged) -> None:
        self.add(Answered(self.at, made.pairing, made.by, made.at))

    def begin(self, number: int) -> None:
        self.add(Begun(self.at, number, f"8000:table{number}"))

    def time_up(self, on: Mapping[int, Seat | None] | None = None, lots: int = 0) -> TimeUp:
        """The round's time passes."""
        ends = self.league.time_up
        assert ends is not None
        self.at = max(self.at, ends)
        entry = TimeUp(self.at, decisions(self.league, on or {}, lots))
        self.add(entry)
        return entry

    @property
    def open(self) -> list[int]:
        return list(self.league.open_pairings)


def refused(reason: LeagueFault, league: League, entry: object) -> None:
    with pytest.raises(Refused) as caught:
        apply(league, entry)  # type: ignore[arg-type]
    assert caught.value.reason is reason


def test_a_match_goes_to_whoever_alone_has_challenged_in_vain() -> None:
    rounds = Rounds()
    rounds.challenge(0, rounds.league.pairings[0].other)
    entry = rounds.time_up()
    asked, drawn = entry.decisions
    assert asked == Decision(0, rounds.league.pairings[0].other, Why.CHALLENGE)
    assert drawn.why is Why.LOT and rounds.league.due


@pytest.mark.parametrize("wait", [UNANSWERED, UNANSWERED + 1])
def test_an_answer_has_48_hours(wait: float) -> None:
    rounds = Rounds()
    rounds.at = (rounds.league.time_up or 0) - wait
    rounds.challenge(0, rounds.league.pairings[0].one)
    assert rounds.time_up(lots=0b1).decisions[0] == Decision(0, rounds.league.pairings[0].one, Why.CHALLENGE)
    later = Rounds()
    later.at = (later.league.time_up or 0) - UNANSWERED + 1
    later.challenge(0, later.league.pairings[0].one)
    assert later.time_up(lots=0b1).decisions[0] == Decision(0, later.league.pairings[0].other, Why.LOT)


def test_what_is_declined_or_withdrawn_or_done_by_both_is_no_claim() -> None:
    rounds = Rounds()
    one, other = rounds.league.pairings[0].seats
    made = rounds.challenge(0, one)
    rounds.wait(60)
    again = rounds.challenge(0, one)
    rounds.answer(made)
    refused(LeagueFault.OUT_OF_TURN, rounds.league, Answered(rounds.at, 0, one, made.at))
    rounds.answer(again)
    rounds.challenge(1, rounds.league.pairings[1].one)
    rounds.challenge(1, rounds.league.pairings[1].other)
    assert [each.why for each in rounds.time_up().decisions] == [Why.LOT, Why.LOT]
    assert {one, other} == {*rounds.league.pairings[0].seats}


@pytest.mark.parametrize("lots", range(4))
def test_each_match_has_a_lot_of_its_own(lots: int) -> None:
    rounds = Rounds()
    winners = [each.winner for each in rounds.time_up(lots=lots).decisions]
    pairings = rounds.league.pairings
    assert winners == [pairings[0].seats[lots & 1], pairings[1].seats[lots >> 1]]


def test_what_has_begun_goes_on_for_seven_days_and_then_whoever_must_act_loses() -> None:
    rounds = Rounds()
    rounds.begin(0)
    slow = rounds.league.pairings[0].one
    assert [each.pairing for each in rounds.time_up({0: slow}).decisions] == [1]
    assert rounds.open == [0] and rounds.league.time_up == rounds.at + LATE
    refused(LeagueFault.ROUND_OVER, rounds.league, Extended(rounds.at, 3))
    refused(LeagueFault.OUT_OF_TURN, rounds.league, TimeUp(rounds.at + LATE, ()))
    assert rounds.time_up({0: slow}).decisions == (Decision(0, rounds.league.pairings[0].other, Why.CLOCK),)
    assert rounds.league.due


def test_what_has_begun_and_was_given_up_is_given_by_lot_in_the_end() -> None:
    rounds = Rounds()
    rounds.begin(0)
    rounds.time_up({0: None})
    assert rounds.time_up({0: None}).decisions[0].why is Why.LOT


def test_a_round_is_extended_once_and_a_match_decided() -> None:
    rounds = Rounds()
    ends = rounds.league.time_up or 0
    refused(LeagueFault.OUT_OF_TURN, rounds.league, Extended(rounds.at, MOST_EXTENDED + 1))
    rounds.add(Extended(rounds.at, 3))
    assert rounds.league.time_up == ends + 3 * DAY and rounds.league.chapters == 2
    refused(LeagueFault.EXTENDED, rounds.league, Extended(rounds.at, 3))
    refused(LeagueFault.OUT_OF_TURN, rounds.league, TimeUp(ends, decisions(rounds.league, {}, 0)))
    winner = rounds.league.pairings[0].other
    refused(LeagueFault.NO_SUCH_MATCH, rounds.league, Decided(rounds.at, 0, rounds.league.pairings[1].one))
    rounds.add(Decided(rounds.at, 0, winner))
    assert rounds.league.pairings[0].lost_by(rounds.league.pairings[0].one)
    refused(LeagueFault.DECIDED, rounds.league, Decided(rounds.at, 0, winner))
    rounds.win(1, rounds.league.pairings[1].one)
    assert rounds.league.rounds == 2 and rounds.league.news is None
    rounds.add(Extended(rounds.at, 1))


def test_a_league_without_such_rounds_has_none() -> None:
    for season in (Season(Knockout(), 4), Season(RoundRobin(weeks=4), 4)):
        season.start()
        assert season.league.time_up is None
        refused(LeagueFault.NO_ROUND, season.league, Extended(0.0, 1))
        refused(LeagueFault.NO_ROUND, season.league, Challenged(0.0, 0, season.league.pairings[0].one))
        season.add(Decided(0.0, 0, season.league.pairings[0].one))


def test_a_match_that_is_struck_has_seven_days() -> None:
    rounds = Rounds()
    game = rounds.win(0, rounds.league.pairings[0].one)
    rounds.begin(1)
    rounds.time_up({1: None})
    rounds.wait(HOUR)
    rounds.strike(game)
    assert rounds.open == [0, 1] and rounds.league.time_up == rounds.at + LATE
    assert len(rounds.time_up().decisions) == 2


@pytest.mark.parametrize("chance", range(60))
def test_a_knockout_ends_whatever_people_do_and_its_log_says_all_of_it(chance: int) -> None:
    """The longest that a round may last is its days, an extension, seven days more, and seven for each match that was
    struck.
    """
    dice = random.Random(chance)
    days = dice.randint(3, 56)
    rounds = Rounds(dice.randint(3, 9), losses=dice.randint(1, 3), days=days, chance=chance)
    made: list[Challenged] = []
    games: list[str] = []
    drawn, struck, asleep = rounds.at, 0, dice.randint(0, 120)
    for step in range(2000):
        if rounds.league.over:
            break
        before = rounds.league.rounds
        ends, current = rounds.league.time_up, rounds.league.current
        assert ends is not None and current is not None
        assert ends - drawn <= (days + MOST_EXTENDED + 7 + 14 * struck) * DAY
        on = {number: dice.choice([None, *rounds.league.pairings[number].seats]) for number, _ in current.tables}
        if step > asleep or dice.random() < 0.1:
            rounds.time_up({number: seat for number, seat in on.items() if dice.random() < 0.7}, dice.getrandbits(64))
            rounds.draw()
        else:
            rounds.at = min(ends, rounds.at + dice.random() * 2 * DAY)
            struck += act(rounds, dice, made, games)
        if rounds.league.rounds != before:
            drawn, struck, made, games = rounds.at, 0, [], []
    assert rounds.league.over
    log = [read_entry(write_entry(entry)) for entry in rounds.log]
    assert folded(log) == rounds.league
    plain = Plain(log)
    assert {seat for seat in plain.inside if plain.losses(seat) < rounds.league.form.losses} == {*rounds.league.alive}  # type: ignore[union-attr]


def act(rounds: Rounds, dice: random.Random, made: list[Challenged], games: list[str]) -> int:
    """Somebody does something; how many matches were struck."""
    number = dice.choice(rounds.open)
    seats = rounds.league.pairings[number].seats
    match dice.randrange(9):
        case 0 | 1 | 2:
            made.append(rounds.challenge(number, dice.choice(seats)))
        case 3 if made:
            each = made.pop(dice.randrange(len(made)))
            if rounds.league.current and each in rounds.league.current.challenges:
                rounds.answer(each)
        case 4:
            rounds.begin(number)
        case 5:
            games.append(rounds.win(number, dice.choice(seats)))
        case 6 if rounds.league.current and not rounds.league.current.extended:
            if rounds.league.current.late_until is None:
                rounds.add(Extended(rounds.at, dice.randint(1, MOST_EXTENDED)))
        case 7 if len(rounds.league.present) > 2:
            rounds.leave(dice.choice(rounds.league.present))
        case 8 if games and rounds.league.pairings[-1].result is None:
            game = games.pop()
            if any(each.result and each.result.game == game for each in rounds.league.pairings):
                rounds.strike(game)
                return 1
        case _:
            rounds.add(Decided(rounds.at, number, dice.choice(seats)))
            rounds.draw()
    return 0

"""A Swiss: whom a round pairs and who has the bye, what counts in its table, who comes late and who leaves."""

import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.core.refusal import Refused
from bot.league import (
    Decision,
    Joined,
    LeagueFault,
    Paired,
    Started,
    Swiss,
    TimeUp,
    Why,
    Won,
    apply,
    swiss_round,
)
from bot.league.entries import read_entry, write_entry
from bot.league.league import folded
from bot.league.rounds import decisions
from bot.league.standings import Tie, swiss_table, ties
from tests.facts import swiss as facts

from .seasons import Season

ROOT = Path(__file__).parents[2]


def no_lots(one: str, other: str) -> int:
    return 0


def met(*pairs: str) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for pair in pairs)


def test_those_with_as_many_wins_are_paired() -> None:
    pairs, bye = swiss_round("abcdef", {"a": 2, "b": 0, "c": 1, "d": 2, "e": 0, "f": 1}, {}, {}, no_lots)
    assert pairs == (("a", "d"), ("b", "e"), ("c", "f")) and bye is None


def test_a_rematch_costs_more_than_any_difference_of_wins() -> None:
    pairs, _ = swiss_round("abcd", {"a": 9, "b": 9}, met("ab", "cd"), {}, no_lots)
    assert {*pairs} in ({("a", "c"), ("b", "d")}, {("a", "d"), ("b", "c")})
    again, _ = swiss_round("abcd", {}, met("ab", "ab", "cd", "ac", "bd", "ad", "bc"), {}, no_lots)
    assert ("a", "b") not in again, "who have met twice are spared before those who have met once"


def test_the_bye_goes_to_the_fewest_wins_then_to_who_joined_last_and_to_nobody_twice() -> None:
    assert swiss_round("abcde", {}, {}, {}, no_lots)[1] == "e"
    assert swiss_round("abcde", {"d": 1, "e": 1, "a": 1}, {}, {}, no_lots)[1] == "c"
    assert swiss_round("abcde", {"a": 3, "b": 3, "c": 3, "d": 2}, {}, {"e": 1}, no_lots)[1] == "d"
    # Without a rematch only `b` can rest, though others have fewer wins.
    assert swiss_round("abc", {"b": 5}, met("ab", "bc"), {}, no_lots)[1] == "b"


def test_differences_of_wins_decide_before_the_place_of_who_rests() -> None:
    wins = {"a": 2, "b": 1, "c": 2, "d": 1, "e": 1}
    pairs, bye = swiss_round("abcde", wins, met("de"), {}, no_lots)
    assert bye == "e" and pairs == (("a", "c"), ("b", "d"))
    pairs, bye = swiss_round("abcde", wins, met("bd"), {}, no_lots)
    assert bye == "d" and pairs == (("a", "c"), ("b", "e"))


@pytest.mark.parametrize("least", list(combinations("abcd", 2)))
def test_the_lot_decides_at_last(least: tuple[str, str]) -> None:
    pairs, _ = swiss_round("abcd", {}, {}, {}, lambda one, other: 0 if (one, other) == least else 1 << 70)
    assert least in pairs


@pytest.mark.parametrize("people", [0, 1, 2])
def test_the_smallest_rounds(people: int) -> None:
    pairs, bye = swiss_round("ab"[:people], {}, met("ab", "ab"), {"a": 4}, no_lots)
    assert (pairs, bye) == [((), None), ((), "a"), ((("a", "b"),), None)][people]


def test_tournaments_by_chance_are_paired_as_well_as_can_be() -> None:
    assert sum(facts.judged(number)[1] for number in range(60)) == 0


def test_a_round_that_could_be_better_is_found() -> None:
    _, before, drawn = next(facts.tournament(0))
    (one, other), (third, fourth), *rest = drawn.pairs
    bye = drawn.byes[0] if drawn.byes else None
    assert facts.is_best(before, drawn.pairs, bye)
    assert not facts.is_best(before, ((one, third), (other, fourth), *rest), bye)
    assert not facts.is_best(before, (drawn.pairs[0], *rest), bye)


def test_the_same_log_gives_the_same_pairs_whatever_the_seed_of_hashes() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-m", "tests.facts.swiss", "12", "--digest"],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert told == {facts.digest(12) + "\n"}


def test_what_the_program_prints(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts.main(["2"]) == 0
    monkeypatch.setattr(facts, "is_best", lambda *_: False)
    assert facts.main(["2"]) == 1
    fine, wrong = capsys.readouterr().out.splitlines()
    assert fine.startswith("2 tournaments, ") and fine.endswith(" rounds, 0 mismatches")
    assert not wrong.endswith(" 0 mismatches")


@pytest.mark.parametrize(
    ("people", "rounds"), [(4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6)]
)
def test_there_are_as_many_rounds_as_in_a_knock_out_unless_it_is_said(people: int, rounds: int) -> None:
    assert Swiss().rounds_for(people) == rounds
    assert Swiss(rounds=9).rounds_for(people) == min(9, people - 1)
    season = Season(Swiss(), people)
    season.start()
    season.play_out()
    assert season.league.over and season.league.rounds == rounds and season.league.has_winner


@pytest.mark.parametrize("rounds", [1, 10])
def test_a_swiss_has_two_to_nine_rounds(rounds: int) -> None:
    with pytest.raises(ValueError, match="no such Swiss"):
        Swiss(rounds=rounds)
    with pytest.raises(ValueError, match="no such Swiss"):
        Swiss(round_days=rounds // 10 * 54 + 2 + rounds // 10)


def refused(reason: LeagueFault, season: Season, entry: object) -> None:
    with pytest.raises(Refused) as caught:
        apply(season.league, entry)  # type: ignore[arg-type]
    assert caught.value.reason is reason


def test_four_to_sixty_four_people_are_in_it() -> None:
    season = Season(Swiss(), 3)
    refused(LeagueFault.TOO_FEW, season, Started(0.0, ((0, 1, 2),)))
    full = Season(Swiss(), 64)
    refused(LeagueFault.FULL, full, Joined(0.0, 64, 1))


def win_all(season: Season, *, draws: bool = True) -> None:
    for number, each in list(season.league.open_pairings.items()):
        season.win(number, each.one, (7, 3), draws=draws)


def test_who_comes_late_has_lost_the_first_round_and_is_paired_in_the_second() -> None:
    season = Season(Swiss(rounds=3), 6)
    season.start()
    late = season.join()
    assert not any(late in each.seats for each in season.league.pairings) and not season.league.byes
    win_all(season)
    line = next(line for line in swiss_table(season.league) if line.seat == late)
    assert season.league.rounds == 2 and line.lost == 1
    assert late in (*season.league.byes, *(seat for each in season.league.pairings for seat in each.seats))
    refused(LeagueFault.TOO_LATE, season, Joined(season.at, 7, 1))


def test_who_leaves_is_not_paired_again_and_loses_what_is_open() -> None:
    season = Season(Swiss(rounds=3), 6)
    season.start()
    gone = season.league.pairings[0].one
    season.leave(gone)
    assert season.league.pairings[0].result and season.league.pairings[0].result.winner != gone
    season.play_out()
    assert sum(gone in each.seats for each in season.league.pairings) == 1 and season.league.rounds == 3
    assert gone not in season.league.byes
    assert any(line.seat == gone and line.left for line in swiss_table(season.league))


def test_it_is_over_when_nobody_is_left_to_play() -> None:
    season = Season(Swiss(rounds=3), 4)
    season.start()
    for seat in range(3):
        season.leave(seat)
    assert season.league.over and season.league.rounds < 3


def test_what_nobody_has_played_both_lose_unless_one_alone_has_challenged() -> None:
    season = Season(Swiss(rounds=3, round_days=7), 4)
    season.start()
    season.at = season.league.time_up or 0.0
    made = decisions(season.league, {}, 0b11)
    assert made == tuple(Decision(number, None, Why.NEITHER) for number in range(2))
    season.add(TimeUp(season.at, made))
    lines = swiss_table(season.league)
    assert [(line.won, line.lost) for line in lines] == [(0, 1)] * 4
    assert all(line.buchholz == 0.5 for line in lines), "half of the one round"
    season.draw()
    assert season.league.rounds == 2
    entry = TimeUp(1.5, (Decision(4, None, Why.NEITHER),))
    assert read_entry(write_entry(entry)) == entry


def test_a_bye_is_a_win_without_points_and_half_of_the_rounds_for_buchholz() -> None:
    season = Season(Swiss(rounds=2), 5)
    season.start()
    (resting,) = season.league.byes
    line = next(line for line in swiss_table(season.league) if line.seat == resting)
    assert (line.won, line.lost, line.points, line.buchholz, line.open) == (1, 0, 0, 0.5, 0)


def test_the_order_is_wins_buchholz_points_and_lot() -> None:
    season = Season(Swiss(rounds=3), 8, 3)
    season.start()
    while season.league.open_pairings:
        number, pairing = next(iter(season.league.open_pairings.items()))
        season.win(number, pairing.one, (7, 3))
    lines = swiss_table(season.league)
    keys = [(-each.won, -each.buchholz, -each.points, season.league.lots[each.seat]) for each in lines]
    assert keys == sorted(keys) and lines[0].won == 3 and lines[0].points == 12
    assert {tie for each in ties(lines) for tie in each.by} <= {Tie.BUCHHOLZ, Tie.POINTS, Tie.LOT}
    for line in lines:
        won = Counter(each.result.winner for each in season.league.pairings if each.result)
        against = [each.against(line.seat) for each in season.league.pairings if line.seat in each.seats]
        assert line.buchholz == sum(won[other] for other in against)


def test_the_log_says_all_of_it() -> None:
    season = Season(Swiss(), 9, 5)
    season.start()
    while season.league.open_pairings:
        season.win_by_chance()
    log = [read_entry(write_entry(entry)) for entry in season.log]
    assert log == season.log and folded(log) == season.league and season.league.draw
    stored = (
        b'{"type":"opened","schema":3,"at":1.5,"name":"Winter","length":7,"variant":"backgammon","rated":true,'
        b'"form":{"type":"swiss","rounds":4,"round_days":14},"channel":77,"follows":""}'
    )
    opening = replace(read_entry(stored), at=0.0)  # type: ignore[type-var]
    assert opening == Season(Swiss(rounds=4), 0).log[0] and write_entry(replace(opening, at=1.5)) == stored
    begun = b'{"type":"started","at":1.5,"divisions":[[0,1,2,3]],"draw":99}'
    assert read_entry(begun) == Started(1.5, ((0, 1, 2, 3),), 99) and write_entry(read_entry(begun)) == begun


def test_other_draws_give_other_pairs() -> None:
    found = set()
    for draw in range(20):
        season = Season(Swiss(), 6)
        season.add(Started(0.0, (tuple(range(6)),), draw))
        season.draw()
        paired = season.log[-1]
        assert isinstance(paired, Paired)
        found.add(paired.pairs)
    assert len(found) > 5


def test_a_match_of_an_earlier_round_stays() -> None:
    season = Season(Swiss(rounds=3), 4)
    season.start()
    game = season.win(0, season.league.pairings[0].one)
    season.strike(game)
    assert 0 in season.league.open_pairings
    game = season.win(0, season.league.pairings[0].one)
    season.win(1, season.league.pairings[1].one)
    assert season.league.rounds == 2
    with pytest.raises(Refused) as caught:
        season.strike(game)
    assert caught.value.reason is LeagueFault.GONE_ON
    refused(LeagueFault.DECIDED, season, Won(0.0, 0, season.league.pairings[0].one, (7, 0), "x:1"))

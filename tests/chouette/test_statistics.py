"""What a session says about its players: by hand, and sums that must be zero."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.backgammon import CubeRules, Jacoby, Kind, Phase
from bot.backgammon.actions import Abort
from bot.chouette import LoneTaker, Options, Order
from bot.chouette.actions import Accept, Answer, AnswerExtras, Double, GiveExtra, OpeningRoll, Roll, Settle, Share
from bot.chouette.statistics import Statistics, Swing, Tally, statistics

from .test_history import (
    BEAVER,
    DROP,
    OPTIONS,
    TAKE,
    A,
    B,
    C,
    D,
    F,
    Played,
    everybody_drops,
    some_session,
)


def stats_of(played: Played) -> dict[int, Statistics]:
    return statistics(played.history())


def test_without_a_finished_game_nobody_is_remembered() -> None:
    assert stats_of(Played()) == {}


def test_roles_and_points() -> None:
    played = everybody_drops()  # A, captain B: +3 and -1 each
    played.next()
    played.begin()
    played.resign(A)  # A, captain C: -3 and +1 each; C has the box
    stats = stats_of(played)
    assert stats[A].box == Tally(2, 0)
    assert stats[B].captain == Tally(1, -1) and stats[B].crew == Tally(1, 1)
    assert stats[C].captain == Tally(1, 1) and stats[C].crew == Tally(1, -1)
    assert stats[D].crew == Tally(2, 0) and stats[D].captain == Tally(0, 0)
    assert stats[D].total == Tally(2, 0)
    assert all(each.partner == Tally(0, 0) for each in stats.values())


def six_games() -> Played:
    """A loses the box to D, who loses it to B, who loses it to C."""
    played = everybody_drops()
    for loser in (None, A, D, B, None):
        played.next()
        played.begin()
        if loser is None:
            played.box_doubles({0: DROP, 1: DROP, 2: DROP})
        else:
            played.resign(loser)
    return played


def test_everybody_plays_each_game_in_one_role() -> None:
    stats = stats_of(six_games())
    assert {seat: (each.box, each.captain, each.crew) for seat, each in stats.items()} == {
        A: (Tally(3, 3 + 3 - 3), Tally(1, -1), Tally(2, 1 + 1)),
        B: (Tally(1, -3), Tally(2, -1 + 1), Tally(3, -1 + 1 - 1)),
        C: (Tally(1, 3), Tally(2, -1 + 1), Tally(3, -1 + 1 + 1)),
        D: (Tally(1, -3), Tally(1, 1), Tally(4, -1 - 1 + 1 - 1)),
    }
    assert {seat: each.against for seat, each in stats.items()} == {
        A: {B: 2, C: 0, D: 2}, B: {A: -2, C: -2, D: 0}, C: {A: 0, B: 2, D: 2}, D: {A: -2, B: 0, C: -2},
    }  # fmt: skip


def test_cubes_are_counted_for_who_gave_took_or_dropped_them() -> None:
    """The boxes of A, twice, and of C drive all others out."""
    stats = stats_of(six_games())
    assert {seat: (each.given, each.taken, each.dropped) for seat, each in stats.items()} == {
        A: (Tally(6, 6), Tally(0, 0), Tally(1, -1)),
        B: (Tally(0, 0), Tally(0, 0), Tally(3, -3)),
        C: (Tally(3, 3), Tally(0, 0), Tally(2, -2)),
        D: (Tally(0, 0), Tally(0, 0), Tally(3, -3)),
    }


def test_the_longest_box_counts_games_in_a_row() -> None:
    played = six_games()
    # Boxes: A, A, A, then D, B and C once each.
    assert [game.game.box for game in played.history()] == [A, A, A, D, B, C]
    assert {seat: each.longest_box for seat, each in stats_of(played).items()} == {A: 3, B: 1, C: 1, D: 1}
    assert {seat: each.longest_box for seat, each in stats_of(everybody_drops()).items()} == {A: 1, B: 0, C: 0, D: 0}


def test_a_voided_game_counts_nowhere_and_breaks_no_row() -> None:
    played = everybody_drops()
    played.next()
    played.begin()
    played.box_doubles({0: TAKE})
    played.do(Abort())
    played.next()
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    stats = stats_of(played)
    assert stats[A].longest_box == 2
    assert stats[A].total == Tally(2, 6)
    assert stats[A].given == Tally(6, 6)
    assert stats[C].taken == Tally(0, 0)


def test_cubes_and_what_their_bets_came_to() -> None:
    played = Played()
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: TAKE})
    played.do(Roll(by=A, dice=(2, 1)))
    played.play()
    # C redoubles and is taken, so on that bet both have given and taken a cube.
    played.do(Double(by=C, bets=(1,)), Roll(by=C, dice=(2, 1)), Answer(by=A, replies=((1, TAKE),)))
    played.resign(C)
    played.resign(A)
    stats = stats_of(played)
    assert {seat: played.history()[0].points[seat] for seat in (B, C, D)} == {B: -1, C: -4, D: 2}
    assert stats[A].given == Tally(3, 1 + 4 - 2)
    assert stats[A].taken == Tally(1, 4)
    assert stats[A].dropped == Tally(0, 0)
    assert stats[B].dropped == Tally(1, -1) and stats[B].taken == Tally(0, 0)
    assert stats[C].given == Tally(1, -4) and stats[C].taken == Tally(1, -4)
    assert stats[D].taken == Tally(1, 2)
    assert stats[B].given == stats[D].given == stats[C].dropped == stats[D].dropped == Tally(0, 0)


def test_a_bet_with_two_cubes_of_one_player_counts_its_points_once() -> None:
    played = Played(2)
    played.begin()
    played.box_doubles({0: TAKE})
    played.do(Roll(by=A, dice=(2, 1)))
    played.play()
    played.do(Double(by=B, bets=(0,)), Answer(by=A, replies=((0, TAKE),)), Roll(by=B, dice=(2, 1)))
    played.play()
    played.box_doubles({0: TAKE})
    played.resign(B)
    stats = stats_of(played)
    assert stats[A].given == Tally(2, 8)
    assert stats[B].taken == Tally(2, -8)
    assert stats[B].given == Tally(1, -8)


def test_a_refused_beaver_is_a_take_and_the_doubler_has_dropped() -> None:
    played = Played(2)
    played.begin()
    played.box_doubles({0: BEAVER})
    played.do(Answer(by=A, replies=((0, DROP),)))
    stats = stats_of(played)
    assert stats[A].given == stats[A].dropped == Tally(1, -2)
    assert stats[B].taken == Tally(1, 2) and stats[B].given == Tally(0, 0)


def test_gammons_are_games_in_which_one_was_paid() -> None:
    played = Played()
    played.begin()
    played.box_doubles({0: TAKE, 1: TAKE, 2: DROP})
    played.resign(A, Kind.GAMMON)
    stats = stats_of(played)
    assert played.history()[0].points == {A: 1 - 4 - 4, B: 4, C: 4, D: -1}
    assert [(stats[seat].gammons_won, stats[seat].gammons_lost) for seat in (A, B, C, D)] == [
        (0, 1),
        (1, 0),
        (1, 0),
        (0, 0),
    ]


@pytest.mark.parametrize(("kind", "counted"), [(Kind.SINGLE, 0), (Kind.GAMMON, 1), (Kind.BACKGAMMON, 1)])
@pytest.mark.parametrize("loser", [A, B])
@pytest.mark.parametrize("doubled", [False, True])
def test_backgammons_are_among_the_gammons(doubled: bool, loser: int, kind: Kind, counted: int) -> None:
    played = Played(2, Options(order=Order.MANUAL, cube=CubeRules(jacoby=Jacoby.OFF)))
    played.begin()
    if doubled:
        played.box_doubles({0: TAKE})
    played.resign(loser, kind)
    stats = stats_of(played)
    assert (stats[loser].gammons_won, stats[loser].gammons_lost) == (0, counted)
    assert (stats[1 - loser].gammons_won, stats[1 - loser].gammons_lost) == (counted, 0)


def test_a_gammon_that_jacoby_does_not_pay_is_none() -> None:
    def lost(jacoby: Jacoby) -> int:
        played = Played(options=Options(order=Order.MANUAL, cube=CubeRules(jacoby=jacoby)))
        played.begin()
        played.resign(A, Kind.BACKGAMMON)
        return stats_of(played)[A].gammons_lost

    assert lost(Jacoby.PER_CUBE) == 0
    assert lost(Jacoby.OFF) == 1


def test_a_dear_settlement_is_no_gammon() -> None:
    played = Played(2)
    played.begin()
    played.do(Settle(by=A, bets=(0,), points=5))
    played.do(Accept(by=B, question=played.session.proposals[0].number))
    stats = stats_of(played)
    assert stats[A].total == Tally(1, 5)
    assert stats[A].gammons_won == stats[B].gammons_lost == 0


def test_the_largest_swing_is_the_game_that_moved_most_the_earliest_of_several() -> None:
    played = everybody_drops()
    played.next()
    played.begin()
    played.resign(A)
    stats = stats_of(played)
    assert stats[A].swing == Swing(1, 3)
    assert stats[B].swing == Swing(1, -1)
    played.next()
    played.begin()
    played.box_doubles({0: TAKE, 1: TAKE, 2: TAKE})
    played.resign(C, Kind.GAMMON)
    assert stats_of(played)[C].swing == Swing(3, -12)
    assert stats_of(played)[A].swing == Swing(3, 4)


def test_who_never_won_or_lost_a_point_has_no_swing() -> None:
    played = Played(2)
    played.begin()
    played.do(Settle(by=A, bets=(0,), points=0, winner=A))
    played.do(Accept(by=B, question=played.session.proposals[0].number))
    stats = stats_of(played)
    assert stats[A].swing is None
    assert stats[A].against == {B: 0}


def test_what_somebody_has_won_from_another_is_summed_over_all_games() -> None:
    played = Played(2)
    balances: list[int] = []
    for points in (1, 1, 2, -3, -1, 3):
        if played.session.game.phase is Phase.OVER:
            played.next()
        played.begin()
        played.do(Settle(by=A, bets=(0,), points=points))
        played.do(Accept(by=B, question=played.session.proposals[0].number))
        stats = stats_of(played)
        balances.append(stats[A].against[B])
        assert stats[B].against == {A: -balances[-1]}
    assert balances == [1, 2, 4, 1, 0, 3]


def test_extras_come_to_fee_and_bet_together() -> None:
    played = Played(options=Options(order=Order.MANUAL, lone_taker=LoneTaker.EXTRAS))
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: DROP})
    played.do(GiveExtra(by=B, bet=0, give=True), GiveExtra(by=D, bet=2, give=True))
    played.do(AnswerExtras(by=C, stay=True, dropped=(D,)))
    played.resign(C, Kind.GAMMON)
    stats = stats_of(played)
    # B: the fee of 1, then a gammon at 2. D: the fee of 1, then 2 for the dropped extra.
    assert stats[B].extras_given == Tally(1, -1 + 4)
    assert stats[D].extras_given == Tally(1, -1 + 2)
    assert stats[C].extras_taken == Tally(2, 1 - 4 + 1 - 2)
    assert stats[A].extras_given == stats[A].extras_taken == Tally(0, 0)
    # The extra that was dropped at once is no cube that C has dropped.
    assert stats[C].taken == Tally(1, -4) and stats[C].dropped == Tally(0, 0)
    assert stats[B].gammons_won == stats[C].gammons_lost == 1
    assert stats[B].against == {A: -1, C: 3}


def test_a_partner_shares_and_owes_only_the_box() -> None:
    played = Played(6, OPTIONS["partner"])
    played.do(Share(by=F, agree=True))
    played.do(OpeningRoll(dice=(3, 1)))
    played.play()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP, 3: TAKE})
    played.resign(4)
    stats = stats_of(played)
    # The box's bets come to 1 + 1 + 1 + 2, of which the partner has two.
    assert stats[F].partner == Tally(1, 2)
    assert stats[A].box == Tally(1, 3)
    assert stats[F].against == {A: 2}
    assert stats[A].against == {B: 1, C: 1, D: 1, 4: 2, F: -2}
    assert stats[F].crew == stats[F].captain == Tally(0, 0)


@pytest.mark.long
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(sorted(OPTIONS)), st.integers(3, 7))
def test_what_some_win_others_lose(seed: int, rules: str, players: int) -> None:
    played = some_session(seed, OPTIONS[rules], players)
    games = [game for game in played.history() if not game.game.void]
    stats = statistics(games)
    assert sum(each.total.points for each in stats.values()) == 0
    for seat, each in stats.items():
        assert each.total.points == sum(each.against.values()) == played.session.players[seat].points
        assert each.total.number == sum(seat in game.points for game in games)
        for other, points in each.against.items():
            assert stats[other].against[seat] == -points
        assert (each.longest_box > 0) == (each.box.number > 0) and each.longest_box <= each.box.number
    everybody = stats.values()
    assert sum(each.box.number for each in everybody) == sum(each.captain.number for each in everybody) == len(games)
    assert sum(each.extras_given.points + each.extras_taken.points for each in everybody) == 0
    assert sum(each.extras_given.number - each.extras_taken.number for each in everybody) == 0
    turns = [turn for game in games for turn in game.cubes]
    assert sum(each.given.number for each in everybody) == len(turns)
    refused = sum(turn.dropper is not None for turn in turns)
    assert sum(each.dropped.number for each in everybody) == refused
    # A beaver that is refused is a cube both taken and dropped.
    by_doubler = sum(turn.dropper == turn.giver for turn in turns)
    assert sum(each.taken.number for each in everybody) == len(turns) - refused + by_doubler

"""Leagues by their rules: who owes whom, what counts, what leaving, coming late and striking bring about."""

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from bot.core.clock import Days
from bot.core.refusal import Illegal, Refused, Stale
from bot.league import (
    Answered,
    Begun,
    Challenged,
    Decided,
    Decision,
    Ended,
    Extended,
    Joined,
    Knockout,
    League,
    LeagueFault,
    Left,
    Opened,
    Paired,
    Restored,
    RoundRobin,
    Started,
    Struck,
    TimeUp,
    Why,
    Won,
    apply,
)
from bot.league.draw import divided, promoted
from bot.league.entries import LARGEST, LONGEST, SMALLEST, read_entry, write_entry
from bot.league.league import folded
from bot.league.standings import knocked_out, table
from bot.league.state import MOST_IN_KNOCKOUT, WEEK

from .plainly import Plain
from .seasons import DAY, Season, opening


def refused(reason: LeagueFault, league: League, entry: object) -> None:
    with pytest.raises(Refused) as caught:
        apply(league, entry)  # type: ignore[arg-type]
    assert caught.value.reason is reason


def test_everybody_of_a_division_owes_everybody_else_of_it_one_match() -> None:
    season = Season(RoundRobin(weeks=4, size=8), 8)
    season.start()
    league = season.league
    assert len(league.divisions) == 1 and len(league.open_pairings) == 28
    assert all(league.owed(one, other) is not None for one in range(8) for other in range(8) if one != other)


def test_only_the_first_match_of_a_pairing_counts_and_only_between_those_two() -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.start()
    number = season.league.owed(2, 0)
    assert number is not None
    refused(LeagueFault.NO_SUCH_MATCH, season.league, Won(1.0, number, 3, (7, 0), "x:1"))
    refused(LeagueFault.NO_SUCH_MATCH, season.league, Won(1.0, 99, 3, (7, 0), "x:1"))
    season.win(number, 2)
    assert season.league.owed(0, 2) is None
    refused(LeagueFault.DECIDED, season.league, Won(1.0, number, 0, (7, 0), "y:1"))


def test_who_drops_out_loses_what_is_open_and_keeps_what_was_played() -> None:
    """As it was in leagues that were opened before it made a difference how early somebody leaves."""
    season = Season(RoundRobin(weeks=4), 4, schema=2)
    season.start()
    played = season.league.owed(0, 1)
    assert played is not None
    season.win(played, 0, (7, 2))
    season.leave(0)
    lines = {line.seat: line for line in table(season.league, 0)}
    assert lines[0].won == 1 and lines[0].lost == 2 and lines[0].points == 5
    assert [lines[seat].won for seat in (1, 2, 3)] == [0, 1, 1]
    assert table(season.league, 0)[-1].seat == 0, "whoever has left stands last"
    season.leave(1)
    assert season.league.owed(1, 2) is None and season.league.pairings[season_number(season, 2, 1)].result
    refused(LeagueFault.NOT_IN_IT, season.league, Left(9.0, 0))
    refused(LeagueFault.HAS_LEFT, season.league, Joined(9.0, 0, 5))


def season_number(season: Season, one: int, other: int) -> int:
    return next(at for at, each in enumerate(season.league.pairings) if {*each.seats} == {one, other})


def test_before_the_start_people_come_and_go_and_come_again() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    season.leave(1)
    refused(LeagueFault.TOO_FEW, season.league, Started(1.0, ((0, 2),)))
    season.add(Joined(1.0, 1, 99))
    assert season.league.present == (0, 1, 2) and season.league.lots[1] != 99, "a lot is drawn once"
    refused(LeagueFault.IN_IT, season.league, Joined(1.0, 1, 3))
    refused(LeagueFault.OUT_OF_TURN, season.league, Joined(1.0, 7, 3))
    season.start()
    refused(LeagueFault.STARTED, season.league, Started(1.0, ((0, 1, 2),)))


@pytest.mark.parametrize("divisions", [((0, 2),), ((0, 1, 2, 3),), ((0, 2, 3), (3,)), ((0, 2, 4),), ()])
def test_a_league_starts_with_those_who_are_in_it_then(divisions: tuple[tuple[int, ...], ...]) -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.leave(1)
    refused(LeagueFault.OUT_OF_TURN, season.league, Started(1.0, divisions))
    assert apply(season.league, Started(1.0, ((0, 2, 3),))).started_at == 1.0


def test_a_round_robin_ends_when_its_weeks_are_over_and_a_knockout_by_itself() -> None:
    season, knockout = Season(RoundRobin(weeks=4), 4), Season(Knockout(), 4)
    assert season.league.ends_at is season.league.joins_until is None
    season.at = 1000.0
    season.start()
    assert (season.league.joins_until, season.league.ends_at) == (1000.0 + 2 * WEEK, 1000.0 + 4 * WEEK)
    knockout.start()
    assert knockout.league.ends_at is None


def test_a_league_is_told_of_anew_when_it_starts_at_each_round_and_when_it_is_over() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    assert season.league.chapters == 0
    season.start()
    while season.league.open_pairings:
        assert season.league.chapters == 1
        season.win_by_chance()
    assert season.league.chapters == 2
    knockout = Season(Knockout(), 7)
    knockout.start()
    while knockout.league.open_pairings:
        assert knockout.league.chapters == knockout.league.rounds
        knockout.win_by_chance()
    assert (knockout.league.rounds, knockout.league.chapters) == (3, 4)
    knockout = Season(Knockout(), 7)
    knockout.end()
    assert knockout.league.chapters == 1, "it was called off before it began"


def test_a_late_joiner_enters_the_smallest_division_until_half_of_the_weeks() -> None:
    season = Season(RoundRobin(weeks=4, size=5), 11)
    season.start()
    assert [len(each) for each in season.league.divisions] == [6, 5]
    season.leave(10)
    season.at = 2 * WEEK
    late = season.join()
    assert season.league.divisions[1][-1] == late
    assert {each.against(late) for each in season.league.open_pairings.values() if late in each.seats} == {6, 7, 8, 9}
    refused(LeagueFault.TOO_LATE, season.league, Joined(2 * WEEK + 1, late + 1, 3))


def test_no_division_grows_beyond_ten() -> None:
    season = Season(RoundRobin(weeks=4, size=10), 10)
    season.start()
    refused(LeagueFault.FULL, season.league, Joined(1.0, 10, 3))


def test_a_struck_match_is_owed_again() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    season.start()
    first = season.league.owed(0, 1)
    assert first is not None
    game = season.win(first, 1)
    season.play_out()
    assert season.league.over
    season.strike(game)
    assert not season.league.over and season.league.owed(0, 1) == first
    season.leave(1)
    assert season.league.pairings[first].result and season.league.pairings[first].result.winner == 0
    refused_strike(season, game)
    refused_strike(season, "")


def refused_strike(season: Season, game: str) -> None:
    with pytest.raises(Illegal):
        season.strike(game)


def test_a_struck_match_of_somebody_who_has_left_goes_to_the_other() -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.start()
    number = season.league.owed(0, 1)
    assert number is not None
    game = season.win(number, 1)
    season.leave(1)
    season.strike(game)
    result = season.league.pairings[number].result
    assert result and result.winner == 0 and not result.game


def test_a_struck_match_counts_again_as_it_did() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    season.start()
    game = season.win(0, 1, (7, 4))
    before = season.league
    season.strike(game)
    season.restore(game)
    assert season.league == before
    refused(LeagueFault.NO_SUCH_MATCH, season.league, Restored(1.0, game))
    refused(LeagueFault.NO_SUCH_MATCH, season.league, Restored(1.0, ""))


def test_a_struck_match_that_was_replayed_stays_as_it_was_played_then() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    season.start()
    first = season.win(0, 1)
    season.strike(first)
    second = season.win(0, 0)
    refused(LeagueFault.REPLAYED, season.league, Restored(1.0, first))
    season.strike(second)
    season.restore(first)
    refused(LeagueFault.REPLAYED, season.league, Restored(1.0, second))
    assert season.league.losses()[0] == 1


@pytest.mark.parametrize("leaves_first", [True, False])
def test_a_match_that_was_played_counts_again_though_somebody_has_left(leaves_first: bool) -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.start()
    game = season.win(0, 1, (7, 4))
    if leaves_first:
        season.leave(1)
    season.strike(game)
    if not leaves_first:
        season.leave(1)
    walkover = season.league.pairings[0].result
    assert walkover and walkover.winner == 0 and not walkover.game
    season.restore(game)
    result = season.league.pairings[0].result
    assert result and (result.winner, result.points, result.game) == (1, (7, 4), game)


def test_a_struck_match_counts_again_though_the_time_of_the_league_is_over() -> None:
    season = Season(RoundRobin(weeks=1), 4)
    season.start()
    game = season.win(0, 1)
    season.strike(game)
    season.end()
    season.restore(game)
    assert season.league.over and table(season.league, 0)[0].seat == 1


def test_a_restored_match_of_a_knockout_brings_the_next_round_and_none_does_behind_it() -> None:
    season = Season(Knockout(losses=1), 4)
    season.start()
    first, second = season.league.open_pairings
    game = season.win(first, season.league.pairings[first].one)
    season.strike(game)
    season.win(second, season.league.pairings[second].one)
    assert season.league.rounds == 1
    season.restore(game)
    assert season.league.rounds == 2 and season.league.pairings[first].one in season.league.alive
    again = Season(Knockout(losses=1), 4)
    again.start()
    game = again.win(first, again.league.pairings[first].one)
    again.strike(game)
    again.leave(again.league.pairings[first].one)
    again.win(second, again.league.pairings[second].one)
    assert again.league.rounds == 2
    refused(LeagueFault.GONE_ON, again.league, Restored(1.0, game))


def test_a_league_whose_time_is_over_owes_nothing_any_more() -> None:
    season = Season(RoundRobin(weeks=1), 4)
    season.start()
    game = season.win_by_chance()
    season.end()
    assert season.league.over and not season.league.open_pairings
    assert all(line.open == 0 for line in table(season.league, 0))
    refused(LeagueFault.OVER, season.league, Won(9.0, 1, 0, (7, 0), "z:1"))
    refused(LeagueFault.OVER, season.league, Left(9.0, 1))
    refused(LeagueFault.OVER, season.league, Joined(9.0, 4, 1))
    refused(LeagueFault.OVER, season.league, Ended(9.0))
    with pytest.raises(Stale):
        season.strike(game)


def test_the_order_is_wins_then_matches_among_the_tied_then_points_then_lot() -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.start()

    def beats(winner: int, loser: int, points: int) -> None:
        number = season.league.owed(winner, loser)
        assert number is not None
        season.win(number, winner, (7, points))

    # 0, 1 and 2 beat one another in a circle and all beat 3: two wins each, one of them among the tied.
    beats(0, 1, 6)
    beats(1, 2, 0)
    beats(2, 0, 3)
    beats(0, 3, 0)
    beats(1, 3, 5)
    beats(2, 3, 6)
    lines = table(season.league, 0)
    assert [(line.seat, line.won, line.among, line.points) for line in lines] == [
        (1, 2, 1, 8),
        (0, 2, 1, 4),
        (2, 2, 1, -2),
        (3, 0, 0, -10),
    ]


def test_the_match_between_two_who_are_tied_counts_before_points() -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.start()
    for winner, loser, points in ((0, 1, 6), (1, 2, 0), (1, 3, 0), (0, 2, 6), (3, 0, 0), (2, 3, 3)):
        number = season.league.owed(winner, loser)
        assert number is not None
        season.win(number, winner, (7, points))
    first, second, *_ = table(season.league, 0)
    assert (first.seat, second.seat) == (0, 1) and first.points < second.points


def test_the_lot_decides_at_last() -> None:
    season = Season(RoundRobin(weeks=4), 3)
    season.start()
    order = [line.seat for line in table(season.league, 0)]
    assert order == sorted(range(3), key=lambda seat: season.league.lots[seat])


@pytest.mark.parametrize("count", range(1, 101))
def test_divisions_are_as_equal_as_can_be(count: int) -> None:
    for size in range(SMALLEST, LARGEST + 1):
        made = divided(range(count), size)
        sizes = [len(each) for each in made]
        assert [seat for division in made for seat in division] == list(range(count)), "the strongest first"
        assert max(sizes) <= LARGEST and max(sizes) - min(sizes) <= 1
        assert len(made) == 1 or min(sizes) >= SMALLEST


def test_of_neighbouring_divisions_the_last_and_the_first_change_places() -> None:
    assert promoted([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]], 1) == [1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11]
    assert promoted([[1, 2, 3, 4], [5, 6, 7, 8]], 2) == [1, 2, 5, 6, 3, 4, 7, 8]
    assert promoted([[1, 2]], 2) == [1, 2]


@pytest.mark.parametrize("moved", [1, 2])
def test_at_most_half_of_a_division_changes_places_however_few_have_stayed(moved: int) -> None:
    for above, below in product(range(LARGEST + 1), repeat=2):
        upper, lower = [f"upper {each}" for each in range(above)], [f"lower {each}" for each in range(below)]
        number = min(moved, above // 2, below // 2)
        kept = above - number
        expected = [*upper[:kept], *lower[:number], *upper[kept:], *lower[number:]]
        assert promoted([upper, lower], moved) == expected, (above, below)


@pytest.mark.parametrize("losses", [1, 2, 3])
@pytest.mark.parametrize("people", [3, 4, 7, 11, 32])
def test_a_knockout_ends_with_one_who_has_lost_less_than_all_others(people: int, losses: int) -> None:
    season = Season(Knockout(losses=losses), people, people * 10 + losses)
    season.start()
    season.play_out()
    league = season.league
    assert league.over and len(league.alive) == 1
    lost = league.losses()
    assert all(lost[seat] == losses for seat in league.present if seat not in league.alive)
    assert len(league.pairings) in range((people - 1) * losses, people * losses)
    assert knocked_out(league)[0].seat == league.alive[0]


def test_in_a_knockout_people_meet_equals_and_byes_are_spread() -> None:
    season = Season(Knockout(losses=2), 11, 5)
    season.start()
    while season.league.open_pairings:
        before = season.league
        season.win_by_chance()
        drawn = season.log[-1]
        if not isinstance(drawn, Paired):
            continue
        league = apply(before, season.log[-2])
        lost = league.losses()
        groups = {value: [seat for seat in league.alive if lost[seat] == value] for value in (0, 1)}
        alone = all(len(group) <= 1 for group in groups.values())
        assert alone or all(lost[one] == lost[other] for one, other in drawn.pairs)
        for resting in drawn.byes:
            group = groups[lost[resting]]
            assert league.byes.count(resting) == min(map(league.byes.count, group)) or alone


def test_nobody_draws_a_round_before_the_one_that_runs_is_played() -> None:
    season = Season(Knockout(losses=1), 4)
    refused(LeagueFault.OUT_OF_TURN, season.league, Paired(1.0, ((0, 1), (2, 3))))
    season.start()
    refused(LeagueFault.OUT_OF_TURN, season.league, Paired(1.0, ((0, 1), (2, 3))))
    for number in tuple(season.league.open_pairings):
        season.win(number, season.league.pairings[number].one, draws=False)
    one, other = season.league.alive
    out = next(seat for seat in range(4) if seat not in (one, other))
    refused(LeagueFault.OUT_OF_TURN, season.league, Paired(1.0, ((one, out),)))
    refused(LeagueFault.OUT_OF_TURN, season.league, Paired(1.0, (), (one, other)))
    assert apply(season.league, Paired(1.0, ((one, other),))).rounds == 2


def test_late_joiners_of_a_knockout_rest_in_the_first_round_and_come_before_the_second() -> None:
    season = Season(Knockout(losses=1), 4)
    season.start()
    late = season.join()
    assert season.league.byes.count(late) == 1 and late in season.league.alive
    season.play_out()
    assert season.league.over and any(late in each.seats and each.group == 1 for each in season.league.pairings)
    other = Season(Knockout(losses=1), 4)
    other.start()
    while other.league.rounds == 1:
        other.win_by_chance()
    refused(LeagueFault.TOO_LATE, other.league, Joined(1.0, 4, 4))


def test_a_knockout_has_room_for_thirty_two() -> None:
    season = Season(Knockout(losses=1), MOST_IN_KNOCKOUT)
    refused(LeagueFault.FULL, season.league, Joined(1.0, MOST_IN_KNOCKOUT, 1))


def test_a_struck_match_of_a_knockout_is_owed_again_unless_a_later_round_is_drawn() -> None:
    season = Season(Knockout(losses=1), 4)
    season.start()
    first, second = season.league.open_pairings
    game = season.win(first, season.league.pairings[first].one)
    season.strike(game)
    assert first in season.league.open_pairings
    game = season.win(first, season.league.pairings[first].other)
    season.win(second, season.league.pairings[second].one)
    assert season.league.rounds == 2
    with pytest.raises(Stale) as caught:
        season.strike(game)
    assert caught.value.reason is LeagueFault.GONE_ON
    final = season.win_by_chance()
    assert season.league.over
    season.strike(final)
    assert not season.league.over and len(season.league.open_pairings) == 1


def test_who_leaves_a_knockout_is_out() -> None:
    season = Season(Knockout(losses=2), 4, 3)
    season.start()
    number, pairing = next(iter(season.league.open_pairings.items()))
    season.leave(pairing.one)
    result = season.league.pairings[number].result
    assert result and result.winner == pairing.other and pairing.one not in season.league.alive
    for seat in (pairing.other, *season.league.alive):
        if seat in season.league.present and not season.league.over:
            season.leave(seat)
    assert season.league.over


def test_who_leaves_a_knockout_before_their_first_match_has_no_place_in_it() -> None:
    season = Season(Knockout(losses=1), 5)
    season.leave(2)
    season.start()
    season.leave(season.join())
    season.play_out()
    assert sorted(line.seat for line in knocked_out(season.league)) == [0, 1, 3, 4]


@pytest.mark.parametrize("chance", range(40))
def test_a_league_of_chance_is_what_a_plain_count_of_its_log_says(chance: int) -> None:
    """Late joiners, drop-outs and struck games in the middle; folded anew from what would be stored at every end."""
    knockout = chance % 2 == 1
    form = Knockout(losses=1 + chance % 3) if knockout else RoundRobin(weeks=4, size=4 + chance % 7)
    season = Season(form, 5 + chance % 14, chance, schema=2 if chance % 6 == 0 else 3)
    season.start()
    games, struck = list[str](), list[str]()
    plain, told = Plain(season.log), len(season.log)
    while season.league.open_pairings:
        season.at += DAY / 8
        match season.random.randrange(14):
            case 0 if len(season.league.present) > 3:
                season.leave(season.random.choice(season.league.present))
            case 1 if season.league.may_join(season.at):
                season.join()
            case 2 if games:
                game = games.pop(season.random.randrange(len(games)))
                try:
                    season.strike(game)
                except Refused as error:
                    assert knockout and error.reason is LeagueFault.GONE_ON
                else:
                    struck.append(game)
            case 3 | 4 if struck:
                game = struck.pop(season.random.randrange(len(struck)))
                try:
                    season.restore(game)
                except Refused as error:
                    assert error.reason in (LeagueFault.REPLAYED, LeagueFault.GONE_ON)
                else:
                    games.append(game)
            case _:
                games.append(season.win_by_chance())
        for entry in season.log[told:]:
            plain.take(entry)
        told = len(season.log)
        for division in () if knockout else range(len(plain.divisions)):
            assert standing(season.league, division) == plain.table(division)
    log = [read_entry(write_entry(entry)) for entry in season.log]
    assert log == season.log and folded(log) == season.league
    assert season.league.over and not plain.called
    assert {
        at: (each.result.winner, *each.result.points, each.result.game)
        for at, each in enumerate(season.league.pairings)
        if each.result
    } == plain.results
    if knockout:
        assert {seat: plain.losses(seat) for seat in range(len(plain.lots))} == {
            seat: season.league.losses()[seat] for seat in range(len(plain.lots))
        }
        assert len([seat for seat in plain.inside if plain.losses(seat) < form.losses]) <= 1  # type: ignore[union-attr]


def standing(league: League, division: int) -> list[tuple[int, int, int, int, int]]:
    """A table as a plain count has it."""
    return [(line.seat, line.won, line.among, line.points, line.open) for line in table(league, division)]


@pytest.mark.parametrize("form", [RoundRobin(weeks=6, size=8, moved=2), Knockout(losses=2)])
def test_the_opening_says_which_form_it_is(form: RoundRobin | Knockout) -> None:
    assert read_entry(write_entry(opening(form))) == opening(form)


STORED = {
    b'{"type":"opened","schema":1,"at":1.5,"name":"Winter","length":7,"variant":"backgammon","rated":true,'
    b'"form":{"type":"round robin","weeks":4,"size":8,"moved":1},"channel":77,"follows":""}': opening(
        RoundRobin(weeks=4)
    ),
    b'{"type":"opened","schema":1,"at":1.5,"name":"Winter","length":7,"variant":"backgammon","rated":true,'
    b'"form":{"type":"knockout","losses":2},"channel":77,"follows":""}': opening(Knockout(losses=2)),
    b'{"type":"opened","schema":1,"at":1.5,"name":"Winter","length":7,"variant":"backgammon","rated":true,'
    b'"form":{"type":"knockout","losses":2,"round_days":14},"channel":77,"follows":"",'
    b'"pace":{"kind":"days","per_turn":86400000}}': replace(
        opening(Knockout(losses=2, round_days=14)), pace=Days(86_400_000)
    ),
    b'{"type":"challenged","at":1.5,"pairing":4,"by":1}': Challenged(1.5, 4, 1),
    b'{"type":"answered","at":1.5,"pairing":4,"by":1,"challenged_at":1.25}': Answered(1.5, 4, 1, 1.25),
    b'{"type":"begun","at":1.5,"pairing":4,"table":"8000:k7f3q2"}': Begun(1.5, 4, "8000:k7f3q2"),
    b'{"type":"time up","at":1.5,"decisions":[{"pairing":4,"winner":1,"why":"lot"},'
    b'{"pairing":5,"winner":2,"why":"challenge"},{"pairing":6,"winner":3,"why":"clock"}]}': TimeUp(
        1.5, (Decision(4, 1, Why.LOT), Decision(5, 2, Why.CHALLENGE), Decision(6, 3, Why.CLOCK))
    ),
    b'{"type":"extended","at":1.5,"days":3}': Extended(1.5, 3),
    b'{"type":"decided","at":1.5,"pairing":4,"winner":1}': Decided(1.5, 4, 1),
    b'{"type":"joined","at":1.5,"seat":0,"lot":99}': Joined(1.5, 0, 99),
    b'{"type":"started","at":1.5,"divisions":[[0,2],[1]]}': Started(1.5, ((0, 2), (1,))),
    b'{"type":"paired","at":1.5,"pairs":[[0,1]],"byes":[2]}': Paired(1.5, ((0, 1),), (2,)),
    b'{"type":"left","at":1.5,"seat":3}': Left(1.5, 3),
    b'{"type":"won","at":1.5,"pairing":4,"winner":1,"points":[7,3],"game":"k7f3q2:5"}': Won(
        1.5, 4, 1, (7, 3), "k7f3q2:5"
    ),
    b'{"type":"struck","at":1.5,"game":"k7f3q2:5"}': Struck(1.5, "k7f3q2:5"),
    b'{"type":"restored","at":1.5,"game":"k7f3q2:5"}': Restored(1.5, "k7f3q2:5"),
    b'{"type":"ended","at":1.5}': Ended(1.5),
}


@pytest.mark.parametrize("stored", STORED)
def test_what_is_stored_today_is_read_for_ever(stored: bytes) -> None:
    entry = STORED[stored]
    entry = replace(entry, at=1.5, schema=1) if isinstance(entry, Opened) else entry
    assert read_entry(stored) == entry and write_entry(entry) == stored


@pytest.mark.parametrize("stored", STORED)
def test_what_a_newer_version_says_beside_is_not_passed_over(stored: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        read_entry(stored[:-1] + b',"more":1}')


@pytest.mark.parametrize("length", range(1, LONGEST + 1))
def test_a_league_is_of_matches_of_one_point_to_twenty_five(length: int) -> None:
    assert read_entry(write_entry(opening(Knockout(), length))) == opening(Knockout(), length)


def test_what_no_league_is_cannot_be_opened() -> None:
    for wrong in ({"weeks": 0}, {"weeks": 4, "size": 3}, {"weeks": 4, "size": 11}, {"weeks": 4, "moved": 3}):
        with pytest.raises(ValueError, match="no such"):
            RoundRobin(**wrong)
    with pytest.raises(ValueError, match="no such"):
        Knockout(losses=0)
    for wrong in (-1, 0, LONGEST + 1):
        with pytest.raises(ValueError, match=f"matches of {wrong} points"):
            opening(Knockout(), wrong)

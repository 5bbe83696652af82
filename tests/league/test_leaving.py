"""What becomes of the matches of somebody who has left a round robin, and what is said of ties."""

from bot.league import Joined, RoundRobin
from bot.league.standings import Tie, Tied, table, ties

from .seasons import Season


def begun(people: int = 5) -> Season:
    season = Season(RoundRobin(weeks=4), people)
    season.start()
    return season


def beats(season: Season, winner: int, *losers: int) -> None:
    for loser in losers:
        number = season.league.owed(winner, loser)
        assert number is not None
        season.win(number, winner, (7, 2))


def won(season: Season) -> dict[int, tuple[int, int, int]]:
    return {line.seat: (line.won, line.lost, line.points) for line in table(season.league, 0)}


def test_matches_with_somebody_who_leaves_before_half_were_played_count_for_nobody() -> None:
    season = begun()
    beats(season, 2, 0)
    season.strike(season.win(season.league.owed(0, 3) or 0, 0))
    season.leave(0)
    assert season.league.early == {0}, "one of the two it takes was struck"
    beats(season, 1, 2)
    assert won(season) == {0: (0, 0, 0), 1: (1, 0, 5), 2: (0, 1, -5), 3: (0, 0, 0), 4: (0, 0, 0)}
    last = table(season.league, 0)[-1]
    assert (last.seat, last.left, last.early, last.open) == (0, True, True, 0)
    assert len(season.league.counted) == 6 and all(line.open < 4 for line in table(season.league, 0))


def test_from_half_on_what_was_played_counts_and_what_is_open_is_lost() -> None:
    season = begun()
    beats(season, 0, 1, 2)
    season.leave(0)
    assert not season.league.early
    assert won(season) == {0: (2, 2, 10), 1: (0, 1, -5), 2: (0, 1, -5), 3: (1, 0, 0), 4: (1, 0, 0)}


def test_matches_that_count_for_nobody_are_none_of_those_of_which_half_are_played() -> None:
    season = begun()
    beats(season, 0, 1)
    season.leave(4)
    season.leave(3)
    season.leave(0)
    assert season.league.early == {3, 4}, "one of the two that were left for the first"
    assert won(season)[2] == (1, 0, 0)


def test_walkovers_are_no_matches_that_were_played() -> None:
    season = begun(4)
    beats(season, 3, 0, 1)
    season.leave(3)
    assert not season.league.early and won(season)[2] == (1, 0, 0)
    season.leave(2)
    assert season.league.early == {2}, "the walkover is not played"


def test_before_the_start_nobody_leaves_early() -> None:
    season = Season(RoundRobin(weeks=4), 4)
    season.leave(3)
    season.add(Joined(0.0, 3, 1))
    season.start()
    assert not season.league.early


def test_who_has_left_is_not_among_the_tied() -> None:
    season = begun()
    # All of 0, 1 and 2 win twice; 2 has beaten both of the others, but leaves.
    beats(season, 2, 0, 1)
    beats(season, 0, 1, 3)
    beats(season, 1, 3, 4)
    season.leave(2)
    lines = table(season.league, 0)
    assert [(line.seat, line.won, line.among) for line in lines if line.seat < 3] == [(0, 2, 1), (1, 2, 0), (2, 2, 0)]
    (tied,) = [each for each in ties(lines) if each.first <= 2]
    assert tied.by == (Tie.AMONG,) and not tied.lots


def test_how_ties_were_broken_is_known_and_where_a_lot_decided() -> None:
    season = begun(4)
    for winner, loser in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)):
        number = season.league.owed(winner, loser)
        assert number is not None
        season.win(number, winner, (7, 6 if (winner, loser) == (2, 3) else 2))
    lines = table(season.league, 0)
    assert lines[2].seat == 2 and {line.seat for line in lines[:2]} == {0, 1}
    assert ties(lines) == (Tied(1, 3, (Tie.POINTS, Tie.LOT), (1, 2)),)


def test_of_those_who_have_not_played_no_tie_is_told() -> None:
    season = begun()
    assert ties(table(season.league, 0)) == ()
    beats(season, 0, 1)
    assert ties(table(season.league, 0)) == ()

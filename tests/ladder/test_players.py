"""What one person's games come to: tallies, streaks, badges; and what two people's do."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from bot.ladder.facts import Fact, read_fact, write_fact
from bot.ladder.fold import NOBODY, Book
from bot.ladder.listing import COMPUTER, RATING
from bot.ladder.players import Player, week
from bot.ladder.rating import Standing
from bot.ladder.seasons import Seasons
from bot.ladder.tallies import Sum, Tally, WinLoss
from bot.tables import games
from bot.tables.chouette.account import BETS
from bot.tables.heads_up.account import POINTS
from bot.tables.preferans.game import SHEETS
from tests.ladder.facts import chouette_game, match_game, sheet, turn

ANN, BOB, CID = 1, 2, 3


def book(*facts: Fact, who: tuple[int, ...] = (ANN, BOB)) -> Book:
    """Ann has seat 0, Bob seat 1, and so on."""
    made = Book()
    for fact in facts:
        made.enter(fact, who[: len(fact.account.roles)], "2026-11")
    return made


def badges(player: Player) -> set[str]:
    return set(player.badges)


def test_a_match_counts_once_and_rates_when_it_ends() -> None:
    made = Book()
    first = match_game(winner=0, length=3, points=2, cube=2)
    last = match_game(winner=0, length=3, points=1, score=(2, 0), game=2, at=60.0)
    assert made.enter(first, (ANN, BOB), "") == ()
    ann, bob = made.enter(last, (ANN, BOB), "")
    assert (ann.player, ann.at, bob.player) == (ANN, 60.0, BOB)
    assert ann.rating + bob.rating == pytest.approx(3000) and ann.rating > 1500
    assert made.players[ANN].standings == {"backgammon": Standing(ann.rating, 3)}
    assert made.players[ANN].tally.records == {"backgammon 3": WinLoss(won=1)}
    assert made.players[BOB].tally.records == {"backgammon 3": WinLoss(lost=1)}
    assert made.players[ANN].tally.games == 2 and made.players[ANN].tally.bets == {}
    assert made.seasons == {}
    pair = made.pairs[ANN, BOB]
    assert (pair.first, pair.second, pair.points) == (1, 0, (0, 1))


def test_a_match_that_was_said_not_to_count_moves_nobody() -> None:
    made = book(match_game(winner=1, length=1, rated=False))
    assert made.players[BOB].standings == {} and made.players[BOB].tally.records == {"backgammon 1": WinLoss(won=1)}


def test_money_counts_in_points() -> None:
    made = book(match_game(winner=1, length=0, points=4, cube=2), match_game(winner=0, length=0, points=1, game=2))
    ann = made.players[ANN].tally
    assert ann.total("points").points == -3 and ann.total("points").count == 2
    assert ann.records == {"backgammon 0": WinLoss(1, 1)}
    assert made.seasons[BOB, "2026-11"].total("points").points == 3
    assert made.pairs[ANN, BOB].points == (-3, 1)
    assert made.players[BOB].tally.gammons == 1 and made.players[ANN].tally.gammons == 0
    assert made.players[BOB].tally.wins == made.players[ANN].tally.wins == 1, "at one point and at more"


def test_what_two_have_won_of_one_another_does_not_depend_on_who_sat_where() -> None:
    games = [match_game(winner=1, length=0, points=4), match_game(winner=0, length=0, points=1, game=2)]
    assert book(*games).pairs[ANN, BOB].points == (-3, 1)
    assert book(*games, who=(BOB, ANN)).pairs[ANN, BOB].points == (3, 1)


def test_a_game_for_money_that_counts_is_rated_unless_it_was_settled_at_nothing() -> None:
    for points, moved in ((1, True), (0, False)):
        game = replace(match_game(winner=1, length=0, points=points, reason="settled"), rated=True)
        assert bool(book(game).players[BOB].standings) is moved


@pytest.mark.parametrize(("length", "name"), [(1, "rating backgammon"), (0, "points")])
def test_what_a_week_began_with_is_noted_before_the_first_game_of_it(length: int, name: str) -> None:
    """A Wednesday, the Sunday after it, the next Monday, a Sunday in two weeks and the day after that."""
    made, began = Book(), dict[int, float]()
    made.enter(chouette_game({1: 2}), (ANN, BOB), "", date(2026, 11, 2).toordinal())
    assert name not in made.players[ANN].since, "a chouette changes neither"
    for day in (4, 8, 9, 22, 23):
        ann, monday = made.players[ANN], day - (day - 2) % 7
        before = ann.standing("backgammon").rating if length else float(ann.tally.total("points").points)
        began.setdefault(monday, before)
        made.enter(
            match_game(winner=0, length=length, table=f"t{day}"), (ANN, BOB), "", date(2026, 11, day).toordinal()
        )
        of_monday, noted = made.players[ANN].since[name]
        assert noted == began[monday] and of_monday == week(date(2026, 11, monday).toordinal())
        assert of_monday == week(date(2026, 11, monday - 1).toordinal()) + 1
    assert len(set(began.values())) == 4


def test_a_settlement_at_nothing_is_neither_won_nor_lost() -> None:
    made = book(match_game(winner=1, length=0, points=0, reason="settled"))
    assert made.players[ANN].tally.records == {} and made.players[ANN].form == ""
    assert made.players[ANN].tally.total("points").count == 1


def test_a_settlement_at_twice_the_cube_is_no_gammon() -> None:
    assert book(match_game(winner=0, length=0, points=2, reason="settled")).players[ANN].tally.gammons == 0


def test_cubes_are_counted_by_who_offered_and_who_dropped() -> None:
    made = book(
        match_game(winner=0, length=0, points=1, reason="dropped", turns=(turn(0, dropper=1),)),
        match_game(winner=1, length=0, points=2, cube=2, turns=(turn(0),), game=2),
        # Bob beavers a double of Ann, who drops that.
        match_game(
            winner=1, length=0, points=2, cube=2, reason="dropped", turns=(turn(0, dropper=0, turned=2),), game=3
        ),
    )
    ann, bob = made.players[ANN].tally.cubes, made.players[BOB].tally.cubes
    assert (ann.refused.count, ann.refused.points) == (1, 1) and (ann.accepted.count, ann.accepted.points) == (1, -2)
    assert (ann.dropped.count, ann.dropped.points) == (1, -2)
    assert (bob.dropped.count, bob.dropped.points) == (1, -1) and (bob.taken.count, bob.taken.points) == (1, 2)
    assert (bob.refused.count, bob.refused.points) == (1, 2)


def test_a_chouette_counts_bets_by_role() -> None:
    made = book(chouette_game({1: 2, 2: -4}), who=(ANN, BOB, CID))
    ann, bob, cid = (made.players[each].tally.bets["bets"] for each in (ANN, BOB, CID))
    assert {role: (each.count, each.points) for role, each in ann.items()} == {"box": (2, 2)}
    assert {role: (each.count, each.points) for role, each in bob.items()} == {"captain": (1, 2)}
    assert {role: (each.count, each.points) for role, each in cid.items()} == {"crew": (1, -4)}
    assert set(made.pairs) == {(ANN, BOB), (ANN, CID)}, "those beside each other have not met"
    assert made.players[ANN].form == "" and made.players[ANN].standings == {}


def test_streaks_and_the_last_ten() -> None:
    won = [match_game(winner=0, length=1, game=each, table=f"table{each}") for each in range(12)]
    ann = book(*won, match_game(winner=1, length=1, table="last")).players[ANN]
    assert (ann.form, ann.streak, ann.best_streak) == ("1111111110", 0, 12)
    assert badges(ann) == {"first_win", "five_in_a_row"}


def test_who_wins_five_matches_as_black_has_kept_no_box() -> None:
    won = [match_game(winner=1, length=1, table="match") for _ in range(5)]
    assert badges(book(*won).players[BOB]) == {"first_win", "five_in_a_row"}


def test_badges_are_earned_once() -> None:
    assert badges(book(match_game(winner=0, length=0)).players[ANN]) == {"first_win"}
    assert badges(book(match_game(winner=0, length=0, points=6, cube=2)).players[ANN]) == {"first_win", "backgammon"}
    drop = match_game(winner=0, length=0, points=16, cube=16, reason="dropped")
    assert "cube_on_16" in badges(book(drop).players[ANN])
    twice = book(match_game(winner=0, length=0, at=1.0), match_game(winner=0, length=0, at=2.0, game=2))
    assert twice.players[ANN].badges == {"first_win": 1.0}


def test_a_comeback_is_from_nothing_against_one_who_needs_one() -> None:
    behind = match_game(winner=0, score=(0, 2), length=3, points=2, cube=2)
    last = match_game(winner=0, score=(2, 2), length=3, game=2)
    assert "comeback" in badges(book(behind, last).players[ANN])
    assert "comeback" not in badges(book(last).players[ANN])
    other = match_game(winner=0, score=(2, 2), length=3, table="match2")
    assert "comeback" not in badges(book(behind, other).players[ANN])


def test_the_box_kept_five_games_running() -> None:
    kept = [chouette_game({1: -1, 2: -1}, game=each) for each in range(5)]
    assert "box_kept" in badges(book(*kept, who=(ANN, BOB, CID)).players[ANN])
    away = chouette_game({0: 1, 2: 1}, box=1, captain=0, game=5)
    broken = book(*kept[:4], away, kept[4], who=(ANN, BOB, CID))
    assert "box_kept" not in badges(broken.players[ANN])


@pytest.mark.parametrize(("rating", "giant"), [(1300, False), (1500, False), (1699, False), (1700, True), (1900, True)])
def test_who_beats_somebody_far_ahead_slays_a_giant(rating: int, giant: bool) -> None:
    made = Book(players={BOB: Player(tally=Tally(standings={"backgammon": Standing(rating, 90)}))})
    made.enter(match_game(winner=0, length=1), (ANN, BOB), "")
    assert ("giant_slayer" in badges(made.players[ANN])) is giant


def test_nobody_is_nobody_and_the_other_is_not_rated_by_it() -> None:
    made = book(match_game(winner=1, length=1), who=(0, BOB))
    assert set(made.players) == {BOB} and made.players[BOB].standings == {} and made.pairs == {}
    assert made.players[BOB].tally.records == {"backgammon 1": WinLoss(won=1)}


def test_places_on_boards() -> None:
    made = book(
        match_game(winner=0, length=7, points=8, cube=8), match_game(winner=0, length=0, points=3, cube=3, game=2)
    )
    ann = made.players[ANN]
    rating = RATING.place(ann.tally, "backgammon")
    assert rating and rating.provisional and rating.value == pytest.approx(1526.09, abs=0.01)
    assert RATING.place(ann.tally, "nackgammon") is None
    points = POINTS.place(ann.tally, "backgammon")
    assert points and points.value == 3 and not points.provisional
    assert BETS.place(ann.tally, "backgammon") is None
    many = book(*(chouette_game({1: 1, 2: -2}, game=each) for each in range(BETS.few)), who=(ANN, BOB, CID))
    box, crew = (BETS.place(many.players[each].tally, "") for each in (ANN, CID))
    assert box and box.value == Fraction(1, 2) and crew and crew.value == -2
    assert box.order > crew.order > rating.order


def test_a_sheet_counts_whists_a_hand_though_somebody_neither_pays_nor_is_paid() -> None:
    made = book(sheet({1: 30, 2: -10, 3: 0}, 40), sheet({1: 10, 2: 10, 3: 0}, 60), who=(ANN, BOB, CID, 4))
    found = {each: SHEETS.place(made.players[each].tally, "") for each in (ANN, BOB, CID, 4)}
    assert {each: it and it.value for each, it in found.items()} == {
        ANN: Fraction(-2, 5), BOB: Fraction(2, 5), CID: 0, 4: 0
    }  # fmt: skip
    assert SHEETS.few == 100 and not any(it and it.provisional for it in found.values())
    few = book(sheet({1: 1}, SHEETS.few - 1)).players[BOB]
    assert (it := SHEETS.place(few.tally, "")) and it.provisional
    assert few.tally.games == 1 and few.tally.standings == {} and few.form == "" and few.badges == {}
    assert made.pairs == {}, "all play for themselves"


@pytest.mark.parametrize("schema", [2, 4])
def test_a_fact_of_another_shape_is_refused(schema: int) -> None:
    fact = sheet({1: 30}, 40)
    assert read_fact(write_fact(fact)) == fact
    with pytest.raises(msgspec.ValidationError, match=f"a fact of shape {schema}; known here is 3"):
        read_fact(msgspec.json.encode(msgspec.to_builtins(fact) | {"schema": schema}))


def test_seasons_by_the_calendar() -> None:
    assert [each.of(2026, 11) for each in Seasons] == ["2026-11", "2026-Q4", "2026", ""]
    assert [Seasons.QUARTER.of(2026, month)[-2:] for month in range(1, 13)] == 3 * ["Q1"] + 3 * ["Q2"] + 3 * [
        "Q3"
    ] + 3 * ["Q4"]


@pytest.mark.parametrize("length", [0, 1])
def test_what_is_won_from_a_computer_counts_on_its_board_only(length: int) -> None:
    alone = replace(match_game(winner=0, length=length, points=16, cube=16, rated=False), computers=((1, "club"),))
    made = book(alone, who=(ANN, NOBODY))
    ann = made.players[ANN]
    assert set(made.players) == {ANN} and not made.pairs and not ann.badges and not ann.form
    for tally in (ann.tally, made.seasons[ANN, "2026-11"]):
        assert tally == Tally(bets={"computer": {"club": Sum(1, 16)}})
    listed = {board: board.place(ann.tally, "backgammon") for board in games.boards().values()}
    assert {board for board, found in listed.items() if found} == {COMPUTER}


def test_in_a_chouette_bets_between_people_count_as_ever() -> None:
    game = chouette_game({1: 2, 2: -4, 3: 8}, box=0)
    mixed = replace(game, computers=((2, "strong"), (3, "expert")))
    made, people = book(mixed, who=(ANN, BOB, NOBODY, NOBODY)), book(chouette_game({1: 2}, box=0))
    assert made.players[ANN].tally.bets["bets"] == people.players[ANN].tally.bets["bets"] == {"box": Sum(1, -2)}
    assert made.players[ANN].tally.bets["computer"] == {"strong": Sum(1, 4), "expert": Sum(1, -8)}
    assert made.players[BOB] == people.players[BOB] and made.pairs == people.pairs


def test_a_box_that_computers_hold_is_nobodys_record() -> None:
    mixed = replace(chouette_game({1: -2, 2: 1}, box=0), computers=((0, "casual"),))
    made = book(mixed, who=(NOBODY, ANN, BOB))
    assert made.players[ANN].tally.bets == {"computer": {"casual": Sum(1, -2)}} and made.players[BOB].tally.games == 1

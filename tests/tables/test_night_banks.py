"""Options of a night's sessions by plan and preset, and what a session of a night begins with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.chouette import PRESETS, JoinApproval, Options, Pace, SessionEnd, start
from bot.chouette.actions import Arrange, TimedNext
from bot.chouette.history import history_from
from bot.chouette.house import HouseRules, StartCube
from bot.chouette.log import CHOUETTE
from bot.chouette.places import places
from bot.chouette.questions import takes_newcomers
from bot.core.refusal import Illegal
from bot.league.night_entries import Plan
from bot.tables import games
from bot.tables.chouette.night_options import check_split, games_of, night_options
from bot.tables.chouette.night_tables import balances
from bot.tables.night_faults import NightTrouble
from tests.chouette.table import next_game, play, table

BANK = Options(house=HouseRules(bank=13, start_cube=StartCube.MINUTES, start_every=10))


@pytest.mark.parametrize(
    ("plan", "preset", "games", "minutes", "why"),
    [
        (Plan.TABLES, "last_one", None, None, NightTrouble.NOT_THIS_PLAN),
        (Plan.TABLES, "fixed_turns", None, None, NightTrouble.NOT_THIS_PLAN),
        (Plan.TABLES, "standard", 3, None, NightTrouble.NO_END_WANTED),
        (Plan.ROUNDS, "last_one", None, None, NightTrouble.BANK_END),
        (Plan.ROUNDS, "rising_cube", None, None, NightTrouble.BANK_END),
        (Plan.ROUNDS, "standard", None, None, NightTrouble.NO_END),
        (Plan.ROUNDS, "fixed_turns", 3, None, NightTrouble.ENDS_BY_ITSELF),
        (Plan.FINAL, "fixed_turns", None, 60, NightTrouble.ENDS_BY_ITSELF),
        (Plan.FINAL, "standard", None, None, NightTrouble.NO_END),
        (Plan.FINAL, "last_one", 3, 60, NightTrouble.ONE_END),
    ],
)
def test_what_does_not_fit_a_plan_is_refused(
    plan: Plan, preset: str, games: int | None, minutes: int | None, why: NightTrouble
) -> None:
    with pytest.raises(Illegal) as refused:
        night_options(plan, preset, games, minutes)
    assert refused.value.reason is why


@pytest.mark.parametrize(
    ("plan", "preset", "games", "minutes", "end"),
    [
        (Plan.ROUNDS, "last_one", 4, None, SessionEnd.GAMES),
        (Plan.ROUNDS, "rising_cube", None, 90, SessionEnd.MINUTES),
        (Plan.ROUNDS, "fixed_turns", None, None, SessionEnd.OPEN),
        (Plan.ROUNDS, "standard", 4, None, SessionEnd.GAMES),
        (Plan.FINAL, "fixed_turns", None, None, SessionEnd.OPEN),
        (Plan.FINAL, "last_one", None, None, SessionEnd.OPEN),
        (Plan.FINAL, "last_one", None, 60, SessionEnd.MINUTES),
        (Plan.TABLES, "standard", None, None, SessionEnd.OPEN),
    ],
)
def test_what_fits_can_be_begun_by_any_table_of_a_draw(
    plan: Plan, preset: str, games: int | None, minutes: int | None, end: SessionEnd
) -> None:
    options = night_options(plan, preset, games, minutes)
    assert options.session_end is end and options.pace is Pace.LIVE
    assert options.max_players == 6 or plan is Plan.TABLES
    for people in range(3, 7):
        assert start(options, people).options == options


def test_no_preset_has_halves_and_a_split_refuses_what_no_night_has() -> None:
    assert not any(options.house_rules.half_points for options in PRESETS.values())
    check_split(Options())
    for house in (HouseRules(half_points=True), HouseRules(bank=13), HouseRules(join_approval=JoinApproval.BOX)):
        with pytest.raises(Illegal, match="does not go with a night"):
            check_split(Options(house=house))


def test_how_many_games_a_session_has() -> None:
    turns = PRESETS["fixed_turns"]
    assert [games_of(turns, people) for people in (3, 4, 5, 6)] == [12, 12, 20, 30]
    assert games_of(turns, None) is None
    assert games_of(replace(turns, house=HouseRules(schedule_rounds=2)), 5) == 10
    assert games_of(replace(Options(), session_end=SessionEnd.GAMES, session_limit=7), None) == 7
    assert games_of(PRESETS["last_one"], 4) is None


def test_a_log_tells_what_everybody_sat_down_with_and_since_when_cubes_rise() -> None:
    begun = start(BANK, 3, -1, balances=(20, 5, 14), since=1000.0)
    head = games.CHOUETTE.header(begun)
    assert CHOUETTE.header(head).balances == (20, 5, 14) and CHOUETTE.header(head).since == 1000.0
    assert games.CHOUETTE.begun(head) == begun
    usual = games.CHOUETTE.header(start(BANK, 3, -1))
    assert b"balances" not in usual and b"since" not in usual
    assert games.CHOUETTE.begun(usual) == start(BANK, 3, -1)
    # Twelve minutes after the night began the cubes of the second step are on.
    on = games.CHOUETTE.apply(begun, Arrange(dice=((6, 5), (3, 1)), at=1000.0 + 12 * 60))
    assert on.since == 1000.0 and {bet.start for bet in on.game.bets} == {2}
    assert {on.players[seat].balance for seat in on.line} == {20, 5, 14}
    assert on.line[0] != 1 or on.players[on.line[0]].balance >= 4  # the box has cover
    assert isinstance(games.CHOUETTE.dated(on, TimedNext(by=0, at=1.0), 2.0), TimedNext)
    assert history_from(on, ()) == ()


@pytest.mark.parametrize("has", [(20, 5), (20, 5, 0), (20, 5, -1), (20, 5, 14, 13)])
def test_balances_that_cannot_be_are_no_beginning(has: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="balance"):
        start(BANK, 3, balances=has)
    with pytest.raises(ValueError, match="balance"):
        start(Options(), 3, balances=(1, 2, 3))


def test_a_session_with_a_bank_hands_its_places_and_balances_back() -> None:
    game = play(table("ABC", bank=6), ["end", "box", 1])
    next_game(game)
    session = game.session
    box, *others = session.game.line
    seats = (7, 4, 5)
    assert balances(session, seats) == tuple((seats[seat], session.players[seat].balance) for seat in range(3))
    assert sum(has for _, has in balances(session, seats)) == 18
    assert places(session) == ((box,), tuple(sorted(others)))
    assert balances(table("ABC").session, seats) == ()


def test_newcomers_sit_down_only_where_they_may() -> None:
    turns = table("ABC", retain="schedule")
    assert takes_newcomers(turns.session)
    for left in (2, 1, 0):
        play(turns, ["end", "box", 1])
        assert takes_newcomers(turns.session) is (left > 0)
        next_game(turns)
        assert takes_newcomers(turns.session) is (left > 1)
    bank = table("ABC", bank=6, start_cube="out", start_steps=(8,))
    assert takes_newcomers(bank.session)
    play(bank, ["end", "box", 1])
    assert bank.session.broke and not takes_newcomers(bank.session)

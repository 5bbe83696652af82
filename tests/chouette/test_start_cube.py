"""Where the cubes of a game begin."""

from __future__ import annotations

import pytest

from bot.backgammon import CubeFault
from bot.chouette import BOX, LoneTaker, Options, Retain, SessionEnd, actions, excluding, start, with_value
from bot.chouette.actions import TimedNext
from bot.chouette.house import HouseRules, StartCube

from ..facts.chouette import Game
from .table import A, B, next_game, open_for, play, reason, table


def starts(game: Game) -> set[int]:
    return {bet.start for bet in game.session.game.bets} | {bet.value for bet in game.session.game.bets}


def test_by_games_of_the_box_in_its_stay() -> None:
    game = table("ABC", start_cube="box_game", start_steps=(1, 2, 4))
    found = []
    for winner in ("box", "box", "box", "team", "team"):
        found.append(starts(game))
        play(game, ["end", winner, 1])
        next_game(game)
    assert found == [{1}, {2}, {4}, {4}, {1}]


def test_a_voided_game_is_no_step() -> None:
    game = table("ABC", start_cube="box_game")
    game.act(actions.Abort())
    next_game(game)
    assert starts(game) == {1}


def test_in_fixed_turns_all_games_as_box_count() -> None:
    game = table("ABC", retain="schedule", start_cube="box_game", start_steps=(1, 2, 4))
    found = []
    while not game.session.is_ending:
        found.append(starts(game).pop())
        play(game, ["end", "box", 1])
        if not game.session.is_ending:
            next_game(game)
    assert found == [1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4]


def test_by_minutes_since_the_start() -> None:
    game = table("ABC", start_cube="minutes", start_every=10, start_steps=(1, 2, 4))
    found = []
    for at in (599.0, 600.0, 1200.0, 9999.0):
        play(game, ["end", "box", 1])
        game.act(TimedNext(by=A, at=at))
        open_for(game, BOX)
        found.append(starts(game).pop())
    assert found == [1, 2, 4, 4]


def test_by_people_who_are_out() -> None:
    game = table("ABC", bank=6, start_cube="out", start_steps=(1, 2))
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(6, 1, 6)))
    game.session = game.session.with_player(B, bank=1)
    play(game, ["end", "box", 1])
    next_game(game)
    assert starts(game) == {2}


def test_the_cap_counts_from_where_the_cube_began() -> None:
    game = table("AB", side=None, start_cube="box_game", start_steps=(8,), cube_cap=2, auto_doubles=3)
    assert starts(game) == {8}
    game.act(actions.OpeningRoll(dice=(2, 2)))
    game.act(actions.OpeningRoll(dice=(2, 2)))
    assert game.session.game.bets[0].value == 16
    game.act(actions.OpeningRoll(dice=(1, 3)))
    game.move()
    assert reason(game, actions.Double(by=B, bets=(0,))) is CubeFault.CAPPED


def test_every_bet_counts_from_the_start() -> None:
    game = play(table("ABC", start_cube="box_game", start_steps=(4,), jacoby="off"), ["end", "box", 2])
    assert [player.points for player in game.session.players] == [16, -8, -8]


@pytest.mark.parametrize(
    ("options", "name", "value", "both"),
    [
        (Options(lone_taker=LoneTaker.EXTRAS), "bank", 13, ("bank", "lone_taker")),
        (Options(partner_from=6), "bank", 13, ("bank", "partner_from")),
        (Options(retain=Retain.SCHEDULE), "bank", 13, ("bank", "retain")),
        (Options(retain=Retain.SCHEDULE), "partner_from", 6, ("retain", "partner_from")),
        (Options(session_end=SessionEnd.GAMES), "retain", Retain.SCHEDULE, ("retain", "session_end")),
        (Options(), "start_cube", StartCube.OUT, ("start_cube", "bank")),
    ],
)
def test_options_that_exclude_each_other_are_both_named(
    options: Options, name: str, value: object, both: tuple[str, str]
) -> None:
    assert excluding(options) is None
    assert excluding(with_value(options, name, value)) == both
    with pytest.raises(ValueError, match=both[0]):
        start(with_value(options, name, value), 3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"bank": 5},
        {"bank": 1001},
        {"start_steps": ()},
        {"start_steps": (1, 3)},
        {"start_steps": (4, 2)},
        {"start_steps": (1,) * 8},
        {"start_steps": (128,)},
        {"start_every": 9},
        {"start_every": 241},
        {"schedule_rounds": 11},
    ],
)
def test_values_out_of_bounds_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        HouseRules(**wrong)  # type: ignore[arg-type]

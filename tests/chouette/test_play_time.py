"""Free time for each roll or play, and the reserve of a game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Phase, Stale
from bot.backgammon.actions import Claim
from bot.chouette import actions
from bot.chouette.play_time import is_timed, reserve_left, time_left, to_note
from bot.tables.chouette.timeouts import patience, silence

from ..facts.chouette import Game
from .table import A, B, C, next_game, play, table

NOON = 1_000_000.0


def timed(**options: Any) -> Game:
    """The captain is to play; a minute is free, the reserve five."""
    game = table(pace="live", play_timer=60, forfeit_after=5, **options)
    game.act(actions.Roll(by=B, dice=(3, 1)))
    assert game.session.game.phase is Phase.PLAY
    return game


def waited(game: Game, seconds: int, *, done: bool = True) -> None:
    """Whoever is on roll was waited for so long."""
    for each in to_note(game.session, 1000 * seconds, done=done):
        game.act(each)


def to_play(game: Game) -> None:
    """The captain's next play."""
    game.move()
    game.act(actions.Roll(by=A, dice=(3, 1)))
    game.move()
    game.act(actions.Roll(by=B, dice=(3, 1)))


def test_what_is_over_the_free_time_comes_from_the_reserve() -> None:
    """40, 75 and 200 s with 60 s free use 155 s of 300."""
    game = timed()
    assert reserve_left(game.session, B) == 300_000 and time_left(game.session) == 360_000
    for seconds, used in ((40, 0), (75, 15), (200, 155)):
        waited(game, seconds)
        assert 300_000 - reserve_left(game.session, B) == 1000 * used
        to_play(game)
    assert reserve_left(game.session, A) == reserve_left(game.session, C) == 300_000
    assert time_left(game.session) == 60_000 + 145_000
    assert patience(game.session, NOON) == NOON + 205
    assert silence(game.session, NOON, 0) == (NOON + 205, Claim())


def test_a_roll_within_the_free_time_is_not_noted() -> None:
    session = timed().session
    assert to_note(session, 60_000, done=True) == () == to_note(session, 0, done=False)
    assert to_note(session, 60_001, done=True) == (actions.Spent(seat=B, ms=60_001),)
    assert to_note(session, 1, done=False) == (actions.Spent(seat=B, ms=1),)


def test_what_others_do_meanwhile_gives_no_time() -> None:
    game = timed()
    for _ in range(3):
        waited(game, 30, done=False)
    assert reserve_left(game.session, B) == 270_000 and time_left(game.session) == 270_000
    waited(game, 30)
    assert reserve_left(game.session, B) == 240_000


def test_with_none_left_it_is_silence_and_the_next_has_a_reserve_of_their_own() -> None:
    game = timed()
    waited(game, 360)
    assert time_left(game.session) == 0 and silence(game.session, NOON, 0) == (NOON, Claim())
    game.act(Claim())
    assert game.session.game.on_roll == C and time_left(game.session) >= 300_000


def test_a_reserve_is_that_of_a_game_and_an_undo_gives_nothing_back() -> None:
    game = timed()
    waited(game, 100)
    game.move()
    game.act(actions.Undo(by=B))
    for seat in game.session.proposals[0].of:
        game.act(actions.Accept(by=seat, question=game.session.proposals[0].number))
    assert game.session.game.phase is Phase.PLAY and reserve_left(game.session, B) == 260_000
    play(game, ["end", "box", 1])
    next_game(game)
    assert game.session.used == ()


@pytest.mark.parametrize("options", [{"pace": "relaxed"}, {"play_timer": 0}])
def test_no_time_runs_at_the_relaxed_pace_or_without_the_option(options: dict[str, Any]) -> None:
    game = table(**{"pace": "live", "play_timer": 60} | options)
    game.act(actions.Roll(by=B, dice=(3, 1)))
    assert not is_timed(game.session) and to_note(game.session, 10**6, done=True) == ()
    with pytest.raises(Stale):
        game.act(actions.Spent(seat=B, ms=1))


def test_a_stopped_clock_counts_for_nobody() -> None:
    game = timed()
    game.act(actions.Pause(by=A, on=True))
    assert not is_timed(game.session) and patience(game.session, NOON) is None
    game.act(actions.Pause(by=A, on=False))
    assert time_left(game.session) == 360_000


def test_time_is_noted_of_whoever_is_on_roll() -> None:
    with pytest.raises(Stale):
        timed().act(actions.Spent(seat=C, ms=1000))

"""Chouettes in which one person errs: exactly that costs them something, the whole of it, and nobody else anything.

A is the box, B the captain, C and D are the rest of the team. What is lost is computed by hand, in units of the cube
before the double; all plays and cubes else are as good as any other.
"""

from __future__ import annotations

import pytest

from bot.analysis.decisions import Decided, Played, Replied, Spoke, question
from bot.analysis.report import sums
from bot.analysis.verdicts import judged
from bot.backgammon import OfferStage
from bot.chouette import BOX, actions
from bot.engine.thoughts import CubeThought
from tests.analysis.judging import all_right, cube, play
from tests.analysis.test_chouette_decisions import Noted, table
from tests.chouette.table import DICE, A, B, C, D
from tests.chouette.test_cubes import answer


def lost(game: Noted, thought: CubeThought, misplayed: float = 0.0) -> dict[int, float]:
    """What everybody has lost, where the engine thinks so of the cubes that were spoken of last, and the last play has
    lost so much."""
    made = game.made
    found = all_right(made)
    cubes = [each for each in made if not isinstance(each.what, Played)]
    found |= {question(each): of_offer(each, thought) for each in cubes if each.turn == cubes[-1].turn}
    if misplayed:
        last = next(each for each in reversed(made) if isinstance(each.what, Played))
        found[question(last)] = play(last, misplayed)
    return {seat: each.lost for seat, each in sums(judged(made, found)).items() if each.lost}


def of_offer(decided: Decided, thought: CubeThought) -> CubeThought:
    """What the engine thinks, which takes a beaver for granted where there may be one."""
    beavered = decided.stakes.beavers and thought.taken < 0
    return cube(thought.stays, thought.taken * (2 if beavered else 1), thought.dropped)


def window(*doublers: int, **options: object) -> Noted:
    """The team is on roll; these double, the others pass, and the captain rolls."""
    game = table(**options)  # type: ignore[arg-type]  any option
    for seat in (C, D, B):
        if seat in doublers:
            game.act(actions.Double(by=seat, bets=(seat - 1,)))
        elif seat != B:
            game.act(actions.Pass(by=seat))
    game.act(actions.Roll(by=B, dice=DICE))
    return game


def test_one_misses_a_double() -> None:
    """0.2 better with the cube turned, which is taken."""
    game = window(B, D)
    game.act(answer(A, B="take", D="take"))
    assert lost(game, cube(0.5, 0.7)) == {C: pytest.approx(0.2)}


def test_one_doubles_too_early_and_is_beavered_and_takes() -> None:
    """From 0.1 to −0.3 at two, and at four −0.6."""
    game = window(C)
    game.act(answer(A, C="beaver"))
    game.act(answer(C, C="take"))
    assert lost(game, cube(0.1, -0.3)) == {C: pytest.approx(0.7)}


def test_one_doubles_too_early_and_refuses_the_beaver() -> None:
    """From 1 to the −2 that it costs to refuse: 3. The −4 of a beaver that is taken were never at stake."""
    game = window(C)
    game.act(answer(A, C="beaver"))
    game.act(answer(C, C="drop"))
    assert lost(game, cube(1.0, -2.0)) == {C: pytest.approx(3.0)}


def test_where_a_beaver_must_be_taken_too_early_a_double_costs_all_of_it() -> None:
    game = window(C, beaver_refusable=False)
    game.act(answer(A, C="beaver"))
    assert lost(game, cube(1.0, -2.0)) == {C: pytest.approx(5.0)}


def test_one_takes_a_beaver_that_is_to_be_refused() -> None:
    """The double costs 3, and not to refuse the beaver 1 more: what is lost in the end is 4 from 1 on."""
    game = window(C)
    game.act(answer(A, C="beaver"))
    game.act(answer(C, C="take"))
    assert lost(game, cube(1.0, -1.5)) == {C: pytest.approx(3.0 + 1.0)}


def test_the_box_beavers_wrongly_and_is_raccooned() -> None:
    """A right double comes to 0.4; raccooned to four times that."""
    game = window(B, C, D, animals=2)
    game.act(answer(A, B="take", C="beaver", D="take"))
    game.act(answer(C, C="raccoon"))
    game.act(answer(A, C="take"))
    assert lost(game, cube(0.3, 0.4)) == {A: pytest.approx(1.6 - 0.4)}


def test_the_box_drops_what_is_a_take() -> None:
    game = window(B, C, D)
    game.act(answer(A, B="take", C="drop", D="take"))
    assert lost(game, cube(0.5, 0.8)) == {A: pytest.approx(0.2)}


def test_the_box_doubles_too_early_for_one_member_only() -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(1,)))
    game.act(answer(C, C="take"))
    assert lost(game, cube(0.5, 0.35)) == {A: pytest.approx(0.15)}


@pytest.mark.parametrize(("said", "taken", "loses"), [("take", 1.3, 0.3), ("drop", 0.7, 0.3), ("take", -0.2, 0.2)])
def test_one_answers_the_box_wrongly(said: str, taken: float, loses: float) -> None:
    """They take what is a drop, drop what is a take, or take what is to be beavered."""
    right = "drop" if taken > 1 else "beaver" if taken < 0 else "take"
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B=right))
    game.act(answer(C, C=said))
    game.act(answer(D, D=right))
    if right == "beaver":
        game.act(answer(A, B="take", D="take"))
    stays = min(taken, 1.0) if taken > 0 else 2 * taken
    assert lost(game, cube(stays, taken)) == {C: pytest.approx(loses)}


def test_one_refuses_a_beaver_that_is_to_be_taken() -> None:
    """The double costs 0.5 with the beaver; to refuse that is 1.6 worse than to take it."""
    game = window(C)
    game.act(answer(A, C="beaver"))
    game.act(answer(C, C="drop"))
    assert lost(game, cube(0.1, -0.2)) == {C: pytest.approx(0.5 + 1.6)}


def test_the_captain_plays_wrongly_for_all() -> None:
    game = window()
    game.move()
    assert lost(game, cube(0.5, 0.5), misplayed=0.1) == {B: pytest.approx(0.1)}


def test_a_captain_who_rolls_at_once_misses_his_own_double_only() -> None:
    """Nobody else has had the time to say anything."""
    game = table()
    game.pause = 1.0
    game.act(actions.Roll(by=B, dice=DICE))
    assert lost(game, cube(0.5, 0.7)) == {B: pytest.approx(0.2)}


# --- silence ---------------------------------------------------------------------------------------------------------


def silent(game: Noted, *seconds: float) -> set[int]:
    """Who of C and D is taken not to have doubled if the captain rolls after so many seconds.

    What happens meanwhile is no word about a cube.
    """
    *pauses, last = seconds
    for pause in pauses:
        game.pause = pause
        game.act(actions.AutoPass(by=D, on=True))
    game.pause = last
    game.act(actions.Roll(by=B, dice=DICE))
    return {each.seat for each in game.made if isinstance(each.what, Spoke)} - {B}


@pytest.mark.parametrize(
    ("seconds", "cube_timer", "decided"),
    [((9.0,), 60, False), ((10.0,), 60, True), ((6.0, 6.0), 60, True), ((4.0,), 5, False), ((5.0,), 5, True)],
)
def test_silence_is_a_word_after_ten_seconds_or_the_time_there_is(
    seconds: tuple[float, ...], cube_timer: int, decided: bool
) -> None:
    assert silent(table(cube_timer=cube_timer), *seconds) == ({C, D} if decided else set())


def test_without_the_times_of_a_log_silence_is_no_word() -> None:
    game = table()
    game.watch = type(game.watch)(())
    assert silent(game, 60.0) == set()


def test_who_has_pressed_pass_or_doubled_has_decided_however_soon() -> None:
    game = table()
    game.pause = 1.0
    game.act(actions.Pass(by=D))
    assert silent(game, 1.0) == {D}


def test_at_every_stage_it_is_told_what_may_follow() -> None:
    game = window(C, animals=2)
    game.act(answer(A, C="beaver"))
    game.act(answer(C, C="raccoon"))
    game.act(answer(A, C="drop"))
    ways = [each.what.ways for each in game.made if isinstance(each.what, Replied)]
    assert [len(each) for each in ways] == [3, 2, 1]
    assert [each.what.stage for each in game.made if isinstance(each.what, Replied)] == [*OfferStage]
    assert ways[0][1:] == ways[1] and ways[1][1:] == ways[2]

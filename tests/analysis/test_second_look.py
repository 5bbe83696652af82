"""What is looked at once more: of each player the worst errors of a game, and costly cubes in any case."""

from __future__ import annotations

from msgspec.structs import replace

from bot.analysis.decisions import Decided, Played, Spoke, question
from bot.analysis.report import WORST
from bot.analysis.second_look import second_look
from bot.backgammon import Position, Reply, Side, legal_plays
from bot.engine.reviews import AGAIN, Again, Asked, Found, PlayFound
from bot.engine.thoughts import EXACT, Stakes

from .judging import cube, play

START = Position.start()
DOUBLED = Spoke(True, ((Reply.TAKE, Reply.DROP),))
DICE = [(high, low) for high in range(2, 7) for low in range(1, high)]


def played(seat: int, lost: float, place: int) -> tuple[Decided, Found]:
    """The decision at this place of a game, a play that has cost so much."""
    dice = DICE[place % len(DICE)]
    result = legal_plays(START, dice)[place // len(DICE)].packed
    decision = Decided(seat, Side.WHITE, place, START.packed, Stakes(), Played(dice, result))
    return decision, play(decision, lost)


def doubled(seat: int, lost: float, points: int) -> tuple[Decided, Found]:
    """A premature double of this match."""
    decision = Decided(seat, Side.WHITE, points, START.packed, Stakes(away=(points, points)), DOUBLED)
    return decision, cube(0.5, 0.5 - lost)


def looked_at(*made: tuple[Decided, Found]) -> list[Asked]:
    found = {question(decision): answer for decision, answer in made}
    again = second_look([decision for decision, _ in made], found)
    assert all(each.found == found[each.asked] for each in again)
    return [each.asked for each in again]


def test_of_each_player_the_worst_errors_are_looked_at_again() -> None:
    of_one = [played(0, 0.03 + place / 100, place) for place in range(8)]
    of_other = [played(1, 0.3, 20), played(1, 0.019, 21)]
    worst = [question(decision) for decision, _ in reversed(of_one)][:WORST]
    assert looked_at(*of_one, *of_other) == [question(of_other[0][0]), *worst]


def test_a_costly_cube_is_looked_at_again_in_any_case() -> None:
    worse = [played(0, 0.5, place) for place in range(WORST)]
    costly, cheap = doubled(0, 0.06, 5), doubled(0, 0.04, 7)
    found = looked_at(*worse, costly, cheap)
    assert question(costly[0]) in found and question(cheap[0]) not in found
    assert question(cheap[0]) in looked_at(costly, cheap), "among the worst it is"


def test_a_play_of_which_two_and_three_plies_do_not_agree_is_looked_at_again_however_little_it_seems_to_cost() -> None:
    decision, found = played(0, 0.001, 3)
    assert isinstance(found, PlayFound) and looked_at((decision, found)) == []
    assert looked_at((decision, replace(found, unsure=True))) == [question(decision)]


def test_what_is_known_as_well_as_that_is_not_looked_at_again() -> None:
    decision, found = doubled(0, 0.3, 5)
    for plies in (AGAIN, EXACT):
        assert looked_at((decision, replace(found, plies=plies))) == []
    assert looked_at((decision, found)) == [question(decision)]


def test_what_two_have_decided_alike_is_looked_at_once() -> None:
    decision, found = doubled(0, 0.3, 5)
    (again,) = second_look([decision, replace(decision, seat=1)], {question(decision): found})
    assert again == Again(question(decision), found)

"""What is remembered of the games between two: the cubes and the plays of each, also where a result was taken back."""

from __future__ import annotations

import random

import pytest
from msgspec import UNSET

from bot.backgammon import Ask, Match, Phase, Rules, apply, questions, start
from bot.backgammon.actions import Accept, AnyAction, Double, Drop, Move, Next, Roll, Take, Undo
from bot.backgammon.history import Finished, course_of, finished, followed, history_from
from bot.backgammon.record import kept_steps

from .random_play import RULES, play_on
from .test_match import OPENED


class Played:
    """A match or money session as it is played, with its log. Seat 0 opens with 31."""

    def __init__(self, length: int = 0) -> None:
        self.first = self.match = start(Rules(length=length))
        self.log: list[AnyAction] = []

    def do(self, *actions: AnyAction) -> None:
        for action in actions:
            self.match: Match = apply(self.match, action)
            self.log.append(action)

    def take_back(self) -> None:
        """The last action is undone, with the other one's consent."""
        self.do(Undo(by=0))
        number = next(each.number for each in questions(self.match) if each.ask is Ask.UNDO)
        self.do(Accept(by=1, question=number))

    def turned_twice(self) -> None:
        """Black doubles, white takes and turns the cube over again a roll later."""
        self.do(*OPENED, Double(by=1), Take(by=0), Roll(by=1, dice=(3, 1)), Move(by=1, play="8/5 6/5"), Double(by=0))

    def history(self) -> tuple[Finished, ...]:
        return history_from(self.first, self.log)


def values(played: Played) -> list[tuple[int, int, int | None]]:
    """Of each cube of the one game there is: who turned it, its value before, and who dropped it."""
    (game,) = played.history()
    return [(each.giver, each.value, each.dropper) for each in game.cubes or ()]


def test_a_result_that_was_taken_back_before_the_next_game_has_begun_leaves_the_cubes_before_it() -> None:
    played = Played()
    played.turned_twice()
    played.do(Drop(by=1))
    assert values(played) == [(1, 1, None), (0, 2, 1)]
    played.do(Next(by=0), Next(by=1))
    assert played.match.number == 2
    played.take_back()
    assert played.match.number == 1 and played.match.game.phase is Phase.OFFER and played.history() == ()
    played.do(Drop(by=1))
    assert values(played) == [(1, 1, None), (0, 2, 1)]


def test_the_next_game_has_none_of_its_cubes() -> None:
    played = Played()
    played.turned_twice()
    played.do(Drop(by=1), Next(by=0), Next(by=1), *OPENED, Double(by=1), Drop(by=0))
    first, second = played.history()
    assert len(first.cubes or ()) == 2
    assert [(each.giver, each.value, each.dropper) for each in second.cubes or ()] == [(1, 1, 0)]


def drop(played: Played) -> None:
    """A game in which each has moved once, and white drops a double."""
    played.do(*OPENED, Roll(by=1, dice=(6, 5)), Move(by=1, play="24/18 18/13"), Double(by=0), Drop(by=1))


def test_plays_are_those_of_the_whole_match_or_of_one_game_for_money() -> None:
    for length, counted in ((0, [2, 2]), (7, [2, 4])):
        played = Played(length)
        drop(played)
        played.do(*going_on(played))
        drop(played)
        assert [each.plays for each in played.history()] == counted


def test_a_play_that_is_taken_back_and_made_again_is_one() -> None:
    played = Played(3)
    played.do(*OPENED)
    played.take_back()
    played.do(Move(by=0, play="24/23 13/10"), Roll(by=1, dice=(6, 5)), Move(by=1, play="24/18 18/13"))
    played.do(Double(by=0), Drop(by=1))
    assert [each.plays for each in played.history()] == [2]


@pytest.mark.parametrize("rules", RULES)
def test_whatever_happens_plays_are_those_that_moved_a_checker(rules: str) -> None:
    for seed in range(12):
        _, log = play_on(random.Random(seed), RULES[rules], 500, straying=0.1)
        first = start(RULES[rules])
        made = {
            number: sum(isinstance(action, Move) and action.play != "" for _, action, _ in steps)
            for number, steps in kept_steps(first, log).items()
        }
        for game in history_from(first, log):
            before = range(1 if first.rules.length else game.number, game.number + 1)
            assert game.plays == sum(made.get(number, 0) for number in before)


def test_of_a_match_that_is_counted_from_its_middle_on_plays_are_not_known() -> None:
    for length, counted in ((0, 2), (7, UNSET)):
        played = Played(length)
        drop(played)
        played.do(*going_on(played))
        later, course, done = played.match, course_of(played.match), len(played.log)
        drop(played)
        for action in played.log[done:]:
            after = apply(later, action)
            later, course = after, followed(course, later, action, after)
        game = finished(later, course)
        assert game is not None and game.plays == counted


def going_on(played: Played) -> tuple[Next, ...]:
    """To the next game; in a match the bot goes on."""
    return (Next(),) if played.first.rules.length else (Next(by=0), Next(by=1))

"""What is remembered of the games between two: the cubes of each, also where a result was taken back."""

from __future__ import annotations

from bot.backgammon import Ask, Match, Phase, Rules, apply, questions, start
from bot.backgammon.actions import Accept, AnyAction, Double, Drop, Move, Next, Roll, Take, Undo
from bot.backgammon.history import Finished, history_from

from .test_match import OPENED


class Played:
    """A money session as it is played, with its log. Seat 0 opens with 31."""

    def __init__(self) -> None:
        self.first = self.match = start(Rules())
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

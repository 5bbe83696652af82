"""The decisions of games, out of their logs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from bot import backgammon, chouette
from bot.analysis.decisions import Decided, Played, Replied, Spoke, question
from bot.analysis.report import Sums, sums
from bot.analysis.verdicts import judged
from bot.backgammon import Position, Reply, Rules, Side
from bot.backgammon import actions as two
from bot.chouette import Options, Order
from bot.chouette import actions as crew
from bot.chouette.record import session_steps
from bot.engine.thoughts import Owner, Stakes, check
from bot.tables.games import CHOUETTE, HEADS_UP
from tests.chouette.random_session import play_on
from tests.chouette.table import A, B, C, D

from .judging import all_right, cube, play

MATCH = Rules(length=3)
OPENED: tuple[two.AnyAction, ...] = (two.OpeningRoll(dice=(3, 1)), two.Move(by=0, play="8/5 6/5"))


def of_two(*more: two.AnyAction, rules: Rules = MATCH) -> list[Decided]:
    return list(HEADS_UP.decided(backgammon.start(rules), (*OPENED, *more))[1])


def test_a_game_of_two_is_plays_cubes_and_answers() -> None:
    made = of_two(
        two.Roll(by=1, dice=(6, 2)),
        two.Move(by=1, play="24/18 13/11"),
        two.Double(by=0),
        two.Take(by=1),
        two.Roll(by=0, dice=(5, 5)),
        two.Move(by=0, play="13/3(2)"),
        two.Roll(by=1, dice=(4, 3)),  # with a cube of its own
    )
    assert [(each.seat, each.side, each.turn, type(each.what)) for each in made] == [
        (0, Side.WHITE, 1, Played),
        (1, Side.BLACK, 2, Spoke),
        (1, Side.BLACK, 2, Played),
        (0, Side.WHITE, 3, Spoke),
        (1, Side.WHITE, 3, Replied),
        (0, Side.WHITE, 3, Played),
        (1, Side.BLACK, 4, Spoke),
    ]
    assert [each.what.opening for each in made if isinstance(each.what, Played)] == [True, False, False]
    assert [each.what.doubled for each in made if isinstance(each.what, Spoke)] == [False, True, False]
    assert made[4].what.reply is Reply.TAKE and question(made[3]) == question(made[4])
    assert made[5].stakes == Stakes(2, Owner.OPPONENT, (3, 3)) and made[6].stakes == Stakes(2, Owner.MOVER, (3, 3))


def test_without_a_cube_there_are_plays_and_nothing_else_to_decide() -> None:
    for rules in (Rules(length=3, cube=False), Rules(cube=False)):
        made = of_two(two.Roll(by=1, dice=(6, 2)), two.Move(by=1, play="24/18 13/11"), rules=rules)
        assert [type(each.what) for each in made] == [Played, Played]
        assert not any(each.stakes.cube_in_play for each in made)


def test_what_was_taken_back_is_no_decision() -> None:
    state = backgammon.replay(MATCH, (*OPENED, two.Undo(by=0)))
    accept = two.Accept(by=1, question=state.proposals[0].number)
    undone = of_two(two.Undo(by=0), accept, two.Move(by=0, play="24/23 13/10"))
    assert [type(each.what) for each in undone] == [Played]
    assert undone[0].what != of_two()[0].what


def test_a_claim_decides_nothing() -> None:
    assert len(of_two(two.Claim(by=0))) == 1


def test_an_imported_game_is_decided_by_whoever_has_the_seat() -> None:
    made = of_two(two.Double(by=1), two.Drop(by=0))
    assert [(each.seat, type(each.what)) for each in made[1:]] == [(1, Spoke), (0, Replied)]


# A chouette: A is the box, B the captain


def of_crew(*more: crew.AnyAction, options: Options | None = None, pause: float = 60.0) -> list[Decided]:
    """`pause`: seconds between two actions."""
    opened = (
        crew.Arrange(line=(A, B, C, D)),
        crew.OpeningRoll(dice=(1, 3)),
        crew.Move(by=A, play="8/5 6/5"),
    )
    state = chouette.start(options or Options(order=Order.MANUAL), 4)
    return list(CHOUETTE.decided(state, (*opened, *more), count(0.0, pause))[1])


def words(made: Sequence[Decided]) -> list[tuple[int, object]]:
    return [
        (each.seat, each.what.doubled if isinstance(each.what, Spoke) else each.what.reply)
        for each in made
        if not isinstance(each.what, Played)
    ]


def test_in_a_chouette_everybody_decides_about_their_own_cube() -> None:
    made = of_crew(
        crew.Double(by=C, bets=(1,)),
        crew.Pass(by=D),
        crew.Roll(by=B, dice=(6, 2)),  # closes the window: the box is asked
        crew.Answer(by=A, replies=((1, Reply.TAKE),)),
        crew.Roll(by=B, dice=(6, 2)),
        crew.Move(by=B, play="24/18 13/11"),
        crew.Double(by=A, bets=(0, 2)),
        crew.Answer(by=B, replies=((0, Reply.DROP),)),
        crew.Answer(by=D, replies=((2, Reply.BEAVER),)),
    )
    assert words(made) == [
        (B, False), (C, True), (D, False), (A, Reply.TAKE), (A, True), (A, False),
        (B, Reply.DROP), (D, Reply.BEAVER),
    ]  # fmt: skip
    assert [each.seat for each in made if isinstance(each.what, Played)] == [A, B]
    assert [each.turn for each in made] == [1, 2, 2, 2, 2, 2, 3, 3, 3, 3]


def test_the_box_decides_once_about_cubes_that_are_alike() -> None:
    rolled = crew.Roll(by=B, dice=(6, 2)), crew.Move(by=B, play="24/18 13/11")
    assert words(of_crew(*rolled, crew.Roll(by=A, dice=(5, 5)))) == [(B, False), (C, False), (D, False), (A, False)]
    assert words(of_crew(*rolled, crew.Roll(by=A, dice=(5, 5)), pause=1.0)) == [(B, False), (A, False)]
    assert words(of_crew(*rolled, crew.Double(by=A, bets=(0, 1))))[3:] == [(A, True), (A, False)]


def test_a_blunder_of_one_member_changes_one_number_only() -> None:
    def rated(*answers: tuple[int, Reply]) -> dict[int, Sums]:
        made = of_crew(
            crew.Roll(by=B, dice=(6, 2)),
            crew.Move(by=B, play="24/18 13/11"),
            crew.Double(by=A, bets=(0, 1, 2)),
            *(crew.Answer(by=seat, replies=((seat - 1, reply),)) for seat, reply in answers),
        )
        doubled = next(question(each) for each in made if isinstance(each.what, Replied))
        return sums(judged(made, all_right(made) | {doubled: cube(0.5, 0.7)}))

    right = rated((B, Reply.TAKE), (C, Reply.TAKE), (D, Reply.TAKE))
    wrong = rated((B, Reply.TAKE), (C, Reply.DROP), (D, Reply.TAKE))
    assert {seat: found for seat, found in wrong.items() if found != right[seat]} == {
        C: right[C] + Sums(lost=0.3, blunders=1)
    }


def test_a_blunder_with_the_dice_is_whoever_moved_s() -> None:
    """The captain plays for all; nobody else's number knows of it, and that of the box neither."""

    def rated(lost: float) -> dict[int, Sums]:
        made = of_crew(
            crew.Roll(by=B, dice=(6, 2)),
            crew.Move(by=B, play="24/18 13/11"),
            crew.Double(by=A, bets=(0, 1, 2)),
            crew.Answer(by=B, replies=((0, Reply.DROP),)),  # from here on C plays
            *(crew.Answer(by=seat, replies=((seat - 1, Reply.TAKE),)) for seat in (C, D)),
            crew.Roll(by=A, dice=(5, 5)),
            crew.Move(by=A, play="13/3(2)"),
            crew.Pass(by=D),
            crew.Roll(by=C, dice=(4, 3)),
        )
        captain = next(each for each in made if isinstance(each.what, Played) and each.seat == B)
        return sums(judged(made, all_right(made) | {question(captain): play(captain, lost)}))

    right, wrong = rated(0.0), rated(0.5)
    assert {A, B, C, D} == set(right)
    assert [right[seat].plays for seat in (A, B, C, D)] == [2, 1, 0, 0]
    assert {seat: found for seat, found in wrong.items() if found != right[seat]} == {
        B: right[B] + Sums(lost=0.5, blunders=1)
    }


def test_cubes_that_stand_differently_are_judged_each_by_itself() -> None:
    """After one cube was turned, the same position is another question for whoever plays for more."""
    made = of_crew(
        crew.Double(by=C, bets=(1,)),
        crew.Pass(by=D),
        crew.Roll(by=B, dice=(6, 2)),
        crew.Answer(by=A, replies=((1, Reply.TAKE),)),
        crew.Roll(by=B, dice=(6, 2)),
        crew.Move(by=B, play="24/18 13/11"),
        crew.Double(by=A, bets=(0, 1, 2)),
        crew.Answer(by=B, replies=((0, Reply.DROP),)),
        crew.Answer(by=C, replies=((1, Reply.DROP),)),
        crew.Answer(by=D, replies=((2, Reply.TAKE),)),
    )
    answers = {each.seat: each for each in made if isinstance(each.what, Replied) and each.turn == 3}
    assert {seat: (each.stakes.cube, each.stakes.owner) for seat, each in answers.items()} == {
        B: (1, Owner.NOBODY), C: (2, Owner.MOVER), D: (1, Owner.NOBODY),
    }  # fmt: skip
    # What is right about C's cube says nothing of the others'.
    mine = question(answers[C])
    right, wrong = (sums(judged(made, all_right(made) | {mine: cube(0.5, lost)})) for lost in (1.5, 0.5))
    changed = {seat for seat in right if right[seat].lost != wrong[seat].lost}
    assert C in changed and not changed & {B, D}


def test_any_session_can_be_judged() -> None:
    for seed in range(12):
        options, people, _, log = play_on(seed, 150)
        if options.rules.variant.checkers != 15:
            continue
        start = chouette.start(options, people)
        made = CHOUETTE.decided(start, log)
        for number, steps in session_steps(start, log).items():
            moves = sum(isinstance(action, two.Move) for _, action, _ in steps)
            assert sum(isinstance(each.what, Played) for each in made[number]) == moves
            for each in made[number]:
                check(Position(each.position), each.stakes)
            judged(made[number], all_right(list(made[number])))

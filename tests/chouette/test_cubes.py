"""Cubes: the window, batches, what the box may take and double, the lone taker."""

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import BAR, Ask, Board, CubeFault, Foreign, Phase, Position, Refused, Reply, Side, Stale, TableFault
from bot.chouette import BOX, TEAM, BoxTake, ChouetteFault, actions, apply, questions, start
from bot.chouette.limits import takes_allowed
from bot.core.actions import BetIndex
from tests.backgammon.positions import board
from tests.facts.chouette import Game

from .table import DICE, A, B, C, D, E, open_for, play, reason, refused, table

ROLL = actions.Roll(by=B, dice=DICE)


def answer(by: int, **replies: str) -> actions.Answer:
    """An answer; bets by the letter of their member."""
    return actions.Answer(by=by, replies=tuple((ord(name) - ord("B"), Reply(reply)) for name, reply in replies.items()))


# --- the window ------------------------------------------------------------------------------------------------------


def test_the_window_closes_with_the_roll() -> None:
    game = table()
    game.act(actions.Pass(by=C))
    game.act(ROLL)
    assert game.session.game.phase is Phase.PLAY
    assert reason(game, actions.Double(by=C, bets=(1,))) is TableFault.ALREADY_ROLLED
    assert reason(game, actions.Pass(by=C)) is TableFault.ALREADY_ROLLED
    assert reason(game, ROLL) is TableFault.ALREADY_ROLLED


def test_the_roll_sends_what_was_doubled_to_the_box_and_is_not_used() -> None:
    game = table()
    for seat in (C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    rolls = game.session.rolls
    game.act(ROLL)
    exchange = game.session.game.exchange
    assert exchange and exchange.bets == (1, 2) and exchange.captain == B
    assert game.session.rolls == rolls and game.session.game.board.dice is None
    assert reason(game, ROLL) is TableFault.OFFER_OPEN


def test_who_has_spoken_may_change_his_mind() -> None:
    game = table()
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Hold(by=C))
    assert game.session.game.doubled == () and game.session.game.holding == (C,)
    game.act(actions.Double(by=C, bets=(1,)))
    assert game.session.game.doubled == (1,) and game.session.game.holding == ()
    game.act(actions.Pass(by=C))
    assert game.session.game.doubled == () and game.session.game.passed == (C,)


def test_nobody_rolls_while_somebody_holds() -> None:
    game = table()
    game.act(actions.Hold(by=D))
    assert reason(game, ROLL) is ChouetteFault.HOLDS
    game.act(actions.Pass(by=D))
    game.act(ROLL)
    assert game.session.game.phase is Phase.PLAY


def test_a_hold_lapses() -> None:
    game = table()
    assert reason(game, actions.Lapse()) is TableFault.NOT_ASKED
    game.act(actions.Hold(by=D))
    assert reason(game, actions.Lapse(by=B)) is TableFault.NOT_ASKED
    game.act(actions.Lapse())
    game.act(ROLL)
    assert game.session.game.phase is Phase.PLAY


def test_who_wants_to_be_asked_is_waited_for() -> None:
    game = table()
    game.act(actions.AutoPass(by=D, on=False))
    assert reason(game, ROLL) is ChouetteFault.WAITS_FOR
    game.act(actions.Pass(by=D))
    game.act(ROLL)
    assert game.session.game.phase is Phase.PLAY


def test_who_may_speak_in_the_window() -> None:
    game = table()
    assert reason(game, actions.Double(by=A, bets=(0,))) is TableFault.NOT_YOUR_TURN
    assert reason(game, actions.Pass(by=A)) is TableFault.NOT_YOUR_TURN
    assert reason(game, actions.Double(by=C, bets=(0,))) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Double(by=C, bets=(1, 2))) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Double(by=C, bets=(7,))) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Roll(by=C, dice=DICE)) is ChouetteFault.ONLY_ROLLER
    assert reason(game, actions.Roll(by=A, dice=DICE)) is TableFault.NOT_YOUR_TURN
    assert reason(game, actions.Roll(by=None, dice=DICE)) is TableFault.CHOICE_IS_YOURS
    for stranger in (-1, 4, 9):
        assert reason(game, actions.Double(by=stranger, bets=(0,))) is TableFault.NOT_SEATED
        assert reason(game, actions.Roll(by=stranger, dice=DICE)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=E))
    assert reason(game, actions.Pass(by=E)) is TableFault.NOT_SEATED
    assert reason(game, actions.Resign(by=E, kind=1, bets=(0,))) is TableFault.NOT_SEATED


@pytest.mark.parametrize("index", [-1, 4, 5])
def test_a_bet_that_there_is_not_is_nobodys(index: int) -> None:
    """E's, the last of the four, is the third."""
    bet = BetIndex(index)
    game = table("ABCDE")
    asked: list[actions.AnyAction] = [
        actions.Double(by=E, bets=(bet,)),
        actions.Resign(by=E, kind=1, bets=(bet,)),
        actions.Settle(by=E, points=1, bets=(bet,)),
        actions.Double(by=A, bets=(bet,)),
    ]
    for what in asked:
        assert reason(game, what) is ChouetteFault.NOT_YOUR_BET
    game.act(actions.Double(by=E, bets=(3,)))
    game.act(ROLL)
    assert reason(game, actions.Answer(by=A, replies=((bet, Reply.TAKE),))) is ChouetteFault.NOT_YOUR_BET
    game.act(answer(A, E="take"))
    assert reason(game, actions.Double(by=B, bets=(bet,))) is ChouetteFault.NOT_YOUR_BET


def test_a_double_is_for_one_person_also_if_a_delegate_decides_for_several() -> None:
    game = table()
    for seat in (C, D):
        game.act(actions.Delegate(by=seat, to=B))
    for bets in ((0, 1), (1, 2), (2, 1, 0)):
        assert reason(game, actions.Double(by=B, bets=bets)) is ChouetteFault.NOT_YOUR_BET
    for bet in range(3):
        game.act(actions.Double(by=B, bets=(bet,)))
    game.act(ROLL)
    game.act(answer(A, B="take", C="take", D="take"))
    assert reason(game, actions.Double(by=B, bets=(0, 1))) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Double(by=B, bets=(1,))) is CubeFault.NOT_OWNER


def test_who_asks_always_to_be_waited_for_and_rolls_himself_may_roll() -> None:
    game = table()
    game.act(actions.AutoPass(by=B, on=False))
    game.act(ROLL)
    assert game.session.game.phase is Phase.PLAY


def test_of_the_box_is_asked_a_double_or_a_roll_and_of_a_captain_only_the_roll() -> None:
    (main, *_) = questions(table(side=BOX).session)
    assert (main.ask, main.of, main.answers, main.bets) == (
        Ask.CUBE, (A,), (actions.Double, actions.Roll), (0, 1, 2),
    )  # fmt: skip
    main, window, *_ = questions(table().session)
    assert (main.ask, main.of, main.answers, main.bets) == (Ask.ROLL, (B,), (actions.Roll,), ())
    assert (window.ask, window.of, window.bets) == (Ask.CUBE, (B, C, D), (0, 1, 2))


def test_whoever_has_dropped_is_silent() -> None:
    game = play(table(side=BOX), ["box_doubles", {"C": "drop", "D": "take"}])
    game.until(TEAM, fresh=True)
    out = ChouetteFault.OUT_OF_GAME
    assert reason(game, actions.Double(by=C, bets=(1,))) is out
    assert reason(game, actions.Pass(by=C)) is out
    assert reason(game, actions.Hold(by=C)) is out
    assert reason(game, actions.Roll(by=C, dice=DICE)) is out
    assert reason(game, actions.Resign(by=C, kind=1, bets=(1,))) is out
    assert reason(game, actions.Settle(by=C, points=1, bets=(1,))) is out
    assert reason(game, actions.Resign(by=A, kind=1, bets=(1,))) is ChouetteFault.NOT_YOUR_BET


def test_a_cube_on_the_other_side_cannot_be_turned() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    game.until(BOX, fresh=True)
    game.until(TEAM, fresh=True)
    assert game.session.game.window(game.session.options.cube) == (B, D)
    assert reason(game, actions.Double(by=C, bets=(1,))) is CubeFault.NOT_OWNER
    assert reason(game, actions.Pass(by=C)) is ChouetteFault.NO_ACCESS


def test_after_the_answer_no_cube_is_offered_in_that_turn() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    assert game.session.game.phase is Phase.ROLL
    assert reason(game, actions.Pass(by=B)) is ChouetteFault.NO_ACCESS
    assert reason(game, actions.Double(by=B, bets=(0,))) is ChouetteFault.WINDOW_CLOSED
    assert reason(game, actions.Double(by=C, bets=(1,))) is CubeFault.NOT_OWNER


def test_the_box_that_has_doubled_some_is_told_why_it_doubles_no_more_in_that_turn() -> None:
    game = play(table(side=BOX), ["box_doubles", {"B": "take"}])
    assert game.session.game.phase is Phase.ROLL
    for bets, why in (
        ((0,), CubeFault.NOT_OWNER),
        ((1,), ChouetteFault.WINDOW_CLOSED),
        ((1, 2), ChouetteFault.WINDOW_CLOSED),
        ((0, 1), ChouetteFault.WINDOW_CLOSED),
        ((1, 0), ChouetteFault.WINDOW_CLOSED),
        ((), ChouetteFault.NO_ACCESS),
    ):
        assert reason(game, actions.Double(by=A, bets=bets)) is why


def test_what_is_not_played_is_the_persons_choice_only_once_the_dice_are_there() -> None:
    game = table()
    for by in (B, None):
        assert reason(game, actions.Move(by=by, play="8/5 6/5")) is TableFault.NOT_ROLLED
    game.act(ROLL)
    assert reason(game, actions.Move(by=None, play="8/5 6/5")) is TableFault.CHOICE_IS_YOURS
    game.act(actions.Move(by=B, play="8/5 6/5"))


@pytest.mark.parametrize("by", [B, None])
def test_a_play_without_a_choice_is_made_by_whoever_comes_first(by: int | None) -> None:
    game = table()
    game.set_board(Position.of([0, 14, *[0] * 23, 1], [3, *[2] * 6, *[0] * 19]))
    game.act(actions.Roll(by=B, dice=(6, 6)))
    (play,) = game.session.game.plays(game.session.rules)
    game.act(actions.Move(by=by, play=str(play)))
    assert game.session.game.board.turn is BOX


def test_a_turn_without_any_cube_has_no_window() -> None:
    game = play(table(), ["team_doubles", dict.fromkeys("BCD", "take")])
    game.until(BOX, fresh=True)
    assert game.session.game.phase is Phase.CUBE
    game.roll_and_move()
    assert game.session.game.phase is Phase.ROLL
    assert reason(game, actions.Double(by=B, bets=())) is ChouetteFault.NO_ACCESS


def test_the_only_one_with_a_cube_who_rolls_doubles_at_once() -> None:
    game = play(table(), ["team_doubles", {"C": "take", "D": "take"}])
    game.until(TEAM, fresh=True)
    game.act(actions.Double(by=B, bets=(0,)))
    assert game.session.game.phase is Phase.OFFER


def seated(*line: int, **options: Any) -> Game:
    """The team is to roll at a table whose line is not the order in which people came."""
    game = table(side=None, **options)
    arranged = apply(start(game.session.options, len(line)), actions.Arrange(line=line))
    game.session = replace(arranged, partnering=None)
    open_for(game, TEAM)
    return game


def test_who_came_before_the_box_waits_for_the_window_to_close() -> None:
    game = seated(D, A, B, C)
    game.act(actions.Double(by=B, bets=(1,)))
    assert game.session.game.phase is Phase.CUBE and game.session.game.doubled == (1,)


@pytest.mark.parametrize("line", [(A, B, C, D), (A, D, B, C)])
def test_who_rolls_for_a_silent_captain_doubles_when_the_window_closes(line: tuple[int, ...]) -> None:
    game = seated(*line)
    game.act(actions.Claim(by=A))
    game.until(BOX, fresh=True)
    game.until(TEAM, fresh=True)
    _, _, acting, _ = line
    assert game.session.game.on_roll == acting
    game.act(actions.Double(by=acting, bets=(1,)))
    assert game.session.game.phase is Phase.CUBE and game.session.game.doubled == (1,)


@pytest.mark.parametrize(("line", "last"), [((A, D, C, B), B), ((A, B, C, D), D)])
def test_who_alone_has_a_cube_and_does_not_roll_does_not_double_for_them(line: tuple[int, ...], last: int) -> None:
    taken = [name for name in "BCD" if ord(name) - ord("A") != last]
    game = play(seated(*line), ["team_doubles", dict.fromkeys(taken, "take")])
    game.until(TEAM, fresh=True)
    assert game.session.game.window(game.session.options.cube) == (last,)
    game.act(actions.Double(by=last, bets=(2,)))
    assert game.session.game.phase is Phase.CUBE and game.session.game.doubled == (2,)


@pytest.mark.parametrize("order", [(B, C, D), (D, C, B)])
def test_one_who_doubles_takes_no_other_s_word_back(order: tuple[int, ...]) -> None:
    game = table()
    for seat in order:
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    assert game.session.game.doubled == (0, 1, 2)


@pytest.mark.parametrize("order", list(permutations((B, C, D))))
def test_one_who_speaks_or_falls_silent_takes_no_other_s_word_back(order: tuple[int, ...]) -> None:
    game = table()
    for seat in order:
        game.act(actions.Pass(by=seat))
    assert game.session.game.passed == order
    for seat in order[:2]:
        if seat != B:
            game.act(actions.Hold(by=seat))
    holding = tuple(seat for seat in order[:2] if seat != B)
    assert game.session.game.holding == holding
    assert game.session.game.passed == tuple(seat for seat in order if seat not in holding)
    for number, seat in enumerate(order, 1):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
        assert game.session.game.passed == tuple(each for each in order[number:] if each not in holding)
        assert game.session.game.holding == tuple(each for each in order[number:] if each in holding)
        assert game.session.game.doubled == tuple(sorted(each - 1 for each in order[:number]))
    for number, seat in enumerate(order, 1):
        game.act(actions.Pass(by=seat) if seat == B or number % 2 else actions.Hold(by=seat))
        assert game.session.game.doubled == tuple(sorted(each - 1 for each in order[number:]))


# --- answers ---------------------------------------------------------------------------------------------------------


def test_the_box_answers_a_batch_singly_and_nothing_counts_before_all() -> None:
    game = table()
    for seat in (B, C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(ROLL)
    game.act(answer(A, B="drop"))
    game.act(answer(A, C="take"))
    assert all(bet.result is None and bet.value == 1 for bet in game.session.game.bets)
    game.act(answer(A, B="take"))
    game.act(answer(A, D="drop"))
    assert [bet.value for bet in game.session.game.bets] == [2, 2, 1]
    assert game.session.game.open_bets == (0, 1)
    assert game.session.game.phase is Phase.ROLL


def test_answers_of_others_and_to_other_cubes_are_refused() -> None:
    game = table(side=BOX)
    assert reason(game, answer(B, B="take")) is TableFault.NO_OFFER
    game.act(actions.Double(by=A, bets=(0, 1)))
    assert reason(game, answer(A, B="take")) is TableFault.NO_OFFER
    assert reason(game, answer(C, B="take")) is TableFault.NO_OFFER
    assert reason(game, answer(D, D="take")) is ChouetteFault.NOT_OFFERED
    assert reason(game, actions.Answer(by=B, replies=())) is ChouetteFault.NOT_OFFERED
    assert reason(game, answer(B, B="raccoon")) is CubeFault.NOT_A_BEAVER


def test_the_box_answers_what_it_has_been_offered_and_nothing_else() -> None:
    game = table()
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(ROLL)
    for what in (answer(A, B="take"), answer(A, B="take", C="take"), answer(A, C="drop", D="drop"), answer(A)):
        assert reason(game, what) is ChouetteFault.NOT_OFFERED
    game.act(answer(A, C="take"))
    assert [bet.value for bet in game.session.game.bets] == [1, 2, 1]


def test_beavers_go_back_to_whom_they_concern() -> None:
    game = table(side=BOX, animals=2)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="beaver"))
    game.act(answer(C, C="take"))
    game.act(answer(D, D="beaver"))
    exchange = game.session.game.exchange
    assert exchange and exchange.bets == (0, 2) and game.session.game.bets[1].value == 2
    game.act(answer(A, B="raccoon", D="drop"))
    assert game.session.game.bets[2].result and game.session.game.bets[2].result.points == 2
    game.act(answer(B, B="take"))
    assert game.session.game.bets[0].value == 8 and game.session.game.bets[0].owner is TEAM
    assert game.session.game.phase is Phase.ROLL


def test_who_has_answered_is_no_longer_waited_for() -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    waiting: list[tuple[int, ...]] = []
    about: list[tuple[int, ...]] = []
    words = (answer(C, C="take"), answer(B, B="drop"), answer(D, D="drop"))
    extras = (actions.GiveExtra(by=D, bet=2, give=True), actions.GiveExtra(by=B, bet=0, give=True))
    for what in (*words, *extras):
        waiting.append(questions(game.session)[0].waiting)
        about.append(questions(game.session)[0].bets)
        game.act(what)
    assert waiting == [(B, C, D), (B, D), (D,), (B, D), (B,)]
    assert about == [(0, 1, 2), (0, 1, 2), (0, 1, 2), (0, 2), (0,)]
    last = questions(game.session)[0]
    assert (last.waiting, last.bets) == ((C,), (0, 2))


def test_the_lone_taker_who_must_beaver_is_asked_about_his_cube_alone() -> None:
    game = table(side=BOX, lone_taker="beaver")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    asked = questions(game.session)[0]
    assert (asked.ask, asked.of, asked.waiting, asked.bets) == (Ask.OFFER, (C,), (C,), (1,))


def test_a_beaver_that_can_only_be_taken_is_taken() -> None:
    game = table(side=BOX, beaver_refusable=False)
    game.act(actions.Double(by=A, bets=(0,)))
    game.act(answer(B, B="beaver"))
    assert game.session.game.phase is Phase.ROLL and game.session.game.bets[0].value == 4


@pytest.mark.parametrize(
    ("options", "event", "why"),
    [
        ({"animals": 0}, ["box_doubles", {"B": "beaver+take"}], CubeFault.NO_BEAVERS),
        ({"animals": 1}, ["box_doubles", {"B": "beaver+raccoon+take"}], CubeFault.NO_RACCOONS),
        ({"beavers_per_bet": 0}, ["box_doubles", {"B": "beaver+take"}], CubeFault.BEAVERS_USED_UP),
        ({"cube_cap": 1}, ["box_doubles", {"B": "take"}], CubeFault.CAPPED),
        ({"cube_cap": 2}, ["box_doubles", {"B": "beaver+take"}], CubeFault.CAPPED),
    ],
)
def test_what_the_cube_does_not_allow(options: dict[str, Any], event: list[Any], why: CubeFault) -> None:
    game = table(side=BOX, **options)
    with pytest.raises(Refused) as refused:
        game.do(event)
    assert refused.value.reason is why


def test_an_automatic_is_no_turn_and_stays_centred() -> None:
    game = table(side=None, auto_doubles=2, beavers_per_bet=1)
    for _ in range(3):
        game.act(actions.OpeningRoll(dice=(4, 4)))
    assert [(bet.value, bet.owner, bet.turned) for bet in game.session.game.bets] == [(4, None, False)] * 3
    open_for(game, TEAM)
    assert play(game, ["end", "team", 2]).points == {"A": -12, "B": 4, "C": 4, "D": 4}


@pytest.mark.parametrize(
    ("jacoby", "points"), [("per_cube", (-1, -4, -1)), ("any_cube", (-2, -4, -2)), ("off", (-2, -4, -2))]
)
def test_jacoby(jacoby: str, points: tuple[int, ...]) -> None:
    game = play(table(jacoby=jacoby), ["team_doubles", {"C": "take"}], ["end", "box", 2])
    assert tuple(game.points.values())[1:] == points


# --- what the box may take -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "least"),
    [
        (BoxTake.FREE, (1, 1, 1, 1, 1, 1, 1, 1)),
        (BoxTake.HALF, (2, 2, 2, 3, 3, 4, 4, 5)),
        (BoxTake.BREAK_EVEN, (2, 1, 2, 2, 2, 3, 3, 3)),
        (BoxTake.ALL_OR_NONE, (2, 3, 4, 5, 6, 7, 8, 9)),
    ],
)
def test_how_many_of_a_batch(rule: BoxTake, least: tuple[int, ...]) -> None:
    for doubled, fewest in zip(range(2, 10), least, strict=True):
        assert takes_allowed(rule, doubled) == range(fewest, doubled + 1)
    assert takes_allowed(rule, 1) == range(1, 2)


@pytest.mark.parametrize("rule", BoxTake)
@pytest.mark.parametrize("size", range(2, 10))
def test_a_batch_of_every_size(rule: BoxTake, size: int) -> None:
    names = "ABCDEFGHIJ"[: size + 1]
    for taken in range(size + 1):
        game = table(names, box_take=rule.value)
        for seat in range(1, size + 1):
            game.act(actions.Double(by=seat, bets=(seat - 1,)))
        game.act(ROLL)
        replies = tuple((bet, Reply.TAKE if bet < taken else Reply.DROP) for bet in range(size))
        what = actions.Answer(by=A, replies=replies)
        if taken and taken not in takes_allowed(rule, size):
            assert reason(game, what) is ChouetteFault.TOO_FEW_TAKES
        else:
            game.act(what)
            assert len(game.session.game.open_bets) == taken


def test_the_last_of_several_answers_is_refused_and_may_be_changed() -> None:
    game = table(box_take="all_or_none")
    for seat in (B, C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(ROLL)
    game.act(answer(A, B="take", C="take"))
    assert reason(game, answer(A, D="drop")) is ChouetteFault.TOO_FEW_TAKES
    game.act(answer(A, D="beaver"))
    assert [bet.value for bet in game.session.game.bets] == [2, 2, 1]


def test_the_restriction_binds_only_a_batch_of_all_and_all_centred() -> None:
    part = play(table(box_take="all_or_none"), ["team_doubles", {"B": "take", "C": "drop"}])
    assert part.session.game.open_bets == (0, 2)
    owned = play(table(box_take="all_or_none"), ["box_doubles", {"B": "take"}])
    play(owned, ["team_doubles", {"B": "drop", "C": "take", "D": "drop"}])
    assert owned.session.game.open_bets == (1,)


def test_how_many_the_box_takes_does_not_bind_those_whom_the_box_has_doubled_or_beavered() -> None:
    answers = {"B": "take", "C": "drop", "D": "drop"}
    doubled = play(table(box_take="all_or_none", box_take_captain=True), ["box_doubles", answers])
    assert doubled.session.game.open_bets == (0,)
    beavered = table(box_take="all_or_none", box_take_captain=True)
    play(beavered, ["team_doubles", {"B": "beaver+drop", "C": "beaver+take", "D": "beaver+drop"}])
    assert beavered.session.game.open_bets == (1,)


def test_how_many_the_box_takes_does_not_bind_those_who_have_given_extras() -> None:
    """The box, which has refused the beaver of the lone taker, is out."""
    lone = ["box_doubles", {"B": "drop", "C": "beaver+drop", "D": "drop"}]
    for options in ({"box_take": "all_or_none"}, {"box_take_captain": True}):
        game = play(table(side=BOX, lone_taker="extras", **options), lone, *EXTRAS)
        game.until(TEAM, fresh=True)
        game.act(actions.Double(by=C, bets=(3, 4)))
        game.act(actions.Answer(by=B, replies=((3, Reply.TAKE),)))
        game.act(actions.Answer(by=D, replies=((4, Reply.DROP),)))
        assert game.session.game.open_bets == (3,)


def test_extras_that_are_redoubled_bring_no_further_extras() -> None:
    lone = ["box_doubles", {"B": "drop", "C": "beaver+drop", "D": "drop"}]
    game = play(table(side=BOX, lone_taker="extras"), lone, *EXTRAS)
    game.until(TEAM, fresh=True)
    game.act(actions.Double(by=C, bets=(3, 4)))
    for seat, bet in ((B, 3), (D, 4)):
        game.act(actions.Answer(by=seat, replies=((bet, Reply.TAKE),)))
    game.until(BOX, fresh=True)
    for seat, bet in ((B, 3), (D, 4)):
        game.act(actions.Double(by=seat, bets=(bet,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Answer(by=C, replies=((3, Reply.TAKE), (4, Reply.DROP))))
    assert game.session.game.exchange is None and game.session.game.open_bets == (3,)


def test_the_captain_among_the_taken() -> None:
    options = {"box_take": "break_even", "box_take_captain": True}
    for seats, taken, fault in ((3, "C", True), (3, "B", False), (3, "", False)):
        game = table("ABCD"[: seats + 1], **options)
        for seat in (B, C, D):
            game.act(actions.Double(by=seat, bets=(seat - 1,)))
        game.act(ROLL)
        what = answer(A, **{name: "take" if name in taken else "drop" for name in "BCD"})
        if fault:
            assert reason(game, what) is ChouetteFault.CAPTAIN_MUST_BE_TAKEN
        else:
            game.act(what)


# --- whom the box may double -----------------------------------------------------------------------------------------


def test_the_captain_included() -> None:
    game = table(side=BOX, box_double="captain_included")
    assert reason(game, actions.Double(by=A, bets=(1, 2))) is ChouetteFault.CAPTAIN_MUST_BE_DOUBLED
    game.act(actions.Double(by=A, bets=(0, 2)))
    owned = play(table(side=BOX, box_double="captain_included"), ["box_doubles", {"B": "take"}])
    owned.until(BOX, fresh=True)
    owned.act(actions.Double(by=A, bets=(1,)))
    other_value = play(table(box_double="captain_included"), ["team_doubles", {"B": "take"}])
    other_value.until(BOX, fresh=True)
    other_value.act(actions.Double(by=A, bets=(2,)))
    assert other_value.session.game.phase is Phase.OFFER


def test_cubes_of_one_value_and_place_together() -> None:
    game = table(side=BOX, box_double="same_value")
    assert reason(game, actions.Double(by=A, bets=(0, 1))) is ChouetteFault.SAME_VALUE_TOGETHER
    play(game, ["box_doubles", dict.fromkeys("BCD", "take")], ["team_doubles", {"C": "take", "D": "take"}])
    game.until(BOX, fresh=True)
    assert reason(game, actions.Double(by=A, bets=(2,))) is ChouetteFault.SAME_VALUE_TOGETHER
    game.act(actions.Double(by=A, bets=(1, 2)))
    assert game.session.game.phase is Phase.OFFER


def test_the_box_doubles_at_once_and_somebody() -> None:
    game = table(side=BOX)
    assert reason(game, actions.Double(by=A, bets=())) is ChouetteFault.NO_ACCESS
    assert reason(game, actions.Double(by=B, bets=(0,))) is TableFault.NOT_YOUR_TURN
    game.act(actions.Double(by=A, bets=(2,)))
    assert game.session.game.phase is Phase.OFFER
    assert game.session.game.exchange and game.session.game.exchange.bets == (2,)


@pytest.mark.parametrize(
    ("event", "cap", "why"),
    [
        (["box_doubles", {"C": "take"}], 64, CubeFault.NOT_OWNER),
        (["box_doubles", {"C": "drop"}], 64, CubeFault.BET_CLOSED),
        (["team_doubles", {"C": "take"}], 2, CubeFault.CAPPED),
    ],
)
def test_who_may_turn_one_cube_turns_no_other_with_it(event: list[Any], cap: int, why: CubeFault) -> None:
    game = play(table(cube_cap=cap), event)
    game.until(BOX, fresh=True)
    for bets in ((1,), (0, 1), (1, 2)):
        assert reason(game, actions.Double(by=A, bets=bets)) is why
    game.act(actions.Double(by=A, bets=(0, 2)))


def test_a_delegate_turns_no_cube_that_its_owner_could_not_turn() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    game.until(BOX, fresh=True)
    game.until(TEAM, fresh=True)
    game.act(actions.Delegate(by=C, to=D))
    assert reason(game, actions.Double(by=D, bets=(1,))) is CubeFault.NOT_OWNER
    game.act(actions.Double(by=D, bets=(2,)))


@pytest.mark.parametrize("line", [(A, B, C, D), (B, C, A, D), (D, A, B, C)])
def test_every_member_may_speak_in_the_window_and_the_box_doubles_or_rolls(line: tuple[int, ...]) -> None:
    game = seated(*line)
    rules = game.session.options.cube
    assert game.session.game.window(rules) == line[1:]
    game.until(BOX, fresh=True)
    assert game.session.game.window(rules) == ()
    assert game.session.game.accessible(line[0], rules) == (0, 1, 2)


@pytest.mark.parametrize("rule", ["captain_included", "same_value"])
def test_whom_the_box_may_double_binds_nobody_who_came_before_it(rule: str) -> None:
    game = seated(D, A, B, C, box_double=rule)
    game.act(actions.Double(by=B, bets=(1,)))
    assert game.session.game.doubled == (1,)


# --- the lone taker --------------------------------------------------------------------------------------------------

LONE = ["box_doubles", {"B": "drop", "C": "take", "D": "drop"}]
EXTRAS = [["extra", "B", "C"], ["extra", "D", "C"]]


@pytest.mark.parametrize(
    ("events", "giver", "taker"),
    [
        ([["end", "box", 1]], 0, -4),
        ([["end", "box", 2]], 2, -10),
        ([["end", "team", 1]], -4, 8),
        ([["end", "team", 2]], -6, 14),
        ([["extra_redouble", "B", "C", "drop"], ["extra_redouble", "D", "C", "drop"], ["end", "box", 1]], -4, 4),
        ([["extra_redouble", "B", "C", "take"], ["extra_redouble", "D", "C", "take"], ["end", "box", 1]], 2, -8),
    ],
)
def test_the_arithmetic_of_extras(events: list[list[Any]], giver: int, taker: int) -> None:
    """One point each has gone to the box, `giver` counts it too."""
    game = play(table(side=BOX, lone_taker="extras"), LONE, *EXTRAS, *events)
    assert (game.points["B"], game.points["D"]) == (giver, giver)
    assert game.points["C"] == taker
    assert sum(game.points.values()) == 0


def test_an_extra_dropped_at_once_costs_its_value() -> None:
    game = play(table(side=BOX, lone_taker="extras"), LONE, *EXTRAS, ["extra_drop", "B", "C"])
    assert dict(game.session.game.points) == {A: 2, B: 0, C: 0, D: -2}
    # Received 1 from each, paid 2 to B at once.
    assert game.session.game.open_bets == (1, 4)


@pytest.mark.parametrize("automatics", [0, 1, 2, 3])
def test_an_extra_dropped_at_once_costs_twice_what_the_cube_was(automatics: int) -> None:
    game = table(side=None, lone_taker="extras", auto_doubles=automatics)
    for _ in range(automatics):
        game.act(actions.OpeningRoll(dice=(4, 4)))
    open_for(game, BOX)
    play(game, LONE, *EXTRAS, ["extra_drop", "B", "C"])
    # Received the value of the cube from each, paid twice that to B at once.
    value = 2**automatics
    assert dict(game.session.game.points) == {A: 2 * value, B: 0, C: 0, D: -2 * value}
    assert [game.session.game.bets[index].value for index in game.session.game.extras] == [2 * value, 2 * value]


def test_an_extra_is_held_by_its_taker_at_twice_the_value() -> None:
    game = play(table(side=BOX, lone_taker="extras"), LONE, *EXTRAS[:1])
    (index,) = game.session.game.extras
    extra = game.session.game.bets[index]
    assert (extra.white, extra.black, extra.value, extra.owner, extra.turned) == (C, B, 2, TEAM, True)
    game.until(BOX, fresh=True)
    assert game.session.game.players(BOX) == (A, B)
    assert reason(game, actions.Double(by=B, bets=(index,))) is CubeFault.NOT_OWNER


def test_the_taker_accepts_all_or_drops() -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    assert reason(game, answer(C, C="drop")) is TableFault.NO_OFFER
    assert reason(game, actions.AnswerExtras(by=C, stay=True)) is ChouetteFault.NO_EXTRA
    assert reason(game, actions.GiveExtra(by=C, bet=1, give=True)) is ChouetteFault.NO_EXTRA
    assert reason(game, actions.GiveExtra(by=B, bet=2, give=True)) is ChouetteFault.NO_EXTRA
    game.act(actions.GiveExtra(by=B, bet=0, give=True))
    assert reason(game, actions.GiveExtra(by=B, bet=0, give=False)) is ChouetteFault.NO_EXTRA
    game.act(actions.GiveExtra(by=D, bet=2, give=False))
    assert reason(game, actions.AnswerExtras(by=B, stay=True)) is ChouetteFault.NO_EXTRA
    assert reason(game, actions.AnswerExtras(by=C, stay=True, refused=(B,))) is ChouetteFault.ALL_OR_DROP
    assert reason(game, actions.AnswerExtras(by=C, stay=True, dropped=(D,))) is ChouetteFault.NO_EXTRA
    game.act(actions.AnswerExtras(by=C, stay=False))
    assert game.session.game.phase is Phase.OVER
    assert game.points == {"A": 3, "B": -1, "C": -1, "D": -1}


@pytest.mark.parametrize("order", [(B, D), (D, B)])
@pytest.mark.parametrize("given", [(B, D), (B,), (D,), ()])
def test_whoever_drops_says_when_he_likes_whether_he_gives_an_extra(
    order: tuple[int, ...], given: tuple[int, ...]
) -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    for number, seat in enumerate(order, 1):
        game.act(actions.GiveExtra(by=seat, bet=seat - 1, give=seat in given))
        extras = game.session.game.exchange and game.session.game.exchange.extras
        asked, said = order[number:], [each - 1 for each in given if each in order[:number]]
        if asked or given:
            assert extras and extras.asked == tuple(each - 1 for each in asked) and extras.given == tuple(said)
    if given:
        game.act(actions.AnswerExtras(by=C, stay=True))
    assert game.session.game.phase is Phase.ROLL
    assert [game.session.game.bets[index].black for index in game.session.game.extras] == list(given)


def test_what_is_said_of_extras_at_the_wrong_time_or_by_others() -> None:
    """That nobody is asked for it is another matter than that somebody else is."""

    def how(what: type[actions.GiveExtra] | type[actions.AnswerExtras], by: int) -> type[Refused]:
        word = actions.GiveExtra(by=by, bet=0, give=True) if what is actions.GiveExtra else None
        refusal = refused(game, word or actions.AnswerExtras(by=by, stay=True))
        assert refusal.reason is ChouetteFault.NO_EXTRA
        return type(refusal)

    give, accept = actions.GiveExtra, actions.AnswerExtras
    game = table(side=BOX, lone_taker="extras")
    assert (how(give, B), how(accept, C)) == (Stale, Stale)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    assert (how(give, B), how(accept, C)) == (Stale, Stale)
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    assert (how(give, A), how(give, C), how(give, D), how(accept, C)) == (Foreign, Foreign, Foreign, Stale)
    for seat in (B, D):
        game.act(actions.GiveExtra(by=seat, bet=seat - 1, give=True))
    assert (how(accept, B), how(give, B), how(give, C)) == (Foreign, Stale, Stale)
    game = table(side=BOX, lone_taker="beaver")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    assert (how(give, B), how(accept, C)) == (Stale, Stale)


def test_a_delegate_who_is_still_asked_for_another_does_not_give_twice() -> None:
    game = table(side=BOX, lone_taker="extras")
    for seat in (C, D):
        game.act(actions.Delegate(by=seat, to=B))
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="drop", C="take", D="drop"))
    game.act(actions.GiveExtra(by=B, bet=0, give=False))
    for bet in (-1, 0, 1, 3):
        assert type(refused(game, actions.GiveExtra(by=B, bet=BetIndex(bet), give=True))) is Stale
    game.act(actions.GiveExtra(by=B, bet=2, give=True))
    extras = game.session.game.exchange and game.session.game.exchange.extras
    assert extras and extras.given == (2,)


def test_extras_may_be_refused_where_they_are_voluntary() -> None:
    game = table(side=BOX, lone_taker="extras_voluntary")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="drop"))
    game.act(answer(C, C="take"))
    game.act(answer(D, D="drop"))
    for seat in (B, D):
        game.act(actions.GiveExtra(by=seat, bet=seat - 1, give=True))
    game.act(actions.AnswerExtras(by=C, stay=True, refused=(B,)))
    assert dict(game.session.game.points) == {A: 2, B: -1, C: 1, D: -2}
    assert game.session.game.open_bets == (1, 3)


def test_nobody_gives_an_extra() -> None:
    game = play(table(side=BOX, lone_taker="extras"), LONE)
    assert game.session.game.phase is Phase.ROLL
    assert not game.session.game.extras


def test_a_beaver_of_the_lone_taker_is_a_take() -> None:
    lone = ["box_doubles", {"B": "drop", "C": "beaver+drop", "D": "drop"}]
    game = play(table(side=BOX, lone_taker="extras"), lone, *EXTRAS[:1])
    # The box refuses the beaver; the extra lives, B holds the box's side alone.
    assert game.session.game.open_bets == (3,)
    assert (game.session.game.acting_box, game.session.game.acting_captain) == (B, C)
    game.until(BOX, fresh=False)
    assert reason(game, actions.Roll(by=A, dice=DICE)) is ChouetteFault.OUT_OF_GAME
    assert game.session.game.on_roll == B
    assert play(game, ["end", "box", 1]).points == {"A": 0, "B": 0, "C": 1, "D": -1}


def test_the_acting_box_redoubles_his_extra() -> None:
    lone = ["box_doubles", {"B": "drop", "C": "beaver+drop", "D": "drop"}]
    redoubles = [["extra_redouble", "B", "C", "take"], ["extra_redouble", "B", "C", "drop"]]
    game = play(table(side=BOX, lone_taker="extras"), lone, *EXTRAS[:1], *redoubles)
    assert game.points == {"A": 0, "B": 2, "C": -1, "D": -1}


def test_the_lone_taker_must_beaver_or_drop() -> None:
    game = table(side=BOX, lone_taker="beaver")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    assert reason(game, answer(C, C="take")) is ChouetteFault.MUST_BEAVER
    assert reason(game, answer(B, B="beaver")) is ChouetteFault.NOT_OFFERED
    assert reason(game, answer(D, D="beaver")) is ChouetteFault.NOT_OFFERED
    game.act(answer(C, C="beaver"))
    game.act(answer(A, C="take"))
    assert game.session.game.bets[1].value == 4 and game.session.game.open_bets == (1,)


@pytest.mark.parametrize("reply", ["take", "drop", "beaver"])
def test_a_lone_taker_who_decides_for_others_too_answers_only_for_himself(reply: str) -> None:
    game = table(side=BOX, lone_taker="beaver")
    for seat in (B, D):
        game.act(actions.Delegate(by=seat, to=C))
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(C, B="drop", C="take", D="drop"))
    for other in ("B", "D"):
        assert reason(game, answer(C, **{other: reply})) is ChouetteFault.NOT_OFFERED
        assert reason(game, answer(C, C="beaver", **{other: reply})) is ChouetteFault.NOT_OFFERED
    game.act(answer(C, C="drop"))
    assert game.session.game.phase is Phase.OVER


@pytest.mark.parametrize("rule", ["extras", "beaver"])
def test_who_is_no_lone_taker(rule: str) -> None:
    two_stay = play(table(side=BOX, lone_taker=rule), ["box_doubles", {"B": "drop", "C": "take", "D": "take"}])
    assert two_stay.session.game.phase is Phase.ROLL
    not_all = play(table(side=BOX, lone_taker=rule), ["box_doubles", {"B": "drop", "C": "take"}])
    assert not_all.session.game.phase is Phase.ROLL
    alone = play(table("AB", side=BOX, lone_taker=rule), ["box_doubles", {"B": "take"}])
    assert alone.session.game.phase is Phase.ROLL
    owned = play(table(lone_taker=rule), ["team_doubles", {"D": "take"}])
    play(owned, LONE)
    assert owned.session.game.phase is Phase.ROLL and owned.session.game.open_bets == (1,)
    theirs = play(table(lone_taker=rule, box_take="free"), ["team_doubles", {"B": "drop", "C": "take", "D": "drop"}])
    assert theirs.session.game.phase is Phase.ROLL and theirs.session.game.open_bets == (1,)


def test_nobody_is_on_roll_before_the_opening() -> None:
    assert table(side=None).session.game.on_roll is None


#: A bear-off with 2-1 to play in several ways.
BEAR_OFF = board({2: 2, 1: 2}, {6: 9})


@pytest.mark.parametrize(
    ("position", "side", "owners", "itself"),
    [
        (Position.start(), TEAM, (BOX, BOX, BOX), False),
        (BEAR_OFF, TEAM, (BOX, BOX, BOX), True),
        (BEAR_OFF, TEAM, (BOX, TEAM, BOX), False),
        (BEAR_OFF, TEAM, (BOX, BOX, None), False),
        (BEAR_OFF, BOX, (TEAM, TEAM, TEAM), True),
        (BEAR_OFF, BOX, (TEAM, BOX, TEAM), False),
        (BEAR_OFF, BOX, (None, TEAM, TEAM), False),
        (board({2: 1}, {6: 9}), TEAM, (None, TEAM, BOX), True),
        (board({6: 2}, {24: 2, 23: 2}), TEAM, (BOX, BOX, BOX), False),
    ],
)
def test_what_the_bot_may_play(position: Position, side: Side, owners: tuple[Side | None, ...], itself: bool) -> None:
    """What leaves no choice, and any bear-off of a side on which nobody can turn a cube."""
    game = table(side=side)
    game.act(actions.Roll(by=game.session.game.on_roll, dice=(2, 1)))
    session = game.session
    bets = tuple(replace(bet, value=2, owner=owner) for bet, owner in zip(session.game.bets, owners, strict=True))
    running = replace(session.game, bets=bets, board=Board(position, side, (2, 1)))
    assert running.plays_itself(session.rules) is itself
    assert questions(replace(session, game=running))[0].bot == ((actions.Move,) if itself else ())


@pytest.mark.parametrize("wrong", [-1, 0, 7, BAR])
def test_dice_of_a_roll_are_dice(wrong: int) -> None:
    for dice in ((wrong, 1), (1, wrong)):
        assert reason(table(), actions.Roll(by=B, dice=dice)) is TableFault.WRONG_DICE
        assert reason(table(side=None), actions.OpeningRoll(dice=dice)) is TableFault.WRONG_DICE
    table().act(actions.Roll(by=B, dice=(1, 6)))
    table(side=None).act(actions.OpeningRoll(dice=(6, 1)))

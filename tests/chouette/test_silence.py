"""Silence: what comes of it when somebody is away or says nothing."""

import pytest

from bot.backgammon import Ending, Illegal, Phase, Reply, Result, TableFault
from bot.chouette import BOX, TEAM, ChouetteFault, actions
from bot.chouette.questions import awaited, others_speak, spoken

from .table import DICE, A, B, C, D, next_game, play, reason, table
from .test_cubes import answer, seated


def test_a_captain_who_is_silent_is_replaced_for_this_game() -> None:
    game = table()
    assert reason(game, actions.Claim(by=B)) is TableFault.YOUR_OWN_TURN
    game.act(actions.Claim(by=A))
    assert game.session.game.acting_captain == C and game.session.game.away == (B,)
    assert reason(game, actions.Roll(by=B, dice=DICE)) is ChouetteFault.ONLY_ROLLER
    game.act(actions.Roll(by=C, dice=DICE))
    assert play(game, ["end", "team", 1]).line == "BCDA"
    next_game(game)
    assert game.session.game.away == ()


def test_the_window_closes_when_its_captain_is_silent() -> None:
    game = table()
    game.act(actions.Claim(by=A))
    assert game.session.game.phase is Phase.ROLL and game.session.game.away == (B,)
    game = table()
    game.act(actions.Double(by=D, bets=(2,)))
    game.act(actions.Claim(by=A))
    exchange = game.session.game.exchange
    assert exchange and exchange.bets == (2,) and game.session.game.away == (B,)


def test_the_roll_of_a_captain_who_is_silent_then_is_his_successors() -> None:
    game = table()
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Claim(by=A))
    assert game.session.game.phase is Phase.PLAY and game.session.game.board.dice == DICE
    assert game.session.game.on_roll == C
    game.move()


def test_what_somebody_with_an_extra_has_said_stands_when_the_box_is_silent() -> None:
    lone = [["box_doubles", {"B": "drop", "C": "take", "D": "drop"}], ["extra", "B", "C"], ["extra", "D", "C"]]
    game = play(table(side=BOX, lone_taker="extras"), *lone, ["extra_redouble", "B", "C", "take"])
    game.until(BOX, fresh=True)
    game.act(actions.Double(by=B, bets=(3,)))
    game.act(actions.Claim(by=C))
    running = game.session.game
    assert running.open_bets == (3, 4) and running.on_roll == B
    assert running.phase is Phase.CUBE and running.doubled == (3,)


def test_a_window_in_which_nobody_speaks_is_passed() -> None:
    game = table()
    game.act(actions.Double(by=D, bets=(2,)))
    game.act(actions.Hold(by=C))
    game.act(actions.Claim())
    exchange = game.session.game.exchange
    assert exchange and exchange.bets == (2,)
    assert game.session.game.away == ()


def test_members_who_do_not_answer_drop() -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="take"))
    assert reason(game, actions.Claim(by=C)) is TableFault.YOUR_OWN_TURN
    game.act(actions.Claim(by=A))
    assert game.session.game.open_bets == (0,)
    assert dict(game.session.game.points) == {A: 2, B: 0, C: -1, D: -1}


def test_a_box_that_does_not_answer_drops_all() -> None:
    game = table(box_take="half")
    for seat in (B, C):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Claim(by=D))
    assert dict(game.session.game.points) == {A: -2, B: 1, C: 1, D: 0}


@pytest.mark.parametrize("silent", [actions.Claim(by=D), actions.Claim(), actions.Leave(by=A)])
def test_a_box_that_has_taken_too_few_when_it_falls_silent_drops_all(silent: actions.AnyAction) -> None:
    game = table(box_take="half")
    for seat in (B, C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(answer(A, B="take"))
    game.act(silent)
    points = dict(game.session.game.points)
    assert points == {A: -3, B: 1, C: 1, D: 1}


def test_a_box_that_does_not_roll_loses_all_and_the_box() -> None:
    for rolled in (False, True):
        game = play(table(retain="beat_all"), ["team_doubles", {"C": "take"}])
        game.until(BOX, fresh=True)
        if rolled:
            game.act(actions.Roll(by=A, dice=DICE))
        game.act(actions.Claim(by=D))
        assert game.session.game.phase is Phase.OVER
        assert game.points == {"A": -4, "B": 1, "C": 2, "D": 1}
        assert game.line == "BCDA"


def test_the_captain_has_the_box_though_he_was_out() -> None:
    game = play(table(side=BOX), ["box_doubles", {"B": "drop"}])
    game.until(BOX, fresh=True)
    game.act(actions.Claim(by=C))
    assert game.points == {"A": -1, "B": -1, "C": 1, "D": 1}
    assert game.line == "BCDA"


def test_a_team_of_which_nobody_rolls_loses_all_and_the_box_stays() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    game.until(BOX, fresh=True)
    game.until(TEAM, fresh=True)
    for _ in range(3):
        game.act(actions.Claim(by=A))
    assert game.session.game.phase is Phase.OVER
    assert game.points == {"A": 4, "B": -1, "C": -2, "D": -1}
    assert game.line == "ACDB"


@pytest.mark.parametrize("line", [(A, B, C, D), (D, A, B, C)])
def test_whoever_plays_on_for_the_box_loses_his_extra_and_not_the_box(line: tuple[int, ...]) -> None:
    box, captain, taker, last = (game := seated(*line, lone_taker="extras")).line
    lone = ["box_doubles", {captain: "drop", taker: "beaver+drop", last: "drop"}]
    play(game, lone, ["extra", captain, taker])
    game.until(BOX, fresh=True)
    assert game.session.game.on_roll == game.seat(captain)
    game.act(actions.Claim(by=game.seat(taker)))
    assert game.session.game.phase is Phase.OVER and not game.session.game.forfeited
    assert game.points == {box: 0, captain: -4, taker: 5, last: -1}
    assert game.line == box + taker + last + captain


def test_who_leaves_in_mid_game_is_silent_at_once() -> None:
    game = table(side=BOX)
    game.act(actions.Leave(by=C))
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    exchange = game.session.game.exchange
    assert exchange and exchange.replies and exchange.unanswered == (0, 2)
    game.act(answer(B, B="take"))
    game.act(answer(D, D="take"))
    assert dict(game.session.game.points) == {A: 1, B: 0, C: -1, D: 0}


@pytest.mark.parametrize("kicked", [False, True])
def test_who_leaves_has_passed_whatever_he_has_said(kicked: bool) -> None:
    game = table()
    for seat in (C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(actions.Leave(by=A, seat=C) if kicked else actions.Leave(by=C))
    assert game.session.game.doubled == (2,) and spoken(game.session) == (D,)
    assert reason(game, actions.Double(by=C, bets=(1,))) is TableFault.NOT_SEATED
    assert reason(game, actions.Hold(by=C)) is TableFault.NOT_SEATED
    game.act(actions.Roll(by=B, dice=DICE))
    exchange = game.session.game.exchange
    assert exchange and exchange.bets == (2,)


def test_nothing_tells_whether_who_leaves_had_doubled_or_passed() -> None:
    left = []
    for word in (actions.Double(by=C, bets=(1,)), actions.Pass(by=C)):
        game = table()
        game.act(word)
        game.act(actions.Leave(by=C))
        left.append(game.session)
    assert left[0] == left[1]


def test_who_has_left_is_told_so_where_he_may_not_speak() -> None:
    game = table()
    game.act(actions.Leave(by=C))
    game.act(actions.Roll(by=B, dice=DICE))
    assert reason(game, actions.Pass(by=C)) is TableFault.NOT_SEATED
    assert reason(game, actions.Double(by=C, bets=(1,))) is TableFault.NOT_SEATED
    assert reason(game, actions.Pass(by=D)) is TableFault.ALREADY_ROLLED


def test_the_hold_of_who_leaves_lapses() -> None:
    game = table()
    game.act(actions.Hold(by=C))
    assert reason(game, actions.Roll(by=B, dice=DICE)) is ChouetteFault.HOLDS
    game.act(actions.Leave(by=C))
    game.act(actions.Roll(by=B, dice=DICE))
    assert game.session.game.phase is Phase.PLAY


def test_who_rolls_does_not_ask_himself_to_wait() -> None:
    game = table()
    assert reason(game, actions.Hold(by=B)) is ChouetteFault.ROLLS_HIMSELF
    game.act(actions.Pass(by=B))
    alone = table("AB")
    assert reason(alone, actions.Pass(by=B)) is ChouetteFault.ROLLS_HIMSELF


def test_who_may_double_alone_where_another_rolls_is_waited_for() -> None:
    """The captain C and D have cubes that are the box's now."""
    game = next_game(play(table(), ["end", "box", 1]))
    for seat, bet in ((C, 0), (D, 1)):
        game.act(actions.Double(by=seat, bets=(bet,)))
    game.act(actions.Roll(by=C, dice=DICE))
    game.act(actions.Answer(by=A, replies=((0, Reply.TAKE), (1, Reply.TAKE))))
    game.roll_and_move()
    game.until(TEAM, fresh=True)
    assert game.session.game.on_roll == C
    game.act(actions.Hold(by=B))
    assert reason(game, actions.Roll(by=C, dice=DICE)) is ChouetteFault.HOLDS
    game.act(actions.Pass(by=B))
    game.act(actions.Roll(by=C, dice=DICE))


def test_who_rolls_is_told_for_whom_he_waits() -> None:
    game = next_game(play(table(), ["end", "box", 1]))
    for seat in (B, C, D):
        game.act(actions.AutoPass(by=seat, on=False))
    with pytest.raises(Illegal) as refusal:
        game.act(actions.Roll(by=C, dice=DICE))
    assert (refusal.value.reason, refusal.value.details["names"]) == (ChouetteFault.WAITS_FOR, (D, B))
    for seat in (B, D):
        game.act(actions.Hold(by=seat))
    with pytest.raises(Illegal) as refusal:
        game.act(actions.Roll(by=C, dice=DICE))
    assert (refusal.value.reason, refusal.value.details["names"]) == (ChouetteFault.HOLDS, (B, D))


def test_others_speak_before_the_roll_where_somebody_else_is_there_with_a_cube() -> None:
    for game, speak in (
        (table("ABC"), True),
        (table("AB"), False),
        (table("ABC", side=BOX), False),
        (next_game(play(table("ABC"), ["end", "box", 1])), True),
        (play(table("ABC"), ["team_doubles", {"B": "take"}]), True),
        (play(table("ABC"), ["team_doubles", {"C": "take"}]), False),
    ):
        if game.session.game.phase is Phase.ROLL:
            game.until(TEAM, fresh=True)
        assert others_speak(game.session) == speak
    game = table("ABC")
    game.act(actions.Leave(by=C))
    assert not others_speak(game.session)
    game = table("ABC")
    game.act(actions.Leave(by=B))
    assert game.session.game.on_roll == C and not others_speak(game.session)


def test_the_window_waits_for_a_computer_that_has_joined() -> None:
    game = play(table("AB"), ["end", "box", 1])
    game.act(actions.AddComputer(by=A))
    next_game(game)
    assert game.session.computers == (C,) and awaited(game.session) == (C,)


def test_the_delegate_of_who_leaves_may_double_for_him() -> None:
    game = table()
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Double(by=D, bets=(1,)))
    game.act(actions.Leave(by=C))
    assert game.session.game.doubled == ()
    game.act(actions.Double(by=D, bets=(1,)))
    assert game.session.game.doubled == (1,)


def test_a_cube_that_the_box_has_been_offered_stands_when_its_owner_leaves() -> None:
    game = table()
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Leave(by=C))
    game.act(answer(A, C="take"))
    assert game.session.game.bets[1].value == 2


def test_a_box_that_leaves_in_mid_game_loses_on_its_turn() -> None:
    game = table()
    game.act(actions.Leave(by=A))
    assert game.session.game.phase is Phase.CUBE
    game.roll_and_move()
    assert game.session.game.phase is Phase.OVER
    assert game.points == {"A": -3, "B": 1, "C": 1, "D": 1} and game.line == "BCD"


def test_the_last_of_the_team_who_leaves_loses() -> None:
    game = table("ABC", side=BOX)
    game.act(actions.Leave(by=B))
    assert game.session.game.phase is Phase.CUBE
    game.act(actions.Leave(by=C))
    assert game.session.game.phase is Phase.OVER
    assert game.points["A"] == -game.points["B"] - game.points["C"] > 0
    assert game.line == "A"
    assert reason(game, actions.Next(by=A)) is ChouetteFault.NOT_ENOUGH_LEFT


def test_cubes_are_answered_before_a_team_that_has_gone_loses() -> None:
    """What the box has been offered stands; the last one's delegate, who has dropped, decides no more than cubes."""
    game = table("ABC")
    game.act(actions.Double(by=B, bets=(0,)))
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Leave(by=B))
    game.act(actions.Leave(by=C))
    assert game.session.game.exchange is not None
    game.act(answer(A, B="take", C="drop"))
    assert game.session.game.phase is Phase.OVER
    assert game.points == {"A": 1, "B": -2, "C": 1}


def test_a_lone_taker_who_leaves_loses_his_bet_and_the_extras() -> None:
    game = play(
        table("ABC", side=BOX, lone_taker="extras"), ["box_doubles", {"B": "drop", "C": "take"}], ["extra", "B", "C"]
    )
    game.act(actions.Leave(by=C))
    assert game.session.game.phase is Phase.OVER
    assert game.points == {"A": 3, "B": 0, "C": -3}


def test_a_box_that_leaves_with_extras_open_loses_its_own_bets_and_a_giver_plays_on() -> None:
    """It should roll, and nobody does so for it: whoever has given an extra plays the checkers for that alone."""
    lone = [["box_doubles", {"B": "drop", "C": "take", "D": "drop"}], ["extra", "B", "C"], ["extra", "D", "C"]]
    game = play(table(side=BOX, lone_taker="extras"), *lone)
    game.act(actions.Leave(by=A))
    running = game.session.game
    assert running.on_roll == B and running.phase is Phase.ROLL
    result = running.bets[1].result
    assert result is not None and result.points == 2
    assert [index for index in running.open_bets if running.is_extra(index)] == [3, 4]


def test_in_the_turn_of_the_team_a_box_that_has_left_has_lost_nothing_yet() -> None:
    game = play(
        table("ABC", side=BOX, lone_taker="extras"), ["box_doubles", {"B": "drop", "C": "take"}], ["extra", "B", "C"]
    )
    game.until(TEAM, fresh=True)
    game.act(actions.Leave(by=A))
    assert game.session.game.bets[1].result is None
    game.until(BOX, fresh=True)
    assert game.session.game.bets[1].result is not None and game.session.game.on_roll == B
    game.act(actions.Leave(by=B))
    assert game.session.game.phase is Phase.OVER and sum(game.points.values()) == 0


def test_the_extra_of_a_giver_who_has_left_is_his_delegates() -> None:
    lone = ["box_doubles", {"B": "drop", "C": "drop", "D": "take"}]
    for delegate in (None, C):
        game = play(table(side=BOX, lone_taker="extras"), lone, ["extra", "B", "D"])
        game.act(actions.Delegate(by=B, to=delegate))
        game.act(actions.Leave(by=B))
        game.until(TEAM, fresh=True)
        game.act(actions.Double(by=D, bets=(3,)))
        exchange = game.session.game.exchange
        assert (exchange is not None) == (delegate is not None)
        if delegate is None:
            assert game.session.game.bets[3].result == Result(2, Ending.DROPPED)
        else:
            game.act(actions.Answer(by=C, replies=((3, Reply.TAKE),)))
            assert game.session.game.bets[3].value == 4


def test_a_table_that_all_have_left_is_closed() -> None:
    game = play(table("ABC"), ["end", "team", 1])
    for seat in (B, C, A):
        game.act(actions.Leave(by=seat))
    assert game.session.closed
    assert sum(payment.transfer.points for payment in game.session.payments) == 2


def test_a_delegate_decides_the_cube() -> None:
    game = table(side=BOX)
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Leave(by=C))
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    exchange = game.session.game.exchange
    assert exchange and exchange.unanswered == (0, 1, 2)
    assert reason(game, answer(B, C="take")) is TableFault.NO_OFFER
    game.act(answer(D, C="take", D="drop"))
    game.act(answer(B, B="take"))
    assert game.session.game.open_bets == (0, 1)


def test_a_delegate_doubles_but_does_not_roll() -> None:
    game = table()
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Double(by=D, bets=(1,)))
    assert game.session.game.doubled == (1,)
    assert reason(game, actions.Roll(by=D, dice=DICE)) is ChouetteFault.ONLY_ROLLER
    game.act(actions.Delegate(by=C, to=None))
    assert reason(game, actions.Double(by=D, bets=(1,))) is ChouetteFault.NOT_YOUR_BET


def test_whom_one_may_name_as_delegate() -> None:
    game = table()
    assert reason(game, actions.Delegate(by=C, to=C)) is ChouetteFault.NOT_YOURSELF
    assert reason(game, actions.Delegate(by=C, to=7)) is TableFault.NOT_SEATED


def test_nobody_claims_while_the_clock_stands() -> None:
    game = table()
    assert reason(game, actions.Pause(by=B, on=True)) is ChouetteFault.NOT_HOST
    game.act(actions.Pause(by=A, on=True))
    assert reason(game, actions.Claim(by=A)) is ChouetteFault.PAUSED
    game.act(actions.Pause(by=A, on=False))
    game.act(actions.Claim(by=A))
    assert game.session.game.away == (B,)


def test_nobody_claims_before_the_opening_roll_or_after_the_end() -> None:
    assert reason(table(side=None), actions.Claim(by=A)) is TableFault.NOT_STARTED
    assert reason(table(side=None), actions.Claim()) is TableFault.NOT_STARTED
    assert reason(play(table(), ["end", "box", 1]), actions.Claim(by=A)) is TableFault.GAME_OVER
    assert reason(table(), actions.Claim(by=9)) is TableFault.NOT_SEATED


def test_silence_about_extras_gives_none_and_drops() -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for what in (answer(B, B="drop"), answer(C, C="take"), answer(D, D="drop")):
        game.act(what)
    game.act(actions.GiveExtra(by=B, bet=0, give=True))
    game.act(actions.Claim(by=A))
    extras = game.session.game.exchange and game.session.game.exchange.extras
    assert extras and extras.given == (0,) and not extras.asked
    game.act(actions.Claim(by=B))
    assert game.points == {"A": 3, "B": -1, "C": -1, "D": -1}


def test_the_team_is_led_by_whoever_is_there() -> None:
    game = table()
    game.act(actions.Leave(by=B))
    game.act(actions.Leave(by=C))
    assert game.session.game.acting_captain == D
    game.until(TEAM, fresh=True)
    game.act(actions.Roll(by=D, dice=DICE))
    assert game.session.game.phase is Phase.PLAY

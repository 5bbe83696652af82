"""Coming, going, sitting out; the host; the end of a session."""

import pytest
from msgspec.structs import replace

from bot.backgammon import Ask, Phase, Reply, Side, TableFault
from bot.chouette import BOX, TEAM, ChouetteFault, actions, questions
from bot.chouette.state import Computers
from bot.core.transfers import Transfer

from .table import DICE, A, B, C, D, going, next_game, play, reason, table

BOX_WINS, TEAM_WINS = ["end", "box", 1], ["end", "team", 1]


def test_joining_between_games() -> None:
    game = play(table("ABC"), BOX_WINS)
    assert reason(game, actions.Join(by=B)) is ChouetteFault.SEATED_ALREADY
    assert reason(game, actions.Join(by=7)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=game.seat("D")))
    assert game.line == "ACBD"
    next_game(game)
    assert game.session.game.team == (C, B, D)


def test_a_table_has_room_for_so_many() -> None:
    game = play(table("ABC", max_players=4), BOX_WINS)
    game.act(actions.Join(by=3))
    assert reason(game, actions.Join(by=4)) is ChouetteFault.FULL
    for seat in range(4):
        assert reason(game, actions.Join(by=seat)) is ChouetteFault.SEATED_ALREADY
    game.act(actions.Leave(by=B))
    game.act(actions.Join(by=4))
    assert reason(game, actions.Join(by=B)) is ChouetteFault.FULL


def test_who_has_just_come_and_who_has_just_left_count_for_the_room_in_mid_game() -> None:
    game = table("ABC", max_players=4)
    game.act(actions.Join(by=3))
    assert reason(game, actions.Join(by=4)) is ChouetteFault.FULL
    game.act(actions.Leave(by=C))
    game.act(actions.Join(by=4))
    assert reason(game, actions.Join(by=5)) is ChouetteFault.FULL


@pytest.mark.parametrize("side", [TEAM, None])
@pytest.mark.parametrize("seat", [None, -1, 4, 5])
def test_who_sits_down_takes_a_seat_that_there_is(seat: int | None, side: Side | None) -> None:
    game = table("ABC", side=side)
    assert reason(game, actions.Join(by=seat)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=3))
    assert game.session.is_seated(3)


@pytest.mark.parametrize("seat", [None, -1, C, 4])
@pytest.mark.parametrize("by", [A, None])
def test_nobody_is_sent_away_who_is_not_there(by: int | None, seat: int | None) -> None:
    game = table()
    game.act(actions.Leave(by=C))
    if seat is None and by is not None:
        game.act(actions.Leave(by=by))
        assert game.session.leaving == (C, A)
    else:
        assert reason(game, actions.Leave(by=by, seat=seat)) is TableFault.NOT_SEATED


@pytest.mark.parametrize(("by", "may"), [(A, False), (B, False), (D, False), (C, True), (None, True)])
def test_only_the_host_and_a_moderator_send_somebody_away(by: int | None, may: bool) -> None:
    game = table("ABCDE")
    game.session = replace(game.session, host=C)
    what = actions.Leave(by=by, seat=4)
    if may:
        game.act(what)
        assert not game.session.is_seated(4)
    else:
        assert reason(game, what) is ChouetteFault.NOT_HOST


def test_only_the_host_adds_computers_and_only_two_between_games() -> None:
    game = play(table("ABC"), BOX_WINS)
    game.act(actions.Leave(by=A))
    assert game.session.host == C
    next_game(game)
    assert reason(game, actions.AddComputer(by=C)) is ChouetteFault.COMPUTER_LATER
    assert reason(game, actions.AddComputer(by=B)) is ChouetteFault.NOT_HOST
    play(game, BOX_WINS)
    game.act(actions.Join(by=3))
    for computers in ((4,), (4, 5)):
        for seat in (B, 3):
            assert reason(game, actions.AddComputer(by=seat)) is ChouetteFault.NOT_HOST
        game.act(actions.AddComputer(by=C))
        assert game.session.computers == computers
    assert reason(game, actions.AddComputer(by=C)) is ChouetteFault.COMPUTER_LATER
    game.act(actions.Leave(by=C, seat=4))
    game.act(actions.AddComputer(by=C))
    assert game.session.computers == (4, 5, 6)


def test_a_box_that_leaves_between_games_gives_the_box_to_the_captain() -> None:
    game = play(table(), BOX_WINS)
    assert game.line == "ACDB"
    game.act(actions.Leave(by=A))
    assert game.line == "CDB"
    next_game(game)
    assert (game.session.game.box, game.session.game.captain) == (C, D)
    assert game.points == {"A": 3, "B": -1, "C": -1, "D": -1}


def test_who_comes_back_keeps_his_points() -> None:
    game = play(table(), BOX_WINS)
    game.act(actions.Leave(by=B))
    next_game(game)
    assert reason(game, actions.Pass(by=B)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=B))
    assert game.session.joining == (B,) and len(game.session.players) == 4
    assert reason(game, actions.Join(by=B)) is ChouetteFault.SEATED_ALREADY
    play(game, BOX_WINS)
    assert game.line == "ADCB" and game.points["B"] == -1


@pytest.mark.parametrize("kicked", [False, True])
def test_a_captain_who_comes_back_plays_from_the_next_game_on(kicked: bool) -> None:
    game = table()
    game.act(actions.Leave(by=A, seat=B) if kicked else actions.Leave(by=B))
    assert reason(game, actions.Leave(by=B)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=B))
    assert reason(game, actions.Join(by=B)) is ChouetteFault.SEATED_ALREADY
    assert game.session.game.on_roll == C and game.session.game.away == (B,)
    for what in (
        actions.Roll(by=B, dice=DICE),
        actions.Double(by=B, bets=(0,)),
        actions.Hold(by=B),
        actions.Undo(by=B),
    ):
        assert reason(game, what) is ChouetteFault.LEFT_GAME
    game.act(actions.AutoPass(by=B, on=False))
    game.act(actions.Roll(by=C, dice=DICE))
    # The box that he has won is not his: he has left his place in the line.
    assert play(game, TEAM_WINS).line == "CDAB" and game.session.newcomers == (B,)
    next_game(game)
    assert game.session.game.line == (C, D, A, B) and game.session.game.away == ()


def test_who_comes_back_and_goes_again_has_left_once() -> None:
    game = table()
    for _ in range(2):
        game.act(actions.Leave(by=C))
        game.act(actions.Join(by=C))
    game.act(actions.Leave(by=C))
    assert game.session.leaving == (C,) and game.session.joining == ()
    assert play(game, BOX_WINS).line == "ADB"


def test_an_undo_does_not_bring_back_who_has_come_back() -> None:
    game = table()
    game.act(actions.Leave(by=C))
    game.act(actions.Join(by=C))
    play(game, BOX_WINS)
    game.act(actions.Undo(by=B))
    while game.session.proposals:
        (asked,) = game.session.proposals
        game.act(actions.Accept(by=asked.of[0], question=asked.number))
    assert game.session.game.phase is not Phase.OVER
    assert (game.session.leaving, game.session.joining, game.session.game.away) == ((C,), (C,), (C,))


#: What somebody may try who has left.
TRIED = [
    actions.Double(by=C, bets=(1,)),
    actions.Pass(by=C),
    actions.Hold(by=C),
    actions.Roll(by=C, dice=DICE),
    actions.Answer(by=C, replies=((1, Reply.TAKE),)),
    actions.Resign(by=C, kind=1, bets=(1,)),
    actions.Settle(by=C, bets=(1,), points=1),
    actions.Undo(by=C),
    actions.Abort(by=C),
    actions.Claim(by=C),
    actions.Delegate(by=C, to=D),
    actions.AutoPass(by=C, on=False),
    actions.SitOut(by=C, out=True),
    actions.Leave(by=C),
    actions.Pause(by=C, on=True),
    actions.End(by=C),
]


def test_nothing_that_who_has_left_does_counts_any_more() -> None:
    for side in (TEAM, BOX):
        game = table(side=side)
        game.session = replace(game.session, host=C)
        game.act(actions.Delegate(by=D, to=C))
        game.act(actions.Leave(by=C))
        if side is BOX:
            game.act(actions.Double(by=A, bets=(0, 1, 2)))
            assert reason(game, actions.Answer(by=C, replies=((2, Reply.TAKE),))) is TableFault.NOT_SEATED
            assert all(C not in each.of for each in questions(game.session) if each.ask is not Ask.TABLE)
        for what in TRIED:
            assert reason(game, what) is TableFault.NOT_SEATED


def test_a_host_who_has_left_with_all_the_others_before_the_opening_ends_nothing() -> None:
    game = table("AB", side=None)
    for seat in (B, A):
        game.act(actions.Leave(by=seat))
    assert reason(game, actions.Pause(by=A, on=True)) is TableFault.NOT_SEATED


def test_a_delegate_who_left_between_two_games_decides_nothing() -> None:
    game = play(table(), BOX_WINS)
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Leave(by=D))
    next_game(game, side=BOX)
    game.act(actions.Leave(by=C))
    game.act(actions.Double(by=A, bets=(0, 1)))
    game.act(actions.Answer(by=B, replies=((1, Reply.TAKE),)))
    assert game.session.game.exchange is None


def test_the_table_waits_for_the_delegate_of_who_has_left() -> None:
    game = table(side=BOX)
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Leave(by=C))
    game.act(actions.Double(by=A, bets=(1,)))
    (asked,) = (each for each in questions(game.session) if each.ask is Ask.OFFER)
    assert (asked.of, asked.waiting) == ((D,), (D,))


def test_nobody_waits_for_the_word_about_a_partner_of_who_has_left() -> None:
    options: dict[str, object] = {"partner_from": 6, "partner_pick": "next_in_line"}
    game = play(table("ABCDEF", **{**options, "partner_from": 0}), BOX_WINS)
    game.session = replace(game.session, options=replace(game.session.options, partner_from=6))
    game.act(actions.Next(by=A))
    game.act(actions.Share(by=A, agree=True))
    asked = game.session.partnering
    assert asked and asked.asked is not None
    game.act(actions.Leave(by=asked.asked))
    assert game.session.partnering and game.session.partnering.asked not in (None, asked.asked)
    game.act(actions.Abort())
    assert game.session.partnering is None and questions(game.session)[0].ask is Ask.NEXT


def test_who_has_left_is_silent_in_the_game_with_a_partner_too() -> None:
    game = play(table("ABCDEF"), BOX_WINS)
    game.session = replace(game.session, options=replace(game.session.options, partner_from=6))
    game.act(actions.Next(by=A))
    captain, *_, last = game.session.game.team
    game.act(actions.Share(by=A, agree=True))
    game.act(actions.Leave(by=captain))
    game.act(actions.Share(by=last, agree=True))
    assert game.session.partner == last and game.session.game.away == (captain,)


def test_who_is_gone_from_the_server_sits_out_and_keeps_nobody_waiting() -> None:
    game = table()
    game.act(actions.AutoPass(by=C, on=False))
    game.act(actions.Double(by=D, bets=(2,)))
    game.act(actions.Hold(by=C))
    for seat in (C, D, A):
        assert reason(game, actions.Gone(by=B, seat=seat)) is TableFault.NOT_ASKED
        game.act(actions.Gone(seat=seat))
        assert reason(game, actions.Gone(seat=seat)) is TableFault.NOT_ASKED
    assert game.session.host == B
    game.act(actions.Roll(by=B, dice=DICE))
    assert game.session.game.phase is Phase.PLAY
    assert play(game, BOX_WINS).line == "ACDB"
    assert questions(game.session)[0].of == (B,)
    game.act(actions.SitOut(by=C, out=False))
    next_game(game)
    assert game.session.game.line == (C, B)


def test_a_host_who_is_gone_with_everybody_stays_host() -> None:
    game = table("ABC")
    for seat in (B, C):
        game.act(actions.Gone(seat=seat))
    game.act(actions.Gone(seat=A))
    assert game.session.host == A and reason(game, actions.Gone(seat=A)) is TableFault.NOT_ASKED


@pytest.mark.parametrize("how", ["left", "kicked", "gone", "out"])
def test_an_aborted_game_does_not_begin_again_with_an_absent_box(how: str) -> None:
    game = table()
    game.act(going(how, A))
    game.act(actions.Abort())
    assert game.session.game.void
    next_game(game)
    assert game.session.game.line == (B, C, D)


def test_a_moderator_ends_the_session() -> None:
    game = table()
    assert reason(game, actions.Dismiss(by=B)) is ChouetteFault.LAST_GAME
    game.act(actions.Dismiss())
    assert game.session.ending and reason(game, actions.Dismiss()) is ChouetteFault.LAST_GAME
    between = play(table(), BOX_WINS)
    between.act(actions.Dismiss())
    assert between.session.closed


def test_sitting_out_keeps_ones_place_for_three_games() -> None:
    game = play(table("ABCDE"), BOX_WINS)
    assert game.line == "ACDEB"
    game.act(actions.SitOut(by=D, out=True))
    assert reason(game, actions.SitOut(by=D, out=True)) is ChouetteFault.SAID_ALREADY
    lines = []
    for _ in range(3):
        next_game(game)
        assert D not in game.session.game.line
        lines.append(play(game, BOX_WINS).line)
    # He is passed by, not carried along; after the third game he is the last.
    assert lines == ["ADEBC", "ADBCE", "ACEBD"]
    for _ in range(2):
        assert play(next_game(game), BOX_WINS).line[-1] != "D"
    assert play(next_game(game), BOX_WINS).line[-1] == "D", "they are counted anew"
    game.act(actions.SitOut(by=D, out=False))
    next_game(game)
    assert D in game.session.game.team
    assert reason(game, actions.SitOut(by=7, out=True)) is TableFault.NOT_SEATED


def test_who_sits_out_in_mid_game_plays_it_to_its_end() -> None:
    game = table()
    game.act(actions.SitOut(by=B, out=True))
    assert game.session.game.acting_captain == B
    play(game, TEAM_WINS)
    assert game.line == "BCDA" and game.session.players[B].sat_out == 0
    next_game(game)
    assert game.session.game.line == (C, D, A)


def test_who_does_not_play_leaves_at_once_also_in_mid_game() -> None:
    game = play(table(), BOX_WINS)
    game.act(actions.SitOut(by=D, out=True))
    next_game(game)
    game.act(actions.Join(by=game.seat("E")))
    for seat in (D, 4):
        game.act(actions.Leave(by=seat))
    assert game.line == "ACB"
    assert (game.session.joining, game.session.leaving, game.session.game.away) == ((), (), ())
    game.act(actions.Claim(by=A))
    game.act(actions.Leave(by=C))
    assert game.session.leaving == game.session.game.away == (C,), "he was silent already"


def test_a_void_game_is_none_that_somebody_has_sat_out() -> None:
    game = play(table(), BOX_WINS)
    game.act(actions.SitOut(by=D, out=True))
    for void, sat_out in ((True, 0), (False, 1), (True, 1), (False, 2)):
        next_game(game)
        if void:
            game.act(actions.Abort())
        else:
            play(game, BOX_WINS)
        assert [player.sat_out for player in game.session.players] == [0, 0, 0, sat_out]


def test_a_partner_who_sits_out_has_not_sat_out_the_game_he_shares() -> None:
    game = table("ABCDEF", partner="D")
    for seat in (C, D):
        game.act(actions.SitOut(by=seat, out=True))
    play(game, BOX_WINS)
    assert [player.sat_out for player in game.session.players] == [0] * 6
    play(next_game(game), BOX_WINS)
    assert [player.sat_out for player in game.session.players] == [0, 0, 1, 1, 0, 0]


def test_whom_one_names_as_delegate_is_at_the_table_and_a_person() -> None:
    game = play(table("ABC"), BOX_WINS)
    game.act(actions.AddComputer(by=A))
    game.act(actions.Leave(by=C))
    assert reason(game, actions.Delegate(by=B, to=3)) is ChouetteFault.NO_COMPUTER_DELEGATE
    for to in (-1, C, 4):
        assert reason(game, actions.Delegate(by=B, to=to)) is TableFault.NOT_SEATED
    assert reason(game, actions.Delegate(by=B, to=B)) is ChouetteFault.NOT_YOURSELF
    for to in (A, None):
        game.act(actions.Delegate(by=B, to=to))
        assert game.session.players[B].delegate == to


def test_no_computer_becomes_host() -> None:
    game = play(table("AB"), TEAM_WINS)
    assert game.line == "BA"
    game.act(actions.AddComputer(by=A))
    game.act(actions.Leave(by=A, seat=B))
    assert game.session.host == A
    game.act(actions.Join(by=B))
    assert game.session.line == (A, C, B)
    game.act(actions.Leave(by=A))
    assert game.session.host == B


def test_the_host_passes_on() -> None:
    game = play(table(), TEAM_WINS)
    assert reason(game, actions.Leave(by=B, seat=C)) is ChouetteFault.NOT_HOST
    game.act(actions.Leave(by=A, seat=C))
    assert game.line == "BDA"
    game.act(actions.Leave(by=A))
    assert game.session.host == B
    assert reason(game, actions.End(by=D)) is ChouetteFault.NOT_HOST
    game.act(actions.End(by=B))
    assert game.session.closed


def test_the_host_passes_on_in_mid_game_to_somebody_who_stays() -> None:
    game = table()
    game.act(actions.Leave(by=B))
    game.act(actions.Leave(by=A))
    assert game.session.host == C


def test_the_session_ends_after_the_running_game() -> None:
    game = table()
    assert reason(game, actions.End()) is TableFault.GAME_RUNNING
    game.act(actions.End(by=A))
    assert game.session.ending and not game.session.closed
    play(game, TEAM_WINS)
    main = questions(game.session)[0]
    assert main.bot == (actions.End,) and main.of == ()
    game.act(actions.End())
    assert game.session.closed
    assert [payment.transfer.points for payment in game.session.payments] == [1, 1, 1]
    assert reason(game, actions.Next(by=B)) is TableFault.CLOSED


def test_what_is_won_from_a_computer_is_not_paid() -> None:
    game = table("ABC")
    game.session = replace(game.session, with_computers=Computers(seats=(C,)))
    play(game, BOX_WINS)
    assert game.points == {"A": 2, "B": -1, "C": -1} and game.session.apart == {A: 1, C: -1}
    game.act(actions.End(by=A))
    assert [payment.transfer for payment in game.session.payments] == [Transfer(payer=B, payee=A, points=1)]


def test_what_is_lost_to_a_computer_is_not_paid() -> None:
    game = table("ABC", jacoby="off")
    game.session = replace(game.session, with_computers=Computers(seats=(C,)))
    play(game, ["end", "team", 3])
    assert game.points == {"A": -6, "B": 3, "C": 3} and game.session.apart == {A: -3, C: 3}
    game.act(actions.End(by=A))
    assert [payment.transfer for payment in game.session.payments] == [Transfer(payer=A, payee=B, points=3)]


@pytest.mark.parametrize("sent_away", [False, True])
def test_a_table_at_which_only_computers_are_left_is_closed(sent_away: bool) -> None:
    game = play(table("AB"), TEAM_WINS)
    game.act(actions.AddComputer(by=A))
    if sent_away:
        game.act(actions.Leave(by=A, seat=C))
    game.act(actions.Leave(by=A))
    assert not game.session.closed
    game.act(actions.Leave(by=B))
    assert game.session.closed


def test_where_box_and_captain_are_computers_the_host_begins() -> None:
    game = play(table("ABC"), TEAM_WINS)
    assert game.line == "BCA"
    for computers, begin in (((B, C), (A,)), ((B,), (C,)), ((C,), (B,))):
        game.session = replace(game.session, with_computers=Computers(seats=computers))
        assert questions(game.session)[0].of == begin


def test_the_host_begins_nothing_for_a_computer_alone() -> None:
    game = play(table("ABC"), TEAM_WINS)
    game.session = replace(game.session, with_computers=Computers(seats=(C,)))
    for seat, begin in ((B, (A,)), (A, (C,))):
        game.act(actions.SitOut(by=seat, out=True))
        assert questions(game.session)[0].of == begin
    assert reason(game, actions.Next(by=A)) is ChouetteFault.NOT_ROLLING_SOON
    game.act(actions.Leave(by=A, seat=C))
    assert questions(game.session)[0].of == ()


@pytest.mark.parametrize("more", [0, 1])
def test_the_questions_of_the_next_game_have_the_next_two_numbers(more: int) -> None:
    game = play(table(), TEAM_WINS)
    if more:
        game.act(actions.Undo(by=A))
    last = game.session.asked
    game.act(actions.Next(by=B))
    assert (game.session.number, game.session.asked) == (2, last + 2)
    assert (game.session.table_question, game.session.question) == (last + 1, last + 2)
    assert {question.number for question in questions(game.session)} == {last + 1, last + 2}


def test_payments_are_marked_also_where_everybody_has_left() -> None:
    game = play(table("ABC"), BOX_WINS)
    for seat in (B, C, A):
        game.act(actions.Leave(by=seat))
    assert game.session.closed and not game.session.line
    (asked,) = questions(game.session)
    assert asked.of == (A, B, C)
    game.act(actions.Paid(by=B, payment=0))
    assert game.session.payments[0].paid


def test_payments_are_marked_by_whom_they_concern() -> None:
    game = play(table(), BOX_WINS)
    assert reason(game, actions.Paid(by=A, payment=0)) is TableFault.NOT_ASKED
    game.act(actions.End(by=A))
    first = game.session.payments[0].transfer
    assert first.payee == A
    stranger = next(seat for seat in (B, C, D) if seat != first.payer)
    assert reason(game, actions.Paid(by=stranger, payment=0)) is ChouetteFault.NOT_YOUR_PAYMENT
    for index in (-1, 3, 4):
        assert reason(game, actions.Paid(by=A, payment=index)) is TableFault.NOT_ASKED
    game.act(actions.Paid(by=first.payer, payment=0))
    assert reason(game, actions.Paid(by=A, payment=0)) is ChouetteFault.PAID_ALREADY
    game.act(actions.Paid(by=A, payment=1))
    assert len(questions(game.session)) == 1
    game.act(actions.Paid(by=A, payment=2))
    assert questions(game.session) == ()
    for index in range(3):
        assert reason(game, actions.Paid(by=A, payment=index)) is ChouetteFault.PAID_ALREADY
        strangers = {B, C, D} - {game.session.payments[index].transfer.payer}
        for seat in strangers:
            assert reason(game, actions.Paid(by=seat, payment=index)) is ChouetteFault.NOT_YOUR_PAYMENT
    for index in (-1, 3, 4):
        assert reason(game, actions.Paid(by=A, payment=index)) is TableFault.NOT_ASKED


@pytest.mark.parametrize("index", range(3))
def test_one_payment_is_marked_and_the_others_are_as_they_were(index: int) -> None:
    game = play(table(), BOX_WINS)
    game.act(actions.End(by=A))
    were = [payment.transfer for payment in game.session.payments]
    game.act(actions.Paid(by=A, payment=index))
    assert [payment.transfer for payment in game.session.payments] == were
    assert [payment.paid for payment in game.session.payments] == [each == index for each in range(3)]


def test_a_session_of_so_many_games() -> None:
    game = play(table(session_end="games", session_limit=2), BOX_WINS)
    assert not game.session.ending
    play(next_game(game), BOX_WINS)
    assert game.session.ending and game.session.number == 2
    assert reason(game, actions.Next(by=A)) is ChouetteFault.LAST_GAME


def test_a_session_of_so_many_minutes() -> None:
    game = table(session_end="minutes", session_limit=90)
    assert game.session.ends_at == 90 * 60


def test_two_go_on_and_one_does_not() -> None:
    game = play(table("ABC"), BOX_WINS)
    game.act(actions.Leave(by=B))
    next_game(game, side=BOX)
    play(game, TEAM_WINS)
    assert game.line == "CA"
    game.act(actions.Leave(by=C))
    assert reason(game, actions.Next(by=A)) is ChouetteFault.NOT_ENOUGH_LEFT


def test_the_box_refused_when_the_old_box_has_left() -> None:
    game = play(table(), TEAM_WINS)
    game.act(actions.Leave(by=A))
    game.act(actions.DeclineBox(by=B))
    assert game.line == "CDB"
    next_game(game)
    assert game.session.game.players(TEAM) == (D, B)


@pytest.mark.parametrize("where", ["ahead_of_loser", "behind_loser"])
def test_who_joins_when_the_loser_has_left_is_the_last_either_way(where: str) -> None:
    game = table(join=where)
    game.act(actions.Join(by=game.seat("E")))
    game.act(actions.Leave(by=A))
    assert play(game, TEAM_WINS).line == "BCDE"


@pytest.mark.parametrize("sat_out", [0, 2])
def test_who_is_gone_as_soon_as_he_has_sat_down_keeps_his_place_for_three_games(sat_out: int) -> None:
    """However many he had sat out before he left."""
    game = play(table("ABCD"), BOX_WINS)
    if sat_out:
        game.act(actions.SitOut(by=D, out=True))
        for _ in range(sat_out):
            play(next_game(game), BOX_WINS)
    game.act(actions.Leave(by=D))
    game.act(actions.Join(by=D))
    game.act(actions.Gone(seat=D))
    lasts = [play(next_game(game), BOX_WINS).line[-1] for _ in range(3)]
    assert lasts == ["C", "B", "D"]


def test_what_is_won_from_a_computer_adds_up() -> None:
    game = table("ABC")
    game.session = replace(game.session, with_computers=Computers(seats=(C,)))
    for points in (1, 2, 3):
        play(game, BOX_WINS)
        assert game.session.apart == {A: points, C: -points}
        next_game(game, side=None)
        game.act(actions.OpeningRoll(dice=(1, 3)))
        game.move()


def test_the_host_passes_on_only_when_it_is_he_who_is_gone() -> None:
    game = table("ABCDE")
    game.session = replace(game.session, host=C)
    for seat in (B, D):
        game.act(actions.Gone(seat=seat))
        assert game.session.host == C
    game.act(actions.Gone(seat=C))
    assert game.session.host == A


@pytest.mark.parametrize(
    ("events", "out", "line"),
    [
        ([BOX_WINS], (A, C), "ACBDE"),
        ([["box_doubles", {"B": "drop", "C": "take"}], TEAM_WINS], (C,), "CBADE"),
    ],
)
def test_a_captain_who_has_not_won_the_box_does_not_decline_it(
    events: list[list[object]], out: tuple[int, ...], line: str
) -> None:
    """He has it because who won it sits out."""
    game = play(table("ABC", retain="last_standing"), *events)
    for name in "DE":
        game.act(actions.Join(by=game.seat(name)))
    for seat in out:
        game.act(actions.SitOut(by=seat, out=True))
    assert game.line == line and game.session.active[0] == B
    assert reason(game, actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


@pytest.mark.parametrize("how", ["running", "void", "over"])
def test_the_box_is_declined_only_after_a_game_that_counts(how: str) -> None:
    game = play(table(), ["team_doubles", {"B": "drop"}])
    if how == "void":
        game.act(actions.Abort())
    elif how == "over":
        play(game, TEAM_WINS)
    game.act(actions.SitOut(by=A, out=True))
    assert game.session.active[0] == B
    if how == "over":
        game.act(actions.DeclineBox(by=B))
        assert game.line == "CDBA"
    else:
        assert reason(game, actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


def test_nobody_but_the_bot_rolls_for_the_opening() -> None:
    for side in (None, TEAM):
        for seat in (A, B, D):
            assert reason(table(side=side), actions.OpeningRoll(by=seat, dice=DICE)) is TableFault.BOT_ROLLS
    assert reason(table(), actions.OpeningRoll(dice=DICE)) is TableFault.NOT_ASKED


def test_what_is_possible_only_while_a_game_runs_or_only_after_it() -> None:
    game = table(side=None)
    for what, before, after in (
        (actions.Roll(by=A, dice=DICE), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Move(by=B, play="8/5 6/5"), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Double(by=B, bets=(0,)), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Pass(by=B), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Hold(by=B), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Resign(by=B, kind=1, bets=(0,)), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Settle(by=B, points=1, bets=(0,)), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Claim(by=B), TableFault.NOT_STARTED, TableFault.GAME_OVER),
        (actions.Answer(by=B, replies=((0, Reply.TAKE),)), TableFault.NO_OFFER, TableFault.NO_OFFER),
        (actions.Next(by=A), TableFault.GAME_RUNNING, None),
        (actions.End(), TableFault.GAME_RUNNING, None),
        (actions.Abort(by=B), None, TableFault.GAME_OVER),
        (actions.Abort(), None, TableFault.GAME_OVER),
    ):
        if before:
            assert reason(game, what) is before
        if after:
            assert reason(play(table(), TEAM_WINS), what) is after


def test_a_void_game_is_over_too() -> None:
    game = table()
    game.act(actions.Abort())
    assert reason(game, actions.Abort()) is TableFault.GAME_OVER
    assert reason(game, actions.Roll(by=B, dice=DICE)) is TableFault.GAME_OVER

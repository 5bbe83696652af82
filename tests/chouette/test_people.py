"""Coming, going, sitting out; the host; the end of a session."""

from bot.backgammon import TableFault
from bot.chouette import BOX, TEAM, ChouetteFault, actions, questions

from .table import A, B, C, D, next_game, play, reason, table

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
    assert game.session.joining == (B,)
    assert reason(game, actions.Join(by=B)) is ChouetteFault.SEATED_ALREADY
    play(game, BOX_WINS)
    assert game.line == "ADCB" and game.points["B"] == -1


def test_who_leaves_in_mid_game_may_come_back_into_it() -> None:
    game = table()
    game.act(actions.Leave(by=C))
    assert reason(game, actions.Leave(by=C)) is TableFault.NOT_SEATED
    game.act(actions.Join(by=C))
    assert game.session.leaving == () and game.session.game.away == ()
    assert play(game, BOX_WINS).line == "ACDB"


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


def test_payments_are_marked_by_whom_they_concern() -> None:
    game = play(table(), BOX_WINS)
    assert reason(game, actions.Paid(by=A, payment=0)) is TableFault.NOT_ASKED
    game.act(actions.End(by=A))
    first = game.session.payments[0].transfer
    assert first.payee == A
    stranger = next(seat for seat in (B, C, D) if seat != first.payer)
    assert reason(game, actions.Paid(by=stranger, payment=0)) is ChouetteFault.NOT_YOUR_PAYMENT
    assert reason(game, actions.Paid(by=A, payment=3)) is TableFault.NOT_ASKED
    game.act(actions.Paid(by=first.payer, payment=0))
    assert reason(game, actions.Paid(by=A, payment=0)) is ChouetteFault.PAID_ALREADY
    game.act(actions.Paid(by=A, payment=1))
    assert len(questions(game.session)) == 1
    game.act(actions.Paid(by=A, payment=2))
    assert questions(game.session) == ()


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

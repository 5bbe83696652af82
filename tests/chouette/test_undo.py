"""Taking back and voiding."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Phase, TableFault
from bot.chouette import BOX, TEAM, ChouetteFault, actions, questions

from .table import DICE, A, B, C, D, Game, next_game, play, reason, table
from .test_cubes import answer


def test_a_play_is_taken_back_with_consent() -> None:
    game = table()
    game.act(actions.Roll(by=B, dice=DICE))
    rolled = game.session
    game.move()
    game.act(actions.Undo(by=B))
    (proposal,) = game.session.proposals
    assert proposal.of == (A,)
    assert reason(game, actions.Undo(by=B)) is TableFault.ALREADY_ASKED
    game.act(actions.Accept(by=A, question=proposal.number))
    assert game.session.game == rolled.game
    assert game.session.question > proposal.number and game.session.rolls == rolled.rolls


def test_a_member_needs_box_and_acting_captain() -> None:
    game = table()
    game.roll_and_move()
    game.act(actions.Undo(by=D))
    assert game.session.proposals[0].of == (A, B)
    number = game.session.proposals[0].number
    game.act(actions.Undo(by=A))
    assert game.session.proposals[0].of == (B,)
    game.act(actions.Accept(by=B, question=number))
    assert game.session.game.board.turn is TEAM and game.session.game.phase is Phase.PLAY


def test_dice_rolled_since_are_used_up() -> None:
    game = table()
    game.roll_and_move()
    game.act(actions.Roll(by=A, dice=(6, 6)))
    rolls = game.session.rolls
    game.act(actions.Undo(by=A))
    game.act(actions.Accept(by=B, question=game.session.proposals[0].number))
    assert game.session.rolls == rolls and game.session.game.board.dice == DICE


def test_nothing_to_take_back_after_an_answer_to_cubes() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    assert reason(game, actions.Undo(by=A)) is TableFault.NOTHING_TO_UNDO
    assert reason(table(side=None), actions.Undo(by=A)) is TableFault.NOTHING_TO_UNDO


def test_a_double_is_taken_back_before_the_answer() -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 2)))
    game.act(actions.Undo(by=A))
    game.act(actions.Accept(by=B, question=game.session.proposals[0].number))
    assert game.session.game.phase is Phase.CUBE and game.session.game.exchange is None


def test_a_double_that_somebody_has_answered_is_not_taken_back() -> None:
    """Not even where the captain, who has not, would agree."""
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(actions.Undo(by=A))
    (proposal,) = game.session.proposals
    game.act(answer(C, C="take"))
    assert reason(game, actions.Accept(by=B, question=proposal.number)) is TableFault.NOT_ASKED
    assert reason(game, actions.Undo(by=A)) is TableFault.NOTHING_TO_UNDO
    assert actions.Undo not in {each for question in questions(game.session) for each in question.answers}
    for seat, name in ((B, "B"), (D, "D")):
        game.act(answer(seat, **{name: "take"}))
    assert [bet.value for bet in game.session.game.bets] == [2, 2, 2]


def test_who_left_after_his_double_was_offered_has_not_doubled_when_that_is_taken_back() -> None:
    game = table()
    for seat in (C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Leave(by=C))
    game.act(actions.Undo(by=B))
    game.act(actions.Accept(by=A, question=game.session.proposals[0].number))
    assert game.session.game.phase is Phase.CUBE and game.session.game.doubled == (2,)


def test_a_result_is_taken_back_by_all_whom_it_touches() -> None:
    game = play(table(), ["end", "team", 1])
    assert game.points == {"A": -3, "B": 1, "C": 1, "D": 1} and game.line == "BCDA"
    game.act(actions.Undo(by=A))
    assert game.session.proposals[0].of == (B, C, D)
    for seat in (B, C, D):
        game.act(actions.Accept(by=seat, question=game.session.proposals[0].number))
    assert game.points == dict.fromkeys("ABCD", 0) and game.line == "ABCD"
    assert game.session.game.phase is Phase.PLAY


def test_a_result_stands_once_the_next_game_has_begun() -> None:
    game = next_game(play(table(), ["end", "team", 1]), side=None)
    assert reason(game, actions.Undo(by=B)) is TableFault.NOTHING_TO_UNDO


def test_one_refusal_ends_it() -> None:
    game = play(table(), ["end", "team", 1])
    game.act(actions.Undo(by=A))
    game.act(actions.Decline(by=D, question=game.session.proposals[0].number))
    assert not game.session.proposals and game.line == "BCDA"


def test_who_came_and_went_since_is_not_taken_back() -> None:
    game = table()
    game.roll_and_move()
    game.act(actions.Join(by=game.seat("E")))
    game.act(actions.Leave(by=D))
    game.act(actions.Undo(by=B))
    game.act(actions.Accept(by=A, question=game.session.proposals[0].number))
    assert game.session.game.phase is Phase.PLAY and game.session.joining == (4,)
    assert (game.session.leaving, game.session.game.away) == ((D,), (D,))
    assert play(game, ["end", "team", 1]).line == "BCAE"


def test_who_has_left_and_come_back_stays_out_of_a_game_taken_back() -> None:
    game = table()
    game.act(actions.Leave(by=D))
    game.roll_and_move()
    game.act(actions.Join(by=D))
    game.act(actions.Undo(by=B))
    while asked := game.session.proposals:
        game.act(actions.Accept(by=asked[0].of[0], question=asked[0].number))
    assert game.session.game.phase is Phase.PLAY
    assert (game.session.leaving, game.session.joining) == ((D,), (D,))


def test_what_somebody_has_won_who_has_left_is_not_taken_back() -> None:
    game = play(table("ABC"), ["end", "team", 1])
    game.act(actions.Undo(by=B))
    game.act(actions.Leave(by=C))
    assert game.session.proposals == ()
    for seat in (A, B):
        assert reason(game, actions.Undo(by=seat)) is ChouetteFault.CANNOT_AGREE


def test_a_captain_who_has_left_need_not_agree() -> None:
    game = table()
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(actions.Move(by=B, play=str(game.session.game.plays(game.session.rules)[0])))
    game.act(actions.Leave(by=B))
    game.act(actions.Undo(by=A))
    assert [each.of for each in game.session.proposals] == [(C,)]


def test_the_bot_takes_nothing_back() -> None:
    game = table()
    game.roll_and_move()
    assert reason(game, actions.Undo()) is TableFault.NOT_SEATED
    assert reason(game, actions.Undo(by=7)) is TableFault.NOT_SEATED


def test_a_voided_game_counts_for_nothing() -> None:
    game = play(table(), ["settle", "C", 2, None])
    game.act(actions.Abort(by=A))
    game.act(actions.Accept(by=B, question=game.session.proposals[0].number))
    assert game.session.game.void and game.session.game.phase is Phase.OVER
    assert game.points == dict.fromkeys("ABCD", 0) and game.line == "ABCD"
    assert reason(game, actions.Abort(by=A)) is TableFault.GAME_OVER
    assert reason(game, actions.DeclineBox(by=A)).name == "CANNOT_DECLINE"
    next_game(game)
    assert game.session.game.box == A


def test_what_is_asked_of_all_has_the_next_number() -> None:
    game = table()
    game.roll_and_move()
    for what in (actions.Abort(by=A), actions.Undo(by=A), actions.Resign(by=A, kind=1, bets=(0,))):
        last = game.session.asked
        game.act(what)
        proposal = game.session.proposals[-1]
        assert (proposal.number, proposal.offer, game.session.asked) == (last + 1, last + 1, last + 1)


def test_who_has_asked_that_a_game_be_voided_waits() -> None:
    game = table()
    game.act(actions.Abort(by=A))
    assert reason(game, actions.Abort(by=A)) is TableFault.ALREADY_ASKED
    assert reason(game, actions.Abort(by=7)) is TableFault.NOT_SEATED
    assert reason(game, actions.Abort(by=C)) is TableFault.ALREADY_ASKED, "it waits for the captain"
    game.act(actions.Abort(by=B))
    assert game.session.game.void


def test_a_moderator_voids_at_once() -> None:
    game = table(side=BOX)
    game.act(actions.Abort())
    assert game.session.game.void


def taken_back(game: Game, by: int) -> Game:
    """Somebody asks for it, and all agree."""
    game.act(actions.Undo(by=by))
    while asked := game.session.proposals:
        game.act(actions.Accept(by=asked[0].of[0], question=asked[0].number))
    return game


@pytest.mark.parametrize("joining", ["", "E", "EF", "EFG"])
def test_so_many_as_have_come_since_are_there_when_a_result_is_taken_back(joining: str) -> None:
    game = play(table(), ["end", "team", 1])
    for name in joining:
        game.act(actions.Join(by=game.seat(name)))
    taken_back(game, A)
    assert game.session.joining == tuple(range(4, 4 + len(joining)))
    assert game.points == dict.fromkeys("ABCD" + joining, 0)
    assert game.session.with_computers is UNSET


@pytest.mark.parametrize(("version", "joining"), [(5, (4, D, 5)), (4, (D, 4, 5))])
def test_who_came_first_comes_first_when_a_result_is_taken_back(version: int, joining: tuple[int, ...]) -> None:
    game = play(table(), ["end", "team", 1])
    game.session = replace(game.session, rules_version=version)
    game.act(actions.Leave(by=D))
    next_game(game)
    game.act(actions.Join(by=game.seat("E")))
    game.act(actions.Join(by=D))
    play(game, ["end", "team", 1])
    game.act(actions.Join(by=game.seat("F")))
    taken_back(game, A)
    assert game.session.joining == joining


def test_computers_stay_when_a_result_is_taken_back_and_what_is_not_paid_is_as_before() -> None:
    game = play(table("AB"), ["end", "box", 1])
    game.act(actions.AddComputer(by=A))
    for side in (BOX, TEAM):
        next_game(game, side=None)
        game.act(actions.OpeningRoll(dice=(3, 1) if side is BOX else (1, 3)))
        game.move()
        before = game.session.apart
        play(game, ["end", "box", 1])
        assert game.session.apart != before
        taken_back(game, A)
        assert game.session.computers == (C,) and game.session.apart == before
        game.move()


def test_a_game_that_somebody_has_sat_out_counts_once_however_often_it_is_taken_back() -> None:
    game = table("ABCD")
    game.act(actions.SitOut(by=D, out=True))
    play(game, ["end", "box", 1])
    play(next_game(game), ["end", "box", 1])
    for _ in range(3):
        assert game.session.players[D].sat_out == 1
        taken_back(game, A)
        assert game.session.players[D].sat_out == 0 and game.session.players[D].out
        game.move()


def test_in_a_session_of_older_rules_it_counts_again_as_its_log_was_written() -> None:
    game = table("ABCD")
    game.session = replace(game.session, rules_version=4)
    game.act(actions.SitOut(by=D, out=True))
    play(game, ["end", "box", 1])
    play(next_game(game), ["end", "box", 1])
    taken_back(game, A)
    assert game.session.players[D].sat_out == 1


def test_who_is_taken_from_the_table_for_sitting_out_is_there_again_when_that_is_taken_back() -> None:
    game = table("ABCD", bank=50)
    game.act(actions.SitOut(by=D, out=True))
    for _ in range(3):
        play(game, ["end", "box", 1])
        next_game(game)
    line = game.session.line
    play(game, ["end", "box", 1])
    assert D not in game.session.line and game.session.players[D].end == (4, 49)
    taken_back(game, A)
    assert game.session.line == line and game.session.is_seated(D)
    assert game.session.players[D].end is None and game.session.players[D].sat_out == 2
    game.act(actions.Abort())
    assert game.session.is_seated(D), "it has not counted"


def test_who_was_taken_from_the_table_has_no_place_there_if_another_has_come() -> None:
    game = table("ABCD", bank=50, max_players=4)
    game.act(actions.SitOut(by=D, out=True))
    for _ in range(4):
        play(game, ["end", "box", 1])
        next_game(game) if game.session.is_seated(D) else game.act(actions.Join(by=game.seat("E")))
    taken_back(game, A)
    assert not game.session.is_seated(D) and game.session.joining == (4,)
    assert game.session.players[D].end == (4, 49)


def test_who_has_ended_a_game_by_leaving_is_not_brought_back() -> None:
    game = table("ABC", side=BOX, bank=6, start_steps=(4,), start_cube="box_game")
    game.act(actions.Leave(seat=A))
    assert game.session.game.phase is Phase.OVER and game.session.players[A].balance == 0
    assert reason(game, actions.Undo(by=B)) is ChouetteFault.CANNOT_AGREE
    assert actions.Undo not in {each for question in questions(game.session) for each in question.answers}

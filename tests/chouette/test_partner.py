"""A partner in the box."""

import pytest
from msgspec.structs import replace

from bot.backgammon import Ask, Phase, TableFault
from bot.chouette import BOX, ChouetteFault, Reason, Row, actions, questions, rows

from ..facts.chouette import Game
from .table import DICE, A, B, C, D, E, F, G, going, next_game, play, reason, table

BOX_WINS, TEAM_WINS = ["end", "box", 1], ["end", "team", 1]


def asking(**options: object) -> Game:
    """Six people whose box may have a partner."""
    game = Game({"players": "ABCDEFG", "options": {"partner_from": 6, "box_take": "free"} | options})
    return next_game(play(opened(game), BOX_WINS), side=None)


def opened(game: Game) -> Game:
    """A first game, without the question."""
    game.act(actions.OpeningRoll(dice=(1, 3)))
    game.move()
    return game


def asked(game: Game) -> tuple[int, ...]:
    """Whom the question about the partner is put to."""
    return next((question.of for question in questions(game.session) if question.ask is Ask.PARTNER), ())


def test_the_box_is_asked_then_the_others_from_the_last() -> None:
    game = asking()
    assert game.line == "ACDEFGB" and asked(game) == (A,)
    assert game.session.phase is Phase.PARTNER
    assert reason(game, actions.OpeningRoll(dice=DICE)) is TableFault.NOT_ASKED
    assert reason(game, actions.Share(by=B, agree=True)) is TableFault.NOT_ASKED
    game.act(actions.Share(by=A, agree=True))
    order = []
    while asked(game):
        (seat,) = asked(game)
        order.append(seat)
        game.act(actions.Share(by=seat, agree=seat == E))
    assert order == [B, 6, F, E]
    assert game.session.partner == E and game.session.game.partner == E
    assert game.session.phase is Phase.OPENING
    assert game.session.game.team == (C, D, F, 6, B)


def test_of_those_who_are_asked_nobody_wants_to_be_it() -> None:
    """Who sits out is not asked."""
    game = asking()
    game.act(actions.Share(by=A, agree=True))
    game.act(actions.SitOut(by=E, out=True))
    order = []
    while asked(game):
        order += asked(game)
        game.act(actions.Share(by=order[-1], agree=False))
    assert order == [B, G, F, D]
    assert game.session.partner is None and game.session.phase is Phase.OPENING
    play(opened(game), BOX_WINS)
    assert asked(next_game(game, side=None)) == ()


def test_next_in_line_is_asked_first_but_never_the_captain() -> None:
    game = asking(partner_pick="next_in_line")
    game.act(actions.Share(by=A, agree=True))
    assert asked(game) == (D,)


def test_nobody_wants_it() -> None:
    game = asking()
    game.act(actions.Share(by=A, agree=False))
    assert asked(game) == () and game.session.partner is None
    assert reason(game, actions.Share(by=A, agree=True)) is ChouetteFault.NO_PARTNER
    play(opened(game), BOX_WINS)
    # The same box is not asked again, the next one is.
    assert asked(next_game(game, side=None)) == ()
    play(opened(game), TEAM_WINS)
    assert asked(next_game(game, side=None)) == (game.session.game.box,)


def test_a_mandatory_partner() -> None:
    game = asking(partner_mandatory=True)
    assert asked(game) == (B,)
    for _ in range(5):
        game.act(actions.Share(by=asked(game)[0], agree=False))
    assert game.session.partner == B and asked(game) == ()


def test_who_has_left_is_no_longer_made_a_partner() -> None:
    game = asking(partner_mandatory=True)
    game.act(actions.Leave(by=B))
    assert asked(game) == (G,)
    while asked(game):
        game.act(actions.Share(by=asked(game)[0], agree=False))
    assert game.session.partner == G


def test_who_leaves_while_others_are_asked_is_away_in_that_game() -> None:
    game = asking()
    game.act(actions.Share(by=A, agree=True))
    game.act(actions.Leave(by=D))
    assert game.session.game.away == (D,)
    game.act(actions.Share(by=B, agree=True))
    assert game.session.game.away == (D,)


def test_nobody_is_asked_about_a_partner_in_a_game_that_is_void() -> None:
    game = asking()
    game.act(actions.Abort())
    assert game.session.phase is Phase.OVER


def test_silence_is_a_no() -> None:
    game = asking()
    assert reason(game, actions.Claim(by=A)) is TableFault.YOUR_OWN_TURN
    game.act(actions.Claim(by=C))
    assert asked(game) == () and game.session.partner is None


@pytest.mark.parametrize(
    ("events", "box", "partner"),
    [
        ([["box_doubles", {"B": "take"}], ["settle", "C", 1, None], BOX_WINS], 3, 2),
        ([["settle", "B", -2, None], TEAM_WINS], -3, -2),
        ([["settle", "B", 3, None], ["settle", "C", 1, None], BOX_WINS], 3, 3),
        ([["settle", "B", -1, None], ["settle", "C", 2, None], ["settle", "D", -2, None], BOX_WINS], 0, 0),
    ],
)
def test_the_result_is_split(events: list[list[object]], box: int, partner: int) -> None:
    """The partner has half, towards nothing."""
    game = play(table("ABCDEF", partner="F"), *events)
    assert (game.points["A"], game.points["F"]) == (box, partner)
    assert sum(game.points.values()) == 0
    shares = [row for row in rows(game.session.game, 1) if row.reason is Reason.PARTNER]
    assert [row.points for row in shares] == ([abs(partner)] if partner else [])


@pytest.mark.parametrize(
    ("won", "share"), [(-4, -2), (-3, -1), (-2, -1), (-1, 0), (0, 0), (1, 0), (2, 1), (3, 1), (4, 2)]
)
def test_the_box_pays_its_partner_a_share_of_what_it_won_and_he_pays_one_of_what_it_lost(won: int, share: int) -> None:
    game = table("ABCDEF", partner="F")
    others = [["settle", name, 0, None] for name in "CDE"]
    play(game, *others, ["settle", "B", won, None if won else "box"])
    assert (game.points["A"], game.points["F"]) == (won - share, share)
    assert {type(points) for points in game.points.values()} == {int}
    payer, payee = (A, F) if share > 0 else (F, A)
    shares = [Row(1, None, payer, payee, abs(share), Reason.PARTNER)] if share else []
    assert [row for row in rows(game.session.game, 1) if row.bet is None] == shares


def test_the_partner_has_no_bet_and_keeps_his_place() -> None:
    game = table("ABCDEF", partner="C")
    assert game.session.game.team == (B, D, E, F)
    assert reason(game, actions.Double(by=C, bets=(1,))) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Pass(by=C)) is TableFault.NOT_SEATED
    assert play(game, BOX_WINS).line == "ACDEFB"
    next_game(game, side=BOX)
    assert game.session.game.partner == C and game.session.game.captain == D


def test_the_partner_stays_until_the_box_is_lost() -> None:
    game = play(table("ABCDEF", partner="C"), TEAM_WINS)
    assert game.line == "BCDEFA" and game.session.partner is None
    next_game(game)
    assert game.session.game.captain == C


def test_a_partner_who_leaves_is_none_from_the_next_game_on() -> None:
    game = table("ABCDEF", partner="F")
    game.act(actions.Leave(by=F))
    play(game, ["settle", "B", 2, None], BOX_WINS)
    assert game.points["F"] == 2 and game.points["A"] == 3
    assert game.session.partner is None and game.line == "ACDEB"


def test_a_partner_who_sits_out_is_none() -> None:
    game = play(table("ABCDEF", partner="F"), BOX_WINS)
    game.act(actions.SitOut(by=F, out=True))
    assert game.session.partner is None
    next_game(game)
    assert F not in game.session.game.line and game.session.game.partner is None


def test_the_partner_of_a_box_that_leaves_goes_with_the_box() -> None:
    game = play(table("ABCDEF", partner="F"), BOX_WINS)
    game.act(actions.Leave(by=A))
    next_game(game)
    assert game.session.game.box == C and game.session.partner is None
    assert F in game.session.game.team
    assert D in game.session.game.team


def test_the_partner_goes_with_the_box_whoever_has_it_next() -> None:
    game = play(table("ABCDEF"), TEAM_WINS)
    for _ in range(4):
        play(next_game(game), TEAM_WINS)
    assert game.line == "FABCDE"
    game.session = replace(game.session, partner=C, partner_settled=True)
    game.act(actions.Leave(by=F))
    next_game(game)
    assert game.session.game.box == A and game.session.partner is None


@pytest.mark.parametrize("names", ["ABCDEF", "FABCDE"])
def test_a_partner_is_none_once_the_box_is_lost(names: str) -> None:
    """Whether who has it next came before or after the old one."""
    game = play(table("ABCDEF"), TEAM_WINS)
    for _ in range(4 if names[0] == "F" else 5):
        play(next_game(game), TEAM_WINS)
    assert game.line == names
    play(next_game(game), BOX_WINS)
    game.session = replace(game.session, partner=D, partner_settled=True)
    play(next_game(game), BOX_WINS)
    assert (game.session.partner, game.session.partner_settled) == (D, True)
    play(next_game(game), TEAM_WINS)
    assert (game.session.partner, game.session.partner_settled) == (None, False)


def test_who_is_gone_while_asked_about_the_partner_is_no_longer_waited_for() -> None:
    game = asking()
    game.act(actions.Gone(seat=A))
    assert asked(game) == () and game.session.partner is None, "the box has none"
    game = asking()
    game.act(actions.Share(by=A, agree=True))
    game.act(actions.Gone(seat=A))
    assert asked(game) == (B,), "the box has spoken already"
    game.act(actions.Gone(seat=B))
    assert asked(game) == (6,)


@pytest.mark.parametrize("goes", [B, D, E, F])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("how", ["gone", "left", "out"])
def test_only_a_partner_who_goes_between_two_games_is_none_at_once(how: str, between: bool, goes: int) -> None:
    game = table("ABCDEF", partner="D")
    if between:
        play(game, BOX_WINS)
    game.act(going(how, goes))
    assert game.session.partner == (None if between and goes == D else D)


def test_where_the_box_has_no_partner_who_is_gone_between_two_games_is_none() -> None:
    game = play(table("ABCDEF"), BOX_WINS)
    game.act(actions.Gone(seat=C))
    assert game.session.partner is None and game.session.players[C].out


def test_who_is_not_asked_about_the_partner_may_be_gone() -> None:
    game = asking()
    game.act(actions.Gone(seat=C))
    assert asked(game) == (A,)
    game.act(actions.Share(by=A, agree=True))
    game.act(actions.Share(by=B, agree=False))
    game.act(actions.Gone(seat=D))
    assert asked(game) == (G,)


def test_a_partner_who_leaves_in_mid_game_and_comes_back_is_none() -> None:
    game = table("ABCDEF", partner="D")
    game.act(actions.Leave(by=D))
    game.act(actions.Join(by=D))
    assert game.session.partner == D
    assert play(game, BOX_WINS).line == "ACEFBD" and game.session.partner is None


def test_a_box_that_is_lost_and_comes_back_before_the_next_game_is_asked_again() -> None:
    game = table("ABC")
    game.session = replace(game.session, options=replace(game.session.options, partner_from=6), partner_settled=True)
    play(game, TEAM_WINS)
    for name in "DEFGH":
        game.act(actions.Join(by=game.seat(name)))
    for seat in (B, C):
        game.act(actions.SitOut(by=seat, out=True))
    assert asked(next_game(game, side=None)) == (A,)


@pytest.mark.parametrize("mandatory", [False, True])
def test_a_box_whose_partner_goes_is_not_asked_for_another(mandatory: bool) -> None:
    game = asking(partner_mandatory=mandatory)
    while asked(game):
        game.act(actions.Share(by=asked(game)[0], agree=True))
    assert game.session.partner == B
    play(opened(game), BOX_WINS)
    game.act(actions.SitOut(by=B, out=True))
    assert asked(next_game(game, side=None)) == () and game.session.game.partner is None


@pytest.mark.parametrize(
    ("wanted", "people", "is_asked"),
    [(6, 5, False), (6, 6, True), (6, 7, True), (7, 6, False), (7, 7, True), (0, 7, False)],
)
def test_from_how_many_on_the_box_is_asked(wanted: int, people: int, is_asked: bool) -> None:
    game = play(table("ABCDEFGH"[:people]), BOX_WINS)
    game.session = replace(game.session, options=replace(game.session.options, partner_from=wanted))
    assert asked(next_game(game, side=None)) == ((A,) if is_asked else ())


def test_who_sits_out_does_not_count_among_them() -> None:
    game = play(table("ABCDEF", partner_from=6, partner="F"), BOX_WINS)
    game.session = replace(game.session, partner=None, partner_settled=False)
    game.act(actions.SitOut(by=C, out=True))
    assert asked(next_game(game, side=None)) == ()


def test_the_partner_may_ask_for_what_is_asked_of_all_who_play() -> None:
    game = table("ABCDEF", partner="F")
    game.roll_and_move()
    for what in (actions.Undo(by=F), actions.Abort(by=F)):
        game.act(what)
    assert [each.what.by for each in game.session.proposals] == [F, F]
    game.act(actions.Claim(by=F))
    assert game.session.game.phase is Phase.OVER

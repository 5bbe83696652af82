"""A session's games as they were played, and what is left of one between captain and box for other programs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from bot.backgammon import CubeRules, Ending, Jacoby, Kind, Phase, Reply, Result, Side, mat, sgf
from bot.backgammon.record import Answered, GameRecord, Moved, Record, Turned, checked
from bot.chouette import BOX, TEAM, Options, Order, Session, actions, apply, start
from bot.chouette.history import history
from bot.chouette.record import SessionStep, captains_game, captains_rules, session_steps
from bot.chouette.session_xgid import xgid_of
from bot.chouette.units import rounded
from bot.core.actions import BetIndex
from tests.backgammon.positions import board

from .random_session import play_on
from .table import A, B, C, D, Game, next_game, play, table

ALL = (0, 1, 2)
OPENING: tuple[actions.AnyAction, ...] = (
    actions.Arrange(line=(A, B, C, D)),
    actions.OpeningRoll(dice=(1, 3)),
    actions.Move(by=A, play="8/5 6/5"),
)


def played(*intents: actions.AnyAction, options: Options | None = None) -> list[SessionStep]:
    """The first game of four, of whom A is the box and B the captain."""
    return session_steps(start(options or Options(order=Order.MANUAL), 4), (*OPENING, *intents))[1]


def state(*intents: actions.AnyAction) -> Session:
    session = start(Options(order=Order.MANUAL), 4)
    for intent in (*OPENING, *intents):
        session = apply(session, intent)
    return session


def record(steps: list[SessionStep]) -> GameRecord:
    found = captains_game(steps)
    assert found is not None
    return found


def doubled(*members: int) -> tuple[actions.AnyAction, ...]:
    """These members double, and the captain presses Roll."""
    return (*(actions.Double(by=seat, bets=(seat - 1,)) for seat in members), actions.Roll(by=B, dice=(6, 6)))


def replied(**answers: str) -> actions.Answer:
    """The box's answers by the letters of the members."""
    numbers = {"B": 0, "C": 1, "D": 2}
    return actions.Answer(by=A, replies=tuple((numbers[who], Reply(answer)) for who, answer in answers.items()))


# What was taken back


def test_what_was_taken_back_is_not_among_the_steps() -> None:
    first = (actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/18 13/11"))
    undone = (*first, actions.Undo(by=B))
    number = state(*undone).proposals[-1].number
    again = (actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/16"))
    steps = played(*undone, actions.Accept(by=A, question=number), *again[1:])
    assert [action.play for _, action, _ in steps if isinstance(action, actions.Move)] == ["8/5 6/5", "24/16"]


def undone(*intents: actions.AnyAction) -> tuple[actions.AnyAction, ...]:
    """The latest play is taken back: C wants it, and whoever is asked agrees."""
    asked = state(*intents, wanted := actions.Undo(by=C)).proposals[-1]
    return (*intents, wanted, *(actions.Accept(by=seat, question=asked.number) for seat in asked.of))


def test_what_a_box_loses_by_having_left_when_its_play_is_taken_back_is_its_leaving() -> None:
    steps = played(*undone(actions.Leave(by=A), actions.Leave(by=D)))
    assert [type(action) for _, action, _ in steps] == [actions.Arrange, actions.OpeningRoll, actions.Leave]
    before, _, after = steps[-1]
    assert before.game.phase is Phase.PLAY and after.game.phase is Phase.OVER
    end = record(steps)
    assert end.entries == (Moved(Side.BLACK, (3, 1), None),)
    assert end.result == Result(1, Ending.RESIGNED)


def test_where_nothing_is_lost_by_it_who_has_left_meanwhile_is_not_among_the_steps() -> None:
    steps = played(*undone(actions.Leave(by=D)), actions.Move(by=A, play="24/23 13/10"))
    kinds = [actions.Arrange, actions.OpeningRoll, actions.Move]
    assert [type(action) for _, action, _ in steps] == kinds


def test_an_undo_that_was_refused_takes_nothing_back() -> None:
    first = (actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/18 13/11"), actions.Undo(by=B))
    number = state(*first).proposals[-1].number
    steps = played(*first, actions.Decline(by=A, question=number))
    assert sum(isinstance(action, actions.Move) for _, action, _ in steps) == 2


# The captain against the box


def test_a_box_that_left_before_the_opening_roll_which_it_wins_leaves_that_roll_unplayed() -> None:
    session = start(Options(order=Order.MANUAL), 4)
    steps = session_steps(session, (OPENING[0], actions.Leave(by=A), OPENING[1]))[1]
    end = record(steps)
    assert end.entries == (Moved(Side.BLACK, (3, 1), None),)
    assert end.result == Result(1, Ending.RESIGNED)


def test_the_captains_cube_is_the_cube_of_the_record() -> None:
    end = record(played(*doubled(B, C), replied(B="drop", C="take")))
    assert end.entries == (
        Moved(Side.BLACK, (3, 1), "8/5 6/5"),
        Turned(Side.WHITE, 2),
        Answered(Side.BLACK, False),
    )
    assert end.result is not None and end.result.points == 1


@pytest.mark.parametrize("doubler", Side)
@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("take", True),
        ("drop", False),
        ("beaver take", True),
        ("beaver drop", False),
        ("beaver raccoon take", True),
        ("beaver raccoon drop", False),
    ],
)
def test_how_often_the_captains_cube_was_turned_and_by_whom(doubler: Side, said: str, taken: bool) -> None:
    seats, words = (B, A), [Reply(word) for word in said.split()]
    intents = [*doubled(B)] if doubler is Side.WHITE else [
        actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/18 13/11"), actions.Double(by=A, bets=(0,)),
    ]  # fmt: skip
    side = doubler
    for word in words:
        side = side.other
        intents.append(actions.Answer(by=seats[side], replies=((0, word),)))
    if taken:
        # Whoever is to roll then is silent until his side has lost.
        intents += [actions.Claim(by=A)] * 3 if doubler is Side.WHITE else [actions.Claim(by=C)]
    end = record(played(*intents, options=Options(order=Order.MANUAL, cube=CubeRules(animals=2))))
    cubes = [entry for entry in end.entries if not isinstance(entry, Moved)]
    turners = (doubler, doubler.other, doubler)
    turns = [Turned(turner, value) for turner, value in zip(turners, (2, 4, 8), strict=True)]
    assert cubes == [*turns[: len(words)], Answered(turners[len(words) - 1].other, taken)]


@pytest.mark.parametrize("taken", [False, True])
def test_a_redouble_is_told_with_its_value(taken: bool) -> None:
    team = (actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/18 13/11"))
    box = (actions.Roll(by=A, dice=(6, 2)), actions.Move(by=A, play="24/18 13/11"))
    first = (actions.Double(by=A, bets=(0,)), actions.Answer(by=B, replies=((0, Reply.TAKE),)))
    again = (*doubled(B), replied(B="take" if taken else "drop"), *([actions.Claim(by=A)] * 3 if taken else []))
    end = record(played(*team, *first, *box, *again))
    assert [entry for entry in end.entries if not isinstance(entry, Moved)] == [
        Turned(Side.BLACK, 2),
        Answered(Side.WHITE, True),
        Turned(Side.WHITE, 4),
        Answered(Side.BLACK, taken),
    ]
    assert end.result == (Result(-4, Ending.RESIGNED) if taken else Result(2, Ending.DROPPED))


def test_one_action_may_turn_a_cube_more_than_once_and_answer_it() -> None:
    """A beaver that can but be taken, and a double of somebody who has left."""
    turn = (actions.Roll(by=B, dice=(6, 2)), actions.Move(by=B, play="24/18 13/11"))
    double = actions.Double(by=A, bets=(0,))
    options = Options(order=Order.MANUAL, cube=CubeRules(beaver_refusable=False))
    beaver = actions.Answer(by=B, replies=((0, Reply.BEAVER),))
    beavered = record(played(*turn, double, beaver, actions.Claim(by=C), options=options))
    assert beavered.entries[2:] == (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, True))
    left = record(played(*turn, actions.Leave(by=B), double))
    assert left.entries[2:] == (Turned(Side.BLACK, 2), Answered(Side.WHITE, False))


def test_cubes_of_others_are_not_in_it() -> None:
    intents = (*doubled(C), replied(C="take"), actions.Roll(by=B, dice=(6, 2)))
    resigned = actions.Resign(by=B, kind=Kind.SINGLE, bets=(0,))
    number = state(*intents, resigned).proposals[-1].number
    end = record(played(*intents, resigned, actions.Accept(by=A, question=number)))
    assert end.entries == (Moved(Side.BLACK, (3, 1), "8/5 6/5"), Moved(Side.WHITE, (6, 2), None))
    assert end.result is not None and end.result.points == -1


@pytest.mark.parametrize(("checkers", "left_out"), [({1: 1}, True), ({6: 2}, False)])
def test_a_roll_that_nobody_played_is_left_out_if_it_could_be_played_in_one_way(
    checkers: dict[int, int], left_out: bool
) -> None:
    intents = (actions.Roll(by=B, dice=(2, 1)), actions.Resign(by=A, kind=Kind.SINGLE, bets=(0,)))
    number = state(*intents).proposals[-1].number
    *steps, (before, accepted, after) = played(*intents, actions.Accept(by=B, question=number))
    there = replace(before.game.board, position=board(checkers, {6: 2}))
    end = record([*steps, (replace(before, game=replace(before.game, board=there)), accepted, after)])
    unplayed = () if left_out else (Moved(Side.WHITE, (2, 1), None),)
    assert end.entries == (Moved(Side.BLACK, (3, 1), "8/5 6/5"), *unplayed)


def test_a_game_whose_captain_is_still_in_has_no_record() -> None:
    assert captains_game(played(*doubled(C), replied(C="drop"))) is None


def test_a_voided_game_has_no_record_though_its_captain_was_out() -> None:
    steps = played(*doubled(B), replied(B="drop"))
    assert steps[-1][2].game.bets[0].result is not None and captains_game(steps) is not None
    out = (*doubled(B), replied(B="drop"))
    turn = (actions.Roll(by=C, dice=(6, 2)), actions.Move(by=C, play="24/18 13/11"))
    for since in ((), turn[:1], turn):
        assert captains_game(played(*out, *since, actions.Abort())) is None


def test_the_turn_that_was_the_last_step_frees_all_too() -> None:
    options = Options(order=Order.MANUAL, cube=CubeRules(jacoby=Jacoby.ANY_CUBE))
    assert captains_rules(played(*doubled(C), options=options)).money.jacoby is Jacoby.PER_CUBE
    assert captains_rules(played(*doubled(C), replied(C="take"), options=options)).money.jacoby is Jacoby.OFF
    both = (*doubled(B, C), replied(B="drop", C="take"))
    assert captains_rules(played(*both, options=options)).money.jacoby is Jacoby.OFF


@pytest.mark.parametrize("jacoby", [Jacoby.OFF, Jacoby.PER_CUBE])
def test_the_record_goes_by_the_rules_of_the_session(jacoby: Jacoby) -> None:
    options = Options(order=Order.MANUAL, cube=CubeRules(jacoby=jacoby))
    assert captains_rules(played(*doubled(C), replied(C="take"), options=options)) == options.rules


@pytest.mark.parametrize(("turned", "jacoby"), [(False, Jacoby.PER_CUBE), (True, Jacoby.OFF)])
def test_where_any_cube_frees_all_the_record_says_whether_gammons_counted(turned: bool, jacoby: Jacoby) -> None:
    options = Options(order=Order.MANUAL, cube=CubeRules(jacoby=Jacoby.ANY_CUBE))
    answer = "take" if turned else "drop"
    last = actions.Claim()
    steps = played(*doubled(C), replied(C=answer), last, options=options)
    assert captains_rules(steps).money.jacoby is jacoby


@pytest.mark.parametrize("seed", range(12))
def test_every_finished_game_has_a_record_that_other_programs_can_replay(seed: int) -> None:
    options, people, _, log = play_on(seed, 500)
    games = session_steps(start(options, people), log)
    past = history(options, people, log)
    over = [number for number, steps in games.items() if steps[-1][2].game.phase is Phase.OVER]
    assert over == [each.number for each in past]
    for each in past:
        steps = games[each.number]
        assert steps[-1][2].game.bets == each.game.bets
        for (_, _, after), (before, _, _) in pairwise(steps):
            assert (after.game.board, after.game.bets) == (before.game.board, before.game.bets)
        found = captains_game(steps)
        assert (found is None) is each.game.void
        if found is None:
            continue
        whole = Record(captains_rules(steps), ("B", "A"), (found,))
        assert checked(whole) == whole
        assert mat.parse_mat(mat.format_mat(whole)) == whole == sgf.parse_sgf(sgf.format_sgf(whole))
        own = each.game.bets[0].result
        whole_points = each.game.unit * each.game.bets[0].start
        assert own is not None and found.result is not None
        assert found.result.points == rounded(own, whole_points).points


# --- the running game in other programs ------------------------------------------------------------------------------


def xgid(game: Game) -> tuple[str, int, Side | None, tuple[int, int]]:
    """What an XGID of this moment says of the cube and the score."""
    said = xgid_of(game.session)
    assert (said.position, said.turn) == (game.session.game.board.seen_by_white, game.session.game.board.turn)
    assert said.dice == game.session.game.board.dice
    return said.offer, said.cube, said.owner, said.score


def test_the_cube_of_an_xgid_is_the_acting_captains() -> None:
    game = table()
    assert xgid(game) == ("", 1, None, (0, 0))
    play(game, ["team_doubles", {"B": "take"}])
    assert xgid(game) == ("", 2, TEAM.other, (0, 0))
    game.act(actions.Leave(by=B))
    assert xgid(game) == ("", 1, None, (0, 0))


def test_an_xgid_says_that_the_acting_captains_cube_is_offered_and_beavered() -> None:
    game = table(animals=2)
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Roll(by=B, dice=(6, 6)))
    assert xgid(game)[0] == "", "the captain's is not"
    game.act(replied(C="take"))
    game.until(BOX, fresh=True)
    game.act(actions.Double(by=A, bets=(0, 2)))
    assert xgid(game)[0] == "D"
    game.act(actions.Answer(by=B, replies=((0, Reply.BEAVER),)))
    game.act(actions.Answer(by=D, replies=((2, Reply.TAKE),)))
    assert xgid(game)[0] == "B"
    game.act(replied(B="raccoon"))
    assert xgid(game)[0] == "R"
    game.act(actions.Answer(by=B, replies=((0, Reply.TAKE),)))
    assert xgid(game)[:3] == ("", 8, TEAM)


def test_an_xgid_says_nothing_of_an_offer_while_extras_are_talked_about() -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=ALL))
    assert xgid(game)[0] == "D"
    for seat, reply in ((B, Reply.TAKE), (C, Reply.DROP), (D, Reply.DROP)):
        game.act(actions.Answer(by=seat, replies=((BetIndex(seat - 1), reply),)))
    assert xgid(game)[0] == ""


def test_the_score_of_an_xgid_is_what_captain_and_box_are_ahead() -> None:
    game = next_game(play(table(), ["settle", "C", -2, None], ["settle", "D", 4, None], ["end", "box", 1]))
    assert game.points == {"A": 3, "B": -1, "C": 2, "D": -4}
    assert xgid(game)[3] == (2, 3)
    play(game, ["settle", "C", -9, None])
    assert xgid(game)[3] == (0, 3), "of B, who acts for C now"
    next_game(play(game, ["end", "team", 1]))
    assert game.points["A"] < 0 < game.points["C"] and xgid(game)[3] == (0, game.points["C"])


@pytest.mark.parametrize(
    ("options", "jacoby", "beavers"),
    [
        ({}, True, True),
        ({"jacoby": "any_cube"}, True, True),
        ({"jacoby": "off"}, False, True),
        ({"animals": 0}, True, False),
        ({"animals": 2}, True, True),
    ],
)
def test_an_xgid_says_whether_jacoby_and_beavers_are_played(
    options: dict[str, object], jacoby: bool, beavers: bool
) -> None:
    said = xgid_of(table(**options).session)
    assert (said.jacoby, said.beavers, said.crawford, said.length) == (jacoby, beavers, False, 0)

"""The line: how it is found, how it turns, who has the box."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from msgspec import UNSET

from bot.backgammon import Phase, TableFault
from bot.chouette import (
    BOX,
    TEAM,
    ChouetteFault,
    JoinAt,
    Options,
    Order,
    Reason,
    Retain,
    Row,
    actions,
    apply,
    by_dice,
    counted,
    rows,
    shuffled,
    start,
    thrown,
)
from bot.chouette.line import declined, joined, turned

from .table import A, B, C, D, next_game, play, reason, table

TAKES = {"B": "take", "C": "take", "D": "take"}
DROPS = dict.fromkeys("BCD", "drop")
CAPTAIN_DROPS = ["box_doubles", {"B": "drop", "C": "take", "D": "take"}]
BOX_WINS, TEAM_WINS = ["end", "box", 1], ["end", "team", 1]

TABLE: dict[str, tuple[list[list[Any]], str, str, str]] = {
    "box beats all": ([BOX_WINS], "ACDB", "ACDB", "ACDB"),
    "all beat the box": ([TEAM_WINS], "BCDA", "BCDA", "BCDA"),
    "captain dropped, rest lose": ([CAPTAIN_DROPS, BOX_WINS], "ACDB", "ACDB", "ACDB"),
    "captain dropped, rest win": ([CAPTAIN_DROPS, TEAM_WINS], "ACDB", "CDBA", "CDBA"),
    "box dropped the captain's cube, beats the rest": (
        [["team_doubles", {"B": "drop"}], BOX_WINS], "BCDA", "ACDB", "ACDB",
    ),
    "box drops all": ([["team_doubles", DROPS]], "BCDA", "BCDA", "BCDA"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_who_has_the_box(name: str) -> None:
    events, captain, last_standing, win_and_net = TABLE[name]
    for retain, line in (("captain", captain), ("last_standing", last_standing), ("win_and_net", win_and_net)):
        assert play(table(retain=retain), *events).line == line, retain


def test_win_and_net_below_even_the_next_in_line_has_the_box() -> None:
    # Won against the last one standing, but what the captain and D were paid is more.
    events = [["box_doubles", {"B": "take"}], ["team_doubles", {"B": "drop", "D": "drop"}], BOX_WINS]
    game = play(table(retain="win_and_net"), *events)
    assert game.points == {"A": -2, "B": 2, "C": -1, "D": 1}
    assert game.line == "CDBA"


@pytest.mark.parametrize(
    ("players", "dropped", "net", "lines"),
    [
        ("ABCD", "B", 1, {"net": "ACDB", "win_and_net": "ACDB"}),
        ("ABC", "B", 0, {"net": "ACB", "win_and_net": "ACB"}),
        ("ABCD", "BD", -1, {"net": "BCDA", "win_and_net": "CDBA"}),
        ("ABC", "C", 0, {"net": "ACB", "win_and_net": "ACB"}),
        ("ABCD", "CD", -1, {"net": "CDBA", "win_and_net": "CDBA"}),
    ],
)
def test_to_come_out_even_is_not_to_be_below_even(players: str, dropped: str, net: int, lines: dict[str, str]) -> None:
    """The box drops some cubes and beats the rest on the board."""
    for retain, line in lines.items():
        game = play(table(players, retain=retain), ["team_doubles", dict.fromkeys(dropped, "drop")], BOX_WINS)
        assert (game.points["A"], game.line) == (net, line), retain


@pytest.mark.parametrize("retain", ["net", "win_and_net"])
@pytest.mark.parametrize(("players", "line"), [("ABC", "CBA"), ("ABCD", "CDBA")])
def test_below_even_the_next_in_line_has_the_box_that_the_captain_did_not_win(
    retain: str, players: str, line: str
) -> None:
    paid = len(players) - 1
    game = play(table(players, retain=retain), ["settle", "C", -paid, None], BOX_WINS)
    assert (game.points["A"], game.points["B"], game.line) == (-1, -1, line)


@pytest.mark.parametrize("retain", [each for each in Retain if each is not Retain.SCHEDULE])
def test_between_two_whoever_wins_has_the_box(retain: Retain) -> None:
    assert play(table("AB", retain=retain.value), BOX_WINS).line == "AB"
    assert play(table("AB", retain=retain.value), TEAM_WINS).line == "BA"


@pytest.mark.parametrize(
    ("retain", "events", "line"),
    [
        ("net", [["team_doubles", {"B": "drop"}], BOX_WINS], "ACDB"),
        ("net", [["team_doubles", {"B": "drop", "C": "drop"}], BOX_WINS], "BCDA"),
        ("net", [["box_doubles", {"B": "drop"}], TEAM_WINS], "CDBA"),
        ("beat_all", [["team_doubles", {"D": "drop"}], BOX_WINS], "DCBA"),
        ("beat_all", [["settle", "C", 0, "C"], BOX_WINS], "CDBA"),
        ("beat_all", [["settle", "C", 0, "box"], BOX_WINS], "ACDB"),
        ("beat_all", [BOX_WINS], "ACDB"),
    ],
)
def test_other_ways_to_retain(retain: str, events: list[list[Any]], line: str) -> None:
    assert play(table(retain=retain), *events).line == line


@pytest.mark.parametrize("retain", ["last_standing", "win_and_net"])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_resigning_to_all_does_not_ask_who_accepts_first(retain: str, order: tuple[int, ...]) -> None:
    game = table(retain=retain)
    game.act(actions.Resign(by=A, kind=1, bets=(0, 1, 2)))
    proposals = game.session.proposals
    for index in order:
        game.act(actions.Accept(by=index + 1, question=proposals[index].number))
    assert game.session.game.phase is Phase.OVER
    assert game.line == "BCDA"


def test_an_exchange_of_cubes_is_one_moment() -> None:
    game = play(table(retain="last_standing"), ["box_doubles", dict.fromkeys("BCD", "drop") | {"D": "beaver+drop"}])
    assert game.points == {"A": 0, "B": -1, "C": -1, "D": 2}
    assert game.line == "ACDB"


@pytest.mark.parametrize(("points", "line"), [(1, "ACDB"), (-1, "BCDA")])
def test_a_captains_settlement_counts_for_whom_it_pays(points: int, line: str) -> None:
    assert play(table(), ["settle", "B", points, None], TEAM_WINS).line == line


@pytest.mark.parametrize(("winner", "line"), [("captain", "BCDA"), ("box", "ACDB")])
def test_a_captains_settlement_at_nothing_names_the_winner(winner: str, line: str) -> None:
    assert (game := play(table(), ["settle", "B", 0, winner], TEAM_WINS)).line == line
    assert rows(game.session.game, 1)[0] == Row(1, 0, A, B, 0, Reason.SETTLED)
    assert reason(table(), actions.Settle(by=A, bets=(0,), points=0)) is ChouetteFault.NAME_THE_WINNER
    assert reason(table(), actions.Settle(by=A, bets=(0,), points=0, winner=C)) is ChouetteFault.NOT_THE_WINNER


@pytest.mark.parametrize(
    ("retain", "named"),
    [
        ("captain", (B,)),
        ("net", (B,)),
        ("last_standing", (B, C, D)),
        ("win_and_net", (B, C, D)),
        ("beat_all", (B, C, D)),
    ],
)
def test_a_settlement_at_nothing_names_its_winner_wherever_that_bet_may_decide(
    retain: str, named: tuple[int, ...]
) -> None:
    for seat in (B, C, D):
        game = table(retain=retain)
        nothing = actions.Settle(by=A, bets=(seat - 1,), points=0)
        if seat in named:
            assert reason(game, nothing) is ChouetteFault.NAME_THE_WINNER
        else:
            game.act(nothing)
        assert (game.session.proposals == ()) == (seat in named)


LONE = ["box_doubles", {"B": "drop", "C": "beaver+drop", "D": "drop"}]


@pytest.mark.parametrize("retain", ["last_standing", "win_and_net"])
def test_extras_never_decide_who_has_the_box(retain: str) -> None:
    """All bets with the box close in one exchange, in which B was captain; only the extra of D with C lives on."""
    game = table(side=BOX, retain=retain, lone_taker="extras")
    play(game, LONE, ["extra", "D", "C"], BOX_WINS)
    assert game.points == {"A": 0, "B": -1, "C": 1, "D": 0}
    assert game.line == "ACDB"


def test_an_extra_settled_at_nothing_needs_no_winner() -> None:
    game = play(table(side=BOX, retain="beat_all", lone_taker="extras"), LONE, ["extra", "D", "C"])
    game.act(actions.Settle(by=C, bets=(3,), points=0))
    game.act(actions.Accept(by=D, question=game.session.proposals[0].number))
    assert game.session.game.phase is Phase.OVER and game.line == "CDBA"


def test_turned() -> None:
    line = (A, 4, B, C, D)
    assert turned(line, A, B, A) == (A, 4, C, D, B)
    assert turned(line, A, B, B) == (B, 4, C, D, A)
    assert turned(line, A, B, D) == (D, 4, C, B, A)
    assert turned((A, B), A, B, B) == (B, A)


def test_the_captain_may_refuse_the_box() -> None:
    game = play(table("ABCDE"), TEAM_WINS)
    assert game.line == "BCDEA"
    assert reason(game, actions.DeclineBox(by=C)) is ChouetteFault.CANNOT_DECLINE
    game.act(actions.DeclineBox(by=B))
    assert game.line == "CDEBA"
    assert declined((B, C, D, A), A, C) == (C, D, B, A)
    assert reason(game, actions.DeclineBox(by=C)) is ChouetteFault.CANNOT_DECLINE
    next_game(game)
    assert (game.session.game.box, game.session.game.captain) == (C, D)


@pytest.mark.parametrize(("where", "line"), [("ahead_of_loser", "CBIA"), ("behind_loser", "CBAI")])
@pytest.mark.parametrize("during", [True, False])
def test_who_has_come_in_ahead_of_the_loser_stands_behind_who_refuses(where: str, line: str, during: bool) -> None:
    game = table("ABC", join=where)
    if during:
        game.act(actions.Join(by=game.seat("I")))
    play(game, TEAM_WINS)
    if not during:
        game.act(actions.Join(by=game.seat("I")))
    game.act(actions.DeclineBox(by=B))
    assert game.line == line


def test_who_comes_back_from_sitting_out_is_no_newcomer() -> None:
    game = play(table("ABCD", join="ahead_of_loser"), BOX_WINS)
    game.act(actions.SitOut(by=D, out=True))
    next_game(game)
    game.act(actions.SitOut(by=D, out=False))
    play(game, TEAM_WINS)
    assert game.line == "CDBA"
    game.act(actions.DeclineBox(by=C))
    assert game.line == "DBCA"


def test_of_two_nobody_refuses_the_box_whoever_has_come_since() -> None:
    game = table("AB")
    game.act(actions.Join(by=game.seat("C")))
    play(game, TEAM_WINS)
    assert reason(game, actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


@pytest.mark.parametrize(("players", "leaving"), [("AB", ()), ("AB", (A,)), ("ABC", (A, C))])
def test_nobody_refuses_the_box_where_nobody_else_would_have_it(players: str, leaving: tuple[int, ...]) -> None:
    game = play(table(players), TEAM_WINS)
    for seat in leaving:
        game.act(actions.Leave(by=seat))
    assert reason(game, actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


def test_where_the_third_has_left_the_old_box_has_it_again() -> None:
    game = table("ABC")
    game.act(actions.Leave(by=C))
    play(game, TEAM_WINS)
    game.act(actions.DeclineBox(by=B))
    assert game.line == "AB"


def test_the_box_may_not_be_refused_otherwise() -> None:
    won = table("ABC", may_decline_box=False)
    assert reason(play(won, TEAM_WINS), actions.DeclineBox(by=B)) is ChouetteFault.DECLINE_OFF
    assert reason(play(table(), BOX_WINS), actions.DeclineBox(by=A)) is ChouetteFault.CANNOT_DECLINE
    assert reason(play(table("AB"), TEAM_WINS), actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE
    other = play(table(retain="last_standing"), CAPTAIN_DROPS, TEAM_WINS)
    assert reason(other, actions.DeclineBox(by=C)) is ChouetteFault.CANNOT_DECLINE
    assert reason(table(), actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


def test_the_order_by_dice() -> None:
    # A 4, B 6, C 4, D 1; A and C again: 2 and 5.
    rolls = [(4, 6), (4, 1), (2, 5)]
    assert by_dice((A, B, C, D), rolls) == (B, C, A, D)
    assert [dict(fallen) for fallen in thrown((A, B, C, D), rolls)] == [{A: 4, B: 6, C: 4, D: 1}, {A: 2, C: 5}]
    # Three people use three dice; all tie, and A and C once more.
    assert by_dice((A, B, C), [(3, 3), (3, 6), (2, 5), (2, 4), (6, 1)]) == (B, A, C)


def test_ties_of_different_groups_are_thrown_apart() -> None:
    # Sixes: A and C; twos: B and D. The sixes throw 1 and 3, the twos 5 and 4.
    assert by_dice((A, B, C, D), [(6, 2), (6, 2), (1, 3), (5, 4)]) == (C, A, B, D)


def test_the_order_by_shuffle_is_fair() -> None:
    rolls = list(product(range(1, 7), repeat=2))
    lines = Counter(shuffled((A, B, C), pair) for pair in product(rolls, repeat=2))
    assert len(lines) == 6 and set(lines.values()) == {216}


@pytest.mark.parametrize("people", [5, 7, 8])
def test_what_36_draws_leave_over_is_thrown_again(people: int) -> None:
    firsts = Counter[int]()
    for roll in product(range(1, 7), repeat=2):
        rolls = iter((roll, *[(1, 1)] * (people - 1)))
        line = shuffled(range(people), rolls)
        if any(rolls):  # one more than is needed
            firsts[line[0]] += 1
    assert firsts == dict.fromkeys(range(people), 36 // people)


def test_only_the_rolls_that_are_needed_are_counted() -> None:
    rolls = [(4, 6), (4, 1), (2, 5), (1, 1)]
    line, used = counted(lambda supply: by_dice((A, B, C, D), supply), lambda number: rolls[number - 1])
    assert (line, used) == ((B, C, A, D), tuple(rolls[:3]))


@pytest.mark.parametrize("order", Order)
def test_a_session_begins_with_its_line(order: Order) -> None:
    session = start(Options(order=order), 4)
    assert session.line == () and not session.begun
    begun = apply(session, actions.Arrange(dice=((4, 6), (4, 1), (2, 5)), line=(D, C, B, A)))
    assert sorted(begun.line) == [A, B, C, D]
    if order is Order.MANUAL:
        assert begun.line == (D, C, B, A)
    assert (begun.game.box, begun.game.captain) == begun.line[:2]


def test_a_session_begins_once_and_nothing_before_it() -> None:
    game = table(side=None)
    assert reason(game, actions.Arrange(line=(A, B, C, D))) is ChouetteFault.BEGUN
    fresh = table()
    fresh.session = start(Options(), 3)
    assert reason(fresh, actions.OpeningRoll(dice=(3, 1))) is ChouetteFault.NOT_BEGUN
    assert reason(fresh, actions.Join(by=3)) is ChouetteFault.NOT_BEGUN


@pytest.mark.parametrize(("where", "line"), [("behind_loser", "ACDBE"), ("ahead_of_loser", "ACDEB")])
def test_who_joins_during_a_game_plays_the_next_one(where: str, line: str) -> None:
    game = table(join=where)
    game.act(actions.Join(by=game.seat("E")))
    assert reason(game, actions.Double(by=4, bets=(3,))) is ChouetteFault.NOT_YOUR_BET
    assert play(game, BOX_WINS).line == line
    assert joined((A, B), C, JoinAt(where)) == ((A, B, C) if where == "behind_loser" else (A, C, B))


def test_the_box_begins_with_its_captain_only() -> None:
    game = play(table(), BOX_WINS)
    assert reason(game, actions.Next(by=D)) is ChouetteFault.NOT_ROLLING_SOON
    assert reason(table(), actions.Next(by=A)) is TableFault.GAME_RUNNING
    next_game(game, side=BOX)
    assert game.session.game.line == (A, C, D, B)
    assert game.session.game.acting_captain == C
    assert game.session.game.players(TEAM) == (C, D, B)


def test_every_roll_on_the_board_is_counted() -> None:
    game = table(side=None, auto_doubles=1)
    before, rolls = game.session.rolls, list[int]()
    for dice in ((4, 4), (2, 2), (1, 3)):
        game.act(actions.OpeningRoll(dice=dice))
        rolls.append(game.session.rolls - before)
    game.move()
    for _ in range(2):
        game.act(actions.Roll(by=game.session.game.on_roll, dice=(3, 1)))
        rolls.append(game.session.rolls - before)
        game.move()
    assert rolls == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("computers", [(), (1,), (1, 2)])
def test_a_session_may_begin_with_computers_that_are_waited_for(computers: tuple[int, ...]) -> None:
    session = start(Options(), 3, computers=computers)
    assert session.computers == computers and (session.with_computers is UNSET) == (not computers)
    assert [player.auto_pass for player in session.players] == [seat not in computers for seat in range(3)]


@pytest.mark.parametrize("line", [(), (0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 3, 3), (0, 1, 2, 4)])
def test_the_first_line_names_everybody_once(line: tuple[int, ...]) -> None:
    session = start(Options(order=Order.MANUAL), 4)
    with pytest.raises(ValueError, match="everybody once"):
        apply(session, actions.Arrange(line=line))
    assert apply(session, actions.Arrange(line=(3, 1, 0, 2))).line == (3, 1, 0, 2)

"""A running game as an XGID, as other programs read it."""

from __future__ import annotations

import random

import pytest

from bot.backgammon import (
    CubeRules,
    Jacoby,
    Kind,
    Match,
    Phase,
    Rules,
    Side,
    actions,
    apply,
    format_xgid,
    parse_xgid,
    replay,
    xgid_of,
)
from bot.backgammon.actions import AnyAction

from .random_play import RULES, next_action
from .random_play import play_on as play_randomly

START = "-b----E-C---eE---c-e----B-"
WHITE_OPENS = actions.OpeningRoll(dice=(3, 1))
PLAY = actions.Move(by=0, play="8/5 6/5")
AFTER = "-b---BD-B---eE---c-e----B-"


def xgid(rules: Rules, *done: AnyAction) -> str:
    return format_xgid(xgid_of(replay(rules, done)))


def game(seat: int, kind: Kind) -> list[AnyAction]:
    """A game that this seat loses by resigning; the opening roll is 3-1, so the offer is question 4 of it."""
    return [WHITE_OPENS, actions.Resign(by=seat, kind=kind), actions.Accept(by=1 - seat, question=4)]


def test_before_the_opening_roll_nobody_is_on_turn() -> None:
    assert xgid(Rules(money=CubeRules(animals=1))) == f"XGID={START}:0:0:0:00:0:0:3:0:10"


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        ([WHITE_OPENS], f"{START}:0:0:1:31:0:0:3:0:10"),
        ([actions.OpeningRoll(dice=(1, 3))], f"{START}:0:0:-1:31:0:0:3:0:10"),
        ([WHITE_OPENS, PLAY], f"{AFTER}:0:0:-1:00:0:0:3:0:10"),
        ([WHITE_OPENS, PLAY, actions.Double(by=1)], f"{AFTER}:0:0:-1:D:0:0:3:0:10"),
        ([WHITE_OPENS, PLAY, actions.Double(by=1), actions.Take(by=0)], f"{AFTER}:1:1:-1:00:0:0:3:0:10"),
        ([WHITE_OPENS, PLAY, actions.Double(by=1), actions.Beaver(by=0)], f"{AFTER}:0:0:-1:B:0:0:3:0:10"),
        (
            [WHITE_OPENS, PLAY, actions.Double(by=1), actions.Beaver(by=0), actions.Take(by=1)],
            f"{AFTER}:2:1:-1:00:0:0:3:0:10",
        ),
    ],
    ids=["rolled", "the other begins", "may double", "doubled", "taken", "beavered", "beaver accepted"],
)
def test_a_money_game(done: list[AnyAction], expected: str) -> None:
    assert xgid(Rules(), *done) == f"XGID={expected}"


@pytest.mark.parametrize(
    ("money", "field"),
    [
        (CubeRules(jacoby=Jacoby.OFF, animals=0), "0"),
        (CubeRules(animals=0), "1"),
        (CubeRules(jacoby=Jacoby.OFF, animals=1), "2"),
        (CubeRules(jacoby=Jacoby.ANY_CUBE, animals=2), "3"),
    ],
)
def test_jacoby_and_beavers_share_a_field(money: CubeRules, field: str) -> None:
    assert xgid(Rules(money=money)) == f"XGID={START}:0:0:0:00:0:0:{field}:0:10"


def test_a_match_tells_the_score_and_the_crawford_game() -> None:
    rules = Rules(length=3)
    won = [*game(0, Kind.GAMMON), actions.Next()]
    assert xgid(rules, *game(0, Kind.SINGLE)[:1]) == f"XGID={START}:0:0:1:31:0:0:0:3:10"
    assert xgid(rules, *won) == f"XGID={START}:0:0:0:00:0:2:1:3:10"


def test_jacoby_and_beavers_are_never_told_of_a_match() -> None:
    assert xgid(Rules(length=5, money=CubeRules(animals=2))).split(":")[7] == "0"


def test_a_money_score_is_what_somebody_has_won() -> None:
    """There are no negative scores in an XGID."""
    found = xgid(Rules(), *game(1, Kind.SINGLE), actions.Next(by=0), actions.Next(by=1)).split(":")
    assert found[5:7] == ["1", "0"]


@pytest.mark.parametrize("name", RULES)
def test_of_every_state_it_can_be_read_back(name: str) -> None:
    rng = random.Random(name)
    match, _ = play_randomly(rng, RULES[name], most=0)
    for _ in range(150):
        if match.closed:
            break
        action = next_action(rng, match)
        try:
            match = apply(match, action)
        except Exception as error:  # noqa: BLE001  what one seat may not do, see `play_on`
            assert isinstance(action, actions.Claim | actions.Undo | actions.Abort), error
            continue
        check(match)


def check(match: Match) -> None:
    told = xgid_of(match)
    checkers = sum(told.position.own)
    again = parse_xgid(format_xgid(told))
    if checkers == 15:
        assert again == told
    assert told.position == match.game.board.seen_by_white
    assert told.turn is match.game.board.turn
    if match.game.phase is Phase.PLAY:
        assert told.dice == match.game.board.dice


def test_white_stands_below_whoever_is_on_turn() -> None:
    for dice in ((3, 1), (1, 3)):
        match = replay(Rules(), [actions.OpeningRoll(dice=dice)])
        assert match.game.board.turn is (Side.WHITE if dice[0] > dice[1] else Side.BLACK)
        assert format_xgid(xgid_of(match)).split(":")[0] == f"XGID={START}"

"""Stakes: a bet begins at the smaller of two."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Reply
from bot.chouette import ChouetteFault, HouseRules, Options, Order, actions, apply, begins_at, points, start
from bot.chouette.limits import takes_allowed
from bot.chouette.options import BoxTake
from bot.ladder.facts import Row

from ..facts.chouette import Game
from .table import A, B, C, D, next_game, play, reason, table

TAKE, DROP = Reply.TAKE, Reply.DROP


def staked(stakes: tuple[int, ...] = (2, 1, 4, 2), **options: Any) -> Game:
    """The box has the first stake, the captain the second."""
    game = table("ABCDEFGHIJ"[: len(stakes)], stakes=True, **options)
    for seat, stake in enumerate(stakes):
        if stake > 1:
            game.act(actions.Stake(by=seat, stake=stake))
    play(game, ["end", "box", 1])
    game.session = replace(game.session, line=tuple(range(len(stakes))))
    return next_game(game)


def test_a_bet_begins_at_the_smaller_stake_of_both() -> None:
    game = staked()
    assert [bet.value for bet in game.session.game.bets] == [1, 2, 2]
    assert [bet.start for bet in game.session.game.bets] == [1, 2, 2]
    assert [begins_at(game.session, member, A) for member in (B, C, D)] == [1, 2, 2]


def test_stakes_chosen_before_the_start_hold_for_the_first_game() -> None:
    session = start(Options(order=Order.MANUAL, house=HouseRules(stakes=True)), 4)
    begun = apply(session, actions.Arrange(line=(0, 1, 2, 3), stakes=(2, 1, 4, 2)))
    assert [bet.value for bet in begun.game.bets] == [1, 2, 2]
    without = apply(start(Options(order=Order.MANUAL), 4), actions.Arrange(line=(0, 1, 2, 3), stakes=(2, 1, 4, 2)))
    assert [bet.value for bet in without.game.bets] == [1, 1, 1] and [bet.start for bet in without.game.bets] == [
        1,
        1,
        1,
    ]


def test_a_stake_is_one_of_three_and_nobody_elses() -> None:
    game = table(stakes=True)
    assert reason(game, actions.Stake(by=B, stake=3)) is ChouetteFault.NO_SUCH_STAKE
    assert reason(game, actions.Stake(by=B, stake=1)) is ChouetteFault.SAID_ALREADY
    assert reason(table(), actions.Stake(by=B, stake=2)) is ChouetteFault.STAKES_OFF
    with pytest.raises(Foreign):
        game.act(actions.Stake(by=9, stake=2))


def test_a_new_stake_leaves_the_running_game_alone() -> None:
    game = staked()
    for seat in (A, B):
        game.act(actions.Stake(by=seat, stake=4))
    assert [bet.value for bet in game.session.game.bets] == [1, 2, 2]
    play(game, ["end", "box", 1])
    next_game(game)
    line, stakes = game.session.game.line, {A: 4, B: 4, C: 4, D: 2}
    assert [bet.value for bet in game.session.game.bets] == [min(stakes[line[0]], stakes[each]) for each in line[1:]]


def test_nothing_is_converted_at_the_end() -> None:
    game = staked()
    before = game.session.points
    play(game, ["team_doubles", {"C": "take", "D": "drop"}], ["end", "team", 2])
    assert points(game.session.game) == {A: -1 - 8 - 2, B: 1, C: 8, D: 2}
    assert [after - was for after, was in zip(game.session.points, before, strict=True)] == [-11, 1, 8, 2]


def answered(stakes: tuple[int, ...], takes: tuple[int, ...]) -> Game:
    """Everybody has doubled, and the box takes these bets."""
    game = staked(stakes, box_take="break_even")
    bets = range(len(stakes) - 1)
    for bet in bets:
        game.act(actions.Double(by=bet + 1, bets=(bet,)))
    game.act(actions.Roll(by=B, dice=(3, 1)))
    game.act(actions.Answer(by=A, replies=tuple((bet, TAKE if bet in takes else DROP) for bet in bets)))
    return game


@pytest.mark.parametrize(
    ("stakes", "enough", "too_few"),
    [
        ((4, 4, 1, 1), [(0,), (0, 1), (0, 1, 2), ()], [(1,)]),
        ((4, 4, 4, 1, 1), [(0,), (1,), (0, 3)], [(2,), (2, 3)]),
        ((4, 1, 4), [(0, 1), ()], [(0,), (1,)]),  # of two both
        ((2, 1, 1, 1, 4), [(3, 0), (3,), (0, 1)], [(0,)]),
    ],
)
def test_what_is_taken_makes_up_for_what_is_dropped(
    stakes: tuple[int, ...], enough: list[tuple[int, ...]], too_few: list[tuple[int, ...]]
) -> None:
    for takes in enough:
        answered(stakes, takes)
    for takes in too_few:
        with pytest.raises(Illegal) as refused:
            answered(stakes, takes)
        assert refused.value.reason is ChouetteFault.TOO_LITTLE_TAKEN


@pytest.mark.parametrize("size", range(2, 10))
def test_with_equal_stakes_it_is_the_rule_without_them(size: int) -> None:
    for taken in range(1, size + 1):
        takes = tuple(range(taken))
        if taken in takes_allowed(BoxTake.BREAK_EVEN, size):
            answered((1,) * (size + 1), takes)
        else:
            with pytest.raises(Illegal):
                answered((1,) * (size + 1), takes)


def test_an_extra_begins_where_the_takers_bet_did() -> None:
    game = play(
        staked((4, 2, 4, 1), lone_taker="extras"),
        ["box_doubles", {"B": "drop", "C": "take", "D": "drop"}], ["extra", "B", "C"],
    )  # fmt: skip
    assert game.session.game.fees[0].points == 4 and game.session.game.bets[3].value == 8
    assert [game.session.game.bets[bet].start for bet in range(4)] == [2, 4, 1, 4]


def test_on_a_board_of_the_server_bets_count_in_what_they_began_at() -> None:
    row = Row(payer=0, payee=1, points=(8, 1), reason="played", cube=4, start=4)
    assert row.of_a_bet == 2 and replace(row, points=(3, 2)).of_a_bet * 8 == 3

"""The first batch of a game: the box doubles all or none, and answers all cubes alike."""

from __future__ import annotations

import pytest

from bot.backgammon import Reply
from bot.chouette import BOX, ChouetteFault, actions, answers_alike, doubles_all

from ..facts.chouette import Game
from .table import A, B, C, D, next_game, open_for, play, reason, table

TAKE, DROP, BEAVER = Reply.TAKE, Reply.DROP, Reply.BEAVER
ALL = (0, 1, 2)


def offered(bets: tuple[int, ...] = ALL, **options: object) -> Game:
    """These members have doubled, and the box is asked."""
    game = table(first_batch=True, **options)
    for bet in bets:
        game.act(actions.Double(by=bet + 1, bets=(bet,)))
    game.act(actions.Roll(by=B, dice=(3, 1)))
    assert game.session.game.exchange is not None
    return game


def answer(*replies: Reply, bets: tuple[int, ...] = ALL) -> actions.Answer:
    return actions.Answer(by=A, replies=tuple(zip(bets, replies, strict=True)))


@pytest.mark.parametrize("bets", [(0,), (1, 2), (0, 2)])
def test_the_box_doubles_nobody_alone(bets: tuple[int, ...]) -> None:
    game = table(side=BOX, first_batch=True)
    assert doubles_all(game.session.game, game.session.options)
    assert reason(game, actions.Double(by=A, bets=bets)) is ChouetteFault.FIRST_DOUBLES_ALL
    game.act(actions.Double(by=A, bets=ALL))


def test_without_the_option_the_box_doubles_whom_it_likes() -> None:
    game = table(side=BOX)
    assert not doubles_all(game.session.game, game.session.options)
    game.act(actions.Double(by=A, bets=(1,)))


@pytest.mark.parametrize("reply", [TAKE, DROP, BEAVER])
def test_all_cubes_get_the_same_answer(reply: Reply) -> None:
    game = offered()
    assert answers_alike(game.session.game, game.session.options)
    for mixed in ((TAKE, TAKE, DROP), (DROP, TAKE, DROP), (BEAVER, TAKE, TAKE)):
        assert reason(game, answer(*mixed)) is ChouetteFault.FIRST_ALL_ALIKE
    game.act(answer(reply, reply, reply))


def test_answers_one_by_one_are_checked_together() -> None:
    game = offered()
    game.act(answer(TAKE, bets=(0,)))
    game.act(answer(DROP, bets=(1,)))
    assert reason(game, answer(TAKE, bets=(2,))) is ChouetteFault.FIRST_ALL_ALIKE
    game.act(answer(TAKE, TAKE, bets=(1, 2)))
    assert all(bet.turned for bet in game.session.game.bets)


def test_a_batch_that_is_not_every_open_cube_is_answered_cube_by_cube() -> None:
    game = offered((0, 2))
    assert not answers_alike(game.session.game, game.session.options)
    game.act(answer(TAKE, DROP, bets=(0, 2)))


def test_who_has_settled_has_no_open_cube() -> None:
    game = play(table(first_batch=True), ["settle", "D", 1, None])
    for bet in (0, 1):
        game.act(actions.Double(by=bet + 1, bets=(bet,)))
    game.act(actions.Roll(by=B, dice=(3, 1)))
    assert reason(game, answer(TAKE, DROP, bets=(0, 1))) is ChouetteFault.FIRST_ALL_ALIKE


@pytest.mark.parametrize("first", ["take", "drop"])
def test_after_an_answer_each_cube_is_for_itself_until_the_next_game(first: str) -> None:
    game = play(table(first_batch=True), ["team_doubles", {"B": first}])
    assert not doubles_all(game.session.game, game.session.options)
    game.until(BOX, fresh=True)
    game.act(actions.Double(by=A, bets=(1,)))
    game.act(actions.Answer(by=C, replies=((1, TAKE),)))


def test_a_member_answers_for_their_own_cube() -> None:
    game = play(table(side=BOX, first_batch=True), ["box_doubles", {"B": "take", "C": "drop", "D": "beaver+take"}])
    assert [bet.value for bet in game.session.game.bets] == [2, 1, 4]


def test_an_automatic_double_is_no_answer() -> None:
    game = table(side=None, first_batch=True, auto_doubles=1)
    game.act(actions.OpeningRoll(dice=(2, 2)))
    open_for(game, BOX)
    assert doubles_all(game.session.game, game.session.options)


def test_a_box_that_falls_silent_after_two_answers_drops_all() -> None:
    game = offered()
    game.act(answer(TAKE, bets=(0,)))
    game.act(answer(DROP, bets=(1,)))
    game.act(actions.Claim(by=D))
    assert not game.session.game.open_bets
    assert doubles_all(next_game(game).session.game, game.session.options)

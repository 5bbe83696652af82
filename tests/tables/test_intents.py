"""What people wish to do at a table where it cannot be meant: refused with a reason, and never an error of ours."""

from __future__ import annotations

import pytest

from bot.backgammon import Illegal, Kind, Reply, Rules
from bot.backgammon import start as new_match
from bot.chouette import ChouetteFault, Options, Order, apply
from bot.chouette import start as new_session
from bot.chouette.actions import Arrange, DeclineBox, Hold, Pass
from bot.core.intent import Intent
from bot.core.state import TableState
from bot.tables import intents
from bot.tables.board_game import board_of, on_board
from bot.tables.chouette import intents as chouette_intents
from bot.tables.faults import TableTrouble
from tests.toy.game import HIGHEST_ROLL
from tests.toy.rules import Duel, Stakes

MATCH, DUEL = new_match(Rules()), Duel(stakes=Stakes())
SESSION = apply(new_session(Options(order=Order.MANUAL), 3), Arrange(line=(0, 1, 2), dice=(), at=0))

OF_BOARDS = (
    intents.roll(),
    intents.move("8/5 6/5"),
    intents.double(),
    intents.reply(Reply.TAKE),
    intents.resign(Kind.SINGLE),
    intents.settle(1),
)
TO_SOMEBODY = (
    intents.double((1,)),
    intents.reply(Reply.TAKE, (1,)),
    intents.resign(Kind.SINGLE, (1,)),
    intents.settle(1, (1,)),
)
OF_CHOUETTES = (
    *map(chouette_intents.plain, (Pass, Hold, DeclineBox)),
    chouette_intents.replies({0: Reply.TAKE}),
    chouette_intents.extra(True),
    chouette_intents.extras(True),
    chouette_intents.auto_pass(),
    chouette_intents.delegate(1),
    chouette_intents.share(True),
    chouette_intents.sit_out(),
    chouette_intents.leave(),
    chouette_intents.send_away(1),
    chouette_intents.pause(True),
    chouette_intents.paid(0),
)


def refused(state: TableState, intent: Intent) -> object:
    with pytest.raises(Illegal) as refusal:
        intent(state, 0, lambda: pytest.fail("dice have fallen"))
    return refusal.value.reason


def test_what_needs_a_board_is_refused_where_there_is_none() -> None:
    assert {refused(DUEL, intent) for intent in OF_BOARDS} == {TableTrouble.NO_BOARD}
    for asked in (lambda: on_board(HIGHEST_ROLL), lambda: board_of(DUEL)):
        with pytest.raises(Illegal) as refusal:
            asked()
        assert refusal.value.reason is TableTrouble.NO_BOARD


def test_what_only_a_chouette_has_is_refused_elsewhere() -> None:
    assert {refused(state, intent) for state in (DUEL, MATCH) for intent in OF_CHOUETTES} == {
        ChouetteFault.NOT_A_CHOUETTE
    }


def test_nobody_is_named_where_two_play() -> None:
    assert {refused(MATCH, intent) for intent in TO_SOMEBODY} == {TableTrouble.ONLY_ONE_OPPONENT}


@pytest.mark.parametrize("state", [MATCH, SESSION], ids=["heads_up", "chouette"])
def test_a_board_is_read_alike_whatever_is_played_on_it(state: TableState) -> None:
    on = board_of(state)
    assert on.board.position.checkers == 15 and on.rules.max_on_point is None
    assert on.mover is None and on.plays == () and not state.over
    assert state.table_question not in (0, state.question)

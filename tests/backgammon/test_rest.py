"""A match that rests: agreed by both, or made to by the bot, and how it goes on."""

from __future__ import annotations

import pytest

from bot.backgammon import Foreign, Illegal, Match, Refused, Rules, Stale, TableFault, apply, start
from bot.backgammon.actions import (
    Abort,
    Accept,
    AnyAction,
    Claim,
    Decline,
    Move,
    OpeningRoll,
    Ready,
    Resign,
    Rest,
    Roll,
    Undo,
)
from bot.core.question import Ask

BOTH = (0, 1)


def after(*actions: AnyAction) -> Match:
    """A match to 7 in which seat 0 has the first play, 3 and 1, after these actions."""
    match = start(Rules(length=7))
    for action in (OpeningRoll(dice=(3, 1)), *actions):
        match = apply(match, action)
    return match


def resting() -> Match:
    asked = after(Rest(by=0))
    return apply(asked, Accept(by=1, question=asked.proposals[0].number))


def refused(match: Match, action: AnyAction, error: type[Refused], reason: TableFault) -> None:
    with pytest.raises(error) as raised:
        apply(match, action)
    assert raised.value.reason is reason


def test_it_rests_once_both_have_agreed_and_either_lets_it_go_on() -> None:
    asked = after(Rest(by=0))
    assert not asked.paused and asked.claimed_from == (0,)
    refused(asked, Rest(by=0), Illegal, TableFault.ALREADY_ASKED)
    for match in (resting(), apply(asked, Rest(by=1))):
        assert match.paused and not match.proposals and match.claimed_from == ()
        refused(match, Claim(by=1), Illegal, TableFault.RESTING)
        refused(match, Rest(by=1), Illegal, TableFault.RESTING_ALREADY)
        for seat in BOTH:
            on = apply(match, Ready(by=seat))
            assert not on.paused and on.claimed_from == (0,) and on.question > match.question
            refused(on, Ready(by=seat), Stale, TableFault.NOT_RESTING)


def test_who_does_not_agree_plays_on() -> None:
    asked = after(Rest(by=1))
    refused(asked, Accept(by=1, question=asked.proposals[0].number), Foreign, TableFault.NOT_YOURS_TO_ANSWER)
    assert not apply(asked, Decline(by=0, question=asked.proposals[0].number)).paused
    assert not apply(asked, Move(by=0, play="8/5 6/5")).proposals


def test_whoever_acts_while_it_rests_lets_it_go_on() -> None:
    match = apply(resting(), Move(by=0, play="8/5 6/5"))
    assert not match.paused and match.claimed_from == (1,)
    undo = apply(match, Undo(by=0))
    back = apply(undo, Accept(by=1, question=undo.proposals[0].number))
    assert not back.paused and back.claimed_from == (0,)


def test_what_the_bot_has_stopped_goes_on_when_all_are_ready() -> None:
    match = after(Rest(of=BOTH))
    assert match.paused and match.unready == BOTH
    (question,) = [each for each in match.questions if each.ask is Ask.READY]
    assert question.waiting == BOTH
    one = apply(match, Ready(by=1))
    assert one.paused and one.unready == (0,)
    refused(one, Ready(by=1), Stale, TableFault.ALREADY_ANSWERED)
    assert not apply(one, Ready(by=0)).paused
    assert not apply(one, Move(by=0, play="8/5 6/5")).paused
    assert apply(match, Move(by=0, play="8/5 6/5")).unready == (1,)
    assert not apply(match, Ready()).paused
    refused(after(), Ready(), Stale, TableFault.NOT_ASKED)
    refused(match, Rest(of=BOTH), Stale, TableFault.NOT_ASKED)


def test_what_ends_the_game_ends_the_rest() -> None:
    match = apply(resting(), Move(by=0, play="8/5 6/5"))
    resting_again = apply(apply(match, Rest(by=0)), Rest(by=1))
    resigned = apply(resting_again, Resign(by=1, kind=None))
    assert resigned.paused
    assert not apply(resigned, Accept(by=0, question=resigned.proposals[0].number)).paused
    assert not apply(resting_again, Abort()).paused
    assert apply(resting_again, Roll(by=1, dice=(2, 1))).claimed_from == (1,)


def test_a_rest_that_was_agreed_is_longer_than_one_that_the_bot_has_made() -> None:
    assert resting().rests_for == 24 * 3_600_000 and after(Rest(of=BOTH)).rests_for == 30 * 60_000

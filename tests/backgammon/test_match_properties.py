"""What holds in every match and session, whatever people do."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.backgammon import Ask, Kind, Match, Phase, Refused, Seat, actions, apply, questions, replay, start
from bot.backgammon.actions import Action
from bot.backgammon.log import decode_action, decode_state, encode_action, encode_state
from tests.core.exact import Attempts, check_exact

from .random_play import RULES, play_on

seeds = st.integers(0, 2**32)
names = st.sampled_from(sorted(RULES))


def every_action(match: Match) -> list[actions.AnyAction]:
    """One of each kind by everybody, seats that do not exist included."""
    seats = (None, 0, 1, 2)
    plays = match.game.plays(match.rules)
    text = str(plays[0]) if plays else "8/5 6/5"
    numbers = [question.number for question in questions(match)] + [match.asked + 1]
    made: list[actions.AnyAction] = []
    for by in seats:
        made += [
            actions.OpeningRoll(by=by, dice=(3, 1)),
            actions.Roll(by=by, dice=(3, 1)),
            actions.Move(by=by, play=text),
        ]
        made += [kind(by=by) for kind in (actions.Double, actions.Take, actions.Drop, actions.Beaver, actions.Raccoon)]
        made += [actions.Resign(by=by, kind=kind) for kind in (*Kind, None)]
        made += [actions.Settle(by=by, points=1), actions.Undo(by=by), actions.Abort(by=by)]
        made += [actions.Claim(by=by), actions.Claim(by=by, match=True), actions.Next(by=by), actions.End(by=by)]
        made += [kind(by=by, question=number) for kind, number in product((actions.Accept, actions.Decline), numbers)]
    return made


def attempts(match: Match) -> list[Attempts]:
    """The same by what they are, by whom, and which question they answer by its number."""
    alike: dict[tuple[type[Action], Seat | None, int | None], list[actions.AnyAction]] = {}
    for each in every_action(match):
        number = each.question if isinstance(each, actions.Accept | actions.Decline) else None
        alike.setdefault((type(each), each.by, number), []).append(each)
    return [Attempts(*key, made) for key, made in alike.items()]


@pytest.mark.parametrize("name", sorted(RULES))
def test_what_somebody_may_do_is_what_is_asked_of_them(name: str) -> None:
    rng = random.Random(name)
    for _ in range(3):
        match, log = start(RULES[name]), play_on(rng, RULES[name], most=60, straying=0.15)[1]
        for action in log:
            check_exact(match, questions(match), apply, attempts(match))
            match = apply(match, action)


@given(seeds, names)
def test_the_state_is_the_fold_of_its_log(seed: int, name: str) -> None:
    match, log = play_on(random.Random(seed), RULES[name])
    stored = [encode_action(action) for action in log]
    assert replay(RULES[name], map(decode_action, stored)) == match
    assert decode_state(encode_state(match)) == match


@settings(max_examples=60)
@given(seeds, names)
def test_points_checkers_and_question_numbers(seed: int, name: str) -> None:
    rules = RULES[name]
    match, asked, rolls = start(rules), 0, 0
    seen: dict[int, tuple[Ask, int]] = {}
    for action in play_on(random.Random(seed), rules, straying=0.1)[1]:
        match = apply(match, action)
        assert rules.length or sum(match.score) == 0
        for side in (match.game.board.position.own, match.game.board.position.opponent):
            assert sum(side) == rules.variant.checkers
        assert match.asked >= asked
        assert match.rolls == rolls + isinstance(action, actions.Roll | actions.OpeningRoll)
        numbers = [question.number for question in questions(match)]
        once = [question.number for question in questions(match) if question.ask is not Ask.TABLE]
        assert len({*once, match.table_question}) == len(once) + 1 or match.closed
        assert all(number <= match.asked for number in numbers)
        for question in questions(match):
            key = (question.ask, match.number)
            assert seen.setdefault(question.number, key) == key
        assert (match.game.phase is Phase.PLAY) == (match.game.board.dice is not None) or match.game.phase is Phase.OVER
        assert (match.game.phase is Phase.OFFER) == (match.game.offer is not None)
        asked, rolls = match.asked, match.rolls


@given(seeds, names)
def test_a_cube_is_always_a_power_of_two_within_the_cap(seed: int, name: str) -> None:
    rules = RULES[name]
    match = start(rules)
    for action in play_on(random.Random(seed), rules)[1]:
        match = apply(match, action)
        value = match.game.bet.value
        assert value & (value - 1) == 0
        assert rules.bet.cube_cap is None or value <= max(rules.bet.cube_cap, 1)
        assert match.game.bet.turned or match.game.bet.owner is None


@settings(max_examples=40)
@given(seeds, names)
def test_refused_or_not_the_state_given_is_unchanged(seed: int, name: str) -> None:
    match, _ = play_on(random.Random(seed), RULES[name], most=seed % 60)
    before = encode_state(match)
    for attempt in every_action(match):
        try:
            apply(match, attempt)
        except Refused:
            continue
    assert encode_state(match) == before

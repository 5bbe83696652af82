"""Two against two in the log: who sits is a fold of it, and nothing else of the match depends on that."""

from __future__ import annotations

import random

import pytest

from bot.backgammon import Illegal, Kind, Match, Phase, Rules, Sits, TableFault, apply, start
from bot.backgammon.actions import Accept, AnyAction, Move, Next, OpeningRoll, Resign, Roll, Sat, Undo
from bot.backgammon.log import (
    Header,
    decode_action,
    decode_header,
    decode_state,
    encode_action,
    encode_header,
    encode_state,
)


def game(match: Match, *, over: bool = False) -> Match:
    """Somebody has made a play in the game, and with `over` it is resigned."""
    match = apply(match, OpeningRoll(dice=(5, 3)))
    decider = match.game.decider
    assert decider is not None
    match = apply(match, Move(by=decider, play=str(match.game.plays(match.rules)[0])))
    return resigned(match) if over else match


def sitters(match: Match) -> tuple[int, int]:
    return match.sitter(0), match.sitter(1)


@pytest.mark.parametrize(("sits", "second"), [(Sits.GAME, (1, 1)), (Sits.MATCH, (0, 0))])
def test_partners_change_after_each_game_or_never(sits: Sits, second: tuple[int, int]) -> None:
    match = game(start(Rules(length=7, sits=sits)), over=True)
    assert sitters(match) == (0, 0), "until the next game begins"
    match = apply(match, Next())
    assert sitters(match) == second
    match = apply(game(match, over=True), Next())
    assert sitters(match) == (0, 0)


@pytest.mark.parametrize(("sits", "next_game"), [(Sits.GAME, (1, 1)), (Sits.MATCH, (0, 1))])
def test_who_sits_down_stays_for_the_game_or_for_good(sits: Sits, next_game: tuple[int, int]) -> None:
    match = game(start(Rules(length=7, sits=sits)))
    asked = match.question
    match = apply(match, Sat(by=1))
    assert sitters(match) == (0, 1) and match.question > asked, "the side is asked anew"
    assert sitters(apply(match, Sat(by=1))) == (0, 0)
    assert sitters(apply(resigned(match), Next())) == next_game


def resigned(match: Match) -> Match:
    """The game was resigned as a single one."""
    loser = match.game.decider
    assert loser is not None
    match = apply(match, Resign(by=loser, kind=Kind.SINGLE))
    return apply(match, Accept(by=1 - loser, question=match.proposals[0].number))


def test_an_undo_leaves_who_has_sat_down() -> None:
    match = game(start(Rules(length=7, sits=Sits.GAME)))
    before = match.game.board.position
    match = apply(match, Sat(by=0))
    match = apply(match, Undo(by=0))
    match = apply(match, Accept(by=1, question=match.proposals[0].number))
    assert match.game.phase is Phase.PLAY and match.game.board.position != before
    assert sitters(match) == (1, 0)


def test_a_proposal_stays_open_when_somebody_sits_down() -> None:
    match = apply(game(start(Rules(length=7, sits=Sits.GAME))), Undo(by=0))
    (proposal,) = match.proposals
    match = apply(match, Sat(by=1))
    assert match.proposals == (proposal,)


def test_nobody_sits_down_where_no_seat_is_shared() -> None:
    match = game(start(Rules(length=7)))
    with pytest.raises(Illegal) as refused:
        apply(match, Sat(by=0))
    assert refused.value.reason is TableFault.NO_PARTNER
    with pytest.raises(Illegal):
        match.sit(0)


def test_entries_and_states_are_read_as_written() -> None:
    rules = Rules(length=3, sits=Sits.GAME)
    match = apply(game(start(rules)), Sat(by=1))
    assert decode_action(encode_action(Sat(by=1))) == Sat(by=1) and encode_action(Sat(by=1)) == b'{"do":"sat","by":1}'
    assert decode_header(encode_header(Header(rules=rules))).rules == rules
    assert decode_state(encode_state(match)) == match
    assert b"sits" not in encode_header(Header(rules=Rules(length=3))) and b"changed" not in encode_state(
        start(Rules(length=3))
    ), "what two play is stored as before"


@pytest.mark.parametrize("seed", range(30))
def test_who_sits_changes_nothing_else(seed: int) -> None:
    """The same random actions with and without people sitting down lead to the same game and score."""
    rng = random.Random(seed)
    paired, alone = start(Rules(length=5, sits=rng.choice(list(Sits)))), start(Rules(length=5))
    for _ in range(150):
        if rng.random() < 0.2:
            paired = apply(paired, Sat(by=rng.randrange(2)))
        action = some_action(alone, rng)
        if action is None:
            break
        paired, alone = apply(paired, action), apply(alone, action)
        assert (paired.game, paired.score, paired.number) == (alone.game, alone.score, alone.number)
        again = decode_state(encode_state(paired))
        assert sitters(again) == sitters(paired)


def some_action(match: Match, rng: random.Random) -> AnyAction | None:
    game, seat = match.game, match.game.decider
    dice = rng.randint(1, 6), rng.randint(1, 6)
    match game.phase:
        case Phase.OPENING:
            return OpeningRoll(dice=dice)
        case Phase.CUBE | Phase.ROLL:
            return Roll(by=seat, dice=dice)
        case Phase.PLAY:
            return Move(by=seat, play=str(rng.choice(game.plays(match.rules))))
        case _:
            return Next() if match.winner is None else None

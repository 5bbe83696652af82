"""Fixed turns against an independent reading of the page, and as a session plays them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.chouette import ChouetteFault, Session, actions, fixed_turns
from bot.chouette.actions import Abort, Join, Leave, SitOut

from ..facts.chouette import Game
from .table import A, B, C, D, E, next_game, play, reason, table

ROUNDS = {3: 4, 4: 3, 5: 4, 6: 5}


def read_anew(people: int, rounds: int) -> list[str]:
    """The lines as somebody else would read the page: written with letters, one game after the other."""
    letters = "ABCDEF"[:people]
    lines: list[str] = []
    for r in range(1, (rounds or ROUNDS[people]) + 1):
        distance = (r - 1) % (people - 1) + 1
        for box in letters:
            doubled = (3 * letters)[letters.index(box) + distance :]
            crew = doubled[:people].replace(box, "")
            lines.append(box + crew)
    return lines


@pytest.mark.parametrize("people", range(3, 7))
@pytest.mark.parametrize("rounds", range(11))
def test_the_lines_are_those_of_an_independent_reading(people: int, rounds: int) -> None:
    ours = ["".join(line) for line in fixed_turns("ABCDEF"[:people], rounds)]
    assert ours == read_anew(people, rounds)


def test_the_example_of_the_page() -> None:
    told = "ABCD BCDA CDAB DABC ACDB BDAC CABD DBCA ADBC BACD CBDA DCAB"
    assert " ".join("".join(line) for line in fixed_turns("ABCD")) == told


@pytest.mark.parametrize("people", range(3, 7))
def test_a_full_schedule_is_fair(people: int) -> None:
    lines = fixed_turns(range(people))
    rounds = len(lines) // people
    for seat in range(people):
        assert sum(line[0] == seat for line in lines) == sum(line[1] == seat for line in lines) == rounds
    if rounds == people - 1:
        assert len({line[:2] for line in lines}) == len(lines)


@pytest.mark.parametrize(
    ("line", "rounds"),
    [("AB", 0), ("ABCDEFG", 0), ("ABA", 0), ("ABC", -1), ("ABC", 11), ("ABC", 1.5), ("ABC", "2"), ("ABC", None)],
)
def test_other_numbers_are_refused(line: str, rounds: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        fixed_turns(line, rounds)


def scheduled(players: str = "ABCD", **options: object) -> Game:
    return table(players, retain="schedule", **options)


def lines(game: Game, winners: str = "box", stop: int = 100) -> list[str]:
    """The lines of the games that follow, each played to its end."""
    found: list[str] = []
    while len(found) < stop:
        found.append("".join("ABCDEF"[seat] for seat in game.session.game.line))
        play(game, ["end", winners, 1])
        if game.session.is_ending:
            return found
        next_game(game)
    return found


def test_a_session_plays_them_whatever_the_results_and_ends() -> None:
    game = scheduled(schedule_rounds=2)
    first = lines(game, "box")[:4]
    assert first == ["ABCD", "BCDA", "CDAB", "DABC"]
    assert game.session.ends(0.0)
    assert reason(game, actions.Next(by=A)) is ChouetteFault.LAST_GAME


def test_the_last_round_goes_by_points_the_lowest_first() -> None:
    game = scheduled()
    for _ in range(8):
        box = game.session.game.box
        play(game, ["end", "box" if box == A else "team", 1])
        next_game(game)
    now = {seat: game.session.players[seat].points for seat in range(4)}
    order = sorted(range(4), key=lambda seat: (now[seat], seat))
    told = [line[0] for line in (tuple("ABCD".index(x) for x in each) for each in lines(game))]
    assert told == order and len(told) == 4


def test_a_voided_game_is_played_again() -> None:
    game = scheduled()
    game.act(Abort())
    next_game(game)
    assert game.session.game.line == (A, B, C, D)


def test_who_leaves_loses_his_turns_and_the_next_is_captain() -> None:
    game = scheduled()
    play(game, ["end", "box", 1])
    game.act(Leave(by=C))
    next_game(game)
    assert lines(game, stop=3) == ["BDA", "DAB", "ADB"]  # C's own game is dropped; in ACDB the next is captain
    game.act(Join(by=C))
    game.act(Leave(by=C))


def test_who_comes_back_has_his_own_number() -> None:
    game = scheduled()
    play(game, ["end", "box", 1])
    game.act(Leave(by=C))
    next_game(game)
    assert lines(game, stop=2) == ["BDA", "DAB"]
    play(game, ["end", "box", 1]) if game.session.game.phase.value != "over" else None
    game.act(Join(by=C)) if not game.session.is_seated(C) else None
    assert game.session.turns is not None and game.session.turns.people == (A, B, C, D)


def test_who_sits_out_has_his_turn_at_the_end_of_the_round() -> None:
    game = scheduled()
    play(game, ["end", "box", 1])
    game.act(SitOut(by=B, out=True))
    next_game(game)
    assert game.session.game.line == (C, D, A)
    play(game, ["end", "box", 1])
    game.act(SitOut(by=B, out=False))
    next_game(game)
    assert game.session.game.line == (D, A, B, C)
    play(game, ["end", "box", 1])
    next_game(game)
    assert game.session.game.line == (B, C, D, A)


def test_who_still_sits_out_at_the_end_of_the_round_loses_the_turn() -> None:
    game = scheduled()
    play(game, ["end", "box", 1])
    game.act(SitOut(by=B, out=True))
    next_game(game)
    assert lines(game, stop=3) == ["CDA", "DAC", "ACD"]


def test_a_newcomer_gets_the_next_number_until_the_last_game_of_the_first_round() -> None:
    game = scheduled("ABC")
    game.act(Join(by=D))
    play(game, ["end", "box", 1])
    next_game(game)
    assert game.session.game.line == (B, C, D, A)
    play(game, ["end", "box", 1])
    next_game(game)
    play(game, ["end", "box", 1])
    next_game(game)
    assert game.session.game.line == (D, A, B, C)
    assert reason(game, Join(by=E)) is ChouetteFault.TURNS_UNDER_WAY


@pytest.mark.parametrize(("rounds", "all_games"), [(0, 12), (4, 16), (1, 4)])
def test_with_a_newcomer_a_full_schedule_is_that_of_so_many(rounds: int, all_games: int) -> None:
    game = scheduled("ABC", schedule_rounds=rounds)
    game.act(Join(by=D))
    assert len(lines(game)) == all_games


def test_a_newcomer_stays_when_a_result_is_taken_back() -> None:
    game = play(scheduled("ABC"), ["end", "box", 1])
    game.act(Join(by=D))
    game.act(actions.Undo(by=A))
    while asked := game.session.proposals:
        game.act(actions.Accept(by=asked[0].of[0], question=asked[0].number))
    turns = game.session.turns
    assert turns is not None and (turns.people, turns.left, turns.rounds) == ((A, B, C, D), (0, 1, 2, 3), 3)


def test_nobody_refuses_the_box() -> None:
    game = play(scheduled(), ["end", "team", 1])
    assert reason(game, actions.DeclineBox(by=B)) is ChouetteFault.CANNOT_DECLINE


@pytest.mark.parametrize("seed", range(20))
def test_everybody_who_stays_is_box_equally_often(seed: int) -> None:
    rng = random.Random(seed)
    people = "ABCDEF"[: rng.randint(3, 6)]
    game = scheduled(people)
    leaver = rng.randrange(len(people))
    leaves, boxes = rng.randrange(1, 8), [0] * len(people)
    played = 0
    while True:
        boxes[game.session.game.box] += 1
        play(game, ["end", rng.choice(("box", "team")), rng.randint(1, 3)])
        played += 1
        if played == leaves:
            game.act(Leave(by=leaver))
        session: Session = game.session
        if session.is_ending or len(session.playing) < 2:
            break
        next_game(game)
    stayed = [count for seat, count in enumerate(boxes) if seat != leaver or played < leaves]
    assert len(set(stayed)) == 1 and stayed[0] == ROUNDS[len(people)]

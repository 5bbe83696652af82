"""The two-sided bear-off base: its file is what the recursion says, and what is known by it is said for certain."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.backgammon import Position, legal_plays
from bot.backgammon.bear_off import Home, checkers
from bot.engine import bear_off_base as base
from bot.engine import exact
from bot.engine.bear_off_base import HOMES, Worth, holds, worth
from bot.engine.reviews import CubeAsked, PlayAsked, PlayFound
from bot.engine.thoughts import EXACT, Chances, Owner, Stakes

MONEY = Stakes()
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
#: Half of what two numbers beside each other in the file are apart, as an equity.
ROUNDED = 1 / base.MOST
DIGEST = "0b78481a96d03e5dea2897dd85138ef089fe9d382b4fc3a46257b3a87088435c"


def side(home: Home) -> list[int]:
    return [15 - checkers(home), *(home >> 4 * place & 15 for place in range(6)), *[0] * 19]


def at(own: str, opponent: str) -> Position:
    """A bear-off by the points of the checkers: `at("65", "11")`."""
    return Position.of(*(side(sum(1 << 4 * (int(point) - 1) for point in points)) for points in (own, opponent)))


def sample(count: int, seed: int = 0) -> list[Position]:
    chosen = random.Random(seed)
    return [Position.of(side(chosen.choice(HOMES[1:])), side(chosen.choice(HOMES[1:]))) for _ in range(count)]


def by_the_rules(position: Position) -> Worth:
    """What follows for a position from those that its legal plays lead to."""
    total = [0.0] * 4
    for dice in ROLLS:
        best = [-1.0] * 4
        for play in legal_plays(position, dice):
            win, owned, centred, against = worth(play.result.mirrored())
            doubled = min(2 * against, 1.0)
            moved = 1 - win, -against, -max(centred, doubled), -max(owned, doubled)
            best = [max(pair) for pair in zip(best, moved, strict=True)]
        ways = 1 if dice[0] == dice[1] else 2
        total = [all_ + ways * each for all_, each in zip(total, best, strict=True)]
    return Worth(*(each / 36 for each in total))


def test_the_file_is_of_its_version_and_whole() -> None:
    data = base.FILE.read_bytes()
    assert len(HOMES) == 924 and data.startswith(b"two-sided bear-off base, 6 checkers a side, version 1\n")
    assert len(data) == 64 + 924 * 924 * 8 and hashlib.sha256(data).hexdigest() == DIGEST


def test_each_number_follows_from_those_of_the_positions_after_it() -> None:
    for position in sample(150):
        said, told = worth(position), by_the_rules(position)
        # What is added up is rounded itself, and twice where a double is taken.
        assert said == pytest.approx(told, abs=3 * ROUNDED), position.id


@pytest.mark.long
def test_the_file_is_what_the_script_makes() -> None:
    pytest.importorskip("numpy")
    from bot.engine.make_base import base as made

    assert made() == base.FILE.read_bytes()


def test_what_can_be_counted_by_hand() -> None:
    # 19 of the 36 rolls take off a checker on the five point and one on the two point; the other one needs a roll.
    win = 19 / 36
    last = worth(at("52", "11"))
    assert last == pytest.approx(Worth(win, 2 * win - 1, 2 * win - 1, 2 * win - 1), abs=ROUNDED)
    # Of the checkers on the six and the five point both are off with six rolls.
    assert worth(at("65", "1")) == pytest.approx(Worth(6 / 36, *[6 / 18 - 1] * 3), abs=ROUNDED)
    # Four on the ace point go off at once with a double; else the other one has those 19 rolls, and doubles first.
    at_once, loses = 1 / 6, 5 / 6 * (2 * win - 1)
    four = Worth(at_once + 5 / 6 * (1 - win), at_once - loses, at_once - 2 * loses, at_once - 2 * loses)
    assert worth(at("1111", "52")) == pytest.approx(four, abs=2 * ROUNDED)


def test_only_bear_offs_of_six_a_side_are_held() -> None:
    assert holds(at("666666", "1")) and holds(at("1", "")) and worth(at("1", "")).win == 0
    assert not holds(at("6666661", "1")) and not holds(Position.start())
    out = side(0)
    out[0], out[7] = 14, 1
    assert not holds(Position.of(out, side(1)))


def test_a_file_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "base"
    other.write_bytes(base.FILE.read_bytes().replace(b"version 1", b"version 0"))
    monkeypatch.setattr(base, "FILE", other)
    with pytest.raises(ValueError, match="of this version"):
        base._mapped.__wrapped__()


def test_nothing_is_mapped_before_it_is_asked_for() -> None:
    code = "import bot.app; from bot.engine import bear_off_base as base; print(base._mapped.cache_info().currsize)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "0\n"


# What is said for certain


def test_plays_for_money_are_worth_what_the_opponent_on_roll_makes_of_the_cube() -> None:
    after = at("11", "52")
    theirs = worth(after.mirrored())
    centred, owned, theirs_to_turn = (
        exact.plays([after], stakes) for stakes in (MONEY, Stakes(2, Owner.MOVER), Stakes(2, Owner.OPPONENT))
    )
    assert centred and owned and theirs_to_turn
    assert owned[0].equity == -theirs.against and centred[0].equity == -2 * theirs.against == theirs_to_turn[0].equity
    assert owned[0].plies == EXACT and owned[0].chances == Chances(1 - theirs.win, 0.0, 0.0, 0.0, 0.0)


def test_a_play_that_wins_is_worth_the_cube() -> None:
    (won,) = exact.plays([at("", "1")], MONEY) or []
    assert (won.equity, won.chances.win) == (1.0, 1.0)


def test_a_cube_for_money() -> None:
    position = at("1111", "52")
    thought, said = exact.cube(position, MONEY), worth(position)
    assert thought and (thought.stays, thought.taken, thought.dropped) == (said.centred, 2 * said.against, 1.0)
    assert thought.double and thought.take and thought.plies == EXACT
    owned = exact.cube(position, Stakes(2, Owner.MOVER))
    assert owned and owned.stays == said.owned > said.centred and owned.taken == thought.taken
    # A double that is beavered is worth twice as much, as the engine has it.
    behind = at("65", "1")
    plain, beavered = exact.cube(behind, MONEY), exact.cube(behind, Stakes(beavers=True))
    assert plain and beavered and beavered.taken == 2 * plain.taken < 0 and beavered.stays == plain.stays


def test_a_list_is_certain_only_if_all_of_it_is() -> None:
    known, unknown = at("1111", "52"), at("1111111", "52")
    assert exact.plays([known, known], MONEY) and exact.plays([known, unknown], MONEY) is None


DEAD = [Stakes(away=(1, 1)), Stakes(away=(4, 1), crawford=True), Stakes(4, Owner.MOVER, (3, 7)), Stakes(4, away=(3, 4))]
CUBELESS = [
    Stakes(cube_in_play=False),
    Stakes(jacoby=True, cube_in_play=False),
    Stakes(away=(4, 6), cube_in_play=False),
]
LIVE = [Stakes(away=(5, 5)), Stakes(4, Owner.OPPONENT, (3, 7)), Stakes(away=(3, 1)), Stakes(4, away=(3, 5))]


def test_in_a_match_only_a_cube_that_nobody_gains_by_is_known() -> None:
    after = at("11", "52")
    for stakes in (*DEAD, *CUBELESS):
        (play,) = exact.plays([after], stakes) or []
        assert play.equity == pytest.approx(2 * play.chances.win - 1)
    assert not any(exact.plays([after], stakes) for stakes in LIVE)
    assert not any(exact.cube(after, stakes) for stakes in LIVE)
    assert exact.chances(after) == Chances(worth(after).win, 0.0, 0.0, 0.0, 0.0)


def test_without_a_cube_a_game_is_worth_its_chances() -> None:
    position = at("11", "52")
    game = 2 * worth(position).win - 1
    for stakes in CUBELESS:
        thought = exact.cube(position, stakes)
        assert thought and (thought.stays, thought.taken, thought.dropped) == (game, game, game)
        assert thought.plies == EXACT


# What the engine makes of it


@pytest.fixture
def sage() -> ModuleType:
    return pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")


def test_the_engine_says_what_is_certain_of_plays_and_cubes(sage: ModuleType) -> None:
    for position in sample(5, 1):
        for stakes in (MONEY, Stakes(2, Owner.MOVER), Stakes(2, Owner.OPPONENT)):
            assert sage.cube(position, stakes) == exact.cube(position, stakes)
            judged = sage.plays(position, (5, 2), stakes)
            assert {each.plies for each in judged} == {EXACT}
            assert [each.equity for each in judged] == sorted((each.equity for each in judged), reverse=True)
            assert max(each.chances.win for each in judged) == 1 - min(
                worth(play.result.mirrored()).win for play in legal_plays(position, (5, 2))
            )


def test_in_a_match_chances_are_certain_and_the_cube_is_the_engines(sage: ModuleType) -> None:
    position, stakes = at("6543", "5432"), Stakes(away=(5, 3))
    thought, judged = sage.cube(position, stakes), sage.plays(position, (6, 1), stakes)
    assert thought.chances == exact.chances(position) and thought.plies < EXACT
    assert all(each.chances == exact.chances_after(Position(each.packed)) and each.plies < EXACT for each in judged)


def test_plays_of_which_the_base_knows_some_are_all_looked_at(sage: ModuleType) -> None:
    seven = at("6654321", "654321")
    results = [play.result for play in legal_plays(seven, (3, 2))]
    assert any(map(holds, results)) and not all(map(holds, results))
    assert all(each.plies < EXACT for each in sage.plays(seven, (3, 2), MONEY))
    assert {each.plies for each in sage.plays(at("6611111", "654321"), (6, 1), MONEY)} == {EXACT}


def test_a_review_of_a_bear_off_is_certain_and_its_luck_is_none_over_all_rolls(sage: ModuleType) -> None:
    from bot.engine import sage_review

    position, stakes = at("6531", "642"), Stakes(2, Owner.OPPONENT)
    total = 0.0
    for dice in ROLLS:
        judged = sage.plays(position, dice, stakes)
        found = sage_review.found(PlayAsked(position.packed, dice, stakes, judged[-1].packed))
        assert isinstance(found, PlayFound) and (found.forced or found.best == judged[0])
        assert found.played == judged[-1] and found.played.plies == EXACT
        total += found.luck * (1 if dice[0] == dice[1] else 2)
    assert total / 36 == pytest.approx(0.0, abs=3 * ROUNDED)
    assert sage_review.found(CubeAsked(position.packed, MONEY)) == exact.cube(position, MONEY)


@pytest.mark.parametrize(("own", "opponent"), [("662211", "552211"), ("43311", "221111")])
def test_a_verdict_that_the_engine_alone_has_wrong(
    own: str, opponent: str, sage: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = at(own, opponent)
    certain = sage.cube(position, MONEY)
    monkeypatch.setattr(exact, "cube", lambda position, stakes: None)
    seen = sage.cube(position, MONEY)
    assert (certain.double, certain.take) != (seen.double, seen.take)

"""Ratings as other programs have them; the figures are those of `tests/facts/performance.py`."""

from __future__ import annotations

import pytest

from bot.analysis.report import sums
from bot.analysis.verdicts import judged
from bot.backgammon.mat import parse_mat
from bot.backgammon.record import folded, kept_steps
from bot.engine.engine import available
from bot.tables.heads_up.decisions import decisions
from tests.backgammon.test_match_files import FILES
from tests.facts.files import lines
from tests.facts.performance import APART, FAR, ours

SHORTEST = "43.txt"

TOLERATED = {"ours": 0.1, "gnubg": APART, "gammonview": FAR}
"""gammonview looks with three plies, by the same engine, at what four see otherwise."""


@pytest.mark.skipif(not available(), reason="there is no engine for this machine")
def test_a_match_is_rated_as_other_programs_rate_it_and_by_as_many_decisions() -> None:
    (file,) = (each for each in FILES if each.name == SHORTEST)
    start, actions, _ = folded(parse_mat(file.read_bytes()))
    (game,) = (list(decisions(steps)) for steps in kept_steps(start, actions).values())
    found = sums(judged(game, ours(game)))
    facts = [each for each in lines("performance.jsonl") if each["file"] == SHORTEST]
    assert len(facts) == 2
    for fact in facts:
        mine = found[fact["player"]]
        for program in ("ours", "gnubg", "gammonview"):
            rating, *counts = fact[program]
            assert mine.rating == pytest.approx(rating, abs=TOLERATED[program]), program
            assert [mine.plays, mine.cubes] == counts, program

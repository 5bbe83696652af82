"""Matches of other programs, from their files to their decisions."""

from __future__ import annotations

from itertools import pairwise

from bot.analysis.decisions import Decided, Played, Replied, Spoke
from bot.analysis.report import sums
from bot.analysis.verdicts import judged
from bot.backgammon import Position
from bot.backgammon.actions import AnyAction, Double, Drop, Move, Take
from bot.engine.thoughts import check
from bot.tables.games import HEADS_UP
from bot.tables.heads_up.imports import read_file
from bot.tables.kept_games import reading
from tests.backgammon.test_match_files import FILES

from .judging import all_right


def brought(data: bytes) -> tuple[list[AnyAction], dict[int, tuple[Decided, ...]]]:
    """What was done in the only match of a file, and what was decided by it."""
    (match,) = read_file(data)
    with reading(HEADS_UP, match.log.splitlines()) as (start, actions):
        done = list(actions)
        return done, HEADS_UP.decided(start, done)


def test_of_every_file_each_play_double_and_answer_is_a_decision() -> None:
    for file in FILES:
        actions, games = brought(file.read_bytes())
        made = [each.what for game in games.values() for each in game]
        assert sum(isinstance(each, Played) for each in made) == sum(isinstance(each, Move) for each in actions)
        assert sum(isinstance(each, Spoke) and each.doubled for each in made) == sum(
            isinstance(each, Double) for each in actions
        )
        assert sum(isinstance(each, Replied) for each in made) == sum(isinstance(each, Take | Drop) for each in actions)
        for game in games.values():
            for each, after in pairwise(game):
                # A cube that stays is followed by the play of the roll that followed.
                if isinstance(each.what, Spoke) and not each.what.doubled:
                    assert isinstance(after.what, Played) and (after.seat, after.turn) == (each.seat, each.turn)
            for each in game:
                dice = each.what.dice if isinstance(each.what, Played) else None
                check(Position(each.position), each.stakes, dice)  # the engine is asked nothing it cannot be
            found = sums(judged(game, all_right(list(game))))
            counted = sum(not isinstance(each.what, Spoke) for each in game)
            assert sum(each.decisions for each in found.values()) == counted, file.name

"""Every message of cube actions by score, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator

import render
from bot.backgammon import Board, Side, Variant, Xgid
from bot.engine.thoughts import EXACT, Owner
from bot.screens.reference import score_table_words as words
from bot.tables.cube_scores import LONGEST, CubeAction, CubeScores, ScoreAsked
from bot.texts import Texts

from .every_screen import Message


def of_scores(t: Texts) -> Iterator[Message]:
    position = Board.start(Variant.BACKGAMMON).position
    assert all(len(t(letters)) <= 3 for letters in words.LETTERS.values())
    assert len({t(letters) for letters in words.LETTERS.values()}) == len(CubeAction)
    for each in CubeAction:
        for owner, money in ((Owner.NOBODY, True), (Owner.MOVER, False)):
            asked = ScoreAsked(position.packed, 2048, owner, jacoby=money, beavers=money)
            scores = CubeScores(asked, ((each,) * LONGEST,) * LONGEST, each, EXACT if money else 3)
            scene = words.scores_scene(scores, (7, 25), "wood", t)
            assert scene.marked is None and words.scores_scene(scores, (1, 7), "wood", t).marked == (1, 7)
            render.draw_score_grid(scene)
            xgid = Xgid(position=position, cube=2048, turn=Side.BLACK, length=25, score=(24, 23), beavers=True)
            alt = words.scores_alt(scores, t)
            assert words.of_scores(scores, None, "dark", t).words == alt
            yield Message("scores", words.scores_words(xgid, scores, t), None, "scores.png", alt)
    yield Message("progress", words.scores_progress(49, 50, t))

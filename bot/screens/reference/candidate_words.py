"""Candidate plays compared: arrows on the board before them, marks in the colours of the arrows, and their depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.backgammon import Play, Side
from bot.engine.thoughts import EXACT
from bot.screens.reference.figures import depth_words
from bot.texts import Texts
from render import Scene, Step, Way
from render.candidates import Loss, loss_of

MARKS: Mapping[Loss, str] = {Loss.NOTHING: "🟡", Loss.LITTLE: "⚪", Loss.ERROR: "🔵", Loss.BLUNDER: "🔴"}
"""The colours of the arrows: of what loses nothing, less than an error, less than a blunder, more."""

_SEEN = 0.0005
"""A smaller loss is written as none."""


def loss_mark(loss: float) -> str:
    return MARKS[loss_of(_shown(loss))]


def _shown(loss: float) -> float:
    return loss if loss >= _SEEN else 0.0


def candidates_scene(scene: Scene, side: Side, plays: Iterable[tuple[Play, float]]) -> Scene:
    """The board before these plays of a side, each with its loss, the best first, as arrows."""
    ways = tuple(Way(tuple(Step(*step) for step in play.steps), loss=_shown(loss)) for play, loss in plays)
    return replace(scene, ways=ways, numbers_from=side, last=None, movable=(), chosen=None, landings=(), banner="")


def all_depth_words(plies: int, t: Texts) -> str:
    """The search depth that all plays of a comparison share; empty if not stored."""
    if not plies or plies == EXACT:
        return depth_words(plies, t)
    return t("all at {number}-ply", number=plies)

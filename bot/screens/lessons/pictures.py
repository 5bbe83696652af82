"""The pictures of lessons, with alt texts that tell everything needed to answer."""

from __future__ import annotations

from dataclasses import replace

from bot.backgammon import Draft, Play, Side, Xgid
from bot.engine.thoughts import Owner
from bot.lessons.counting import sheet_of
from bot.lessons.lesson import CubeChoice, Step
from bot.screens.board_scene import draft_scene
from bot.screens.chouette.guide import chouette_scene
from bot.screens.composer import Composed
from bot.screens.painter import Picture, of_board
from bot.screens.preferans.pictures import sheet_picture
from bot.screens.reference.position_words import position_scene
from bot.texts import Texts
from render import LastPlay, Scene
from render import Step as ShownStep

_PLAYERS = ("Anna", "Bořek", "Petra")
"""The other players of a sheet."""


def step_picture(
    step: Step, theme: str, t: Texts, draft: Draft | None = None, composed: Composed | None = None
) -> Picture:
    """What a step shows; of a play that is being put together, its `draft`."""
    if step.hands:
        return sheet_picture(sheet_of(step), (t("You"), *_PLAYERS), theme, t)
    if step.position is None:
        return of_board(chouette_scene(theme, t), t)
    scene = _board_scene(step, theme, t)
    if draft is not None and composed is not None:
        latest = composed.latest(draft)
        scene = draft_scene(scene, Side.WHITE, draft, step.roll, latest, flipped=composed.flipped)
    return of_board(scene, t)


def played_picture(step: Step, play: Play, theme: str, t: Texts) -> Picture:
    """The board after a play."""
    after, last = play.result, LastPlay(Side.WHITE, tuple(ShownStep(*each) for each in play.steps))
    scene = _board_scene(step, theme, t)
    return of_board(replace(scene, bottom=after.own, top=after.opponent, turn=1, dice=(), last=last), t)


def _board_scene(step: Step, theme: str, t: Texts) -> Scene:
    owners = {Owner.NOBODY: None, Owner.MOVER: Side.WHITE, Owner.OPPONENT: Side.BLACK}
    offered = isinstance(step.question, CubeChoice) and step.question.offered
    score = (step.length - step.away[0], step.length - step.away[1]) if step.away else (0, 0)
    xgid = Xgid(
        position=step.board,
        cube=step.cube,
        owner=owners[step.owner],
        turn=Side.BLACK if offered else Side.WHITE,
        dice=step.dice,
        offer="D" if offered else "",
        length=step.length,
        score=score,
        crawford=step.crawford,
    )
    return replace(position_scene(xgid, theme, t), names=(t("You"), t("Opponent")), numbers_from=Side.WHITE)
